import { expect, test } from "vitest";
import { resolvePrice, toCents, totalCost, type Buyer, type PriceRow } from "./price.rules.ts";

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
  row("group", 110_800, { ref_id: "G1" }),
  row("embassy_fee", 71_500),
];
const peer: Buyer = { kind: "peer", peer_id: "9", level: "V2", group: "G1" };
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
