import { peerTransferDetail } from "@visadesk/contract/peer/transfer/peer-transfer.ts";
import { peerTransferFlow } from "@visadesk/contract/peer/transfer/peer-transfer.flow.ts";
import { noun } from "#kit/noun/noun.ts";

export const peerTransferNoun = noun("peer_transfer", {
  table: "peer_transfers",
  shape: peerTransferDetail,
  flow: peerTransferFlow,
  state: "transfer_status",
  title: "transfer_no",
  parts: ["peer_transfer_lines"],
  internal: ["selected", "stop_asked_at"],
});
