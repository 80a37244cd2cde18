/**
 * What is expected to leave and to come in the days ahead, each kind of paper with its own reader; a further kind joins with one
 * entry of `CASH_PLANS`.
 */
import { WITHDRAW_DUE_DAYS, type CashSource } from "@visadesk/contract/finance/cash.words.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, q, rows } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { calendarOf } from "../../base-data/index.ts";
import { amountAt } from "../embassy-payment/embassy-payment.rules.ts";
import { financeScope, wholeScope } from "../scope.sql.ts";
import { expectedOn, type Planned } from "./cash-calendar.rules.ts";
import { payoutScope } from "./payout.sql.ts";

export interface CashRow extends Planned {
  payout_id: number | null;
  no: string;
  source_noun: CashSource;
  payee_name: string;
  last_day: string | null;
  version: number;
}
/** `bank`: the account of what names none yet. */
type CashPlan = (ctx: Ctx, bank: number) => Promise<CashRow[]>;
const FIXED = { payout_id: null, last_day: null, version: 0 } as const;

/** What is queued or on its way, on its planned day or the day it is due. */
const queued: CashPlan = (ctx) =>
  rows(
    ctx.db,
    q`select f.id as payout_id, f.payout_no as no, f.source_noun, f.payee_name, f.amount, false as is_income, f.company_account_id as account_id, f.version,
        coalesce(f.planned_on, (f.due_at at time zone 'Asia/Shanghai')::date, ${dayOf(ctx.now)}::date) as day,
        case when f.payout_status <> 'paying' then (f.due_at at time zone 'Asia/Shanghai')::date end as last_day
      from payouts f where ${and([q`f.payout_status in ('queued', 'paying', 'failed')`, payoutScope(ctx)])} order by f.amount desc, f.id`,
  );

/** Withdrawals that are not passed yet, on the day they would be due if they were passed now. */
const asked: CashPlan = async (ctx, account_id) => {
  const day = (await calendarOf(ctx.db)).addWorkingDays(shanghaiDate(ctx.now), WITHDRAW_DUE_DAYS);
  const list = await rows<{ no: string; payee_name: string; amount: number }>(
    ctx.db,
    q`select w.withdrawal_no as no, w.payee_name, w.amount - w.fee as amount from withdrawals w
      where ${and([q`w.withdrawal_status in ('pending', 'second_review')`, financeScope(ctx, { peer: "w.peer_id" })])} order by w.amount desc, w.id`,
  );
  return list.map((w) => ({ ...FIXED, ...w, day, account_id, is_income: false, source_noun: "withdrawal" }));
};

/** What settlements owe beyond payments under way, on the day they are due. */
const settlements: CashPlan = async (ctx, account_id) => {
  const list = await rows<{ no: string; payee_name: string; amount: number; day: string }>(
    ctx.db,
    q`select s.settle_no as no, v.short_name as payee_name, s.remaining - coalesce(s.pay_amount, 0) as amount, s.due_on as day
      from settlements s join suppliers v on v.id = s.supplier_id
      where ${and([q`s.settlement_status in ('draft', 'sent', 'disputed', 'confirmed', 'part_paid')`, q`s.remaining > coalesce(s.pay_amount, 0)`, wholeScope(ctx)])}
      order by amount desc, s.id`,
  );
  return list.map((s) => ({ ...FIXED, ...s, account_id, is_income: false, source_noun: "settlement" }));
};

/** Mission fees that wait for their payment, today, and those that wait to be passed, the next working day; at the last known rate. */
const embassyFees: CashPlan = async (ctx, bank) => {
  const next = (await calendarOf(ctx.db)).addWorkingDays(dayOf(ctx.now), 1);
  const list = await rows<{
    no: string;
    payee_name: string | null;
    currency: string;
    foreign_minor: number;
    rate: number;
    state: string;
    account_id: number | null;
  }>(
    ctx.db,
    q`select e.payment_no as no, m.name as payee_name, e.currency, e.foreign_minor, e.embassy_payment_status as state, e.company_account_id as account_id,
        coalesce(case when e.currency = 'CNY' then 1000000 end, (select r.rate_micro from fx_rates r where r.currency = e.currency order by r.day desc limit 1), 0)::int8 as rate
      from embassy_payments e left join embassies m on m.id = e.embassy_id
      where ${and([q`e.embassy_payment_status in ('to_release', 'to_pay', 'failed')`, financeScope(ctx, { order: "e.order_id" })])} order by e.id`,
  );
  const known = list.filter((e) => e.rate > 0);
  return known.map(({ currency, foreign_minor, rate, state, payee_name, account_id, no }) => ({
    ...FIXED,
    no,
    payee_name: payee_name ?? "电子签官网",
    amount: amountAt(foreign_minor, currency, rate),
    day: state === "to_release" ? next : dayOf(ctx.now),
    account_id: account_id ?? bank,
    is_income: false,
    source_noun: "embassy_payment",
  }));
};

/** Statements that peers owe, as many days behind their due day as this peer was late, on the middle, with those it paid. */
const peerDues: CashPlan = async (ctx, account_id) => {
  const list = await rows<{ no: string; payee_name: string; amount: number; due_on: string; delays: number[] }>(
    ctx.db,
    q`select s.settle_no as no, p.short_name as payee_name, s.remaining as amount, s.due_on, array(
          select (max((x.created_at at time zone 'Asia/Shanghai')::date) - t.due_on)::int from settlements t join settle_allocations x on x.settlement_id = t.id and x.undone_at is null
          where t.peer_id = s.peer_id and t.settlement_status = 'paid' group by t.id, t.due_on order by t.due_on desc limit 6) as delays
      from settlements s join peers p on p.id = s.peer_id
      where ${and([q`s.settlement_status in ('confirmed', 'part_paid') and s.remaining > 0`, financeScope(ctx, { peer: "s.peer_id" })])} order by s.due_on, s.id`,
  );
  return list.map(({ due_on, delays, ...s }) => ({
    ...FIXED,
    ...s,
    day: expectedOn(due_on, delays),
    account_id,
    is_income: true,
    source_noun: "peer_statement",
  }));
};

export const CASH_PLANS: readonly CashPlan[] = [queued, asked, settlements, embassyFees, peerDues];
