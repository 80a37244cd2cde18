/** Which column of a bank's file is what: as the account had it last time, else by the words of its heads. */
import { keysOf } from "@visadesk/contract/kit/field.ts";
import type { StatementMap } from "@visadesk/contract/finance/bank/statement-import.ts";
import { STATEMENT_FIELDS, type StatementField } from "@visadesk/contract/finance/bank/statement.words.ts";

type Cells = readonly (readonly string[])[];
/** Column of the file by field; the same field never twice. */
export type Columns = Partial<Record<StatementField, number>>;
const WORDS: Readonly<Record<StatementField, RegExp>> = {
  at: /^(交易日期|交易时间|记账日期|日期|入账日期|交易创建时间|完成时间)/,
  time: /^(交易时刻|时刻|记账时间)/,
  income: /^(收入|贷方|贷方发生额|收入金额|收入（\+元）)/,
  outgo: /^(支出|借方|借方发生额|支出金额|支出（-元）)/,
  amount: /^(金额|交易金额|发生额)/,
  direction: /^(收\/支|借贷标志|收支|借\/贷|资金方向)/,
  balance: /^(余额|账户余额|账户结余)/,
  ref: /^(流水号|交易流水号|业务流水号|凭证号|交易订单号|微信支付业务单号)/,
  name: /^(对方户名|对方名称|对方单位|交易对方|户名)/,
  account: /^(对方账号|对方账户|账号)/,
  summary: /^(摘要|用途|附言|备注|交易说明|业务描述)/,
};
const HEAD_ROWS = 20;
/** The row of heads: the first whose words name a date and an amount; banks write about themselves above it. */
export function headOf(cells: Cells): number {
  const at = cells
    .slice(0, HEAD_ROWS)
    .findIndex((row) => row.some((c) => WORDS.at.test(c)) && row.some((c) => WORDS.amount.test(c) || WORDS.income.test(c)));
  return Math.max(0, at);
}
export function columnsOf(head: readonly string[], map: StatementMap | null): Columns {
  const known = map?.columns.map((c) => [c.field, head.indexOf(c.header)] as const) ?? [];
  if (known.length > 0 && known.every(([, at]) => at >= 0)) return Object.fromEntries(known);
  const taken = new Set<number>();
  const found: Columns = {};
  for (const field of keysOf(STATEMENT_FIELDS)) {
    const at = head.findIndex((h, i) => !taken.has(i) && WORDS[field].test(h));
    if (at < 0) continue;
    found[field] = at;
    taken.add(at);
  }
  return found;
}
/** What is sent: heads of the chosen columns, and their cells alone. */
export function fileOf(cells: Cells, columns: Columns, date_format: StatementMap["date_format"]): { map: StatementMap; rows: string[][] } {
  const at = headOf(cells);
  const head = cells[at] ?? [];
  const chosen = keysOf(STATEMENT_FIELDS).flatMap((field) => (columns[field] === undefined ? [] : [{ field, place: columns[field] }]));
  return {
    map: { columns: chosen.map(({ field, place }) => ({ field, header: head[place] ?? "" })), date_format },
    rows: cells.slice(at + 1).map((row) => chosen.map(({ place }) => row[place] ?? "")),
  };
}
