import { payout } from "@visadesk/contract/finance/payout.ts";
import { payoutFlow } from "@visadesk/contract/finance/payout.flow.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";

export const payoutNoun = noun("payout", {
  table: "payouts",
  shape: payout,
  flow: payoutFlow,
  state: "payout_status",
  title: "payout_no",
  internal: [
    "way",
    "peer_id",
    "order_id",
    "supplier_id",
    "approvers",
    "payee_changed_at",
    "batch_id",
    "merge_no",
    "bounced_refs",
    "paid_by",
    "attempt",
    "journal_id",
    "created_by",
  ],
  personal: "accounts on vouchers of money that left: they are kept with the books",
});
export const sealedPayout = sealedTable({ table: "payouts", row: "payout_no", fields: { payee_account: "card" } });
