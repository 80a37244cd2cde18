/** Door of the finance area: the ledger as other areas use it. */
export { postJournal, reverseJournal, type Line, type Posting } from "./ledger.ts";
export { adjustSupplierCost, orderLocks, postOrderPayment, postRevenue, postSupplierCost, reverseSupplierCost, undoRevenue, type OrderPayment, type PaidLine, type SupplierCost } from "./order-money.ts";
