/** What is typed as a number: it stays as typed and is read exactly; what is no number is NaN, which the field's own rule refuses. */
import { narrow } from "@visadesk/contract/kit/patterns.ts";

export interface TypedNumber {
  text: string;
  /** As stored; null: nothing was typed. */
  value: number | null;
}

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[\u2212\u2013\u2014]/g, "-"],
  [/\u3002/g, "."],
  [/\s/g, ""],
];
const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/;
const NUMBER = /^(-?)(\d*)(?:(\.)(\d*))?$/;

/** Moves the point `shift` places to the right, with no float between. */
function shifted(sign: string, whole: string, decimals: string, shift: number): number {
  const exact = decimals.replace(/0+$/, "").padEnd(shift, "0");
  const after = exact.slice(shift);
  return Number(`${sign}${whole}${exact.slice(0, shift)}${after && `.${after}`}`) || 0;
}

/** `shift`: places between what is seen and what is stored; `marks`: signs of the unit, which are no part of the number. */
export function typedNumber(raw: string, shift: number, marks = ""): TypedNumber {
  const bare = [...SIGNS.reduce((t, [sign, by]) => t.replace(sign, by), narrow(raw))].filter((c) => !marks.includes(c)).join("");
  if (bare === "") return { text: "", value: null };
  const found = NUMBER.exec(GROUPED.test(bare) ? bare.replaceAll(",", "") : bare);
  if (!found) return { text: raw, value: NaN };
  const [, sign = "", digits = "", point = "", decimals = ""] = found;
  if (digits + decimals === "") return { text: bare, value: NaN };
  const whole = digits.replace(/^0+(?=\d)/, "") || "0";
  return { text: `${sign}${whole}${point}${decimals}`, value: shifted(sign, whole, decimals, shift) };
}

/** A stored number as it stands in its field. */
export function numberText(value: number | null | undefined, shift: number): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "";
  if (shift === 0 || !Number.isInteger(value)) return String(value / 10 ** shift);
  const digits = String(Math.abs(value)).padStart(shift + 1, "0");
  return `${value < 0 ? "-" : ""}${digits.slice(0, -shift)}.${digits.slice(-shift)}`;
}
