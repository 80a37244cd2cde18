import { peer, peerDetail } from "@visadesk/contract/peer/peer/peer.ts";
import { peerFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { GONE } from "#kit/noun/erase.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";

export const peerNoun = noun("peer", {
  table: "peers",
  shape: [peer, peerDetail],
  flow: peerFlow,
  state: "peer_status",
  title: "short_name",
  owners: { bd_owner_id: ["peer_bd"], cs_owner_id: ["peer_cs"] },
  parts: ["peer_owners", "peer_radars"],
  internal: ["province_code", "city_code", "service_group_kind", "search_text"],
  erased: { contact_name: GONE, contact_mobile: "", contact_email: "" },
});
export const sealedPeer = sealedTable({ table: "peers", row: "peer_no", fields: { contact_mobile: "mobile" } });
