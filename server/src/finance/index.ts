/** Door of the finance area: the ledger as other areas use it, and background exports. */
export { exportServer } from "./export.ts";
export { exportJobs } from "./export.jobs.ts";
export { exportRoute } from "./export-route.ts";
export { postJournal, reverseJournal, type Line, type Posting } from "./ledger.ts";
export { adjustSupplierCost, orderLocks, postOrderPayment, postRevenue, postSupplierCost, reverseSupplierCost, undoRevenue, type OrderPayment, type PaidLine, type SupplierCost } from "./order-money.ts";
