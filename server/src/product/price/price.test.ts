import { expect, test } from "vitest";
import { resolvePeople, resolvePrice, toCents, totalCost, type PriceRow } from "./price.rules.ts";
import type { Band, Buyer } from "./buyer.ts";
import { audiencesMeet, noRoom, type Audience, type SpecialOffer } from "../special-price-activity/special-price.rules.ts";

const at = new Date("2026-09-01T02:00:00.000Z");
let nextId = 1;
const row = (price_kind: PriceRow["price_kind"], adult: number, more: Partial<PriceRow> = {}): PriceRow => ({
  id: nextId++,
  price_kind,
  ref_id: "",
  adult,
  child: null,
  effective_from: "2024-01-01T00:00:00Z",
  effective_to: null,
  ...more,
});
const rows = [
  row("retail", 118_800),
  row("level", 112_800, { ref_id: "V2" }),
  row("group", 110_800, { ref_id: "1" }),
  row("embassy_fee", 71_500),
];
const peer: Buyer = { kind: "peer", peer_id: "9", level: "V2", group: "1" };
const price = (list: PriceRow[], buyer: Buyer, when = at) => resolvePrice(list, buyer, "adult", when)?.price;

test("product 1: group before level, own price before group, retail for direct customers", () => {
  expect(price(rows, peer)).toBe(110_800);
  expect(price([...rows, row("peer", 109_000, { ref_id: "9" })], peer)).toBe(109_000);
  expect(price(rows, { kind: "direct" })).toBe(118_800);
  expect(resolvePrice(rows, peer, "adult", at)?.trace.map((c) => [c.source, c.lost])).toEqual([
    ["peer", "未设置"],
    ["group", null],
    ["level", "分组价优先"],
    ["retail", "分组价优先"],
  ]);
});

const special = (adult: number, more: Partial<SpecialOffer> = {}): SpecialOffer => ({
  item_id: nextId++,
  activity_id: 1,
  name: "同行特惠",
  end: "peer",
  level_ids: [],
  group_ids: [],
  start_at: "2026-08-30T00:00:00Z",
  end_at: "2026-09-10T00:00:00Z",
  stack_coupon: true,
  adult,
  child: null,
  per_order: 0,
  per_buyer: 0,
  total_limit: 0,
  sold: 0,
  bought: 0,
  ...more,
});
const people = (offers: SpecialOffer[], n = 1, buyer = peer, when = at) =>
  resolvePeople(rows, buyer, Array<Band>(n).fill("adult"), when, offers).map((p) => [p?.price, p?.source]);
const lost = (offer: SpecialOffer, n = 1, buyer = peer, when = at) =>
  resolvePeople(rows, buyer, Array<Band>(n).fill("adult"), when, [offer])[0]?.trace.find((c) => c.source === "special")?.lost;

test("product 2: a live special wins only where it is lower, and while there is room", () => {
  const won = resolvePeople(rows, peer, ["adult"], at, [special(107_900)])[0];
  expect(won).toMatchObject({ price: 107_900, source: "special", base: 110_800, service: 36_400, embassy: 71_500 });
  expect(won?.trace.map((c) => [c.source, c.price, c.lost])).toEqual([
    ["special", 107_900, null],
    ["peer", null, "未设置"],
    ["group", 110_800, "限时特价优先"],
    ["level", 112_800, "分组价优先"],
    ["retail", 118_800, "分组价优先"],
  ]);
  expect(people([special(111_000)])).toEqual([[110_800, "group"]]);
  expect(people([special(110_800)])).toEqual([[110_800, "group"]]);
  expect(people([special(107_900, { total_limit: 10, sold: 10 })])).toEqual([[110_800, "group"]]);
  expect(people([special(107_900, { total_limit: 10, sold: 9 })])).toEqual([[107_900, "special"]]);
});

test("every special that lost says why", () => {
  expect(lost(special(111_000))).toBe("不低于基础价");
  expect(lost(special(71_400))).toBe("低于官方收费");
  expect(lost(special(107_900, { total_limit: 10, sold: 10 }))).toBe("名额已满");
  expect(lost(special(107_900, { total_limit: 10, sold: 9 }), 2)).toBe("名额只剩1份");
  expect(lost(special(107_900, { per_order: 2 }), 3)).toBe("每单限购2份");
  expect(lost(special(107_900, { per_buyer: 2, bought: 1 }), 2)).toBe("每人限购2份，已购1份");
  expect(lost(special(107_900, { start_at: "2026-09-01T02:00:00.001Z" }))).toBe("未到时间");
  expect(lost(special(107_900, { start_at: "2026-09-01T02:00:00Z" }))).toBeNull();
  expect(lost(special(107_900, { end_at: "2026-09-01T02:00:00Z" }))).toBe("已结束");
  expect(lost(special(107_900, { end: "customer" }))).toBe("对象不符");
  expect(lost(special(107_900, { level_ids: ["V1"] }))).toBe("对象不符");
  expect(lost(special(107_900, { level_ids: ["V1", "V2"] }))).toBeNull();
  expect(lost(special(107_900, { group_ids: [1] }))).toBeNull();
  expect(lost(special(107_900, { end: "customer" }), 1, { kind: "direct" })).toBeNull();
});

test("product 12: the sentence for whom the last place was gone names the price to order at", () => {
  expect(noRoom("名额已满", "¥1,108.00")).toBe("特价名额已用完，请按 ¥1,108.00 下单");
  expect(noRoom("名额只剩1份", "¥1,108.00")).toBe("特价名额只剩1份，请按 ¥1,108.00 下单");
});

test("people who order together have a special all or none", () => {
  expect(people([special(107_900, { total_limit: 10, sold: 8 })], 2)).toEqual([
    [107_900, "special"],
    [107_900, "special"],
  ]);
  expect(people([special(107_900, { total_limit: 10, sold: 9 })], 2)).toEqual([
    [110_800, "group"],
    [110_800, "group"],
  ]);
  const family = resolvePeople(
    [row("retail", 138_000, { child: 110_000 }), row("embassy_fee", 72_000, { child: 36_000 })],
    { kind: "direct" },
    ["adult", "child"],
    at,
    [special(130_000, { end: "customer", child: 110_000, per_order: 1 })],
  );
  // The child's price is not lower, so one place is enough for both.
  expect(family.map((p) => [p?.price, p?.source])).toEqual([
    [130_000, "special"],
    [110_000, "retail"],
  ]);
});

test("product 13: audiences meet where one buyer may belong to both", () => {
  const of = (level_ids: string[], group_ids: number[] = [], end: Audience["end"] = "peer"): Audience => ({ end, level_ids, group_ids });
  expect(audiencesMeet(of([]), of(["V2"]))).toBe(true);
  expect(audiencesMeet(of([]), of([], [1]))).toBe(true);
  expect(audiencesMeet(of(["V1"]), of(["V2"]))).toBe(false);
  expect(audiencesMeet(of(["V1", "V2"]), of(["V2"]))).toBe(true);
  expect(audiencesMeet(of([], [1]), of([], [2]))).toBe(false);
  expect(audiencesMeet(of(["V1"]), of([], [1]))).toBe(true);
  expect(audiencesMeet(of([], [], "customer"), of([]))).toBe(false);
  expect(audiencesMeet(of([], [], "customer"), of([], [], "customer"))).toBe(true);
});

test("product 3: a level without a row pays its share of the service part, half up, never below the fees", () => {
  const buyer: Buyer = { kind: "peer", level: "V9", fallback: { kind: "percent", rate: 9_500 } };
  expect(price([row("retail", 118_800), row("embassy_fee", 71_500)], buyer)).toBe(116_435);
  expect(price([row("retail", 12_345)], buyer)).toBe(11_728);
  expect(price([row("retail", 80_000), row("embassy_fee", 71_500)], { ...buyer, fallback: { kind: "minus", amount: 20_000 } })).toBe(
    71_500,
  );
  expect(price([row("retail", 80_000)], { ...buyer, fallback: { kind: "none" } })).toBe(80_000);
});

test("product 4: split into fees, margin by what the supplier's price includes", () => {
  const level = resolvePrice(
    rows.filter((r) => r.price_kind !== "group"),
    peer,
    "adult",
    at,
  );
  expect(level).toMatchObject({ service: 41_300, embassy: 71_500, price: 112_800 });
  expect(112_800 - totalCost({ amount: 102_000, embassy_included: true, centre_included: true }, { embassy: 71_500, centre: 0 })).toBe(
    10_800,
  );
  expect(178_000 - totalCost({ amount: 20_000, embassy_included: false, centre_included: false }, { embassy: 133_000, centre: 0 })).toBe(
    25_000,
  );
  const child = resolvePrice(
    [row("retail", 138_000, { child: 110_000 }), row("embassy_fee", 72_000, { child: toCents(4_500, "8.000000") })],
    { kind: "direct" },
    "child",
    at,
  );
  expect(child).toMatchObject({ price: 110_000, embassy: 36_000, service: 74_000 });
  expect(110_000 - totalCost({ amount: 12_000, embassy_included: false, centre_included: false }, { embassy: 36_000, centre: 0 })).toBe(
    62_000,
  );
  expect(toCents(3_500, "7.1234")).toBe(24_932);
});

test("product 5: a price counts from its first millisecond", () => {
  const switched = [
    row("retail", 100, { effective_to: "2026-09-01T02:00:00Z" }),
    row("retail", 200, { effective_from: "2026-09-01T02:00:00Z" }),
  ];
  expect(price(switched, { kind: "direct" }, new Date("2026-09-01T01:59:59.999Z"))).toBe(100);
  expect(price(switched, { kind: "direct" }, at)).toBe(200);
  expect(price([row("level", 1, { ref_id: "V1" })], { kind: "direct" })).toBeUndefined();
});
