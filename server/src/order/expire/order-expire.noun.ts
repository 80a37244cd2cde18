import { orderExpire } from "@visadesk/contract/order/expire/order-expire.ts";
import { expireFlow } from "@visadesk/contract/order/expire/order-expire.flow.ts";
import { noun } from "#kit/noun/noun.ts";
import { GONE } from "#kit/noun/erase.ts";

export const orderExpireNoun = noun("order_expire", {
  table: "order_expires",
  shape: orderExpire,
  flow: expireFlow,
  state: "expire_status",
  internal: ["closed_by"],
  erased: { extend_reason: GONE, close_reason: GONE },
});
