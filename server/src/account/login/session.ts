/** My account, my sessions, the lock on the screen. */
import { accountApi } from "@visadesk/contract/account/session.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { firstLoad } from "#kit/first-load.ts";
import type { Ctx, SysConfig } from "#kit/call/context.ts";
import { found, keeping, Refusal } from "#kit/http/refuse.ts";
import { serve, staged } from "#kit/call/serve.ts";
import { takeCookie } from "../cookies.ts";
import { PROVED_MS } from "./login.rules.ts";
import { login, openLadder, verifyClaimed } from "./login.ts";
import { forgetSessions } from "../principal.ts";
import { managedTeams } from "../scope.ts";
import { clearGuard, type Attempt } from "./session.sql.ts";
import { workerAccount } from "../staff.sql.ts";
import { totpConfirm, totpStart, totpStop } from "./two-step.ts";

const UNLOCK_TRIES = 5;
const DONE = { ok: true } as const;

/** Myself, or a worker I manage; anybody else is like nobody. */
async function accountQuery({ id }: { id: number }, ctx: Ctx) {
  const me = ctx.me;
  const row = found(await workerAccount(ctx.db, id), "账号不存在");
  if (id !== me.worker_id) {
    const teams = ctx.has(may.worker) && !me.must_change && !me.locked ? await managedTeams(ctx.db, me) : [];
    found(teams === null || (row.team !== null && teams.includes(row.team.id)) ? row : null, "账号不存在");
  }
  if (id !== me.worker_id) return { ...row, login_at: null, must_totp: false };
  const proved_until = new Date(Date.parse(me.proved_at) + PROVED_MS).toISOString();
  return { ...row, login_at: me.login_at, proved_until, must_totp: me.must_totp };
}

async function sessionQuery(_input: unknown, ctx: Ctx) {
  const list = await ctx.db
    .selectFrom("sessions")
    .select(["id", "ip", "agent", "created_at", "last_seen_at"])
    .where("worker_id", "=", ctx.me.worker_id)
    .where("ended_at", "is", null)
    .where("ends_at", ">", ctx.now.toISOString())
    .orderBy("id", "desc")
    .execute();
  return { list: list.map((s) => ({ ...s, is_current: s.id === ctx.me.session_id })) };
}

async function endOne(ctx: Ctx, id: number): Promise<void> {
  const ended = await ctx.db
    .updateTable("sessions")
    .set({ ended_at: ctx.now, end_reason: "logout" })
    .where("id", "=", id)
    .where("worker_id", "=", ctx.me.worker_id)
    .where("ended_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  found(ended, "该登录已结束");
  ctx.afterCommit(forgetSessions);
  ctx.note({ noun: "session", noun_id: id });
}

async function setLock(ctx: Ctx, at: Date | null): Promise<{ ok: true }> {
  await ctx.db
    .updateTable("sessions")
    .set({ locked_at: at, ...(at === null && { unlocked_at: ctx.now }) })
    .where("id", "=", ctx.me.session_id)
    .execute();
  ctx.afterCommit(forgetSessions);
  ctx.note({ noun: "session", noun_id: ctx.me.session_id });
  return { ok: true };
}

interface Unlock {
  right: boolean;
  attempt: Attempt;
}

/** Tries are counted per session: a passer-by at the counter cannot lock the owner's account. */
async function prepareUnlock({ passwd }: { passwd: string }, ctx: Ctx): Promise<Unlock> {
  const attempt = await openLadder(ctx, { kind: "device", key: `session:${ctx.me.session_id}` });
  const w = await ctx.db.selectFrom("workers").select("passwd").where("id", "=", ctx.me.worker_id).executeTakeFirst();
  return { attempt, right: await verifyClaimed(ctx, attempt, passwd, w?.passwd ?? null) };
}

async function unlock(_input: unknown, ctx: Ctx, { right, attempt }: Unlock): Promise<{ ok: true }> {
  if (right) {
    await clearGuard(ctx.db, attempt);
    return setLock(ctx, null);
  }
  if (attempt.fails >= UNLOCK_TRIES) {
    await ctx.db
      .updateTable("sessions")
      .set({ ended_at: ctx.now, end_reason: "admin" })
      .where("id", "=", ctx.me.session_id)
      .where("ended_at", "is", null)
      .execute();
    await clearGuard(ctx.db, attempt);
    ctx.afterCommit(forgetSessions);
  }
  ctx.note({ kind: "login_fail", noun: "session", noun_id: ctx.me.session_id, reason: "解锁密码错误" });
  throw keeping(new Refusal("login_failed"));
}

export const accountServer = serve(accountApi, {
  "open/oss_login": login,
  oss_account_query: accountQuery,
  session_logout: async (_input, ctx) => {
    await endOne(ctx, ctx.me.session_id);
    takeCookie(ctx);
    ctx.setHeader("clear-site-data", '"cache"');
    return DONE;
  },
  session_query: sessionQuery,
  session_end: async ({ id }, ctx) => {
    await endOne(ctx, id);
    return DONE;
  },
  session_lock: (_input, ctx) => setLock(ctx, ctx.now),
  session_unlock: staged(prepareUnlock, unlock),
  totp_start: totpStart,
  totp_confirm: totpConfirm,
  totp_stop: totpStop,
  sys_config_get: async (_input, ctx) => {
    // All at once: behind a load of demo orders each would wait its turn.
    const of = <K extends keyof SysConfig>(key: K): Promise<SysConfig[K]> => ctx.config(key);
    const [
      addr_download_url,
      addr_hosts,
      platform_name,
      company_name,
      registration_notice,
      password_policy,
      totp_policy,
      auto_lock_minutes,
    ] = await Promise.all([
      of("addr_download_url"),
      of("addr_hosts"),
      of("platform_name"),
      of("company_name"),
      of("registration_notice"),
      of("password_policy"),
      of("totp_policy"),
      of("auto_lock_minutes"),
    ]);
    const told = { addr_download_url, addr_hosts, platform_name, company_name, registration_notice, password_policy, totp_policy };
    return { ...told, auto_lock_minutes, server_time: ctx.now.toISOString(), first_load: firstLoad() };
  },
});
