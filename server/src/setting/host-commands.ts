/** What the operator of the host does from its command line, never over HTTP; each leaves a log row with actor host. */
import type { Ctx } from "#kit/context.ts";
import { found, refuseUnless } from "#kit/refuse.ts";
import { accountName, handOutPasswd, loginUnlock, sessionsEnd, tell } from "../account/index.ts";

export interface HostCommand {
  /** As typed: `worker reset-password`. */
  readonly words: string;
  readonly takes: string;
  readonly label: string;
  /** Name in the operation log. */
  readonly name: string;
  /** Answers the lines to print. */
  run(ctx: Ctx, argument: string): Promise<string[]>;
}

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

const note = (ctx: Ctx, label: string, w: Account | null): void =>
  ctx.note({
    kind: "grant",
    actor: { kind: "host", id: null, name: "主机命令" },
    noun: "worker",
    noun_id: w?.id ?? null,
    noun_no: w?.account ?? null,
    reason: label,
  });

const resetPassword: HostCommand = {
  words: "worker reset-password",
  takes: "<账号>",
  label: "重置密码",
  name: "worker_passwd_reset",
  run: async (ctx, typed) => {
    const given = await handOutPasswd(ctx.now);
    const w = await accountOf(ctx, typed);
    await ctx.db
      .updateTable("workers")
      .set((e) => ({
        passwd: given.hash,
        must_change: true,
        once_until: given.once_until,
        is_weak: false,
        passwd_at: ctx.now,
        updated_at: ctx.now,
        version: e("version", "+", 1),
      }))
      .where("id", "=", w.id)
      .execute();
    await loginUnlock(ctx, w.id, w.account);
    await sessionsEnd(ctx, w.id, "reset");
    await tell(ctx, w.id, "passwd_reset", "您的密码由主机命令重置，全部登录已退出");
    note(ctx, "主机命令：重置密码", w);
    return [
      `账号 ${w.account} 的一次性密码：${given.once}`,
      "24小时内有效，首次登录须修改。此密码不再显示。",
      ...(w.status === 0 ? ["该账号已停用，启用后才能登录。"] : []),
    ];
  },
};

const unlock: HostCommand = {
  words: "worker unlock",
  takes: "<账号>",
  label: "解锁账号",
  name: "worker_unlock",
  run: async (ctx, typed) => {
    const w = await accountOf(ctx, typed);
    const was = await loginUnlock(ctx, w.id, w.account);
    refuseUnless(was, "guard_failed", `账号 ${w.account} 没有登录失败记录，不需要解锁`);
    note(ctx, "主机命令：解锁", w);
    return [`账号 ${w.account} 已解锁`];
  },
};

const revoke: HostCommand = {
  words: "sessions revoke",
  takes: "<账号|--all>",
  label: "强制下线",
  name: "session_revoke",
  run: async (ctx, typed) => {
    if (typed !== "--all") {
      const w = await accountOf(ctx, typed);
      const ended = await sessionsEnd(ctx, w.id, "admin");
      note(ctx, "主机命令：强制下线", w);
      return [`账号 ${w.account} 已退出 ${ended} 个登录`];
    }
    const live = await ctx.db.selectFrom("sessions").select("worker_id").distinct().where("ended_at", "is", null).execute();
    let ended = 0;
    for (const { worker_id } of live) ended += await sessionsEnd(ctx, worker_id, "admin");
    note(ctx, `主机命令：全部强制下线，${live.length} 人`, null);
    return [`${live.length} 人已退出 ${ended} 个登录`];
  },
};

export const hostCommands: readonly HostCommand[] = [resetPassword, unlock, revoke];
