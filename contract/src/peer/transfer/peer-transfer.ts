/** 批量转移: peers go from one person to others, tried first, told line by line, undone as they were. */
import { api, done, list, move, pick, read, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, choices, date, id, ids, int, money, range, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { peerFilter } from "../peer/peer.ts";
import { OWNER_ROLES } from "../peer/peer.words.ts";
import { peerTransferFlow } from "./peer-transfer.flow.ts";
import { CARRIES, LINE_RESULTS, LINES_MAX, SELECTIONS, SIDES, SPLITS, TARGETS_MAX, TRANSFER_REASONS } from "./transfer.words.ts";

const code = may.peer_transfer;
/** The list's own conditions, so that the wizard moves exactly what was seen. */
const chosen = {
  selection: choice("名单", SELECTIONS),
  ids: z.optional(ids("同行", LINES_MAX, "peer")),
  filter: z.optional(z.strictObject(peerFilter).meta({ label: "名单条件", kind: "object" })),
};
const who = {
  role: choice("角色", OWNER_ROLES),
  /** Null: peers that nobody looks after. */
  from_worker_id: z.nullable(id("从", "worker")),
  target_ids: ids("到", TARGETS_MAX, "worker").min(1, { error: "请选择接收人" }),
  split: choice("分配方式", SPLITS),
  carry: choices("随迁", CARRIES),
};
const terms = {
  effective_on: date("生效日"),
  commission_from: date("归属日"),
  reason_code: choice("原因", TRANSFER_REASONS),
  reason: text("说明", { min: 0, max: 200 }),
  notify_peer: bool("通知同行"),
};
/** Who gets which peer, where the split was changed by hand. */
const lines = z
  .array(z.strictObject({ peer_id: id("同行", "peer"), to_worker_id: id("接收人", "worker") }))
  .max(LINES_MAX, { error: `一次最多转移${LINES_MAX}家` })
  .meta({ label: "分配", kind: "list" });
export const peerTransfer = z.object({
  id: id("编号", "peer_transfer"),
  transfer_no: text("批次号"),
  ...who,
  ...terms,
  selection: chosen.selection,
  expected_count: int("预计家数"),
  from_name: text("从"),
  target_names: text("到"),
  total: int("家数"),
  done_count: int("成功"),
  skipped_count: int("跳过"),
  failed_count: int("失败"),
  undone_count: int("已撤销"),
  transfer_status: choice("状态", stateLabels(peerTransferFlow)),
  started_at: z.nullable(time("开始时间")),
  finished_at: z.nullable(time("完成时间")),
  undone_at: z.nullable(time("撤销时间")),
  /** Days left to undo it; 0: no longer. */
  undo_days: int("可撤销天数"),
  created_by_name: z.nullable(text("操作人")),
  created_at: time("创建时间"),
  version: version(),
  updated_at: time("更新时间"),
});
const f = peerTransfer.shape;
export const peerTransferLine = z.object({
  id: id("明细"),
  peer_id: id("同行", "peer"),
  peer_no: text("编号"),
  peer_name: text("同行"),
  to_worker_id: id("接收人", "worker"),
  to_worker_name: text("接收人"),
  result: choice("结果", LINE_RESULTS),
  message: text("说明", { min: 0 }),
  orders: int("随迁订单"),
  work_orders: int("随迁工单"),
  /** When it was run last, and who had it run; undone it keeps both. */
  at: z.nullable(time("执行时间")),
  by_name: z.nullable(text("操作人")),
  undone_at: z.nullable(time("撤销时间")),
});
export const peerTransferDetail = peerTransfer.extend({
  /** Lines are still to come: it runs, is about to, or goes back. */
  is_moving: bool("进行中"),
  moves: z.array(z.object({ move: z.string(), ok: z.boolean(), missing: z.nullable(z.string()) })),
  /** What undoing would leave as it is, and why. */
  untouched: z.array(z.object({ peer_id: id("同行", "peer"), peer_name: text("同行"), why: text("原因") })),
});
/** What would become of it: totals by target, and what would break. */
const trial = z.object({
  total: int("家数"),
  /** Of the total, those that are over: they go with the rest of whoever had them. */
  closed: int("已停用"),
  targets: z.array(
    z.object({
      worker_id: id("接收人", "worker"),
      worker_name: text("接收人"),
      is_enabled: bool("在职"),
      has: int("现有"),
      max: z.nullable(int("上限")),
      gets: int("接收"),
      /** Of those it gets, the ones that are over: they take no room. */
      closed: int("已停用"),
      gmv: money("90天GMV", { signed: true }),
    }),
  ),
  lines: z.array(
    z.object({
      peer_id: id("同行", "peer"),
      peer_no: text("编号"),
      peer_name: text("同行"),
      place_text: text("地区", { min: 0 }),
      gmv: money("90天GMV", { signed: true }),
      to_worker_id: id("接收人", "worker"),
    }),
  ),
  orders: int("在途订单"),
  work_orders: int("工单"),
  /** Open promises, overdue debts, work orders due today. */
  warnings: z.array(z.object({ key: z.enum(["promise", "overdue", "work_order"]), text: text("提示"), count: int("数量") })),
  fault: z.nullable(text("不能转移的原因")),
});
const of = pick(peerTransfer, "id", "version");

export const peerTransferApi = api({
  peer_transfer_query: list("批量转移列表", code, {
    filter: {
      transfer_no: z.optional(text("批次号", { min: 0, max: 20 })),
      role: z.optional(f.role),
      from_worker_id: z.optional(anyOf(id("从", "worker"))),
      target_id: z.optional(anyOf(id("到", "worker"))),
      transfer_status: z.optional(anyOf(f.transfer_status)),
      reason_code: z.optional(anyOf(f.reason_code)),
      peer_id: z.optional(anyOf(id("同行", "peer"))),
      created_at: z.optional(range("创建时间")),
    },
    row: peerTransfer,
    sorts: ["created_at", "effective_on"],
    exports: [
      "transfer_no",
      "role",
      "from_name",
      "target_names",
      "total",
      "done_count",
      "skipped_count",
      "failed_count",
      "undone_count",
      "carry",
      "effective_on",
      "commission_from",
      "reason_code",
      "reason",
      "transfer_status",
      "created_by_name",
      "created_at",
    ],
  }),
  peer_transfer_get: read("批量转移详情", code, pick(peerTransfer, "id"), peerTransferDetail),
  peer_transfer_line_query: list("转移明细列表", code, {
    filter: { transfer_id: f.id, result: z.optional(anyOf(peerTransferLine.shape.result)) },
    row: peerTransferLine,
    sorts: ["at"],
    exports: ["peer_no", "peer_name", "to_worker_name", "result", "message", "orders", "work_orders", "at", "by_name", "undone_at"],
  }),
  /** Who may stand at either side: of `from` those who have peers in that role, of `to` those who may take some over. */
  peer_transfer_pick: read(
    "选择转移双方",
    code,
    { role: who.role, side: choice("一方", SIDES) },
    z.object({
      list: z.array(
        z.object({
          id: id(),
          name: text("姓名"),
          team_name: z.nullable(text("团队")),
          is_enabled: bool("在职"),
          /** In that role, also those that are over. */
          peers: int("同行数"),
          /** Of those, the ones that are over: 负责人管理 does not count them. */
          closed: int("已停用"),
        }),
      ),
    }),
  ),
  /** Whose the chosen peers are in that role, who has most first; null: nobody's. */
  peer_transfer_owner_query: read(
    "所选同行的负责人",
    code,
    { role: who.role, ...chosen },
    z.object({ total: int("家数"), list: z.array(z.object({ worker_id: z.nullable(id("负责人", "worker")), peers: int("同行数") })) }),
  ),
  peer_transfer_preview: read("转移试算", code, { ...who, ...chosen, lines: z.optional(lines) }, trial),
  /** A draft; an empty split takes the proposed one. That there is nobody to move the plan says, in its own words. */
  peer_transfer_add: write(
    "新建转移",
    code,
    { ...who, ...chosen, ...terms, lines: z.optional(lines), expected_count: int("预计家数", 0, LINES_MAX) },
    peerTransfer,
    { key: true },
  ),
  peer_transfer_schedule: move(peerTransferFlow, "schedule", { ...of, ...pick(peerTransfer, "expected_count") }, done, { key: true }),
  peer_transfer_cancel: move(peerTransferFlow, "cancel", { ...of, reason: z.optional(text("取消原因", { min: 0, max: 200 })) }, done, {
    key: true,
  }),
  peer_transfer_retry: move(peerTransferFlow, "retry", of, done, { key: true }),
  peer_transfer_undo: move(peerTransferFlow, "undo", { ...of, reason: text("撤销原因", { min: 2, max: 200 }) }, done, { key: true }),
});
