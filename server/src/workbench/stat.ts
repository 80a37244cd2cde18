/** /order_stat_query: every counter of menu, tabs and tiles in one flat object, kept a few seconds per worker. */
import { may } from "@visadesk/contract/permissions.ts";
import { QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { claimsWaiting, refundsWaiting } from "../order/index.ts";
import { queueCounts } from "./task.sql.ts";
import { lastActId, unreadCount } from "./workbench.sql.ts";

type Counters = Record<string, number>;
interface Kept {
  at: number;
  act: number;
  counters: Counters;
}
const KEEP_MS = 10_000;
/** One small object per signed-in worker and role version. */
const kept = new WeakMap<Ctx["db"], Map<string, Kept>>();

async function count(ctx: Ctx): Promise<Counters> {
  const workbench = ctx.has(may.workbench);
  const [found, messages, claims, refunds] = await Promise.all([
    queueCounts(ctx, "mine"),
    unreadCount(ctx.db, ctx.me.worker_id),
    ctx.has(may.order_refuse_claim) ? claimsWaiting(ctx) : 0,
    ctx.has(may.refund_review) ? refundsWaiting(ctx) : 0,
  ]);
  const sum = (value: (c: (typeof found)[number]) => number): number => (workbench ? found.reduce((n, c) => n + value(c), 0) : 0);
  const todo = Object.keys(QUEUES).map((key) => [`todo_${key}_count`, found.find((c) => c.key === key)?.count ?? 0]);
  return {
    task_count: sum((c) => c.count),
    task_new_count: sum((c) => c.new_count),
    task_overdue_count: sum((c) => c.overdue),
    message_unread_count: messages,
    refund_review_count: refunds,
    reject_product_count: claims,
    ...Object.fromEntries(todo),
  };
}

/** Counters at most ten seconds old, and never older than the worker's own last act. */
export async function counters(ctx: Ctx): Promise<Counters> {
  const key = `${ctx.me.worker_id}:${ctx.me.role_id ?? 0}:${ctx.me.role_version}:${ctx.me.session_id}:${ctx.me.covers.join()}`;
  const known = kept.get(ctx.db) ?? new Map<string, Kept>();
  kept.set(ctx.db, known);
  const act = await lastActId(ctx.db, ctx.me.worker_id);
  const at = ctx.now.getTime();
  const hit = known.get(key);
  if (hit && hit.act === act && at >= hit.at && at - hit.at < KEEP_MS) return hit.counters;
  const fresh = await count(ctx);
  if (known.size > 5_000) known.clear();
  known.set(key, { at, act, counters: fresh });
  return fresh;
}
