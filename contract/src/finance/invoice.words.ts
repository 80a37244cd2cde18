/** Words of invoices. No zod. */
export const INVOICE_DIRECTIONS = { blue: "蓝字", red: "红字" } as const;
export const INVOICE_KINDS = { normal: "数电普票", special: "数电专票" } as const;
export type InvoiceKind = keyof typeof INVOICE_KINDS;
export const INVOICE_PARTS = { service: "服务费", embassy: "代收签证费" } as const;
export type InvoicePart = keyof typeof INVOICE_PARTS;
export const TITLE_TYPES = { company: "企业", person: "个人" } as const;
export const RED_REASONS = { wrong: "开票有误", stopped: "服务中止", allowance: "销售折让" } as const;
/** How much of a blue one its issued red ones took back. */
export const RED_STATES = { none: "未红冲", part: "部分红冲", full: "已红冲" } as const;
export const DELIVERIES = { none: "未交付", no_file: "待传文件", sent: "已发送", recorded: "未接通发送" } as const;
/** Why somebody refused one; the system says the last two. */
export const INVOICE_REJECTS = {
  amount: "金额有误",
  title: "抬头有误",
  duplicate: "重复申请",
  other: "其他",
  refunded: "订单已退款",
  surcharge: "补差价已撤销",
} as const;
export type InvoiceReject = keyof typeof INVOICE_REJECTS;
export const TYPED_REJECTS = { amount: "金额有误", title: "抬头有误", duplicate: "重复申请", other: "其他" } as const;
/** What a request that needs two papers tells. */
export const SPLIT_NOTE = "代收签证费不得开具专用发票，已拆分为普票";
/** For how long the other side may answer a confirmation. */
export const RED_CONFIRM_HOURS = 72;
