import { parcel } from "@visadesk/contract/order/applicant-detail.ts";
import { expressApi } from "@visadesk/contract/order/express.ts";
import { expressFlow } from "@visadesk/contract/order/order.flow.ts";
import { noun } from "#kit/noun/noun.ts";

export const expressNoun = noun("express", {
  table: "expresses",
  shape: [expressApi.express_add.input, parcel],
  flow: expressFlow,
  state: "express_status",
  title: "waybill_no",
  parts: ["express_items"],
  internal: [
    "batch_id",
    "supplier_id",
    "invoice_id",
    "monthly_card_no",
    "card_id",
    "zone",
    "estimated_cost",
    "goods",
    "weight_g",
    "cost",
    "pay_kind",
    "insured_amount",
    "track_state",
    "exception",
  ],
  erased: { sender: null, receiver: null, signed_by: null, tracks: "[]" },
});
