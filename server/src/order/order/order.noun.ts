import { orderDetail } from "@visadesk/contract/order/order-parts.ts";
import { order } from "@visadesk/contract/order/order-record.ts";
import { orderFlow } from "@visadesk/contract/order/order.flow.ts";
import { noun } from "#kit/noun/noun.ts";
import { GONE } from "#kit/noun/erase.ts";

export const orderNoun = noun("order", {
  table: "orders",
  shape: [order, orderDetail],
  flow: orderFlow,
  state: "order_status",
  title: "order_no",
  owners: { expert_id: ["order_expert", "order_done"], cs_owner_id: ["order_cs"], bd_owner_id: ["order_bd"] },
  parts: ["order_fees", "order_payments", "order_limits"],
  log: "order_logs",
  hot: true,
  internal: [
    "channel_id",
    "customer_id",
    "snapshot_id",
    "quote",
    "is_urgent",
    "is_protected",
    "due_sort",
    "tab",
    "owner_ids",
    "erased_at",
    "legal_hold",
    "protection_id",
  ],
  erased: {
    contact_name: GONE,
    contact_mobile: "",
    contact_email: null,
    return_name: null,
    return_mobile: null,
    return_address: null,
    customer_note: "",
    partner_order_no: null,
    search: [],
    search_text: "",
  },
});
