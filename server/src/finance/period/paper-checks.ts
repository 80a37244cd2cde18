/**
 * What papers and statements have to be nil, each with the list that shows exactly what was counted. A paper that comes joins
 * with one entry of `paperChecks`; remittances count what stands in their table.
 */
import { may } from "@visadesk/contract/permissions.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { calendarOf, type WorkCalendar } from "../../base-data/index.ts";
import { reconcileOf } from "../bank/bank-reconcile.ts";
import { UNDECIDED } from "../embassy-payment/embassy-payment.sql.ts";
import { finishedLeft } from "../embassy-trust/embassy-trust.sql.ts";
import { UNSETTLED, UNSETTLED_FROM } from "../settlement/unsettled.sql.ts";
import { counted, listed, type CloseCheck, type Counter, type Month } from "./close-check.ts";

/** Before the end of the month in Shanghai. */
const until = (column: Sql, { to }: Month): Sql => q`${column} < ((${to}::date + 1)::timestamp at time zone 'Asia/Shanghai')`;
const statementLines: CloseCheck = {
  key: "statement_lines",
  label: "账户流水待处理",
  owner: may.corporate_remittance,
  count: (ctx, m) =>
    counted(ctx, q`select count(*)::int as n from statement_lines l where l.line_status in ('open', 'part') and ${until(q`l.at`, m)}`),
  place: ({ to }) => listed("corporate-remittance-list", { tab: "line", line_status: "open,part", at: `~${to}` }),
};
const remittances: CloseCheck = {
  key: "remittances",
  label: "对公汇款待审核",
  owner: may.corporate_remittance,
  count: (ctx, { to }) =>
    counted(
      ctx,
      q`select count(*)::int as n from remittances r where r.remittance_status in ('pending', 'second_review') and r.remitted_on <= ${to}::date`,
    ),
  place: ({ to }) => listed("corporate-remittance-list", { remittance_status: "pending,second_review", remitted_on: `~${to}` }),
};
const paying: CloseCheck = {
  key: "payouts_paying",
  label: "付款单付款中",
  owner: may.payout_register,
  count: (ctx) => counted(ctx, q`select count(*)::int as n from payouts f where f.payout_status = 'paying'`),
  place: () => listed("withdraw-list", { tab: "payout", payout_status: "paying" }),
};
/** One that was paid has its receipt: the table takes none without. */
const embassyFees: CloseCheck = {
  key: "embassy_variance",
  label: "已付官费差额待定",
  owner: may.embassy_payment,
  count: (ctx, m) => counted(ctx, q`select count(*)::int as n from embassy_payments e where ${UNDECIDED} and ${until(q`e.paid_at`, m)}`),
  place: ({ to }) => listed("manual-embassy-payment-list", { tab: "undecided", paid_at: `~${to}` }),
};
const trustLeft: CloseCheck = {
  key: "trust_left",
  label: "已办结仍有代收官费",
  owner: may.embassy_payment,
  count: (ctx) => finishedLeft(ctx.db),
  place: () => listed("manual-embassy-payment-list", { tab: "left" }),
};
const unsettled = (codes: readonly string[], { to }: Month): Sql =>
  q`select count(*)::int as n from ${UNSETTLED_FROM} where a.code = any(${[...codes]}::text[]) and ${UNSETTLED} and j.booked_on <= ${to}::date`;
const supplierCosts: CloseCheck = {
  key: "unsettled_costs",
  label: "供应商成本未出账",
  owner: may.supplier_settle,
  count: (ctx, m) => counted(ctx, unsettled(["payable_supplier", "payable_insurer"], m)),
  place: () => listed("supplier-settle-list", { has_unbilled: "1" }),
};
const carrierCosts: CloseCheck = {
  key: "unsettled_parcels",
  label: "快递成本未出账",
  owner: may.express_settle,
  count: (ctx, m) => counted(ctx, unsettled(["payable_carrier"], m)),
  place: () => null,
};
/** So many working days a refund may wait for its money. */
const REFUND_DAYS = 7;
/** The last day from which on a refund has waited longer. */
function overdueFrom(calendar: Pick<WorkCalendar, "isWorkingDay">, now: Date): string {
  let [day, left] = [0, REFUND_DAYS];
  while (left > 0) if (calendar.isWorkingDay(dayOf(now, -day++))) left -= 1;
  return dayOf(now, -day);
}
const refunds: CloseCheck = {
  key: "refund_due",
  label: `应退款超过 ${REFUND_DAYS} 个工作日`,
  owner: may.refund_review,
  count: async (ctx, { to }) =>
    counted(
      ctx,
      q`select count(*)::int as n from (select 1 from ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id
        where a.code = 'refund_due' group by l.order_id, l.refund_id having sum(l.amount) < 0
          and min(j.booked_on) <= least(${to}::date, ${overdueFrom(await calendarOf(ctx.db), ctx.now)}::date)) x`,
    ),
  place: ({ to }) => listed("balance-list", { tab: "journal", account: "refund_due", booked_on: `~${to}` }),
};
const reds: CloseCheck = {
  key: "red_letters",
  label: "红字发票未完成",
  owner: may.invoice,
  count: (ctx, m) =>
    counted(
      ctx,
      q`select count(*)::int as n from invoices i where i.direction = 'red' and i.invoice_status in ('pending', 'confirming', 'to_issue', 'issuing') and ${until(q`i.created_at`, m)}`,
    ),
  place: ({ to }) =>
    listed("invoice-list", { direction: "red", invoice_status: "pending,confirming,to_issue,issuing", created_at: `~${to}` }),
};
export const paperChecks: readonly CloseCheck[] = [
  statementLines,
  remittances,
  paying,
  embassyFees,
  trustLeft,
  supplierCosts,
  carrierCosts,
  refunds,
  reds,
];

/** Of every account that has statements one: the books and the bank agree at the end of the month, once what lies between is told. */
export async function reconcileChecks(ctx: Counter): Promise<CloseCheck[]> {
  const accounts = await rows<{ id: number; name: string; begun_on: string }>(
    ctx.db,
    q`select c.id, c.name, ((select least(c.created_at, min(l.at)) from statement_lines l where l.company_account_id = c.id) at time zone 'Asia/Shanghai')::date as begun_on
      from company_accounts c where c.account_status = 'enabled'
      and exists (select from statement_lines l where l.company_account_id = c.id and l.balance_after is not null) order by c.id`,
  );
  const today = dayOf(ctx.now);
  const dayIn = ({ to }: Month): string => (to < today ? to : today);
  return accounts.map(({ id, name, begun_on }) => ({
    key: `reconcile_${id}`,
    label: `余额调节不平：${name}`,
    owner: may.corporate_remittance,
    // Before it stood there was nothing to agree upon.
    count: async (counter, m) => (dayIn(m) < begun_on || (await reconcileOf(counter, id, dayIn(m))).is_even ? 0 : 1),
    place: (m) => listed("corporate-remittance-list", { tab: "reconcile", account: String(id), day: dayIn(m) }),
  }));
}
