import { peerHold } from "@visadesk/contract/peer/peer/peer.ts";
import { noun } from "#kit/noun/noun.ts";

export const peerHoldNoun = noun("peer_hold", {
  table: "peer_holds",
  shape: peerHold,
  internal: ["peer_id", "opened_by", "released_by"],
});
