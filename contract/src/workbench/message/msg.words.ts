/** Words of messages among staff. No zod. */
export const MSG_KINDS = { task: "任务", notice: "知会" } as const;
export const MSG_SOURCES = { staff: "员工", system: "系统" } as const;
export const MSG_LEVELS = { normal: "普通", high: "重要", critical: "紧急" } as const;
export const MSG_STATES = { open: "进行中", reviewing: "待审核", done: "已完成", cancelled: "已撤销" } as const;
export const MSG_VIEWS = { mine: "我收到", review: "待我审核", sent: "我发起", cc: "抄送我" } as const;
/** Limits that are chosen instead of a time; the working calendar says when they end. */
export const MSG_LIMITS = { hours_2: "2工时", today: "今日下班", day_1: "1个工作日" } as const;
/** Records a message may be about. */
export const MSG_REFS = {
  order: "订单",
  applicant: "申请人",
  refund: "退款",
  peer: "同行",
  supplier: "供应商",
  work_order: "工单",
} as const;
export type MsgRef = keyof typeof MSG_REFS;
export const RESULTS = { done: "已完成", partly: "部分完成", cannot: "无法完成", not_needed: "无需处理" } as const;
export const RETURNS = { incomplete: "内容不全", wrong: "结果有误", no_proof: "凭证不清", other: "其他" } as const;
export const MSG_RECEIVERS_MAX = 200;
/** A returned result is due again after as long as it had, but never sooner. */
export const RETURN_LEAST_MINUTES = 120;
