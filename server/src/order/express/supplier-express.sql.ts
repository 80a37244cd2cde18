/** Parcels to and from suppliers: papers of several orders in one express row. */
import type { Db } from "#kit/db/db.ts";
import { and, q, rows } from "#kit/db/sql.ts";

export interface CarriedItem {
  order_id: number;
  applicant_id: number;
  material_id: number | null;
  count: number;
}
/** What of people is in the parcel, by order so that orders are locked in id order. */
export const carriedItems = (db: Db, expressId: number): Promise<CarriedItem[]> =>
  rows<CarriedItem>(
    db,
    q`
    select a.order_id, i.applicant_id, i.material_id, i.count from express_items i join applicants a on a.id = i.applicant_id
    where i.express_id = ${expressId} order by a.order_id, i.id`,
  );

/** Sealed passport numbers, for a print. */
export const sealedPassports = (
  db: Db,
  ids: readonly number[],
  scopeIds: readonly number[] | null,
): Promise<{ id: number; applicant_no: string; passport_no: string | null; passport_no_sealed: string | null }[]> =>
  rows(
    db,
    q`select id, applicant_no, passport_no, passport_no_sealed from applicants where ${and([
      q`id = any(${[...ids]}::int8[])`,
      scopeIds === null ? null : q`owner_ids && ${[...scopeIds]}::int8[]`,
    ])}`,
  );
