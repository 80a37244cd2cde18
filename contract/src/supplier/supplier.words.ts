/** Choices of the supplier area, as the trade says them. No zod. */
export const SUPPLIER_KINDS = {
  submit_agency: "送签社",
  visa_centre: "签证中心",
  mission_channel: "使馆渠道",
  evisa_platform: "电子签平台",
  insurer: "保险公司",
  express: "快递公司",
  translation: "翻译公证",
} as const;
export type SupplierKind = keyof typeof SUPPLIER_KINDS;
/** Kinds that hand in papers somewhere, and so say where. */
export const SERVING_KINDS: readonly SupplierKind[] = ["submit_agency", "visa_centre", "mission_channel", "evisa_platform"];
/** Kinds that originals are sent to: an active one has somebody who collects. */
export const COLLECTING_KINDS: readonly SupplierKind[] = ["submit_agency", "visa_centre", "mission_channel", "translation"];
/** Kinds that may have no credit code of their own. */
export const CODELESS_KINDS: readonly SupplierKind[] = ["visa_centre", "mission_channel"];

export const SETTLE_CYCLES = { per_order: "单结", day: "日结", week: "周结", half_month: "半月结", month: "月结" } as const;
export const SETTLE_TRIGGERS = { submitted: "送签", issued: "出签", completed: "完成" } as const;
export const ON_REFUSALS = { full: "照付", service_half: "服务部分付半", embassy_only: "只付使馆费", none: "不付" } as const;
export const INVOICE_KINDS = { special: "专票", ordinary: "普票", none: "不开票" } as const;
export const CONTACT_ROLES = { business: "业务", collect: "收料", reconcile: "对账", finance: "财务", urgent: "紧急" } as const;
export const SUPPLIER_REJECTS = { incomplete: "资料不全", unqualified: "资质不符", duplicate: "重复", other: "其他" } as const;

export const DOCUMENT_KINDS = {
  business_licence: "营业执照",
  submit_qualification: "送签资质",
  contract: "合同",
  insurance_licence: "保险许可",
  other: "其他",
} as const;
export type DocumentKind = keyof typeof DOCUMENT_KINDS;
export const VALIDITIES = { upcoming: "未生效", valid: "有效", expiring: "即将到期", expired: "已过期" } as const;
export const VALIDITY_TONES = { upcoming: "blue", valid: "green", expiring: "orange", expired: "red" } as const;
export const EXPIRING_DAYS = 30;
/** Days before its end at which the owner of a paper's supplier is told. */
export const NOTICE_DAYS: readonly number[] = [30, 7, 0];
/** Papers that a supplier must have to be worked with. */
export const MUST_HAVE: Readonly<Record<SupplierKind, readonly DocumentKind[]>> = {
  submit_agency: ["business_licence", "submit_qualification", "contract"],
  evisa_platform: ["business_licence", "contract"],
  express: ["business_licence", "contract"],
  translation: ["business_licence", "contract"],
  insurer: ["business_licence", "insurance_licence", "contract"],
  visa_centre: [],
  mission_channel: [],
};
/** Papers without which nothing new is given to a supplier; an ended contract only warns. */
export const STOPPING_PAPERS: readonly DocumentKind[] = ["business_licence", "submit_qualification", "insurance_licence"];

/** How many people a supplier may have, and how many papers, accounts and prints are listed, newest first. */
export const CONTACTS_MAX = 50;
export const PARTS_SHOWN = 200;

export const MATCH_STATES = { unmatched: "未匹配", no_price: "价格待确认", matched: "已匹配", disabled: "停用" } as const;
export const MATCH_TONES = { unmatched: "red", no_price: "orange", matched: "green", disabled: "grey" } as const;
export const MATCH_TABS = {
  all: "全部",
  unmatched: "未匹配",
  single: "仅一家供应商",
  no_price: "价格待确认",
  in_review: "调价审核中",
  disabled: "停用",
} as const;
/** Marks a supplier wherever its name stands and it gets nothing new. */
export const SUPPLIER_PAUSED = "暂停合作";
/** Asked before the last usable match of a product on sale goes. */
export const LAST_MATCH = "这是该商品最后一个可用供应商，停用后将无法分派";
/** A cost that rises or falls by more is explained in more than a word. */
export const COST_STEP = { rate: 0.1, text: 10 } as const;
export const PRICE_REVIEWS = { pending: "待审核", approved: "通过", rejected: "驳回", withdrawn: "撤回" } as const;
export const CHANGE_SOURCES = { console: "后台", notice: "供应商通知", import: "导入", review: "审核生效", system: "系统" } as const;
/** Fields of a match and its costs that leave a record when they change. */
export const CHANGE_FIELDS = {
  created: "新建匹配",
  supplier_code: "供应商编码",
  supplier_title: "供应商商品名",
  priority: "优先级",
  daily_quota: "日限额",
  submit_weekdays: "送签日",
  lead_min: "最短时效",
  lead_max: "最长时效",
  valid_from: "合作开始",
  valid_to: "合作结束",
  status: "状态",
  adult: "成人价",
  child: "儿童价",
  urgent: "加急",
  embassy_included: "含使馆费",
  centre_included: "含中心费",
  embassy_fee: "使馆费",
  currency: "币种",
} as const;
export const BANDS = { adult: "成人", child: "儿童" } as const;
export const DEFAULT_WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5];
/** Working days searched for a free date when the asked one is full. */
export const NEXT_FREE_DAYS = 5;

export const PARCEL_PURPOSES = { submit: "送签资料", supplement: "补料", result: "结果与原件", other: "其他" } as const;
/** Of the company's parcels: 2 goes to a supplier, 5 comes from one. */
export const PARCEL_TYPES = { "2": "寄供应商", "5": "供应商寄来" } as const;
export const PARCEL_STAGES = {
  packing: "装箱中",
  sealed: "待寄出",
  in_transit: "在途",
  problem: "异常",
  signed: "已签收待清点",
  exception: "有差异",
  done: "已完结",
  lost: "遗失",
  returned: "已退回",
  cancelled: "已作废",
} as const;
export type ParcelStage = keyof typeof PARCEL_STAGES;
/** What a courier may say of a parcel under way. */
export const PARCEL_TRACKED = {
  problem: PARCEL_STAGES.problem,
  in_transit: PARCEL_STAGES.in_transit,
  returned: PARCEL_STAGES.returned,
} as const;
export const PARCEL_TONES = {
  packing: "orange",
  sealed: "orange",
  in_transit: "blue",
  problem: "red",
  signed: "blue",
  exception: "red",
  done: "green",
  lost: "red",
  returned: "red",
  cancelled: "grey",
} as const;
export const PARCEL_TABS = {
  todo: "待处理",
  due: "今日应寄",
  packing: "装箱中",
  sealed: "待寄出",
  in_transit: "在途",
  lost: "遗失",
  done: "已完结",
  all: "全部",
} as const;
export const VERDICTS = { ok: "无误", missing: "缺少", damaged: "破损", extra: "多出" } as const;
export const RESOLUTIONS = {
  found: "已找到",
  reissued: "已补寄",
  compensated: "已赔付",
  returned: "已退回",
  other: "其他",
} as const;
/** Until finance deducts it, a note says what is paid for. */
export const COMPENSATED = `${RESOLUTIONS.compensated}，待财务登记`;
/** A parcel is counted at once, item by item; so much may have come beside its list. */
export const PARCEL_ITEMS_MAX = 500;
export const EXTRAS_MAX = 50;
/** Working days in transit after which a parcel waits for somebody. */
export const TRANSIT_DAYS = 3;
/** Working days after sending before a parcel may be called lost. */
export const LOSE_DAYS = 3;
/** Why another was taken, by what is kept with each assignment. */
export const LOST_FOR = {
  cost: "结算价较高",
  price: "没有生效的结算价",
  quota: "名额已满",
  papers: "证照失效",
  day: "当日不送签",
  term: "不在合作期",
  supplier: "供应商未在合作",
  disabled: "匹配已停用",
  priority: "优先级较低",
  share: "名额占用较高",
  chosen: "人工选择他家",
  order: "排序在后",
} as const;
