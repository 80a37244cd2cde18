/** 订单提醒: one open row per order, applicant and kind; a repeat raises its times. Somebody handles it, or it ends when its condition is gone. */
import { api, done, list, move, pick, read, rowResult, write } from "../kit/endpoint.ts";
import { anyOf, choice, date, id, ids, int, personName, range, text, time, version, bool, z } from "../kit/field.ts";
import { flow, stateLabels } from "../kit/flow.ts";
import { may } from "../permissions.ts";
import { REMIND_QUEUES } from "../workbench/queues.ts";
import { DUE_FILTERS, PARTIES, SCOPES } from "./words.ts";

export const REMIND_KINDS = {
  pay: "催支付",
  material: "催资料",
  supplement: "催补料",
  form: "催填表",
  mail: "催邮寄",
  visit: "赴馆提醒",
  sign: "领取/签收",
  urge: "催办",
  travel: "出行临近",
  overdue: "超期预警",
  document: "证件将过期",
  diff: "催补差价",
  slot_change: "预约变动",
} as const;
export const REMIND_LEVELS = { normal: "普通", high: "重要", critical: "紧急" } as const;
export const REMIND_SOURCES = { system: "系统", customer: "客户", peer: "同行", staff: "员工" } as const;
/** Who asks, where a person writes it down. */
export const REMIND_ASKERS = { staff: REMIND_SOURCES.staff, customer: REMIND_SOURCES.customer, peer: REMIND_SOURCES.peer } as const;
export const REMIND_CHANNELS = { in_app: "站内", subscription: "订阅消息", sms: "短信", phone: "电话", email: "邮件" } as const;
/** Ways to a customer; our own people hear in the console. */
export const CUSTOMER_CHANNELS = {
  subscription: REMIND_CHANNELS.subscription,
  sms: REMIND_CHANNELS.sms,
  phone: REMIND_CHANNELS.phone,
  email: REMIND_CHANNELS.email,
} as const;
/** What became of the last sending. */
export const SEND_RESULTS = { sent: "已送达", no_provider: "渠道未接通", called: "已致电" } as const;
export const REMIND_ENDS = { condition: "条件已消除", replied: "已答复", ignored: "已忽略" } as const;
/** Kinds that our own people are reminded of; of all others the customer hears. */
export const INWARD_KINDS: readonly (keyof typeof REMIND_KINDS)[] = ["urge", "overdue"];
/** Nobody of the customers is disturbed from the evening to the morning, hours of Shanghai. */
export const QUIET_FROM = 21;
export const QUIET_UNTIL = 8;

const code = may.order_remind;
const R = { any: [code, may.order_view, may.order_process] } as const;

export const orderRemindFlow = flow("order_remind", {
  states: {
    open: { label: "待处理", tone: "orange", start: true },
    doing: { label: "处理中", tone: "blue" },
    done: { label: "已处理", tone: "green" },
    ignored: { label: "已忽略", tone: "grey" },
  },
  moves: {
    handle: { label: "处理", from: ["open", "doing"], to: ["doing", "done"], may: code },
    send: { label: "立即提醒", from: ["open", "doing"], to: "doing", may: code, back: true },
    snooze: { label: "延后", from: ["open", "doing"], to: ["open", "doing"], may: code, back: true },
    transfer: { label: "转交", from: ["open", "doing"], to: ["open", "doing"], may: code, back: true },
    ignore: { label: "忽略", from: ["open", "doing"], to: "ignored", may: code, danger: true },
    resolve: { label: "条件已消除", from: ["open", "doing"], to: "done", may: "system" },
  },
});

/** An open reminder as the order and the applicant's desk show it. */
export const orderRemind = z.object({
  id: id("编号", "order_remind"),
  applicant_id: z.nullable(id("申请人")),
  applicant_seq: z.nullable(z.int()),
  kind: choice("类型", REMIND_KINDS),
  level: choice("级别", REMIND_LEVELS),
  source: choice("来源", REMIND_SOURCES),
  content: text("内容", { max: 200 }),
  remind_status: choice("状态", stateLabels(orderRemindFlow)),
  times: int("次数"),
  last_at: time("上次"),
  created_by_name: z.nullable(text("发起人")),
  created_at: time("时间"),
});
const f = orderRemind.shape;

export const remindRow = orderRemind.extend({
  order_id: id("订单", "order"),
  order_no: text("订单号"),
  sku_name: text("商品"),
  applicant_name: z.nullable(personName("申请人")),
  contact_name: personName("客户"),
  peer_id: z.nullable(id("同行", "peer")),
  peer_name: z.nullable(text("同行")),
  channel: choice("渠道", REMIND_CHANNELS),
  /** Of the last sending; null: nothing was sent yet. */
  sent_at: z.nullable(time("发送时间")),
  sent_times: int("发送次数"),
  send_result: z.nullable(choice("渠道结果", SEND_RESULTS)),
  handler_id: z.nullable(id("处理人", "worker")),
  handler_name: z.nullable(text("处理人")),
  due_at: z.nullable(time("截止")),
  next_at: z.nullable(time("下次")),
  snooze_reason: text("延后原因", { min: 0, max: 200 }),
  reply: text("回复", { min: 0, max: 200 }),
  close_kind: z.nullable(choice("结束方式", REMIND_ENDS)),
  close_reason: text("忽略原因", { min: 0, max: 200 }),
  closed_at: z.nullable(time("结束时间")),
  /** Who has to act now, and until when: what an urge is answered with. */
  waiting_party: z.nullable(choice("等待方", PARTIES)),
  acting_name: z.nullable(text("经办人")),
  acting_due_at: z.nullable(time("办理截止")),
  version: version(),
});
const r = remindRow.shape;

export const remindFilter = {
  keyword: z.optional(text("订单号", { min: 0, max: 40 })),
  queue: z.optional(choice("待办队列", REMIND_QUEUES)),
  scope: z.optional(choice("范围", SCOPES)),
  order_id: z.optional(r.order_id),
  remind_status: z.optional(anyOf(f.remind_status)),
  kind: z.optional(anyOf(f.kind)),
  level: z.optional(anyOf(f.level)),
  source: z.optional(anyOf(f.source)),
  due: z.optional(choice("截止", DUE_FILTERS)),
  handler_id: z.optional(anyOf(id("处理人", "worker"))),
  peer_id: z.optional(anyOf(id("同行", "peer"))),
  created_at: z.optional(range("发起时间")),
};
const of = pick(remindRow, "id", "version");
const moved = pick(remindRow, "id", "remind_status", "version");
const movedOutput = z.object(moved);
const several = { ids: ids("提醒", 200, "order_remind").min(1, { error: "请选择提醒" }) };
const batch = z.object({ results: z.array(rowResult), done: int("已完成") });
const sending = {
  /** Of what goes to a customer; our own people hear in the console. */
  channel: z.optional(choice("渠道", CUSTOMER_CHANNELS)),
  content: z.optional(text("内容", { max: 200 })),
};
const handOver = { handler_id: id("接收人", "worker"), reason: text("转交原因", { min: 5, max: 100 }) };

export const orderRemindApi = api({
  order_remind_query: list("提醒列表", R, {
    filter: remindFilter,
    row: remindRow,
    sorts: ["due_at", "last_at", "created_at"],
    exports: [
      "level",
      "order_no",
      "applicant_name",
      "sku_name",
      "contact_name",
      "peer_name",
      "kind",
      "content",
      "source",
      "times",
      "last_at",
      "next_at",
      "channel",
      "sent_at",
      "sent_times",
      "send_result",
      "handler_name",
      "due_at",
      "remind_status",
      "reply",
      "close_kind",
      "close_reason",
      "closed_at",
      "created_by_name",
      "created_at",
    ],
  }),
  /** Of those that match but for their state: by state. */
  order_remind_stat_get: read("提醒计数", R, remindFilter, z.record(z.string(), z.int())),
  order_remind_add: write(
    "新增提醒",
    R,
    {
      order_id: r.order_id,
      applicant_id: z.optional(z.nullable(id("申请人", "applicant"))),
      kind: f.kind,
      source: z.optional(choice("来源", REMIND_ASKERS)),
      level: z.optional(f.level),
      content: f.content,
    },
    remindRow,
    { key: true },
  ),
  /** A reply ends it; 继续跟进 keeps it with whoever wrote. */
  order_remind_handle: move(
    orderRemindFlow,
    "handle",
    { ...of, reply: text("回复", { min: 5, max: 200 }), goes_on: z.optional(bool("继续跟进")) },
    movedOutput,
  ),
  order_remind_send: move(orderRemindFlow, "send", { ...of, ...sending }, movedOutput, { key: true }),
  order_remind_send_batch: write("批量提醒", code, { ...several, ...sending }, batch, { key: true }),
  order_remind_snooze: move(
    orderRemindFlow,
    "snooze",
    { ...of, until: date("延后至"), reason: text("延后原因", { min: 5, max: 100 }) },
    movedOutput,
  ),
  order_remind_transfer: move(orderRemindFlow, "transfer", { ...of, ...handOver }, done),
  order_remind_transfer_batch: write("批量转交提醒", code, { ...several, ...handOver }, batch, { key: true }),
  order_remind_ignore: move(orderRemindFlow, "ignore", { ...of, reason: text("忽略原因", { min: 5, max: 200 }) }, movedOutput),
});
