/** What time alone does to orders. */
import type { Db } from "#kit/db/db.ts";
import type { JobCtx, JobDef } from "#kit/jobs.ts";
import { canMove } from "@visadesk/contract/kit/flow.ts";
import { orderFlow } from "@visadesk/contract/order/order.flow.ts";
import { changeOrder } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";
import { limitOf } from "../flow/due.rules.ts";
import { limitsOf } from "../applicant/limits.ts";
import { completeOrder } from "../desk/evaluate.ts";
import { cancelOrder, receiveOrder } from "./order-field.ts";
import { expireOpen } from "../expire/order-expire-open.ts";
import { declineOverdue } from "../applicant/visit.ts";
import { canLapse, lapseClaim } from "../claim/refuse-claim.ts";

const BATCH = 500;
const DAY = 86_400_000;

/** Each order in its own transaction; what changed meanwhile is judged again under the lock. */
async function each(ctx: JobCtx, ids: readonly { id: number }[], act: (w: Work) => Promise<void>): Promise<number> {
  let n = 0;
  for (const { id } of ids) {
    if (ctx.signal.aborted) break;
    await ctx.change((c) => changeOrder(c, id, act));
    n++;
  }
  return n;
}

export async function payExpire(ctx: JobCtx): Promise<number> {
  const due = await ctx.db
    .selectFrom("orders")
    .select("id")
    .where("order_status", "=", "pending_payment")
    .where("pay_deadline_at", "<=", ctx.now.toISOString())
    .orderBy("pay_deadline_at")
    .limit(BATCH)
    .execute();
  return each(ctx, due, async (w) => {
    const { order } = w.facts;
    if (order.order_status !== "pending_payment" || !order.pay_deadline_at || Date.parse(order.pay_deadline_at) > w.ctx.now.getTime())
      return;
    await cancelOrder(w, "pay_expire", "timeout", "超时未支付");
    await expireOpen(w.ctx, { order_id: order.id, applicant_id: null, kind: "pay", due_at: w.ctx.now.toISOString(), is_over: true });
  });
}

const daysOf = async (db: Db, key: string, fallback: number): Promise<number> =>
  limitOf(await limitsOf(db), key, "", false)?.value ?? fallback;

export async function limitTick(ctx: JobCtx): Promise<number> {
  return (await declineTick(ctx)) + (await claimTick(ctx)) + (await receiveTick(ctx)) + (await evaluateTick(ctx));
}

async function declineTick(ctx: JobCtx): Promise<number> {
  const late = await ctx.db
    .selectFrom("visits as v")
    .innerJoin("applicants as a", "a.id", "v.applicant_id")
    .select("a.order_id as id")
    .distinct()
    .where("v.visit_status", "=", "proposed")
    .where("v.confirm_due_at", "<=", ctx.now.toISOString())
    .where("a.applicant_status", "=", "awaiting_confirm")
    .where("a.held_at", "is", null)
    .limit(BATCH)
    .execute();
  return each(ctx, late, async (w) => {
    for (const p of w.facts.people) {
      const due = p.visit?.confirm_due_at;
      if (p.applicant_status === "awaiting_confirm" && p.held_at === null && due && Date.parse(due) <= w.ctx.now.getTime())
        await declineOverdue(w, p);
    }
  });
}

/** Proofs and objections that did not come in time. */
async function claimTick(ctx: JobCtx): Promise<number> {
  const late = await ctx.db
    .selectFrom("applicants")
    .select("order_id as id")
    .distinct()
    .where("tab", "=", "claim")
    .where("applicant_status", "in", ["refused_proof", "refused_rejected"])
    .where("status_due_at", "<=", ctx.now.toISOString())
    .where("held_at", "is", null)
    .limit(BATCH)
    .execute();
  return each(ctx, late, async (w) => {
    for (const p of w.facts.people) if (canLapse(w, p)) await lapseClaim(w, p);
  });
}

async function receiveTick(ctx: JobCtx): Promise<number> {
  const before = new Date(ctx.now.getTime() - (await daysOf(ctx.db, "receive", 7)) * DAY).toISOString();
  const due = await ctx.db
    .selectFrom("orders")
    .select("id")
    .where("order_status", "=", "shipped")
    .where("shipped_at", "<=", before)
    .orderBy("shipped_at")
    .limit(BATCH)
    .execute();
  return each(ctx, due, async (w) => {
    const { order } = w.facts;
    if (canMove(orderFlow, order.order_status, "receive") && order.shipped_at && order.shipped_at <= before) await receiveOrder(w, true);
  });
}

async function evaluateTick(ctx: JobCtx): Promise<number> {
  const before = new Date(ctx.now.getTime() - (await daysOf(ctx.db, "evaluate", 15)) * DAY).toISOString();
  const due = await ctx.db
    .selectFrom("orders")
    .select("id")
    .where("order_status", "=", "pending_evaluate")
    .where("received_at", "<=", before)
    .orderBy("received_at")
    .limit(BATCH)
    .execute();
  return each(ctx, due, async (w) => {
    const { order } = w.facts;
    if (canMove(orderFlow, order.order_status, "complete") && order.received_at && order.received_at <= before)
      await completeOrder(w, { score: 5, content: "", source: "auto" });
  });
}

export const jobs: readonly JobDef[] = [
  { name: "order_pay_expire", label: "超时未支付取消", cron: "every minute", run: (ctx) => payExpire(ctx) },
  { name: "order_limit_tick", label: "订单时限处理", cron: "every 5 minutes", run: (ctx) => limitTick(ctx) },
];
