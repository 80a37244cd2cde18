/** 待办队列 by their keys, in the order they are shown. Each is declared by its area's desks (server/src/<area>). No zod. */
export const APPLICANT_QUEUES = {
  pre_review: "待预审",
  supplement_back: "补料已回",
  supplement_late: "补料超期待决",
  originals_check: "待核对原件",
  appointment: "待约号",
  visit_notice: "待发赴馆单",
  training: "待辅导",
  visit_result: "待登记赴馆",
  submission: "待送签",
  result: "待录结果",
  send_back: "待寄回",
  refund_todo: "待发起退款",
  hold_check: "挂起待复查",
} as const;
export const QUEUES = {
  ...APPLICANT_QUEUES,
  remind: "待处理提醒",
  diff_late: "补差价逾期",
  claim_review: "理赔待审",
  bad_evaluate: "差评待回复",
  evaluate_appeal: "评价申诉",
  expired: "过期待处理",
  refund_review: "退款待审",
  refund_failed: "退款失败待处理",
  price_adjustment: "调价待审",
  supplier_review: "供应商待审",
  supplier_payee_review: "收款账户待复核",
  supplier_paper: "供应商证照与预付",
  supplier_gap: "商品缺供应商",
  parcel_todo: "供应商物流待办",
  peer_apply: "入驻待审",
  peer_change_review: "条件变更待审",
  work_order: "工单待办",
  peer_paper: "同行证照待更新",
  peer_unowned: "同行待分配负责人",
  lead_follow: "展会线索待跟进",
  level_review: "定级待复核",
  peer_call: "今日回访",
  adjustment_review: "调账待审批",
  remittance_review: "汇款待审",
  withdraw_review: "提现待审",
  payout: "待付款",
  supplier_settle: "结算待办",
  express_settle: "快递结算待办",
  peer_overdue: "同行逾期账单",
  invoice_review: "发票待办",
  embassy_pay: "使馆费待付",
  policy_issue: "保单待出",
  export_review: "导出待审批",
  message: "消息待办",
  message_review: "结果待审",
} as const;
export type QueueKey = keyof typeof QUEUES;
/** Those that a list of their own rows takes as a filter, beside the applicants'. */
export const REMIND_QUEUES = { remind: QUEUES.remind } as const;
export const EVALUATE_QUEUES = { bad_evaluate: QUEUES.bad_evaluate, evaluate_appeal: QUEUES.evaluate_appeal } as const;
export const SUPPLIER_QUEUES = { supplier_review: QUEUES.supplier_review, supplier_paper: QUEUES.supplier_paper } as const;
export const ADJUST_QUEUES = { price_adjustment: QUEUES.price_adjustment } as const;
export const MATCH_QUEUES = { supplier_gap: QUEUES.supplier_gap } as const;
export const CLAIM_QUEUES = { claim_review: QUEUES.claim_review } as const;
export const PEER_QUEUES = { peer_paper: QUEUES.peer_paper, peer_unowned: QUEUES.peer_unowned } as const;
export const PEER_CALL_QUEUES = { peer_call: QUEUES.peer_call } as const;
export const PARCEL_QUEUES = { parcel_todo: QUEUES.parcel_todo } as const;
export const PEER_APPLY_QUEUES = { peer_apply: QUEUES.peer_apply } as const;
export const PEER_CHANGE_QUEUES = { peer_change_review: QUEUES.peer_change_review } as const;
export const WORK_ORDER_QUEUES = { work_order: QUEUES.work_order } as const;
export const LEAD_QUEUES = { lead_follow: QUEUES.lead_follow } as const;
export const REMITTANCE_QUEUES = { remittance_review: QUEUES.remittance_review } as const;
export const WITHDRAW_QUEUES = { withdraw_review: QUEUES.withdraw_review } as const;
export const PAYOUT_QUEUES = { payout: QUEUES.payout } as const;
export const LEVEL_QUEUES = { level_review: QUEUES.level_review } as const;
export const ADJUSTMENT_QUEUES = { adjustment_review: QUEUES.adjustment_review } as const;
export const SETTLE_DESK_QUEUES = { supplier_settle: QUEUES.supplier_settle, express_settle: QUEUES.express_settle } as const;
export const PEER_OVERDUE_QUEUES = { peer_overdue: QUEUES.peer_overdue } as const;
export const INVOICE_QUEUES = { invoice_review: QUEUES.invoice_review } as const;
export const EMBASSY_QUEUES = { embassy_pay: QUEUES.embassy_pay } as const;
export const REFUND_QUEUES = { refund_review: QUEUES.refund_review, refund_failed: QUEUES.refund_failed } as const;
export const EXPIRE_QUEUES = { expired: QUEUES.expired } as const;
export const POLICY_QUEUES = { policy_issue: QUEUES.policy_issue } as const;
