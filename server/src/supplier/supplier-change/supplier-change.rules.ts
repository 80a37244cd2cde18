/** What of a match changed, as it is kept and as people read it. Pure. */
import { feeText } from "@visadesk/contract/base-data/official-fee.rules.ts";
import { CURRENCIES } from "@visadesk/contract/base-data/official-fee.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { CHANGE_FIELDS } from "@visadesk/contract/supplier/supplier.words.ts";

export type ChangeField = keyof typeof CHANGE_FIELDS;
export interface MatchChange {
  field: ChangeField;
  old: unknown;
  new: unknown;
}
const MONEY: ReadonlySet<ChangeField> = new Set(["adult", "child", "embassy_fee"]);
const WEEKDAYS = ["", "周一", "周二", "周三", "周四", "周五", "周六", "周日"] as const;

/** JSON with its keys in one order: the database has an order of its own. */
const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, v: unknown) =>
    typeof v === "object" && v !== null && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  );
export const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

type Values = Readonly<Partial<Record<ChangeField, unknown>>>;
export const FACT_FIELDS = [
  "supplier_code",
  "supplier_title",
  "priority",
  "daily_quota",
  "submit_weekdays",
  "lead_min",
  "lead_max",
  "valid_from",
  "valid_to",
  "status",
] as const satisfies readonly ChangeField[];
export const PRICE_FIELDS = [
  "adult",
  "child",
  "urgent",
  "embassy_included",
  "centre_included",
  "embassy_fee",
  "currency",
] as const satisfies readonly ChangeField[];

/** The fields that differ; one that the later side does not name stayed. */
export const changesOf = (fields: readonly ChangeField[], before: Values, after: Values): MatchChange[] =>
  fields
    .filter((f) => f in after && after[f] !== undefined && !isSame(before[f], after[f]))
    .map((field) => ({ field, old: before[field] ?? null, new: after[field] ?? null }));

/** Costs of one price. */
export interface PriceFacts {
  adult: number;
  child: number | null;
  urgent: Readonly<Record<string, number>>;
  embassy_included: boolean;
  centre_included: boolean;
  embassy_fee: number;
  currency: string;
}
/** What a match without any cost has. */
const NO_PRICE: Values = { adult: null, child: null, urgent: {}, embassy_included: false, centre_included: false, embassy_fee: 0, currency: null };

/** Amounts as they are kept: cents alone, or with the currency that is not CNY. */
const keptPrice = (p: PriceFacts): Values => {
  if (p.currency === "CNY") return { ...p };
  const { currency } = p;
  const amount = (n: number | null): unknown => (n === null ? null : { amount: n, currency });
  return {
    ...p,
    adult: amount(p.adult),
    child: amount(p.child),
    embassy_fee: p.embassy_fee === 0 ? 0 : amount(p.embassy_fee),
    urgent: Object.fromEntries(Object.entries(p.urgent).map(([tier, n]) => [tier, amount(n)])),
  };
};
export const priceChanges = (before: PriceFacts | null, after: PriceFacts): MatchChange[] =>
  changesOf(PRICE_FIELDS, before ? keptPrice(before) : NO_PRICE, keptPrice(after));

const isForeign = (v: unknown): v is { amount: number; currency: string } =>
  typeof v === "object" && v !== null && "amount" in v && "currency" in v;
const moneyText = (v: unknown): string => (isForeign(v) ? feeText(v.amount, v.currency) : typeof v === "number" ? money(v) : "");

/** A kept value as people read it. */
export function changeText(field: ChangeField, value: unknown): string {
  if (field === "status") return value === null ? "已删除" : value === 1 ? "启用" : "停用";
  if (value === null || value === undefined) return field === "daily_quota" ? "不限" : "";
  if (MONEY.has(field)) return moneyText(value);
  if (field === "urgent")
    return Object.entries(value)
      .map(([tier, n]) => `${tier} ${moneyText(n)}`)
      .join("、");
  if (field === "submit_weekdays" && Array.isArray(value)) return value.map((d) => WEEKDAYS[Number(d)] ?? "").join("、");
  if (typeof value === "boolean") return value ? "是" : "否";
  if (field === "currency") return Object.entries(CURRENCIES).find(([code]) => code === value)?.[1] ?? String(value);
  return typeof value === "string" || typeof value === "number" ? String(value) : canonical(value);
}

/** How much an amount in CNY moved, and by which share of it. */
export function deltaOf({ field, old, new: next }: MatchChange): { delta: number | null; delta_rate: number | null } {
  if (!MONEY.has(field) || typeof old !== "number" || typeof next !== "number") return { delta: null, delta_rate: null };
  return { delta: next - old, delta_rate: old === 0 ? null : (next - old) / old };
}

/** 加急 of a list: "U1 ¥200.00". */
export const urgentText = (urgent: Readonly<Record<string, number>>, currency: string): string =>
  Object.entries(urgent)
    .map(([tier, n]) => `${tier} ${currency === "CNY" ? money(n) : feeText(n, currency)}`)
    .join("、");
