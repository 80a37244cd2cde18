/** Which closed orders personal data may leave, what keeps the others, and taking it out. Numbers, states and money stay. */
import type { Db } from "#kit/db/db.ts";
import { q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { erasedSet, GONE } from "#kit/noun/erase.ts";
import type { Noun } from "#kit/noun/noun.ts";
import { saveRows } from "#kit/noun/save.ts";
import { eraseWorkOrders, workOrderKeys } from "../../peer/index.ts";
import { eraseItems } from "../../supplier/index.ts";
import { applicantNoun } from "../applicant/applicant.noun.ts";
import { visitNoun } from "../applicant/visit.noun.ts";
import { orderEvaluateNoun } from "../desk/evaluate.noun.ts";
import { orderRemindNoun } from "../desk/order-remind.noun.ts";
import { custodyNoun } from "../express/custody.noun.ts";
import { expressNoun } from "../express/express.noun.ts";
import { orderNoteNoun } from "../list/order-note.noun.ts";
import { materialNoun } from "../material/material.noun.ts";
import { orderConsistencyNoun } from "../consistency/order-consistency.noun.ts";
import { orderExpireNoun } from "../expire/order-expire.noun.ts";
import { refundNoun } from "../refund/refund.noun.ts";
import { orderDiffNoun } from "./order-diff.noun.ts";
import { orderNoun } from "./order.noun.ts";

export interface EraseRow {
  id: number;
  order_no: string;
  people: number;
  files: number;
  legal_hold: string | null;
  refund_open: boolean;
  claim_open: boolean;
  diff_open: boolean;
}
/** Every naming of a stored file by an order's people, as `key`. Payment proofs are vouchers and stay with the money. */
const namings = (order: Sql): Sql => q`
  select f.file as key from material_files f join applicant_materials m on m.id = f.material_id join applicants p on p.id = m.applicant_id where p.order_id = ${order}
  union all select unnest(p.result_files || p.refusal_files) from applicants p where p.order_id = ${order}
  union all select unnest(c.proof_files) from refuse_claims c join applicants p on p.id = c.applicant_id where p.order_id = ${order}
  union all select v.letter from visits v join applicants p on p.id = v.applicant_id where p.order_id = ${order}
  union all select unnest(n.files) from order_notes n where n.order_id = ${order}
  union all select unnest(e.files) from order_evaluates e where e.order_id = ${order}
  union all select unnest(r.proof) from refunds r where r.order_id = ${order}
  union all select f.key from (${workOrderKeys}) f join work_orders w on w.id = f.id where w.order_id = ${order}
  union all select unnest(i.issue_files) from supplier_parcel_items i join applicants p on p.id = i.applicant_id where p.order_id = ${order}`;

const COLUMNS = q`
  o.id, o.order_no, o.legal_hold, o.applicant_count as people,
  (select count(distinct k.key)::int from (${namings(raw("o.id"))}) k where k.key <> '') as files,
  exists (select from applicants p where p.order_id = o.id and p.applicant_status in ('refunding', 'pre_review_failed'))
    or exists (select from refunds r where r.order_id = o.id and r.refund_status in ('pending', 'pending_final', 'paying', 'failed')) as refund_open,
  exists (select from applicants p where p.order_id = o.id and p.applicant_status in ('refused_proof', 'refused_review', 'refused_rejected')) as claim_open,
  exists (select from order_diffs d where d.order_id = o.id and d.diff_status = 'pending') as diff_open`;
const CLOSED = q`o.erased_at is null and o.order_status in ('completed', 'cancelled', 'deleted')`;

/** Closed before the day and not yet erased, by id. */
export const eraseCandidates = (db: Db, before: Date, after: number, limit: number): Promise<EraseRow[]> =>
  rows<EraseRow>(
    db,
    q`
    select ${COLUMNS} from orders o
    where ${CLOSED} and coalesce(o.completed_at, o.cancelled_at) < ${before} and o.id > ${after} order by o.id limit ${limit}`,
  );

/** One closed order under its lock; undefined when it is open or already erased. */
export async function lockForErasure(db: Db, id: number): Promise<EraseRow | undefined> {
  await row(db, q`select id from orders where id = ${id} for update`);
  await rows(db, q`select id from applicants where order_id = ${id} order by seq for update`);
  return row<EraseRow>(db, q`select ${COLUMNS} from orders o where ${CLOSED} and o.id = ${id}`);
}

export const orderByNumber = (
  db: Db,
  no: string,
): Promise<{ id: number; order_no: string; closed: boolean; erased_at: string | null } | undefined> =>
  row(
    db,
    q`select id, order_no, order_status in ('completed', 'cancelled', 'deleted') as closed, erased_at from orders where order_no = ${no.toUpperCase()}`,
  );

/** Stored files of an order's people, each once. */
export const filesOfOrder = (db: Db, id: number): Promise<{ key: string }[]> =>
  rows(db, q`select distinct k.key from (${namings(q`${id}::int8`)}) k where k.key <> ''`);

/** Which of these keys are still named by a record of this area. */
export const filesInUse = async (db: Db, keys: readonly string[]): Promise<string[]> =>
  (
    await rows<{ key: string }>(
      db,
      q`
      select k.key from unnest(${[...keys]}::text[]) k(key)
      where exists (select from material_files f where f.file = k.key) or exists (select from visits v where v.letter = k.key)
      union select key from (
        select unnest(result_files || refusal_files) as key from applicants where cardinality(result_files) + cardinality(refusal_files) > 0
        union all select unnest(proof_files) from refuse_claims union all select unnest(files) from order_notes
        union all select unnest(files) from order_evaluates union all select unnest(proof) from order_payments
        union all select unnest(proof) from refunds) a
      where a.key = any(${[...keys]}::text[])`,
    )
  ).map((r) => r.key);

/** Fields that leave an order and its people; their earlier values leave the timeline. */
const ERASED: readonly string[] = [...Object.keys(orderNoun.erased), ...Object.keys(applicantNoun.erased)];
/** Nouns of an order whose columns are erased as their descriptors say, by the order's number. */
const OF_ORDER: readonly Noun[] = [
  applicantNoun,
  visitNoun,
  expressNoun,
  orderEvaluateNoun,
  orderNoteNoun,
  orderRemindNoun,
  orderDiffNoun,
  refundNoun,
  orderExpireNoun,
  orderConsistencyNoun,
];

/** Takes identity, contact, texts, answers and file names out of one order. */
export async function eraseRows(db: Db, id: number, now: Date): Promise<void> {
  await saveRows({ db }, orderNoun, { where: q`id = ${id}`, set: { ...erasedSet(orderNoun), erased_at: now } });
  for (const noun of OF_ORDER) await saveRows({ db }, noun, { where: q`order_id = ${id}`, set: erasedSet(noun) });
  await rows(
    db,
    q`
    update material_files f set file = '', filename = ${GONE}, superseded_at = coalesce(f.superseded_at, ${now}::timestamptz)
    from applicant_materials m join applicants p on p.id = m.applicant_id where m.id = f.material_id and p.order_id = ${id}`,
  );
  const form_answers = q`case when form_answers is null then null else '{}'::jsonb end`;
  await saveRows({ db }, materialNoun, {
    where: q`applicant_id in (select p.id from applicants p where p.order_id = ${id})`,
    set: { ...erasedSet(materialNoun), form_answers },
  });
  await rows(db, q`update submissions set application_no = null where order_id = ${id}`);
  await rows(db, q`update refuse_claims set proof_files = '{}', reason = null, appeal_reason = '' where order_id = ${id}`);
  await rows(db, q`update refunds set proof = '{}' where order_id = ${id}`);
  const ofRefunds = q`refund_id in (select r.id from refunds r where r.order_id = ${id})`;
  await rows(db, q`update refund_lines set note = '' where ${ofRefunds} and note <> ''`);
  await rows(db, q`update refund_parts set fail_reason = '' where ${ofRefunds} and fail_reason <> ''`);
  await eraseWords(db, id);
  await eraseWorkOrders(db, id);
  const people = await rows<{ id: number }>(db, q`select id from applicants where order_id = ${id}`);
  await eraseItems(
    db,
    people.map((p) => p.id),
  );
  await rows(
    db,
    q`
    update outbound_messages set receiver = '', content = ${GONE}
    where (ref_noun = 'order' and ref_id = ${id}) or (ref_noun = 'applicant' and ref_id in (select id from applicants where order_id = ${id}))`,
  );
}

/** Takes what people typed out of the order's side tables; that something was said, when and by whom stays. */
async function eraseWords(db: Db, id: number): Promise<void> {
  await rows(
    db,
    q`
    update order_logs l set archived = null, reason = null, changes = case when l.kind <> 'field' then l.changes else coalesce((
      select jsonb_agg(case when c.one ->> 'field' = any(${[...ERASED]}) then c.one || '{"before":null,"after":null}' else c.one end order by c.n)
      from jsonb_array_elements(l.changes) with ordinality c (one, n)), '[]') end
    where l.order_id = ${id}`,
  );
  await saveRows({ db }, custodyNoun, {
    where: q`material_id in (select m.id from applicant_materials m join applicants p on p.id = m.applicant_id where p.order_id = ${id})`,
    set: erasedSet(custodyNoun),
  });
}
