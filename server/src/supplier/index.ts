/** Door of the supplier area. */
export { assign, settlePrice, type Assigned, type AssignFacts } from "./assign.ts";
export { usableMatches, type Match } from "./supplier.sql.ts";
export { seedSuppliers } from "./seed.ts";
