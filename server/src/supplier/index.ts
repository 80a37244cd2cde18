/** Door of the supplier area. */
export { assign, heldDay, release as releaseSupplier, replan } from "./supplier-assignment/assign.ts";
export type { Assigned } from "./supplier-assignment/assignment.rules.ts";
export { demoAssigner, type DemoAssignment } from "./supplier-assignment/demo-assign.ts";
export { priceDecide } from "./supplier-price/price-decide.ts";
export { match, usableMatches } from "./supplier-assignment/match.ts";
export { copyMatches, dropMatches } from "./supplier-product/copy-matches.ts";
import { area } from "#kit/area.ts";
import { sealedRows } from "#kit/seal/seal-move.ts";
import type { Doors } from "./doors.ts";
import { supplierAssignmentServer } from "./supplier-assignment/supplier-assignment.ts";
import { supplierNouns } from "./supplier.nouns.ts";
import { sealedContact } from "./supplier-contact/supplier-contact.noun.ts";
import { supplierContactServer } from "./supplier-contact/supplier-contact.ts";
import { supplierDocumentServer } from "./supplier-document/supplier-document.ts";
import { sealedPayee } from "./supplier-payee/supplier-payee.noun.ts";
import { supplierPayeeServer } from "./supplier-payee/supplier-payee.ts";
import { supplierServer } from "./supplier/supplier.ts";
/** The area in one piece; `doors` is what it asks of areas that rest on it. */
export const supplierArea = (doors: Doors) =>
  area("supplier", {
    nouns: supplierNouns,
    serving: {
      ...supplierServer(doors),
      ...supplierContactServer,
      ...supplierDocumentServer,
      ...supplierPayeeServer,
      ...supplierAssignmentServer(doors),
    },
    seals: [sealedRows(sealedContact), sealedRows(sealedPayee)],
  });
export { sealedContact, sealedPayee };
export { supplierOpened } from "./supplier.opened.ts";
export { filesInUse, mayReadDocument, mayReadProof } from "./supplier/file-access.sql.ts";
export { seedSuppliers } from "./supplier/seed.ts";
export { supplierHoldings } from "./supplier/hand-over.sql.ts";
