import type { Db } from "#kit/db/db.ts";
import { costAmount } from "./supplier-price.rules.ts";
import { costBesideOf, seenPrice } from "./supplier-price.sql.ts";

/** What the cell of an asked cost amounts to as long as that cost does not hold; null: there is none. */
export async function costBeside(
  db: Db,
  cell: { id: number; ref_id: string; band: "adult" | "child"; centre_fee: number },
  at: Date,
): Promise<number | null> {
  return costAmount(await costBesideOf(db, cell.id, at), { part: cell.ref_id.split(":")[1], band: cell.band }, cell.centre_fee);
}

/** Whose cost it is. */
export async function costSupplier(db: Db, id: number): Promise<{ id: number; name: string } | null> {
  const price = await seenPrice(db, id, null);
  return price ? { id: price.supplier_id, name: price.supplier_name } : null;
}
