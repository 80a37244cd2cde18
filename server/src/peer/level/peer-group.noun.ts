import { peerGroup, peerGroupDetail } from "@visadesk/contract/peer/level/peer-group.ts";
import { noun } from "#kit/noun/noun.ts";

export const peerGroupNoun = noun("peer_group", {
  table: "peer_groups",
  shape: [peerGroup, peerGroupDetail],
  title: "name",
  parts: ["peer_group_members"],
});
