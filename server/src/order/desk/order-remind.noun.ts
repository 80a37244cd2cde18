import { orderRemind, orderRemindFlow } from "@visadesk/contract/order/order-remind.ts";
import { noun } from "#kit/noun/noun.ts";
import { GONE } from "#kit/noun/erase.ts";

export const orderRemindNoun = noun("order_remind", {
  table: "order_reminds",
  shape: orderRemind,
  flow: orderRemindFlow,
  state: "remind_status",
  internal: ["order_id", "channel", "due_at", "next_at", "close_kind", "closed_at"],
  erased: { content: GONE, reply: "" },
});
