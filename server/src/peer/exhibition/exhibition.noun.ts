import { exhibitionLeadFlow, peerExhibitionFlow } from "@visadesk/contract/peer/exhibition/exhibition.flow.ts";
import { exhibitionLeadDetail } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import { peerExhibitionDetail } from "@visadesk/contract/peer/exhibition/peer-exhibition.ts";
import { GONE } from "#kit/noun/erase.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";

export const peerExhibitionNoun = noun("peer_exhibition", {
  table: "peer_exhibitions",
  shape: peerExhibitionDetail,
  flow: peerExhibitionFlow,
  state: "exhibition_status",
  title: "name",
  owners: { owner_id: ["exhibition"] },
});
export const exhibitionLeadNoun = noun("exhibition_lead", {
  table: "exhibition_leads",
  shape: exhibitionLeadDetail,
  flow: exhibitionLeadFlow,
  state: "lead_status",
  title: "company",
  owners: { owner_id: ["lead"] },
  parts: ["exhibition_lead_follows"],
  internal: ["row_key"],
  erased: { name: GONE, mobile: "", title: "", note: "", card_file: null },
});
export const sealedLead = sealedTable({ table: "exhibition_leads", row: "row_key", fields: { mobile: "mobile" } });
