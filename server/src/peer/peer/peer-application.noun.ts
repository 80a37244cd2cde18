import { peerApplication, peerApplicationDetail } from "@visadesk/contract/peer/peer/peer-application.ts";
import { peerApplicationFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { GONE } from "#kit/noun/erase.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";

export const peerApplicationNoun = noun("peer_application", {
  table: "peer_applications",
  shape: [peerApplication, peerApplicationDetail],
  flow: peerApplicationFlow,
  state: "application_status",
  title: "application_no",
  internal: ["province_code", "city_code", "service_group_kind", "device", "returned_facts", "search_text", "changed_by", "decided_by"],
  erased: { contact_name: GONE, contact_mobile: "", contact_email: "", legal_person: GONE },
});
export const sealedApplication = sealedTable({ table: "peer_applications", row: "application_no", fields: { contact_mobile: "mobile" } });
