/** Choices of work orders and their configuration. No zod. */
export const WORK_ORDER_CATEGORIES = {
  consult: "咨询",
  urge: "催办",
  change: "改资料",
  refund: "退款",
  complaint: "投诉",
  invoice: "发票",
  statement: "对账",
  system: "系统",
} as const;
export const CONFIG_SCOPES = { all: "全部", level: "等级", group: "分组", peer: "指定" } as const;
export type ConfigScope = keyof typeof CONFIG_SCOPES;
export const ANSWER_KINDS = {
  text: "单行文字",
  long_text: "多行文字",
  choice: "单选",
  date: "日期",
  money: "金额",
  files: "附件",
  order: "订单",
  applicant: "申请人",
} as const;
export type AnswerKind = keyof typeof ANSWER_KINDS;
export const HANDLERS = { cs: "客服", bd: "商务", expert: "订单专家", team: "团队" } as const;
export type HandlerKind = keyof typeof HANDLERS;
export const ESCALATE_TO = { handler: "处理人", team_leader: "组长", worker: "指定员工" } as const;
export type EscalateTo = keyof typeof ESCALATE_TO;
export const LINKS = { none: "无", urge: "催办提醒", refund: "退款", invoice: "开票", statement: "对账异议" } as const;
export type LinkKind = keyof typeof LINKS;
/** What the record is called that answers a work order. */
export const LINK_RECORDS = { urge: "催办提醒", refund: "退款单", invoice: "发票", statement: "有异议的账单" } as const;
export const WORK_ORDER_SOURCES = { peer: "同行", staff: "代提", system: "系统", chat: "会话" } as const;
export const RESOLUTIONS = { solved: "已解决", explained: "已解释", no_answer: "同行未补充", withdrawn: "撤回", invalid: "无效" } as const;
/** What a person may resolve as. */
export const RESOLVE_AS = { solved: "已解决", explained: "已解释", no_answer: "同行未补充", invalid: "无效" } as const;
export const MESSAGE_KINDS = { to_peer: "对同行", from_peer: "来自同行", internal: "内部" } as const;
export const WORK_ORDER_VIEWS = { mine: "我的", team: "本组", all: "全部" } as const;
/** Of those that wait for it: past its limit. What was answered past it is 首响迟. */
export const OVERDUE_FILTERS = { reply: "首响已超时", resolve: "解决超时", soon: "1小时内到期" } as const;
export const FIELDS_MAX = 12;
export const REOPEN = { days: 7, times: 2 } as const;
/** Working days: asked and not answered; resolved and left alone. */
export const GIVE_UP_DAYS = 5;
export const CLOSE_DAYS = 3;
/** Working minutes where nothing is said. */
export const DEFAULT_LIMITS = { reply: 30, resolve: 480 } as const;
export const TRIAL_DAYS = 90;
