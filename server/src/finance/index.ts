/** Door of the finance area: the ledger as other areas use it, and background exports. */
export { DemoLedger, type Act } from "./demo-ledger.ts";
import { area } from "#kit/area.ts";
import type { Serving } from "#kit/call/serve.ts";
import { exportServer } from "./export.ts";
import { exportJobs, exportSealSources, type ExportParts } from "./export.jobs.ts";
import { financeNouns } from "./finance.nouns.ts";

/** `lists`: what may be exported. */
export const financeArea = (lists: Serving, parts: ExportParts) =>
  area("finance", { nouns: financeNouns, serving: exportServer(lists), jobs: exportJobs(lists, parts), seals: exportSealSources });
export { exportJobs, exportSealSources, exportServer };
export type { ExportParts } from "./export.jobs.ts";
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
