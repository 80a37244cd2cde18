import { peerAccount } from "@visadesk/contract/peer/peer/peer-account.ts";
import { GONE } from "#kit/noun/erase.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";

export const peerAccountNoun = noun("peer_account", {
  table: "peer_accounts",
  shape: peerAccount,
  title: "account",
  internal: ["passwd", "passwd_at", "reset_hash", "session_round"],
  erased: { name: GONE, mobile: "" },
});
export const sealedAccount = sealedTable({ table: "peer_accounts", row: "account", fields: { mobile: "mobile" } });
