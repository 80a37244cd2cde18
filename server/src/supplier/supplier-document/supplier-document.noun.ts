import { supplierDocument } from "@visadesk/contract/supplier/supplier-document.ts";
import { noun } from "#kit/noun/noun.ts";

export const supplierDocumentNoun = noun("supplier_document", {
  table: "supplier_documents",
  shape: supplierDocument,
  title: "number",
  internal: ["noticed_days"],
});
