/** Words of remittances. No zod. */
export const REMIT_PURPOSES = { top_up: "充值", order: "订单", repay: "还款" } as const;
export type RemitPurpose = keyof typeof REMIT_PURPOSES;
export const REMIT_SOURCES = { staff: "代录", peer: "同行", api: "接口" } as const;
export const REMIT_REJECTS = {
  not_arrived: "未查到款项",
  amount: "金额不符",
  payer: "付款方不符",
  voucher: "回单不清或不符",
  duplicate: "重复登记",
  other: "其他",
} as const;
/** Working days within which a remittance is looked at. */
export const REMIT_DUE_DAYS = 1;
