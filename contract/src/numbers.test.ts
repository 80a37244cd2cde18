/** Every number that is typed anywhere is refused in words of what is seen: no stored unit, no words of the validator. */
import { expect, test } from "vitest";
import { allEndpoints } from "./index.ts";
import { metaOf, shapeOf, unwrap, z, type FieldMeta } from "./kit/field.ts";
import { MAX_MONEY } from "./kit/field-number.ts";
import { percentText } from "./kit/format.ts";

/** What people type; a number that stands for a word is chosen. */
const NUMERIC: ReadonlySet<string> = new Set(["int", "number", "money"]);
type Z = z.core.$ZodType;
interface Typed {
  at: string;
  type: Z;
  meta: FieldMeta;
}
const isNumber = (type: Z): type is z.ZodNumber => unwrap(type)._zod.def.type === "number";
function numbersIn(at: string, type: Z, seen: Set<Z>): Typed[] {
  const t = unwrap(type);
  if (seen.has(t)) return [];
  seen.add(t);
  const meta = metaOf(type);
  const own = meta && isNumber(type) && NUMERIC.has(meta.kind) && !meta.options && meta.label !== "版本" ? [{ at, type: t, meta }] : [];
  const element = t instanceof z.ZodArray ? numbersIn(at, t.element, seen) : [];
  return [...own, ...element, ...Object.entries(shapeOf(type)).flatMap(([k, inner]) => numbersIn(`${at}.${k}`, inner, seen))];
}
const seen = new Set<Z>();
const typed = allEndpoints.filter((e) => e.kind !== "list" && e.kind !== "read").flatMap((e) => numbersIn(e.name, e.input, seen));
const said = ({ type }: Typed, value: number): string | null => {
  const judged = z.safeParse(type, value);
  return judged.success ? null : (judged.error.issues[0]?.message ?? "");
};
const CLEAR = /不能为负数|不能小于|不能大于|须为整数|须为数字|最多两位小数|须大于0|超出范围|过大|应为|为0（不锁）/;

test("what is no number, too fine, too small or too big is refused in a sentence", () => {
  expect(typed.length).toBeGreaterThan(60);
  const dark = typed.flatMap((t) =>
    [NaN, 0.123456, -1e15, 1e17].flatMap((value) => {
      const sentence = said(t, value);
      return sentence === null || CLEAR.test(sentence) ? [] : [`${t.at} ${value} ${sentence}`];
    }),
  );
  expect(dark).toEqual([]);
});

test("a rate's label names no stored unit and its bounds are percentages", () => {
  expect(typed.filter(({ meta }) => /‱|万分|基点|\(分\)/.test(meta.label)).map(({ at }) => at)).toEqual([]);
  const rates = typed.filter(({ meta }) => meta.percent === 10_000);
  expect(rates.map(({ at }) => at)).toEqual(expect.arrayContaining(["supplier_add.tax_rate_bp", "supplier_price_batch.rate_bp"]));
  for (const r of rates) {
    const { maxValue } = r.type as z.ZodNumber;
    expect([r.at, said(r, 1e9)]).toEqual([r.at, `${r.meta.label}不能大于${percentText(maxValue ?? 0, 10_000)}`]);
  }
});

test("no single amount is so large that sums of it stop being whole numbers", () => {
  const amounts = typed.filter((t) => t.meta.kind === "money");
  expect(amounts.length).toBeGreaterThan(30);
  expect(amounts.filter((t) => said(t, MAX_MONEY + 1) === null).map((t) => t.at)).toEqual([]);
});
