/** Reports of the books themselves: invoices, money in and out, vouchers, and how far suggestions of the bank desk were taken. */
import { MONEY_ACCOUNTS } from "../books/owner-names.sql.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, row } from "#kit/db/sql.ts";
import { invoiceScope } from "../invoice/invoice-scope.sql.ts";
import { before, credited, debited, during, inPeriod, linesOf, wholeRows, type Caller, type Period, type Report } from "./report-parts.ts";

export const invoiceReport = (ctx: Caller, p: Period): Report => {
  const sign = q`case i.direction when 'red' then -1 else 1 end`;
  return {
    rows: q`select i.id, i.fp_no, i.invoice_no, i.issued_on, i.direction, blue.fp_no as red_of_no, i.kind, i.title, i.tax_no, peer.short_name as peer_name,
        (select count(distinct n.order_id) from invoice_lines n where n.invoice_id = i.id)::int as order_count,
        (${sign} * (i.amount - i.tax))::int8 as net, (${sign} * i.tax)::int8 as tax, (${sign} * i.amount)::int8 as amount
      from invoices i left join invoices blue on blue.id = i.red_of left join peers peer on peer.id = i.peer_id
      where ${and([q`i.invoice_status = 'issued'`, inPeriod("i.issued_on", p), invoiceScope(ctx)])}`,
  };
};

/** An account's movements by what they were for; what it held before stands as one of them. */
export const cashReport = (ctx: Caller, p: Period): Report => ({
  rows: q`select row_number() over (order by s.code, s.owner_id, s.kind <> 'brought', s.kind) as id, coalesce(c.name, '—') as account_name, s.code as account,
      s.kind, s.income, s.outgo, s.net
    from (select a.code, a.owner_id, case when ${before(p)} then 'brought' else j.kind end as kind,
        ${debited(q`${during(p)} and l.amount > 0`)} as income, ${credited(q`${during(p)} and l.amount < 0`)} as outgo, ${debited(q`true`)} as net
      from ${linesOf(
        MONEY_ACCOUNTS.filter((code) => code !== "suspense"),
        p,
      )} group by 1, 2, 3) s
    left join company_accounts c on c.id = s.owner_id where ${wholeRows(ctx)}`,
});

/** Vouchers of the period by number: their lines are found by it, and read on by it. */
export async function voucherReport(db: Db, ctx: Caller, p: Period): Promise<Report> {
  const ends = await row<{ first: number | null; last: number | null }>(
    db,
    q`select min(j.id) as first, max(j.id) as last from journals j where ${inPeriod("j.booked_on", p)}`,
  );
  return {
    by: "r.journal_id",
    rows: q`select l.id, l.journal_id, j.no, j.booked_on, j.kind, a.gl_code, a.code as account, a.owner_id, a.kind as account_kind,
        greatest(l.amount, 0)::int8 as debit, greatest(-l.amount, 0)::int8 as credit, ord.order_no, l.fee_kind,
        case when v.id is null then coalesce(nullif(l.note, ''), j.reason, '') else concat_ws('，', '冲正凭证 ' || v.no, j.reason) end as reason
      from journal_lines l join journals j on j.id = l.journal_id left join journals v on v.id = j.reversal_of join ledger_accounts a on a.id = l.account_id left join orders ord on ord.id = l.order_id
      where l.journal_id between ${ends?.first ?? 0}::int8 and ${ends?.last ?? -1}::int8 and ${inPeriod("j.booked_on", p)} and ${wholeRows(ctx)}`,
  };
}

/** Matches that people agreed to, with what was suggested at that moment. */
export const matchRateReport = (ctx: Caller, p: Period): Report => {
  const on = "(m.created_at at time zone 'Asia/Shanghai')::date";
  return {
    rows: q`select s.*, s.matched - s.suggested as other, case when s.matched > 0 then round(s.suggested::numeric / s.matched, 4)::float8 end as adoption_share
      from (select c.id, c.name as account_name, count(*)::int as matched, (count(*) filter (where m.is_suggested))::int as suggested,
          sum(m.amount)::int8 as matched_amount
        from line_matches m join statement_lines x on x.id = m.line_id join company_accounts c on c.id = x.company_account_id
        where m.score is not null and not m.is_auto and ${inPeriod(on, p)} group by 1, 2) s where ${wholeRows(ctx)}`,
  };
};
