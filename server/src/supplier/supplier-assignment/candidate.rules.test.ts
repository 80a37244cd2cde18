import { expect, test } from "vitest";
import { settleAmount, type SettleResult } from "@visadesk/contract/supplier/settle.rules.ts";
import { workCalendar } from "../../base-data/calendar/calendar.rules.ts";
import { amountOf, candidates, lostTo, type Ask, type Candidate, type Cost, type Days, type MatchRow } from "./candidate.rules.ts";

const cost: Cost = {
  price_id: 1,
  adult: 103_000,
  child: null,
  urgent: { U1: 20_000 },
  embassy_included: true,
  centre_included: true,
  embassy_fee: 71_500,
  currency: "CNY",
  rate: null,
};
const paper = (id: number, kind: "business_licence" | "submit_qualification" | "contract", valid_to: string | null) => ({
  id,
  kind,
  valid_from: "2020-01-01",
  valid_to,
});
const papers = [paper(1, "business_licence", null), paper(2, "submit_qualification", null), paper(3, "contract", null)];
const matched = (id: number, more: Partial<MatchRow> = {}): MatchRow => ({
  supplier_product_id: id,
  supplier_id: id,
  supplier_name: `甲${id}`,
  supplier_kind: "submit_agency",
  supplier_status: "active",
  status: 1,
  priority: 1,
  daily_quota: null,
  submit_weekdays: [1, 2, 3, 4, 5],
  lead_min: 5,
  lead_max: 7,
  valid_from: null,
  valid_to: null,
  settle_trigger: "submitted",
  on_refusal: "full",
  papers,
  cost,
  ...more,
});
const off = ["2026-09-25", ...[1, 2, 3, 4, 5, 6, 7].map((d) => `2026-10-0${d}`)];
const calendar = workCalendar(off.map((date) => ({ calendar: "CN", date, day_kind: "off" as const, name: "国庆节" })));
const days = (used: Readonly<Record<string, number>> = {}): Days => ({
  mission: calendar.missionDays({ id: 1, weekdays: [1, 2, 3, 4, 5], follow_cn: true }),
  working: calendar,
  used: (id, date) => used[`${id} ${date}`] ?? 0,
});
const ask = (date: string | null): Ask => ({ date, today: "2026-09-21", band: "adult", tier: null });
const told = (list: readonly MatchRow[], date: string | null, d: Days = days()) =>
  candidates(list, ask(date), d).map((c) => [c.supplier_product_id, c.excluded?.reason ?? null, c.next_free]);

test("the best comes first by priority, adult cost, used share of its quota and number", () => {
  const list = [
    matched(1, { priority: 2 }),
    matched(2, { cost: { ...cost, adult: 104_000 } }),
    matched(5, { daily_quota: 10 }),
    matched(4, { daily_quota: 10 }),
    matched(3, { daily_quota: 2 }),
  ];
  const ranking = candidates(list, ask("2026-09-29"), days({ "3 2026-09-29": 1, "4 2026-09-29": 1, "5 2026-09-29": 1 }));
  expect(ranking.map((c) => c.supplier_product_id)).toEqual([4, 5, 3, 2, 1]);
  const [best, ...others] = ranking as [Candidate, ...Candidate[]];
  expect(others.map((c) => lostTo(c, best).reason)).toEqual([
    "排在「甲4」之后",
    "名额占用高于「甲4」",
    "结算价高于「甲4」",
    "优先级低于「甲4」",
  ]);
  expect(others.map((c) => lostTo(c, others.at(-1) as Candidate).cause)[0]).toBe("chosen");
});

test("each one that may not do it says why, and a full day offers the next free one within five working days", () => {
  expect(
    told(
      [
        matched(1, { status: 0 }),
        matched(2, { supplier_status: "paused" }),
        matched(3, { valid_from: "2026-10-01" }),
        matched(4, { valid_to: "2026-09-28" }),
        matched(5, { cost: null }),
        matched(6, { cost: { ...cost, currency: "USD" } }),
        matched(7, { submit_weekdays: [4, 1] }),
        matched(8, { daily_quota: 5 }),
        matched(9, { daily_quota: 1, submit_weekdays: [2] }),
      ],
      "2026-09-29",
      days({ "8 2026-09-29": 5, "8 2026-09-30": 5, "9 2026-09-29": 1, "9 2026-10-13": 0 }),
    ),
  ).toEqual([
    [1, "匹配已停用", null],
    [2, "供应商已暂停", null],
    [3, "合作10月1日开始", null],
    [4, "合作9月28日已结束", null],
    [7, "只在周一、周四送签", "2026-10-08"],
    [8, "9月29日名额已满（5/5）", "2026-10-08"],
    [9, "9月29日名额已满（1/1）", "2026-10-13"],
    [5, "没有生效的结算价", null],
    [6, "缺少汇率", null],
  ]);
  expect(told([matched(1)], "2026-10-01")).toEqual([[1, "10月1日不能送签（国庆节）", "2026-10-08"]]);
  expect(told([matched(1, { daily_quota: 1 })], null, days({ "1 2026-09-21": 1 }))).toEqual([[1, null, null]]);
});

test("supplier 13: a paused supplier is never a candidate", () => {
  for (const supplier_status of ["pending", "rejected", "paused", "ended"] as const)
    expect(told([matched(1, { supplier_status })], "2026-09-29")[0]?.[1]).toMatch(/^供应商/);
});

test("supplier 14: a qualification holds through its last day and no longer; an ended contract only warns", () => {
  const ending = [paper(1, "business_licence", null), paper(2, "submit_qualification", "2026-09-29"), paper(3, "contract", "2026-09-01")];
  expect(told([matched(1, { papers: ending })], "2026-09-29")).toEqual([[1, null, null]]);
  expect(told([matched(1, { papers: ending })], "2026-09-30")).toEqual([[1, "送签资质已过期", null]]);
  expect(told([matched(1, { papers: [] })], "2026-09-29")).toEqual([[1, "缺少营业执照", null]]);
});

test("supplier 3, 5: what one person costs: his band, the extra of the tier, at the rate frozen with the price", () => {
  expect(amountOf(cost, "adult", "U1")).toEqual({ amount: 123_000, cny_amount: 123_000, embassy_part: 71_500 });
  expect(amountOf({ ...cost, child: 90_000, embassy_included: false }, "child", null)).toEqual({
    amount: 90_000,
    cny_amount: 90_000,
    embassy_part: 0,
  });
  const usd = { ...cost, adult: 3_500, embassy_fee: 1_000, currency: "USD", rate: "7.12340000" };
  expect(amountOf(usd, "adult", null)).toEqual({ amount: 3_500, cny_amount: 24_932, embassy_part: 7_123 });
  expect(amountOf({ ...usd, rate: null }, "adult", null)).toBeNull();
});

test("supplier 4: what is owed after a result", () => {
  const owed = (price: number, on_refusal: MatchRow["on_refusal"], result: SettleResult): number =>
    settleAmount({ price, embassy_part: 71_500, settle_trigger: "issued", on_refusal }, result);
  expect([
    owed(103_000, "service_half", "refused"),
    owed(103_001, "service_half", "refused"),
    owed(103_000, "embassy_only", "refused"),
    owed(103_000, "none", "refused"),
    owed(103_000, "full", "refused"),
    owed(103_000, "full", "never"),
    owed(103_000, "none", "issued"),
  ]).toEqual([87_250, 87_251, 71_500, 0, 103_000, 0, 103_000]);
});
