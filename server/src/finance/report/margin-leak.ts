/**
 * 毛利漏损: orders that are through whose margin fell more than a tenth under the plan at ordering, with the one cause that took
 * most of it. The plan is what was earned, before coupons, less what the first supplier was to be paid; what is given back
 * leaves both. Causes add up to what fell.
 */
import type { LeakCause } from "@visadesk/contract/finance/report/report.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows, type Sql } from "#kit/db/sql.ts";
import type { JobCtx, JobDef, Progress } from "#kit/jobs.ts";

/** A fall is told from so much of the plan on. */
const TOLERATED = 0.1;
/** Journals that are looked through together. */
const AT_ONCE = 5_000;
/** Orders that one change judges: the embedded database serves nobody else meanwhile. */
const ORDERS_AT_ONCE = 200;
/** A transaction that began before this has ended: what it posted is there. */
const SETTLED_MS = 3_600_000;

/** Of the costs and expenses of an order what belongs to each cause, debits above zero. */
const CAUSE_LINES: Readonly<Record<Exclude<LeakCause, "coupon">, Sql>> = {
  fx: q`a.code = 'cost' and a.kind = 'fx'`,
  embassy: q`(a.code = 'cost' and a.kind = 'embassy_variance') or (a.code = 'other_income' and a.kind = 'embassy_surplus')`,
  express: q`a.code = 'cost' and a.kind = 'express'`,
  compensation: q`(a.code = 'cost' and a.kind = 'claim') or (a.code = 'expense' and a.kind = 'compensation')`,
  settle_price: q`a.code = 'cost' and a.kind in ('supplier', 'supplier_adjust')`,
};
const CAUSES: readonly LeakCause[] = ["fx", "embassy", "express", "compensation", "coupon", "settle_price"];
type Costs = Readonly<Record<LeakCause, number>>;
interface Told extends Costs {
  id: number;
  ended_on: string;
  revenue: number;
  /** Costs that the plan holds as they are: centre, insurance, protection. */
  passed: number;
  planned_cost: number;
}

/** What each of these orders earned and cost, as far as it is through: nothing of it waits to be earned. */
const told = (db: Db, orders: readonly number[]): Promise<Told[]> => {
  const sum = (which: Sql): Sql => q`coalesce(sum(l.amount) filter (where ${which}), 0)::int8`;
  return rows<Told>(
    db,
    q`select s.*, coalesce((select sum(f.discount_share) from order_fees f where f.order_id = s.id), 0)::int8 as coupon, coalesce((
        select sum(coalesce(first.cny_amount - first.embassy_part, b.booked)) from (
          select distinct on (l.applicant_id) l.applicant_id, l.amount as booked from journal_lines l join ledger_accounts a on a.id = l.account_id
            where l.order_id = s.id and a.code = 'cost' and a.kind = 'supplier' order by l.applicant_id, l.id) b
        left join lateral (select x.cny_amount, x.embassy_part from supplier_assignments x where x.applicant_id = b.applicant_id order by x.id limit 1) first on true
      ), 0)::int8 as planned_cost
      from (select l.order_id as id, max(j.booked_on) filter (where a.code = 'revenue') as ended_on, -${sum(q`a.code = 'revenue'`)} as revenue,
          ${sum(q`a.code = 'cost' and a.kind in ('centre', 'insurance', 'protection')`)} as passed,
          ${sum(CAUSE_LINES.fx)} as fx, ${sum(CAUSE_LINES.embassy)} as embassy, ${sum(CAUSE_LINES.express)} as express,
          ${sum(CAUSE_LINES.compensation)} as compensation, ${sum(CAUSE_LINES.settle_price)} as settle_price, ${sum(q`a.code = 'order_deferred'`)} as waiting
        from journal_lines l join ledger_accounts a on a.id = l.account_id join journals j on j.id = l.journal_id
        where l.order_id = any(${[...orders]}::int8[]) group by 1) s
      where s.waiting = 0 and s.revenue > 0`,
  );
};

interface Leak {
  planned: number;
  margin: number;
  cause: LeakCause;
  cause_amount: number;
}
const idOf = (found: { id: number } | undefined): number | null => found?.id ?? null;
/** What fell and why; null: no more than is tolerated. */
export function leakOf(t: Omit<Told, "id" | "ended_on">): Leak | null {
  const costs: Costs = { ...t, settle_price: t.settle_price - t.planned_cost };
  const planned = t.revenue + t.coupon - t.passed - t.planned_cost;
  const fell = CAUSES.reduce((sum, cause) => sum + costs[cause], 0);
  const cause = CAUSES.toSorted((a, b) => costs[b] - costs[a])[0] ?? "settle_price";
  if (planned <= 0 || fell <= planned * TOLERATED) return null;
  return { planned, margin: planned - fell, cause, cause_amount: costs[cause] };
}

/** The posting that took most of it: of a coupon the payment that it lessened, of a settle price a change before the first cost. */
async function journalOf(db: Db, order: number, cause: LeakCause): Promise<number | null> {
  if (cause === "coupon")
    return idOf(
      await row(
        db,
        q`select j.id from journals j where j.source_noun = 'order' and j.source_id = ${order} and j.kind = 'order_paid' order by j.id limit 1`,
      ),
    );
  const planned = q`${cause === "settle_price"}::bool and row_number() over (partition by l.applicant_id order by l.id) = 1`;
  return idOf(
    await row(
      db,
      q`select x.journal_id as id from (select l.id, l.journal_id, l.amount, ${planned} as is_planned
          from journal_lines l join ledger_accounts a on a.id = l.account_id where l.order_id = ${order} and (${CAUSE_LINES[cause]})) x
        where x.amount > 0 order by x.is_planned, x.amount desc, x.id desc limit 1`,
    ),
  );
}

/** Judges these orders anew: a leak that was mended is gone. */
async function judgeOrders(ctx: Pick<Ctx, "db" | "now">, orders: readonly number[]): Promise<number> {
  const { db } = ctx;
  await rows(db, q`delete from margin_leaks where order_id = any(${[...orders]}::int8[])`);
  let leaks = 0;
  for (const t of await told(db, orders)) {
    const leak = leakOf(t);
    if (!leak) continue;
    leaks += 1;
    await rows(
      db,
      q`insert into margin_leaks (order_id, ended_on, planned, margin, cause, cause_amount, journal_id, found_at)
        values (${t.id}, ${t.ended_on}, ${leak.planned}, ${leak.margin}, ${leak.cause}, ${leak.cause_amount}, ${await journalOf(db, t.id, leak.cause)}, ${ctx.now})`,
    );
  }
  return leaks;
}

/** How far the last look came, and up to where this one may: the last of those in a row that are old enough. */
async function nextRange(db: Db, now: Date): Promise<{ from: number; until: number }> {
  const from = (await row<{ n: number }>(db, q`select journal_id as n from margin_leak_mark where id = 1`))?.n ?? 0;
  // A younger one may still have neighbours on their way.
  const to = await row<{ n: number }>(
    db,
    q`select coalesce((select min(id) - 1 from journals where id > ${from} and id <= ${from + AT_ONCE} and created_at > ${new Date(now.getTime() - SETTLED_MS)}),
        least(coalesce((select max(id) from journals), 0), ${from + AT_ONCE}::int8)) as n`,
  );
  return { from, until: to?.n ?? 0 };
}

/** Judges the orders that something was posted for since the last look; one that is judged twice comes out the same. */
async function run(ctx: JobCtx, progress: Progress): Promise<{ leaks: number }> {
  for (;;) {
    const { from, until } = await nextRange(ctx.db, ctx.now);
    if (until <= from) break;
    const orders = await rows<{ id: number }>(
      ctx.db,
      q`select distinct l.order_id as id from journal_lines l where l.journal_id > ${from} and l.journal_id <= ${until} and l.order_id is not null order by 1`,
    );
    for (let at = 0; at < orders.length; at += ORDERS_AT_ONCE) {
      await progress.throwIfCancelled();
      const some = orders.slice(at, at + ORDERS_AT_ONCE).map((o) => o.id);
      await ctx.change((change) => judgeOrders(change, some));
    }
    await ctx.change(({ db }) =>
      rows(
        db,
        q`insert into margin_leak_mark (id, journal_id) values (1, ${until}) on conflict (id) do update set journal_id = excluded.journal_id`,
      ),
    );
  }
  return { leaks: (await row<{ n: number }>(ctx.db, q`select count(*)::int as n from margin_leaks`))?.n ?? 0 };
}

export const marginLeakJobs: readonly JobDef[] = [
  { name: "margin_leak", label: "毛利漏损", cron: "every day 03:30", run: (ctx, _payload, progress) => run(ctx, progress) },
];
