/** Choices of batch transfers. No zod. */
export const SPLITS = { even_gmv: "按GMV均分", region: "按区域" } as const;
export const SELECTIONS = { all: "名下全部", ids: "所选", filter: "按条件" } as const;
export const SIDES = { from: "从", to: "到" } as const;
export const CARRIES = { orders: "在途订单", work_orders: "工单" } as const;
export type Carry = keyof typeof CARRIES;
export const TRANSFER_REASONS = {
  leave: "离职",
  vacation: "休假",
  region: "区域调整",
  customer: "客户要求",
  balance: "产能均衡",
} as const;
export const LINE_RESULTS = { pending: "待执行", done: "成功", skipped: "跳过", failed: "失败", undone: "已撤销" } as const;
export const LINE_TONES = { pending: "orange", done: "green", skipped: "grey", failed: "red", undone: "grey" } as const;
export const OWNER_CHANGED = "负责人已变更";
export const TARGETS_MAX = 10;
/** Calendar days in which a transfer may be undone, once. */
export const UNDO_DAYS = 7;
/** Lines of one transfer at most. */
export const LINES_MAX = 5_000;
