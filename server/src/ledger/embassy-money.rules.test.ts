import { describe, expect, test } from "vitest";
import { feeCents } from "@visadesk/contract/base-data/official-fee.rules.ts";
import { embassyPaidPosting, embassyReturnedPosting, embassySettledPosting, embassySurplusPosting } from "./embassy-money.rules.ts";
import { paymentPosting } from "./order-money.rules.ts";
import type { Posting } from "./ledger.rules.ts";

const fee = { payment_id: 7, order_id: 1, applicant_id: 2, is_visa: true, account_id: 20 };
const centre = { ...fee, is_visa: false };
const booked = { day: "2026-11-24" };
const amounts = ({ lines }: Posting): Record<string, number> =>
  Object.fromEntries(
    lines.filter((l) => l.amount !== 0).map((l) => [`${l.account.code}${l.account.kind ? `{${l.account.kind}}` : ""}`, l.amount]),
  );

describe("finance 11: fees paid to missions", () => {
  test("EUR 90.00 at 7.812300 is 70,311, JPY 3,000 at 0.047850 is 14,355", () => {
    expect(feeCents(9_000, "EUR", "7.812300")).toBe(70_311);
    expect(feeCents(3_000, "JPY", "0.047850")).toBe(14_355);
  });
  test("72,000 was collected: 70,311 leaves trust by the card, 1,689 becomes other income, and trust is empty", () => {
    const paid = embassyPaidPosting(fee, 70_311, 72_000, booked);
    expect(amounts(paid)).toEqual({ embassy_trust: 70_311, cash: -70_311 });
    expect(paid).toMatchObject({ booked_on: "2026-11-24", source_noun: "embassy_payment", source_id: 7 });
    const surplus = embassySurplusPosting(fee, 1_689, { source_noun: "embassy_payment", source_id: 7 });
    expect(amounts(surplus)).toEqual({ embassy_trust: 1_689, "other_income{embassy_surplus}": -1_689 });
  });
  test("the card's bill of 70,452 is 141 of exchange cost", () => {
    expect(amounts(embassySettledPosting(fee, 141, 0, booked))).toEqual({ "cost{fx}": 141, cash: -141 });
    expect(amounts(embassySettledPosting(fee, -141, 1, booked))).toEqual({ "cost{fx}": -141, cash: 141 });
  });
  test("what was not collected is at our cost, and comes back before trust does", () => {
    expect(amounts(embassyPaidPosting(fee, 70_311, 60_000, booked))).toEqual({
      embassy_trust: 60_000,
      "cost{embassy_variance}": 10_311,
      cash: -70_311,
    });
    expect(amounts(embassyPaidPosting(fee, 70_311, -5, booked))).toEqual({ "cost{embassy_variance}": 70_311, cash: -70_311 });
    const back = (amount: number) => amounts(embassyReturnedPosting(fee, amount, { variance: 10_311 }, booked));
    expect(back(10_000)).toEqual({ cash: 10_000, "cost{embassy_variance}": -10_000 });
    expect(back(70_311)).toEqual({ cash: 70_311, "cost{embassy_variance}": -10_311, embassy_trust: -60_000 });
  });
  test("a visa centre's fee never touches trust", () => {
    expect(amounts(embassyPaidPosting(centre, 12_000, 72_000, booked))).toEqual({ "cost{centre}": 12_000, cash: -12_000 });
    expect(amounts(embassyReturnedPosting(centre, 12_000, { variance: 0 }, booked))).toEqual({ cash: 12_000, "cost{centre}": -12_000 });
  });
  test("a difference that pays for it gives the cost back instead of waiting in trust", () => {
    const payment = {
      order_id: 1,
      peer_id: null,
      source: "order_diff" as const,
      source_id: 5,
      parts: [{ method: "wechat" as const, amount: 10_311 }],
    };
    const line = { applicant_id: 2, kind: "embassy", payable: 10_311 };
    expect(amounts(paymentPosting({ ...payment, fee_lines: [{ ...line, pays_variance: true }] }))).toEqual({
      "clearing{wechat}": 10_311,
      "cost{embassy_variance}": -10_311,
    });
    expect(amounts(paymentPosting({ ...payment, fee_lines: [line] }))).toEqual({ "clearing{wechat}": 10_311, embassy_trust: -10_311 });
  });
});
