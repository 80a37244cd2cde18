import { peerCall } from "@visadesk/contract/peer/peer/peer-call.ts";
import { peerManager } from "@visadesk/contract/peer/peer/peer-manager.ts";
import { noun } from "#kit/noun/noun.ts";

export const peerManagerNoun = noun("peer_manager", { table: "peer_managers", shape: peerManager, key: "worker_id" });
export const peerCallNoun = noun("peer_call", {
  table: "peer_calls",
  shape: peerCall,
  internal: ["weight", "contacted_by"],
});
