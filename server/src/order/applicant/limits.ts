/** Time limits: rows of order_limits; the first migration puts in the defaults, staff change them there. */
import type { Db } from "#kit/db/db.ts";
import type { Limit } from "../flow/due.rules.ts";

export const limitsOf = (db: Db): Promise<Limit[]> =>
  db.selectFrom("order_limits").select(["key", "country_code", "is_urgent", "value", "unit"]).execute();
