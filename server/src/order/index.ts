/** Door of the order area: its endpoints, jobs and exports, and what other areas ask of it. */
import { applicantMaterialApi, submissionBatchApi, visitApi } from "@visadesk/contract/order/applicant-material.ts";
import { expressApi } from "@visadesk/contract/order/express.ts";
import { orderDiffApi } from "@visadesk/contract/order/order-diff.ts";
import { applicantApi, custodyApi } from "@visadesk/contract/order/applicant.ts";
import { orderApi } from "@visadesk/contract/order/order.ts";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { serve, serveHolding } from "#kit/serve.ts";
import { applicantReads, custodyReads } from "./applicant.read.ts";
import { heldByApplicant, heldByDiffOrder, heldByMaterialOwner, heldByOrder } from "./file-access.sql.ts";
import { orderDiffReads, orderReads } from "./order.read.ts";
import { applicantExport, orderExport } from "./order.export.ts";
import {
  applicantMaterialWrites,
  applicantWrites,
  custodyWrites,
  expressWrites,
  orderDiffWrites,
  orderWrites,
  submissionBatchWrites,
  visitWrites,
} from "./order.write.ts";
export { formSeals } from "./form-answers.ts";
export { sealedApplicant, sealedOrder } from "./sealed.ts";
export { orderSeals } from "./seal-orders.ts";
import { submissionBatchReads } from "./submission-batch.read.ts";
import { calendarJobs } from "./calendar-change.ts";
import { documentJobs } from "./document-refresh.ts";
import { jobs as orderJobs } from "./order.jobs.ts";

export const serving = {
  ...serveHolding({ ...orderApi, ...orderListApi }, heldByOrder, { ...orderReads, ...orderWrites }),
  ...serveHolding(applicantApi, heldByApplicant, { ...applicantReads, ...applicantWrites }),
  ...serveHolding(applicantMaterialApi, heldByMaterialOwner, applicantMaterialWrites),
  ...serveHolding(visitApi, heldByApplicant, visitWrites),
  ...serve(submissionBatchApi, { ...submissionBatchReads, ...submissionBatchWrites }),
  ...serve(expressApi, expressWrites),
  ...serveHolding(orderDiffApi, heldByDiffOrder, { ...orderDiffReads, ...orderDiffWrites }),
  ...serve(custodyApi, { ...custodyReads, ...custodyWrites }),
};
export const exportables = [orderExport, applicantExport];
export const jobs = [...orderJobs, ...calendarJobs, ...documentJobs];
export * from "./doors.ts";
export { affectedBy, documentRefresh } from "./document-refresh.ts";
export { paperImpact, paperPickable } from "./paper-impact.ts";
export { paperPush } from "./paper-push.ts";
export { paperPicked } from "./paper-push.sql.ts";
export { eraseByNumber, personalErase } from "./erase.ts";
export { forms } from "./form-fill.ts";
export { filesInUse } from "./erase.sql.ts";
export { calendarChanged, hoursChanged, hoursImpact } from "./calendar-change.ts";
export { refundFacts } from "./refund-facts.sql.ts";
export { orderHoldings } from "./hand-over.sql.ts";
export { orderOpened } from "./order.opened.ts";
export { isProtectionSold, protectionSales } from "./protection.sql.ts";
export { remindOpen } from "./order-remind.ts";
export { soldTiers } from "./sold-tiers.sql.ts";
export { lockWaiting, waitingAt, waitingCounts } from "./waiting.sql.ts";
export { orderScope } from "./scope.ts";
export { countryImpact, countryImpactList } from "./country-impact.sql.ts";
export { isDemoLoaded, seedDemoOrders } from "./demo/load.ts";
