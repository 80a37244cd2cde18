/** Door of the ledger: accounts, journals and what an order's money posts. Ground for every area that moves money; it knows none of them. */
export { DemoLedger, type Act } from "./demo-ledger.ts";
export { clawbackGift, grantGift } from "./gift-lot.ts";
export { openMoney } from "./open-money.sql.ts";
export { payables, payablesOf } from "./payable.sql.ts";
export { postJournal, reverseJournal } from "./ledger.ts";
export { dayToBook, lockPeriod } from "./period.ts";
export { orderLocks, postOrderPayment, postRevenue, refundedPeople, settleCosts, undoRevenue } from "./order-money.ts";
export { lockPeer, openPeerAccounts, peerAccountsOf, peerStatement, setOldestDue } from "./peer-accounts.ts";
export { postRepay, postTopUp } from "./peer-money.ts";
export { accountOf, quotePayment } from "./peer-payment.ts";
export type { AccountRef, PayMethod, Posting } from "./ledger.rules.ts";
export type { Owed } from "./order-money.rules.ts";
export type { CreditOf } from "./ports.ts";
