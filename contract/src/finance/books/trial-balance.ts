/** 科目余额: every account of the books over one month; what stands in debit is above zero, and the foot is nil. */
import { api, read } from "../../kit/endpoint.ts";
import { choice, money, text, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { LEDGER_ACCOUNTS, PERIOD_STATES } from "../ledger.words.ts";

const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/;
/** 2026-11. */
export const month = (label = "月份") => text(label, { max: 7, check: (v) => (MONTH.test(v) ? null : `${label}应为 2026-11 这样的年月`) });
const signed = (label: string) => money(label, { signed: true });

/** Also what a closed month keeps for ever. */
export const trialRow = z.object({
  account: choice("科目", LEDGER_ACCOUNTS),
  gl_code: text("科目代码"),
  /** Of money the company account, of fees and costs their kind. */
  owner_id: z.int().meta({ label: "账户", kind: "int" }),
  kind: text("明细类型", { min: 0 }),
  opening: signed("期初"),
  debit: money("借方"),
  credit: money("贷方"),
  closing: signed("期末"),
});
/** With its account by name. */
export const trialLine = trialRow.extend({ detail: text("明细", { min: 0 }) });
export type TrialRow = z.output<typeof trialRow>;
/** What the foot says; opening and closing are nil where the books balance. */
export const trialSums = z.object({ opening: signed("期初"), debit: money("借方"), credit: money("贷方"), closing: signed("期末") });

export const trialBalanceApi = api({
  trial_balance_get: read(
    "科目余额",
    may.balance,
    { month: z.optional(month()) },
    z.object({
      month: month(),
      period_status: z.nullable(choice("会计期间", PERIOD_STATES)),
      months: z.array(month()),
      list: z.array(trialLine),
      sums: trialSums,
    }),
  ),
});
