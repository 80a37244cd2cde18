/** Months of the books: nothing is booked in a closed one, and in one on hold only by who closes it. */
import { allows, may } from "@visadesk/contract/permissions.ts";
import { refusalText } from "@visadesk/contract/kit/errors.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { hot, q, row, rows } from "#kit/db/sql.ts";
import { refuse } from "#kit/http/refuse.ts";

/** The month of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);

/**
 * Holds the month of a day open until the transaction ends; refuses a closed one. Closing waits for who holds it and locks
 * nothing after it, so what is posted meanwhile is inside the closed sums or refused.
 */
export async function lockPeriod(ctx: Ctx, day: string): Promise<void> {
  const month = monthOf(day);
  const lock = () => row<{ period_status: string }>(ctx.db, hot(q`select period_status from periods where month = ${month} for key share`));
  let period = await lock();
  if (!period) {
    await rows(
      ctx.db,
      q`insert into periods (month, created_at, updated_at) values (${month}, ${ctx.now}, ${ctx.now}) on conflict do nothing`,
    );
    period = await lock();
  }
  if (period?.period_status === "closed") refuse("period_closed", refusalText("period_closed", { 月: month }));
  if (period?.period_status === "hold" && !(ctx.principal && allows(may.period_close, ctx.principal.codes)))
    refuse("period_closed", `${month} 已暂停记账，请改用开放期间的日期`);
}

/** The day something of an earlier day is booked on: that day while its month is open, else today. */
export async function dayToBook(ctx: Pick<Ctx, "db" | "now">, day: string): Promise<string> {
  const today = shanghaiDate(ctx.now);
  if (monthOf(day) === monthOf(today)) return day < today ? day : today;
  const period = await row<{ period_status: string }>(ctx.db, q`select period_status from periods where month = ${monthOf(day)}`);
  return period === undefined || period.period_status === "open" ? day : today;
}
