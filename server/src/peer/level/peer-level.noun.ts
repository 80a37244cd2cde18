import { peerLevel, peerLevelLine } from "@visadesk/contract/peer/level/peer-level.ts";
import { noun } from "#kit/noun/noun.ts";

export const peerLevelNoun = noun("peer_level", { table: "peer_levels", shape: peerLevel, key: "code", title: "name" });
export const peerLevelLineNoun = noun("peer_level_line", {
  table: "peer_level_lines",
  shape: peerLevelLine,
  parts: ["peer_level_runs"],
  internal: ["figures", "decided_by"],
});
