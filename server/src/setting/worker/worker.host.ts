/** What the operator of the host does from its command line, never over HTTP; each leaves a log row with actor host. */
import type { Ctx } from "#kit/call/context.ts";
import { preparedHost, type HostCommands } from "#kit/host.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { accountName, givePasswd, handOutPasswd, loginUnlock, sessionsEnd, tell, type HandedOut } from "../../account/index.ts";

interface Account {
  id: number;
  account: string;
  status: number;
}
const accountOf = async (ctx: Ctx, typed: string): Promise<Account> =>
  found(
    await ctx.db
      .selectFrom("workers")
      .select(["id", "account", "status"])
      .where("account", "=", accountName(typed))
      .forUpdate()
      .executeTakeFirst(),
    `账号 ${typed} 不存在`,
  );

const note = (ctx: Ctx, w: Account | null, reason: string | null = null): void =>
  ctx.note({ kind: "grant", noun: "worker", noun_id: w?.id ?? null, noun_no: w?.account ?? null, reason });

async function resetPassword(ctx: Ctx, typed: string, given: HandedOut): Promise<string[]> {
  const w = await accountOf(ctx, typed);
  await givePasswd(ctx, w.id, given);
  await loginUnlock(ctx, w.id, w.account);
  await sessionsEnd(ctx, w.id, "reset");
  await tell(ctx, w.id, "passwd_reset", "您的密码由主机命令重置，全部登录已退出");
  note(ctx, w);
  return [
    `账号 ${w.account} 的一次性密码：${given.once}`,
    "24小时内有效，首次登录须修改。此密码不再显示。",
    ...(w.status === 0 ? ["该账号已停用，启用后才能登录。"] : []),
  ];
}

async function unlock(ctx: Ctx, typed: string): Promise<string[]> {
  const w = await accountOf(ctx, typed);
  const was = await loginUnlock(ctx, w.id, w.account);
  refuseUnless(was, "guard_failed", `账号 ${w.account} 没有登录失败记录，不需要解锁`);
  note(ctx, w);
  return [`账号 ${w.account} 已解锁`];
}

async function revoke(ctx: Ctx, typed: string | undefined): Promise<string[]> {
  if (typed !== undefined) {
    const w = await accountOf(ctx, typed);
    const ended = await sessionsEnd(ctx, w.id, "admin");
    note(ctx, w);
    return [`账号 ${w.account} 已退出 ${ended} 个登录`];
  }
  const live = await ctx.db.selectFrom("sessions").select("worker_id").distinct().where("ended_at", "is", null).execute();
  let ended = 0;
  for (const { worker_id } of live) ended += await sessionsEnd(ctx, worker_id, "admin");
  note(ctx, null, `全部强制下线，${live.length} 人`);
  return [`${live.length} 人已退出 ${ended} 个登录`];
}

const say = (print: (line: string) => void, lines: readonly string[]): void => lines.forEach((line) => print(line));

export const workerHost = {
  "worker reset-password": preparedHost({
    usage: "<账号>",
    label: "主机命令：重置密码",
    args: 1,
    prepare: (_call, ctx) => handOutPasswd(ctx.now),
    run: async ({ args, print }, ctx, given) => say(print, await resetPassword(ctx, args[0] ?? "", given)),
  }),
  "worker unlock": {
    usage: "<账号>",
    label: "主机命令：解锁",
    args: 1,
    run: async ({ args, print }, ctx) => say(print, await unlock(ctx, args[0] ?? "")),
  },
  "sessions revoke": {
    usage: "<账号> | --all",
    label: "主机命令：强制下线",
    args: 1,
    least: 0,
    options: ["all"],
    run: async ({ args, options, print }, ctx) => {
      const [typed] = args;
      if ((typed === undefined) === (options["all"] === undefined)) refuse("bad_input", "请指定账号，或用 --all 让全部人下线");
      say(print, await revoke(ctx, typed));
    },
  },
} satisfies HostCommands;
