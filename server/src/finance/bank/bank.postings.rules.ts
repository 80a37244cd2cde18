/** What lines of a statement post by themselves: a channel's payout, and money nobody knows yet. */
import type { AccountRef, Posting } from "../../ledger/index.ts";

interface Money {
  line_id: number;
  /** Tells one parking of a line from the next. */
  seq: number;
  company_account_id: number;
  amount: number;
  booked_on: string;
  event_at: Date;
}
const common = (m: Money) => ({
  source_noun: "statement_line",
  source_id: m.line_id,
  seq: m.seq,
  booked_on: m.booked_on,
  event_at: m.event_at,
});

/** A channel pays out what it holds, less what it keeps. */
export const channelPayoutPosting = (m: Money, clearing: AccountRef, fee: number): Posting => ({
  kind: "channel_payout",
  ...common(m),
  lines: [
    { account: { code: "cash", owner_id: m.company_account_id }, amount: m.amount },
    { account: { code: "expense", kind: "channel_fee" }, amount: fee },
    { account: clearing, amount: -(m.amount + fee) },
  ],
});
/** Money whose owner is not known waits under the account it came to. */
export const suspenseInPosting = (m: Money): Posting => ({
  kind: "suspense_in",
  ...common(m),
  lines: [
    { account: { code: "cash", owner_id: m.company_account_id }, amount: m.amount },
    { account: { code: "suspense", owner_id: m.company_account_id }, amount: -m.amount },
  ],
});
