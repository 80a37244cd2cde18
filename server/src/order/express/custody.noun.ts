import { custodyApi } from "@visadesk/contract/order/applicant.ts";
import { noun } from "#kit/noun/noun.ts";

export const custodyNoun = noun("custody", {
  table: "custodies",
  shape: custodyApi.custody_move.input,
  parts: ["applicant_materials"],
  internal: ["material_id", "supplier_id", "from_holder", "staff_id", "express_id", "batch_id", "at"],
  erased: { note: "" },
});
