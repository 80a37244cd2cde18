/** What setting asks of sign-in: unlocking an account and handing out a password. */
import type { Ctx } from "#kit/call/context.ts";
import { ONCE_MS } from "./login.rules.ts";
import { hashPasswd, md5Of, oncePasswd } from "./passwd.ts";
import { q } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { workerNoun } from "../worker.noun.ts";

/** Sets the counters of an account, and of its known devices, to 0. Answers whether there were any. */
export async function loginUnlock(ctx: Pick<Ctx, "db">, worker: number, account: string): Promise<boolean> {
  const gone = ctx.db.deleteFrom("login_guards").returning("key");
  const own = await gone.where("kind", "=", "account").where("key", "=", account).execute();
  const devices = await gone.where("kind", "=", "device").where("key", "like", `${worker}:%`).execute();
  return own.length + devices.length > 0;
}

/** Takes the second step off an account whose owner lost it. Answers whether it was on. */
export async function totpOff(ctx: Pick<Ctx, "db" | "now">, worker: number): Promise<boolean> {
  const off = await saveRows(ctx, workerNoun, {
    where: q`id = ${worker} and totp_at is not null`,
    set: { totp_secret: null, totp_at: null, totp_step: null, recovery_codes: [], updated_at: ctx.now },
  });
  return off.length > 0;
}

export interface HandedOut {
  /** Shown once. */
  readonly once: string;
  readonly hash: string;
  readonly once_until: Date;
}

/** Gives the account a one-time password; its owner chooses his own at the next sign-in. */
export const givePasswd = (ctx: Pick<Ctx, "db" | "now">, worker: number, { hash, once_until }: HandedOut): Promise<unknown> =>
  saveRows(ctx, workerNoun, {
    where: q`id = ${worker}`,
    set: { passwd: hash, must_change: true, once_until, is_weak: false, passwd_at: ctx.now, updated_at: ctx.now },
  });

/** A one-time password for 24 hours. Hashing: call it before the transaction. */
export async function handOutPasswd(now: Date): Promise<HandedOut> {
  const once = oncePasswd();
  return { once, hash: await hashPasswd(md5Of(once)), once_until: new Date(now.getTime() + ONCE_MS) };
}
