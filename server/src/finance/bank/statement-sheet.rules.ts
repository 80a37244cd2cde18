/** A bank's file as lines: dates, amounts and directions as banks write them, equal rows told apart, balances that do not go on. */
import { createHash } from "node:crypto";
import type { StatementMap } from "@visadesk/contract/finance/bank/statement-import.ts";
import type { DateFormat, Direction, StatementField } from "@visadesk/contract/finance/bank/statement.words.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";
import { isDay } from "@visadesk/contract/kit/day.ts";
import { narrow } from "@visadesk/contract/kit/patterns.ts";

export interface SheetLine {
  /** Row of the file, the head not counted. */
  row: number;
  at: Date;
  direction: Direction;
  amount: number;
  balance_after: number | null;
  ref: string;
  counterparty_name: string;
  counterparty_account: string;
  summary: string;
  line_hash: string;
}
export interface SheetFault {
  row: number;
  msg: string;
}
export interface Gap {
  row: number;
  expected: number;
  found: number;
}
type Cells = Partial<Record<StatementField, string>>;
const MOST = 1_000_000_000_000;

/** What must be named before anything can be read; null: enough. */
export function mapFault({ columns }: StatementMap): string | null {
  const named = new Set(columns.map((c) => c.field));
  const isEnough = named.has("at") && (named.has("amount") || (named.has("income") && named.has("outgo")));
  if (!isEnough) return "请先选择列对应关系";
  return named.size === columns.length ? null : "同一列只能选择一次";
}

/** Cents; null: nothing written; undefined: no amount. */
export function centsOf(text: string): number | null | undefined {
  const bare = narrow(text).replace(/[,\s¥￥]|CNY|RMB|元/gi, "");
  if (bare === "" || /^-+$/.test(bare)) return null;
  const found = /^(\()?([+-]?)(\d{1,13})(?:\.(\d{1,2})0*)?\)?$/.exec(bare);
  if (!found) return undefined;
  const [, bracket, sign, yuan = "0", cents = ""] = found;
  const value = Number(yuan) * 100 + Number(cents.padEnd(2, "0"));
  return bracket !== undefined || sign === "-" ? -value : value;
}

const two = (n: string): string => n.padStart(2, "0");
const DAY_MS = 86_400_000;
/** Day zero of spreadsheets. */
const SERIAL = Date.UTC(1899, 11, 30);
const ORDERS: Readonly<Record<DateFormat, readonly [number, number, number]>> = { ymd: [0, 1, 2], dmy: [2, 1, 0], mdy: [2, 0, 1] };

/** Shanghai time of what a bank calls day and time; null: none. */
export function instantOf(day: string, clock: string, format: DateFormat): Date | null {
  const text = narrow(day).trim();
  if (/^\d{5}(\.\d+)?$/.test(text)) return ofDay(new Date(SERIAL + Math.round(Number(text) * DAY_MS)).toISOString().slice(0, 19), clock);
  const packed = /^(\d{8})\s*(\d{6}|\d{4})?$/.exec(text.replace(/[T\s]+/, " ").replace(" ", ""));
  if (packed && format === "ymd") {
    const d = packed[1] ?? "";
    return ofDay(`${d.slice(0, 4)}-${d.slice(4, 6)}-${d.slice(6)}T${clockOf(packed[2] ?? "") ?? "00:00:00"}`, clock);
  }
  const parts = /^(\d{1,4})[-/.年](\d{1,2})[-/.月](\d{1,4})日?[T\s]*(\d{1,2}:\d{2}(?::\d{2})?)?/.exec(text);
  if (!parts) return null;
  const said = [parts[1] ?? "", parts[2] ?? "", parts[3] ?? ""];
  const [y, m, d] = ORDERS[format].map((i) => said[i] ?? "");
  return ofDay(`${y}-${two(m ?? "")}-${two(d ?? "")}T${clockOf(parts[4] ?? "") ?? "00:00:00"}`, clock);
}
function clockOf(text: string): string | null {
  const found = /^(\d{1,2}):?(\d{2})(?::?(\d{2}))?$/.exec(narrow(text).trim());
  return found ? `${two(found[1] ?? "")}:${found[2]}:${found[3] ?? "00"}` : null;
}
function ofDay(local: string, clock: string): Date | null {
  const [day = "", own = "00:00:00"] = local.split("T");
  if (!isDay(day)) return null;
  const at = new Date(`${day}T${clockOf(clock) ?? own}+08:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}

const INCOME = /^(收入?|贷方?|转入|来账|入账?|汇入|c|cr|credit|in|\+)$/i;
const OUTGO = /^(支出?|付|借方?|转出|往账|出账?|汇出|d|dr|debit|out|-)$/i;

function moneyOf(cells: Cells): { direction: Direction; amount: number } | string {
  const [income, outgo, amount] = [cells.income, cells.outgo, cells.amount].map((c) => centsOf(c ?? ""));
  if (income === undefined || outgo === undefined || amount === undefined) return "金额格式不正确";
  if (income && outgo) return "收入与支出不能同时有金额";
  const value = income ? income : outgo ? -outgo : amount;
  if (!value) return "金额须大于0";
  if (Math.abs(value) > MOST) return "金额过大";
  const said = (cells.direction ?? "").trim();
  if (said === "" || income || outgo) return { direction: value > 0 ? "in" : "out", amount: Math.abs(value) };
  if (INCOME.test(said)) return { direction: "in", amount: Math.abs(value) };
  if (OUTGO.test(said)) return { direction: "out", amount: Math.abs(value) };
  return `看不出收支方向：${said.slice(0, 10)}`;
}

type Facts = Omit<SheetLine, "line_hash">;
function factsOf(row: number, cells: Cells, format: DateFormat, now: Date): Facts | string {
  const at = instantOf(cells.at ?? "", cells.time ?? "", format);
  if (!at) return "日期格式不正确";
  if (shanghaiDate(at) > shanghaiDate(now)) return "日期不能晚于今天";
  const money = moneyOf(cells);
  if (typeof money === "string") return money;
  const balance_after = centsOf(cells.balance ?? "");
  if (balance_after === undefined) return "余额格式不正确";
  const plain = (text: string | undefined, max: number): string => (text ?? "").trim().replace(/\s+/g, " ").slice(0, max);
  return {
    row,
    at,
    ...money,
    balance_after,
    ref: plain(cells.ref, 80),
    counterparty_name: plain(cells.name, 80),
    counterparty_account: narrow(cells.account ?? "")
      .replace(/[^0-9A-Za-z@._-]/g, "")
      .slice(0, 64),
    summary: plain(cells.summary, 200),
  };
}
/** Equal rows of one day are told apart by their place; the number itself is not part of it, only what its mask shows. */
const saidBy = (account: number, f: Facts): string =>
  JSON.stringify([
    account,
    f.at.toISOString(),
    f.direction,
    f.amount,
    f.balance_after,
    f.ref,
    f.counterparty_name,
    mask("card", f.counterparty_account),
    f.summary,
  ]);

/** Every row judged for itself, in the order of the file. */
export function readSheet(
  of: { account: number; map: StatementMap; now: Date },
  rows: readonly (readonly string[])[],
): { lines: SheetLine[]; faults: SheetFault[] } {
  const lines: SheetLine[] = [];
  const faults: SheetFault[] = [];
  const equal = new Map<string, number>();
  for (const [i, row] of rows.entries()) {
    const cells: Cells = Object.fromEntries(of.map.columns.map(({ field }, n) => [field, row[n] ?? ""]));
    const facts = factsOf(i + 1, cells, of.map.date_format, of.now);
    if (typeof facts === "string") {
      faults.push({ row: i + 1, msg: facts });
      continue;
    }
    const said = saidBy(of.account, facts);
    const nth = (equal.get(said) ?? 0) + 1;
    equal.set(said, nth);
    lines.push({ ...facts, line_hash: createHash("sha256").update(`${said}#${nth}`).digest("base64url") });
  }
  return { lines, faults };
}

const deltaOf = (l: Pick<SheetLine, "direction" | "amount">): number => (l.direction === "in" ? l.amount : -l.amount);
function gapsIn(lines: readonly SheetLine[], before: number | null): Gap[] {
  const gaps: Gap[] = [];
  let balance = before;
  for (const l of lines) {
    const expected = balance === null ? null : balance + deltaOf(l);
    if (l.balance_after !== null && expected !== null && expected !== l.balance_after)
      gaps.push({ row: l.row, expected, found: l.balance_after });
    balance = l.balance_after ?? expected;
  }
  return gaps;
}
/** Lines from the oldest on; banks list them either way. */
export function inTime(lines: readonly SheetLine[]): SheetLine[] {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return [];
  const back = lines.toReversed();
  if (first.at.getTime() !== last.at.getTime()) return first.at < last.at ? [...lines] : back;
  return gapsIn(back, null).length < gapsIn(lines, null).length ? back : [...lines];
}
/** Where the running balance does not go on; `before`: what the account had before the first line, null: not known. */
export const balanceGaps = (lines: readonly SheetLine[], before: number | null): Gap[] => gapsIn(inTime(lines), before);
