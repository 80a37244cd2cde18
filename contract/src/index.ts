/** The one full list of endpoints, flows and areas. */
import { accountApi } from "./account/session.ts";
import { personalApi } from "./account/personal.ts";
import { baseDataApi } from "./base-data/base-data.ts";
import { applicationVersionApi } from "./base-data/paper/application-version.ts";
import { applicationVersionFlow } from "./base-data/paper/application-version.flow.ts";
import { appointmentApi } from "./base-data/calendar/appointment.ts";
import { calendarApi } from "./base-data/calendar/calendar.ts";
import { documentApi } from "./base-data/paper/document.ts";
import { countryApi } from "./base-data/country.ts";
import { officialFeeApi } from "./base-data/official-fee.ts";
import { embassyApi } from "./base-data/embassy.ts";
import { refundPolicyApi, refundPolicyVersionFlow } from "./base-data/refund-policy.ts";
import { documentStatApi } from "./base-data/paper/document-stat.ts";
import { mailCentreApi } from "./base-data/paper/mail-centre.ts";
import { rejectReasonApi } from "./base-data/paper/reject-reason.ts";
import { adjustmentFlow } from "./finance/adjustment.flow.ts";
import { adjustmentApi } from "./finance/adjustment.ts";
import { balanceApi } from "./finance/books/balance.ts";
import { journalApi } from "./finance/books/journal.ts";
import { ledgerAccountApi } from "./finance/books/ledger-account.ts";
import { moneyTraceApi } from "./finance/books/money-trace.ts";
import { trialBalanceApi } from "./finance/books/trial-balance.ts";
import { bankReconcileApi } from "./finance/bank/bank-reconcile.ts";
import { statementImportFlow } from "./finance/bank/statement-import.flow.ts";
import { statementImportApi } from "./finance/bank/statement-import.ts";
import { statementLineFlow } from "./finance/bank/statement-line.flow.ts";
import { statementLineApi } from "./finance/bank/statement-line.ts";
import { companyAccountFlow } from "./finance/company-account.flow.ts";
import { companyAccountApi } from "./finance/company-account.ts";
import { periodFlow } from "./finance/period.flow.ts";
import { periodApi } from "./finance/period.ts";
import { financeSettingApi } from "./finance/finance-setting.ts";
import { payoutFlow } from "./finance/payout.flow.ts";
import { payoutApi } from "./finance/payout.ts";
import { remittanceFlow } from "./finance/remittance.flow.ts";
import { remittanceApi } from "./finance/remittance.ts";
import { withdrawalFlow } from "./finance/withdrawal.flow.ts";
import { withdrawalApi } from "./finance/withdrawal.ts";
import { expressSettleFlow, peerSettleFlow, supplierSettleFlow } from "./finance/settle.flow.ts";
import { settleApis } from "./finance/settle-apis.ts";
import { invoiceFlow } from "./finance/invoice.flow.ts";
import { invoiceApi } from "./finance/invoice.ts";
import { invoiceTitleApi } from "./finance/invoice-title.ts";
import { exportFlow } from "./kit/export.flow.ts";
import { exportApi } from "./kit/export.ts";
import { fileApi } from "./kit/upload.ts";
import { recordLogApi } from "./record-log.ts";
import { applicantApi, custodyApi } from "./order/applicant.ts";
import { applicantMaterialApi, submissionBatchApi, visitApi } from "./order/applicant-material.ts";
import { expressApi } from "./order/express.ts";
import { orderDiffApi } from "./order/order-diff.ts";
import { refundApi } from "./order/refund/refund.ts";
import { refuseClaimApi } from "./order/claim/refuse-claim.ts";
import { orderApi } from "./order/order.ts";
import { orderListApi } from "./order/order-list.ts";
import { orderImportApi } from "./order/import/order-import.ts";
import { orderExpireApi } from "./order/expire/order-expire.ts";
import { stageSpanApi } from "./order/spend/stage-span.ts";
import { orderLimitApi } from "./order/expire/order-limit.ts";
import { expireFlow } from "./order/expire/order-expire.flow.ts";
import { orderConsistencyApi } from "./order/consistency/order-consistency.ts";
import { applicantRiskApi } from "./order/risk/applicant-risk.ts";
import { visitNoticeApi } from "./order/visit-notice.ts";
import { flows as orderFlows } from "./order/order.flow.ts";
import { refundFlow } from "./order/refund/refund.flow.ts";
import { orderRemindApi, orderRemindFlow } from "./order/order-remind.ts";
import { orderEvaluateApi } from "./order/order-evaluate.ts";
import { orderEvaluateAppealFlow, orderEvaluateFlow } from "./order/order-evaluate.flow.ts";
import { insuranceProductFlow } from "./product/price/insurance-product.flow.ts";
import { insuranceProductApi } from "./product/price/insurance-product.ts";
import { skuApi } from "./product/sku/sku.ts";
import { skuGenerateApi } from "./product/sku/sku-generate.ts";
import { spuApi } from "./product/spu.ts";
import { skuEditApi } from "./product/sku/sku-edit.ts";
import { skuMoveApi } from "./product/sku/sku-moves.ts";
import { priceAdjustmentApi } from "./product/price/price-adjustment.ts";
import { skuPaperPushApi } from "./product/sku/sku-paper-push.ts";
import { skuPriceApi } from "./product/sku/sku-price.ts";
import { priceAdjustmentFlow } from "./product/price/price-adjustment.flow.ts";
import { skuSnapshotApi } from "./product/sku/sku-snapshot.ts";
import { supplierAssignmentApi } from "./supplier/supplier-assignment.ts";
import { supplierOriginalApi } from "./supplier/supplier-original.ts";
import { supplierContactApi } from "./supplier/supplier-contact.ts";
import { supplierDocumentApi } from "./supplier/supplier-document.ts";
import { supplierPayeeApi } from "./supplier/supplier-payee.ts";
import { supplierFlow, supplierPayeeFlow } from "./supplier/supplier.flow.ts";
import { supplierParcelApi } from "./supplier/supplier-parcel.ts";
import { supplierParcelActApi } from "./supplier/supplier-parcel-acts.ts";
import { supplierApi } from "./supplier/supplier.ts";
import { supplierPriceApi } from "./supplier/supplier-price.ts";
import { supplierProductApi } from "./supplier/supplier-product.ts";
import { exhibitionLeadFlow, peerExhibitionFlow } from "./peer/exhibition/exhibition.flow.ts";
import { exhibitionLeadApi } from "./peer/exhibition/exhibition-lead.ts";
import { peerExhibitionApi } from "./peer/exhibition/peer-exhibition.ts";
import { peerApplicationApi } from "./peer/peer/peer-application.ts";
import { peerApplicationFlow, peerChangeFlow } from "./peer/peer/peer.flow.ts";
import { peerAccountApi } from "./peer/peer/peer-account.ts";
import { peerApiKeyApi } from "./peer/peer/peer-api-key.ts";
import { peerDocumentApi } from "./peer/peer/peer-document.ts";
import { peerFlow } from "./peer/peer/peer.flow.ts";
import { peerGroupApi } from "./peer/level/peer-group.ts";
import { peerLevelApi } from "./peer/level/peer-level.ts";
import { peerManagerApi } from "./peer/peer/peer-manager.ts";
import { peerOverviewApi } from "./peer/peer/peer-overview.ts";
import { peerCallApi } from "./peer/peer/peer-call.ts";
import { peerOrderApi } from "./peer/peer/peer-order.ts";
import { peerChangeApi } from "./peer/peer/peer-change.ts";
import { peerHoldApi } from "./peer/peer/peer-hold.ts";
import { peerApi } from "./peer/peer/peer.ts";
import { peerMoneyApi, peerTopUpApi } from "./peer/peer/peer-money.ts";
import { peerTransferApi } from "./peer/transfer/peer-transfer.ts";
import { peerTransferFlow } from "./peer/transfer/peer-transfer.flow.ts";
import { productRecommendApi } from "./product/product-recommend.ts";
import { refuseNoWorryLinkApi } from "./product/price/refuse-no-worry-link.ts";
import { refuseNoWorryProductApi } from "./product/price/refuse-no-worry-product.ts";
import { refuseNoWorryProductFlow } from "./product/price/refuse-no-worry-product.flow.ts";
import { skuFlow } from "./product/sku/sku.flow.ts";
import { specialPriceActivityFlow } from "./product/price/special-price-activity.flow.ts";
import { specialPriceActivityApi } from "./product/price/special-price-activity.ts";
import { workOrderConfigApi } from "./peer/work-order/work-order-config.ts";
import { workOrderConfigFlow, workOrderFlow } from "./peer/work-order/work-order.flow.ts";
import { workOrderApi } from "./peer/work-order/work-order.ts";
import { dutyApi } from "./setting/duty.ts";
import { erasureApi, erasureRunFlow } from "./setting/erasure-run.ts";
import { expertApi } from "./setting/expert.ts";
import { grantChangeApi, grantChangeFlow } from "./setting/grant-change.ts";
import { logSubjectApi, operationLogApi } from "./setting/operation-log.ts";
import { regionOwnerApi } from "./setting/region-owner.ts";
import { roleApi } from "./setting/role.ts";
import { sysConfigApi } from "./setting/sys-config.ts";
import { teamApi } from "./setting/team.ts";
import { workerApi } from "./setting/worker.ts";
import { workerDisableApi } from "./setting/worker-disable.ts";
import { handoverApi } from "./workbench/handover/handover.ts";
import { handoverFlow } from "./workbench/handover/handover.flow.ts";
import { globalMessageApi } from "./workbench/message/global-message.ts";
import { msgApi } from "./workbench/message/msg.ts";
import { reminderMsgApi } from "./workbench/message/reminder-msg.ts";
import { reminderMsgFlow } from "./workbench/message/reminder-msg.flow.ts";
import { taskMarkApi } from "./workbench/task-mark.ts";
import { workbenchApi } from "./workbench/workbench.ts";
import { inArea, type Endpoint, type Input, type Output } from "./kit/endpoint.ts";
import type { Flow } from "./kit/flow.ts";
import { embassyPaymentFlow } from "./finance/embassy/embassy-payment.flow.ts";
import { embassyPaymentApi } from "./finance/embassy/embassy-payment.ts";
import { policyFlow } from "./finance/insurance/policy.flow.ts";
import { policyApi } from "./finance/insurance/policy.ts";
import { embassyTrustApi } from "./finance/embassy/embassy-trust.ts";
import { fxRateApi } from "./finance/embassy/fx-rate.ts";
import { reportApi } from "./finance/report/report.ts";

export const allApi = {
  ...inArea("account", { ...accountApi, ...personalApi }),
  ...inArea("workbench", { ...workbenchApi, ...taskMarkApi, ...msgApi, ...reminderMsgApi, ...globalMessageApi, ...handoverApi }),
  ...inArea("finance", {
    ...exportApi,
    ...companyAccountApi,
    ...financeSettingApi,
    ...reportApi,
    ...balanceApi,
    ...ledgerAccountApi,
    ...journalApi,
    ...trialBalanceApi,
    ...moneyTraceApi,
    ...adjustmentApi,
    ...periodApi,
    ...remittanceApi,
    ...withdrawalApi,
    ...payoutApi,
    ...invoiceApi,
    ...invoiceTitleApi,
    ...settleApis,
    ...embassyPaymentApi,
    ...policyApi,
    ...embassyTrustApi,
    ...fxRateApi,
    ...statementImportApi,
    ...statementLineApi,
    ...bankReconcileApi,
  }),
  ...inArea("order", {
    // Private files belong to orders and their people.
    ...fileApi,
    ...orderApi,
    ...orderListApi,
    ...orderImportApi,
    ...applicantApi,
    ...custodyApi,
    ...applicantMaterialApi,
    ...visitApi,
    ...submissionBatchApi,
    ...expressApi,
    ...orderDiffApi,
    ...refundApi,
    ...refuseClaimApi,
    ...orderRemindApi,
    ...orderEvaluateApi,
    ...visitNoticeApi,
    ...orderExpireApi,
    ...orderLimitApi,
    ...orderConsistencyApi,
    ...applicantRiskApi,
    ...stageSpanApi,
  }),
  ...inArea("supplier", {
    ...supplierApi,
    ...supplierContactApi,
    ...supplierDocumentApi,
    ...supplierPayeeApi,
    ...supplierProductApi,
    ...supplierPriceApi,
    ...supplierParcelApi,
    ...supplierParcelActApi,
    ...supplierAssignmentApi,
    ...supplierOriginalApi,
  }),
  ...inArea("peer", {
    ...peerApplicationApi,
    ...peerApi,
    ...peerOverviewApi,
    ...peerOrderApi,
    ...peerAccountApi,
    ...peerDocumentApi,
    ...peerApiKeyApi,
    ...workOrderConfigApi,
    ...workOrderApi,
    ...peerTopUpApi,
    ...peerChangeApi,
    ...peerHoldApi,
    ...peerMoneyApi,
    ...peerExhibitionApi,
    ...exhibitionLeadApi,
    ...peerTransferApi,
    ...peerLevelApi,
    ...peerGroupApi,
    ...peerManagerApi,
    ...peerCallApi,
  }),
  ...inArea("product", {
    ...skuApi,
    ...skuSnapshotApi,
    ...skuGenerateApi,
    ...spuApi,
    ...skuEditApi,
    ...skuMoveApi,
    ...skuPaperPushApi,
    ...specialPriceActivityApi,
    ...skuPriceApi,
    ...priceAdjustmentApi,
    ...insuranceProductApi,
    ...refuseNoWorryProductApi,
    ...refuseNoWorryLinkApi,
    ...productRecommendApi,
  }),
  ...inArea("base-data", {
    ...baseDataApi,
    ...applicationVersionApi,
    ...documentApi,
    ...appointmentApi,
    ...countryApi,
    ...officialFeeApi,
    ...embassyApi,
    ...calendarApi,
    ...refundPolicyApi,
    ...documentStatApi,
    ...rejectReasonApi,
    ...mailCentreApi,
  }),
  ...recordLogApi,
  ...inArea("setting", {
    ...roleApi,
    ...grantChangeApi,
    ...workerApi,
    ...workerDisableApi,
    ...teamApi,
    ...regionOwnerApi,
    ...expertApi,
    ...dutyApi,
    ...operationLogApi,
    ...logSubjectApi,
    ...sysConfigApi,
    ...erasureApi,
  }),
};
export type AllApi = typeof allApi;
export type EndpointName = keyof AllApi;
export type InputOf<N extends EndpointName> = Input<AllApi[N]>;
export type OutputOf<N extends EndpointName> = Output<AllApi[N]>;

export const allEndpoints: readonly Endpoint[] = Object.values(allApi);
export const allFlows: Readonly<Record<string, Flow>> = {
  skuFlow,
  insuranceProductFlow,
  priceAdjustmentFlow,
  specialPriceActivityFlow,
  refuseNoWorryProductFlow,
  supplierFlow,
  supplierPayeeFlow,
  peerApplicationFlow,
  workOrderConfigFlow,
  workOrderFlow,
  peerFlow,
  peerChangeFlow,
  remittanceFlow,
  withdrawalFlow,
  payoutFlow,
  peerExhibitionFlow,
  exhibitionLeadFlow,
  peerTransferFlow,
  grantChangeFlow,
  ...orderFlows,
  refundFlow,
  expireFlow,
  orderRemindFlow,
  orderEvaluateFlow,
  orderEvaluateAppealFlow,
  erasureRunFlow,
  applicationVersionFlow,
  refundPolicyVersionFlow,
  companyAccountFlow,
  adjustmentFlow,
  periodFlow,
  supplierSettleFlow,
  expressSettleFlow,
  peerSettleFlow,
  invoiceFlow,
  embassyPaymentFlow,
  policyFlow,
  statementImportFlow,
  statementLineFlow,
  exportFlow,
  reminderMsgFlow,
  handoverFlow,
};
