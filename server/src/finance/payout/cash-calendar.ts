/** 资金日历: what leaves each account in the next days and comes to it. A payment is moved to another day before its due date. */
import { CALENDAR_DAYS } from "@visadesk/contract/finance/cash.words.ts";
import type { payoutApi } from "@visadesk/contract/finance/payout.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import { badInput, found, refuseUnless } from "#kit/http/refuse.ts";
import { saveRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { wholeScope } from "../scope.sql.ts";
import { daysAhead } from "./cash-calendar.rules.ts";
import { CASH_PLANS, type CashRow } from "./cash-plans.ts";
import { payoutNoun } from "./payout.noun.ts";
import { lockedPayout, NO_PAYOUT } from "./payout.sql.ts";

type Api = typeof payoutApi;
interface Account {
  id: number;
  name: string;
  balance: number;
  low_water: number | null;
}
/** Banks in use, and whatever else something is planned on; what lies on them is the house's alone. */
const accountsOf = (ctx: Ctx, named: readonly number[]): Promise<Account[]> =>
  rows(
    ctx.db,
    q`select c.id, c.name, c.low_water, coalesce((select sum(l.amount) from ledger_accounts a join journal_lines l on l.account_id = a.id
        where a.owner_id = c.id and a.code in ('cash', 'clearing')), 0)::int8 as balance
      from company_accounts c where ${and([wholeScope(ctx), q`((c.account_status = 'enabled' and c.kind = 'bank') or c.id = any(${[...named]}::int8[]))`])}
      order by c.kind, c.id`,
  );
/** The first bank in use pays and takes what names no account yet. */
const houseBank = async (db: Ctx["db"]): Promise<number> =>
  (await row<{ id: number }>(db, q`select id from company_accounts where account_status = 'enabled' and kind = 'bank' order by id limit 1`))
    ?.id ?? 0;

export async function cashCalendar(ctx: Ctx): Promise<Output<Api["cash_calendar_get"]>> {
  const bank = await houseBank(ctx.db);
  const planned: CashRow[] = [];
  for (const read of CASH_PLANS) planned.push(...(await read(ctx, bank)));
  const days = Array.from({ length: CALENDAR_DAYS }, (_, i) => dayOf(ctx.now, i));
  const accounts = await accountsOf(
    ctx,
    planned.map((p) => p.account_id),
  );
  return {
    accounts: accounts.map((account) => ({
      ...account,
      days: daysAhead(account, days, planned).map((d) => ({
        ...d,
        rows: d.rows.map(({ day: _day, account_id: _account, ...r }) => r),
      })),
    })),
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
