/** 余额调节表: what the books say of an account on a day, what the bank says, and what lies between. */
import { api, read } from "../../kit/endpoint.ts";
import { bool, date, id, money, text, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";

const item = z.object({
  id: id("编号"),
  on: date("日期"),
  no: text("单号", { min: 0 }),
  title: text("说明", { min: 0 }),
  amount: money("金额"),
});
const side = (label: string) => z.object({ total: money(label), count: z.int(), list: z.array(item) });
export const bankReconcile = z.object({
  company_account_id: id("账户", "company_account"),
  account_name: text("账户"),
  account_no: text("账号", { min: 0, personal: "card" }),
  bank_name: text("开户行", { min: 0 }),
  day: date("截止日"),
  ledger_balance: money("账面余额", { signed: true }),
  /** Of the last line that says one; null: no line says a balance up to that day. */
  statement_balance: z.nullable(money("对账单余额", { signed: true })),
  statement_on: z.nullable(date("对账单日期")),
  /** 银行已收企业未收 · 银行已付企业未付 · 企业已收银行未收 · 企业已付银行未付 */
  bank_in: side("银行已收企业未收"),
  bank_out: side("银行已付企业未付"),
  book_in: side("企业已收银行未收"),
  book_out: side("企业已付银行未付"),
  ledger_adjusted: money("调节后账面余额", { signed: true }),
  statement_adjusted: z.nullable(money("调节后对账单余额", { signed: true })),
  difference: z.nullable(money("差额", { signed: true })),
  is_even: bool("平"),
});

export const bankReconcileApi = api({
  bank_reconcile_get: read(
    "余额调节表",
    may.corporate_remittance,
    { company_account_id: id("账户", "company_account"), day: z.optional(date("截止日")) },
    bankReconcile,
  ),
});
