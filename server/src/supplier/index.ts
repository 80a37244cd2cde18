/** Door of the supplier area. */
export { assign, release as releaseSupplier, replan } from "./supplier-assignment/assign.ts";
export type { Assigned } from "./supplier-assignment/assignment.rules.ts";
export { demoAssigner, type DemoAssignment } from "./supplier-assignment/demo-assign.ts";
export { priceDecide } from "./supplier-price/price-decide.ts";
export { match, usableMatches } from "./supplier-assignment/match.ts";
export { copyMatches, dropMatches } from "./supplier-product/copy-matches.ts";
import { area } from "#kit/area.ts";
import { sealedRows } from "#kit/seal/seal-move.ts";
import { supplierNouns } from "./supplier.nouns.ts";
import { sealedContact } from "./supplier-contact/supplier-contact.noun.ts";
import { supplierContactServer } from "./supplier-contact/supplier-contact.ts";
import { supplierDocumentServer } from "./supplier-document/supplier-document.ts";
import { sealedPayee } from "./supplier-payee/supplier-payee.noun.ts";
import { supplierPayeeServer } from "./supplier-payee/supplier-payee.ts";
import { supplierServer } from "./supplier/supplier.ts";
export const supplierArea = area("supplier", {
  nouns: supplierNouns,
  serving: { ...supplierServer, ...supplierContactServer, ...supplierDocumentServer, ...supplierPayeeServer },
  seals: [sealedRows(sealedContact), sealedRows(sealedPayee)],
});
export { sealedContact, sealedPayee };
export { supplierOpened } from "./supplier.opened.ts";
export { filesInUse, mayReadDocument, mayReadProof } from "./supplier/file-access.sql.ts";
export { seedSuppliers } from "./supplier/seed.ts";
export { supplierHoldings } from "./supplier/hand-over.sql.ts";
