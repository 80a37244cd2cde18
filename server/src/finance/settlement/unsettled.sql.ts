/** What of the books is in no settlement yet: a line of a payable is owed until a live line of a settlement names it. */
import { JOURNAL_KINDS, type JournalKind } from "@visadesk/contract/finance/ledger.words.ts";
import type { LineSource } from "@visadesk/contract/finance/settle.words.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { PAYABLES, type PayableCode } from "./settle.rules.ts";

export interface Unsettled {
  journal_line_id: number;
  code: PayableCode;
  /** What is owed by it; below 0: it lessens what is owed. */
  amount: number;
  order_id: number | null;
  applicant_id: number | null;
  express_id: number | null;
  waybill_no: string | null;
  /** What it insures, and by which number. */
  policy_id: number | null;
  policy_no: string | null;
  card_id: number | null;
  kind: JournalKind;
  booked_on: string;
}
/** Payments and prepayments are no lines of a settlement, nor are differences that one booked for its own party. */
const NO_LINES = ["settle_paid", "payout_bounced", "supplier_prepay"];
/** Lines of payables `l`, their accounts `a` and journals `j`. */
export const UNSETTLED_FROM = q`ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id
  left join journals r on r.id = j.reversal_of`;
export const UNSETTLED = q`(a.code = any(${[...PAYABLES]}::text[]) and j.kind <> all(${NO_LINES}::text[]) and coalesce(r.kind, '') <> all(${NO_LINES}::text[])
  and not exists (select 1 from settlements o where o.id = coalesce(r.source_id, j.source_id) and o.supplier_id = a.owner_id
    and coalesce(r.source_noun, j.source_noun) = 'settlement')
  and not exists (select 1 from settle_lines x where x.journal_line_id = l.id and (x.freed_at is null or x.is_held)))`;

/** Of one supplier, oldest first. */
export const unsettledOf = (db: Db, supplierId: number): Promise<Unsettled[]> =>
  rows<Unsettled>(
    db,
    q`
    select l.id as journal_line_id, a.code, -l.amount as amount, l.order_id, l.applicant_id, j.kind, j.booked_on, e.id as express_id, e.waybill_no, e.card_id, y.id as policy_id, y.policy_no
    from ${UNSETTLED_FROM}
    left join expresses e on coalesce(r.source_noun, j.source_noun) = 'express' and e.id = coalesce(r.source_id, j.source_id)
    left join policies y on coalesce(r.source_noun, j.source_noun) = 'policy' and y.id = coalesce(r.source_id, j.source_id)
    where ${and([q`a.owner_id = ${supplierId}`, UNSETTLED])} order by j.booked_on, l.id`,
  );
/** Suppliers with lines in no settlement that were booked before a day. */
export const suppliersWaiting = async (db: Db, before: string): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      db,
      q`select distinct a.owner_id as id from ${UNSETTLED_FROM} where ${and([UNSETTLED, q`j.booked_on < ${before}::date`])} order by 1`,
    )
  ).map((s) => s.id);

const SOURCES: Readonly<Partial<Record<JournalKind, LineSource>>> = {
  supplier_cost: "settle",
  supplier_cost_adjust: "price",
  reversal: "reversal",
  policy_surrendered: "reversal",
  policy_issued: "premium",
  parcel_cost: "express",
};
export const sourceOf = (kind: JournalKind, amount: number): LineSource => SOURCES[kind] ?? (amount < 0 ? "deduct" : "settle");
export const itemOf = ({ kind, policy_no }: Pick<Unsettled, "kind" | "policy_no">): string =>
  `${JOURNAL_KINDS[kind]}${policy_no === null ? "" : ` ${policy_no}`}`;

/** Holds what is booked for a supplier: nothing is added to it until the transaction ends. */
export async function lockPayables(db: Db, supplierId: number): Promise<void> {
  await rows(
    db,
    q`select id from ledger_accounts where owner_id = ${supplierId} and code = any(${[...PAYABLES]}::text[]) order by id for update`,
  );
}

/** Money paid ahead that no settlement has taken yet. */
export async function prepaidLeft(db: Db, supplierId: number): Promise<number> {
  const left = await row<{ n: number }>(db, q`select ${prepaidSum(q`${supplierId}::int8`)} as n`);
  return Math.max(0, left?.n ?? 0);
}
/** The supplier whose prepayment a voucher is, held against settlements that would take it. */
export async function lockPrepaid(db: Db, journalId: number): Promise<void> {
  const of = await prepaymentOf(db, journalId);
  if (of) await lockPayables(db, of.supplier_id);
}
const prepaymentOf = (db: Db, journalId: number): Promise<{ supplier_id: number; amount: number } | undefined> =>
  row(
    db,
    q`select a.owner_id as supplier_id, l.amount from journals j join journal_lines l on l.journal_id = j.id join ledger_accounts a on a.id = l.account_id
      where j.id = ${journalId} and j.kind = 'supplier_prepay' and a.code = any(${[...PAYABLES]}::text[])`,
  );
/** How much of a prepayment settlements have taken, so that it cannot be taken back whole. */
export async function prepaidUsed(db: Db, journalId: number): Promise<number> {
  const of = await prepaymentOf(db, journalId);
  return of ? Math.max(0, of.amount - (await prepaidLeft(db, of.supplier_id))) : 0;
}
/** What is paid ahead and not taken, as an expression over a supplier's id. */
export const prepaidSum = (supplier: Sql): Sql => q`(
  coalesce((select sum(l.amount) from ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id
    left join journals r on r.id = j.reversal_of
    where a.owner_id = ${supplier} and a.code = any(${[...PAYABLES]}::text[]) and coalesce(r.kind, j.kind) = 'supplier_prepay'), 0)
  - coalesce((select sum(x.amount) from settle_allocations x join settlements s on s.id = x.settlement_id
    where s.supplier_id = ${supplier} and x.source = 'prepaid' and x.undone_at is null), 0))::int8`;
/** What the books say is owed to a supplier. */
export const payableSum = (
  supplier: Sql,
): Sql => q`coalesce((select -sum(l.amount) from ledger_accounts a join journal_lines l on l.account_id = a.id
  where a.owner_id = ${supplier} and a.code = any(${[...PAYABLES]}::text[])), 0)::int8`;
