import { expect, it } from "vitest";
import { stepsOf, type Band, type Tried } from "./price-steps.ts";

const tried = (source: string, price: number | null, lost: string | null = null): Tried => ({
  source,
  label: source,
  price,
  lost,
  name: null,
  changed_by: "调价单",
});
const band = (...ladder: Tried[]): Band => ({ band: "adult", price: 0, embassy: 0, centre: 0, service: 0, ladder });
const partsOf = (own: Band, other: Band): string | undefined => stepsOf(own, other).find((s) => s.parts)?.source;
const below = [tried("level", 900, "分组价优先"), tried("retail", 1_000, "分组价优先")];

it("peer: two part at the first step where one took a price and the other did not, or another one", () => {
  const grouped = band(tried("peer", null, "未设置"), tried("group", 850), ...below);
  const levelled = band(
    tried("peer", null, "未设置"),
    tried("group", null, "未设置"),
    tried("level", 900),
    tried("retail", 1_000, "等级价优先"),
  );
  expect(partsOf(grouped, levelled)).toBe("group");
  expect(partsOf(levelled, grouped)).toBe("group");
  expect(partsOf(levelled, band(tried("level", 870), tried("retail", 1_000, "等级价优先")))).toBe("level");
  expect(partsOf(grouped, band(tried("special", 700), tried("group", 850, "限时特价优先")))).toBe("special");
  expect(partsOf(grouped, grouped)).toBeUndefined();
});

it("a step is told once, of several specials the one that counted; a step only one of them met stands as well", () => {
  const own = band(tried("special", 950, "不低于基础价"), tried("special", 700), tried("retail", 1_000, "限时特价优先"));
  const steps = stepsOf(own, band(tried("rule", 940), tried("retail", 1_000, "等级规则优先")));
  expect(steps.map((s) => [s.source, s.own?.price ?? null, s.other?.price ?? null])).toEqual([
    ["special", 700, null],
    ["rule", null, 940],
    ["retail", 1_000, 1_000],
  ]);
});
