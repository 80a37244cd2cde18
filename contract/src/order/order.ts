import { api, done, list, move, optional, pick, read, write } from "../kit/endpoint.ts";
import { stateLabels } from "../kit/flow.ts";
import {
  address, anyOf, bool, choice, choices, date, email, files, id, ids, int, keysOf, longText, mobile, money, personName, range, text, time, version, z,
} from "../kit/field.ts";
import { may } from "../permissions.ts";
import { IDENTITIES, VISA_TYPES } from "../product/sku.ts";
import { applicantFlow, orderFlow } from "./order.flow.ts";
import {
  CANCEL_REASONS, CUSTOMER_KINDS, DUE_FILTERS, FEE_KINDS, FLOWS, LOG_ENTRY_KINDS, NOTE_KINDS, ORDER_FLAGS, ORDER_TABS, PAY_METHODS, PAY_STATES,
  REGISTERED_METHODS, RETURN_MODES, SCOPES, SOURCES, VISIT_WISHES,
} from "./words.ts";

const R = { any: [may.order_view, may.order_process] } as const;
const tabKeys = keysOf(ORDER_TABS);

export const order = z.object({
  id: id("编号"),
  order_no: text("订单号"),
  source: choice("来源", SOURCES),
  partner_order_no: z.nullable(text("渠道订单号")),
  customer_kind: choice("客户类型", CUSTOMER_KINDS),
  contact_name: personName("联系人"),
  contact_mobile: mobile("联系手机"),
  contact_email: z.nullable(email("联系邮箱")),
  sku_id: id("商品", "sku"),
  sku_name: text("商品"),
  country_id: text("国家/地区").meta({ label: "国家/地区", kind: "text", of: "country" }),
  country_name: text("国家/地区"),
  flag_emoji: text("旗", { min: 0 }),
  district_name: z.nullable(text("领区", { min: 0 })),
  flow: choice("流程", FLOWS),
  travel_date: z.nullable(date("出行日期")),
  return_date: z.nullable(date("回国日期")),
  effect_date: z.nullable(date("生效日期")),
  return_mode: choice("回寄方式", RETURN_MODES),
  order_status: choice("订单状态", stateLabels(orderFlow)),
  status_at: time("进入时间"),
  pay_status: choice("支付状态", PAY_STATES),
  amount_total: money("原价"),
  discount_total: money("优惠"),
  amount_payable: money("应付"),
  amount_paid: money("实付"),
  amount_refunded: money("已退"),
  /** Only for holders of 100201101; null otherwise. */
  cost: z.nullable(money("成本")),
  margin: z.nullable(money("毛利", { signed: true })),
  expert_id: z.nullable(id("签证专家", "worker")),
  expert_name: z.nullable(text("签证专家")),
  cs_owner_id: z.nullable(id("客服", "worker")),
  cs_owner_name: z.nullable(text("客服")),
  bd_owner_id: z.nullable(id("商务", "worker")),
  applicant_count: int("申请人数"),
  submitted_count: int("已送人数"),
  applicants: z.array(z.object({ id: id(), name_cn: z.nullable(personName("姓名")), applicant_status: choice("状态", stateLabels(applicantFlow)) })).meta({ label: "申请人", kind: "list" }),
  flags: choices("标记", ORDER_FLAGS),
  due_at: z.nullable(time("截止")),
  pay_deadline_at: z.nullable(time("支付截止")),
  paid_at: z.nullable(time("支付时间")),
  promised_date: z.nullable(date("承诺出签日")),
  shipped_at: z.nullable(time("发货时间")),
  received_at: z.nullable(time("收到时间")),
  completed_at: z.nullable(time("完成时间")),
  cancelled_at: z.nullable(time("取消时间")),
  cancel_reason: z.nullable(choice("取消原因", CANCEL_REASONS)),
  created_at: time("下单时间"),
  version: version(),
});
const f = order.shape;

/** Filters of 订单查看, shared by the list, its figures, its tab counts and its export. */
export const orderFilter = {
  keyword: z.optional(text("订单号/姓名/手机/护照", { min: 0, max: 64 })),
  tab: z.optional(z.enum(tabKeys)),
  scope: z.optional(choice("范围", SCOPES)),
  order_status: z.optional(anyOf(f.order_status)),
  pay_status: z.optional(anyOf(f.pay_status)),
  applicant_status: z.optional(anyOf(choice("申请人状态", stateLabels(applicantFlow)))),
  country_id: z.optional(anyOf(f.country_id)),
  visa_type: z.optional(anyOf(z.int().meta({ label: "签证类型", kind: "choice", options: VISA_TYPES }))),
  sku_id: z.optional(anyOf(f.sku_id)),
  source: z.optional(anyOf(f.source)),
  customer_kind: z.optional(anyOf(f.customer_kind)),
  expert_id: z.optional(anyOf(id("签证专家", "worker"))),
  cs_owner_id: z.optional(anyOf(id("客服", "worker"))),
  identity: z.optional(anyOf(choice("身份", IDENTITIES))),
  flag: z.optional(anyOf(choice("标记", ORDER_FLAGS))),
  due: z.optional(choice("截止", DUE_FILTERS)),
  amount_payable: z.optional(z.strictObject({ from: z.optional(z.int()), to: z.optional(z.int()) }).meta({ label: "应付", kind: "money" })),
  created_at: z.optional(range("下单时间")),
  paid_at: z.optional(range("支付时间")),
  travel_date: z.optional(range("出行日期")),
};

export const orderFee = z.object({
  id: id(), applicant_id: z.nullable(id("申请人")), kind: choice("费用项", FEE_KINDS), amount: money("原价"), discount_share: money("优惠分摊"), payable: money("应付"),
  is_official_paid: bool("官方已收"), refunded: money("已退"), diff_no: z.nullable(text("来源补差")),
});
export const orderPayment = z.object({
  id: id(), method: choice("支付方式", PAY_METHODS), amount: money("金额"), trade_no: z.nullable(text("交易号")), proof: files("凭证"), refunded: money("已退"), paid_at: time("支付时间"),
  created_by_name: z.nullable(text("登记人")), diff_no: z.nullable(text("补差价")),
});
export const orderNote = z.object({
  id: id(), kind: choice("备注类型", NOTE_KINDS), content: longText("备注", 1000), applicant_id: z.nullable(id("申请人")), files: files("附件"), pinned: bool("置顶"),
  created_by_name: z.nullable(text("记录人")), created_at: time("时间"),
});
export const orderLog = z.object({
  id: id(), kind: choice("类型", LOG_ENTRY_KINDS), noun: z.string(), noun_id: id(), applicant_id: z.nullable(id("申请人")), applicant_seq: z.nullable(z.int()), move: z.nullable(z.string()),
  label: text("动作"), from_state: z.nullable(z.string()), to_state: z.nullable(z.string()), from_label: z.nullable(z.string()), to_label: z.nullable(z.string()),
  actor_kind: z.string(), actor_name: text("操作人", { min: 0 }), on_behalf: bool("代客户"), reason: z.nullable(text("原因")),
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() })), customer_visible: bool("对客可见"), at: time("时间"),
});

/** A legal or refused next move, as the server judges it. */
export const moveState = z.object({ move: z.string(), ok: z.boolean(), missing: z.nullable(z.string()) });

export const orderApplicant = z.object({
  id: id(), seq: int("序号"), applicant_no: text("申请人编号"), name_cn: z.nullable(personName("姓名")), identity: z.nullable(choice("身份", IDENTITIES)),
  passport_no: z.nullable(z.string().meta({ label: "护照号", kind: "text", personal: "passport" })), relation: z.string(), is_child: bool("儿童"),
  applicant_status: choice("状态", stateLabels(applicantFlow)), status_at: time("进入时间"), status_due_at: z.nullable(time("截止")), waiting_party: z.string(),
  held_at: z.nullable(time("挂起")), hold_reason: z.nullable(z.string()), materials_must: z.int(), materials_passed: z.int(), supplier_name: z.nullable(z.string()),
  settle_price: z.nullable(money("结算价")), submit_date: z.nullable(date("送签日期")), application_no: z.nullable(z.string()), handed_back_at: z.nullable(time("寄回")),
  /** The one next step, for the row button. */
  next_move: z.nullable(z.string()),
  version: version(),
});

export const orderDetail = z.object({
  ...f,
  return_address: z.nullable(address("收件地址")), return_address_text: z.nullable(z.string().meta({ label: "收件地址", kind: "text", personal: "address" })),
  visit_wish: z.nullable(choice("赴馆意向", VISIT_WISHES)), visit_wish_dates: z.array(z.string()).meta({ label: "可选日期", kind: "list" }),
  urgent_tier: z.nullable(z.object({ tier_code: z.string(), name: z.string(), fee: z.int(), work_days: z.int() })),
  customer_note: text("客户留言", { min: 0, max: 500 }), created_by_name: z.nullable(text("下单人")),
  snapshot: z.object({
    id: id(), sku_no: z.string(), sku_name: z.string(), spu_name: z.string(), visa_type: z.int(), visa_form: z.string(), entry_count: z.string(), stay: z.string(), validity: z.string(),
    embassy_name: z.nullable(z.string()), need_visit: z.boolean(), work_days_min: z.int(), work_days_max: z.int(), passport_months: z.int(), refund_policy_name: z.nullable(z.string()), made_at: time("快照时间"),
  }),
  snapshot_diff: z.array(z.object({ label: z.string(), then: z.string(), now: z.string() })),
  fees: z.array(orderFee), payments: z.array(orderPayment), people: z.array(orderApplicant), notes: z.array(orderNote),
  evaluate: z.nullable(z.object({ id: id(), score: z.int(), content: z.string(), source: z.string(), created_at: time("时间") })),
  moves: z.array(moveState),
});

const quoteApplicant = z.strictObject({
  name_cn: z.optional(z.nullable(personName())), surname_en: z.optional(z.nullable(text("姓(拼音)", { max: 40 }))), given_name_en: z.optional(z.nullable(text("名(拼音)", { max: 40 }))),
  gender: z.optional(z.nullable(z.enum(["male", "female"]))), birth_date: z.optional(z.nullable(date("出生日期"))),
  passport_no: z.optional(z.nullable(text("护照号", { max: 12 }))), passport_issue_date: z.optional(z.nullable(date("签发日"))), passport_expiry_date: z.optional(z.nullable(date("有效期至"))),
  id_card_no: z.optional(z.nullable(text("身份证号", { max: 18 }))), mobile: z.optional(z.nullable(mobile())), identity: z.optional(z.nullable(choice("身份", IDENTITIES))),
  household_province: z.optional(z.nullable(text("户籍省", { max: 6 }))), household_city: z.optional(z.nullable(text("户籍市", { max: 6 }))),
  relation: z.optional(z.enum(["self", "spouse", "child", "parent", "other"])), protection: z.optional(z.boolean()),
});
/** What an entry is priced by. */
export const orderEntry = {
  sku_id: f.sku_id, customer_kind: f.customer_kind, travel_date: z.optional(f.travel_date), return_date: z.optional(f.return_date),
  urgent_tier_code: z.optional(z.nullable(text("加急档", { max: 20 }))), refuse_no_worry_product_id: z.optional(z.nullable(id("拒签无忧"))),
  applicants: z.array(quoteApplicant).min(1, { error: "至少填写一位申请人" }).max(50, { error: "一张订单最多50位申请人" }).meta({ label: "申请人", kind: "list" }),
};
export const orderQuote = z.object({
  quote_hash: z.string(), amount_total: money("原价"), discount_total: money("优惠"), amount_payable: money("应付"), margin: z.nullable(money("毛利", { signed: true })),
  lines: z.array(z.object({ applicant_seq: z.nullable(z.int()), kind: choice("费用项", FEE_KINDS), label: z.string(), amount: money("原价"), discount_share: money("优惠分摊"), payable: money("应付"), source: z.string() })),
  warnings: z.array(z.string()), promised: z.nullable(z.string()),
});

const versioned = pick(order, "id", "version");
const moved = z.object({ id: id(), order_status: f.order_status, version: version() });

export const orderApi = api({
  order_query: list("订单列表", may.order_view, {
    filter: orderFilter, row: order, sorts: ["due_at", "created_at", "paid_at", "travel_date"],
    exports: ["order_no", "partner_order_no", "source", "customer_kind", "contact_name", "contact_mobile", "country_name", "sku_name", "district_name", "applicant_count", "submitted_count", "order_status", "pay_status",
      "amount_total", "discount_total", "amount_payable", "amount_paid", "amount_refunded", "cost", "margin", "travel_date", "promised_date", "expert_name", "cs_owner_name", "due_at", "created_at", "paid_at"],
  }),
  order_total_get: read("订单合计", may.order_view, orderFilter, z.object({
    tabs: z.record(z.string(), z.object({ total: z.int(), total_capped: z.boolean() })),
    figures: z.object({ orders: z.int(), persons: z.int(), amount_payable: money("应付"), amount_paid: money("实付"), amount_refunded: money("已退"), cost: z.nullable(money("成本")), margin: z.nullable(money("毛利", { signed: true })), is_capped: z.boolean() }),
  })),
  order_get: read("订单详情", R, pick(order, "id"), orderDetail),
  order_log_query: read("订单动态", R, { order_id: id("订单"), applicant_id: z.optional(id("申请人")), kind: z.optional(z.array(choice("类型", LOG_ENTRY_KINDS))), before_id: z.optional(id()) }, z.object({ list: z.array(orderLog), has_more: z.boolean() })),
  order_quote: read("下单报价", may.order_entry, orderEntry, orderQuote),
  order_add: move(orderFlow, "add", {
    ...orderEntry, quote_hash: text("报价", { max: 64 }), contact_name: f.contact_name, contact_mobile: f.contact_mobile, contact_email: z.optional(f.contact_email), partner_order_no: z.optional(z.nullable(text("渠道订单号", { max: 60 }))),
    effect_date: z.optional(f.effect_date), visit_wish: z.optional(z.nullable(choice("赴馆意向", VISIT_WISHES))), visit_wish_dates: z.optional(z.array(date("可选日期")).max(10)),
    return_mode: f.return_mode, return_address: z.optional(z.nullable(address("收件地址"))), customer_note: z.optional(text("客户留言", { min: 0, max: 500 })), confirm_duplicate: z.optional(z.boolean()),
  }, z.object({ id: id(), order_no: text("订单号") }), { key: true }),
  order_update: write("修改订单", R, {
    ...versioned, ...optional(pick(order, "contact_name", "contact_mobile", "contact_email", "travel_date", "return_date", "effect_date", "return_mode")),
    return_address: z.optional(z.nullable(address("收件地址"))), customer_note: z.optional(text("客户留言", { min: 0, max: 500 })),
  }, moved),
  order_wish_submit: move(orderFlow, "wish_submit", { ...versioned, visit_wish: choice("赴馆意向", VISIT_WISHES), visit_wish_dates: z.optional(z.array(date("可选日期")).max(10)) }, moved),
  order_wish_update: write("修改赴馆意向", R, { ...versioned, visit_wish: choice("赴馆意向", VISIT_WISHES), visit_wish_dates: z.optional(z.array(date("可选日期")).max(10)) }, moved),
  order_upload_submit: move(orderFlow, "upload_submit", versioned, moved),
  order_form_submit: move(orderFlow, "form_submit", versioned, moved),
  order_pay_register: move(orderFlow, "pay", {
    ...versioned,
    parts: z.array(z.strictObject({ method: choice("支付方式", REGISTERED_METHODS), amount: money("金额", { min: 1 }), trade_no: text("交易号", { max: 64 }), proof: files("凭证", 5), paid_at: time("支付时间") }))
      .min(1, { error: "请填写支付明细" }).max(10, { error: "支付明细最多10笔" }).meta({ label: "支付明细", kind: "list" }),
  }, moved, { key: true }),
  order_cancel: move(orderFlow, "cancel", { ...versioned, cancel_reason: z.enum(["customer", "duplicate", "other"], { error: "请选择取消原因" }).meta({ label: "取消原因", kind: "choice", options: { customer: "客户取消", duplicate: "重复下单", other: "其他" } }), reason: text("说明", { min: 2, max: 200 }) }, moved),
  order_restore: move(orderFlow, "restore", versioned, moved),
  order_receive: move(orderFlow, "receive", versioned, moved),
  order_assign: write("改派", may.order_assign, { order_ids: ids("订单", 200), role: z.enum(["expert", "cs_owner"]).meta({ label: "角色", kind: "choice", options: { expert: "签证专家", cs_owner: "客服" } }), worker_id: id("接手人", "worker"), reason: text("原因", { min: 2, max: 200 }) },
    z.object({ moved: z.int() })),
  order_note_add: write("追加备注", R, { order_id: id("订单"), applicant_id: z.optional(z.nullable(id("申请人"))), kind: choice("备注类型", NOTE_KINDS), content: longText("备注", 1000), files: z.optional(files("附件")) }, orderNote),
  order_evaluate_add: write("登记回访评价", may.order_evaluate, {
    order_id: id("订单"), score: int("总评", 1, 5), score_guide: z.optional(int("资料指导", 1, 5)), score_speed: z.optional(int("办理时效", 1, 5)), score_service: z.optional(int("服务态度", 1, 5)), score_logistics: z.optional(int("物流", 1, 5)),
    content: text("内容", { min: 0, max: 500, long: true }),
  }, done),
});
