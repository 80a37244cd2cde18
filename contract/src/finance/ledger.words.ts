/** Names of the books: accounts, money events and what a line of a peer's account is called. No zod. */
import { FEE_KINDS } from "../order/words.ts";

export const LEDGER_ACCOUNTS = {
  cash: "银行存款",
  clearing: "支付通道待清算",
  peer_credit: "同行授信应收",
  peer_principal: "同行本金",
  peer_gift: "同行赠送金",
  peer_frozen: "同行提现冻结",
  order_deferred: "预收订单款",
  embassy_trust: "代收使馆费",
  refund_due: "应退款",
  payable_supplier: "应付供应商",
  payable_insurer: "应付保司",
  payable_carrier: "应付快递",
  suspense: "暂收待认领款",
  revenue: "服务收入",
  other_income: "其他收入",
  cost: "服务成本",
  expense: "费用",
  opening: "期初",
} as const;
export type AccountCode = keyof typeof LEDGER_ACCOUNTS;
/** The accounts of a peer as its statement calls them. */
export const PEER_ACCOUNT_WORDS = {
  peer_principal: "本金",
  peer_gift: "赠送",
  peer_credit: "授信",
  peer_frozen: "冻结",
} as const satisfies Partial<Record<AccountCode, string>>;

export const JOURNAL_KINDS = {
  top_up_online: "在线充值",
  top_up_remit: "线下充值",
  order_paid: "订单支付",
  diff_paid: "补差价支付",
  reappoint_paid: "重新预约缴费",
  surcharge_paid: "发票补差价支付",
  late_payment: "迟到或重复付款",
  revenue: "确认收入",
  revenue_retained: "退款留存收入",
  supplier_cost: "供应商成本",
  supplier_cost_adjust: "结算价调整",
  supplier_adjust: "结算单增扣款",
  embassy_paid: "使馆费支付",
  embassy_settled: "使馆费账单差额",
  embassy_returned: "使馆费退回",
  embassy_surplus: "使馆费结余转收入",
  parcel_cost: "快递暂估成本",
  parcel_bill: "快递账单差额",
  policy_issued: "保险承保",
  policy_surrendered: "保险退保",
  claim_approved: "赔付核定",
  refund_approved: "退款核定",
  refund_paid: "退款付出",
  withdraw_frozen: "提现冻结",
  withdraw_paid: "提现付出",
  withdraw_returned: "提现退回",
  settle_paid: "结算付款",
  payout_bounced: "付款退票",
  peer_repay: "同行还款",
  channel_payout: "通道到账",
  suspense_in: "暂收挂账",
  suspense_claim: "暂收认领",
  suspense_return: "暂收退回",
  gift_granted: "赠送金发放",
  gift_expired: "赠送金过期",
  gift_clawback: "赠送金收回",
  adjust: "余额调整",
  bad_debt: "坏账核销",
  bank_item: "银行费息",
  cash_transfer: "内部调拨",
  supplier_prepay: "供应商预付",
  opening: "期初",
  reversal: "冲正",
} as const;
export type JournalKind = keyof typeof JOURNAL_KINDS;

/** 类型 of a line of a peer's account, by the numbers of the trade. */
export const CHANGE_LABELS = {
  "1": "充值",
  "2": "订单支付",
  "3": "补差价支付",
  "4": "订单退款",
  "7": "申请人退款",
  "8": "补差价退款",
  "13": "重新预约缴费",
  "15": "线下充值",
  "16": "部分退款",
  "21": "发票补差价支付",
  "22": "发票补差价退款",
  "30": "提现冻结",
  "31": "提现付出",
  "32": "提现退回",
  "40": "赠送金发放",
  "41": "充值赠送",
  "42": "赠送金过期",
  "43": "赠送金收回",
  "50": "余额调整",
  "51": "冲正",
  "60": "授信扣款",
  "61": "授信还款",
  "62": "坏账核销",
} as const;
export type ChangeType = keyof typeof CHANGE_LABELS;

/** Accounts that came with the books, by the way of paying: channels, and the first bank account. */
export const HOUSE_ACCOUNTS = { wechat: 1, alipay: 2, channel: 3, bank: 4 } as const;

export const PERIOD_STATES = { open: "开放", hold: "暂停", closed: "已结账" } as const;

/** Kinds of revenue are those of fees; kinds of cost, expense and other income beside them. */
export const LEDGER_KIND_WORDS: Readonly<Record<string, string>> = {
  ...FEE_KINDS,
  supplier: "供应商",
  supplier_adjust: "结算增扣款",
  embassy_variance: "使馆费差额",
  fx: "汇兑差额",
  claim: "赔付",
  gift: "赠送金",
  compensation: "补偿",
  write_off: "尾差核销",
  bank_fee: "银行手续费",
  channel_fee: "通道手续费",
  bad_debt: "坏账",
  embassy_surplus: "使馆费结余",
  withdraw_fee: "提现手续费",
  interest: "利息",
  adjust: "调整",
};

/** Where in the life of money a posting stands, in the order in which its chain is told. */
export const TRACE_STAGES = {
  paper: { label: "单据", kinds: [] },
  in: {
    label: "收款",
    kinds: [
      "top_up_online",
      "top_up_remit",
      "order_paid",
      "diff_paid",
      "reappoint_paid",
      "surcharge_paid",
      "late_payment",
      "peer_repay",
      "channel_payout",
      "suspense_in",
      "suspense_claim",
    ],
  },
  cost: {
    label: "成本",
    kinds: [
      "supplier_cost",
      "supplier_cost_adjust",
      "supplier_adjust",
      "embassy_paid",
      "embassy_settled",
      "embassy_returned",
      "parcel_cost",
      "parcel_bill",
      "policy_issued",
      "policy_surrendered",
    ],
  },
  revenue: { label: "收入", kinds: ["revenue", "revenue_retained", "embassy_surplus"] },
  back: {
    label: "退款与提现",
    kinds: ["claim_approved", "refund_approved", "refund_paid", "withdraw_frozen", "withdraw_paid", "withdraw_returned", "suspense_return"],
  },
  settle: { label: "结算与付款", kinds: ["settle_paid", "payout_bounced", "supplier_prepay"] },
  other: {
    label: "赠送与调整",
    kinds: ["gift_granted", "gift_expired", "gift_clawback", "adjust", "bad_debt", "bank_item", "cash_transfer", "opening", "reversal"],
  },
  bank: { label: "账户流水", kinds: [] },
} as const satisfies Record<string, { label: string; kinds: readonly JournalKind[] }>;
export type TraceStage = keyof typeof TRACE_STAGES;
