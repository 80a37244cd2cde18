import { peerChange } from "@visadesk/contract/peer/peer/peer-change.ts";
import { peerChangeFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { noun } from "#kit/noun/noun.ts";

export const peerChangeNoun = noun("peer_change", {
  table: "peer_changes",
  shape: peerChange,
  flow: peerChangeFlow,
  state: "change_status",
  title: "change_no",
  internal: ["old_value", "new_value", "decided_by"],
});
