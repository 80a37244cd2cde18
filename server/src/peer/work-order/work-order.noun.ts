import { workOrderConfigDetail } from "@visadesk/contract/peer/work-order/work-order-config.ts";
import { workOrderConfigFlow, workOrderFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import { workOrderDetail } from "@visadesk/contract/peer/work-order/work-order.ts";
import { GONE } from "#kit/noun/erase.ts";
import { noun } from "#kit/noun/noun.ts";

export const workOrderConfigNoun = noun("work_order_config", {
  table: "work_order_configs",
  shape: workOrderConfigDetail,
  flow: workOrderConfigFlow,
  state: "config_status",
  title: "name",
  parts: ["work_order_config_places"],
  internal: ["published_by"],
});
export const workOrderNoun = noun("work_order", {
  table: "work_orders",
  shape: workOrderDetail,
  flow: workOrderFlow,
  state: "work_order_status",
  title: "work_order_no",
  owners: { handler_id: ["work_order"] },
  parts: ["work_order_messages", "work_order_escalations"],
  internal: ["left_minutes"],
  erased: { title: GONE, answers: "{}", resolution_note: "", score_text: "" },
});
