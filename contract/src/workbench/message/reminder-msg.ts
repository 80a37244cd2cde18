/** 消息提醒: a message as one of its receivers has it. */
import { api, done, list, move, pick, read, rowResult, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, files, id, ids, int, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { msgDetail } from "./msg.ts";
import { MSG_RECEIVERS_MAX, RESULTS, RETURNS } from "./msg.words.ts";
import { reminderMsgFlow } from "./reminder-msg.flow.ts";

const code = may.workbench;
const resultText = (min: 0 | 5) => text("说明", { min, max: 500, message: "请填写处理结果（至少5个字）" });

export const reminderMsg = z.object({
  id: id("编号", "reminder_msg"),
  msg_id: id("消息", "msg"),
  staff_id: id("处理人", "worker"),
  staff_name: text("处理人"),
  reminder_status: choice("状态", stateLabels(reminderMsgFlow)),
  read_at: z.nullable(time("已读")),
  due_at: z.nullable(time("截止")),
  is_overdue: bool("已逾期"),
  submitted_at: z.nullable(time("提交时间")),
  result_code: z.nullable(choice("处理结果", RESULTS)),
  result: resultText(0),
  proof: files("凭证", "msg"),
  /** Opened by the reader since it was handed in. */
  is_proof_opened: bool("已查看凭证"),
  /** Working minutes from the sending to what was handed in. */
  spent_minutes: z.nullable(z.int().meta({ label: "用时(工作分钟)", kind: "int" })),
  rounds: int("轮次"),
  return_code: z.nullable(choice("退回原因", RETURNS)),
  return_text: text("退回说明", { min: 0, max: 200 }),
  done_at: z.nullable(time("完成时间")),
  version: version(),
  created_at: time("发送时间"),
  updated_at: time("更新时间"),
});
const f = reminderMsg.shape;
export const reminderRound = z.object({
  id: id("编号"),
  label: text("操作"),
  by_name: text("操作人"),
  text: text("说明", { min: 0 }),
  proof: files("凭证", "msg"),
  at: time("时间"),
});
export const reminderMsgDetail = reminderMsg.extend({
  msg: msgDetail,
  log: z.array(reminderRound).meta({ label: "轮次", kind: "list" }),
  is_mine: bool("由我处理"),
  moves: z.array(z.object({ move: z.string(), ok: z.boolean(), missing: z.nullable(z.string()) })),
});
const of = pick(reminderMsg, "id", "version");
const several = { ids: ids("提醒", MSG_RECEIVERS_MAX, "reminder_msg").min(1, { error: "请选择提醒" }) };
const returned = { return_code: choice("退回原因", RETURNS), return_text: text("退回说明", { min: 5, max: 200 }) };

export const reminderMsgApi = api({
  /** Of one message, for its sender, its reviewer and whoever is told of it. */
  reminder_msg_query: list("处理情况", code, {
    filter: { msg_id: id("消息", "msg"), reminder_status: z.optional(anyOf(f.reminder_status)) },
    row: reminderMsg,
    sorts: ["created_at", "submitted_at"],
    exports: [
      "staff_name",
      "reminder_status",
      "read_at",
      "submitted_at",
      "result_code",
      "result",
      "spent_minutes",
      "rounds",
      "return_code",
      "return_text",
      "due_at",
    ],
  }),
  reminder_msg_get: read("消息提醒详情", code, pick(reminderMsg, "id", "msg_id"), reminderMsgDetail),
  /** Looked at by its receiver. */
  reminder_msg_read: write("已读", code, pick(reminderMsg, "id"), done, { unlogged: true }),
  reminder_msg_start: move(reminderMsgFlow, "start", of, done),
  reminder_msg_submit: move(
    reminderMsgFlow,
    "submit",
    { ...of, result_code: choice("处理结果", RESULTS), result: resultText(5), proof: z.optional(files("凭证", "msg")) },
    done,
    { key: true },
  ),
  reminder_msg_confirm: move(reminderMsgFlow, "confirm", of, done),
  reminder_msg_transfer: move(
    reminderMsgFlow,
    "transfer",
    { ...of, staff_id: id("转交给", "worker"), reason: text("转交原因", { min: 5, max: 100 }) },
    done,
  ),
  reminder_msg_pass: move(reminderMsgFlow, "pass", of, done),
  reminder_msg_pass_batch: write("批量审核通过", code, several, z.object({ results: z.array(rowResult), done: int("已完成") })),
  reminder_msg_return: move(reminderMsgFlow, "return", { ...of, ...returned }, done),
});
