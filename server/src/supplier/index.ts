/** Door of the supplier area. */
export { assign, type Assigned } from "./assign.ts";
export { priceDecide } from "./price-decide.ts";
export { usableMatches } from "./supplier.sql.ts";
export { copyMatches, dropMatches } from "./copy-matches.ts";
export { supplierServer } from "./supplier.ts";
export { seedSuppliers } from "./seed.ts";
export { supplierHoldings } from "./hand-over.sql.ts";
