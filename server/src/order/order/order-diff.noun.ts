import { orderDiff } from "@visadesk/contract/order/order-diff.ts";
import { diffFlow } from "@visadesk/contract/order/order.flow.ts";
import { noun } from "#kit/noun/noun.ts";
import { GONE } from "#kit/noun/erase.ts";

export const orderDiffNoun = noun("order_diff", {
  table: "order_diffs",
  shape: orderDiff,
  flow: diffFlow,
  state: "diff_status",
  title: "diff_no",
  internal: ["order_id", "pays_variance", "insurance_product_id", "plan_key"],
  erased: { reason: GONE },
});
