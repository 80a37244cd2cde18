/** What the statements of reports are made of. */
import type { Ctx } from "#kit/call/context.ts";
import { and, q, raw, type Sql } from "#kit/db/sql.ts";
import { badInput } from "#kit/http/refuse.ts";
import { dayOf, timeRange, type Range } from "#kit/range.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { financeScope } from "../scope.sql.ts";

/** Days of a report, both inclusive; null: from the beginning. */
export interface Period {
  from: string | null;
  to: string;
}
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (v: string): string => (DAY.test(v) ? v : shanghaiDate(v));
/** What was asked for; nothing: this month up to today. */
export function periodOf(day: Range | undefined, now: Date): Period {
  const today = dayOf(now);
  if (!day) return { from: `${today.slice(0, 7)}-01`, to: today };
  const period = { from: day.from ? dayIn(day.from) : null, to: day.to ? dayIn(day.to) : today };
  if (period.from !== null && period.from > period.to) throw badInput({ path: "day", message: "期间起不能晚于期间止" });
  return period;
}

/** A report as its statement: one row each with an `id` by which it is read on. */
export interface Report {
  rows: Sql;
  /** Read on by this column before the id; absent: by the id alone. */
  by?: string;
}
export type Caller = Pick<Ctx, "me" | "now">;

/** On days of the period. */
export const inPeriod = (column: string, { from, to }: Period): Sql =>
  and([from !== null && q`${raw(column)} >= ${from}::date`, q`${raw(column)} <= ${to}::date`]);
/** The same of a time, by its index. */
export const timeIn = (column: string, { from, to }: Period): Sql => timeRange(column, { ...(from !== null && { from }), to }) ?? q`true`;
/** Booked before it; never, where it has no beginning. */
export const before = ({ from }: Period): Sql => (from === null ? q`false` : q`j.booked_on < ${from}::date`);
export const during = ({ from }: Period): Sql => (from === null ? q`true` : q`j.booked_on >= ${from}::date`);
/** What people see as the day of a time. */
export const localDay = (column: string): Sql => q`(${raw(column)} at time zone 'Asia/Shanghai')::date`;

/** Credits less debits, and the other way round. */
export const credited = (which: Sql): Sql => q`coalesce(-sum(l.amount) filter (where ${which}), 0)::int8`;
export const debited = (which: Sql): Sql => q`coalesce(sum(l.amount) filter (where ${which}), 0)::int8`;

/** Lines of accounts up to the end of the period: `a`, `l`, `j`. */
export const linesOf = (codes: readonly string[], { to }: Period): Sql =>
  q`ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id and j.booked_on <= ${to}::date
    and a.code = any(${[...codes]}::text[])`;

/** Of orders in the caller's sight; money of no order is for whoever sees everything. */
export const orderRows = (ctx: Caller, order: string, peer: string): Sql => financeScope(ctx, { order, peer }) ?? q`true`;
export const peerRows = (ctx: Caller, peer: string): Sql => financeScope(ctx, { peer }) ?? q`true`;
export const wholeRows = (ctx: Caller): Sql => q`${ctx.me.scope_ids === null}::bool`;

/** Columns of a debt's parts by their age at the end of the period, over `d.left` and `d.booked_on`. */
export function agedColumns({ to }: Period): Sql {
  const age = q`(${to}::date - d.booked_on)`;
  const sum = (which: Sql): Sql => q`coalesce(sum(d.remains) filter (where ${which}), 0)::int8`;
  return q`${sum(q`${age} <= 30`)} as d30, ${sum(q`${age} between 31 and 60`)} as d60, ${sum(q`${age} between 61 and 90`)} as d90,
    ${sum(q`${age} > 90`)} as older, min(d.booked_on) filter (where d.remains > 0) as oldest_on`;
}
/**
 * Lines that make a debt with what is left of each: what was paid takes the oldest first. `sign` is that of the lines that
 * make it grow.
 */
export function agedLines(codes: readonly string[], period: Period, sign: 1 | -1, by: string): Sql {
  const grown = q`greatest(${raw(String(sign))} * l.amount, 0)`;
  return q`(select g.owner_id, g.account_id, g.code, g.booked_on, g.owed, greatest(0, least(g.grown, g.so_far - g.paid)) as remains, g.paid, g.all_grown
    from (select a.owner_id, a.id as account_id, a.code, j.booked_on, ${grown} as grown, ${raw(String(sign))} * l.amount as owed,
        sum(${grown}) over (partition by ${raw(by)} order by j.booked_on, l.id) as so_far,
        sum(${grown}) over (partition by ${raw(by)}) as all_grown,
        sum(greatest(${raw(String(-sign))} * l.amount, 0)) over (partition by ${raw(by)}) as paid
      from ${linesOf(codes, period)}) g)`;
}
