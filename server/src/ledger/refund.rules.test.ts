/** What money that goes back posts, and by which ways it goes, without a database. */
import { describe, expect, test } from "vitest";
import { entryOf, eventKey, type AccountCode, type Posting } from "./ledger.rules.ts";
import { wayBack, type PaidPart } from "./way-back.rules.ts";
import { claimPosting, refundPaidPosting, refundPosting, retainedPosting } from "./refund.rules.ts";

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

test("finance 3: what is kept of each person of one refund has a journal of its own, and so have the whole-order lines", () => {
  const kept = (applicant_id: number | null) => retainedPosting({ ...back, applicant_id }, new Map([["service", 8_260]]));
  expect(amounts(kept(2))).toEqual({ order_deferred: 8_260, "revenue.service": -8_260 });
  expect([2, 3, null].map((id) => eventKey(kept(id)))).toEqual([
    "revenue_retained:refund:7:2",
    "revenue_retained:refund:7:3",
    "revenue_retained:refund:7:0",
  ]);
});

test("a claim is a cost; the fees stay earned", () => {
  expect(amounts(claimPosting(back, 100_000))).toEqual({ "cost.claim": 100_000, refund_due: -100_000 });
});

test("of a claim what an insurer gives back lowers its cost and what we owe it", () => {
  const recovery = { code: "payable_insurer", supplier_id: 4, amount: 60_000 } as const;
  const lines = entryOf(claimPosting(back, 100_000, recovery))?.lines.map((l) => [l.account.code, l.amount]);
  expect(lines).toEqual([
    ["cost", 100_000],
    ["refund_due", -100_000],
    ["payable_insurer", 60_000],
    ["cost", -60_000],
  ]);
});

test("two lines of one fee share what is held for it", () => {
  const held = holding({ order_deferred: { service: 10_000 } });
  const twice = [
    { kind: "service", amount: 8_000 },
    { kind: "service", amount: 5_000 },
  ];
  const lines = entryOf(refundPosting(back, twice, held, "compensation"))?.lines.map((l) => [l.account.code, l.amount]);
  expect(lines).toEqual([
    ["order_deferred", 8_000],
    ["order_deferred", 2_000],
    ["expense", 3_000],
    ["refund_due", -13_000],
  ]);
});

test("a way is called on the peer's statement by what the refund is for", () => {
  const called = (["order", "applicant", "diff", "part", "surcharge", "late", "claim"] as const).map(
    (refund_kind) => refundPaidPosting(back, { method: "principal", amount: 1, peer_id: 9, refund_kind }).change_type,
  );
  expect(called).toEqual(["4", "7", "8", "16", "22", "4", "7"]);
});

describe("the way back", () => {
  const at = new Date("2026-11-20T02:00:00.000Z");
  const day = (n: number): Date => new Date(at.getTime() - n * 86_400_000);
  const part = (payment_id: number, method: PaidPart["method"], amount: number, more: Partial<PaidPart> = {}): PaidPart => ({
    payment_id,
    source: "order",
    source_id: 1,
    method,
    amount,
    returned: 0,
    paid_at: day(10),
    ...more,
  });
  const said = (amount: number, parts: readonly PaidPart[], owed = 0) => {
    const { ways, beyond } = wayBack(amount, parts, owed, at);
    return [ways.map((w) => `${w.payment_id} ${w.way} ${w.amount}`), beyond];
  };

  test("finance 3: 104,540 back of a payment by gift, principal and credit is 8,260, 44,540 and 51,740", () => {
    const paid = [part(1, "gift", 8_260), part(2, "principal", 60_000), part(3, "credit", 44_540)];
    expect(said(104_540, paid, 44_540)).toEqual([["1 gift 8260", "3 credit 44540", "2 principal 51740"], 0]);
  });

  test("credit only up to what is owed; the rest becomes principal", () => {
    expect(said(50_000, [part(3, "credit", 50_000)], 20_000)).toEqual([["3 credit 20000", "3 principal 30000"], 0]);
    expect(said(50_000, [part(3, "credit", 30_000), part(4, "principal", 20_000)], 0)).toEqual([
      ["3 principal 30000", "4 principal 20000"],
      0,
    ]);
  });

  test("differences first, the newest first, then the first payment; each by no more than what it still has", () => {
    const paid = [
      part(1, "wechat", 10_000),
      part(2, "wechat", 5_000, { source: "order_diff", source_id: 7, paid_at: day(5) }),
      part(3, "remittance", 3_000, { source: "order_diff", source_id: 8, paid_at: day(2), returned: 1_000 }),
    ];
    expect(said(9_000, paid)).toEqual([["3 bank 2000", "2 channel 5000", "1 channel 2000"], 0]);
    expect(said(18_000, paid)).toEqual([["3 bank 2000", "2 channel 5000", "1 channel 10000"], 1_000]);
  });

  test("a channel takes money back for 365 days, later it goes by a bank", () => {
    expect(said(100, [part(1, "alipay", 100, { paid_at: day(365) })])).toEqual([["1 channel 100"], 0]);
    expect(said(100, [part(1, "alipay", 100, { paid_at: day(366) })])).toEqual([["1 bank 100"], 0]);
  });
});
