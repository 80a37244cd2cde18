/** Assignments as they are stored, and the locks under which they are written. */
import type { Selectable } from "kysely";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows, type Sql } from "#kit/db/sql.ts";
import type { Tables } from "#kit/db/tables.gen.ts";

export type AssignmentRow = Selectable<Tables["supplier_assignments"]>;

/** Two who assign one person go one after the other; order holds him already. */
export const holdApplicant = (db: Db, id: number): Promise<unknown> =>
  rows(db, q`select id from applicants where id = ${id} for no key update`);

/** The same of several, in the order in which a change of their orders holds them. */
export const holdApplicants = (db: Db, ids: readonly number[]): Promise<unknown> =>
  rows(db, q`select id from applicants where id = any(${[...ids]}::int8[]) order by order_id, seq for no key update`);

export interface WantedMatch {
  sku_id: number;
  supplier_product_id?: number | null;
  supplier_id?: number | null;
}
/** Matches `m` that one of these may be given: the named one, those of the named supplier, or all of the product. */
export const wantedMatches = (list: readonly WantedMatch[]): Sql => q`
  exists (
    select from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as w(sku_id int8, supplier_product_id int8, supplier_id int8)
    where m.sku_id = w.sku_id and m.id = coalesce(w.supplier_product_id, m.id)
      and (w.supplier_product_id is not null or m.supplier_id = coalesce(w.supplier_id, m.supplier_id)))`;
/** Matches `m` that these people have now. */
export const heldMatchesOf = (applicantIds: readonly number[]): Sql => q`
  m.id in (select x.supplier_product_id from supplier_assignments x where x.applicant_id = any(${[...applicantIds]}::int8[]) and x.released_at is null)`;

/**
 * Holds matches `m` until the transaction ends: those with a quota for themselves, since who counts must be alone; the others
 * and their suppliers against being changed. Suppliers go first, as for whoever ends one. Answers the ones held alone.
 */
export async function holdMatches(db: Db, which: Sql): Promise<ReadonlySet<number>> {
  await rows(
    db,
    q`select s.id from suppliers s where s.id in (select m.supplier_id from supplier_products m where ${which}) order by s.id for share`,
  );
  const limited = await rows<{ id: number }>(
    db,
    q`select m.id from supplier_products m where ${which} and m.daily_quota is not null order by m.id for update`,
  );
  await rows(db, q`select m.id from supplier_products m where ${which} order by m.id for share`);
  return new Set(limited.map((m) => m.id));
}

export const openRow = (db: Db, applicantId: number): Promise<AssignmentRow | undefined> =>
  row<AssignmentRow>(db, q`select * from supplier_assignments where applicant_id = ${applicantId} and released_at is null`);

export const skuOfMatch = (db: Db, supplierProductId: number): Promise<{ sku_id: number } | undefined> =>
  row(db, q`select sku_id from supplier_products where id = ${supplierProductId}`);

/** Closes the open assignment of an applicant; answers whether there was one. */
export const closeRow = async (db: Db, applicantId: number, reason: string, at: Date): Promise<boolean> =>
  (await row(
    db,
    q`update supplier_assignments set released_at = ${at}, release_reason = ${reason} where applicant_id = ${applicantId} and released_at is null returning id`,
  )) !== undefined;

export const moveRow = (db: Db, id: number, date: string): Promise<unknown> =>
  rows(db, q`update supplier_assignments set planned_date = ${date} where id = ${id}`);
export interface Promised {
  supplier_id: number;
  applicant_id: number;
  promised_on?: string | null | undefined;
}
export const promiseRow = (db: Db, { supplier_id, applicant_id, promised_on = null }: Promised): Promise<unknown> =>
  rows(
    db,
    q`update supplier_assignments set promised_on = ${promised_on} where applicant_id = ${applicant_id} and supplier_id = ${supplier_id} and released_at is null`,
  );
