/** 退款试算: the contract's one function over a typed case, or over an order's own facts. Stores nothing. */
import type { refundPolicyApi } from "@visadesk/contract/base-data/refund-policy.ts";
import {
  REFUND_STAGES,
  refundLines,
  type RefundAsk,
  type RefundParts,
  type RefundResult,
  type RefundRow,
} from "@visadesk/contract/base-data/refund.rules.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import type { Doors, RefundPerson } from "../doors.ts";
import { versionView } from "./refund-policy.sql.ts";

type Api = typeof refundPolicyApi;
type OrderTrial = Output<Api["refund_policy_order_trial"]>;
const KINDS = ["service", "embassy", "centre"] as const;
const HOUR = 3_600_000;

export async function trial(input: Parsed<Api["refund_policy_trial"]>, ctx: Ctx): Promise<Output<Api["refund_policy_trial"]>> {
  const { version_id, service, embassy, centre, ...ask } = input;
  const version = found(await versionView(ctx.db, version_id, ctx.now), "退款政策版本不存在");
  // A draft may lack stages; those that hours lead on to count as well.
  refuseUnless(decides(version.grid, ask), "incomplete", `「${REFUND_STAGES[ask.stage]}」还没有填写，请先补全阶段`);
  const result = refundLines({ ...ask, grid: version.grid, paid: { service, embassy, centre } });
  return { ...result, version_no: version.version_no, clause: version.clause };
}

const decides = (grid: readonly RefundRow[], ask: Pick<RefundAsk, "stage" | "hours_since_payment">): boolean => {
  const order = Object.keys(REFUND_STAGES);
  const from = order.indexOf(ask.stage);
  return grid.some((r) => order.indexOf(r.stage) >= from && (r.within_hours === 0 || ask.hours_since_payment < r.within_hours));
};

/** Each official fee is judged by itself: one of the two may have been paid to the mission already. */
function personLines(grid: readonly RefundRow[], p: RefundPerson, hours: number, liability: RefundAsk["liability"]): RefundResult | null {
  const { stage } = p;
  if (stage === null) return null;
  const only = (kind: keyof RefundParts): RefundParts => ({ service: 0, embassy: 0, centre: 0, [kind]: p.paid[kind] });
  const of = (kind: keyof RefundParts): RefundResult =>
    refundLines({ grid, stage, hours_since_payment: hours, paid: only(kind), is_official_paid: p.official_paid.includes(kind), liability });
  const lines = KINDS.flatMap((kind) => of(kind).lines);
  return { ...of("service"), lines, total: lines.reduce((sum, l) => sum + l.amount, 0) };
}

/** Stage, hours, paid parts and the pinned version all come from the order; only the liability is chosen. */
export async function orderTrial(doors: Doors, input: Parsed<Api["refund_policy_order_trial"]>, ctx: Ctx): Promise<OrderTrial> {
  const facts = found(await doors.order.refundFacts(ctx, input.order_no), "订单不存在或无权查看");
  const { policy, paid_at } = facts;
  if (!paid_at) return refuse("guard_failed", "订单还没有支付，没有可退的款项");
  if (!policy) return refuse("guard_failed", "下单时商品没有退款政策，请联系产品同事确认");
  const hours = (ctx.now.getTime() - new Date(paid_at).getTime()) / HOUR;
  const people = facts.people.map((p): OrderTrial["people"][number] => ({
    applicant_id: p.applicant_id,
    seq: p.seq,
    applicant_no: p.applicant_no,
    status_label: p.status_label,
    blocked: p.blocked,
    result: personLines(policy.grid, p, hours, input.liability),
    is_official_paid: p.official_paid.length > 0,
  }));
  return {
    order_id: facts.order_id,
    order_no: facts.order_no,
    policy_name: policy.name,
    version_no: policy.version_no,
    clause: policy.clause,
    hours_since_payment: Math.floor(hours),
    people,
    total: people.reduce((sum, p) => sum + (p.result?.total ?? 0), 0),
    other_paid: facts.other_paid,
  };
}
