/** What products ask of areas that rest on them; `server/src/areas.ts` passes the real ones in. */
import type { Sql } from "#kit/sql.ts";

export interface ProtectionDoors {
  /** Persons covered, as rows of (product_id, sku_id, country_id, identity, sold, premium, claims_submitted, claims_passed, paid). */
  readonly protectionSales: Sql;
  /** Condition: an order was made with the protection. */
  isProtectionSold(id: Sql): Sql;
}
