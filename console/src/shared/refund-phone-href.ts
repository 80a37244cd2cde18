/** 退款试算 over the present page, for an order or for one that is typed there. */
export const REFUND_PANEL = "refund-phone";
export const REFUND_ORDER_KEY = "refund_order";

export function refundPhoneHref(orderNo?: string): string {
  const params = new URLSearchParams(window.location.search);
  params.set("panel", REFUND_PANEL);
  if (orderNo === undefined) params.delete(REFUND_ORDER_KEY);
  else params.set(REFUND_ORDER_KEY, orderNo);
  return `${window.location.pathname}?${params}`;
}
