/** Words of money that leaves. No zod. */
export const COMPANY_ACCOUNT_KINDS = { bank: "银行", card: "公司卡", wallet: "官方钱包", channel: "支付通道" } as const;
export type CompanyAccountKind = keyof typeof COMPANY_ACCOUNT_KINDS;
export const WITHDRAW_REJECTS = {
  payee: "收款信息不符",
  letter: "申请函不符合要求",
  risk: "有未结订单或争议",
  duplicate: "重复申请",
  other: "其他",
} as const;

export const PAYOUT_SOURCES = { withdrawal: "提现", settlement: "结算", refund: "退款", suspense_return: "暂收退回" } as const;
export type PayoutSourceNoun = keyof typeof PAYOUT_SOURCES;
/** What stands on the calendar of cash besides payments. */
export const CASH_SOURCES = { ...PAYOUT_SOURCES, embassy_payment: "使馆费", peer_statement: "同行还款" } as const;
export type CashSource = keyof typeof CASH_SOURCES;
export const PAYOUT_METHODS = { bank: "网银", channel: "原路退回" } as const;
export type PayoutMethod = keyof typeof PAYOUT_METHODS;
export const BANK_FILE_FORMATS = { xlsx: "Excel", csv: "CSV" } as const;
/** Working days within which a passed withdrawal is paid. */
export const WITHDRAW_DUE_DAYS = 3;
/** A supplier's account that changed so many days ago is asked for by telephone. */
export const PAYEE_CHANGED_DAYS = 15;
/** As long as a bank file is kept. */
export const BANK_FILE_DAYS = 7;
/** As far as the calendar of cash looks ahead. */
export const CALENDAR_DAYS = 30;
