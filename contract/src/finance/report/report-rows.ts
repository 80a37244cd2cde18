/** Rows of the reports of 数据导出: what each says of one order, person, party or account. */
import { choice, date, int, money, share, text, z } from "../../kit/field.ts";
import { FEE_KINDS } from "../../order/words.ts";
import { JOURNAL_KINDS, LEDGER_ACCOUNTS } from "../ledger.words.ts";
import { INVOICE_DIRECTIONS, INVOICE_KINDS } from "../invoice.words.ts";
import { LEAK_CAUSES } from "./report.words.ts";

/** Tells a row from others; no record's number. */
const key = { id: z.int().meta({ label: "序号", kind: "int" }) };
const orderNo = z.nullable(text("订单号"));
const peerName = z.nullable(text("同行"));
const signed = (label: string) => money(label, { signed: true });
/** A debt by its age in days at the end of the period. */
const aged = {
  d30: money("0–30天"),
  d60: money("31–60天"),
  d90: money("61–90天"),
  older: money("90天以上"),
  oldest_on: z.nullable(date("最早记账日")),
};

/** One order; without number: what was booked for no order. */
export const incomeRow = z.object({
  ...key,
  order_no: orderNo,
  peer_name: peerName,
  basis_on: z.nullable(date("口径日期")),
  revenue: signed("服务收入"),
  cost: signed("服务成本"),
  margin: signed("毛利"),
  margin_share: z.nullable(share("毛利率")),
  other_income: signed("其他收入"),
  expense: signed("费用"),
});
export const deferredRow = z.object({
  ...key,
  order_no: orderNo,
  peer_name: peerName,
  paid_on: z.nullable(date("支付日")),
  opening: signed("期初预收"),
  added: money("本期收款"),
  taken: money("本期结转"),
  closing: signed("期末预收"),
});
export const trustRow = z.object({
  ...key,
  order_no: orderNo,
  applicant_no: z.nullable(text("申请人编号")),
  country_name: z.nullable(text("国家")),
  peer_name: peerName,
  opening: signed("期初代收"),
  collected: money("本期代收"),
  taken: money("本期付出"),
  closing: signed("期末代收"),
});
export const peerBalanceRow = z.object({
  ...key,
  peer_no: text("同行编号"),
  peer_name: text("同行"),
  principal_opening: signed("期初本金"),
  principal_in: money("本金增加"),
  principal_out: money("本金减少"),
  principal: signed("期末本金"),
  gift: signed("期末赠送"),
  frozen: signed("期末冻结"),
  credit_used: signed("期末授信欠款"),
});
export const creditAgingRow = z.object({
  ...key,
  peer_no: text("同行编号"),
  peer_name: text("同行"),
  owed: signed("授信欠款"),
  ...aged,
});
export const payableAgingRow = z.object({
  ...key,
  account: choice("科目", LEDGER_ACCOUNTS),
  supplier_name: text("供应商"),
  owed: signed("应付余额"),
  ...aged,
  prepaid: money("预付余额"),
});
export const invoiceBookRow = z.object({
  ...key,
  fp_no: text("发票单号"),
  invoice_no: text("发票号码"),
  issued_on: date("开票日期"),
  direction: choice("蓝/红字", INVOICE_DIRECTIONS),
  red_of_no: z.nullable(text("原发票")),
  kind: choice("票种", INVOICE_KINDS),
  title: text("抬头"),
  tax_no: text("税号", { min: 0 }),
  peer_name: peerName,
  order_count: int("订单数"),
  net: signed("不含税金额"),
  tax: signed("税额"),
  amount: signed("价税合计"),
});
/** 期初 is what the account held before the period, so that 净额 of an account is what it holds at its end. */
const CASH_KINDS = { brought: "期初余额", ...JOURNAL_KINDS } as const;
export const cashRow = z.object({
  ...key,
  account_name: text("资金账户"),
  account: choice("科目", LEDGER_ACCOUNTS),
  kind: choice("业务类型", CASH_KINDS),
  income: money("收入"),
  outgo: money("支出"),
  net: signed("净额（含期初）"),
});
export const voucherRow = z.object({
  ...key,
  no: text("凭证号"),
  booked_on: date("记账日"),
  kind: choice("业务类型", JOURNAL_KINDS),
  gl_code: text("科目代码"),
  account: choice("科目", LEDGER_ACCOUNTS),
  detail: text("明细", { min: 0 }),
  debit: money("借方"),
  credit: money("贷方"),
  order_no: orderNo,
  fee_kind: z.nullable(choice("费用", FEE_KINDS)),
  reason: text("摘要", { min: 0 }),
});
export const marginLeakRow = z.object({
  ...key,
  order_no: text("订单号"),
  peer_name: peerName,
  ended_on: date("确认收入日"),
  planned: signed("下单时毛利"),
  margin: signed("实际毛利"),
  fell: signed("漏损额"),
  fell_share: z.nullable(share("漏损率")),
  cause: choice("最大原因", LEAK_CAUSES),
  cause_amount: signed("原因金额"),
  journal_no: z.nullable(text("凭证号")),
});
export const matchRateRow = z.object({
  ...key,
  account_name: text("资金账户"),
  matched: int("人工匹配数"),
  suggested: int("采纳建议数"),
  other: int("未按建议数"),
  adoption_share: z.nullable(share("采纳率")),
  matched_amount: money("匹配金额"),
});
