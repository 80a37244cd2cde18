/** The page of an order, for whoever may open it. */
import { session } from "#kit/app/session.ts";
import { hrefOf } from "#kit/screens.ts";

const [VIEWED, WORKED] = ["admin-order-detail", "order-detail"];
/** Where it is looked at, else where it is worked on; `works`: the other way round. */
export function orderPage(orderId: number, codes: ReadonlySet<number>, works = false): string | undefined {
  const [first, second] = works ? [WORKED, VIEWED] : [VIEWED, WORKED];
  return hrefOf(first, { orderId }, codes) ?? hrefOf(second, { orderId }, codes);
}
export function useOrderHref(id: number | null, works = false): string | undefined {
  const codes = session.use((s) => s.codes);
  return id === null ? undefined : orderPage(id, codes, works);
}
