import { orderLimit } from "@visadesk/contract/order/expire/order-limit.ts";
import { noun } from "#kit/noun/noun.ts";

export const orderLimitNoun = noun("order_limit", {
  table: "order_limits",
  shape: orderLimit,
  title: "key",
  internal: ["updated_by"],
});
