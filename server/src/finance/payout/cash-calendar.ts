/** 资金日历: payments and withdrawals of the next days by account. A payment is moved to another day before its due date. */
import { CALENDAR_DAYS, WITHDRAW_DUE_DAYS, type PayoutSourceNoun } from "@visadesk/contract/finance/cash.words.ts";
import type { payoutApi } from "@visadesk/contract/finance/payout.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, q, rows } from "#kit/db/sql.ts";
import { badInput, found, refuseUnless } from "#kit/http/refuse.ts";
import { saveRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { calendarOf } from "../../base-data/index.ts";
import { financeScope } from "../scope.sql.ts";
import { daysAhead, type Leaving } from "./cash-calendar.rules.ts";
import { payoutNoun } from "./payout.noun.ts";
import { lockedPayout, NO_PAYOUT, payoutHeads, payoutScope } from "./payout.sql.ts";

type Api = typeof payoutApi;
interface Row extends Leaving {
  payout_id: number | null;
  no: string;
  source_noun: PayoutSourceNoun;
  payee_name: string;
  last_day: string | null;
  version: number;
}

/** What is queued or on its way, on its planned day or the day it is due. */
const queued = (ctx: Ctx): Promise<Row[]> =>
  rows(
    ctx.db,
    q`select f.id as payout_id, f.payout_no as no, f.source_noun, f.payee_name, f.amount, f.company_account_id as account_id, f.version,
        coalesce(f.planned_on, (f.due_at at time zone 'Asia/Shanghai')::date, ${dayOf(ctx.now)}::date) as day,
        case when f.payout_status <> 'paying' then (f.due_at at time zone 'Asia/Shanghai')::date end as last_day
      from payouts f where ${and([q`f.payout_status in ('queued', 'paying', 'failed')`, payoutScope(ctx)])} order by f.amount desc, f.id`,
  );
/** What is not passed yet, on the day it would be due if it were passed now. */
async function asked(ctx: Ctx, account_id: number): Promise<Row[]> {
  const day = (await calendarOf(ctx.db)).addWorkingDays(shanghaiDate(ctx.now), WITHDRAW_DUE_DAYS);
  const list = await rows<Omit<Row, "day" | "account_id" | "payout_id" | "last_day" | "source_noun">>(
    ctx.db,
    q`select w.withdrawal_no as no, w.payee_name, w.amount - w.fee as amount, w.version from withdrawals w
      where ${and([q`w.withdrawal_status in ('pending', 'second_review')`, financeScope(ctx, { peer: "w.peer_id" })])} order by w.amount desc, w.id`,
  );
  return list.map((w) => ({ ...w, day, account_id, payout_id: null, last_day: null, source_noun: "withdrawal" }));
}

export async function cashCalendar(ctx: Ctx): Promise<Output<Api["cash_calendar_get"]>> {
  const heads = await payoutHeads(ctx);
  const marks = new Map(
    (await rows<{ id: number; low_water: number | null }>(ctx.db, q`select id, low_water from company_accounts`)).map((c) => [
      c.id,
      c.low_water,
    ]),
  );
  const bank = heads.find((h) => h.kind === "bank")?.id ?? 0;
  const leaving = [...(await queued(ctx)), ...(await asked(ctx, bank))];
  const days = Array.from({ length: CALENDAR_DAYS }, (_, i) => dayOf(ctx.now, i));
  return {
    accounts: heads.map(({ id, name, balance }) => {
      const account = { id, name, balance, low_water: marks.get(id) ?? null };
      return {
        ...account,
        days: daysAhead(account, days, leaving).map((d) => ({ ...d, rows: d.rows.map(({ day: _day, account_id: _account, ...r }) => r) })),
      };
    }),
  };
}

/** Another day for a payment that has not left, today or later and not after it is due. */
export async function plan({ id, version, planned_on }: Parsed<Api["payout_plan"]>, ctx: Ctx): Promise<void> {
  const p = found(await lockedPayout(ctx, id), NO_PAYOUT);
  refuseUnless(p.payout_status === "queued" || p.payout_status === "failed", "state_changed");
  if (planned_on < dayOf(ctx.now)) throw badInput({ path: "planned_on", message: "计划付款日不能早于今天" });
  const due = p.due_at === null ? null : shanghaiDate(p.due_at);
  if (due !== null && planned_on > due && planned_on > dayOf(ctx.now))
    throw badInput({ path: "planned_on", message: `计划付款日不能晚于时限 ${due}` });
  await saveRow(ctx, payoutNoun, { id, version, set: { planned_on, updated_at: ctx.now }, missing: NO_PAYOUT });
}
