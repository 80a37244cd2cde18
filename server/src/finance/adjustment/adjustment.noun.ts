import { adjustment } from "@visadesk/contract/finance/adjustment.ts";
import { adjustmentFlow } from "@visadesk/contract/finance/adjustment.flow.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";

export const adjustmentNoun = noun("adjustment", {
  table: "adjustments",
  shape: adjustment,
  flow: adjustmentFlow,
  state: "adjust_status",
  title: "adjust_no",
  internal: ["decided_by"],
  personal: "accounts on vouchers of money that was sent back: they are kept with the books",
});
export const sealedAdjustment = sealedTable({ table: "adjustments", row: "adjust_no", fields: { payee_account: "card" } });
