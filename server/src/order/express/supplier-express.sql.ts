/** Parcels to and from suppliers: papers of several orders in one express row. */
import type { Db } from "#kit/db/db.ts";
import { and, q, row, rows, type Sql } from "#kit/db/sql.ts";

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

/** Of these people the first who is not given to the supplier. */
export const unassigned = (db: Db, supplierId: number, ids: readonly number[]): Promise<{ applicant_no: string } | undefined> =>
  row(
    db,
    q`
    select a.applicant_no from applicants a where a.id = any(${[...ids]}::int8[]) and not exists (
      select from supplier_assignments x where x.applicant_id = a.id and x.supplier_id = ${supplierId} and x.released_at is null) order by a.id limit 1`,
  );
/** People by their orders, in id order. */
export const peopleByOrder = (db: Db, ids: readonly number[]): Promise<{ id: number; order_id: number }[]> =>
  rows(db, q`select id, order_id from applicants where id = any(${[...ids]}::int8[]) order by order_id, seq`);

/** Sealed passport numbers, for a print. */
/** Of these people, those who meet a condition over `a`. */
export const peopleSeen = async (db: Db, ids: readonly number[], seen: Sql | null): Promise<number[]> =>
  (await rows<{ id: number }>(db, q`select a.id from applicants a where ${and([q`a.id = any(${[...ids]}::int8[])`, seen])}`)).map(
    (p) => p.id,
  );
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
