/**
 * The rates of one plan as a sheet of days × ages, there and back, and what is pasted into it from a spreadsheet.
 * Pure; what cannot be read stays as it was and is told by row and column of what was pasted.
 */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { parseYuan } from "@visadesk/contract/kit/format.ts";
import { narrow } from "@visadesk/contract/kit/patterns.ts";
import type { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import { AGE_MAX, DAY_MAX, type RateArea } from "@visadesk/contract/product/price/insurance.rules.ts";

export type Rate = Parsed<typeof insuranceProductApi.insurance_product_add>["rates"][number];
export type Plan = Parsed<typeof insuranceProductApi.insurance_product_add>["plans"][number];
export type Layer = "premium" | "cost";
export interface Band {
  from: number;
  to: number;
}
export interface Amounts {
  premium: number | null;
  cost: number | null;
}
/** `cells[day][age]`. */
export interface Matrix {
  days: readonly Band[];
  ages: readonly Band[];
  cells: readonly (readonly Amounts[])[];
}

export const BLANK: Amounts = { premium: null, cost: null };
const key = (b: Band): string => `${b.from}-${b.to}`;
const sorted = (bands: readonly Band[]): Band[] => bands.toSorted((a, b) => a.from - b.from || a.to - b.to);
const unique = (bands: readonly Band[]): Band[] => sorted([...new Map(bands.map((b) => [key(b), b])).values()]);
export const blankCells = (days: number, ages: number): Amounts[][] =>
  Array.from({ length: days }, () => Array.from({ length: ages }, () => BLANK));

/** Bands the trade uses, as far as a plan goes. */
const USUAL_DAYS = [3, 5, 7, 10, 15, 21, 31, 60, 90, 180, DAY_MAX];
const USUAL_AGES = [17, 70, AGE_MAX];
function cut(from: number, to: number, ends: readonly number[]): Band[] {
  const stops = [...ends.filter((e) => e >= from && e < to), to];
  return stops.map((end, i) => ({ from: i === 0 ? from : (stops[i - 1] ?? 0) + 1, to: end }));
}
export function usualMatrix(plan: RateArea): Matrix {
  const [days, ages] = [cut(plan.day_from, plan.day_to, USUAL_DAYS), cut(plan.age_from, plan.age_to, USUAL_AGES)];
  return { days, ages, cells: blankCells(days.length, ages.length) };
}

/** A plan without rates starts with the usual bands. */
export function matrixOf(plan: Plan, all: readonly Rate[]): Matrix {
  const rates = all.filter((r) => r.plan_key === plan.key);
  if (rates.length === 0) return usualMatrix(plan);
  const days = unique(rates.map((r) => ({ from: r.day_from, to: r.day_to })));
  const ages = unique(rates.map((r) => ({ from: r.age_from, to: r.age_to })));
  const at = new Map(rates.map((r) => [`${r.day_from}-${r.day_to}:${r.age_from}-${r.age_to}`, r]));
  const cells = days.map((d) =>
    ages.map((a) => {
      const r = at.get(`${key(d)}:${key(a)}`);
      return r ? { premium: r.premium, cost: r.cost ?? null } : BLANK;
    }),
  );
  return { days, ages, cells };
}

/** Rows of the filled cells; `withCost` false leaves the costs to those who may see them. */
export const ratesOf = (plan_key: string, m: Matrix, withCost: boolean): Rate[] =>
  m.days.flatMap((d, i) =>
    m.ages.flatMap((a, j) => {
      const { premium, cost } = m.cells[i]?.[j] ?? BLANK;
      return premium === null
        ? []
        : [{ plan_key, day_from: d.from, day_to: d.to, age_from: a.from, age_to: a.to, premium, ...(withCost && { cost }) }];
    }),
  );

export const withCell = (m: Matrix, i: number, j: number, patch: Partial<Amounts>): Matrix => ({
  ...m,
  cells: m.cells.map((row, r) => (r === i ? row.map((c, k) => (k === j ? { ...c, ...patch } : c)) : row)),
});

/** `8-10`, `8–10天`, `71-80岁`, `30` to a band; null when it is none. */
export function readBand(text: string): Band | null {
  const found = /^(\d{1,3})(?:[-–—~～至到](\d{1,3}))?(?:天|日|岁|周岁)?$/.exec(narrow(text).replace(/\s/g, ""));
  if (!found) return null;
  const from = Number(found[1]);
  const to = Number(found[2] ?? found[1]);
  return from <= to ? { from, to } : null;
}

const AMOUNT = /^[¥￥]?\s*\d{1,3}(,?\d{3})*(\.\d{1,2})?$|^[¥￥]?\s*\d+(\.\d{1,2})?$/;
/** Cents of a pasted amount; undefined when it is none. */
const readAmount = (text: string): number | null | undefined => {
  const clean = narrow(text).replace(/元$/, "").trim();
  return clean === "" ? null : AMOUNT.test(clean) ? (parseYuan(clean) ?? undefined) : undefined;
};

export const blockOf = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/\n+$/, "")
    .split("\n")
    .map((line) => line.split("\t").map((cell) => cell.trim()));

export interface Pasted {
  matrix: Matrix;
  faults: string[];
}

/** Amounts laid over the sheet from a cell on; blank pasted cells leave what is there. */
export function pasteAmounts(m: Matrix, at: { i: number; j: number }, layer: Layer, text: string): Pasted {
  let matrix = m;
  const faults: string[] = [];
  for (const [r, line] of blockOf(text).entries())
    for (const [c, word] of line.entries()) {
      const [i, j] = [at.i + r, at.j + c];
      const where = `第${r + 1}行第${c + 1}列`;
      const cents = readAmount(word);
      if (cents === null) continue;
      if (cents === undefined) faults.push(`${where}不是金额`);
      else if (i >= m.days.length || j >= m.ages.length) faults.push(`${where}超出表格`);
      else if (layer === "cost" && matrix.cells[i]?.[j]?.premium === null) faults.push(`${where}还没有保费`);
      else matrix = withCell(matrix, i, j, { [layer]: cents });
    }
  return { matrix, faults };
}

/** A whole sheet: ages in the first line, days in the first column. Costs of cells that stay keep their place. */
export function pasteSheet(before: Matrix, text: string): Pasted {
  const [head = [], ...lines] = blockOf(text);
  const faults: string[] = [];
  const ages = head.slice(1).map((word, c) => readBand(word) ?? (faults.push(`第1行第${c + 2}列不是年龄段`), null));
  const days = lines.map((line, r) => readBand(line[0] ?? "") ?? (faults.push(`第${r + 2}行第1列不是天数段`), null));
  if (ages.length === 0 || days.length === 0) faults.push("请连同首行年龄段和首列天数段一起粘贴");
  const costs = new Map(
    before.days.flatMap((d, i) => before.ages.map((a, j) => [`${key(d)}:${key(a)}`, before.cells[i]?.[j]?.cost ?? null] as const)),
  );
  const cells = lines.map((line, r) =>
    ages.map((age, c): Amounts => {
      const premium = readAmount(line[c + 1] ?? "");
      if (premium === undefined) faults.push(`第${r + 2}行第${c + 2}列不是金额`);
      const day = days[r];
      return { premium: premium ?? null, cost: (day && age && costs.get(`${key(day)}:${key(age)}`)) ?? null };
    }),
  );
  const ok = faults.length === 0;
  return { matrix: ok ? { days: days.filter((d) => d !== null), ages: ages.filter((a) => a !== null), cells } : before, faults };
}
