/** Door of the finance area: the ledger as other areas use it, and background exports. */
export { DemoLedger, type Act } from "./demo-ledger.ts";
export { exportServer } from "./export.ts";
export { exportJobs, exportSealSources, type ExportParts } from "./export.jobs.ts";
export { exportRoute } from "./export-route.ts";
export { openMoney } from "./open-money.sql.ts";
export { postJournal } from "./ledger.ts";
export {
  adjustSupplierCost,
  orderLocks,
  postOrderPayment,
  postRevenue,
  postSupplierCost,
  reverseSupplierCost,
  undoRevenue,
} from "./order-money.ts";
export type { PayMethod } from "./ledger.rules.ts";
export type { CostAdjustment, SupplierCost } from "./order-money.rules.ts";
