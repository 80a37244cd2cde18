/** Door of the order area: its endpoints, jobs and exports, and what other areas ask of it. */
import { applicantMaterialApi, submissionBatchApi, visitApi } from "@visadesk/contract/order/applicant-material.ts";
import { expressApi } from "@visadesk/contract/order/express.ts";
import { orderDiffApi } from "@visadesk/contract/order/order-diff.ts";
import { applicantApi, custodyApi } from "@visadesk/contract/order/applicant.ts";
import { orderApi } from "@visadesk/contract/order/order.ts";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { orderImportApi } from "@visadesk/contract/order/import/order-import.ts";
import { refuseClaimApi } from "@visadesk/contract/order/claim/refuse-claim.ts";
import { orderEvaluateApi } from "@visadesk/contract/order/order-evaluate.ts";
import { orderRemindApi } from "@visadesk/contract/order/order-remind.ts";
import { visitNoticeApi } from "@visadesk/contract/order/visit-notice.ts";
import { orderExpireApi } from "@visadesk/contract/order/expire/order-expire.ts";
import { orderLimitApi } from "@visadesk/contract/order/expire/order-limit.ts";
import { stageSpanApi } from "@visadesk/contract/order/spend/stage-span.ts";
import { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { orderConsistencyApi } from "@visadesk/contract/order/consistency/order-consistency.ts";
import { applicantRiskApi } from "@visadesk/contract/order/risk/applicant-risk.ts";
import { area } from "#kit/area.ts";
import { serve, serveHolding } from "#kit/call/serve.ts";
import { applicantReads, custodyReads } from "./applicant/applicant.read.ts";
import { consistencyServed } from "./consistency/order-consistency.ts";
import { riskJobs, riskServed } from "./risk/risk.ts";
import { visitNoticeServed } from "./applicant/visit-notice.ts";
import { heldByApplicant, heldByDiffOrder, heldByMaterialOwner, heldByOrder } from "./material/file-access.sql.ts";
import { orderDiffReads, orderReads } from "./list/order.read.ts";
import { applicantExport, orderExport } from "./list/order.export.ts";
import {
  applicantMaterialWrites,
  applicantWrites,
  custodyWrites,
  expressWrites,
  orderDiffWrites,
  orderWrites,
  submissionBatchWrites,
  visitWrites,
} from "./order/order.write.ts";
import { formSeals } from "./material/form-answers.ts";
export { sealedApplicant, sealedOrder } from "./applicant/sealed.ts";
import { orderSeals } from "./order/seal-orders.ts";
import { submissionBatchReads } from "./express/submission-batch.read.ts";
import { calendarJobs } from "./flow/calendar-change.ts";
import { orderNouns } from "./order.nouns.ts";
import { documentJobs } from "./material/document-refresh.ts";
import { refuseClaimServed } from "./claim/refuse-claim-read.ts";
import { evaluateServed } from "./evaluate/evaluate-served.ts";
import { remindServed } from "./remind/order-remind-served.ts";
import { expireServed } from "./expire/order-expire.ts";
import { expireJobs } from "./expire/order-expire.jobs.ts";
import { remindJobs } from "./remind/order-remind.jobs.ts";
import { limitServed } from "./expire/order-limit.ts";
import { spendServed } from "./spend/stage-span.ts";
import { refundServed } from "./refund/refund.ts";
export { start as refundAsk } from "./refund/refund-ask.ts";
export { refundMoves } from "./refund/refund-decide.ts";
export { refundBounced, refundFailed, refundPaid, refundQueued, refundToPay } from "./refund/refund-told.ts";
import { importJobs } from "./import/order-import.jobs.ts";
import { orderImportServed } from "./import/order-import.ts";
import { jobs as orderJobs } from "./order/order.jobs.ts";

export const orderArea = area("order", {
  nouns: orderNouns,
  serving: {
    ...serveHolding({ ...orderApi, ...orderListApi }, heldByOrder, { ...orderReads, ...orderWrites }),
    ...serve(orderImportApi, orderImportServed),
    ...serveHolding(applicantApi, heldByApplicant, { ...applicantReads, ...applicantWrites }),
    ...serveHolding(applicantMaterialApi, heldByMaterialOwner, applicantMaterialWrites),
    ...serveHolding(visitApi, heldByApplicant, visitWrites),
    ...serve(submissionBatchApi, { ...submissionBatchReads, ...submissionBatchWrites }),
    ...serve(expressApi, expressWrites),
    ...serveHolding(orderDiffApi, heldByDiffOrder, { ...orderDiffReads, ...orderDiffWrites }),
    ...serve(refundApi, refundServed),
    ...serveHolding(refuseClaimApi, heldByApplicant, refuseClaimServed),
    ...serve(orderRemindApi, remindServed),
    ...serve(orderEvaluateApi, evaluateServed),
    ...serve(orderExpireApi, expireServed),
    ...serve(orderLimitApi, limitServed),
    ...serve(orderConsistencyApi, consistencyServed),
    ...serve(applicantRiskApi, riskServed),
    ...serve(stageSpanApi, spendServed),
    ...serve(visitNoticeApi, visitNoticeServed),
    ...serve(custodyApi, { ...custodyReads, ...custodyWrites }),
  },
  jobs: [...orderJobs, ...importJobs, ...expireJobs, ...remindJobs, ...calendarJobs, ...documentJobs, ...riskJobs],
  seals: [orderSeals, formSeals],
});
export const exportables = [orderExport, applicantExport];
export * from "./doors.ts";
export { affectedBy, documentRefresh } from "./material/document-refresh.ts";
export { paperImpact, paperPickable } from "./paper/paper-impact.ts";
export { paperPush } from "./paper/paper-push.ts";
export { paperPicked } from "./paper/paper-push.sql.ts";
export { erasing } from "./order/erase.ts";
export { forms } from "./material/form-fill.ts";
export { filesInUse } from "./order/erase.sql.ts";
export { calendarChanged, hoursChanged, hoursImpact } from "./flow/calendar-change.ts";
export { peerDoor } from "./desk/peer-door.ts";
export { supplierExpress } from "./express/supplier-express.ts";
export { costParcel, parcelsBilled } from "./express/parcel-cost.ts";
export { peopleHeld, supplierAsk, supplierSet, supplierStays } from "./applicant/applicant-supplier.ts";
export { refundFacts } from "./desk/refund-facts.sql.ts";
export {
  briefOf,
  briefSaid,
  ordersMeanwhile,
  type BriefPart,
  type BriefSaid,
  type OrderMeanwhile,
  type OrderStage,
} from "./desk/brief.sql.ts";
export { orderHoldings } from "./desk/hand-over.sql.ts";
export { orderOpened } from "./list/order.opened.ts";
export { isProtectionSold, protectionSales } from "./desk/protection.sql.ts";
export { remindOpen } from "./desk/order-remind.ts";
export { soldTiers } from "./desk/sold-tiers.sql.ts";
export { lockWaiting, waitingAt, waitingCounts } from "./desk/waiting.sql.ts";
export { priceEditors } from "./desk/price-editors.sql.ts";
export { orderScope, scopeFilter } from "./list/scope.ts";
export { embassyFeePaid, feeSubject, type FeeSubject, varianceDiffOpen } from "./desk/embassy-fee.ts";
export { fillOrderPorts, type EmbassyFeeAsk, type OrderPorts, type PolicyAsk } from "./flow/ports.ts";
export type { RefundToPay, RefundWaits, RefundWay } from "./flow/refund-ports.ts";
export { countryImpact, countryImpactList } from "./desk/country-impact.sql.ts";
export { demoCarrierParcels } from "./demo/carrier-parcels.ts";
export { seedExpires } from "./expire/seed.ts";
export { isDemoLoaded, seedDemoOrders } from "./demo/load.ts";
export { diffAdd as diffOpen, diffDrop, diffPay } from "./order/order-diff.ts";
export { lockOrders } from "./flow/facts.sql.ts";
export { remittedOrders, type RemittedOrderRow } from "./desk/remitted.sql.ts";
export { payRemitted } from "./order/order-pay.ts";
export { orderNos, orderTrades } from "./desk/trade-numbers.sql.ts";
