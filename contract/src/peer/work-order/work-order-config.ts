/** 工单配置: what a kind of work order asks for, who handles it in which time. A published version stays as it is. */
import { api, done, list, move, optional, pick, read, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, id, int, share, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { workOrderConfigFlow } from "./work-order.flow.ts";
import { ANSWER_KINDS, CONFIG_SCOPES, ESCALATE_TO, FIELDS_MAX, HANDLERS, LINKS, WORK_ORDER_CATEGORIES } from "./work-order.words.ts";

const code = may.peer_work_order;
const edit = may.peer_work_order_edit;
export const formField = z.strictObject({
  key: text("字段标识", { max: 30, check: (v) => (/^[a-z][a-z0-9_]*$/.test(v) ? null : "字段标识为小写字母开头的字母、数字或下划线") }),
  label: text("字段名称", { max: 20 }),
  kind: choice("字段类型", ANSWER_KINDS),
  required: bool("必填"),
  options: z
    .array(text("选项", { max: 40 }))
    .max(30, { error: "选项最多30个" })
    .meta({ label: "选项", kind: "list" }),
});
const step = z.strictObject({
  at_percent: int("已用时限占比", 50, 300),
  to: choice("升级给", ESCALATE_TO),
  worker_id: z.optional(z.nullable(id("员工", "worker"))),
});
const facts = {
  category: choice("大类", WORK_ORDER_CATEGORIES),
  name: text("名称", { min: 2, max: 20 }),
  scope: choice("适用范围", CONFIG_SCOPES),
  /** Level codes, numbers of groups or of peers; empty for all. */
  scope_ids: z
    .array(text("适用对象", { max: 20 }))
    .max(200, { error: "适用对象最多200个" })
    .meta({ label: "适用对象", kind: "list" }),
  fields: z
    .array(formField)
    .max(FIELDS_MAX, { error: `表单最多${FIELDS_MAX}个字段` })
    .refine((all) => new Set(all.map((x) => x.key)).size === all.length, { error: "字段标识不能重复" })
    .meta({ label: "表单", kind: "list" }),
  need_order: bool("须关联订单"),
  reply_minutes: int("首响时限(工作分钟)", 1, 100_000),
  resolve_minutes: int("解决时限(工作分钟)", 2, 100_000),
  handler: choice("处理人", HANDLERS),
  team_id: z.nullable(id("处理团队", "team")),
  escalate: z.array(step).min(1, { error: "请至少填写一级升级" }).max(5, { error: "升级最多5级" }).meta({ label: "升级", kind: "list" }),
  link: choice("联动", LINKS),
  templates: z
    .array(z.strictObject({ title: text("模板标题", { max: 20 }), text: text("模板内容", { max: 500 }) }))
    .max(20, { error: "回复模板最多20个" })
    .meta({ label: "回复模板", kind: "list" }),
  ask_score: bool("请求评价"),
};
export const workOrderConfig = z.object({
  id: id("编号", "work_order_config"),
  code: text("编码", { pattern: "code", message: "编码为5-12位大写字母或数字" }),
  ...pick(z.object(facts), "category", "name", "scope", "scope_ids", "reply_minutes", "resolve_minutes", "handler", "team_id", "link"),
  scope_text: text("适用", { min: 0 }),
  field_count: int("字段数"),
  team_name: z.nullable(text("处理团队")),
  is_system: bool("系统使用"),
  config_version: int("版本", 1),
  config_status: choice("状态", stateLabels(workOrderConfigFlow)),
  count_30: int("30天工单量"),
  late_rate: z.nullable(share("超时率")),
  published_at: z.nullable(time("发布时间")),
  version: version(),
  updated_at: time("更新时间"),
});
const f = workOrderConfig.shape;
export const workOrderConfigDetail = workOrderConfig.extend({
  ...facts,
  based_on: z.nullable(id("上一版本", "work_order_config")),
  /** The draft that is to take its place. */
  draft_id: z.nullable(id("草稿", "work_order_config")),
  retired_at: z.nullable(time("停用时间")),
  published_by_name: z.nullable(text("发布人")),
  versions: z.array(z.object(pick(workOrderConfig, "id", "config_version", "config_status", "published_at"))),
  created_at: time("创建时间"),
  moves: z.array(z.object({ move: z.string(), ok: z.boolean(), missing: z.nullable(z.string()) })),
});
const of = pick(workOrderConfig, "id", "version");

export const workOrderConfigApi = api({
  work_order_config_query: list("工单配置列表", code, {
    filter: {
      keyword: z.optional(text("名称/编码", { min: 0, max: 40 })),
      category: z.optional(anyOf(facts.category)),
      scope: z.optional(anyOf(facts.scope)),
      config_status: z.optional(anyOf(f.config_status)),
      handler: z.optional(anyOf(facts.handler)),
    },
    row: workOrderConfig,
    sorts: ["updated_at", "code"],
    exports: [
      "name",
      "code",
      "category",
      "scope_text",
      "field_count",
      "reply_minutes",
      "resolve_minutes",
      "handler",
      "link",
      "config_version",
      "config_status",
      "count_30",
      "late_rate",
    ],
  }),
  work_order_config_get: read("工单配置详情", code, pick(workOrderConfig, "id"), workOrderConfigDetail),
  work_order_config_add: write("新增工单配置", edit, { ...pick(workOrderConfig, "code"), ...facts }, workOrderConfigDetail, { key: true }),
  /** Of a live one: the draft that is to follow, as it is but for what is sent. */
  work_order_config_draft: write("起草下一版", edit, { ...of, ...optional(facts) }, workOrderConfigDetail, { key: true }),
  /** Of a draft. */
  work_order_config_update: write("编辑工单配置", edit, { ...of, ...optional(facts) }, workOrderConfigDetail),
  work_order_config_publish: move(workOrderConfigFlow, "publish", of, done, { key: true }),
  work_order_config_retire: move(workOrderConfigFlow, "retire", { ...of, reason: text("停用原因", { min: 2, max: 200 }) }, done),
  /** 试运行: a draft against the work orders of its code in the last 90 days. */
  work_order_config_trial: read(
    "试运行",
    edit,
    pick(workOrderConfig, "id"),
    z.object({
      total: int("近90天工单"),
      late_reply_before: int("原首响超时"),
      late_reply: int("首响超时"),
      late_before: int("原解决超时"),
      late: int("解决超时"),
      handlers: z.array(z.object({ name: text("处理人"), count: int("工单数"), open: int("现有未结") })),
      unfit: z.array(z.object({ work_order_id: id("工单", "work_order"), work_order_no: text("工单号"), fault: text("不符") })),
    }),
  ),
});
