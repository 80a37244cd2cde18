/** Door of the supplier area. */
export { assign, heldPlace, holdPlaces, holdWanted, release as releaseSupplier, replan } from "./supplier-assignment/assign.ts";
export type { Assigned } from "./supplier-assignment/assignment.rules.ts";
export { demoAssigner, type DemoAssignment } from "./supplier-assignment/demo-assign.ts";
export { priceDecide } from "./supplier-price/price-decide.ts";
export { costBeside, costSupplier } from "./supplier-price/cost-beside.ts";
export { costsByIds, keepNumber } from "./supplier-price/supplier-price.sql.ts";
export { supplierCost } from "./supplier-product/match-cost.sql.ts";
export { match, usableMatches } from "./supplier-assignment/match.ts";
export { copyMatches, dropMatches } from "./supplier-product/copy-matches.ts";
import { area } from "#kit/area.ts";
import { supplierPriceJobs } from "./supplier-price/supplier-price.jobs.ts";
import { supplierPriceServer } from "./supplier-price/supplier-price.ts";
import { supplierProductServer } from "./supplier-product/supplier-product.ts";
import { sealedRows } from "#kit/seal/seal-move.ts";
import type { Doors } from "./doors.ts";
import { supplierAssignmentServer } from "./supplier-assignment/supplier-assignment.ts";
import { supplierOriginalServer } from "./supplier-original/supplier-original.ts";
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
export { payeeOf, shownPayee } from "./supplier-payee/payee-of.ts";
export { supplierDesks } from "./supplier.queues.ts";
export { supplierOpened } from "./supplier.opened.ts";
export { filesInUse, mayReadDocument, mayReadProof } from "./supplier/file-access.sql.ts";
export { DEMO_PAPER, storeDemoPaper } from "./supplier/demo-parts.ts";
import { parcelServer } from "./supplier-parcel/supplier-parcel.ts";
import { parcelJobs } from "./supplier-parcel/supplier-parcel.jobs.ts";
/** The area in one piece; `doors` is what it asks of areas that rest on it. */
export const supplierArea = (doors: Doors) =>
  area("supplier", {
    nouns: supplierNouns,
    serving: {
      ...supplierServer(doors),
      ...supplierContactServer,
      ...supplierDocumentServer,
      ...supplierPayeeServer,
      ...supplierProductServer(doors.product),
      ...supplierPriceServer(doors.product),
      ...supplierAssignmentServer(doors),
      ...supplierOriginalServer,
      ...parcelServer(doors.express),
    },
    jobs: [...supplierDocumentJobs, ...supplierPriceJobs, ...scoreCardJobs, ...parcelJobs(doors.express)],
    seals: [sealedRows(sealedContact), sealedRows(sealedPayee)],
  });
export type { Doors };
export type { Carried, ParcelDoors } from "./supplier-parcel/parcel-doors.ts";
export { parcelOpened } from "./supplier-parcel/supplier-parcel.opened.ts";
export { eraseItems, mayReadParcelFile } from "./supplier-parcel/parcel-files.sql.ts";
export { parcelHoldings } from "./supplier-parcel/parcel-hand-over.sql.ts";
export { seedParcels } from "./supplier-parcel/seed-parcels.ts";
export { seedSuppliers } from "./supplier/seed.ts";
export { seedMatches, waitingCosts } from "./supplier-product/seed-matches.ts";
export { typedWaybill, waybillMatch } from "./supplier-parcel/waybill.ts";
export { supplierHoldings } from "./supplier/hand-over.sql.ts";
