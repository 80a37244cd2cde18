/**
 * Field makers of numbers. A refusal speaks of what is seen: a rate's bounds are percentages, whatever it is stored in.
 * What was typed and is no number arrives as NaN.
 */
import * as z from "zod";
import type { FieldMeta } from "./field-meta.ts";
import { percentText } from "./format.ts";

export const MAX_SAFE = 9_000_000_000_000_000;
/** Of one amount, in cents: more than anybody here ever pays at once, and little enough that sums of ninety thousand such slips stay whole numbers. */
export const MAX_MONEY = 100_000_000_000;

const isNumber = (v: unknown): v is number => typeof v === "number" && !Number.isNaN(v);
/** `fine`: what is said of a number with more decimals than are stored. */
export const numberFault =
  (label: string, fine: string) =>
  ({ input }: { input?: unknown }): string => {
    if (input === undefined || input === null || input === "") return `请输入${label}`;
    if (!isNumber(input)) return `${label}须为数字`;
    return Number.isInteger(input) ? `${label}超出范围` : `${label}${fine}`;
  };
const atLeast = (label: string, min: number, text: string): string => (min === 0 ? `${label}不能为负数` : `${label}不能小于${text}`);

interface Bounds {
  min: number;
  max: number;
  fine: string;
  /** A bound as it is seen. */
  seen: (bound: number) => string;
}
const whole = (label: string, { min, max, fine, seen }: Bounds) =>
  z
    .int({ error: numberFault(label, fine) })
    .min(min, { error: atLeast(label, min, seen(min)) })
    .max(max, { error: `${label}不能大于${seen(max)}` });

export const int = (label: string, min = 0, max = 1_000_000_000) =>
  whole(label, { min, max, fine: "须为整数", seen: String }).meta({ label, kind: "int" } satisfies FieldMeta);
export const decimal = (label: string, min = 0, max = 1e9) =>
  z
    .number({ error: numberFault(label, "") })
    .min(min, { error: atLeast(label, min, String(min)) })
    .max(max, { error: `${label}不能大于${max}` })
    .meta({ label, kind: "number" } satisfies FieldMeta);

/** Integer cents, 1 billion yuan at most; 0 or more unless `signed`. Answers are not judged: a sum may be larger. */
export const money = (label: string, rule: { min?: number; signed?: boolean } = {}) =>
  z
    .int({ error: numberFault(label, "最多两位小数") })
    .min(rule.min ?? (rule.signed ? -MAX_MONEY : 0), { error: rule.min ? `${label}须大于0` : `${label}不能为负数` })
    .max(MAX_MONEY, { error: `${label}不能大于10亿元` })
    .meta({ label, kind: "money" } satisfies FieldMeta);

/** A rate of one: 0.948 is 94.8 %. */
export const share = (label: string) => z.number().meta({ label, kind: "number", percent: 1 } satisfies FieldMeta);
/** A rate in hundredths. */
export const percent = (label: string, of: z.ZodNumber = z.number()) =>
  of.meta({ label, kind: "number", percent: 100 } satisfies FieldMeta);
/** A rate stored in ten-thousandths; typed, shown and refused in percent with two decimals at most. */
export const rate = (label: string, min = 0, max = 10_000) =>
  whole(label, { min, max, fine: "最多两位小数", seen: (v) => percentText(v, 10_000) }).meta({
    label,
    kind: "int",
    percent: 10_000,
  } satisfies FieldMeta);
