/** What the review of prices asks of other areas; `server/src/areas.ts` passes the real ones in, since those areas rest on this one. */
import type { Db } from "#kit/db/db.ts";

/** Paid applicants alike in the price they were sold at. */
export interface SoldTier {
  price_id: number | null;
  source: string;
  tier_code: string | null;
  is_child: boolean;
  n: number;
}
export interface AdjustDoors {
  /** Sales of a product paid since an instant. */
  soldTiers(db: Db, skuId: number, since: Date): Promise<readonly SoldTier[]>;
}
