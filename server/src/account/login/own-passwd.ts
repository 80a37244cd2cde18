/** Changing one's own password: body exactly {id, account, passwd}; every other session ends, this one goes on. */
import type { Ctx } from "#kit/call/context.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { accountName, PROVED_MS, RELOGIN_MS } from "./login.rules.ts";
import { hashPasswd, verifyPasswd } from "./passwd.ts";
import { forgetSessions } from "../principal.ts";
import { signInRow } from "./session.sql.ts";
import { sessionsEnd } from "./sessions-end.ts";
import { tell } from "../tell.ts";
import { isWeakPasswd } from "./weak-passwd.ts";
import { q } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { workerNoun } from "../worker.noun.ts";

export interface OwnPasswd {
  hash: string;
  weak: boolean;
}

/** Checks that need no lock, then the hash; before the transaction. */
export async function prepareOwnPasswd(input: { id: number; account?: string | undefined; passwd: string }, ctx: Ctx): Promise<OwnPasswd> {
  const me = ctx.me;
  refuseUnless(input.id === me.worker_id, "not_allowed", "不能修改他人的密码，请使用重置密码");
  refuseUnless(input.account !== undefined && accountName(input.account) === me.account, "not_allowed", "账号与登录账号不一致");
  refuseUnless(ctx.now.getTime() - Date.parse(me.login_at) <= RELOGIN_MS, "relogin_needed");
  refuseUnless(ctx.now.getTime() - Date.parse(me.proved_at) <= PROVED_MS, "confirm_needed", "请先输入当前密码");
  const weak = await isWeakPasswd(input.passwd);
  // Whoever got his password from others (or from the first start) begins with a good one, whatever the policy.
  if (weak && (me.must_change || (await ctx.config("password_policy")) === "strict")) refuse("weak_passwd");
  if (me.must_change) {
    const stored = await ctx.db.selectFrom("workers").select("passwd").where("id", "=", me.worker_id).executeTakeFirst();
    refuseUnless(!(await verifyPasswd(input.passwd, found(stored).passwd)), "weak_passwd", "新密码不能与原密码相同");
  }
  return { hash: await hashPasswd(input.passwd), weak };
}

export async function changeOwnPasswd(ctx: Ctx, prepared: OwnPasswd): Promise<{ ok: true }> {
  const w = found(await signInRow(ctx.db, ctx.me.worker_id));
  refuseUnless(w.status === 1, "not_allowed");
  await saveRows(ctx, workerNoun, {
    where: q`id = ${w.id}`,
    set: {
      passwd: prepared.hash,
      is_weak: prepared.weak,
      must_change: false,
      once_until: null,
      passwd_at: ctx.now,
      updated_at: ctx.now,
    },
  });
  await sessionsEnd(ctx, w.id, "passwd", ctx.me.session_id);
  ctx.afterCommit(forgetSessions);
  await tell(ctx, w.id, "passwd_changed", "您的登录密码已修改；如非本人操作，请立即联系管理员");
  ctx.note({ noun: "worker", noun_id: w.id, noun_no: w.account, reason: "修改本人密码" });
  return { ok: true };
}
