/** Months of the books: nothing is booked in a closed one, and in one on hold only by who closes it. */
import { allows, may } from "@visadesk/contract/permissions.ts";
import { refusalText } from "@visadesk/contract/kit/errors.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { hot, q, row, rows } from "#kit/db/sql.ts";
import { refuse } from "#kit/http/refuse.ts";

/** The month of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);

type Caller = Pick<Ctx, "db" | "now" | "principal">;
function faultOf({ principal }: Caller, month: string, status: string | undefined): string | null {
  if (status === "closed") return refusalText("period_closed", { 月: month });
  if (status === "hold" && !(principal && allows(may.period_close, principal.codes))) return `${month} 已暂停记账，请改用开放期间的日期`;
  return null;
}
/** A month nobody booked in is closed with those behind it; one before all others is none of the books. */
async function passedFault({ db }: Caller, month: string): Promise<string | null> {
  const known = await row<{ first: string | null; passed: boolean | null }>(
    db,
    q`select min(month) as first, bool_or(month > ${month} and period_status = 'closed') as passed from periods`,
  );
  if (!known?.passed || known.first === null) return null;
  return month < known.first ? `${month} 早于账簿启用月份 ${known.first}` : refusalText("period_closed", { 月: month });
}

/** Why nothing can be booked on a day as things stand, in words; for forms and lists, which lock nothing. */
export async function periodFault(ctx: Caller, day: string): Promise<string | null> {
  const month = monthOf(day);
  const found = await row<{ period_status: string }>(ctx.db, q`select period_status from periods where month = ${month}`);
  return found ? faultOf(ctx, month, found.period_status) : passedFault(ctx, month);
}

/** New months are made one at a time, and never behind a close that is under way. */
export const lockNewPeriods = (db: Db): Promise<unknown> => rows(db, q`select pg_advisory_xact_lock(hashtext('periods'))`);
export const makePeriods = ({ db, now }: Pick<Ctx, "db" | "now">, months: readonly string[]): Promise<unknown> =>
  rows(
    db,
    q`insert into periods (month, created_at, updated_at) select m, ${now}, ${now} from unnest(${[...months]}::text[]) as m
      where not exists (select 1 from periods where month = m) order by m on conflict do nothing`,
  );

/**
 * Holds the month of a day open until the transaction ends; refuses a closed one. Closing waits for who holds it and locks
 * nothing after it, so what is posted meanwhile is inside the closed sums or refused.
 */
export async function lockPeriod(ctx: Caller, day: string): Promise<void> {
  const month = monthOf(day);
  const lock = () => row<{ period_status: string }>(ctx.db, hot(q`select period_status from periods where month = ${month} for key share`));
  let period = await lock();
  if (!period) {
    await lockNewPeriods(ctx.db);
    const passed = await passedFault(ctx, month);
    if (passed !== null) refuse("period_closed", passed);
    await makePeriods(ctx, [month]);
    period = await lock();
  }
  const fault = faultOf(ctx, month, period?.period_status);
  if (fault !== null) refuse("period_closed", fault);
}

/** The day something of an earlier day is booked on: that day while its month is open, else today. */
export async function dayToBook(ctx: Pick<Ctx, "db" | "now">, day: string): Promise<string> {
  const today = shanghaiDate(ctx.now);
  if (monthOf(day) === monthOf(today)) return day < today ? day : today;
  const period = await row<{ period_status: string }>(ctx.db, q`select period_status from periods where month = ${monthOf(day)}`);
  return period === undefined || period.period_status === "open" ? day : today;
}
