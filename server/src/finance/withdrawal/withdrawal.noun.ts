import { withdrawal } from "@visadesk/contract/finance/withdrawal.ts";
import { withdrawalFlow } from "@visadesk/contract/finance/withdrawal.flow.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";

export const withdrawalNoun = noun("withdrawal", {
  table: "withdrawals",
  shape: withdrawal,
  flow: withdrawalFlow,
  state: "withdrawal_status",
  title: "withdrawal_no",
  internal: ["journal_id", "approved_by", "rechecked_by", "decided_by"],
  personal: "accounts of companies on vouchers of money that left: they are kept with the books",
});
export const sealedWithdrawal = sealedTable({ table: "withdrawals", row: "withdrawal_no", fields: { payee_account: "card" } });
