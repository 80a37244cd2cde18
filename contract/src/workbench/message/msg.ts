/** 消息: what one of us asks of others or lets them know, with what became of it. */
import { api, done, list, pick, read, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, files, id, ids, int, longText, range, text, time, version, z } from "../../kit/field.ts";
import { stateLabels, TONES } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { MSG_KINDS, MSG_LEVELS, MSG_LIMITS, MSG_RECEIVERS_MAX, MSG_REFS, MSG_SOURCES, MSG_STATES, MSG_VIEWS } from "./msg.words.ts";
import { reminderMsgFlow } from "./reminder-msg.flow.ts";

const code = may.workbench;

export const msg = z.object({
  id: id("编号", "msg"),
  kind: choice("类型", MSG_KINDS),
  source: choice("来源", MSG_SOURCES),
  title: text("标题", { min: 2, max: 50 }),
  level: choice("级别", MSG_LEVELS),
  due_at: z.nullable(time("截止")),
  msg_status: choice("状态", MSG_STATES),
  need_review: bool("需要审核"),
  reviewer_id: z.nullable(id("审核人", "worker")),
  reviewer_name: z.nullable(text("审核人")),
  need_proof: bool("需要凭证"),
  /** The first ones of those it went to. */
  receiver_names: text("接收人", { min: 0 }),
  total: int("接收人数"),
  read_count: int("已读"),
  /** Handed in, passed or not. */
  submitted_count: int("已提交"),
  done_count: int("已完成"),
  created_by_name: z.nullable(text("发送人")),
  /** Of whoever asks, where he is a receiver. */
  my_reminder_id: z.nullable(id("我的提醒", "reminder_msg")),
  my_status: z.nullable(choice("我的状态", stateLabels(reminderMsgFlow))),
  nudged_at: z.nullable(time("最近催办")),
  version: version(),
  created_at: time("发送时间"),
  updated_at: time("更新时间"),
});
const f = msg.shape;
export const msgRef = z.object({
  noun: choice("关联", MSG_REFS),
  no: text("关联单号"),
  state: z.nullable(text("当前状态")),
  tone: z.nullable(z.enum(TONES)),
  /** Where it opens for whoever asks; null: he may not. */
  opens: z.nullable(
    z.object({ route: z.string(), params: z.record(z.string(), z.string()), query: z.optional(z.record(z.string(), z.string())) }),
  ),
});
export const msgDetail = msg.extend({
  content: longText("内容", 1000),
  files: files("附件", "msg"),
  cc: ids("抄送", 50, "worker"),
  cc_names: text("抄送", { min: 0 }),
  cancel_reason: text("撤销原因", { min: 0 }),
  ref: z.nullable(msgRef),
  is_sender: bool("由我发送"),
  is_reviewer: bool("由我审核"),
});

const receivers = {
  staff_ids: z.optional(ids("接收人", MSG_RECEIVERS_MAX, "worker")),
  team_ids: z.optional(ids("接收团队", 50, "team")),
  role_ids: z.optional(ids("接收角色", 50, "role")),
  is_all: z.optional(bool("全员")),
};
export const msgApi = api({
  msg_query: list("消息列表", code, {
    filter: {
      view: z.optional(choice("视图", MSG_VIEWS)),
      keyword: z.optional(text("标题", { min: 0, max: 50 })),
      kind: z.optional(anyOf(f.kind)),
      level: z.optional(anyOf(f.level)),
      msg_status: z.optional(anyOf(f.msg_status)),
      created_at: z.optional(range("发送时间")),
    },
    row: msg,
    sorts: ["created_at", "due_at"],
    exports: [
      "title",
      "kind",
      "level",
      "msg_status",
      "receiver_names",
      "total",
      "read_count",
      "submitted_count",
      "done_count",
      "due_at",
      "created_by_name",
      "reviewer_name",
      "created_at",
    ],
  }),
  msg_get: read("消息详情", code, pick(msg, "id"), msgDetail),
  msg_add: write(
    "发消息",
    code,
    {
      kind: f.kind,
      title: f.title,
      content: longText("内容", 1000),
      files: z.optional(files("附件", "msg")),
      ...receivers,
      cc: z.optional(ids("抄送", 50, "worker")),
      level: f.level,
      due_at: z.optional(time("截止")),
      due_in: z.optional(choice("时限", MSG_LIMITS)),
      need_review: z.optional(f.need_review),
      reviewer_id: z.optional(id("审核人", "worker")),
      need_proof: z.optional(f.need_proof),
      ref_noun: z.optional(choice("关联", MSG_REFS)),
      ref_no: z.optional(text("关联单号", { max: 40 })),
    },
    z.object({
      id: f.id,
      sent: int("已发送"),
      /** Disabled ones, who got none. */
      left_out: z.array(z.string()).meta({ label: "未发送", kind: "list" }),
    }),
    { key: true, field_may: { is_all: may.workbench_broadcast }, field_acts: { is_all: "发送全员消息" } },
  ),
  /** From all who have not finished with it. */
  msg_withdraw: write("撤销消息", code, { ...pick(msg, "id", "version"), reason: text("撤销原因", { min: 5, max: 200 }) }, done),
  /** Tells those who handed in nothing yet. */
  msg_nudge: write("催办未提交", code, pick(msg, "id", "version"), z.object({ nudged: int("已催办") })),
});
