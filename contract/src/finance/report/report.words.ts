/** Names of the reports and what they are reckoned by. No zod. */

/** Which day puts an order into the period. */
export const INCOME_BASES = { booked: "记账日", paid: "支付日", completed: "完成日", refunded: "退款日" } as const;
export type IncomeBasis = keyof typeof INCOME_BASES;

/** What made the margin of an order fall. */
export const LEAK_CAUSES = {
  fx: "汇率",
  embassy: "官费差",
  express: "快递",
  compensation: "补偿",
  coupon: "券",
  settle_price: "结算价",
} as const;
export type LeakCause = keyof typeof LEAK_CAUSES;

/** In the order in which they are offered; `hint` says what a row is and what its period means. */
export const REPORTS = {
  income: { label: "收入成本毛利表", hint: "每个订单一行；记账日口径为期间内入账的收入与成本，其余口径为期间内订单至今的全部收入与成本" },
  deferred: { label: "预收余额表", hint: "每个订单一行：期间内收款与结转，期末仍未确认收入的预收款" },
  trust: { label: "代收官费明细", hint: "每位申请人一行：期间内代收与付出，期末仍代收的官费" },
  peer_balance: { label: "同行余额表", hint: "每个同行一行：期间内本金变动与期末余额" },
  credit_aging: { label: "授信账龄", hint: "每个同行一行：期末授信欠款按扣款记账日计龄，还款先抵最早的欠款" },
  payable_aging: { label: "应付账龄", hint: "每个供应商一行：期末应付按入账日计龄，付款先抵最早的应付；付多的为预付" },
  invoice: { label: "发票登记簿", hint: "期间内开具的每张发票一行，红字发票为负数" },
  cash: { label: "资金收支表", hint: "每个资金账户按业务类型一行；净额含期初，合计为期末余额" },
  voucher: { label: "凭证导出", hint: "期间内每条分录一行，含总账科目代码" },
  margin_leak: { label: "毛利漏损表", hint: "毛利比下单时少 10% 以上的订单，按确认收入日归期，每晚更新" },
  match_rate: { label: "自动建议采纳率", hint: "期间内人工确认的匹配，每个资金账户一行" },
} as const satisfies Record<string, { label: string; hint: string }>;
export type ReportName = keyof typeof REPORTS;
