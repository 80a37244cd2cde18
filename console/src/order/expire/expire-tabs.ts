/** The kinds of 过期订单, and how many of each wait. */
import { useQuery } from "@tanstack/react-query";
import { EXPIRE_KINDS, orderExpireApi, type ExpireKind } from "@visadesk/contract/order/expire/order-expire.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { ask } from "#kit/act/ask.ts";
import type { ListTab } from "#kit/list/list-types.ts";

const KINDS: readonly ExpireKind[] = keysOf(EXPIRE_KINDS);
export const EXPIRE_TABS: readonly ListTab<typeof orderExpireApi.order_expire_query>[] = [
  { key: "all", label: "全部", filter: {} },
  ...KINDS.map((kind) => ({ key: kind, label: EXPIRE_KINDS[kind], filter: { kind: [kind] } })),
];

/** Near or over, by tab key. */
export function useExpireCounts(): Readonly<Record<string, number | undefined>> {
  const counts = useQuery({
    queryKey: [orderExpireApi.order_expire_counts.name, "tabs"],
    queryFn: ({ signal }) => ask(orderExpireApi.order_expire_counts, {}, { signal, noToast: true }),
  }).data?.counts;
  if (!counts) return {};
  const open = counts.filter((c) => c.status === "warning" || c.status === "expired");
  return Object.fromEntries(KINDS.map((kind) => [kind, open.filter((c) => c.kind === kind).reduce((n, c) => n + c.n, 0)]));
}
