/** Signing in: the ladder before the hash, the hash outside the transaction, everything else inside one. */
import type { accountApi } from "@visadesk/contract/account/session.ts";
import type { Ctx } from "#kit/call/context.ts";
import { HttpError, keeping, Refusal } from "#kit/http/refuse.ts";
import { staged } from "#kit/call/serve.ts";
import { deviceCookie, fromBrowser, giveCookies, hashOf, newSecret } from "../cookies.ts";
import { accountName, DAY, DEVICE_KNOWN_MS, LOCK_AT, LOCKED_TEXT, MINUTE, netOf, SESSIONS_MAX, tooManyTries } from "./login.rules.ts";
import { verifyPasswd } from "./passwd.ts";
import { forgetSessions } from "../principal.ts";
import {
  claimAttempt,
  clearGuard,
  countWindow,
  endCrowd,
  endExpired,
  guardState,
  loginFacts,
  releaseAttempt,
  rememberDevice,
  signInRow,
  type Attempt,
  type GuardKey,
  type SignInRow,
} from "./session.sql.ts";
import { tell } from "../tell.ts";
import { secondStep } from "./two-step.ts";

const minutesLeft = (until: string, now: Date): number => Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / MINUTE));

export const closedUntil = (until: string, now: Date): HttpError =>
  new HttpError(429, tooManyTries(minutesLeft(until, now)), null, {
    "retry-after": String(Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 1000))),
  });

/** Claims a try of the ladder or answers 429; nothing is hashed while it is closed. */
export async function openLadder(ctx: Ctx, guard: GuardKey): Promise<Attempt> {
  const attempt = await claimAttempt(ctx.db, guard, ctx.now);
  if (attempt) return attempt;
  const state = await guardState(ctx.db, guard);
  if (state && state.fails < LOCK_AT && state.until) throw closedUntil(state.until, ctx.now);
  throw new HttpError(429, LOCKED_TEXT, null, { "retry-after": String(DAY / 1000) });
}

/** Runs a hash for a claimed try; a full queue gives the try back. */
export async function verifyClaimed(ctx: Ctx, attempt: Attempt, passwd: string, stored: string | null): Promise<boolean> {
  try {
    return await verifyPasswd(passwd, stored);
  } catch (e) {
    await releaseAttempt(ctx.db, attempt);
    throw e;
  }
}

interface Prepared {
  account: string;
  worker_id: number | null;
  stored: string | null;
  right: boolean;
  attempt: Attempt;
  net: string;
  device: string | null;
}

async function prepare(input: { account: string; passwd: string }, ctx: Ctx): Promise<Prepared> {
  const account = accountName(input.account);
  const device = deviceCookie(ctx.headers);
  const net = netOf(ctx.ip);
  const since = new Date(ctx.now.getTime() - DEVICE_KNOWN_MS);
  const facts = await loginFacts(ctx.db, account, device && hashOf(device), since, net);
  const known = facts?.device_known && facts.id !== null && device !== null;
  // A neighbour who invents names shuts his network's door; who signed in from this device before has one of his own.
  if (!known && facts?.net_until && Date.parse(facts.net_until) > ctx.now.getTime()) throw closedUntil(facts.net_until, ctx.now);
  const attempt = await openLadder(
    ctx,
    known ? { kind: "device", key: `${facts.id}:${hashOf(device)}` } : { kind: "account", key: account },
  );
  const right = await verifyClaimed(ctx, attempt, input.passwd, facts?.passwd ?? null);
  return { account, worker_id: facts?.id ?? null, stored: facts?.passwd ?? null, right, attempt, net, device };
}

/** The one answer for everything that is wrong; the counters and the log row stay. */
async function failed(ctx: Ctx, p: Prepared, refusal: Refusal, reason: string): Promise<never> {
  if (p.attempt.kind !== "device") await countWindow(ctx.db, { kind: "net", key: p.net }, ctx.now);
  await countWindow(ctx.db, { kind: "all", key: "all" }, ctx.now);
  ctx.note({
    kind: "login_fail",
    actor: { kind: "worker", id: p.worker_id, name: p.account.slice(0, 40) },
    noun: "worker",
    noun_id: p.worker_id,
    noun_no: p.account.slice(0, 40),
    reason,
  });
  throw keeping(refusal);
}

const UNKNOWN = "没有这个账号";
/** Why a right password does not let in, or null. */
function closedReason(w: SignInRow | undefined, p: Prepared, now: Date): string | null {
  if (!w) return UNKNOWN;
  if (!p.right || w.passwd !== p.stored) return "密码错误";
  if (w.status !== 1) return "账号已停用";
  if (w.must_change && w.once_until && Date.parse(w.once_until) <= now.getTime()) return "一次性密码已过期";
  return null;
}

interface SignedIn {
  token: string;
  id: number;
  account: string;
}

async function openSession(ctx: Ctx, w: SignInRow, p: Prepared): Promise<SignedIn> {
  const days = await ctx.config("session_max_days");
  const token = newSecret();
  const browser = fromBrowser(ctx.headers);
  const cookie = browser ? newSecret() : null;
  const device = p.device ?? (browser ? newSecret() : null);
  await endExpired(ctx.db, ctx.now, await ctx.config("session_idle_hours"), w.id);
  await ctx.db
    .insertInto("sessions")
    .values({
      worker_id: w.id,
      platform: ctx.platform,
      token_hash: hashOf(token),
      cookie_hash: cookie && hashOf(cookie),
      ip: ctx.ip,
      agent: ctx.agent.slice(0, 300),
      device_id: device && hashOf(device).slice(0, 16),
      created_at: ctx.now,
      last_seen_at: ctx.now,
      ends_at: new Date(ctx.now.getTime() + days * DAY),
    })
    .execute();
  await endCrowd(ctx.db, w.id, SESSIONS_MAX, ctx.now);
  ctx.afterCommit(forgetSessions);
  if (cookie && device) giveCookies(ctx, cookie, device, days);
  if (device && (await rememberDevice(ctx.db, w.id, hashOf(device), ctx.now)) && w.last_login) {
    await tell(ctx, w.id, "new_device", `您的账号在新设备上登录，IP ${ctx.ip}`);
  }
  return { token, id: w.id, account: w.account };
}

async function signIn(input: { code?: string | undefined }, ctx: Ctx, p: Prepared): Promise<SignedIn> {
  const w = p.worker_id === null ? undefined : await signInRow(ctx.db, p.worker_id);
  const closed = closedReason(w, p, ctx.now);
  if (!w || closed) return failed(ctx, p, new Refusal("login_failed"), closed ?? UNKNOWN);
  if (w.totp_at) {
    if (input.code === undefined) {
      await releaseAttempt(ctx.db, p.attempt);
      ctx.note({
        kind: "login_fail",
        actor: { kind: "worker", id: w.id, name: w.account },
        noun: "worker",
        noun_id: w.id,
        noun_no: w.account,
        reason: "totp_required",
      });
      throw keeping(new Refusal("totp_required"));
    }
    if (!(await secondStep(ctx, w, input.code))) return failed(ctx, p, new Refusal("totp_wrong"), "totp_wrong");
  }
  await clearGuard(ctx.db, p.attempt);
  // A handed-out password lets in once; the first administrator, whom nobody can reset, until it lapses.
  const usedOnce = w.must_change && w.once_until !== null && w.created_by !== null;
  await ctx.db
    .updateTable("workers")
    .set({ last_login_at: ctx.now, last_login_ip: ctx.ip, ...(usedOnce && { once_until: ctx.now }) })
    .where("id", "=", w.id)
    .execute();
  ctx.note({
    kind: "login",
    actor: { kind: "worker", id: w.id, name: w.nickname || w.account },
    noun: "worker",
    noun_id: w.id,
    noun_no: w.account,
  });
  return openSession(ctx, w, p);
}

export const login = staged<(typeof accountApi)["open/oss_login"], Prepared>(prepare, signIn);
