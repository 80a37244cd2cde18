import { orderRemindFlow, remindRow } from "@visadesk/contract/order/order-remind.ts";
import { noun } from "#kit/noun/noun.ts";
import { GONE } from "#kit/noun/erase.ts";

export const orderRemindNoun = noun("order_remind", {
  table: "order_reminds",
  shape: remindRow,
  flow: orderRemindFlow,
  state: "remind_status",
  owners: { handler_id: ["order_remind"] },
  erased: { content: GONE, reply: "", snooze_reason: "", close_reason: "" },
});
