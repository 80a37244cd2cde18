import { useParams } from "@tanstack/react-router";
import { idOf } from "#kit/filter/use-url.ts";
import { OrderPage } from "./order-page.tsx";

/** 订单处理详情 */
export default function OrderDetail() {
  const { orderId } = useParams({ strict: false });
  return <OrderPage orderId={idOf(orderId)} admin={false} />;
}
