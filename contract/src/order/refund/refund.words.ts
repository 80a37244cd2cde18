/** Words of refunds. */
export const REFUND_KINDS = {
  applicant: "申请人退款",
  partial: "部分退款",
  diff: "补差价退款",
  claim: "拒签理赔",
  late: "多付退回",
} as const;
/** Kinds that people start; a claim comes of its review, a late payment of the channel's word. */
export const STARTED_KINDS = { applicant: REFUND_KINDS.applicant, partial: REFUND_KINDS.partial, diff: REFUND_KINDS.diff } as const;
export const REFUND_INITIATORS = { customer: "客户", peer: "同行", staff: "员工", system: "系统" } as const;
export const STARTED_BY = { customer: REFUND_INITIATORS.customer, peer: REFUND_INITIATORS.peer, staff: REFUND_INITIATORS.staff } as const;
export const REFUND_REASONS = {
  trip_changed: "行程取消或变更",
  papers: "资料无法补齐",
  review_failed: "预审不通过",
  no_slot: "约不到合适的日期",
  wrong_order: "重复下单或下错商品",
  mission_policy: "使领馆政策调整",
  refused: "拒签",
  overdue: "办理超时",
  price: "价格原因",
  overpaid: "多付",
  other: "其他",
} as const;
export const REFUND_REJECTS = {
  amount: "金额不符合政策",
  proof: "凭证不足",
  duplicate: "重复申请",
  going_on: "客户继续办理",
  other: "其他",
} as const;
export const REFUND_WAYS = {
  gift: "退回赠送金",
  credit: "冲减授信",
  principal: "退回本金",
  channel: "原路退回",
  bank: "线下对公",
} as const;
export const PART_STATES = { waiting: "待退", done: "已退", failed: "失败" } as const;
/** A refund above this many cents is looked at by a third person. */
export const FINAL_ABOVE = 200_000;
