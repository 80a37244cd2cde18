import { orderConsistency } from "@visadesk/contract/order/consistency/order-consistency.ts";
import { noun } from "#kit/noun/noun.ts";
import { GONE } from "#kit/noun/erase.ts";

export const orderConsistencyNoun = noun("order_consistency", {
  table: "order_consistencies",
  shape: orderConsistency,
  title: "rule",
  internal: ["order_id", "marks"],
  erased: { reason: GONE, marks: "{}" },
});
