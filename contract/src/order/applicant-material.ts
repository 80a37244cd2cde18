import { api, done, move, read, write } from "../kit/endpoint.ts";
import { stateLabels } from "../kit/flow.ts";
import { bool, choice, date, file, formAnswer, id, int, richText, text, time, version, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { rejectCode } from "../base-data/base-data.ts";
import { DOCUMENT_OWNERS } from "../product/sku/sku.words.ts";
import { applicantFlow, batchFlow, materialFlow } from "./order.flow.ts";
import { HOLDERS } from "./words.ts";

export const materialFile = z.object({
  id: id(),
  file: file("文件", "material"),
  filename: text("文件名"),
  size: int("大小"),
  page_no: int("页"),
  version_no: int("版本"),
  uploaded_by_name: z.nullable(z.string()),
  superseded_at: z.nullable(time("替换时间")),
  is_new: bool("新提交"),
  created_at: time("上传时间"),
});
/** One titled part of the application form that was sold. */
export const formSection = z.object({
  title: z.string(),
  questions: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      label_en: z.string(),
      help: z.string(),
      kind: z.enum(["text", "date", "single", "multi", "bool", "country", "file", "group"]),
      options: z.array(z.string()),
      required: z.boolean(),
      source: z.enum(["passport", "system", "customer", "staff"]),
      pattern: z.string(),
      max_length: z.int(),
      upper: z.boolean(),
      default: z.optional(z.string()),
      show_if: z.nullable(z.object({ key: z.string(), equals: z.string() })),
    }),
  ),
});
export const material = z.object({
  id: id(),
  kind: z.int(),
  document_id: z.nullable(id()),
  name: text("名称"),
  category: z.nullable(z.int()),
  sub_type: z.nullable(z.string()),
  /** Its files ask for more than the order's code. */
  is_identity: bool("证件资料"),
  requirement: richText("要求", { min: 0, max: 5000 }),
  owner: choice("归属", DOCUMENT_OWNERS),
  group_key: z.string(),
  need_n: z.int(),
  page_type: z.int(),
  max_pages: z.int(),
  copies: int("份数"),
  is_original: bool("原件"),
  max_age_days: int("有效天数"),
  material_status: choice("状态", stateLabels(materialFlow)),
  round: int("轮次"),
  reject_code: z.nullable(rejectCode()),
  /** The reason in words. */
  reject_reason: z.nullable(text("不合格原因")),
  reject_text: z.nullable(text("说明")),
  waive_reason: z.nullable(z.string()),
  reviewed_by_name: z.nullable(text("审核人")),
  reviewed_at: z.nullable(time("审核时间")),
  doc_date: z.nullable(date("开具日期")),
  form_status: z.nullable(z.string()),
  form_answers: z.nullable(z.record(z.string(), z.unknown())),
  holder: z.nullable(choice("现持有人", HOLDERS)),
  slot: z.nullable(z.string()),
  received_count: int("实收份数"),
  files: z.array(materialFile),
  samples_good: z.array(z.string()),
  samples_bad: z.array(z.string()),
  check_points: z.array(z.string()),
  version: version(),
});
export const materialMoved = z.object({
  id: id(),
  material_status: material.shape.material_status,
  version: version(),
  applicant_status: z.string(),
  applicant_version: version(),
});
const versioned = { id: id("资料"), version: version() };

export const applicantMaterialApi = api({
  applicant_material_upload: move(
    materialFlow,
    "upload",
    {
      ...versioned,
      files: z
        .array(z.strictObject({ file: file("文件", "material"), page_no: int("页", 1, 50) }))
        .min(1, { error: "请上传文件" })
        .max(50)
        .meta({ label: "文件" }),
      doc_date: z.optional(z.nullable(date("开具日期"))),
    },
    materialMoved,
  ),
  applicant_material_pass: move(materialFlow, "pass", { ...versioned, doc_date: z.optional(z.nullable(date("开具日期"))) }, materialMoved),
  applicant_material_reject: move(
    materialFlow,
    "reject",
    { ...versioned, reject_code: rejectCode(), reject_text: z.optional(text("说明", { min: 0, max: 200 })) },
    materialMoved,
  ),
  applicant_material_waive: move(materialFlow, "waive", { ...versioned, reason: text("免交原因", { min: 2, max: 200 }) }, materialMoved),
  applicant_material_reopen: move(materialFlow, "reopen", versioned, materialMoved),
  applicant_material_add: write(
    "增加资料",
    may.order_process,
    {
      applicant_id: id("申请人"),
      kind: z.int().min(1).max(4).meta({ label: "资料类型" }),
      name: text("名称", { min: 2, max: 40 }),
      requirement: richText("要求", { min: 0, max: 500 }),
    },
    done,
  ),
  applicant_material_seen: write("已查看", may.order_process, { id: id("资料") }, done, { unlogged: true }),
  applicant_form_save: write(
    "填写申请表",
    may.order_process,
    {
      ...versioned,
      form_answers: z.record(z.string().max(60), formAnswer("答案", "material")).meta({ label: "填写内容" }),
      submit: bool("提交"),
    },
    materialMoved,
  ),
});

export const visit = z.object({
  id: id(),
  embassy_id: id(),
  embassy_name: text("使领馆"),
  visit_at: time("赴馆时间"),
  appointment_no: z.nullable(text("预约号")),
  letter: z.nullable(file("预约信", "letter")),
  visit_status: z.string(),
  booker: z.string(),
  confirm_due_at: z.nullable(time("确认截止")),
  end_reason: z.nullable(text("结束原因")),
  notice_sent_at: z.nullable(time("赴馆单发送")),
  created_at: time("时间"),
});
const applicantVersioned = { id: id("申请人"), version: version() };
const movedApplicant = z.object({
  id: id(),
  applicant_status: choice("状态", stateLabels(applicantFlow)),
  version: version(),
  order_status: z.string(),
});
const slot = { visit_at: time("赴馆时间"), embassy_id: z.optional(id("使领馆", "embassy")) };
export const visitApi = api({
  visit_propose: move(applicantFlow, "visit_propose", { ...applicantVersioned, ...slot }, movedApplicant),
  visit_book: move(
    applicantFlow,
    "visit_book",
    {
      ...applicantVersioned,
      ...slot,
      appointment_no: text("预约号", { max: 40 }),
      letter: file("预约信", "letter"),
      customer_agreed: z.optional(bool("客户已同意")),
      reason: z.optional(text("说明", { min: 0, max: 200 })),
    },
    movedApplicant,
  ),
  visit_accept: move(
    applicantFlow,
    "visit_accept",
    { ...applicantVersioned, appointment_no: text("预约号", { max: 40 }), letter: file("预约信", "letter") },
    movedApplicant,
  ),
  visit_decline: move(
    applicantFlow,
    "visit_decline",
    { ...applicantVersioned, reason: text("原因", { min: 2, max: 200 }) },
    movedApplicant,
  ),
  visit_notice_send: move(applicantFlow, "notice_send", applicantVersioned, movedApplicant),
  visit_attend: move(
    applicantFlow,
    "visit_attend",
    { ...applicantVersioned, submit_date: date("送签日期"), application_no: z.optional(z.nullable(text("受理号", { max: 40 }))) },
    movedApplicant,
  ),
  visit_miss: move(applicantFlow, "visit_miss", { ...applicantVersioned, reason: text("原因", { min: 2, max: 200 }) }, movedApplicant),
});

const batchLine = z.object({
  id: id(),
  applicant_id: id(),
  order_id: id(),
  order_no: z.string(),
  applicant_no: z.string(),
  name_cn: z.nullable(z.string().meta({ label: "姓名", kind: "text", personal: "name" })),
  passport_no: z.nullable(z.string().meta({ label: "护照号", kind: "text", personal: "passport" })),
  line_status: z.string(),
  submit_date: z.nullable(date("送签日期")),
  application_no: z.nullable(z.string()),
  passport_scanned_at: z.nullable(time("扫描")),
  /** Originals beside the passport that we took in and have not given back. */
  papers: text("其他资料与份数", { min: 0 }),
});
export const submissionBatch = z.object({
  id: id(),
  batch_no: text("批次号"),
  embassy_name: z.nullable(text("使领馆")),
  submit_city: text("送签地", { min: 0 }),
  supplier_name: z.nullable(text("供应商")),
  plan_date: z.nullable(date("计划日")),
  is_urgent: bool("加急"),
  batch_status: choice("状态", stateLabels(batchFlow)),
  handed_to: z.nullable(text("交接人")),
  handed_at: z.nullable(time("交接时间")),
  line_count: int("人数"),
  scanned_count: int("已扫"),
  version: version(),
  created_at: time("创建时间"),
});
const batchVersioned = { id: id("批次"), version: version() };
export const submissionBatchApi = api({
  submission_batch_query: read(
    "送签批次",
    may.order_process,
    {
      page: z.int().min(1).max(1000).default(1).meta({ label: "页码" }),
      batch_status: z.optional(z.array(submissionBatch.shape.batch_status)),
    },
    z.object({ list: z.array(submissionBatch), total: z.int() }),
  ),
  submission_batch_get: read("批次详情", may.order_process, { id: id("批次") }, submissionBatch.extend({ lines: z.array(batchLine) })),
  submission_batch_add: write(
    "新建批次",
    may.order_process,
    { applicant_ids: z.array(id("申请人")).min(1, { error: "请选择申请人" }).max(200), plan_date: date("计划日") },
    submissionBatch,
  ),
  submission_batch_line_remove: write("移出批次", may.order_process, { ...batchVersioned, applicant_id: id("申请人") }, done),
  submission_batch_scan: write(
    "扫描护照",
    may.order_process,
    { id: id("批次"), code: text("申请人编号或护照号", { max: 40 }) },
    z.object({ applicant_no: z.string(), scanned: z.int(), listed: z.int() }),
  ),
  submission_batch_hand_over: move(batchFlow, "hand_over", { ...batchVersioned, handed_to: text("交接人", { max: 40 }) }, submissionBatch),
  submission_batch_submit: move(
    batchFlow,
    "submit",
    {
      ...batchVersioned,
      submit_date: date("送签日期"),
      application_nos: z.optional(
        z
          .array(z.strictObject({ applicant_id: id("申请人"), application_no: text("受理号", { max: 40 }) }))
          .max(200)
          .meta({ label: "受理号" }),
      ),
    },
    z.object({ list: z.array(z.object({ id: id(), ok: z.boolean(), msg: z.string() })) }),
    { key: true },
  ),
  submission_batch_cancel: move(batchFlow, "cancel", batchVersioned, done),
});
