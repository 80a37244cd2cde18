/** 分派: who does it for an applicant, at which frozen terms, and why he was chosen. Written by the doors alone. */
import { api, list, pick, read, rowResult, write } from "../kit/endpoint.ts";
import { anyOf, bool, choice, date, id, int, money, text, time, z } from "../kit/field.ts";
import { applicantFlow } from "../order/order.flow.ts";
import { stateLabels } from "../kit/flow.ts";
import { may } from "../permissions.ts";

/** One candidate as it stood; `reason` says why it was not taken. Costs only for those who may see them. */
export const supplierCandidate = z.object({
  supplier_product_id: id("匹配"),
  supplier_id: id("供应商", "supplier"),
  supplier_name: text("供应商"),
  priority: int("优先级"),
  amount: z.optional(z.nullable(money("结算价"))),
  currency: z.nullable(text("币种")),
  lead_min: int("最短时效"),
  lead_max: int("最长时效"),
  quota: z.nullable(int("日限额")),
  used: int("已用"),
  is_usable: bool("可用"),
  reason: z.nullable(text("未选原因")),
  /** The next day within five working days that has room. */
  next_free: z.nullable(date("最近可送日")),
});
/** Somebody a supplier works for. */
const assigned = z.object({
  id: id("分派"),
  applicant_id: id("申请人", "applicant"),
  applicant_no: text("申请人编号"),
  name_cn: z.nullable(z.string()).meta({ label: "姓名", kind: "text", personal: "name" }),
  order_id: id("订单", "order"),
  sku_name: text("商品"),
  applicant_status: choice("状态", stateLabels(applicantFlow)),
  planned_date: date("计划送签日"),
  cny_amount: z.optional(money("结算价")),
  promised_on: z.nullable(date("承诺日期")),
  assigned_at: time("分派时间"),
});
const stays = z.nullable(text("不能改派的原因"));
/** What a supplier is changed by: purchasing for its suppliers, whoever processes orders for their people. */
const rerouting = { any: [may.supplier, may.order_process] };
const preview = z.object({
  ...pick(assigned, "applicant_id", "applicant_no", "name_cn", "order_id", "applicant_status"),
  /** Of whoever has no supplier yet both are null. */
  planned_date: z.nullable(assigned.shape.planned_date),
  cny_amount: z.optional(z.nullable(money("结算价"))),
  stays,
  best: z.nullable(supplierCandidate),
  cost_delta: z.optional(z.nullable(money("价差", { signed: true }))),
  lead_delta: z.nullable(z.int().meta({ label: "时效差(工作日)", kind: "int" })),
  margin_delta: z.optional(z.nullable(money("毛利变化", { signed: true }))),
});

export const supplierAssignmentApi = api({
  supplier_assignment_query: list("在办申请人列表", may.supplier, {
    filter: { supplier_id: id("供应商", "supplier"), applicant_status: z.optional(anyOf(assigned.shape.applicant_status)) },
    row: assigned,
    sorts: ["planned_date", "assigned_at"],
    exports: ["applicant_no", "name_cn", "sku_name", "applicant_status", "planned_date", "cny_amount", "promised_on", "assigned_at"],
  }),
  /** Best alternative of everybody a supplier works for, of the named ones, or of people in orders whatever supplier they have. */
  supplier_pause_preview: read(
    "改派预览",
    rerouting,
    { id: z.optional(id("供应商", "supplier")), applicant_ids: z.optional(z.array(id("申请人")).max(2_000)) },
    z.object({ rows: z.array(preview), cost_delta: z.optional(money("价差合计", { signed: true })) }),
  ),
  supplier_reroute: write(
    "改派",
    rerouting,
    {
      rows: z
        .array(
          z.strictObject({ applicant_id: id("申请人"), supplier_product_id: id("改派到"), planned_date: z.optional(date("计划送签日")) }),
        )
        .min(1, { error: "请选择申请人" })
        .max(2_000, { error: "一次最多改派2000位" })
        .meta({ label: "改派", kind: "list" }),
      reason: text("原因", { min: 2, max: 200 }),
    },
    z.object({ results: z.array(rowResult), done: int("已完成") }),
    { key: true },
  ),
  supplier_candidate_query: read(
    "供应商候选",
    { any: [may.order_view, may.order_process, may.supplier_product] },
    { applicant_id: id("申请人", "applicant"), planned_date: z.optional(date("计划送签日")) },
    z.object({
      planned_date: date("计划送签日"),
      stays,
      candidates: z.array(supplierCandidate),
      /** As it stood when he was assigned; empty before. */
      kept: z.array(supplierCandidate),
      assigned: z.nullable(
        z.object({
          supplier_id: id("供应商"),
          supplier_name: text("供应商"),
          planned_date: date("计划送签日"),
          cny_amount: z.optional(money("结算价")),
          assigned_at: time("分派时间"),
          assigned_by_name: z.nullable(text("分派人")),
        }),
      ),
    }),
  ),
});
