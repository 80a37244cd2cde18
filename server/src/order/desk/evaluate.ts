/** What a customer says of an order; it completes it. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { canMove } from "@visadesk/contract/kit/flow.ts";
import { orderFlow } from "@visadesk/contract/order/order.flow.ts";
import type { orderEvaluateApi } from "@visadesk/contract/order/order-evaluate.ts";
import type { Ctx } from "#kit/call/context.ts";
import { definedOf } from "#kit/files/objects.ts";
import { refuse } from "#kit/http/refuse.ts";
import { changeOrder, moveOrder } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";

export const evaluateAdd = (input: Parsed<typeof orderEvaluateApi.order_evaluate_add>, ctx: Ctx): Promise<{ ok: true }> =>
  changeOrder(ctx, input.order_id, async (w) => {
    if (!canMove(orderFlow, w.facts.order.order_status, "complete")) refuse("state_changed");
    const { order_id, ...scores } = input;
    await completeOrder(w, { ...definedOf(scores), source: "phone" });
    ctx.note({ noun: "order", noun_id: order_id, noun_no: w.facts.order.order_no });
    return { ok: true as const };
  });

interface Evaluation {
  score: number;
  score_guide?: number;
  score_speed?: number;
  score_service?: number;
  score_logistics?: number;
  content: string;
  tags?: string[];
  is_anonymous?: boolean;
  source: "phone" | "auto";
}
/** An evaluation completes the order; a second one for the same order is refused. */
export async function completeOrder(w: Work, evaluation: Evaluation): Promise<void> {
  const { ctx, facts } = w;
  const added = await ctx.db
    .insertInto("order_evaluates")
    .values({
      order_id: facts.order.id,
      ...evaluation,
      expert_id: facts.people.find((p) => p.result_expert_id !== null)?.result_expert_id ?? facts.order.expert_id,
      supplier_id: facts.people[0]?.supplier_id ?? null,
      created_by: ctx.principal?.worker_id ?? null,
      created_at: ctx.now,
    })
    .onConflict((c) => c.column("order_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) refuse("duplicate", "该订单已评价");
  await moveOrder(w, "complete", {
    to: "completed",
    system: evaluation.source === "auto",
    customer_visible: true,
    set: { completed_at: ctx.now.toISOString() },
  });
}
