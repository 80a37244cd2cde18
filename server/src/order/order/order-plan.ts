import type { orderApi } from "@visadesk/contract/order/order.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { found } from "#kit/http/refuse.ts";
import { planFor } from "../../base-data/index.ts";
import { loadFacts } from "../flow/facts.sql.ts";
import { seesOrder } from "../list/order-detail.sql.ts";
import { learnedDays } from "../plan/plan-figures.sql.ts";
import { planPerson } from "./order-plan.rules.ts";

type Api = typeof orderApi;
type Plan = Output<Api["order_plan_get"]>["plan"];
const NO_ORDER = "订单不存在或无权查看";

/** Of one person, or of the one whose passport comes last. */
export async function orderPlan({ id, applicant_id }: Parsed<Api["order_plan_get"]>, ctx: Ctx): Promise<{ plan: Plan }> {
  found((await seesOrder(ctx, id)) || null, NO_ORDER);
  const f = found(await loadFacts(ctx.db, id, ctx.now), NO_ORDER);
  const learned = await learnedDays(ctx.db, f.snapshot.embassy?.id ?? null);
  let latest: Plan = null;
  for (const p of f.people) {
    const person = applicant_id === undefined || p.id === applicant_id ? planPerson(f, p) : null;
    if (!person) continue;
    const plan = { ...(await planFor(ctx, f.snapshot, f.order.travel_date, { ...person, learned })), applicant_id: p.id, seq: p.seq };
    if (latest === null || plan.first_travel_date > latest.first_travel_date) latest = plan;
  }
  return { plan: latest };
}
