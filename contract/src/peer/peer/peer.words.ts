/** Choices of partner agencies and their terms, as the trade says them. No zod. */
export const BUSINESS_KINDS = {
  travel_agency: "旅行社",
  ticket: "票务",
  study: "留学移民",
  corporate: "企业",
  other: "其他",
} as const;
export type BusinessKind = keyof typeof BUSINESS_KINDS;
export const PEER_SOURCES = {
  bd: "商务开发",
  exhibition: "展会",
  fission: "裂变",
  channel_code: "渠道码",
  self: "自然",
  import: "导入",
} as const;
export type PeerSource = keyof typeof PEER_SOURCES;
export const OWNER_ROLES = { bd: "商务", cs: "客服" } as const;
export type OwnerRole = keyof typeof OWNER_ROLES;
export const OWNER_BY = { application: "入驻", transfer: "转移", region: "区域" } as const;
/** As history says it: what a transfer gave and what its undoing gave back. */
export const OWNER_WAYS = { ...OWNER_BY, undo: "撤销转移" } as const;
/** Where nobody looks after a peer. */
export const UNOWNED = "未分配";
export const SETTLE_MODES = { prepaid: "预存", credit: "授信", cash: "现结" } as const;
export type SettleMode = keyof typeof SETTLE_MODES;

/** As lists and filters say it: frozen is derived, some block forbids ordering. */
export const PEER_STATES = { active: "正常", frozen: "已冻结", closed: "已停用" } as const;
export const PEER_TONES = { active: "green", frozen: "red", closed: "grey" } as const;
export const ACTIVITIES = { new: "新", active: "活跃", silent: "沉默", lost: "流失" } as const;
export type Activity = keyof typeof ACTIVITIES;
export const ACTIVITY_TONES = { new: "blue", active: "green", silent: "orange", lost: "red" } as const;
/** Days since the last paid order, or since approval. */
export const ACTIVITY_DAYS = { new: 30, active: 30, silent: 90 } as const;
/** Tiles over the list, each a filter. */
export const PEER_TILES = { active: "正常", frozen: "冻结", silent: "沉默", lost: "流失", unowned: "未分配" } as const;

export const PEER_DOCUMENT_KINDS = {
  business_licence: "营业执照",
  travel_licence: "旅行社许可证",
  contract: "合同",
  legal_id: "法人证件",
} as const;
export type PeerDocumentKind = keyof typeof PEER_DOCUMENT_KINDS;
export const PEER_VALIDITIES = { valid: "有效", expiring: "即将到期", expired: "已过期" } as const;
export const PEER_VALIDITY_TONES = { valid: "green", expiring: "orange", expired: "red" } as const;
export const PEER_EXPIRING_DAYS = 30;
/** Licences without which no new order is taken once they ended long ago. */
export const mustLicences = (kind: BusinessKind): readonly PeerDocumentKind[] =>
  kind === "travel_agency" ? ["business_licence", "travel_licence"] : ["business_licence"];

export const ACCOUNT_ROLES = { owner: "主账号", operator: "操作员", finance: "财务", viewer: "只读" } as const;
export type AccountRole = keyof typeof ACCOUNT_ROLES;
/** What a login of a peer does on its own site. */
export const ACCOUNT_ACTS = {
  view: "查看",
  order: "下单",
  pay: "支付",
  finance: "看账",
  work_order: "提交工单",
  account: "管理子账号",
} as const;
export type AccountAct = keyof typeof ACCOUNT_ACTS;
export const RESET_DELIVERIES = { sent: "已发送", unsent: "未发送" } as const;
/** Minutes a one-time link is good for. */
export const RESET_MINUTES = 30;

export const APPLICATION_REJECTS = {
  unqualified: "资质不符",
  duplicate: "重复申请",
  untrue: "信息不实",
  risk: "风险",
  other: "其他",
} as const;
/** What may be asked for again, by the fields of an application. */
export const RETURN_ITEMS = {
  name: "企业名称",
  credit_code: "统一社会信用代码",
  legal_person: "法人",
  licence_no: "许可证号",
  contact_name: "联系人",
  contact_mobile: "手机",
  contact_email: "邮箱",
  address: "地址",
  business_licence: "营业执照",
  travel_licence: "旅行社许可证",
} as const;
/** Calendar days after which an untouched return lapses. */
export const RETURN_DAYS = 7;
export const RETURN_LAPSED = "超时未补充";
export const APPLICATION_CHECKS = {
  code_in_use: "信用代码",
  mobile_in_use: "手机号",
  similar_name: "相似企业",
  same_legal_person: "同一法人",
  licence: "证照有效期",
  fraud: "邀请关系",
} as const;
export const CHECK_RESULTS = { ok: "通过", warn: "提示", bad: "异常" } as const;
/** Names at least this much alike are shown. */
export const SIMILAR = 0.6;

export const CHANGE_KINDS = {
  credit_limit: "长期额度",
  credit_temp: "临时额度",
  settle_mode: "结算方式与账期",
  level: "手动定级",
  company: "企业信息",
  owner_account: "主账号更换",
} as const;
export type ChangeKind = keyof typeof CHANGE_KINDS;
export const CHANGE_REASONS = {
  growth: "业务增长",
  season: "旺季备款",
  risk: "风险控制",
  customer: "客户要求",
  correct: "更正信息",
  other: "其他",
} as const;
export const CHANGE_REJECTS = { insufficient: "依据不足", risk: "风险", wrong: "内容有误", other: "其他" } as const;
/** Kinds that need papers. */
export const CHANGE_FILES: readonly ChangeKind[] = ["company", "owner_account"];
/** Days ahead a change may hold at most. */
export const CHANGE_DAYS = { credit_temp: 30, level: 180 } as const;

export const BLOCKS = { credit: "停授信", order: "停下单", login: "停登录" } as const;
export type Block = keyof typeof BLOCKS;
export const HOLD_KINDS = { risk: "风险", manual: "人工", waiver: "放行" } as const;
export type HoldKind = keyof typeof HOLD_KINDS;
export const BLOCK_CAUSES = { overdue: "账单逾期", licence: "证照过期", contract: "合同到期", hold: "管控" } as const;
export type BlockCause = keyof typeof BLOCK_CAUSES;
/** Days and times of one waiver's cause. */
export const WAIVER_DAYS = 7;
export const WAIVER_TURNS = 2;

/** Moves of a peer within the terms of its level. */
export const LIMIT_WITH_TEMP = 1.5;
export const CALL_RESULTS = { back: "已恢复下单", promised: "承诺下单", busy: "未接通", lost: "已流失", other: "其他" } as const;
/** Calls a BD is given on a working morning, and days a call that was made hides its peer. */
export const CALLS_PER_DAY = 10;
export const CALL_HIDDEN_DAYS = 7;
export const TOP_UP_PURPOSES = { top_up: "充值", repay: "还款" } as const;
export const TOP_UP_METHODS = { wechat: "微信", alipay: "支付宝", channel: "渠道代收", bank: "对公转账" } as const;
/** Those that staff still register by hand. */
export const TOP_UP_CHANNELS = { wechat: "微信", alipay: "支付宝", channel: "渠道代收" } as const;

/** Said in place of an overdue amount that no statement gives yet. */
export const UNBILLED = "账单未出";
