import { peerTopUp } from "@visadesk/contract/peer/peer/peer-money.ts";
import { noun } from "#kit/noun/noun.ts";

export const peerTopUpNoun = noun("peer_top_up", { table: "peer_top_ups", shape: peerTopUp, internal: ["journal_id"] });
