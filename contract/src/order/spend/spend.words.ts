/** 订单耗时 in words: its stages, clocks and ways to divide. No zod. */

/** From one point of a person's way to another; `hint` says which. */
export const SPEND_NODES = {
  t1: { label: "T1 下单→支付", hint: "下单到支付成功；未支付且未取消的订单为进行中" },
  t2: { label: "T2 支付→资料齐", hint: "支付到资料收齐进入预审" },
  t3: { label: "T3 资料齐→预审通过", hint: "待预审与补料的用时合计，含各轮补料，不含待收原件" },
  t4: { label: "T4 预审→约号", hint: "待预约与待确认的用时合计；有原件的从原件核对后起算，改期的合并计算" },
  t5: { label: "T5 约号→赴馆", hint: "约号成功到登记赴馆，改期重新约号的时间计入T4" },
  t6: { label: "T6 资料齐→送签", hint: "资料收齐到送签（赴馆产品为登记赴馆）" },
  t7: { label: "T7 送签→结果", hint: "送签到出签或拒签；工时口径按使领馆工作日计" },
  t8: { label: "T8 结果→寄出", hint: "出结果到寄回、发送或通知自取" },
  t9: { label: "T9 寄出→签收", hint: "寄出到客户收到" },
  total: { label: "总 支付→结果", hint: "支付到出签或拒签" },
} as const;
export type SpendNode = keyof typeof SPEND_NODES;

export const SPEND_CLOCKS = { work: "工时", natural: "自然" } as const;
export type SpendClock = keyof typeof SPEND_CLOCKS;

export const SPEND_SPLITS = {
  stage: "阶段",
  country: "国家",
  sku: "商品",
  embassy: "领区",
  supplier: "供应商",
  expert: "专家",
  month: "月",
} as const;
export type SpendSplit = keyof typeof SPEND_SPLITS;

export const SPEND_STATES = { done: "已完成", open: "进行中" } as const;
/** Rows of a division that have none of it. */
export const SPEND_WITHOUT = { embassy: "未定领区", supplier: "未分供应商", expert: "未派专家" } as const;
/** Where nobody chose a period, and the longest one. */
export const SPEND_DAYS = 30;
export const SPEND_DAYS_MAX = 92;
/** A working day. */
export const WORK_DAY_MINUTES = 480;
/** Rows of a division that are sent, the largest first. */
export const SPEND_ROWS = 200;
