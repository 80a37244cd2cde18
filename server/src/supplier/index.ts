/** Door of the supplier area. */
export { assign, type Assigned } from "./supplier-assignment/assign.ts";
export { priceDecide } from "./supplier-price/price-decide.ts";
export { usableMatches } from "./supplier-assignment/match.sql.ts";
export { copyMatches, dropMatches } from "./supplier-product/copy-matches.ts";
import { area } from "#kit/area.ts";
import { supplierNouns } from "./supplier.nouns.ts";
import { supplierServer } from "./supplier/supplier.ts";
import type { ParcelDoors } from "./supplier-parcel/parcel-doors.ts";
import { parcelServer } from "./supplier-parcel/supplier-parcel.ts";
import { parcelJobs } from "./supplier-parcel/supplier-parcel.jobs.ts";
/** The area in one piece; `doors` is what it asks of areas that rest on it. */
export const supplierArea = (doors: ParcelDoors) =>
  area("supplier", { nouns: supplierNouns, serving: { ...supplierServer, ...parcelServer(doors) }, jobs: parcelJobs(doors) });
export type { ParcelDoors };
export { parcelOpened } from "./supplier-parcel/supplier-parcel.opened.ts";
export { eraseItems, mayReadParcelFile } from "./supplier-parcel/parcel-files.sql.ts";
export { parcelHoldings } from "./supplier-parcel/parcel-hand-over.sql.ts";
export { seedParcels } from "./supplier-parcel/seed-parcels.ts";
export { seedSuppliers } from "./supplier/seed.ts";
export { supplierHoldings } from "./supplier/hand-over.sql.ts";
