/** Reports by order and by person: what was earned, what waits, what is held for missions, and margins that leaked. */
import type { IncomeBasis } from "@visadesk/contract/finance/report/report.words.ts";
import { q, raw, type Sql } from "#kit/db/sql.ts";
import {
  before,
  credited,
  debited,
  during,
  inPeriod,
  linesOf,
  localDay,
  orderRows,
  timeIn,
  type Caller,
  type Period,
  type Report,
} from "./report-parts.ts";

const RESULT = ["revenue", "cost", "other_income", "expense"] as const;
const EARNED = q`${credited(q`a.code = 'revenue'`)} as revenue, ${debited(q`a.code = 'cost'`)} as cost,
  ${credited(q`a.code = 'other_income'`)} as other_income, ${debited(q`a.code = 'expense'`)} as expense`;
const MARGIN = q`s.revenue, s.cost, s.revenue - s.cost as margin,
  case when s.revenue > 0 then round((s.revenue - s.cost)::numeric / s.revenue, 4)::float8 end as margin_share, s.other_income, s.expense`;

/** Orders that a day puts into the period, with that day. */
function ordersOf(basis: Exclude<IncomeBasis, "booked">, p: Period): Sql {
  if (basis !== "refunded") {
    const column = basis === "paid" ? "x.paid_at" : "x.completed_at";
    return q`(select x.id, ${localDay(column)} as basis_on from orders x where ${raw(column)} is not null and ${timeIn(column, p)})`;
  }
  return q`(select l.order_id as id, max(j.booked_on) as basis_on from journals j join journal_lines l on l.journal_id = j.id
    where j.kind = 'refund_paid' and l.order_id is not null and ${inPeriod("j.booked_on", p)} group by 1)`;
}
/** All that was booked in the period, by order; what belongs to none stands in one row. */
const booked = (p: Period): Sql => q`(select coalesce(l.order_id, 0) as id, max(j.booked_on) as basis_on, ${EARNED}
  from journals j join journal_lines l on l.journal_id = j.id join ledger_accounts a on a.id = l.account_id
  where a.code = any(${[...RESULT]}::text[]) and ${inPeriod("j.booked_on", p)} group by 1)`;
/** All that was ever booked of those orders. */
const ever = (basis: Exclude<IncomeBasis, "booked">, p: Period): Sql => q`(select t.id, t.basis_on, e.* from ${ordersOf(basis, p)} t
  cross join lateral (select ${EARNED} from journal_lines l join ledger_accounts a on a.id = l.account_id
    where l.order_id = t.id and a.code = any(${[...RESULT]}::text[])) e)`;

export const incomeReport = (ctx: Caller, p: Period, basis: IncomeBasis): Report => ({
  rows: q`select s.id, ord.order_no, peer.short_name as peer_name, s.basis_on, ${MARGIN}
    from ${basis === "booked" ? booked(p) : ever(basis, p)} s left join orders ord on ord.id = s.id left join peers peer on peer.id = ord.peer_id
    where ${orderRows(ctx, "ord.id", "ord.peer_id")}`,
});

export const deferredReport = (ctx: Caller, p: Period): Report => ({
  rows: q`select s.id, ord.order_no, peer.short_name as peer_name, ${localDay("ord.paid_at")} as paid_on, s.opening, s.added, s.taken, s.closing
    from (select coalesce(l.order_id, 0) as id, ${credited(before(p))} as opening, ${credited(q`${during(p)} and l.amount < 0`)} as added,
        ${debited(q`${during(p)} and l.amount > 0`)} as taken, ${credited(q`true`)} as closing
      from ${linesOf(["order_deferred"], p)} group by 1) s left join orders ord on ord.id = s.id left join peers peer on peer.id = ord.peer_id
    where (s.opening <> 0 or s.added <> 0 or s.taken <> 0) and ${orderRows(ctx, "ord.id", "ord.peer_id")}`,
});

/** What was collected for nobody in particular stands under its order, told apart by a number below zero. */
export const trustReport = (ctx: Caller, p: Period): Report => ({
  rows: q`select s.id, ord.order_no, person.applicant_no, land.name_zh as country_name, peer.short_name as peer_name, s.opening, s.collected, s.taken, s.closing
    from (select coalesce(l.applicant_id, -coalesce(l.order_id, 0)) as id, min(l.order_id) as order_id, ${credited(before(p))} as opening,
        ${credited(q`${during(p)} and l.amount < 0`)} as collected, ${debited(q`${during(p)} and l.amount > 0`)} as taken, ${credited(q`true`)} as closing
      from ${linesOf(["embassy_trust"], p)} group by 1) s
    left join orders ord on ord.id = s.order_id left join applicants person on person.id = s.id left join countries land on land.id = ord.country_id
    left join peers peer on peer.id = ord.peer_id
    where (s.opening <> 0 or s.collected <> 0 or s.taken <> 0) and ${orderRows(ctx, "ord.id", "ord.peer_id")}`,
});

export const marginLeakReport = (ctx: Caller, p: Period): Report => ({
  rows: q`select k.order_id as id, ord.order_no, peer.short_name as peer_name, k.ended_on, k.planned, k.margin, k.planned - k.margin as fell,
      case when k.planned > 0 then round((k.planned - k.margin)::numeric / k.planned, 4)::float8 end as fell_share, k.cause, k.cause_amount, v.no as journal_no
    from margin_leaks k join orders ord on ord.id = k.order_id left join peers peer on peer.id = ord.peer_id left join journals v on v.id = k.journal_id
    where ${inPeriod("k.ended_on", p)} and ${orderRows(ctx, "ord.id", "ord.peer_id")}`,
});
