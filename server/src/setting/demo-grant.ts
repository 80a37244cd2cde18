/** Demo use of rights: every role works with what it holds, but for a few codes that sleep. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Db } from "#kit/db/db.ts";
import { dayOf } from "#kit/range.ts";
import { noteUse } from "./grant/permission-use.sql.ts";
import { watchedCodes } from "./grant/permission-use.ts";

const ASLEEP: Readonly<Record<string, readonly number[]>> = {
  订单主管: [may.order_settle_price, may.order_rollback],
  客服: [may.personal_reveal],
};
const SLEEPS_SINCE = -130;

export async function seedPermissionUses(db: Db, now: Date): Promise<void> {
  const roles = await db.selectFrom("roles").select(["id", "name", "module_group"]).where("is_builtin", "=", false).orderBy("id").execute();
  for (const { id, name, module_group } of roles) {
    const asleep = ASLEEP[name] ?? [];
    const watched = module_group.filter((c) => watchedCodes.includes(c));
    await noteUse(
      db,
      id,
      watched.filter((c) => !asleep.includes(c)),
      dayOf(now, -1),
    );
    await noteUse(
      db,
      id,
      watched.filter((c) => asleep.includes(c)),
      dayOf(now, SLEEPS_SINCE),
    );
  }
}
