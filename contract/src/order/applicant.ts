import { api, optional, list, move, pick, read, rowResult, write, done } from "../kit/endpoint.ts";
import { bool, choice, date, files, id, ids, int, money, text, time, version, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { rejectCode } from "../base-data/base-data.ts";
import { ENTRY_COUNTS } from "../product/sku/sku.words.ts";
import { applicantFlow } from "./order.flow.ts";
import { REVEALED, HOLDERS, HOLD_PARTIES, LIABILITIES, ORDER_FLAGS, REFUSAL_CATEGORIES, ROLLBACK_REASONS, SEND_MODES } from "./words.ts";
import { applicant, applicantFilter, applicantFlags, applicantRow, IDENTITY_FIELDS, person } from "./applicant-record.ts";
import { applicantDetail } from "./applicant-detail.ts";
import { supplierSet } from "./applicant-supplier.ts";
import { IDENTITY_MAY } from "../kit/upload.ts";

export * from "./applicant-record.ts";
export * from "./applicant-detail.ts";

const R = { any: [may.order_view, may.order_process] } as const;
const f = applicant.shape;
const versioned = pick(applicant, "id", "version");
export const applicantMoved = z.object({ id: id(), applicant_status: f.applicant_status, version: version(), order_status: z.string() });
const rejectItems = z
  .array(
    z.strictObject({
      material_id: id("资料"),
      reject_code: rejectCode(),
      reject_text: z.optional(text("说明", { min: 0, max: 200 })),
    }),
  )
  .max(60)
  .meta({ label: "不合格的资料" });

/** What still lies with us goes to the supplier with this very submission; else it stays. */
const withOriginals = z.optional(bool("我方原件随本次送签交出"));

export const applicantApi = api({
  applicant_query: list("申请人列表", may.order_process, {
    filter: applicantFilter,
    row: applicantRow,
    sorts: ["status_due_at", "status_at", "created_at"],
    exports: [
      "applicant_no",
      "order_no",
      "peer_name",
      "level_id",
      "name_cn",
      "identity",
      "country_name",
      "sku_name",
      "district_name",
      "applicant_status",
      "status_at",
      "status_due_at",
      "waiting_party",
      "supplement_round",
      "travel_date",
      "submit_date",
      "expert_name",
      "supplier_name",
      "created_at",
    ],
    sheet: {
      flags: {
        type: text("标记"),
        of: ["is_urgent", "status_due_at", "held_at", "applicant_status", "admin_check_due", "is_protected"],
        value: (a, now) =>
          applicantFlags(a, now)
            .map((flag) => ORDER_FLAGS[flag])
            .join("、"),
      },
    },
  }),
  applicant_stat_get: read(
    "申请人计数",
    may.order_process,
    applicantFilter,
    z.object({ tabs: z.record(z.string(), z.object({ total: z.int(), total_capped: z.boolean() })) }),
  ),
  applicant_get: read("申请人详情", R, { order_id: id("订单"), id: id("申请人") }, applicantDetail),
  applicant_update: write(
    "修改申请人资料",
    R,
    { ...versioned, ...optional(person.shape), reason: z.optional(text("原因", { max: 200 })) },
    applicantMoved,
    { field_may: Object.fromEntries(IDENTITY_FIELDS.map((name) => [name, IDENTITY_MAY])) },
  ),
  applicant_reveal: write(
    "查看明文",
    may.personal_reveal,
    {
      id: id("申请人"),
      field: z.enum(REVEALED).meta({ label: "要查看的字段" }),
      reason: z.optional(text("原因", { min: 0, max: 200 })),
    },
    z.object({ value: z.nullable(z.string()) }),
    { log: "reveal" },
  ),
  applicant_review_pass: move(applicantFlow, "review_pass", versioned, applicantMoved),
  applicant_review_reject: move(
    applicantFlow,
    "review_reject",
    { ...versioned, items: z.optional(rejectItems), reason: z.optional(text("说明", { min: 0, max: 200 })) },
    applicantMoved,
  ),
  applicant_resubmit: move(applicantFlow, "resubmit", versioned, applicantMoved),
  applicant_review_fail: move(applicantFlow, "review_fail", { ...versioned, reason: text("原因", { min: 5, max: 200 }) }, applicantMoved),
  applicant_originals_pass: move(
    applicantFlow,
    "originals_pass",
    {
      ...versioned,
      slot: z.optional(text("架位", { min: 0, max: 20 })),
      counts: z.optional(
        z
          .array(z.strictObject({ material_id: id("资料"), count: int("份数", 0, 99) }))
          .max(60)
          .meta({ label: "实收份数" }),
      ),
    },
    applicantMoved,
  ),
  applicant_originals_reject: move(
    applicantFlow,
    "originals_reject",
    {
      ...versioned,
      items: rejectItems.min(1, { error: "请选择不合格的资料" }).meta({ label: "不合格的资料" }),
      reason: z.optional(text("说明", { min: 0, max: 200 })),
    },
    applicantMoved,
  ),
  applicant_train_done: move(
    applicantFlow,
    "train_done",
    {
      ...versioned,
      trained_on: date("辅导日期"),
      teacher_id: id("辅导老师", "worker"),
      reason: z.optional(text("原因", { min: 0, max: 200 })),
    },
    applicantMoved,
  ),
  applicant_submit: move(
    applicantFlow,
    "submit",
    {
      ...versioned,
      submit_date: date("送签日期"),
      supplier_id: z.optional(z.nullable(id("供应商", "supplier"))),
      application_no: z.optional(z.nullable(text("受理号", { max: 40 }))),
      with_originals: withOriginals,
    },
    applicantMoved,
    { key: true },
  ),
  applicant_embassy_supplement: move(
    applicantFlow,
    "embassy_supplement",
    {
      ...versioned,
      items: rejectItems.min(1, { error: "请选择需要补的资料" }).meta({ label: "需要补的资料" }),
      due_date: date("补料截止"),
    },
    applicantMoved,
  ),
  applicant_issue: move(
    applicantFlow,
    "issue",
    {
      ...versioned,
      visa_no: text("签证号", { max: 40 }),
      visa_issue_date: date("签发日"),
      visa_effective_date: date("生效日"),
      visa_expiry_date: date("失效日"),
      stay_days: int("停留天数", 0, 3650),
      entry_count: choice("入境次数", ENTRY_COUNTS),
      /** An electronic visa is nothing without its file; a sticker may come without a picture. */
      result_files: z.optional(files("签证文件", "result")),
    },
    applicantMoved,
    { key: true },
  ),
  applicant_refuse: move(
    applicantFlow,
    "refuse",
    {
      ...versioned,
      refusal_category: choice("拒签类别", REFUSAL_CATEGORIES),
      refusal_text: z.optional(text("说明", { min: 0, max: 200 })),
      refusal_files: files("拒签信", "letter").min(1, { error: "请上传拒签信或照片" }),
      liability: z.optional(choice("责任", LIABILITIES)),
    },
    applicantMoved,
    { key: true },
  ),
  applicant_result_send: write(
    "寄回结果与原件",
    may.order_process,
    {
      ...versioned,
      mode: choice("方式", SEND_MODES),
      carrier_code: z.optional(z.nullable(text("承运商", { max: 10 }))),
      waybill_no: z.optional(z.nullable(text("运单号", { max: 40 }))),
      note: z.optional(text("说明", { min: 0, max: 200 })),
    },
    applicantMoved,
  ),
  applicant_hold: write(
    "挂起",
    may.order_process,
    { ...versioned, hold_party: choice("等待方", HOLD_PARTIES), reason: text("原因", { min: 5, max: 200 }) },
    applicantMoved,
  ),
  applicant_unhold: write("恢复办理", may.order_process, versioned, applicantMoved),
  applicant_admin_check_set: write(
    "标记行政审查",
    may.order_process,
    { ...versioned, admin_check_due: z.nullable(date("复查日")) },
    applicantMoved,
  ),
  applicant_rollback_preview: read(
    "回退预览",
    may.order_rollback,
    { id: id("申请人"), to: text("回退到", { max: 40 }) },
    z.object({ effects: z.array(z.string()), missing: z.nullable(z.string()) }),
  ),
  applicant_rollback: move(
    applicantFlow,
    "rollback",
    {
      ...versioned,
      to: text("回退到", { max: 40 }),
      reason_code: choice("回退原因", ROLLBACK_REASONS),
      reason: text("说明", { min: 5, max: 200 }),
      notify: z.optional(bool("通知客户")),
    },
    applicantMoved,
    { key: true },
  ),
  applicant_settle_price_update: write(
    "修改结算价",
    may.order_settle_price,
    { ...versioned, settle_price: money("结算价"), reason: text("原因", { min: 5, max: 200 }) },
    applicantMoved,
    { key: true },
  ),
  applicant_supplier_set: supplierSet,
  /** One move over a selection; a result per row, illegal rows refused with their sentence. */
  applicant_move_batch: write(
    "批量办理",
    may.order_process,
    {
      move: z.enum(["review_pass", "submit"]).meta({ label: "操作" }),
      ids: ids("申请人", 200).min(1, { error: "请选择申请人" }),
      submit_date: z.optional(date("送签日期")),
      with_originals: withOriginals,
      plan_date: z.optional(date("计划日")),
    },
    z.object({ list: z.array(rowResult), batch_no: z.nullable(z.string()) }),
    { key: true },
  ),
});

export const custodyApi = api({
  custody_query: read(
    "原件去向",
    may.order_process,
    { applicant_id: id("申请人") },
    z.object({
      list: z.array(
        z.object({
          id: id(),
          name: z.string(),
          from_holder: choice("原持有", HOLDERS),
          to_holder: choice("现持有", HOLDERS),
          staff_name: z.nullable(z.string()),
          slot: z.nullable(z.string()),
          count: z.int(),
          note: z.string(),
          at: time("时间"),
        }),
      ),
    }),
  ),
  custody_move: write(
    "原件交接",
    may.order_process,
    {
      /** Originals of one person, handed over in one go. */
      material_ids: ids("资料", 60).min(1, { error: "请选择原件" }),
      to_holder: choice("现持有", HOLDERS),
      /** Left out: as many of each as are here, or due. */
      count: z.optional(int("份数", 1, 99)),
      slot: z.optional(text("架位", { min: 0, max: 20 })),
      note: z.optional(text("说明", { min: 0, max: 200 })),
    },
    done,
    { key: true },
  ),
});
