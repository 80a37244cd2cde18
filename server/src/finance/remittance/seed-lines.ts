/** Rows of the demo's statements as a bank's file has them. */
import type { StatementMap } from "@visadesk/contract/finance/bank/statement-import.ts";
import { time } from "@visadesk/contract/kit/format.ts";

export interface DemoLine {
  at: Date;
  /** + in, − out. */
  cents: number;
  name: string;
  account: string;
  summary: string;
  ref?: string;
}
const COLUMNS = [
  { field: "at", header: "交易时间" },
  { field: "income", header: "收入" },
  { field: "outgo", header: "支出" },
  { field: "balance", header: "余额" },
  { field: "ref", header: "流水号" },
  { field: "name", header: "对方户名" },
  { field: "account", header: "对方账号" },
  { field: "summary", header: "摘要" },
] as const;
export const BANK_MAP: StatementMap = { date_format: "ymd", columns: [...COLUMNS] };
/** A channel's bill has no running balance. */
export const CHANNEL_MAP: StatementMap = { date_format: "ymd", columns: COLUMNS.filter((c) => c.field !== "balance") };

const yuan = (cents: number): string => (cents / 100).toFixed(2);
let made = 0;
/** In order of time; `opening`: what the account had before, null: no balance is said. */
export function cellsOf(lines: readonly DemoLine[], opening: number | null): string[][] {
  let left = opening ?? 0;
  return [...lines]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((l) => {
      left += l.cents;
      return [
        time(l.at.toISOString()),
        l.cents > 0 ? yuan(l.cents) : "",
        l.cents < 0 ? yuan(-l.cents) : "",
        ...(opening === null ? [] : [yuan(left)]),
        l.ref ?? `LS${String(++made).padStart(10, "0")}`,
        l.name,
        l.account,
        l.summary,
      ];
    });
}
