/** 供应商: the companies that submit, insure, carry and translate for us. */
import { api, done, list, move, nullable, optional, pick, read, rowResult, write } from "../kit/endpoint.ts";
import {
  anyOf,
  bool,
  choice,
  date,
  file,
  id,
  ids,
  int,
  longText,
  money,
  openAddress,
  rate,
  share,
  text,
  time,
  version,
  z,
} from "../kit/field.ts";
import { stateLabels } from "../kit/flow.ts";
import { listFilter } from "../kit/list-filter.ts";
import { may } from "../permissions.ts";
import { creditCodeFault } from "../kit/credit-code.ts";
import { SUPPLIER_QUEUES } from "../workbench/queues.ts";
import { supplierContactFacts } from "./supplier-contact.ts";
import { supplierDocumentFacts } from "./supplier-document.ts";
import { supplierPayeeFacts } from "./supplier-payee.ts";
import { supplierFlow } from "./supplier.flow.ts";
import {
  INVOICE_KINDS,
  ON_REFUSALS,
  SETTLE_CYCLES,
  SETTLE_TRIGGERS,
  SUPPLIER_KINDS,
  SUPPLIER_REJECTS,
  VALIDITIES,
} from "./supplier.words.ts";

const code = may.supplier;
const countryCode = () => text("国家/地区", { max: 2 }).meta({ label: "国家/地区", kind: "text", of: "country" });

/** Where it hands in: whole countries, or some missions of them. */
export const served = z.strictObject({ country_id: countryCode(), embassy_ids: ids("使领馆", 60, "embassy") });
const creditCode = text("统一社会信用代码", { max: 18, check: creditCodeFault });
const facts = {
  name: text("供应商名称", { min: 2, max: 60 }),
  short_name: text("简称", { min: 2, max: 12 }),
  kind: choice("类型", SUPPLIER_KINDS),
  credit_code: z.nullable(creditCode),
  serves: z
    .array(served)
    .max(80, { error: "可送国家最多80个" })
    .refine((all) => new Set(all.map((s) => s.country_id)).size === all.length, { error: "同一国家只填一行" })
    .meta({ label: "可送国家与领区", kind: "list" }),
  owner_id: id("采购负责人", "worker"),
  address: z.nullable(openAddress("公司地址")),
  settle_cycle: choice("结算周期", SETTLE_CYCLES),
  credit_days: int("账期(天)", 0, 180),
  settle_trigger: choice("结算触发", SETTLE_TRIGGERS),
  on_refusal: choice("拒签结算", ON_REFUSALS),
  invoice_kind: choice("开票类型", INVOICE_KINDS),
  tax_rate_bp: rate("税率", 0, 1300),
  prepaid_floor: money("预付预警线"),
  originals_limit: int("原件持有上限(本)", 1, 10_000),
  note: longText("备注", 2000, 0),
};

/** Over the last 90 days; rates are null where nobody had a result. */
const figures = {
  open_count: int("在办人数"),
  originals_held: int("在其处原件"),
  /** What the limit counts. */
  passports_held: int("在其处护照"),
  unsettled: z.nullable(money("未结金额", { signed: true })),
  submitted_90: int("近90天送签数"),
  work_days: z.nullable(z.number().meta({ label: "平均时长(工作日)", kind: "number" })),
  issue_rate: z.nullable(share("出签率")),
  /** How many results the rate rests on. */
  results_90: int("近90天结果数"),
  paper_until: z.nullable(date("证照最早到期")),
  paper_validity: z.nullable(choice("证照状态", VALIDITIES)),
};
export const supplier = z.object({
  id: id("编号", "supplier"),
  supplier_no: text("编号"),
  ...pick(z.object(facts), "name", "short_name", "kind", "credit_code", "serves", "settle_cycle", "credit_days"),
  serves_text: text("可送国家", { min: 0 }),
  flags: z.array(z.string()).meta({ label: "国旗", kind: "list" }),
  former_names: z.array(z.string()).meta({ label: "曾用名", kind: "list" }),
  supplier_status: choice("状态", stateLabels(supplierFlow)),
  owner_id: z.nullable(facts.owner_id),
  owner_name: z.nullable(text("采购负责人")),
  ...figures,
  version: version(),
  updated_at: time("更新时间"),
});
const f = supplier.shape;
/** What asks for attention, worst first. */
export const supplierWarning = z.object({
  key: z.enum(["paper_expired", "paper_expiring", "paper_missing", "prepaid", "payee_pending", "payee_name", "pause_over", "originals"]),
  text: text("提醒"),
});
const { address: companyAddress, ...plainFacts } = facts;
export const supplierDetail = supplier.extend({
  ...plainFacts,
  ...nullable({ owner_id: facts.owner_id, address: companyAddress.unwrap() }),
  first_active_at: z.nullable(time("首次启用")),
  pause_until: z.nullable(date("暂停至")),
  pause_reason: z.nullable(text("暂停原因")),
  review_note: z.nullable(text("审核意见")),
  created_by: z.nullable(id("创建人")),
  created_by_name: z.nullable(text("创建人")),
  created_at: time("创建时间"),
  warnings: z.array(supplierWarning),
  moves: z.array(z.object({ move: z.string(), ok: z.boolean(), missing: z.nullable(z.string()) })),
});

const filter = {
  keyword: z.optional(text("编号/名称/曾用名/信用代码/联系人手机", { min: 0, max: 60, lookup: ["mobile"] })),
  kind: z.optional(anyOf(f.kind)),
  supplier_status: z.optional(anyOf(f.supplier_status)),
  country_id: z.optional(anyOf(countryCode())),
  owner_id: z.optional(anyOf(facts.owner_id)),
  settle_cycle: z.optional(anyOf(f.settle_cycle)),
  paper: z.optional(choice("证照", { expiring: "30天内到期", expired: "已过期" })),
  has_unsettled: z.optional(bool("有未结金额")),
  queue: z.optional(choice("待办", SUPPLIER_QUEUES)),
};
const of = pick(supplier, "id", "version");
const periodFigure = z.object({
  key: z.string(),
  label: text("指标"),
  kind: z.enum(["count", "rate", "days"]),
  value: z.nullable(z.number()),
  /** Rows it rests on, and the interval of a rate at 95 % (Wilson). */
  n: int("样本"),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  route: z.nullable(z.string()),
  query: listFilter(),
});

export const supplierApi = api({
  supplier_query: list("供应商列表", code, {
    filter,
    row: supplier,
    sorts: ["supplier_no", "updated_at", "paper_until"],
    exports: [
      "supplier_no",
      "name",
      "short_name",
      "kind",
      "serves_text",
      "supplier_status",
      "owner_name",
      "settle_cycle",
      "credit_days",
      "unsettled",
      "open_count",
      "originals_held",
      "submitted_90",
      "work_days",
      "issue_rate",
      "paper_until",
      "updated_at",
    ],
  }),
  supplier_stat_get: read("供应商计数", code, filter, z.record(z.string(), z.int())),
  supplier_get: read("供应商详情", code, pick(supplier, "id"), supplierDetail),
  supplier_figure_get: read(
    "供应商评分",
    code,
    {
      ...pick(supplier, "id"),
      days: z
        .union([z.literal(30), z.literal(90), z.literal(365)])
        .meta({ label: "期间", kind: "choice", options: { "30": "30天", "90": "90天", "365": "一年" } }),
    },
    z.object({
      figures: z.array(periodFigure),
      lost_for: z.array(z.object({ reason: text("未选原因"), n: int("次数") })),
      /** Of the night they were reckoned in. */
      counted_at: z.optional(time("统计时间")),
    }),
  ),
  supplier_pick: read(
    "选择供应商",
    "staff",
    {
      keyword: z.optional(text("关键词", { min: 0, max: 40 })),
      kind: z.optional(anyOf(f.kind)),
      /** Active ones alone. */
      is_active: z.optional(bool("合作中")),
      /** These alone: names of what was picked before. */
      ids: z.optional(ids("供应商", 50)),
    },
    z.object({ list: z.array(z.object(pick(supplier, "id", "supplier_no", "short_name", "name", "kind", "supplier_status"))) }),
  ),
  supplier_add: write(
    "新增供应商",
    code,
    {
      ...facts,
      contacts: z.array(z.strictObject(supplierContactFacts)).max(20, { error: "联系人最多20个" }).meta({ label: "联系人", kind: "list" }),
      documents: z.array(z.strictObject(supplierDocumentFacts)).max(20, { error: "证照最多20份" }).meta({ label: "证照", kind: "list" }),
      payees: z.array(z.strictObject(supplierPayeeFacts)).max(5, { error: "收款账户最多5个" }).meta({ label: "收款账户", kind: "list" }),
    },
    supplier,
    { key: true },
  ),
  /** With another owner it may have left the caller's sight: what he sees of it is asked anew. */
  supplier_update: write("编辑供应商", code, { ...of, ...optional(facts) }, done),
  /** A batch of owners; each row stands or falls by itself. */
  supplier_owner_batch: write(
    "批量改负责人",
    code,
    { ids: ids("供应商", 200, "supplier").min(1, { error: "请选择供应商" }), owner_id: facts.owner_id },
    z.object({ results: z.array(rowResult), done: int("已完成") }),
    { key: true },
  ),
  supplier_rename: write(
    "更名",
    code,
    { ...of, name: facts.name, short_name: z.optional(facts.short_name), licence_file: file("新营业执照", "supplier_document") },
    supplier,
  ),
  supplier_activate: move(supplierFlow, "activate", of, done),
  supplier_reject: move(
    supplierFlow,
    "reject",
    { ...of, reason_code: choice("驳回原因", SUPPLIER_REJECTS), reason: text("说明", { min: 5, max: 200 }) },
    done,
  ),
  supplier_resubmit: move(supplierFlow, "resubmit", of, done),
  supplier_pause: move(
    supplierFlow,
    "pause",
    {
      ...of,
      reason: text("暂停原因", { min: 2, max: 200 }),
      pause_until: z.optional(z.nullable(date("暂停至"))),
      /** What becomes of everybody it still works for. */
      decisions: z
        .array(
          z.strictObject({
            applicant_id: id("申请人"),
            /** The match to go to; null: stays with it. */
            supplier_product_id: z.nullable(id("改派到")),
            promised_on: z.optional(z.nullable(date("承诺日期"))),
          }),
        )
        .max(2_000, { error: "一次最多安排2000位" })
        .meta({ label: "在办申请人去向", kind: "list" }),
    },
    z.object({ results: z.array(rowResult), supplier_status: f.supplier_status }),
    { key: true },
  ),
  supplier_resume: move(supplierFlow, "resume", of, done),
  supplier_end: move(supplierFlow, "end", { ...of, reason: text("终止原因", { min: 2, max: 200 }) }, done),
});
