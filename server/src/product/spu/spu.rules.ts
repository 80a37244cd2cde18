/** Decisions about SPU: pure. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import { richChange } from "@visadesk/contract/kit/rich-text.ts";
import { ENTRY_COUNTS, VISA_FORMS, VISA_TYPES } from "@visadesk/contract/product/sku/sku.ts";
import { COUNTED_UNITS, STAY_UNITS, VALIDITY_UNITS } from "@visadesk/contract/product/spu.ts";
import type { FieldChange } from "#kit/call/context.ts";

/** Registrations, documents and services that are sold beside visas: entries and validity may not apply to them. */
const NO_VISAS: ReadonlySet<number> = new Set([1, 7, 10, 13, 14, 16, 18, 19, 21, 22, 25, 27, 28, 29, 30]);

export interface SpuFacts {
  visa_type: number;
  entry_count: string;
  stay_min: number;
  stay_max: number;
  validity: number;
  validity_unit: string;
}

export function factIssues(f: SpuFacts): Issue[] {
  const isVisa = !NO_VISAS.has(f.visa_type);
  const issues: (Issue | false)[] = [
    f.stay_min > f.stay_max && { path: "stay_min", message: "最短停留不能大于最长停留" },
    COUNTED_UNITS.has(f.validity_unit) && f.validity === 0 && { path: "validity", message: "请输入有效期" },
    isVisa && f.entry_count === "none" && { path: "entry_count", message: "签证须选择入境次数，不能为“不适用”" },
    isVisa && f.validity_unit === "none" && { path: "validity_unit", message: "签证须选择有效期，不能为“不适用”" },
  ];
  return issues.filter((i) => i !== false);
}

/** Units without a number keep none, so that equal products are equal. */
export const plainValidity = <T extends { validity?: number | undefined; validity_unit?: string | undefined }>(f: T): T =>
  f.validity_unit !== undefined && !COUNTED_UNITS.has(f.validity_unit) ? { ...f, validity: 0 } : f;

const TYPE_CODES: Readonly<Record<number, string>> = {
  1: "FREE",
  2: "VOA",
  3: "TRANSIT",
  4: "TOUR",
  5: "BIZ",
  6: "FAMILY",
  7: "LPASS",
  8: "ENTRY",
  9: "EXPO",
  10: "EVUS",
  11: "STUDY",
  12: "MEDICAL",
  13: "AUTH",
  14: "NOTARY",
  15: "RENEW",
  16: "DRIVE",
  17: "VISIT",
  18: "HKDRIVE",
  19: "DEPOSIT",
  20: "HKRENEW",
  21: "TICKET",
  22: "VIP",
  23: "STUDENT",
  24: "REENTRY",
  25: "INSURE",
  26: "WORK",
  27: "INVITE",
  28: "EXTEND",
  29: "HOTEL",
  30: "ARRIVE",
};
export const codePrefix = (country: string, type: number): string => `${country}-${TYPE_CODES[type] ?? "VISA"}-`;

/** The first number nobody has: JP-TOUR-01. */
export function freeCode(prefix: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const code = `${prefix}${String(n).padStart(2, "0")}`;
    if (!taken.has(code)) return code;
  }
}

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  visa_type: VISA_TYPES,
  visa_form: VISA_FORMS,
  entry_count: ENTRY_COUNTS,
  stay_unit: STAY_UNITS,
  validity_unit: VALIDITY_UNITS,
};
/** A value as the log tells it. */
export function wordOf(field: string, value: unknown): unknown {
  const table = WORDS[field];
  if (table) return table[String(value)] ?? value;
  if (field === "margin_floor" && typeof value === "number") return `¥${(value / 100).toFixed(2)}`;
  if (Array.isArray(value)) return value.map((v) => (isStep(v) ? `${v.title}：${v.text}` : String(v))).join("；");
  return value;
}
const isStep = (v: unknown): v is { title: string; text: string } => typeof v === "object" && v !== null && "title" in v && "text" in v;
const textOf = (v: unknown): string => (typeof v === "string" ? v : "");
/** A change of a rich text as the log tells it: the words, without their form. */
export const worded = (c: FieldChange): FieldChange => ({
  ...c,
  ...richChange(c.before === null ? null : textOf(c.before), textOf(c.after)),
});
