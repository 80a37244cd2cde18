/** 倒推日历 of an order by its own facts, of one person or of the one whose passport comes last: a word beside the steps, the plan on demand. */
import { HrefLink } from "#kit/app/href-link.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { PlanLine, slackOf, slackText } from "#shared/back-plan.tsx";
import { orderApi } from "@visadesk/contract/order/order.ts";
import { applicantHref } from "../list/order-links.ts";

export interface OrderPlanProps {
  orderId: number;
  applicantId?: number;
  /** People of the order, to say whose plan it is. */
  people?: number;
}

export function OrderPlan({ orderId, applicantId, people = 1 }: OrderPlanProps) {
  const answer = useRecord(orderApi.order_plan_get, {
    id: orderId,
    ...(applicantId !== undefined && { applicant_id: applicantId }),
  });
  const { data } = answer;
  // A fold of one line: it takes no place until it is known that there is a plan.
  if (!data && answer.error) return <Unread slim answer={answer} />;
  if (!data?.plan) return null;
  const slack = slackOf(data.plan);
  return (
    <details className="bp-bar">
      <summary>
        倒推日历 <b className={slack !== null && slack < 0 ? "vd-error" : ""}>最早可出行 {data.plan.first_travel_date}</b>
        {slack !== null && <span className={slack < 0 ? "vd-error" : "vd-muted"}> {slackText(slack)}</span>}
      </summary>
      <section aria-label="倒推日历">
        {people > 1 && applicantId === undefined && (
          <p className="vd-wraps vd-small bp-foot vd-muted">
            按最慢的 <HrefLink href={applicantHref(orderId, data.plan.applicant_id)}>申请人{data.plan.seq}</HrefLink> 推算
          </p>
        )}
        <PlanLine plan={data.plan} />
      </section>
    </details>
  );
}
