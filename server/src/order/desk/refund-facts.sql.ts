/** What base data's refund trial asks of an order, inside the caller's scope. */
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import type { RefundParts } from "@visadesk/contract/base-data/refund.rules.ts";
import type { Ctx } from "#kit/call/context.ts";
import { isoTimes } from "#kit/call/json-times.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import type { RefundFacts } from "../../base-data/index.ts";
import { refundBlocked, refundStage, type StageFacts } from "./refund-stage.rules.ts";
import { orderScope } from "../list/scope.ts";

interface OrderHead {
  id: number;
  order_no: string;
  paid_at: string | null;
  policy: RefundFacts["policy"];
  other_paid: number;
}
interface PersonRow extends StageFacts {
  applicant_id: number;
  seq: number;
  applicant_no: string;
  service: number;
  embassy: number;
  centre: number;
  official_paid: (keyof RefundParts)[];
}

/** Unpaid differences have no fee row yet, so every fee row of a paid order is paid. */
export async function refundFacts(ctx: Ctx, orderNo: string): Promise<RefundFacts | undefined> {
  const order = await row<OrderHead>(
    ctx.db,
    q`
    select o.id, o.order_no, o.paid_at, s.body -> 'refund_policy' as policy,
      (select coalesce(sum(f.payable - f.refunded), 0) from order_fees f
       where f.order_id = o.id and (f.applicant_id is null or f.kind not in ('service', 'embassy', 'centre')))::int8 as other_paid
    from orders o join sku_snapshots s on s.id = o.snapshot_id
    where ${and([q`o.order_no = ${orderNo.toUpperCase()}`, orderScope(ctx, "o")])}`,
  );
  if (!order) return undefined;
  const people = await rows<PersonRow>(
    ctx.db,
    q`
    select a.id as applicant_id, a.seq, a.applicant_no, a.applicant_status, a.submitted_at, a.review_passed_at,
      exists (select from applicant_materials m where m.applicant_id = a.id and m.material_status in ('submitted', 'passed', 'rejected')) as has_papers,
      coalesce(f.service, 0)::int8 as service, coalesce(f.embassy, 0)::int8 as embassy, coalesce(f.centre, 0)::int8 as centre,
      coalesce(f.official_paid, '{}') as official_paid
    from applicants a left join lateral (
      select sum(x.payable - x.refunded) filter (where x.kind = 'service') as service,
        sum(x.payable - x.refunded) filter (where x.kind = 'embassy') as embassy,
        sum(x.payable - x.refunded) filter (where x.kind = 'centre') as centre,
        array_agg(distinct x.kind) filter (where x.is_official_paid and x.kind in ('embassy', 'centre')) as official_paid
      from order_fees x where x.order_id = a.order_id and x.applicant_id = a.id) f on true
    where a.order_id = ${order.id} order by a.seq`,
  );
  const { order_no, paid_at, policy, other_paid } = isoTimes(order);
  return {
    order_id: order.id,
    order_no,
    paid_at,
    policy,
    other_paid,
    people: people.map((p) => ({
      applicant_id: p.applicant_id,
      seq: p.seq,
      applicant_no: p.applicant_no,
      status_label: applicantFlow.states[p.applicant_status].label,
      stage: refundStage(p),
      blocked: refundBlocked(p),
      paid: { service: p.service, embassy: p.embassy, centre: p.centre },
      official_paid: p.official_paid,
    })),
  };
}
