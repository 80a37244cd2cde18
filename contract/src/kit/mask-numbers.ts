/**
 * Personal numbers in what people typed freely: a keyword, a filter, a note. They are told by their form alone, since a
 * keyword does not say what it was meant for. Our own numbers stay readable: V260720000123 with or without its letter,
 * the others of the same form, their beginnings and tails.
 *
 *   maskNumbers("护照E12345678，电话 138 0013 8000") // 护照E****5678，电话 138****8000
 */
import { mask, type Personal } from "./mask.ts";

/** What people put between the groups of a number. */
const GAP = String.raw`[\s\u200b-\u200d\u2010-\u2015-]{0,2}`;
const ALONE_FROM = "(?<![0-9A-Za-z])";
const ALONE_TO = "(?![0-9A-Za-z])";
const DAY = String.raw`[2-4]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`;
const PREFIX = "(?:V|TK|BC|SQ|WL|TJ|RZ|BG|ZY|GD|HH|YJ|HK|TX|FK|TZ|PZ|FP|SG|JS|DC)";

/** Never masked, and no number runs across it: our own numbers, plain dates, keys of files and calls. */
const KEPT = new RegExp(
  [
    `${ALONE_FROM}(?:${PREFIX}${DAY}\\d{0,6}|${DAY}\\d{6})(?:-\\d{2})?${ALONE_TO}`,
    `${ALONE_FROM}TY\\d{6}${ALONE_TO}`,
    String.raw`(?<![0-9A-Za-z]|\d-|\d{6}\s)(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!-?[0-9A-Za-z])`,
    String.raw`(?<![0-9a-z])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])`,
    String.raw`(?<![0-9a-z])(?=\d*[a-f])[0-9a-f]{32,}(?![0-9a-z])`,
  ].join("|"),
  "gi",
);
/** E12345678, EA1234567, H1234567800; and foreign ones with letters inside, which people copy in capitals. */
const PASSPORT = new RegExp(
  [
    `(?<![A-Za-z])(?:[A-Za-z]{2}\\d{6}|[A-Za-z]{1,2}${GAP}\\d(?:${GAP}\\d){6,9})(?!\\d)`,
    `${ALONE_FROM}(?=(?:[A-Z]*\\d){6})(?=\\d*[A-Z]+\\d)[0-9A-Z]{8,9}${ALONE_TO}`,
  ].join("|"),
  "g",
);
const DIGITS = new RegExp(`\\d(?:${GAP}\\d)*(?:${GAP}[Xx](?![A-Za-z]))?`, "g");

/** Full width to half, character for character. */
const narrowed = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0)).replaceAll("\u3000", " ");
const bare = (text: string): string => text.replace(/[^0-9A-Za-z]/g, "");

/** What a run of digits is by its length, or null for a short one. */
function kindOf(digits: string, shown: string, around: string): Personal | null {
  const n = digits.replace(/x$/i, "").length;
  if (/x$/i.test(digits)) return n === 17 ? "id_card" : kindOf(digits.slice(0, -1), shown, around);
  if (n === 15 || n === 18) return "id_card";
  if (n === 11 && digits.startsWith("1")) return "mobile";
  // Nine digits are a foreign passport, unless they are an amount or the end of a range.
  if (n === 9) return /^(?:\d{9}|\d{3}\D\d{3}\D\d{3})$/.test(shown) && !/[~.]/.test(around) ? "passport" : null;
  return n >= 12 ? "card" : null;
}

interface Found {
  from: number;
  to: number;
  word: string;
}

function numbersIn(text: string, from: number): Found[] {
  const found: Found[] = [];
  const rest = text.replace(PASSPORT, (m, at: number) => {
    found.push({ from: from + at, to: from + at + m.length, word: mask("passport", bare(m)) });
    return "·".repeat(m.length);
  });
  for (const { 0: m, index } of rest.matchAll(DIGITS)) {
    const digits = bare(m);
    const kind = kindOf(digits, m, `${rest[index - 1] ?? ""}${rest[index + m.length] ?? ""}`);
    // An x that belongs to no ID number is a letter of what follows.
    const length = kind !== "id_card" || digits.length === 15 ? m.replace(/[^0-9]+$/, "").length : m.length;
    if (kind) found.push({ from: from + index, to: from + index + length, word: mask(kind, bare(m.slice(0, length))) });
  }
  return found;
}

/** The same text with every personal number masked. */
export function maskNumbers(text: string): string {
  if (!/\d|[\uff10-\uff19]/.test(text)) return text;
  const plain = narrowed(text);
  const found: Found[] = [];
  let from = 0;
  for (const { 0: kept, index } of plain.matchAll(KEPT)) {
    found.push(...numbersIn(plain.slice(from, index), from));
    from = index + kept.length;
  }
  found.push(...numbersIn(plain.slice(from), from));
  return found.toSorted((a, b) => b.from - a.from).reduce((out, f) => out.slice(0, f.from) + f.word + out.slice(f.to), text);
}

/** Clock readings in milliseconds, which settings may hold. */
const isInstant = (n: number): boolean => n > 946_684_800_000 && n < 4_102_444_800_000;

/** A whole value of the same shape: texts wherever they stand, names of keys and long numbers as well. */
export const maskedNumbers = <T>(value: T): T => masked(value) as T;

function masked(value: unknown): unknown {
  if (typeof value === "string") return maskNumbers(value);
  if (typeof value === "number") {
    const text = String(value);
    const shown = isInstant(value) || value < 1e10 ? text : maskNumbers(text);
    return shown === text ? value : shown;
  }
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [maskNumbers(k), masked(v)]));
}
