/** What fees paid to missions post: out of what customers gave us for them as far as it reaches, the rest at our cost. */
import type { Line, Posting } from "./ledger.rules.ts";

/** A fee paid to a mission for one person. */
export interface EmbassyFee {
  payment_id: number;
  order_id: number;
  applicant_id: number;
  /** Of the mission itself; what a visa centre asks for is our cost, its price our revenue. */
  is_visa: boolean;
  /** Company account it is paid from. */
  account_id: number;
}
/** The day it is booked on, an open one. */
export interface Booked {
  day: string;
  at?: Date;
}
const keysOf = ({ order_id, applicant_id }: Pick<EmbassyFee, "order_id" | "applicant_id">) => ({ order_id, applicant_id });
const sourceOf = ({ payment_id }: Pick<EmbassyFee, "payment_id">) => ({ source_noun: "embassy_payment", source_id: payment_id });
const when = ({ day, at }: Booked) => ({ booked_on: day, ...(at && { event_at: at }) });
const cash = ({ account_id }: EmbassyFee, amount: number): Line => ({ account: { code: "cash", owner_id: account_id }, amount });
const trust = (f: Pick<EmbassyFee, "order_id" | "applicant_id">, amount: number): Line => ({
  account: { code: "embassy_trust" },
  amount,
  ...keysOf(f),
  fee_kind: "embassy",
});
const cost = (f: EmbassyFee, kind: "embassy_variance" | "centre" | "fx", amount: number): Line => ({
  account: { code: "cost", kind },
  amount,
  ...keysOf(f),
});

/** Paid: `trustLeft` is what is held for him at that moment. */
export function embassyPaidPosting(f: EmbassyFee, amount: number, trustLeft: number, booked: Booked): Posting {
  const held = f.is_visa ? Math.min(amount, Math.max(0, trustLeft)) : 0;
  const beyond = cost(f, f.is_visa ? "embassy_variance" : "centre", amount - held);
  return { kind: "embassy_paid", ...sourceOf(f), ...when(booked), lines: [trust(f, held), beyond, cash(f, -amount)] };
}

/** The bill of the card says more, or less, than was booked so far. */
export const embassySettledPosting = (f: EmbassyFee, difference: number, seq: number, booked: Booked): Posting => ({
  kind: "embassy_settled",
  ...sourceOf(f),
  seq,
  ...when(booked),
  lines: [cost(f, "fx", difference), cash(f, -difference)],
});

/** Money came back: what was debited last goes back first, so that trust is the last to be whole again. */
export function embassyReturnedPosting(f: EmbassyFee, amount: number, paid: { variance: number }, booked: Booked): Posting {
  const own = f.is_visa ? Math.min(amount, paid.variance) : amount;
  return {
    kind: "embassy_returned",
    ...sourceOf(f),
    ...when(booked),
    lines: [cash(f, amount), cost(f, f.is_visa ? "embassy_variance" : "centre", -own), trust(f, own - amount)],
  };
}

/** What is left in trust becomes ours: of a payment that cost less, or of somebody who is through. */
export const embassySurplusPosting = (
  of: Pick<EmbassyFee, "order_id" | "applicant_id">,
  amount: number,
  source: Pick<Posting, "source_noun" | "source_id" | "seq" | "reason">,
): Posting => ({
  kind: "embassy_surplus",
  ...source,
  lines: [trust(of, amount), { account: { code: "other_income", kind: "embassy_surplus" }, amount: -amount, ...keysOf(of) }],
});
