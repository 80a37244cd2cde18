/** What payments may be for, one entry each, and what has to come before them. */
import { suspenseReturnSource } from "./adjustment/suspense-return.ts";
import type { PayoutDoors } from "./payout/payout.source.ts";
import { openReds } from "./invoice/invoice-refund.ts";
import type { RefundDoors } from "./refund/refund-doors.ts";
import { refundSource } from "./refund/refund.source.ts";
import { settlementSource } from "./settlement/settle-pay.ts";
import { withdrawalSource } from "./withdrawal/withdrawal.source.ts";

export const payoutDoors = (refunds: RefundDoors): PayoutDoors => ({
  sources: [withdrawalSource, settlementSource, refundSource(refunds), suspenseReturnSource],
  openReds: async (db, { noun, id }) => (noun === "refund" ? (await openReds(db, id)).map((r) => r.blue_no) : []),
});
