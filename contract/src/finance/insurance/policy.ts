/** 保险业务: a policy for each person and plan that an order paid for, as the insurer wrote it. */
import { api, done, list, move, optional, pick, read, rowResult, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, date, file, id, int, longText, maskedDate, money, range, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { POLICY_QUEUES } from "../../workbench/queues.ts";
import { policyFlow } from "./policy.flow.ts";
import { POLICY_KINDS, POLICY_NO } from "./policy.words.ts";

const code = may.insurance;
const policyNo = () =>
  text("保单号", { max: 40, check: (v) => (POLICY_NO.test(v.trim().toUpperCase()) ? null : "保单号应为6-40位字母、数字或 - /") });
const reason = text("原因", { min: 5, max: 200 });
const note = text("说明", { min: 0, max: 200 });
const by = z.nullable(text("经办"));

/** What was told to the insurer after the issue: both versions stand. */
const version_of = z.object({
  policy_no: text("保单号"),
  start_on: date("起保日"),
  end_on: date("止保日"),
  /** Null once it was erased. */
  file: z.nullable(file("保单文件", "policy")),
});
export const policyChange = z.object({ at: time("时间"), by, reason: text("原因"), before: version_of, after: version_of });
export const policyClaim = z.object({
  on: date("出险日"),
  claimed: money("索赔额", { min: 1 }),
  paid: money("赔付额"),
  note: text("说明", { min: 0 }),
  at: time("登记时间"),
  by,
});

/** A row of the list. */
export const policyRow = z.object({
  id: id("编号", "policy"),
  apply_no: text("投保编号"),
  policy_no: z.nullable(policyNo()),
  kind: choice("险种", POLICY_KINDS),
  product_name: text("产品"),
  plan_name: text("计划", { min: 0 }),
  insurer_id: id("保司", "insurer"),
  insurer_name: text("保司"),
  order_id: id("订单", "order"),
  order_no: text("订单号"),
  applicant_id: id("申请人", "applicant"),
  applicant_no: text("申请人编号"),
  insured_name: z.nullable(z.string()).meta({ label: "被保人", kind: "text", personal: "name" }),
  insured_passport: z.nullable(z.string()).meta({ label: "被保人护照", kind: "text", personal: "passport" }),
  country_id: text("国家/地区"),
  country_name: text("国家/地区"),
  start_on: z.nullable(date("起保日")),
  end_on: z.nullable(date("止保日")),
  premium: money("保费"),
  cost: money("成本"),
  margin: money("毛利", { signed: true }),
  claim_count: int("理赔登记"),
  claim_paid: money("已赔付"),
  policy_status: choice("状态", stateLabels(policyFlow)),
  batch_no: z.nullable(text("出单批次")),
  /** It begins within two days and nobody has issued it. */
  is_soon: bool("即将起保"),
  /** Cover has begun: nothing is changed or given up any more. */
  is_begun: bool("保障已生效"),
  created_at: time("投保时间"),
  version: version(),
  updated_at: time("更新时间"),
});
export const policy = policyRow.extend({
  insured_birthday: z.nullable(maskedDate("被保人生日")),
  travel_date: z.nullable(date("出行日期")),
  return_date: z.nullable(date("回国日期")),
  /** What was sold: cover, region, whether it is given back. */
  terms: z.array(z.object({ label: text("条款"), text: text("内容") })).meta({ label: "计划条款", kind: "list" }),
  file: z.nullable(file("保单文件", "policy")),
  issued_at: z.nullable(time("承保时间")),
  issued_by_name: z.nullable(text("登记人")),
  surrendered_at: z.nullable(time("退保时间")),
  reason: longText("原因", 200, 0),
  claimed: money("索赔额"),
  claims: z.array(policyClaim).meta({ label: "理赔", kind: "list" }),
  changes: z.array(policyChange).meta({ label: "批改", kind: "list" }),
});
const f = policy.shape;
const seen = pick(policy, "id", "version");
const rows = z
  .array(z.strictObject(seen))
  .min(1, { error: "请选择保单" })
  .max(200, { error: "一次最多200份" })
  .meta({ label: "保单", kind: "list" });
const cover = { policy_no: policyNo(), start_on: date("起保日"), end_on: date("止保日"), file: file("保单文件", "policy") };
export const policyFilter = {
  policy_no: z.optional(text("保单号/投保编号/批次", { min: 0, max: 40 })),
  insured: z.optional(text("被保人/护照(完整或后4位)", { min: 0, max: 40, lookup: ["passport"] })),
  order_no: z.optional(text("订单号", { min: 0, max: 30 })),
  insurer_id: z.optional(anyOf(id("保司", "insurer"))),
  product_name: z.optional(text("产品/计划", { min: 0, max: 40 })),
  kind: z.optional(anyOf(f.kind)),
  start_on: z.optional(range("起保日")),
  country_id: z.optional(
    z
      .array(text("国家/地区", { max: 2 }))
      .max(60)
      .meta({ label: "国家/地区", kind: "list", of: "country" }),
  ),
};
/** A row of the insurer's sheet. Files are put to it one by one afterwards. */
const sheetLine = z.strictObject({
  apply_no: text("投保编号", { min: 0, max: 30 }),
  policy_no: text("保单号", { min: 0, max: 60 }),
  start_on: text("起保日", { min: 0, max: 20 }),
  end_on: text("止保日", { min: 0, max: 20 }),
});

export const policyApi = api({
  policy_query: list("保险业务列表", code, {
    filter: {
      ...policyFilter,
      policy_status: z.optional(anyOf(f.policy_status)),
      queue: z.optional(choice("待办", POLICY_QUEUES)),
    },
    row: policyRow,
    sorts: ["start_on", "created_at", "premium"],
    exports: [
      "policy_no",
      "apply_no",
      "kind",
      "product_name",
      "plan_name",
      "insurer_name",
      "insured_name",
      "insured_passport",
      "start_on",
      "end_on",
      "order_no",
      "applicant_no",
      "country_name",
      "premium",
      "cost",
      "margin",
      "claim_count",
      "claim_paid",
      "policy_status",
      "batch_no",
      "created_at",
    ],
    columns_may: { cost: code, margin: code },
  }),
  policy_get: read("保单详情", code, pick(policy, "id"), policy),
  /** Premium, cost and claims of what was issued under the filter, and the rows of each tab. */
  policy_figures: read(
    "保险业务概况",
    code,
    policyFilter,
    z.object({
      states: z.array(z.object({ state: f.policy_status, count: int("份数") })),
      premium: money("保费"),
      cost: money("成本"),
      paid: money("已赔付"),
      /** Ten thousandths of the premium; null: nothing was issued. */
      claim_rate: z.nullable(int("赔付率")),
    }),
  ),
  policy_issued: move(policyFlow, "issued", { ...seen, ...cover, ...optional({ cost: money("成本", { min: 1 }) }) }, done, { key: true }),
  policy_failed: move(policyFlow, "failed", { ...seen, reason }, done, { key: true }),
  policy_retry: move(policyFlow, "retry", seen, done, { key: true }),
  /** 批改: what the insurer wrote anew before the cover begins; both versions are kept. */
  policy_change: write("批改保单", code, { ...seen, ...optional(cover), reason }, done, { key: true }),
  policy_surrender: move(policyFlow, "surrender", { ...seen, reason }, done, { key: true }),
  policy_claim_add: write("登记理赔", code, { ...seen, ...pick(policyClaim, "on", "claimed", "paid"), note }, done, { key: true }),
  /** People for the insurer: policies of a batch and its sheet; those of a batch already come into another one. */
  policy_sheet_export: write(
    "导出投保名单",
    code,
    { rows },
    z.object({
      results: z.array(rowResult),
      done: int("已完成"),
      sheet_id: z.nullable(id("投保名单")),
      batch_no: z.nullable(text("出单批次")),
    }),
    { key: true },
  ),
  /** The sheet that an export made, for whoever made it, seven days. */
  policy_sheet_get: write("下载投保名单", code, { id: id("投保名单") }, z.object({ url: z.string(), filename: z.string() }), {
    log: "download",
  }),
  /** Policies registered by 投保编号 with one file of the insurer for all; a dry run writes nothing and answers each row. */
  policy_sheet_import: write(
    "批量登记保单",
    code,
    {
      rows: z
        .array(sheetLine)
        .min(1, { error: "表格没有数据" })
        .max(500, { error: "一次最多登记500行" })
        .meta({ label: "出单结果", kind: "list" }),
      file: z.optional(file("保单文件", "policy")),
      dry_run: bool("预检"),
    },
    z.object({
      rows: z.array(z.object({ row: int("行号"), apply_no: text("投保编号", { min: 0 }), fault: z.nullable(text("错误")) })),
      done: int("已登记"),
    }),
    { key: true },
  ),
  policy_reveal: write(
    "查看被保人完整信息",
    code,
    pick(policy, "id"),
    z.object({
      insured_name: text("被保人", { min: 0 }),
      insured_passport: text("被保人护照", { min: 0 }),
      insured_birthday: text("被保人生日", { min: 0 }),
    }),
    { log: "reveal" },
  ),
});
