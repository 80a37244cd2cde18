/** Which numbers of orders and applicants are sealed. */
import { sealedTable } from "#kit/seal/seal.ts";

export const sealedOrder = sealedTable({ table: "orders", row: "order_no", fields: { contact_mobile: "mobile", return_mobile: "mobile" } });
export const sealedApplicant = sealedTable({
  table: "applicants",
  row: "applicant_no",
  fields: { passport_no: "passport", id_card_no: "id_card", mobile: "mobile" },
});
