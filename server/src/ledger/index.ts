/** Door of the ledger: accounts, journals and what an order's money posts. Ground for every area that moves money; it knows none of them. */
export { DemoLedger, type Act } from "./demo-ledger.ts";
export { expiredGifts, expireGift, restoreGift } from "./gift-end.ts";
export { freezeLines, thawLines } from "./frozen-lines.ts";
export { clawbackGift, giftLeft, grantGift, openLot } from "./gift-lot.ts";
export {
  postEmbassyPaid,
  postEmbassyReturned,
  postEmbassySettled,
  postPaymentSurplus,
  postTrustSurplus,
  trustLeft,
} from "./embassy-money.ts";
export type { EmbassyFee } from "./embassy-money.rules.ts";
export { fxRateOn } from "./fx-rate.ts";
export { postPolicyIssued, postPolicySurrendered } from "./policy-money.ts";
export { openMoney } from "./open-money.sql.ts";
export { postParcelCost, postSettleDeduct } from "./parcel-money.ts";
export { payables, payablesOf } from "./payable.sql.ts";
export { orderLocks, postOrderPayment, postRevenue, refundedPeople, settleCosts, undoRevenue } from "./order-money.ts";
export { orderMoney } from "./order-sums.sql.ts";
export { lockPeer, openPeerAccounts, peerAccountsOf, peerStatement, setOldestDue, type PeerStatement } from "./peer-accounts.ts";
export { postPrincipalRepay, postRepay, postTopUp } from "./peer-money.ts";
export {
  postPayoutBounced,
  postSettlePaid,
  postWithdrawFrozen,
  postWithdrawPaid,
  postWithdrawReturned,
  type Left,
} from "./payout-money.ts";
export { accountOf, lotsOf, quotePayment } from "./peer-payment.ts";
export { assertRemitLeft, postRemitOrders, postRemitRepay, postRemitTopUp, type Remitted } from "./remit-money.ts";
export { postClaim, postLatePayment, postRefund, postRefundPaid, postRetained, refundQuote } from "./refund-money.ts";
export { CHANNEL_DAYS, wayBack, type PaidPart, type WayBack } from "./way-back.rules.ts";
export { dayToBook, lockNewPeriods, lockPeriod, makePeriods, monthOf, periodFault } from "./period.ts";
export { accountCode, postJournal, reverseJournal } from "./ledger.ts";
export {
  ACCOUNTS,
  entryOf,
  naturalDelta,
  PEER_ACCOUNTS,
  type AccountCode,
  type AccountRef,
  type Line,
  type PayMethod,
  type Posting,
} from "./ledger.rules.ts";
export type { Owed, TakenGift } from "./order-money.rules.ts";
export { wayNumber, type PayBack, type Recovery, type RefundKind } from "./refund.rules.ts";
export { fillLedgerPorts, type CreditOf } from "./ports.ts";
