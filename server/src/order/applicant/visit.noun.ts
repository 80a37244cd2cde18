import { visit } from "@visadesk/contract/order/applicant-material.ts";
import { noun } from "#kit/noun/noun.ts";

export const visitNoun = noun("visit", {
  table: "visits",
  shape: visit,
  internal: ["order_id", "applicant_id"],
  erased: { letter: null, appointment_no: null, end_reason: null },
});
