import { peerDocument } from "@visadesk/contract/peer/peer/peer-document.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";

export const peerDocumentNoun = noun("peer_document", {
  table: "peer_documents",
  shape: peerDocument,
  internal: ["row_key", "noticed_days"],
  erased: { id_card_no: "" },
});
export const sealedDocument = sealedTable({ table: "peer_documents", row: "row_key", fields: { id_card_no: "id_card" } });
