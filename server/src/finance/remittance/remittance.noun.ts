import { remittance } from "@visadesk/contract/finance/remittance.ts";
import { remittanceFlow } from "@visadesk/contract/finance/remittance.flow.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";

export const remittanceNoun = noun("remittance", {
  table: "remittances",
  shape: remittance,
  flow: remittanceFlow,
  state: "remittance_status",
  title: "remittance_no",
  internal: [
    ...(["row_key", "payer_key", "submitted_by", "changed_by", "approved_by", "rechecked_by"] as const),
    ...(["booked_by", "rejected_by", "reversed_by", "reversal_id"] as const),
  ],
  personal: "accounts on vouchers of money that came in: they are kept with the books",
});
export const sealedRemittance = sealedTable({ table: "remittances", row: "row_key", fields: { payer_account: "card" } });
