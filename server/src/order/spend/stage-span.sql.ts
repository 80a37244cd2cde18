/**
 * Stages with their minutes, out of spans: people whose stage ended in the period or who stand in it now, their spans
 * that were not rolled back, cut to each stage and added up by party. Figures and rows read the same `segs`.
 */
import { FIRST } from "@visadesk/contract/kit/day.ts";
import type { spendFilter, stageSpanApi } from "@visadesk/contract/order/spend/stage-span.ts";
import { SPEND_DAYS, SPEND_DAYS_MAX, WORK_DAY_MINUTES, type SpendNode } from "@visadesk/contract/order/spend/spend.words.ts";
import { keysOf, type z } from "@visadesk/contract/kit/field.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { PARTIES } from "@visadesk/contract/order/words.ts";
import { SPEND_NODES } from "@visadesk/contract/order/spend/spend.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { refuse } from "#kit/http/refuse.ts";
import { and, joined, likeText, or, q, raw, type Sql } from "#kit/db/sql.ts";
import { dayOf, timeRange } from "#kit/range.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { orderScope } from "../list/scope.ts";
import { daysBefore, spendClock, type SpendClockSql } from "./spend-clock.ts";
import { BOOKING_STATES, SPEND_NODE_SQL, VISIT_BEGINS } from "./spend-node.sql.ts";

export type SpendAsked = z.output<z.ZodObject<typeof spendFilter>> &
  Pick<Parsed<typeof stageSpanApi.stage_span_query>, "keyword" | "state" | "is_late" | "is_kept" | "party" | "without">;
export type Caller = Pick<Ctx, "db" | "me" | "now">;
export const NODES: readonly SpendNode[] = keysOf(SPEND_NODES);

export interface SpendPeriod {
  from: string;
  to: string;
}
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (v: string): string => (DAY.test(v) ? v : shanghaiDate(v));
/** Days asked for, both inclusive; nothing: the last thirty. */
export function spendPeriod({ ended_at }: Pick<SpendAsked, "ended_at">, now: Date): SpendPeriod {
  const to = ended_at?.to ? dayIn(ended_at.to) : dayOf(now);
  const begin = daysBefore(to, ended_at?.to ? SPEND_DAYS_MAX : SPEND_DAYS);
  const from = ended_at?.from ? dayIn(ended_at.from) : begin < FIRST ? FIRST : begin;
  if (from < daysBefore(to, SPEND_DAYS_MAX)) refuse("limit_exceeded", `期间最多${SPEND_DAYS_MAX}天，请缩小期间`);
  return { from, to };
}
/** What still goes on ends now, as far as it is known: it belongs to a period that holds today. */
const holdsNow = ({ from, to }: SpendPeriod, now: Date): boolean => from <= dayOf(now) && dayOf(now) <= to;

const idsOf = (node: SpendNode, period: SpendPeriod, withOpen: boolean): Sql => {
  const n = SPEND_NODE_SQL[node];
  const within = (column: string): Sql => timeRange(column, period) ?? q`true`;
  const ended =
    n.by === "orders o"
      ? q`select a.id from orders o join applicants a on a.order_id = o.id where ${within(n.ended)}`
      : n.by === "stage_spans s"
        ? q`select s.applicant_id from stage_spans s where ${within(n.ended)} and not s.is_rolled_back`
        : q`select a.id from applicants a where ${within(n.ended)}`;
  if (!withOpen) return ended;
  const standing = n.by === "orders o" ? raw("orders o join applicants a on a.order_id = o.id") : raw("applicants a");
  return q`${ended} union select a.id from ${standing} where ${raw(n.standing)}`;
};

const among = (column: string, type: string, list: readonly unknown[] | undefined): Sql | undefined =>
  list && q`${raw(column)} = any(${[...list]}::${raw(type)}[])`;
/** The expert and the supplier are the person's own; the mission is that of the product. */
const personWhere = (f: SpendAsked, ctx: Caller): Sql => {
  const word = f.keyword && `${likeText(f.keyword.toUpperCase())}%`;
  return and([
    orderScope(ctx, "a"),
    word && or([q`o.order_no like ${word}`, q`a.applicant_no like ${word}`]),
    among("a.country_id", "text", f.country_id),
    among("a.sku_id", "int8", f.sku_id),
    among("u.embassy_id", "int8", f.embassy_id),
    among("a.supplier_id", "int8", f.supplier_id),
    among("a.expert_id", "int8", f.expert_id),
    f.is_urgent !== undefined && q`a.is_urgent = ${f.is_urgent}`,
    f.without === "embassy" && q`u.embassy_id is null`,
    f.without === "supplier" && q`a.supplier_id is null`,
    f.without === "expert" && q`a.expert_id is null`,
  ]);
};

/** Ends of the stages asked for, of people found by one of them. */
function ends(nodes: readonly SpendNode[], period: SpendPeriod, now: Date): Sql {
  const one = (node: SpendNode): Sql => {
    const { from, to, open, states } = SPEND_NODE_SQL[node];
    return q`(${raw(String(NODES.indexOf(node)))}, ${raw(from)}, ${raw(to)}, ${raw(open)}, ${states ? q`${[...states]}::text[]` : raw("null::text[]")})`;
  };
  return q`ends as (
    select p.id, n.node, n.states, n.began, n.ended, coalesce(n.ended, ${now}::timestamptz) as until, n.ended is null as is_open
    from people p left join marks k on k.applicant_id = p.id
    cross join lateral (values ${joined(nodes.map(one), ", ")}) n(node, began, ended, stands, states)
    where n.began is not null and (${timeRange("n.ended", period) ?? q`false`} or n.ended is null and n.stands and ${holdsNow(period, now)}::bool))`;
}

const PARTY_NAMES = keysOf(PARTIES);
/** Minutes of one piece: a whole span as it was kept, else what lies inside the stage, less what was on hold. */
function pieceSql(clock: SpendClockSql, isWork: boolean): Sql {
  const t7 = NODES.indexOf("t7");
  if (!isWork) return raw("extract(epoch from least(s.left_at, e.until) - greatest(s.entered_at, e.began)) / 60");
  const [lo, hi] = ["greatest(s.entered_at, e.began)", "least(s.left_at, e.until)"];
  return q`case when e.node = ${raw(String(t7))} then ${raw(clock.missionDays("s.place", lo, hi))} * ${raw(String(WORK_DAY_MINUTES))}
    when s.work_minutes is not null and s.entered_at >= e.began and s.left_at <= e.until then s.work_minutes
    else greatest(0, ${raw(clock.working(lo, hi))} - case when e.node = 0 then 0 else s.hold_minutes
      + case when s.work_minutes is null and s.held_at is not null then ${raw(clock.working("s.held_at", "s.now"))} else 0 end end) end`;
}

export interface SpendSql {
  /** `with …`, ending in `segs`. */
  head: Sql;
  period: SpendPeriod;
}
export async function spendSql(f: SpendAsked, nodes: readonly SpendNode[], ctx: Caller): Promise<SpendSql> {
  const { now } = ctx;
  const period = spendPeriod(f, now);
  const clock = await spendClock(ctx.db, now);
  const withOpen = holdsNow(period, now);
  const sums = PARTY_NAMES.map((p) => `coalesce(sum(x.minutes) filter (where x.party = '${p}'), 0)::int as ${p}`).join(", ");
  const head = q`with ${clock.head},
    found(id) as (${joined(
      nodes.map((n) => idsOf(n, period, withOpen)),
      " union ",
    )}),
    people as materialized (
      select a.id, a.order_id, a.applicant_status, a.country_id, a.sku_id, u.embassy_id, a.supplier_id, a.expert_id, o.created_at as ordered_at, o.paid_at, o.order_status,
        o.pay_deadline_at, o.promised_date, a.collected_at, a.review_passed_at, a.submitted_at, a.result_at, a.handed_back_at, a.received_at, a.status_due_at, a.held_at,
        ${raw(clock.placeOf("u.embassy_id"))} as place
      from found join applicants a on a.id = found.id join orders o on o.id = a.order_id join skus u on u.id = a.sku_id
      where ${personWhere(f, ctx)}),
    spans as materialized (
      select s.applicant_id, s.status, s.party, s.entered_at, coalesce(s.left_at, ${now}::timestamptz) as left_at, case when s.left_at is null then null else s.work_minutes end as work_minutes,
        s.hold_minutes, coalesce(s.due_at, case when s.left_at is null then p.status_due_at end) as due_at, p.place, case when s.left_at is null then p.held_at end as held_at, ${now}::timestamptz as now
      from people p join stage_spans s on s.applicant_id = p.id where not s.is_rolled_back),
    marks as (
      select applicant_id, min(entered_at) filter (where status in ${raw(BOOKING_STATES)}) as booking_from,
        min(entered_at) filter (where status = ${raw(VISIT_BEGINS)}) as visit_from, max(entered_at) filter (where status = ${raw(VISIT_BEGINS)}) as booked_at
      from spans where status in ${raw(BOOKING_STATES)} or status = ${raw(VISIT_BEGINS)} group by 1),
    ${ends(nodes, period, now)},
    pieces as (
      select e.id, e.node, s.party, ${pieceSql(clock, f.clock !== "natural")} as minutes, s.due_at is not null as has_limit, s.due_at < s.left_at and s.held_at is null as is_late
      from ends e join spans s on s.applicant_id = e.id and s.entered_at < e.until and s.left_at > e.began and (e.states is null or s.status = any(e.states))),
    sums as (
      select x.id, x.node, ${raw(sums)}, coalesce(sum(x.minutes), 0)::int as minutes, bool_or(x.has_limit) as has_limit, bool_or(x.is_late) as is_late from pieces x group by 1, 2),
    segs as (
      select p.*, e.node, e.began as started_at, e.ended as ended_at, e.until, e.is_open, coalesce(x.minutes, 0) as minutes,
        ${raw(PARTY_NAMES.map((n) => `coalesce(x.${n}, 0) as ${n}`).join(", "))},
        case when e.node = 0 then e.until > p.pay_deadline_at when x.has_limit then coalesce(x.is_late, false) end as is_late,
        case when e.node in (${raw([NODES.indexOf("t7"), NODES.indexOf("total")].join(", "))}) and e.ended is not null and p.promised_date is not null
          then (e.ended at time zone 'Asia/Shanghai')::date <= p.promised_date end as is_kept
      from ends e join people p on p.id = e.id left join sums x on x.id = e.id and x.node = e.node)`;
  return { head, period };
}
/** What narrows rows beside the people. */
export const segWhere = (f: SpendAsked): Sql =>
  and([
    f.state && q`g.is_open = ${f.state === "open"}`,
    f.is_late !== undefined && q`g.is_late = ${f.is_late}`,
    f.is_kept !== undefined && q`g.is_kept = ${f.is_kept}`,
    f.party && q`${raw(`g.${f.party}`)} > 0`,
  ]);
