/** What setting asks of sign-in: unlocking an account and handing out a password. */
import type { Ctx } from "#kit/context.ts";
import { ONCE_MS } from "./login.rules.ts";
import { hashPasswd, md5Of, oncePasswd } from "./passwd.ts";

/** Sets the counters of an account, and of its known devices, to 0. */
export async function loginUnlock(ctx: Pick<Ctx, "db">, worker: number, account: string): Promise<void> {
  await ctx.db.deleteFrom("login_guards").where("kind", "=", "account").where("key", "=", account).execute();
  await ctx.db.deleteFrom("login_guards").where("kind", "=", "device").where("key", "like", `${worker}:%`).execute();
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
