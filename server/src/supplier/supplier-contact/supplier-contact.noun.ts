import { supplierContact } from "@visadesk/contract/supplier/supplier-contact.ts";
import { noun } from "#kit/noun/noun.ts";
import { sealedTable } from "#kit/seal/seal.ts";

export const supplierContactNoun = noun("supplier_contact", {
  table: "supplier_contacts",
  shape: supplierContact,
  title: "name",
  internal: ["row_key"],
  personal: "people at work for a company we trade with; they go with the supplier's record, by hand",
});
export const sealedContact = sealedTable({ table: "supplier_contacts", row: "row_key", fields: { mobile: "mobile" } });
