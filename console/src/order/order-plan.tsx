/** 倒推日历 of an order by its own facts: of one person, or of the one whose passport comes last. */
import { HrefLink } from "#kit/href-link.tsx";
import { ListFault } from "#kit/list-table.tsx";
import { useRecord } from "#kit/use-record.ts";
import { PlanLine } from "#shared/back-plan.tsx";
import { orderApi } from "@visadesk/contract/order/order.ts";
import { applicantHref } from "./order-links.ts";

export interface OrderPlanProps {
  orderId: number;
  applicantId?: number;
  /** People of the order, to say whose plan it is. */
  people?: number;
}

export function OrderPlan({ orderId, applicantId, people = 1 }: OrderPlanProps) {
  const { data, error, refetch } = useRecord(orderApi.order_plan_get, {
    id: orderId,
    ...(applicantId !== undefined && { applicant_id: applicantId }),
  });
  if (error && !data) return <ListFault slim error={error} retry={() => void refetch()} />;
  if (!data?.plan) return null;
  return (
    <section className="bp-bar" aria-label="倒推日历">
      {people > 1 && applicantId === undefined && (
        <p className="bp-foot vd-muted">
          按最慢的 <HrefLink href={applicantHref(orderId, data.plan.applicant_id)}>申请人{data.plan.seq}</HrefLink> 推算
        </p>
      )}
      <PlanLine plan={data.plan} />
    </section>
  );
}
