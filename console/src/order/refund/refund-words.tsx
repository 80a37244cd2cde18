/** What refunds are called, and where one opens. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session } from "#kit/app/session.ts";
import { hrefOf, to } from "#kit/screens.ts";

export type RefundRow = Output<typeof refundApi.refund_query>["list"][number];
export type RefundDetail = Output<typeof refundApi.refund_get>;
export type RefundTrial = Output<typeof refundApi.refund_trial>;

export const refundHref = ({ id }: { id: number }): string => to("order-refund-review-detail", { id: String(id) });

/** Its order, for whoever may open orders. */
export function OrderLink({ of }: { of: Pick<RefundRow, "order_id" | "order_no"> }) {
  const codes = session.use((s) => s.codes);
  const params = { orderId: of.order_id };
  const href = hrefOf("admin-order-detail", params, codes) ?? hrefOf("order-detail", params, codes);
  return href === undefined ? <>{of.order_no}</> : <HrefLink href={href}>{of.order_no}</HrefLink>;
}
