/** Door of the supplier area. */
export { assign, type Assigned } from "./supplier-assignment/assign.ts";
export { priceDecide } from "./supplier-price/price-decide.ts";
export { usableMatches } from "./supplier-assignment/match.sql.ts";
export { copyMatches, dropMatches } from "./supplier-product/copy-matches.ts";
import { area } from "#kit/area.ts";
import { sealedRows } from "#kit/seal/seal-move.ts";
import { supplierNouns } from "./supplier.nouns.ts";
import { sealedContact } from "./supplier-contact/supplier-contact.noun.ts";
import { supplierContactServer } from "./supplier-contact/supplier-contact.ts";
import { supplierDocumentJobs } from "./supplier-document/supplier-document.jobs.ts";
import { supplierDocumentServer } from "./supplier-document/supplier-document.ts";
import { sealedPayee } from "./supplier-payee/supplier-payee.noun.ts";
import { supplierPayeeServer } from "./supplier-payee/supplier-payee.ts";
import { scoreCardJobs } from "./supplier/score-card.jobs.ts";
import { supplierServer } from "./supplier/supplier.ts";
export { sealedContact, sealedPayee };
export { findParcels, findSuppliers } from "./supplier.search.ts";
export { supplierDesks } from "./supplier.queues.ts";
export { supplierOpened } from "./supplier.opened.ts";
export { filesInUse, mayReadDocument, mayReadProof } from "./supplier/file-access.sql.ts";
export { storeDemoPaper } from "./supplier/demo-parts.ts";
import type { ParcelDoors } from "./supplier-parcel/parcel-doors.ts";
import { parcelServer } from "./supplier-parcel/supplier-parcel.ts";
import { parcelJobs } from "./supplier-parcel/supplier-parcel.jobs.ts";
/** The area in one piece; `doors` is what it asks of areas that rest on it. */
export const supplierArea = (doors: ParcelDoors) =>
  area("supplier", {
    nouns: supplierNouns,
    serving: { ...supplierServer, ...supplierContactServer, ...supplierDocumentServer, ...supplierPayeeServer, ...parcelServer(doors) },
    jobs: [...supplierDocumentJobs, ...scoreCardJobs, ...parcelJobs(doors)],
    seals: [sealedRows(sealedContact), sealedRows(sealedPayee)],
  });
export type { ParcelDoors };
export { parcelOpened } from "./supplier-parcel/supplier-parcel.opened.ts";
export { eraseItems, mayReadParcelFile } from "./supplier-parcel/parcel-files.sql.ts";
export { parcelHoldings } from "./supplier-parcel/parcel-hand-over.sql.ts";
export { seedSuppliers } from "./supplier/seed.ts";
export { supplierHoldings } from "./supplier/hand-over.sql.ts";
