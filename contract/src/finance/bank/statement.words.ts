/** Words of statements. No zod. */
export const DIRECTIONS = { in: "收入", out: "支出" } as const;
export type Direction = keyof typeof DIRECTIONS;
export const DATE_FORMATS = { ymd: "年月日", dmy: "日月年", mdy: "月日年" } as const;
export type DateFormat = keyof typeof DATE_FORMATS;
/** What a column of a bank's file may be. */
export const STATEMENT_FIELDS = {
  at: "交易日期",
  time: "交易时刻",
  amount: "金额",
  direction: "收/支",
  income: "收入金额",
  outgo: "支出金额",
  balance: "余额",
  ref: "流水号",
  name: "对方户名",
  account: "对方账号",
  summary: "摘要",
} as const;
export type StatementField = keyof typeof STATEMENT_FIELDS;
/** Rows of one file. */
export const STATEMENT_ROWS = 4000;
export const MATCH_TARGETS = { remittance: "对公汇款", journal_line: "账面分录" } as const;
export type MatchTarget = keyof typeof MATCH_TARGETS;
/** How sure a candidate is. */
export const MATCH_LEVELS = { suggest: "建议匹配", judge: "待判断", more: "更多" } as const;
export type MatchLevel = keyof typeof MATCH_LEVELS;
