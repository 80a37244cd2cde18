/** Applicants by what an access question names them: order number, applicant number, passport in full or its last four. */
import type { SealedKind } from "@visadesk/contract/kit/mask.ts";
import type { Db } from "#kit/db/db.ts";
import { q, raw, rows } from "#kit/db/sql.ts";
import { passportMatch } from "../list/keyword.sql.ts";

export interface Subject {
  applicant_id: number;
  applicant_no: string;
  order_id: number;
  name_cn: string | null;
  passport_no: string | null;
}
const SHOWN = 100;

/** Everybody the word fits, whoever's order it is: only readers of the operation log ask. */
export function subjectsOf(db: Db, word: string): Promise<Subject[]> {
  return rows<Subject>(
    db,
    q`
    select a.id as applicant_id, a.applicant_no, a.order_id, a.name_cn, a.passport_no from applicants a
    where a.applicant_no = ${word.toUpperCase()} or a.order_id = (select o.id from orders o where o.order_no = ${word.toUpperCase()})
      or ${passportMatch(raw("a"), word)}
    order by a.id desc limit ${SHOWN}`,
    { named: false },
  );
}

/** Numbers of applicants, for a log row that names them by id. */
export const subjectNumbers = (db: Db, ids: readonly number[]): Promise<{ id: number; applicant_no: string; order_id: number }[]> =>
  rows(db, q`select id, applicant_no, order_id from applicants where id = any(${[...ids]}::int8[]) order by id`);

export const diffOrders = (db: Db, ids: readonly number[]): Promise<{ id: number; order_id: number }[]> =>
  rows(db, q`select id, order_id from order_diffs where id = any(${[...ids]}::int8[])`);
export const diffsOf = async (db: Db, orderNo: string): Promise<number[]> =>
  (await rows<{ id: number }>(db, q`select d.id from order_diffs d join orders o on o.id = d.order_id where o.order_no = ${orderNo}`)).map(
    (d) => d.id,
  );

const COLUMNS: Partial<Record<SealedKind, string>> = {
  passport: "a.passport_no_hash",
  id_card: "a.id_card_no_hash",
  mobile: "a.mobile_hash",
};
/** Whose number it is: applicants by their own, and those of an order by its contact's mobile. */
export async function numberSubjects(db: Db, kind: SealedKind, hashes: readonly string[]): Promise<number[]> {
  const column = COLUMNS[kind];
  if (!column) return [];
  const found = await rows<{ id: number }>(
    db,
    q`
    select a.id from applicants a where ${raw(column)} = any(${[...hashes]}::text[])
    ${kind === "mobile" ? q`union select a.id from orders o join applicants a on a.order_id = o.id where o.contact_mobile_hash = any(${[...hashes]}::text[])` : raw("")}
    order by 1 limit ${SHOWN}`,
  );
  return found.map((r) => r.id);
}
