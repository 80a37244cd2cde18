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
  );
}

/** Numbers of applicants, for a log row that names them by id. */
export const subjectNumbers = (db: Db, ids: readonly number[]): Promise<{ id: number; applicant_no: string; order_id: number }[]> =>
  rows(db, q`select id, applicant_no, order_id from applicants where id = any(${[...ids]}::int8[]) order by id`);

/** Acts on orders and their people, as the operation log names them. */
export interface ActAsk {
  noun: string | null;
  noun_id: string | null;
  request_id: string;
}
const TOLD: readonly (string | null)[] = ["order", "applicant"];
/** What people typed as the reason of these acts: it stands in the order's timeline alone, where it can be erased. */
export async function reasonsOf(
  db: Db,
  acts: readonly ActAsk[],
): Promise<readonly { noun: string; noun_id: string; request_id: string; reason: string }[]> {
  const asked = acts.filter((a) => TOLD.includes(a.noun) && a.noun_id !== null && a.request_id !== "");
  if (asked.length === 0) return [];
  return rows(
    db,
    q`
    select k.noun, k.noun_id::text, k.request_id, l.reason
    from unnest(${asked.map((a) => a.noun)}::text[], ${asked.map((a) => Number(a.noun_id))}::int8[], ${asked.map((a) => a.request_id)}::text[]) as k (noun, noun_id, request_id)
    left join applicants a on k.noun = 'applicant' and a.id = k.noun_id
    join lateral (
      select x.reason from order_logs x where x.order_id = coalesce(a.order_id, k.noun_id) and x.request_id = k.request_id
        and x.noun = k.noun and x.noun_id = k.noun_id and x.reason is not null
      order by x.id desc limit 1) l on true`,
  );
}
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
