/** Months of the books as they are listed and gone through; whole books are for whoever sees everything. */
import type { CloseItem, periodApi } from "@visadesk/contract/finance/period.ts";
import type { TrialRow } from "@visadesk/contract/finance/books/trial-balance.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, q, row, type Sql } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { shown } from "#kit/noun/noun.ts";
import { dayOf } from "#kit/range.ts";
import { workerNames } from "../../setting/index.ts";
import { wholeScope } from "../scope.sql.ts";
import { monthSpan } from "./checklist.ts";
import { periodNoun } from "./period.noun.ts";

type Api = typeof periodApi;
export type PeriodRow = Output<Api["period_query"]>["list"][number];
type Reckoned = "held_by_name" | "closed_by_name" | "is_mine" | "is_over";
export type StoredPeriod = Omit<PeriodRow, Reckoned> & { held_by: number | null; closed_by: number | null };
type Caller = Pick<Ctx, "db" | "me" | "now">;
const NO_PERIOD = "会计期间不存在或无权查看";

const COLUMNS = q`${shown(periodNoun, "p")}, p.held_by, p.closed_by, case when p.period_status = 'closed' then
  (select count(*) from jsonb_array_elements(p.checklist) c where (c ->> 'count')::int > 0)::int end as left_over`;

export const periodList = (input: Omit<Parsed<Api["period_query"]>, "page" | "page_size">, ctx: Pick<Ctx, "me">): ListDef => ({
  from: q`periods p`,
  where: and([
    wholeScope(ctx),
    input.period_status && q`p.period_status = any(${[...input.period_status]}::text[])`,
    input.month && q`p.month = ${input.month}`,
    input.before && q`p.month < ${input.before}`,
  ]),
  id: "p.id",
  select: COLUMNS,
  sorts: { month: { by: "p.month", order: "desc" } },
  sort: "month",
});
const one = async (ctx: Pick<Ctx, "db" | "me">, id: number, tail: Sql): Promise<StoredPeriod> =>
  found(
    await row<StoredPeriod>(ctx.db, q`select ${COLUMNS} from periods p where ${and([q`p.id = ${id}`, wholeScope(ctx)])} ${tail}`),
    NO_PERIOD,
  );
export const storedPeriod = (ctx: Pick<Ctx, "db" | "me">, id: number): Promise<StoredPeriod> => one(ctx, id, q``);
/**
 * Held against every posting of the month: a plain update would pass beside their key-share locks, so that the lock is asked
 * for by name. What was being posted is committed when this returns.
 */
export const heldPeriod = (ctx: Pick<Ctx, "db" | "me">, id: number): Promise<StoredPeriod> => one(ctx, id, q`for update of p`);

/** Its last day is behind us. */
export const isOver = (month: string, now: Date): boolean => monthSpan(month).to < dayOf(now);

export async function shownPeriods(ctx: Caller, list: readonly StoredPeriod[]): Promise<PeriodRow[]> {
  const names = await workerNames(
    ctx.db,
    list.flatMap((p) => [p.held_by, p.closed_by]),
  );
  return list.map(({ held_by, closed_by, ...p }) => ({
    ...p,
    held_by_name: names.get(held_by ?? 0) ?? null,
    closed_by_name: names.get(closed_by ?? 0) ?? null,
    is_mine: held_by === ctx.me.worker_id,
    is_over: isOver(p.month, ctx.now),
  }));
}

interface Closed {
  checklist: CloseItem[];
  trial_balance: TrialRow[] | null;
}
/** What a closed month was closed with. */
export const closedWith = async (db: Ctx["db"], id: number): Promise<Closed> =>
  found(await row<Closed>(db, q`select checklist, trial_balance from periods where id = ${id}`), NO_PERIOD);

export const journalsIn = async (db: Ctx["db"], month: string): Promise<number> => {
  const { from, to } = monthSpan(month);
  return (
    (await row<{ n: number }>(db, q`select count(*)::int as n from journals where booked_on between ${from}::date and ${to}::date`))?.n ?? 0
  );
};
/** Months from the first of the books up to `last` that are not there yet. */
export const gapsUntil = async (db: Ctx["db"], last: string): Promise<string[]> => {
  const gaps = await row<{ months: string[] | null }>(
    db,
    q`select array_agg(to_char(m, 'YYYY-MM') order by m) as months
      from generate_series((select min(month) || '-01' from periods)::timestamp, ${`${last}-01`}::timestamp, interval '1 month') m
      where not exists (select 1 from periods p where p.month = to_char(m, 'YYYY-MM'))`,
  );
  return gaps?.months ?? [];
};
