/** The worked amounts of refunds, without a database. */
import { describe, expect, test } from "vitest";
import type { RefundRow } from "@visadesk/contract/base-data/refund.rules.ts";
import type { FeeRow, Person } from "../flow/facts.ts";
import { feesFor, judgeLines, personFault, type RefundCase } from "./refund-lines.rules.ts";

const row = (stage: RefundRow["stage"], service_rate: number, official: RefundRow["embassy"]): RefundRow => ({
  stage,
  service_rate,
  embassy: official,
  centre: official,
  within_hours: 0,
  text: `${service_rate}%`,
});
const GRID = [
  row("paid", 100, "refund"),
  row("reviewing", 80, "refund"),
  row("reviewed", 50, "refund"),
  row("submitted", 0, "none"),
  row("issued", 0, "none"),
  row("refused", 0, "none"),
  row("refused_protected", 100, "refund"),
];
const base: RefundCase = { grid: GRID, hours_since_payment: 30, liability: "customer", isCovered: false, isSent: false };
const person = (id: number, more: Partial<Person> = {}): Person =>
  ({
    id,
    applicant_no: `V-0${id}`,
    applicant_status: "pre_review",
    submitted_at: null,
    review_passed_at: null,
    materials: [{ material_status: "submitted" }],
    ...more,
  }) as Person;
const fee = (id: number, applicant_id: number | null, kind: FeeRow["kind"], payable: number, more: Partial<FeeRow> = {}): FeeRow =>
  ({ id, applicant_id, kind, payable, refunded: 0, is_official_paid: false, diff_id: null, ...more }) as FeeRow;
const FEES = [
  fee(1, 1, "service", 49_000),
  fee(2, 1, "embassy", 72_000),
  fee(3, 1, "centre", 12_000),
  fee(4, 1, "protection", 9_800),
  fee(5, null, "express", 2_000),
];
const amounts = (fees: readonly FeeRow[], people: readonly Person[], c: RefundCase = base) =>
  judgeLines(fees, people, c).map((l) => l.policy_amount);

describe("order 3: what the policy gives back", () => {
  test("in pre-review at 80%: 39,200 + 72,000 + 12,000 + 9,800", () => {
    expect(amounts(FEES.slice(0, 4), [person(1)])).toEqual([39_200, 72_000, 12_000, 9_800]);
  });
  test("reviewed at 50%, the official fees paid out: 24,500 + 0 + 0 + 9,800", () => {
    const reviewed = person(1, { applicant_status: "awaiting_submission", review_passed_at: "2026-11-01T00:00:00Z" });
    const paidOut = FEES.slice(0, 4).map((f) => ({ ...f, is_official_paid: f.kind !== "service" && f.kind !== "protection" }));
    expect(amounts(paidOut, [reviewed])).toEqual([24_500, 0, 0, 9_800]);
  });
  test("order 6: 50% of 49,001 is 24,501", () => {
    const reviewed = person(1, { applicant_status: "awaiting_submission", review_passed_at: "2026-11-01T00:00:00Z" });
    expect(amounts([fee(1, 1, "service", 49_001)], [reviewed])).toEqual([24_501]);
  });
  test("our fault gives all back; what was given back before is no more", () => {
    const issued = person(1, { applicant_status: "issued", submitted_at: "2026-11-01T00:00:00Z" });
    expect(amounts(FEES, [issued], { ...base, liability: "us" })).toEqual([49_000, 72_000, 12_000, 9_800, 2_000]);
    expect(amounts([fee(1, 1, "service", 49_000, { refunded: 9_000 })], [issued], { ...base, liability: "us" })).toEqual([40_000]);
    expect(amounts([fee(1, 1, "service", 49_000, { refunded: 49_000 })], [issued], { ...base, liability: "us" })).toEqual([]);
  });
  test("insurance until its cover begins, a parcel until it is sent", () => {
    const some = [fee(1, 1, "insurance", 12_000), fee(2, null, "express", 2_000)];
    expect(amounts(some, [person(1)])).toEqual([12_000, 2_000]);
    expect(amounts(some, [person(1)], { ...base, isCovered: true, isSent: true })).toEqual([0, 0]);
  });
  test("another stage shows what it would give", () => {
    expect(amounts(FEES.slice(0, 2), [person(1)], { ...base, stage: "submitted" })).toEqual([0, 0]);
  });
});

describe("whose fees, and whether", () => {
  test("fees of the whole order go with the last person", () => {
    const two = [person(1), person(2)];
    expect(feesFor("applicant", FEES, two, [1]).map((f) => f.id)).toEqual([1, 2, 3, 4]);
    expect(feesFor("applicant", FEES, two, [1], [2]).map((f) => f.id)).toEqual([1, 2, 3, 4, 5]);
    expect(feesFor("applicant", FEES, two, [1, 2]).map((f) => f.id)).toEqual([1, 2, 3, 4, 5]);
    expect(feesFor("applicant", FEES, [person(1), person(2, { applicant_status: "refunded" })], [1]).map((f) => f.id)).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });
  test("after the submission only our fault or a policy that pays gives back; a claim is decided first", () => {
    const at = (applicant_status: Person["applicant_status"]) => person(1, { applicant_status });
    expect(personFault(at("in_embassy"), 0, "customer")).toContain("已送签，按政策不可退");
    expect(personFault(at("in_embassy"), 0, "us")).toBeNull();
    expect(personFault(at("issued"), 100, "customer")).toBeNull();
    expect(personFault(at("refused_review"), 100, "us")).toContain("理赔未结束");
    expect(personFault(at("refunding"), 100, "us")).toContain("不能退款");
    expect(personFault(at("none"), 0, "customer")).toBeNull();
  });
});
