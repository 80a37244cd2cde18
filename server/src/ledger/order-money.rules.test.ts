/** What the money events of an order post, without a database. */
import { describe, expect, test } from "vitest";
import { entryOf, type AccountCode, type Posting } from "./ledger.rules.ts";
import { claimPosting, refundPaidPosting, refundPosting } from "./order-money.rules.ts";

const back = { source_noun: "refund", source_id: 7, order_id: 1, applicant_id: 2 };
const asked = [
  { kind: "service", amount: 33_040 },
  { kind: "embassy", amount: 71_500 },
];
/** The ready posting as account → amount. */
const amounts = (p: Posting): Record<string, number> =>
  Object.fromEntries((entryOf(p)?.lines ?? []).map((l) => [[l.account.code, l.account.kind].filter(Boolean).join("."), l.amount]));
const holding =
  (held: Partial<Record<AccountCode, Record<string, number>>>) =>
  (code: AccountCode): ReadonlyMap<string, number> =>
    new Map(Object.entries(held[code] ?? {}));

describe("finance 3: a refund", () => {
  test("in pre-review comes out of what waits; what the policy keeps stays deferred", () => {
    const held = holding({ order_deferred: { service: 41_300 }, embassy_trust: { embassy: 71_500 } });
    const posting = refundPosting(back, asked, held, "compensation");
    expect(posting).toMatchObject({ kind: "refund_approved", source_noun: "refund", source_id: 7 });
    expect(amounts(posting)).toEqual({ order_deferred: 33_040, embassy_trust: 71_500, refund_due: -104_540 });
  });

  test("of earned fees takes revenue back; what was paid out already is our own cost", () => {
    const held = holding({ order_deferred: { service: 10_000 }, revenue: { service: 20_000 } });
    expect(amounts(refundPosting(back, asked, held, "compensation"))).toEqual({
      order_deferred: 10_000,
      "revenue.service": 20_000,
      "expense.compensation": 71_500,
      refund_due: -104_540,
    });
  });

  test("leaves by the way the money came, for the person it was decided for", () => {
    const paid = refundPaidPosting(back, { method: "gift", amount: 8_260, peer_id: 9 });
    expect(paid.lines).toEqual([
      { account: { code: "refund_due" }, amount: 8_260, order_id: 1, applicant_id: 2 },
      { account: { code: "peer_gift", owner_id: 9 }, amount: -8_260, order_id: 1 },
    ]);
  });
});

test("a claim is a cost; the fees stay earned", () => {
  expect(amounts(claimPosting(back, 100_000))).toEqual({ "cost.claim": 100_000, refund_due: -100_000 });
});
