/** What setting asks of sign-in: unlocking an account and handing out a password. */
import type { Ctx } from "#kit/call/context.ts";
import { ONCE_MS } from "./login.rules.ts";
import { hashPasswd, md5Of, oncePasswd } from "./passwd.ts";

/** Sets the counters of an account, and of its known devices, to 0. Answers whether there were any. */
export async function loginUnlock(ctx: Pick<Ctx, "db">, worker: number, account: string): Promise<boolean> {
  const gone = ctx.db.deleteFrom("login_guards").returning("key");
  const own = await gone.where("kind", "=", "account").where("key", "=", account).execute();
  const devices = await gone.where("kind", "=", "device").where("key", "like", `${worker}:%`).execute();
  return own.length + devices.length > 0;
}

/** Takes the second step off an account whose owner lost it. Answers whether it was on. */
export async function totpOff(ctx: Pick<Ctx, "db" | "now">, worker: number): Promise<boolean> {
  const off = await ctx.db
    .updateTable("workers")
    .set((e) => ({
      totp_secret: null,
      totp_at: null,
      totp_step: null,
      recovery_codes: [],
      version: e("version", "+", 1),
      updated_at: ctx.now,
    }))
    .where("id", "=", worker)
    .where("totp_at", "is not", null)
    .returning("id")
    .execute();
  return off.length > 0;
}

export interface HandedOut {
  /** Shown once. */
  readonly once: string;
  readonly hash: string;
  readonly once_until: Date;
}

/** A one-time password for 24 hours. Hashing: call it before the transaction. */
export async function handOutPasswd(now: Date): Promise<HandedOut> {
  const once = oncePasswd();
  return { once, hash: await hashPasswd(md5Of(once)), once_until: new Date(now.getTime() + ONCE_MS) };
}
