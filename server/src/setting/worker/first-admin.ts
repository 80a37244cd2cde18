/** The first account of an empty database: printed once, good for 24 hours, must be changed at the first sign-in. */
import type { Db } from "#kit/db/db.ts";
import { ConfigError } from "#kit/config.ts";
import { accountName, handOutPasswd, hashPasswd, isWeakPasswd, md5Of } from "../../account/index.ts";
import { SUPER_ROLE } from "../demo.ts";

export interface FirstAdmin {
  account: string;
  /** null: the one given in ADMIN_PASSWORD. */
  password: string | null;
}

const LIFE_MS = 86_400_000;

async function passwordFor(given: string | null, now: Date): Promise<{ hash: string; shown: string | null; until: Date }> {
  if (given === null) {
    const { once, hash, once_until } = await handOutPasswd(now);
    return { hash, shown: once, until: once_until };
  }
  if (await isWeakPasswd(md5Of(given))) throw new ConfigError("ADMIN_PASSWORD", "密码过于简单，请更换");
  return { hash: await hashPasswd(md5Of(given)), shown: null, until: new Date(now.getTime() + LIFE_MS) };
}

/**
 * Makes the first administrator where there is no worker at all, and gives him a new password where his first one
 * lapsed unused. Answers what to print, or null when there is nothing to do.
 */
export async function ensureFirstAdmin(
  db: Db,
  options: { account: string; password: string | null },
  now: Date,
): Promise<FirstAdmin | null> {
  const workers = await db.selectFrom("workers").select(["id", "account", "last_login_at", "once_until"]).limit(2).execute();
  const only = workers[0];
  if (only) {
    const lapsed =
      workers.length === 1 && only.last_login_at === null && only.once_until !== null && Date.parse(only.once_until) <= now.getTime();
    if (!lapsed) return null;
    const p = await passwordFor(options.password, now);
    await db
      .updateTable("workers")
      .set({ passwd: p.hash, once_until: p.until, must_change: true, passwd_at: now })
      .where("id", "=", only.id)
      .execute();
    return { account: only.account, password: p.shown };
  }
  const p = await passwordFor(options.password, now);
  const role = await db
    .insertInto("roles")
    .values({ name: SUPER_ROLE, note: "全部权限，不能修改", data_scope: "all", is_builtin: true, created_at: now, updated_at: now })
    .onConflict((c) => c.column("name").doUpdateSet({ is_builtin: true }))
    .returning("id")
    .executeTakeFirstOrThrow();
  const account = accountName(options.account);
  await db
    .insertInto("workers")
    .values({
      account,
      nickname: SUPER_ROLE,
      role_id: role.id,
      passwd: p.hash,
      must_change: true,
      once_until: p.until,
      passwd_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((c) => c.column("account").doNothing())
    .execute();
  return { account, password: p.shown };
}
