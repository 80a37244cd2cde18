/** What refunds are called, and where one opens. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { to } from "#kit/screens.ts";
import { useOrderHref } from "#shared/order-href.ts";

export type RefundRow = Output<typeof refundApi.refund_query>["list"][number];
export type RefundDetail = Output<typeof refundApi.refund_get>;
export type RefundTrial = Output<typeof refundApi.refund_trial>;

/** Whose it is: the first of them, and how many. */
export const peopleText = (r: Pick<RefundRow, "applicant_name" | "applicant_count">): string =>
  r.applicant_name === null ? "整单" : r.applicant_count > 1 ? `${r.applicant_name} 等${r.applicant_count}人` : r.applicant_name;

export const refundHref = ({ id }: { id: number }): string => to("order-refund-review-detail", { id: String(id) });

/** Its order, for whoever may open orders. */
export function OrderLink({ of }: { of: Pick<RefundRow, "order_id" | "order_no"> }) {
  const href = useOrderHref(of.order_id);
  return href === undefined ? <>{of.order_no}</> : <HrefLink href={href}>{of.order_no}</HrefLink>;
}
