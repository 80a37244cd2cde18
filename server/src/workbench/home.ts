/** The first page: what waits, how the period goes, what is due, what was worked on last. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import type { Ctx } from "#kit/call/context.ts";
import { dayOf, dayStart } from "#kit/range.ts";
import { calendarOf } from "../base-data/index.ts";
import { dueByDay, orderCurve, orderFigureList, type Span } from "../order/index.ts";
import { desks } from "./desks.ts";
import { queueCounts, type QueueCount } from "./task.sql.ts";
import { recentActs } from "./workbench.sql.ts";

export type Period = "today" | "week" | "month" | "days_30";
type Home = Output<typeof workbenchApi.home_query>;
type Tile = Home["queues"][number];
const DAY_MS = 86_400_000;
const TOP_TILES = 6;
const CURVE_DAYS = 29;
const STRIP_DAYS = 7;

/** A period until now, and the same elapsed part of the one before. */
export function spansOf(period: Period, now: Date): { span: Span; before: Span } {
  const today = dayStart(now);
  const shanghai = new Date(today.getTime() + 8 * 3_600_000);
  const monday = (shanghai.getUTCDay() + 6) % 7;
  const from =
    period === "today"
      ? today
      : period === "week"
        ? dayStart(now, -monday)
        : period === "month"
          ? dayStart(now, 1 - shanghai.getUTCDate())
          : new Date(now.getTime() - 30 * DAY_MS);
  const start =
    period === "today"
      ? dayStart(now, -1)
      : period === "week"
        ? dayStart(from, -7)
        : period === "month"
          ? monthBefore(from)
          : new Date(from.getTime() - 30 * DAY_MS);
  const elapsed = now.getTime() - from.getTime();
  return { span: { from, to: now }, before: { from: start, to: new Date(Math.min(start.getTime() + elapsed, from.getTime())) } };
}
/** First of the month before the one that starts at `from` (Shanghai). */
function monthBefore(from: Date): Date {
  const last = new Date(from.getTime() + 8 * 3_600_000 - DAY_MS);
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), 1) - 8 * 3_600_000);
}

const queues = new Map(desks.flatMap((d) => d.queues.map((x) => [x.key, x] as const)));
/** Tiles in the fixed order of the queues. */
export const tilesOf = (counts: readonly QueueCount[]): Tile[] => {
  const order = keysOf(QUEUES);
  return counts
    .toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
    .map((c) => ({ ...c, label: QUEUES[c.key], opens: queues.get(c.key)?.list ?? null }));
};

/** The caller's tiles of one scope; none without the workbench's code. A list narrowed to a queue shows one's own rows: a wider tile leads to none. */
export async function tiles(ctx: Ctx, scope: "mine" | "team" | "all"): Promise<Tile[]> {
  if (!ctx.has(may.workbench)) return [];
  const own = tilesOf(await queueCounts(ctx, scope));
  return scope === "mine" ? own : own.map((t) => ({ ...t, opens: null }));
}

export const figures = (ctx: Ctx, period: Period): Promise<Home["figures"]> => {
  const { span, before } = spansOf(period, ctx.now);
  return orderFigureList(ctx, span, before);
};

async function dueStrip(ctx: Ctx): Promise<Home["due_days"]> {
  const calendar = await calendarOf(ctx.db);
  const counts = await dueByDay(ctx, dayStart(ctx.now), dayStart(ctx.now, STRIP_DAYS));
  return Array.from({ length: STRIP_DAYS }, (_, i) => dayOf(ctx.now, i)).map((date) => ({
    date,
    is_work_day: calendar.isWorkingDay(date),
    count: counts.find((c) => c.date === date)?.count ?? 0,
  }));
}

async function recent(ctx: Ctx): Promise<Home["recent"]> {
  const process = ctx.has(may.order_process);
  const list = await recentActs(ctx.db, ctx.me.worker_id, 20);
  return list.flatMap((r) => {
    if (r.order_id === null) return [];
    const orderId = String(r.order_id);
    const order = r.noun === "order";
    const route = order ? (process ? "order-detail" : "admin-order-detail") : process ? "applicant-detail" : "admin-applicant-detail";
    return [
      {
        noun: r.noun,
        id: Number(r.noun_id),
        title: r.noun_no,
        at: r.at,
        route,
        params: order ? { orderId } : { orderId, applicantId: r.noun_id },
      },
    ];
  });
}

/** Blocks the caller may see; the others are empty and not drawn. */
export async function home(ctx: Ctx): Promise<Home> {
  const works = ctx.has(may.order_view) || ctx.has(may.order_process);
  const [tiled, list, curve, due_days, acts] = await Promise.all([
    tiles(ctx, "mine"),
    works ? figures(ctx, "today") : [],
    works ? orderCurve(ctx, dayStart(ctx.now, -CURVE_DAYS)) : [],
    works ? dueStrip(ctx) : [],
    works ? recent(ctx) : [],
  ]);
  return {
    queues: tiled.toSorted((a, b) => b.overdue - a.overdue || b.count - a.count).slice(0, TOP_TILES),
    figures: list,
    curve,
    due_days,
    recent: acts,
  };
}
