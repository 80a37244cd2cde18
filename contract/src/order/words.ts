/** Choices of the order area, as the trade says them. No zod. */
export const SOURCES = {
  mini_program: "小程序",
  h5: "H5",
  peer_pc: "同行PC",
  api: "API",
  ota: "OTA",
  staff: "代客下单",
  import: "导入",
} as const;
export const CUSTOMER_KINDS = { direct: "直客", peer: "同行", corporate: "企业" } as const;
export const PAY_STATES = { unpaid: "未支付", paid: "已支付", partly_refunded: "部分退款", refunded: "已退款" } as const;
export const PAY_TONES = { unpaid: "orange", paid: "green", partly_refunded: "orange", refunded: "grey" } as const;
export const FLOWS = { material_first: "先资料后支付", pay_first: "先支付后资料" } as const;
export const VISIT_WISHES = { manual: "手动选日", any_30: "近30天都可以", not_30: "近30天都不行" } as const;
export const RETURN_MODES = { express: "快递", pickup: "自取", embassy_mail: "使馆邮寄", none: "无需" } as const;
/** How a product's papers usually come back. */
export const returnModeOf = (product: { return_way: string }): "express" | "pickup" | "none" =>
  product.return_way === "pickup" ? "pickup" : product.return_way === "none" ? "none" : "express";
export const CANCEL_REASONS = {
  timeout: "超时未支付",
  customer: "客户取消",
  duplicate: "重复下单",
  refunded: "已全部退款",
  other: "其他",
} as const;
export const FEE_KINDS = {
  service: "服务费",
  embassy: "签证费",
  centre: "签证中心费",
  urgent: "加急费",
  protection: "拒签无忧",
  insurance: "保险费",
  express: "快递费",
  reappointment: "重新预约费",
  invoice_surcharge: "发票补差",
  photo: "照片",
  other: "其他",
} as const;
export const PAY_METHODS = {
  gift: "赠送金",
  principal: "余额本金",
  credit: "授信",
  wechat: "微信",
  alipay: "支付宝",
  channel: "渠道代收",
  remittance: "对公汇款",
} as const;
/** Accounts of a peer, in the order in which they are used. */
export const ACCOUNT_METHODS = { gift: "赠送金", principal: "余额本金", credit: "授信" } as const;
/** Ways of paying that staff register with a trade number and proof. */
export const REGISTERED_METHODS = { wechat: "微信", alipay: "支付宝", channel: "渠道代收" } as const;
export const GENDERS = { male: "男", female: "女" } as const;
export const MARITALS = { single: "未婚", married: "已婚", divorced: "离异", widowed: "丧偶" } as const;
export const RELATIONS = { self: "本人", spouse: "配偶", child: "子女", parent: "父母", other: "其他" } as const;
export const PARTIES = { us: "我方", customer: "客户", embassy: "使馆", supplier: "供应商", courier: "快递" } as const;
export const HOLD_PARTIES = { customer: "客户", embassy: "使馆", supplier: "供应商", courier: "快递" } as const;
export const LIABILITIES = { us: "我司", customer: "客户", embassy: "使领馆/第三方", unknown: "未判定" } as const;
export const REFUSAL_CATEGORIES = {
  immigrant: "移民倾向",
  untrue: "资料不实或前后矛盾",
  funds: "资金证明不足",
  purpose: "出行目的/行程不合理",
  interview: "面签表现",
  history: "过往拒签或逾期滞留记录",
  ties: "约束力不足(在职/家庭)",
  unstated: "使领馆未说明",
} as const;
export const ROLLBACK_REASONS = {
  mistake: "操作失误",
  returned: "使领馆退件",
  replaced: "客户更换资料",
  rescheduled: "预约取消/改期",
  wrong_result: "结果录入错误",
} as const;
export const NOTE_KINDS = { internal: "内部", customer: "对客", contact: "联系记录" } as const;
export const LOG_ENTRY_KINDS = { move: "状态", field: "修改", file: "文件", money: "资金", message: "消息", note: "备注" } as const;
export const HOLDERS = { customer: "客户", courier: "快递", us: "我方", supplier: "供应商", embassy: "使馆", lost: "遗失" } as const;
export const SEND_MODES = { express: "快递寄回", pickup: "客户自取", embassy_mail: "使馆邮寄", file: "发送电子签" } as const;
export const EXPRESS_TYPES = { "1": "客户寄来", "2": "寄使领馆/供应商", "3": "回寄客户", "4": "寄发票", "5": "使领馆/供应商寄回" } as const;
export const EXPRESS_MODES = { express: "快递", shop: "门店递交", internal: "内部交接", pickup: "自取" } as const;
export const CARRIERS = {
  SF: "顺丰速运",
  EMS: "EMS",
  JD: "京东物流",
  ZTO: "中通快递",
  YTO: "圆通速递",
  STO: "申通快递",
  YD: "韵达速递",
  JTSD: "极兔速递",
  DBL: "德邦快递",
  YZPY: "邮政快递包裹",
} as const;
export const DIFF_PAYERS = { customer: "客户", peer: "同行", company: "我司" } as const;
export const ORDER_FLAGS = {
  urgent: "加急",
  overdue: "超期",
  supplement_open: "补料中",
  admin_check: "行政审查",
  on_hold: "挂起",
  protected: "拒签无忧",
  diff_pending: "待补差",
  originals_lost: "原件遗失",
} as const;
export const DUE_FILTERS = { today: "今日", overdue: "逾期", week: "本周", none: "无" } as const;
export const SCOPES = { mine: "我的", team: "本组", all: "全部" } as const;
/** Tabs of 订单查看: key, label, states. */
export const ORDER_TABS = {
  all: { label: "全部", states: null },
  pending_payment: { label: "待支付", states: ["pending_payment"] },
  customer: { label: "待客户", states: ["pending_visit_date", "pending_upload", "pending_form"] },
  pending_mail: { label: "待邮寄", states: ["pending_mail"] },
  processing: { label: "办理中", states: ["processing"] },
  shipped: { label: "已发货", states: ["shipped"] },
  pending_evaluate: { label: "待评价", states: ["pending_evaluate"] },
  completed: { label: "已完成", states: ["completed"] },
  cancelled: { label: "已取消", states: ["cancelled"] },
  deleted: { label: "已删除", states: ["deleted"] },
} as const;
/** Tabs of 订单处理, one row per applicant. `send_back` and `closed` also look at handed_back_at. */
export const APPLICANT_TABS = {
  all: { label: "全部", states: null },
  none: { label: "收资料中", states: ["none"] },
  pre_review: { label: "待预审", states: ["pre_review"] },
  supplement: { label: "补料中", states: ["pre_review_rejected"] },
  originals: { label: "待收原件", states: ["awaiting_originals"] },
  appointment: { label: "待预约", states: ["awaiting_appointment"] },
  confirm: { label: "待确认", states: ["awaiting_confirm"] },
  visit: { label: "待赴馆", states: ["appointed", "awaiting_training", "awaiting_visit"] },
  submission: { label: "待送签", states: ["awaiting_submission"] },
  embassy: { label: "使馆审核", states: ["in_embassy"] },
  send_back: { label: "待寄回", states: ["issued", "refused"] },
  claim: { label: "拒签理赔", states: ["refused_proof", "refused_review", "refused_rejected"] },
  refund: { label: "退款", states: ["refunding", "pre_review_failed"] },
  closed: { label: "已结束", states: ["issued", "refused", "refunded", "cancelled"] },
} as const;
/** Tabs of people whose case is still on: neither a result nor a refund nor a cancellation has ended it. */
export const OPEN_TABS: readonly string[] = Object.keys(APPLICANT_TABS).filter((t) => !["all", "send_back", "closed"].includes(t));
const NOT_SUBMITTED = ["none", "pre_review", "supplement", "originals", "appointment", "confirm", "visit", "submission"] as const;
/** Tabs and states of people whose papers have not gone to the mission yet. */
export const UNSUBMITTED_TABS: readonly string[] = NOT_SUBMITTED;
export const UNSUBMITTED_STATES: readonly string[] = NOT_SUBMITTED.flatMap((tab) => APPLICANT_TABS[tab].states);

/** States of people whose review is passed and whose papers are not handed in: another supplier may do it. */
export const REROUTABLE_STATES: readonly string[] = (["originals", "appointment", "confirm", "visit", "submission"] as const).flatMap(
  (tab) => APPLICANT_TABS[tab].states,
);

/** Personal values that are shown one at a time. */
export const REVEALED = [
  "name_cn",
  "surname_en",
  "given_name_en",
  "birth_date",
  "id_card_no",
  "passport_no",
  "mobile",
  "email",
  "address",
  "contact_name",
  "contact_mobile",
  "contact_email",
  "return_name",
  "return_mobile",
  "return_address",
] as const;
