/** 试运行: what a configuration would have meant for the work orders of its code in the last 90 days. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { workOrderConfigApi } from "@visadesk/contract/peer/work-order/work-order-config.ts";
import { answersFault, chooseConfig, limitFor } from "@visadesk/contract/peer/work-order/work-order.rules.ts";
import { TRIAL_DAYS } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import type { LevelCode } from "@visadesk/contract/peer/level/level.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, q, rows } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { dayStart } from "#kit/range.ts";
import { calendarOf, type WorkCalendar } from "../../base-data/index.ts";
import { workerNames } from "../peer/names.sql.ts";
import { NO_CONFIG } from "./work-order-config.publish.ts";
import { storedConfig, type StoredConfigDetail } from "./work-order-config.sql.ts";
import { handlerFor, handsOf } from "./work-order-handler.ts";
import { workOrderScope } from "./work-order-scope.sql.ts";
import { WORK_ORDERS } from "./work-order.sql.ts";

type Trial = Output<typeof workOrderConfigApi.work_order_config_trial>;
interface Past {
  id: number;
  work_order_no: string;
  peer_id: number;
  level_id: LevelCode;
  service_group_id: number | null;
  bd_owner_id: number | null;
  cs_owner_id: number | null;
  sla_percent: number;
  order_id: number | null;
  answers: Record<string, unknown>;
  reply_minutes: number;
  resolve_minutes: number;
  waiting_minutes: number;
  first_reply_at: string | null;
  resolved_at: string | null;
  waiting_since: string | null;
  closed_at: string | null;
  created_at: string;
}
const UNFIT_MAX = 50;

const pastOf = (ctx: Ctx, code: string): Promise<Past[]> =>
  rows(
    ctx.db,
    q`
    select t.id, t.work_order_no, t.peer_id, pr.level_id, pr.service_group_id, pr.bd_owner_id, pr.cs_owner_id, l.sla_percent, t.order_id, t.answers,
      t.reply_minutes, t.resolve_minutes, t.waiting_minutes, t.first_reply_at, t.resolved_at, t.waiting_since, t.closed_at, t.created_at
    from ${WORK_ORDERS} join work_order_configs c on c.id = t.config_id join peer_levels l on l.code = pr.level_id
    where ${and([q`c.code = ${code}`, q`t.created_at >= ${dayStart(ctx.now, -TRIAL_DAYS)}`, workOrderScope(ctx)])} order by t.id`,
  );

/** Working minutes to the first reply and to the end, the peer's own time left out. */
function tookOf(c: WorkCalendar, now: Date, w: Past): { reply: number; resolve: number } {
  const from = new Date(w.created_at);
  const end = w.resolved_at ?? w.waiting_since ?? w.closed_at ?? now;
  return {
    reply: c.workingMinutes(from, new Date(w.first_reply_at ?? w.closed_at ?? now)),
    resolve: c.workingMinutes(from, new Date(end)) - w.waiting_minutes,
  };
}

/** Whose each would have been, dealt out one after the other, beside what everybody has open now. */
async function handlersOf(ctx: Ctx, config: StoredConfigDetail, past: readonly Past[]): Promise<Trial["handlers"]> {
  const hands = await handsOf(ctx.db, config.team_id);
  const counts = new Map<number, number>();
  for (const w of past) {
    const id = (await handlerFor(ctx.db, config, w, hands)) ?? 0;
    counts.set(id, (counts.get(id) ?? 0) + 1);
    if (hands.load.has(id)) hands.load.set(id, (hands.load.get(id) ?? 0) + 1);
  }
  const open = await rows<{ id: number; n: number }>(
    ctx.db,
    q`
    select handler_id as id, count(*)::int as n from work_orders
    where handler_id = any(${[...counts.keys()]}::int8[]) and work_order_status in ('pending', 'processing', 'waiting_peer') group by 1`,
  );
  const names = await workerNames(ctx.db, counts.keys());
  const openOf = new Map(open.map((o) => [o.id, o.n]));
  return [...counts]
    .map(([id, count]) => ({ name: names.get(id) ?? "无人可派", count, open: openOf.get(id) ?? 0 }))
    .sort((a, b) => b.count - a.count);
}

export async function trial({ id }: { id: number }, ctx: Ctx): Promise<Trial> {
  const config = found(await storedConfig(ctx.db, id), NO_CONFIG);
  const calendar = await calendarOf(ctx.db);
  const asLive = { ...config, config_status: "live" as const };
  const past = (await pastOf(ctx, config.code)).filter((w) => chooseConfig([asLive], config.code, w) !== null);
  const took = past.map((w) => ({ w, ...tookOf(calendar, ctx.now, w) }));
  const count = (is: (t: (typeof took)[number]) => boolean): number => took.filter(is).length;
  const unfit = past.flatMap((w) => {
    const fault = config.need_order && w.order_id === null ? "没有关联订单" : (answersFault(config.fields, w.answers)?.text ?? null);
    return fault === null ? [] : [{ work_order_id: w.id, work_order_no: w.work_order_no, fault }];
  });
  return {
    total: past.length,
    late_reply_before: count((t) => t.reply > t.w.reply_minutes),
    late_reply: count((t) => t.reply > limitFor(config.reply_minutes, t.w.sla_percent)),
    late_before: count((t) => t.resolve > t.w.resolve_minutes),
    late: count((t) => t.resolve > limitFor(config.resolve_minutes, t.w.sla_percent)),
    handlers: await handlersOf(ctx, config, past),
    unfit: unfit.slice(0, UNFIT_MAX),
  };
}
