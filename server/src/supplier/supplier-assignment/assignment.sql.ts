/** Assignments as they are stored, and the locks under which they are written. */
import type { Selectable } from "kysely";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows, type Sql } from "#kit/db/sql.ts";
import type { Tables } from "#kit/db/tables.gen.ts";

export type AssignmentRow = Selectable<Tables["supplier_assignments"]>;

/** Two who assign one person go one after the other; order holds him already. */
export const holdApplicant = (db: Db, id: number): Promise<unknown> =>
  rows(db, q`select id from applicants where id = ${id} for no key update`);

/**
 * Holds matches `m` until the transaction ends: those with a quota for themselves, since who counts must be alone; the others
 * and their suppliers against being changed. Answers the ones held alone.
 */
export async function holdMatches(db: Db, which: Sql): Promise<ReadonlySet<number>> {
  const limited = await rows<{ id: number }>(
    db,
    q`select m.id from supplier_products m where ${which} and m.daily_quota is not null order by m.id for update`,
  );
  await rows(
    db,
    q`select m.id from supplier_products m join suppliers s on s.id = m.supplier_id where ${which} order by m.id for share of m, s`,
  );
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
export const promiseRow = (db: Db, applicantId: number, on: string | null): Promise<unknown> =>
  rows(db, q`update supplier_assignments set promised_on = ${on} where applicant_id = ${applicantId} and released_at is null`);
