/** Door of the supplier area. */
export { assign, type Assigned } from "./supplier-assignment/assign.ts";
export { priceDecide } from "./supplier-price/price-decide.ts";
export { usableMatches } from "./supplier-assignment/match.sql.ts";
export { copyMatches, dropMatches } from "./supplier-product/copy-matches.ts";
import { area } from "#kit/area.ts";
import { supplierNouns } from "./supplier.nouns.ts";
import { supplierServer } from "./supplier/supplier.ts";
export const supplierArea = area("supplier", { nouns: supplierNouns, serving: supplierServer });
export type { ParcelDoors } from "./supplier-parcel/parcel-doors.ts";
export { seedSuppliers } from "./supplier/seed.ts";
export { supplierHoldings } from "./supplier/hand-over.sql.ts";
