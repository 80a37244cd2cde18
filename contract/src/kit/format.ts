/** Formats of the requirement's §9: cents, 万, card groups, amount input, zero dates. Pure, no locale APIs for money. */
import { TIME_ZONE } from "./constants.ts";
import type { PercentOf } from "./field-meta.ts";

const group = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/** Cents to yuan text with two decimals: 1 → "0.01", 12345678 → "123,456.78". */
export function yuan(cents: number, grouped = true): string {
  const abs = Math.abs(cents).toString().padStart(3, "0");
  const whole = abs.slice(0, -2);
  return `${cents < 0 ? "-" : ""}${grouped ? group(whole) : whole}.${abs.slice(-2)}`;
}

/** Cents as shown in tables, forms, details: "¥123,456.78". */
export const money = (cents: number | null | undefined): string =>
  cents === null || cents === undefined ? "—" : `${cents < 0 ? "-" : ""}¥${yuan(Math.abs(cents))}`;

/** Tile numbers: below 100000 as they are, else 万 with two decimals, half up by magnitude: 123456 → "12.35万". */
export function tileNumber(value: number): string {
  if (Math.abs(value) < 100_000) return String(value);
  const hundredths = Math.floor(Math.abs(value) / 100 + 0.5);
  return `${value < 0 ? "-" : ""}${yuan(hundredths, false)}万`;
}

/** Money tiles apply the 万 rule to yuan. */
export const tileMoney = (cents: number): string =>
  Math.abs(cents) < 10_000_000 ? `¥${yuan(cents)}` : `¥${tileNumber(Math.round(cents / 100))}`;

/** Cleans a typed amount to at most two decimals: "¥1,234.567" → "1234.56", "1.2.3" → "1.23", ".5" → "0.5". */
export function cleanAmount(text: string): string {
  const kept = text.replace(/[^\d.]/g, "");
  if (kept === "" || kept === ".") return "";
  const dot = kept.indexOf(".");
  const whole = (dot < 0 ? kept : kept.slice(0, dot)).replace(/^0+(?=\d)/, "") || "0";
  if (dot < 0) return whole;
  const decimals = kept
    .slice(dot + 1)
    .replace(/\./g, "")
    .slice(0, 2);
  return decimals ? `${whole}.${decimals}` : whole;
}

/** Yuan text to integer cents, or null when it is no amount. Exact: no float is involved. */
export function parseYuan(text: string): number | null {
  const negative = text.trim().startsWith("-");
  const clean = cleanAmount(text);
  if (!clean) return null;
  const [whole = "0", decimals = ""] = clean.split(".");
  const cents = Number(whole + decimals.padEnd(2, "0"));
  return Number.isSafeInteger(cents) ? (negative && cents ? -cents : cents) : null;
}

/** A rate in percent: one decimal of a share, else as exact as it is stored, 350 of 10 000 → "3.5%". */
export const percentText = (rate: number, of: PercentOf): string =>
  of === 1 ? `${(rate * 100).toFixed(1)}%` : `${Math.round((rate * 10_000) / of) / 100}%`;

/** "6222021234567890123" → "6222 0212 3456 7890 123". */
export const cardGroups = (no: string): string => no.replace(/\s/g, "").replace(/(.{4})(?=.)/g, "$1 ");

const parts = new Intl.DateTimeFormat("en-CA", {
  timeZone: TIME_ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

const isZero = (v: string | null | undefined): boolean => !v || v.startsWith("0000-00-00");

/** UTC instant to "YYYY-MM-DD HH:mm:ss" in Asia/Shanghai; zero dates and empties give "". */
export function shanghai(value: string | Date | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string" && isZero(value)) return "";
  const d = typeof value === "string" ? new Date(value) : value;
  if (Number.isNaN(d.getTime())) return "";
  return parts.format(d).replace(", ", " ");
}

/** Calendar date in Asia/Shanghai, YYYY-MM-DD. */
export const shanghaiDate = (value: string | Date): string => shanghai(value).slice(0, 10);

/** Full time for screens; empty values as —. */
export const time = (value: string | Date | null | undefined): string => shanghai(value) || "—";
/** Short time for table cells: "11-20 14:05". */
export const shortTime = (value: string | Date | null | undefined): string => shanghai(value).slice(5, 16) || "—";
/** Plain dates, and the day of an instant in Shanghai; zero dates as —. */
export const date = (value: string | null | undefined): string =>
  isZero(value) ? "—" : (value as string).includes("T") ? shanghaiDate(value as string) : (value as string).slice(0, 10);
