/** Door of the supplier area. */
export { assign, type Assigned } from "./assign.ts";
export { priceDecide } from "./price-decide.ts";
export { usableMatches } from "./supplier.sql.ts";
export { copyMatches, dropMatches } from "./copy-matches.ts";
import { area } from "#kit/area.ts";
import { supplierNouns } from "./supplier.nouns.ts";
import { supplierServer } from "./supplier.ts";
export const supplierArea = area("supplier", { nouns: supplierNouns, serving: supplierServer });
export { seedSuppliers } from "./seed.ts";
export { supplierHoldings } from "./hand-over.sql.ts";
