/** 工单: a matter of a peer, its thread, its two limits and the record that answers it. */
import { api, done, list, move, pick, read, rowResult, write } from "../../kit/endpoint.ts";
import {
  anyOf,
  bool,
  choice,
  date,
  files,
  formAnswer,
  id,
  ids,
  int,
  money,
  personName,
  range,
  text,
  time,
  version,
  z,
} from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { orderFlow } from "../../order/order.flow.ts";
import { may, type May } from "../../permissions.ts";
import { WORK_ORDER_QUEUES } from "../../workbench/queues.ts";
import { LEVEL_CODES } from "../level/level.words.ts";
import { formField, workOrderConfig } from "./work-order-config.ts";
import { workOrderFlow } from "./work-order.flow.ts";
import {
  LINKS,
  MESSAGE_KINDS,
  OVERDUE_FILTERS,
  RESOLUTIONS,
  RESOLVE_AS,
  WORK_ORDER_CATEGORIES,
  WORK_ORDER_SOURCES,
  WORK_ORDER_VIEWS,
  type LinkKind,
} from "./work-order.words.ts";

const code = may.peer_work_order;
const answers = z.record(text("字段标识", { max: 30 }), formAnswer("填写内容", "work_order")).meta({ label: "填写内容", kind: "json" });
export const workOrder = z.object({
  id: id("编号", "work_order"),
  work_order_no: text("工单号"),
  config_id: id("配置", "work_order_config"),
  config_name: text("配置"),
  category: choice("大类", WORK_ORDER_CATEGORIES),
  title: text("标题", { min: 2, max: 60 }),
  peer_id: id("同行", "peer"),
  peer_name: text("同行"),
  level_id: choice("等级", LEVEL_CODES),
  order_id: z.nullable(id("订单", "order")),
  order_no: z.nullable(text("订单")),
  applicant_id: z.nullable(id("申请人", "applicant")),
  source: choice("来源", WORK_ORDER_SOURCES),
  work_order_status: choice("状态", stateLabels(workOrderFlow)),
  reopen_count: int("重开次数"),
  /** Ended by words where its configuration asks for a linked record. */
  is_unlinked: bool("未联动"),
  handler_id: z.nullable(id("处理人", "worker")),
  handler_name: z.nullable(text("处理人")),
  team_id: z.nullable(id("处理团队", "team")),
  due_reply_at: time("首响截止"),
  first_reply_at: z.nullable(time("首响时间")),
  due_at: time("解决截止"),
  /** Working minutes that are left; below zero late. Null once it is over. */
  reply_left: z.nullable(z.int().meta({ label: "首响剩余(工作分钟)", kind: "int" })),
  resolve_left: z.nullable(z.int().meta({ label: "解决剩余(工作分钟)", kind: "int" })),
  is_late: bool("已超时"),
  last_message_at: z.nullable(time("最近消息")),
  last_message_kind: z.nullable(choice("最近消息来自", MESSAGE_KINDS)),
  score: z.nullable(int("评分", 1, 5)),
  version: version(),
  created_at: time("提交时间"),
  updated_at: time("更新时间"),
  moves: z.array(z.object({ move: z.string(), ok: z.boolean(), missing: z.nullable(z.string()) })),
});
const f = workOrder.shape;
/** A record that could answer it, or does. */
export const linkedRecord = z.object({
  id: id("联动记录"),
  no: text("单号"),
  state: text("状态"),
  amount: z.nullable(money("金额", { signed: true })),
  at: time("时间"),
});
export const workOrderMessage = z.object({
  id: id("消息"),
  kind: choice("类型", MESSAGE_KINDS),
  text: text("内容", { min: 0, max: 2000 }),
  files: files("附件", "work_order"),
  by_name: text("发送人"),
  at: time("时间"),
});
export const workOrderDetail = workOrder.extend({
  fields: z.array(formField),
  answers,
  templates: z.array(z.object({ title: text("模板标题"), text: text("模板内容") })),
  link: choice("联动", LINKS),
  linked_noun: z.nullable(text("联动记录")),
  linked_id: z.nullable(id("联动记录")),
  linked_no: z.nullable(text("联动单号")),
  /** The same as its reader may see it, whatever became of it since; null where he may not, or nothing is linked. */
  linked: z.nullable(linkedRecord),
  account_id: z.nullable(id("提交账号", "peer_account")),
  account_name: z.nullable(text("提交人")),
  created_by_name: z.nullable(text("代提人")),
  reply_minutes: int("首响时限(工作分钟)"),
  resolve_minutes: int("解决时限(工作分钟)"),
  waiting_minutes: int("等待同行(工作分钟)"),
  waiting_since: z.nullable(time("等待同行自")),
  resolution: z.nullable(choice("处理结果", RESOLUTIONS)),
  resolution_note: text("处理说明", { min: 0 }),
  resolved_at: z.nullable(time("解决时间")),
  closed_at: z.nullable(time("关闭时间")),
  score_text: text("评价", { min: 0 }),
  messages: z.array(workOrderMessage),
  /** What it is about, as far as it names one. */
  order: z.nullable(
    z.object({
      sku_name: text("商品"),
      order_status: choice("订单状态", stateLabels(orderFlow)),
      travel_date: z.nullable(date("出行日期")),
      promised_date: z.nullable(date("承诺日")),
      applicant_name: z.nullable(personName("申请人")),
      people: int("人数"),
      expert_name: z.nullable(text("签证专家")),
    }),
  ),
  peer: z.object({
    peer_no: text("编号"),
    bd_owner_name: z.nullable(text("商务")),
    cs_owner_name: z.nullable(text("客服")),
    state_text: text("同行状态"),
    open_work_orders: int("未结工单"),
  }),
});
/** Who sees the records that answer a work order: whoever may read their lists. */
export const LINK_SEEN: Readonly<Record<Exclude<LinkKind, "none">, May>> = {
  urge: { any: [may.order_remind, may.order_view, may.order_process] },
  refund: { any: [may.refund_review, may.order_refund_start, may.order_view] },
  invoice: may.invoice,
  statement: may.peer_settle,
};
const of = pick(workOrder, "id", "version");
const said = { text: text("内容", { min: 2, max: 2000 }), files: z.optional(files("附件", "work_order")) };
const batch = z.object({ results: z.array(rowResult), done: int("已完成") });
const several = { ids: ids("工单", 200, "work_order").min(1, { error: "请选择工单" }) };
const handOver = { handler_id: id("接收人", "worker"), reason: text("转交原因", { min: 2, max: 200 }) };

const filter = {
  view: z.optional(choice("视图", WORK_ORDER_VIEWS)),
  queue: z.optional(choice("待办队列", WORK_ORDER_QUEUES)),
  keyword: z.optional(text("工单号/标题/同行/订单号", { min: 0, max: 60 })),
  category: z.optional(anyOf(f.category)),
  config_code: z.optional(anyOf(workOrderConfig.shape.code)),
  work_order_status: z.optional(anyOf(f.work_order_status)),
  peer_id: z.optional(anyOf(f.peer_id)),
  level_id: z.optional(anyOf(f.level_id)),
  order_id: z.optional(id("订单", "order")),
  handler_id: z.optional(anyOf(id("处理人", "worker"))),
  overdue: z.optional(choice("超时", OVERDUE_FILTERS)),
  score: z.optional(anyOf(int("评分", 1, 5))),
  is_unlinked: z.optional(f.is_unlinked),
  created_at: z.optional(range("提交时间")),
};

export const workOrderApi = api({
  work_order_query: list("工单列表", code, {
    filter,
    row: workOrder,
    sorts: ["created_at", "due_at", "last_message_at"],
    exports: [
      "work_order_no",
      "category",
      "config_name",
      "title",
      "peer_name",
      "level_id",
      "order_no",
      "work_order_status",
      "reopen_count",
      "is_unlinked",
      "handler_name",
      "first_reply_at",
      "due_reply_at",
      "due_at",
      "last_message_at",
      "created_at",
      "score",
    ],
  }),
  /** Of those that match: by state, by view, and what is late or soon will be. */
  work_order_stat_get: read("工单计数", code, filter, z.record(z.string(), z.int())),
  /** By its id, or by its number. */
  work_order_get: read("工单详情", code, { id: z.optional(f.id), work_order_no: z.optional(text("工单号", { max: 20 })) }, workOrderDetail),
  /** 代提工单: the configuration that holds for a peer, with its form. */
  work_order_form_get: read(
    "工单表单",
    code,
    { peer_id: f.peer_id },
    z.object({
      list: z.array(
        z.object({
          config_id: f.config_id,
          code: workOrderConfig.shape.code,
          name: workOrderConfig.shape.name,
          category: f.category,
          need_order: bool("须关联订单"),
          fields: z.array(formField),
        }),
      ),
    }),
  ),
  /** Orders of a peer that a work order may be about, the newest first, with their people. */
  work_order_order_pick: read(
    "选择同行订单",
    code,
    { peer_id: f.peer_id, keyword: z.optional(text("订单号", { min: 0, max: 40 })) },
    z.object({
      list: z.array(
        z.object({
          id: id("订单", "order"),
          order_no: text("订单号"),
          sku_name: text("商品"),
          people: z.array(z.object({ id: id("申请人", "applicant"), applicant_no: text("申请人编号"), name: personName("姓名") })),
        }),
      ),
    }),
  ),
  work_order_add: write(
    "代提工单",
    code,
    {
      peer_id: f.peer_id,
      config_id: f.config_id,
      title: f.title,
      order_id: z.optional(f.order_id),
      applicant_id: z.optional(f.applicant_id),
      answers,
      text: z.optional(text("补充说明", { min: 0, max: 2000 })),
      files: z.optional(files("附件", "work_order")),
    },
    workOrder,
    { key: true },
  ),
  work_order_take: move(workOrderFlow, "take", of, done),
  /** To the peer; `internal` stays among us and counts as no reply. */
  work_order_reply: move(workOrderFlow, "reply", { ...of, ...said, internal: z.optional(bool("仅内部")) }, workOrder, { key: true }),
  /** Templates of the configurations of several, for one answer to all of them. */
  work_order_template_get: read("回复模板", code, several, z.object({ list: workOrderDetail.shape.templates })),
  work_order_reply_batch: write("批量回复工单", code, { ...several, ...said }, batch, { key: true }),
  work_order_ask: move(workOrderFlow, "ask", { ...of, ...said }, workOrder, { key: true }),
  /** On behalf of the peer. */
  work_order_answer: move(workOrderFlow, "answer", { ...of, text: text("内容", { min: 0, max: 2000 }), files: said.files }, workOrder, {
    key: true,
  }),
  work_order_hand_over: move(workOrderFlow, "hand_over", { ...of, ...handOver }, done),
  work_order_hand_over_batch: write("批量转交工单", code, { ...several, ...handOver }, batch, { key: true }),
  /** What could answer it, the newest first, as far as the caller may see it. */
  work_order_link_query: read("可关联的处理记录", code, pick(workOrder, "id"), z.object({ list: z.array(linkedRecord) })),
  /** The record that answers it, in place of the one before; null: none does. None named: an urge is made there and then. */
  work_order_link: write("关联处理记录", code, { ...of, linked_id: z.optional(z.nullable(id("联动记录"))) }, workOrder),
  work_order_resolve: move(
    workOrderFlow,
    "resolve",
    { ...of, resolution: choice("处理结果", RESOLVE_AS), resolution_note: text("处理说明", { min: 5, max: 500 }) },
    workOrder,
  ),
  work_order_reopen: move(workOrderFlow, "reopen", { ...of, reason: text("重开原因", { min: 2, max: 200 }) }, workOrder),
  work_order_withdraw: move(workOrderFlow, "withdraw", { ...of, reason: text("撤回原因", { min: 2, max: 200 }) }, workOrder),
});
