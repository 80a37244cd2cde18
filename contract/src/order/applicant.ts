import { api, list, move, optional, pick, read, rowResult, write, done } from "../kit/endpoint.ts";
import { stateLabels } from "../kit/flow.ts";
import {
  address, anyOf, bool, choice, date, email, files, id, idCard, ids, int, keysOf, latinName, maskedDate, mobile, money, passportNo, personName, range, text, time, version, z,
} from "../kit/field.ts";
import { may } from "../permissions.ts";
import { ENTRY_COUNTS, IDENTITIES, VISA_TYPES } from "../product/sku.ts";
import { applicantFlow } from "./order.flow.ts";
import { moveState } from "./order.ts";
import {
  APPLICANT_TABS, DUE_FILTERS, EXPRESS_TYPES, GENDERS, HOLDERS, HOLD_PARTIES, LIABILITIES, MARITALS, MATERIAL_REJECT_CODES, PARTIES, REFUSAL_CATEGORIES, RELATIONS, ROLLBACK_REASONS, SCOPES,
} from "./words.ts";
import { formSection, material, visit } from "./applicant-material.ts";

const R = { any: [may.order_view, may.order_process] } as const;
const tabKeys = keysOf(APPLICANT_TABS);

/** One row of 订单处理. */
export const applicant = z.object({
  id: id("编号"),
  order_id: id("订单"),
  order_no: text("订单号"),
  applicant_no: text("申请人编号"),
  name_cn: z.nullable(personName("申请人")),
  identity: z.nullable(choice("身份", IDENTITIES)),
  sku_name: text("商品"),
  country_id: text("国家/地区").meta({ label: "国家/地区", kind: "text", of: "country" }),
  country_name: text("国家/地区"),
  flag_emoji: text("旗", { min: 0 }),
  district_name: z.nullable(text("领区", { min: 0 })),
  applicant_status: choice("状态", stateLabels(applicantFlow)),
  status_at: time("进入时间"),
  status_due_at: z.nullable(time("截止")),
  waiting_party: choice("等待方", PARTIES),
  held_at: z.nullable(time("挂起")),
  hold_reason: z.nullable(text("挂起原因")),
  is_urgent: bool("加急"),
  is_protected: bool("拒签无忧"),
  admin_check_due: z.nullable(date("行政审查复查日")),
  supplement_round: int("补料轮次"),
  travel_date: z.nullable(date("出行日期")),
  visit_at: z.nullable(time("赴馆")),
  materials_must: int("必交"),
  materials_passed: int("合格"),
  expert_name: z.nullable(text("签证专家")),
  supplier_name: z.nullable(text("供应商")),
  submit_date: z.nullable(date("送签日期")),
  handed_back_at: z.nullable(time("寄回时间")),
  next_move: z.nullable(z.string()),
  created_at: time("下单时间"),
  version: version(),
});
const f = applicant.shape;

export const applicantFilter = {
  keyword: z.optional(text("订单号/姓名/手机/护照", { min: 0, max: 64 })),
  tab: z.optional(z.enum(tabKeys)),
  scope: z.optional(choice("范围", SCOPES)),
  applicant_status: z.optional(anyOf(f.applicant_status)),
  country_id: z.optional(anyOf(f.country_id)),
  visa_type: z.optional(anyOf(z.int().meta({ label: "签证类型", kind: "choice", options: VISA_TYPES }))),
  sku_id: z.optional(anyOf(id("商品", "sku"))),
  waiting_party: z.optional(anyOf(f.waiting_party)),
  due: z.optional(choice("截止", DUE_FILTERS)),
  supplement_round: z.optional(anyOf(int("补料轮次", 0, 9))),
  identity: z.optional(anyOf(choice("身份", IDENTITIES))),
  is_urgent: z.optional(f.is_urgent),
  on_hold: z.optional(bool("已挂起")),
  expert_id: z.optional(anyOf(id("签证专家", "worker"))),
  supplier_id: z.optional(anyOf(id("供应商", "supplier"))),
  queue: z.optional(text("待办", { max: 30 })),
  submit_date: z.optional(range("送签日期")),
  result_at: z.optional(range("出结果时间")),
  travel_date: z.optional(range("出行日期")),
  created_at: z.optional(range("下单时间")),
};

/** Person data; every field may be blank until the customer fills it. */
export const person = z.object({
  name_cn: z.nullable(personName("姓名")),
  surname_en: z.nullable(latinName("姓(拼音)")),
  given_name_en: z.nullable(latinName("名(拼音)")),
  gender: z.nullable(choice("性别", GENDERS)),
  birth_date: z.nullable(date("出生日期", "birth")),
  birth_place: z.nullable(text("出生地", { max: 60 })),
  nationality: text("国籍", { max: 2 }).meta({ label: "国籍", kind: "text", of: "country" }),
  id_card_no: z.nullable(idCard()),
  passport_no: z.nullable(passportNo()),
  passport_issue_date: z.nullable(date("签发日")),
  passport_expiry_date: z.nullable(date("有效期至")),
  passport_issue_place: z.nullable(text("签发地", { max: 60 })),
  mobile: z.nullable(mobile("手机")),
  email: z.nullable(email()),
  identity: z.nullable(choice("申请人身份", IDENTITIES)),
  marital: z.nullable(choice("婚姻", MARITALS)),
  household_province: z.nullable(text("户籍省", { max: 6 })),
  household_city: z.nullable(text("户籍市", { max: 6 })),
  address: z.nullable(address("居住地")),
  relation: choice("关系", RELATIONS),
  refused_before: z.nullable(bool("曾被拒签")),
  refused_on: z.nullable(date("拒签日期")),
  refused_note: z.nullable(text("拒签说明")),
});

export const stageSpan = z.object({ status: choice("阶段", stateLabels(applicantFlow)), party: choice("等待方", PARTIES), entered_at: time("进入"), left_at: z.nullable(time("离开")), work_minutes: z.nullable(int("工作分钟")), hold_minutes: int("挂起分钟"), is_rolled_back: bool("已回退") });
export const parcel = z.object({
  id: id(), type: z.int().meta({ label: "类型", kind: "choice", options: EXPRESS_TYPES }), carrier_code: z.nullable(z.string()), waybill_no: z.nullable(text("运单号")), express_status: z.string(), sent_at: z.nullable(time("寄出")), signed_at: z.nullable(time("签收")),
  items: z.array(z.object({ id: id(), applicant_id: z.nullable(id()), material_id: z.nullable(id()), name: z.string(), count: z.int(), counted: z.nullable(z.int()) })), version: version(),
});

export const applicantDetail = z.object({
  ...f,
  ...person.shape,
  birth_date: z.nullable(maskedDate("出生日期")),
  address: z.nullable(address("居住地")),
  address_text: z.nullable(z.string().meta({ label: "居住地", kind: "text", personal: "address" })),
  seq: z.int(), is_child: bool("儿童"), order_status: z.string(), pay_status: z.string(), contact_name: personName("联系人"), contact_mobile: mobile("联系手机"),
  supplement_due_at: z.nullable(time("补料截止")), supplement_source: z.nullable(z.string()), hold_party: z.nullable(z.string()),
  collected_at: z.nullable(time("资料齐")), review_passed_at: z.nullable(time("预审通过")), submitted_at: z.nullable(time("送签")), result_at: z.nullable(time("结果")), received_at: z.nullable(time("收到")),
  supplier_id: z.nullable(id("供应商")), settle_price: z.nullable(money("结算价")), settle_includes_embassy: z.nullable(bool("含签证费")), application_no: z.nullable(text("受理号")), promised_date: z.nullable(date("承诺出签日")),
  visa_no: z.nullable(text("签证号")), visa_issue_date: z.nullable(date("签发日")), visa_effective_date: z.nullable(date("生效日")), visa_expiry_date: z.nullable(date("失效日")), stay_days: z.nullable(int("停留天数")), entry_count: z.nullable(text("入境次数")), result_files: files("结果文件"),
  refusal_category: z.nullable(choice("拒签类别", REFUSAL_CATEGORIES)), refusal_text: z.nullable(text("拒签说明")), refusal_files: files("拒签信"), liability: z.nullable(choice("责任", LIABILITIES)),
  needs: z.object({ visit: z.boolean(), training: z.boolean(), originals: z.boolean(), evisa: z.boolean(), application_no: z.boolean(), passport_until: z.nullable(z.string()) }),
  people: z.array(z.object({ id: id(), seq: z.int(), name_cn: z.nullable(personName("姓名")), applicant_status: z.string() })),
  form_sections: z.array(formSection), materials: z.array(material), visits: z.array(visit), parcels: z.array(parcel), spans: z.array(stageSpan), moves: z.array(moveState), rollback_to: z.array(z.object({ state: z.string(), label: z.string() })),
});

const versioned = pick(applicant, "id", "version");
export const applicantMoved = z.object({ id: id(), applicant_status: f.applicant_status, version: version(), order_status: z.string() });
const rejectItems = z.array(z.strictObject({ material_id: id("资料"), reject_code: choice("不合格原因", MATERIAL_REJECT_CODES), reject_text: z.optional(text("说明", { min: 0, max: 200 })) })).max(60);

export const applicantApi = api({
  applicant_query: list("申请人列表", may.order_process, {
    filter: applicantFilter, row: applicant, sorts: ["status_due_at", "status_at", "created_at"],
    exports: ["order_no", "applicant_no", "name_cn", "identity", "country_name", "sku_name", "district_name", "applicant_status", "status_at", "status_due_at", "waiting_party", "supplement_round", "travel_date", "submit_date", "expert_name", "supplier_name", "created_at"],
  }),
  applicant_stat_get: read("申请人计数", may.order_process, applicantFilter, z.object({ tabs: z.record(z.string(), z.object({ total: z.int(), total_capped: z.boolean() })) })),
  applicant_get: read("申请人详情", R, { order_id: id("订单"), id: id("申请人") }, applicantDetail),
  applicant_update: write("修改申请人资料", R, { ...versioned, ...optional(person.shape), reason: z.optional(text("原因", { max: 200 })) }, applicantMoved),
  applicant_reveal: write("查看明文", may.personal_reveal, { id: id("申请人"), field: z.enum(["name_cn", "surname_en", "given_name_en", "birth_date", "id_card_no", "passport_no", "mobile", "email", "address", "contact_name", "contact_mobile", "contact_email", "return_address"]), reason: z.optional(text("原因", { min: 0, max: 200 })) },
    z.object({ value: z.nullable(z.string()) }), { log: "reveal" }),
  applicant_review_pass: move(applicantFlow, "review_pass", versioned, applicantMoved),
  applicant_review_reject: move(applicantFlow, "review_reject", { ...versioned, items: z.optional(rejectItems), reason: z.optional(text("说明", { min: 0, max: 200 })) }, applicantMoved),
  applicant_resubmit: move(applicantFlow, "resubmit", versioned, applicantMoved),
  applicant_review_fail: move(applicantFlow, "review_fail", { ...versioned, reason: text("原因", { min: 5, max: 200 }) }, applicantMoved),
  applicant_originals_pass: move(applicantFlow, "originals_pass", { ...versioned, slot: z.optional(text("架位", { min: 0, max: 20 })), counts: z.optional(z.array(z.strictObject({ material_id: id("资料"), count: int("份数", 0, 99) })).max(60)) }, applicantMoved),
  applicant_originals_reject: move(applicantFlow, "originals_reject", { ...versioned, items: rejectItems.min(1, { error: "请选择不合格的资料" }), reason: z.optional(text("说明", { min: 0, max: 200 })) }, applicantMoved),
  applicant_train_done: move(applicantFlow, "train_done", { ...versioned, trained_on: date("辅导日期"), teacher_id: id("辅导老师", "worker"), reason: z.optional(text("原因", { min: 0, max: 200 })) }, applicantMoved),
  applicant_submit: move(applicantFlow, "submit", { ...versioned, submit_date: date("送签日期"), supplier_id: z.optional(z.nullable(id("供应商", "supplier"))), application_no: z.optional(z.nullable(text("受理号", { max: 40 }))) }, applicantMoved, { key: true }),
  applicant_embassy_supplement: move(applicantFlow, "embassy_supplement", { ...versioned, items: rejectItems.min(1, { error: "请选择需要补的资料" }), due_date: date("补料截止") }, applicantMoved),
  applicant_issue: move(applicantFlow, "issue", {
    ...versioned, visa_no: text("签证号", { max: 40 }), visa_issue_date: date("签发日"), visa_effective_date: date("生效日"), visa_expiry_date: date("失效日"), stay_days: int("停留天数", 0, 3650),
    entry_count: choice("入境次数", ENTRY_COUNTS), result_files: files("签证文件", 9),
  }, applicantMoved, { key: true }),
  applicant_refuse: move(applicantFlow, "refuse", { ...versioned, refusal_category: choice("拒签类别", REFUSAL_CATEGORIES), refusal_text: z.optional(text("说明", { min: 0, max: 200 })), refusal_files: files("拒签信", 9).min(1, { error: "请上传拒签信或照片" }), liability: z.optional(choice("责任", LIABILITIES)) }, applicantMoved, { key: true }),
  applicant_result_send: write("寄回结果与原件", may.order_process, { ...versioned, mode: z.enum(["express", "pickup", "embassy_mail", "file"]).meta({ label: "方式", kind: "choice", options: { express: "快递寄回", pickup: "客户自取", embassy_mail: "使馆邮寄", file: "发送电子签" } }), carrier_code: z.optional(z.nullable(text("承运商", { max: 10 }))), waybill_no: z.optional(z.nullable(text("运单号", { max: 40 }))), note: z.optional(text("说明", { min: 0, max: 200 })) }, applicantMoved),
  applicant_hold: write("挂起", may.order_process, { ...versioned, hold_party: choice("等待方", HOLD_PARTIES), reason: text("原因", { min: 5, max: 200 }) }, applicantMoved),
  applicant_unhold: write("恢复办理", may.order_process, versioned, applicantMoved),
  applicant_admin_check_set: write("标记行政审查", may.order_process, { ...versioned, admin_check_due: z.nullable(date("复查日")) }, applicantMoved),
  applicant_rollback_preview: read("回退预览", may.order_rollback, { id: id("申请人"), to: z.string().max(40) }, z.object({ effects: z.array(z.string()), missing: z.nullable(z.string()) })),
  applicant_rollback: move(applicantFlow, "rollback", { ...versioned, to: text("回退到", { max: 40 }), reason_code: choice("回退原因", ROLLBACK_REASONS), reason: text("说明", { min: 5, max: 200 }), notify: z.optional(bool("通知客户")) }, applicantMoved, { key: true }),
  applicant_settle_price_update: write("修改结算价", may.order_settle_price, { ...versioned, settle_price: money("结算价"), reason: text("原因", { min: 5, max: 200 }) }, applicantMoved, { key: true }),
  /** One move over a selection; a result per row, illegal rows refused with their sentence. */
  applicant_move_batch: write("批量办理", may.order_process, {
    move: z.enum(["review_pass", "submit"]), ids: ids("申请人", 200).min(1, { error: "请选择申请人" }),
    submit_date: z.optional(date("送签日期")), plan_date: z.optional(date("计划日")),
  }, z.object({ list: z.array(rowResult), batch_no: z.nullable(z.string()) }), { key: true }),
});

export const custodyApi = api({
  custody_query: read("原件去向", may.order_process, { applicant_id: id("申请人") }, z.object({ list: z.array(z.object({ id: id(), name: z.string(), from_holder: choice("原持有", HOLDERS), to_holder: choice("现持有", HOLDERS), staff_name: z.nullable(z.string()), slot: z.nullable(z.string()), count: z.int(), note: z.string(), at: time("时间") })) })),
  custody_move: write("原件交接", may.order_process, { material_id: id("资料"), to_holder: choice("现持有", HOLDERS), count: int("份数", 1, 99), slot: z.optional(text("架位", { min: 0, max: 20 })), note: z.optional(text("说明", { min: 0, max: 200 })) }, done, { key: true }),
});
