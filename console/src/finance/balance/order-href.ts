/** The order that money moved for, for who may open it. */
import { session } from "#kit/app/session.ts";
import { hrefOf } from "#kit/screens.ts";

export function useOrderHref(id: number | null): string | undefined {
  const codes = session.use((s) => s.codes);
  return id === null ? undefined : (hrefOf("admin-order-detail", { orderId: id }, codes) ?? hrefOf("order-detail", { orderId: id }, codes));
}
