/** Time limits: rows of order_limits, made with our defaults at installation. */
import type { Db } from "#kit/db.ts";
import { DEFAULT_LIMITS, type Limit } from "./due.rules.ts";

export const limitsOf = (db: Db): Promise<Limit[]> => db.selectFrom("order_limits").select(["key", "country_code", "is_urgent", "value", "unit"]).execute();

/** Puts in the defaults that are missing; rows staff changed stay. */
export async function seedOrderLimits(db: Db): Promise<void> {
  await db.insertInto("order_limits").values(DEFAULT_LIMITS.map(([key, value, unit, is_urgent]) => ({ key, value, unit, is_urgent: is_urgent ?? null, country_code: null })))
    .onConflict((c) => c.doNothing()).execute();
}
