import { expect, it } from "vitest";
import { blankRow } from "@visadesk/contract/product/sku/sku-price.rules.ts";
import {
  copyPapers,
  freeTier,
  movePaper,
  newPaper,
  pasteAmounts,
  replacePaper,
  setGroup,
  stepPaper,
  typeAmount,
  type Price,
  type RowKey,
} from "./sku-form-model.ts";

const retail: RowKey = { price_kind: "retail", ref_id: "" };
const level = (ref_id: string): RowKey => ({ price_kind: "level", ref_id });
const amounts = (prices: readonly Price[]) => prices.map((r) => [r.ref_id || r.price_kind, r.adult, r.child]);

it("a block of a sheet fills the grid from a cell on; what is no amount is named by row and column", () => {
  const keys = [retail, level("V1"), level("V2")];
  const made = pasteAmounts([], "1,188.00\t¥900\nabc\t800\n\t\n", keys, ["adult", "child"]);
  expect(made.faults).toEqual(["第2行第1列不是金额"]);
  expect(amounts(made.prices)).toEqual([
    ["retail", 118_800, 90_000],
    ["V1", 0, 80_000],
  ]);
  // A column or a row beyond the grid is left out, an empty cell leaves what is there.
  const more = pasteAmounts(made.prices, "\t1\t2\n1100", keys, ["child"]);
  expect(more.faults).toEqual([]);
  expect(amounts(more.prices)).toEqual([
    ["retail", 118_800, 90_000],
    ["V1", 0, 110_000],
  ]);
});

it("an adult's amount makes a row and takes it away", () => {
  const one = typeAmount([], level("V1"), "adult", 100);
  expect(amounts(one)).toEqual([["V1", 100, null]]);
  expect(typeAmount(one, level("V1"), "adult", null)).toEqual([]);
  expect(typeAmount([], level("V1"), "child", null)).toEqual([]);
});

it("papers move within their list, by dragging and by steps among their kind", () => {
  const [a, b, c] = [1, 2, 3].map((id) => newPaper("employed", id, "must"));
  if (!a || !b || !c) throw new Error("three papers");
  const ids = (list: readonly { document_id: number }[]): number[] => list.map((p) => p.document_id);
  expect(ids(movePaper([a, b, c], a, c))).toEqual([2, 3, 1]);
  expect(ids(movePaper([a, b, c], c, a))).toEqual([3, 1, 2]);
  // The middle one is of another kind: the step goes over it.
  expect(ids(stepPaper([a, b, c], a, [a, c], 1))).toEqual([2, 3, 1]);
  expect(ids(stepPaper([a, b, c], a, [a, c], -1))).toEqual([1, 2, 3]);
});

it("copying to others adds what they lack; a replaced paper that is asked for already just leaves", () => {
  const all = [newPaper("employed", 1, "must"), newPaper("employed", 2, "must"), newPaper("retired", 1, "optional")];
  const copied = copyPapers(all, "employed", ["retired", "student"]);
  expect(copied.map((p) => `${p.identity} ${p.document_id} ${p.owner}`)).toEqual([
    "employed 1 must",
    "employed 2 must",
    "retired 1 optional",
    "retired 2 must",
    "student 1 must",
    "student 2 must",
  ]);
  expect(replacePaper(all, 1, 2).map((p) => `${p.identity} ${p.document_id}`)).toEqual(["employed 2", "retired 2"]);
});

it("a group has one number for all its rows", () => {
  const [a, b] = [newPaper("employed", 1, "must"), newPaper("employed", 2, "must")];
  const first = setGroup([a, b], a, "资金证明", 1);
  const second = first[1];
  if (!second) throw new Error("two papers");
  expect(setGroup(first, second, "资金证明", 2).map((p) => p.need_n)).toEqual([2, 2]);
});

it("a new tier takes the first code that no tier and no price knows", () => {
  const fee: Price = { ...blankRow("urgent", "U2"), adult: 1 };
  const tier = { tier_code: "U1", name: "加急", tier_kind: "issue" as const, work_days_min: 1, work_days_max: 2 };
  expect(freeTier([tier], [fee])).toBe("U3");
});
