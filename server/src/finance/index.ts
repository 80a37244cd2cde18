/** Door of finance: every paper that moves money, above all other areas. */
import { area } from "#kit/area.ts";
import type { OrderPorts } from "../order/index.ts";
import { sealedFiles } from "#kit/seal/seal-files.ts";
import { sealedRows } from "#kit/seal/seal-move.ts";
import { adjustmentDesk } from "./adjustment/adjustment.queues.ts";
import { sealedAdjustment } from "./adjustment/adjustment.noun.ts";
import { claimedOf, suspenseLeft } from "./adjustment/parked.sql.ts";
import { adjustmentServer } from "./adjustment/adjustment.ts";
import type { BankDoors } from "./bank/bank-doors.ts";
import { sealedLine } from "./bank/bank.noun.ts";
import { bankReconcileServer } from "./bank/bank-reconcile.ts";
import { candidateJobs } from "./bank/line-candidates.jobs.ts";
import { statementImportJobs } from "./bank/statement-import.jobs.ts";
import { statementImportServer } from "./bank/statement-import.ts";
import { statementLineServer } from "./bank/statement-line.ts";
import { balanceServer } from "./books/balance.ts";
import { journalServer } from "./books/journal.ts";
import { ledgerAccountServer } from "./books/ledger-account.ts";
import { trialBalanceServer } from "./books/trial-balance.ts";
import { carrierCardServer } from "./carrier-card/carrier-card.ts";
import { sealedCompanyAccount } from "./company-account/company-account.noun.ts";
import { companyAccountServer } from "./company-account/company-account.ts";
import type { RefundPort } from "./embassy-payment/embassy-payment.paid.ts";
import { embassyDesk } from "./embassy-payment/embassy-payment.queues.ts";
import { embassyPaymentServer } from "./embassy-payment/embassy-payment.ts";
import { embassyTrustJobs } from "./embassy-trust/embassy-trust.jobs.ts";
import { embassyTrustServer } from "./embassy-trust/embassy-trust.ts";
import { financeJobs } from "./finance.jobs.ts";
import { financeNouns } from "./finance.nouns.ts";
import { financeSettingServer } from "./finance-setting/finance-setting.ts";
import { fxRateServer } from "./fx-rate/fx-rate.ts";
import { sealedTitle } from "./invoice-title/invoice-title.noun.ts";
import { invoiceTitleServer } from "./invoice-title/invoice-title.ts";
import { invoicedOf, orderLocks } from "./invoice/doors.ts";
import { invoiceDesk } from "./invoice/invoice.desk.ts";
import { invoiceJobs } from "./invoice/invoice.jobs.ts";
import { sealedInvoice } from "./invoice/invoice.noun.ts";
import { invoiceServer } from "./invoice/invoice.ts";
import type { InvoicePorts } from "./invoice/ports.ts";
import type { RemitPorts } from "./remittance/ports.ts";
import { remittanceJobs } from "./remittance/remittance.jobs.ts";
import { sealedRemittance } from "./remittance/remittance.noun.ts";
import { remittanceDesk } from "./remittance/remittance.queues.ts";
import { remittanceServer } from "./remittance/remittance.ts";
import { periodJobs, periodServer } from "./period/period.ts";
import { payoutFileSeals, payoutJobs } from "./payout/payout.jobs.ts";
import { sealedPayout } from "./payout/payout.noun.ts";
import { payoutTrades } from "./payout/payout.sql.ts";
import { payoutDesk } from "./payout/payout.queues.ts";
import { payoutDoors } from "./payout-doors.ts";
import type { RefundDoors } from "./refund/refund-doors.ts";
import { cancelRefund, payRefund, refundGoesOn } from "./refund/refund-pay.ts";
import { openPayout } from "./payout/payout-open.ts";
import { payoutServer } from "./payout/payout.ts";
import { policyJobs } from "./policy/policy.jobs.ts";
import { sealedPolicy } from "./policy/policy.noun.ts";
import { policyDesk } from "./policy/policy.queues.ts";
import { policyServer } from "./policy/policy.ts";
import { marginLeakJobs } from "./report/margin-leak.ts";
import { reportServer } from "./report/report.ts";
import { expressSettleServer } from "./settlement/express-settle.ts";
import { settleJobs } from "./settlement/settle.jobs.ts";
import { settleDesk } from "./settlement/settle.queues.ts";
import { supplierSettleServer } from "./settlement/supplier-settle.ts";
import { peerOverdueDesk } from "./peer-settle/peer-settle.queues.ts";
import { peerSettleJobs } from "./peer-settle/peer-settle.jobs.ts";
import { peerSettleServer } from "./peer-settle/peer-settle.ts";
import { moneyTraceServer } from "./trace/money-trace.ts";
import { sealedWithdrawal } from "./withdrawal/withdrawal.noun.ts";
import { withdrawDesk } from "./withdrawal/withdrawal.queues.ts";
import { withdrawalServer } from "./withdrawal/withdrawal.ts";

/** What finance asks of papers that rest on its own. */
export interface Doors {
  readonly invoice: Pick<InvoicePorts, "surchargeBack">;
  readonly refund: RefundPort & RefundDoors;
  readonly bank: Omit<BankDoors, "claimedOf" | "suspenseLeft">;
  readonly remit: RemitPorts;
}
/** What orders ask of finance. */
export const orderPorts = ({
  refund,
  invoice,
}: Pick<Doors, "refund" | "invoice">): Pick<OrderPorts, "payRefund" | "cancelRefund" | "orderLocks" | "invoicedOf"> => ({
  payRefund: (ctx, r) => payRefund(ctx, refund, invoice, r),
  cancelRefund,
  orderLocks,
  invoicedOf,
});
/** Payments of finance beside those of other areas, and what adjustments took of parked lines. */
const bankDoors = (of: Doors["bank"]): BankDoors => ({
  ...of,
  claimedOf,
  suspenseLeft,
  tradesByNumber: async (db, numbers) => [...(await of.tradesByNumber(db, numbers)), ...(await payoutTrades(db, { numbers }))],
  tradesOfSources: async (db, sources) => [...(await of.tradesOfSources(db, sources)), ...(await payoutTrades(db, { sources }))],
});
const settlements = {
  ...supplierSettleServer({ openPayout }),
  ...expressSettleServer({ openPayout }),
  ...carrierCardServer,
  ...peerSettleServer,
};
export const financeArea = (doors: Doors) => {
  const bank = bankDoors(doors.bank);
  return area("finance", {
    nouns: financeNouns,
    serving: {
      ...companyAccountServer,
      ...financeSettingServer,
      ...balanceServer,
      ...ledgerAccountServer,
      ...journalServer,
      ...trialBalanceServer,
      ...moneyTraceServer,
      ...adjustmentServer,
      ...periodServer,
      ...remittanceServer({ ...doors, bank }),
      ...withdrawalServer,
      ...payoutServer(payoutDoors(doors.refund)),
      ...invoiceServer({ ...doors.invoice, redIssued: (ctx, id) => refundGoesOn(ctx, doors.refund, id) }),
      ...invoiceTitleServer,
      ...settlements,
      ...embassyPaymentServer(doors.refund),
      ...embassyTrustServer,
      ...policyServer(doors.refund),
      ...fxRateServer,
      ...statementImportServer,
      ...statementLineServer(bank),
      ...bankReconcileServer,
      ...reportServer,
    },
    jobs: [
      ...financeJobs,
      ...remittanceJobs,
      ...payoutJobs,
      ...invoiceJobs,
      ...settleJobs,
      ...peerSettleJobs,
      ...periodJobs,
      ...embassyTrustJobs,
      ...marginLeakJobs,
      ...policyJobs,
      ...statementImportJobs(bank),
      ...candidateJobs(bank),
    ],
    seals: [
      sealedRows(sealedCompanyAccount),
      sealedRows(sealedLine),
      sealedRows(sealedRemittance),
      sealedRows(sealedWithdrawal),
      sealedRows(sealedPayout),
      payoutFileSeals,
      sealedRows(sealedInvoice),
      sealedRows(sealedTitle),
      sealedFiles("invoice_sheets", "file_key"),
      sealedRows(sealedAdjustment),
      sealedRows(sealedPolicy),
      sealedFiles("policy_sheets", "file_key"),
    ],
  });
};
export const financeDesks = [
  remittanceDesk,
  withdrawDesk,
  payoutDesk,
  invoiceDesk,
  embassyDesk,
  settleDesk,
  peerOverdueDesk,
  adjustmentDesk,
  policyDesk,
];
export { financeOpened } from "./finance.opened.ts";
export { invoiceNoOf, linkableInvoices } from "./invoice/doors.ts";
export { seedInvoices } from "./invoice/seed.ts";
export { invoiceFilesInUse, mayReadInvoiceFile } from "./invoice/invoice-files.sql.ts";
export { ledgerHost } from "./proof/proof.host.ts";
export { openPayouts } from "./payout/payout-open.ts";
export { mayReadReceipt } from "./payout/payout.sql.ts";
export { cashFilesInUse, frozenFaults, mayReadLetter } from "./withdrawal/withdrawal.sql.ts";
export { NO_PORTS } from "./remittance/ports.ts";
export { mayReadVoucher, vouchersInUse } from "./remittance/remittance.sql.ts";
export { hasDemoRemittances, seedRemittances } from "./remittance/seed.ts";
export { seedRefunds } from "./refund/seed.ts";
export { seedCash } from "./seed-cash.ts";
export { carrierCards, estimateParcel, parcelCost } from "./carrier-card/parcel-cost.ts";
export { seedCarriers } from "./settlement/seed-carriers.ts";
export { settleCredit } from "./peer-settle/peer-allocate.ts";
export { debtOf, linkableStatements, statementNoOf } from "./peer-settle/peer-debt.ts";
export { seedPeerStatements } from "./peer-settle/seed.ts";
export { seedSettlements } from "./settlement/seed.ts";
export { prepaidLeft } from "./settlement/unsettled.sql.ts";
export { findPapers } from "./search/find-papers.ts";
export { mayReadSettleFile, settleFilesInUse } from "./settlement/settle-parts.sql.ts";
export { followOrder } from "./embassy-payment/embassy-payment.open.ts";
export { mayReadMissionReceipt, receiptsInUse } from "./embassy-payment/embassy-payment.sql.ts";
export { seedEmbassyFees } from "./embassy-payment/seed.ts";
export { adjustmentFilesInUse, mayReadAdjustmentFile } from "./adjustment/adjustment.sql.ts";
export { seedBooks } from "./seed-books.ts";
export { financeSettings } from "./finance-setting/finance-setting.ts";
export { policyCancel, policyOpen } from "./policy/policy-open.ts";
export { personalPapers } from "./policy/policy-erase.ts";
export { mayReadPolicyFile, policyCounts, policyFilesInUse } from "./policy/policy.sql.ts";
export { seedPolicies } from "./policy/seed.ts";
