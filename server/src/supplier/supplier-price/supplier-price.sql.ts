import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";

export interface StoredPrice {
  supplier_name: string;
  review: "pending" | "approved" | "rejected" | "withdrawn";
  effective_at: string | null;
}
/** A supplier's price, locked until the transaction ends. */
export const lockedPrice = (db: Db, id: number): Promise<StoredPrice | undefined> =>
  row<StoredPrice>(
    db,
    q`
    select s.short_name as supplier_name, p.review, p.effective_at from supplier_prices p
    join supplier_products m on m.id = p.supplier_product_id join suppliers s on s.id = m.supplier_id where p.id = ${id} for update of p`,
  );

/** A price holds from `at` on where one is given; else its time stays as it was asked for. */
export const setReview = (db: Db, id: number, review: StoredPrice["review"], at: Date | null): Promise<unknown> =>
  rows(db, q`update supplier_prices set review = ${review}, effective_at = coalesce(${at}::timestamptz, effective_at) where id = ${id}`);
