/** 两步验证: the secret is sealed in the database, each code counts once, recovery codes are kept as hashes. */
import { createHmac } from "node:crypto";
import type { Ctx } from "#kit/call/context.ts";
import { keeping, refuse, Refusal, refuseUnless } from "#kit/http/refuse.ts";
import { pepper, seal, unseal } from "./keys.ts";
import { forgetSessions } from "../principal.ts";
import { needsSecondStep } from "./login.rules.ts";
import { recoveryCode } from "./passwd.ts";
import { claimAttempt, clearGuard, guardState, signInRow, type GuardKey } from "./session.sql.ts";
import { newTotpSecret, totpStep, totpUri } from "./totp.ts";

const RECOVERY_CODES = 10;
const hashCode = (code: string): string => createHmac("sha256", pepper().key).update(code.trim().toLowerCase()).digest("hex");

interface TwoStepRow {
  id: number;
  totp_secret: string | null;
  totp_step: number | null;
  recovery_codes: string[];
}

/** Accepts a code of this moment or a recovery code, and marks it used. */
export async function secondStep(ctx: Ctx, w: TwoStepRow, code: string): Promise<boolean> {
  const step = w.totp_secret === null ? null : totpStep(unseal(w.totp_secret), code.trim(), ctx.now, w.totp_step);
  if (step !== null) {
    await ctx.db.updateTable("workers").set({ totp_step: step }).where("id", "=", w.id).execute();
    return true;
  }
  const given = hashCode(code);
  if (!w.recovery_codes.includes(given)) return false;
  await ctx.db
    .updateTable("workers")
    .set({ recovery_codes: w.recovery_codes.filter((c) => c !== given) })
    .where("id", "=", w.id)
    .execute();
  return true;
}

export async function totpStart(_input: unknown, ctx: Ctx): Promise<{ secret: string; uri: string }> {
  const w = await signInRow(ctx.db, ctx.me.worker_id);
  refuseUnless(w && !w.totp_at, "guard_failed", "两步验证已开启，请先关闭");
  refuseUnless((await ctx.config("totp_policy")) !== "off", "guard_failed", "系统未启用两步验证，请联系管理员");
  const secret = newTotpSecret();
  await ctx.db
    .updateTable("workers")
    .set({ totp_secret: seal(secret), totp_step: null })
    .where("id", "=", w.id)
    .execute();
  ctx.note({ noun: "worker", noun_id: w.id, noun_no: w.account });
  return { secret, uri: totpUri(secret, w.account, await ctx.config("platform_name")) };
}

const guardOf = (worker: number): GuardKey => ({ kind: "device", key: `${worker}:totp` });

/** Guessing codes climbs the same ladder as guessing passwords. The try is counted by the caller's kept refusal. */
async function assertTries(ctx: Ctx): Promise<void> {
  if (await claimAttempt(ctx.db, guardOf(ctx.me.worker_id), ctx.now)) return;
  const state = await guardState(ctx.db, guardOf(ctx.me.worker_id));
  refuse("totp_wrong", state?.until ? "验证码错误次数过多，请稍后再试" : "验证码错误次数过多，请联系管理员解锁");
}

export async function totpConfirm(input: { code: string }, ctx: Ctx): Promise<{ recovery_codes: string[] }> {
  const w = await signInRow(ctx.db, ctx.me.worker_id);
  refuseUnless(w?.totp_secret && !w.totp_at, "guard_failed", "请先获取两步验证密钥");
  const step = totpStep(unseal(w.totp_secret), input.code.trim(), ctx.now, null);
  refuseUnless(step !== null, "totp_wrong");
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
  await ctx.db
    .updateTable("workers")
    .set({ totp_at: ctx.now, totp_step: step, recovery_codes: codes.map(hashCode) })
    .where("id", "=", w.id)
    .execute();
  ctx.afterCommit(forgetSessions);
  ctx.note({ noun: "worker", noun_id: w.id, noun_no: w.account, reason: "开启两步验证" });
  return { recovery_codes: codes };
}

export async function totpStop(input: { code: string }, ctx: Ctx): Promise<{ ok: true }> {
  await assertTries(ctx);
  const w = await signInRow(ctx.db, ctx.me.worker_id);
  refuseUnless(w?.totp_at, "guard_failed", "两步验证没有开启");
  const totp_policy = await ctx.config("totp_policy");
  refuseUnless(!needsSecondStep({ is_weak: w.is_weak, totp_on: false, totp_policy }), "guard_failed", "系统要求开启两步验证，不能关闭");
  if (!(await secondStep(ctx, w, input.code))) throw keeping(new Refusal("totp_wrong"));
  await clearGuard(ctx.db, guardOf(w.id));
  await ctx.db
    .updateTable("workers")
    .set({ totp_secret: null, totp_at: null, totp_step: null, recovery_codes: [] })
    .where("id", "=", w.id)
    .execute();
  ctx.note({ noun: "worker", noun_id: w.id, noun_no: w.account, reason: "关闭两步验证" });
  return { ok: true };
}
