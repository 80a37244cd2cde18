/** 条件变更: terms of a peer that a second person passes; refused when the peer's value has changed since. */
import { api, done, list, move, optional, pick, read, rowResult, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, date, files, id, int, money, range, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { PEER_CHANGE_QUEUES } from "../../workbench/queues.ts";
import { LEVEL_CODES } from "../level/level.words.ts";
import { companyFacts, peerIds } from "./peer-facts.ts";
import { peerChangeFlow } from "./peer.flow.ts";
import { CHANGE_KINDS, CHANGE_REASONS, CHANGE_REJECTS, SETTLE_MODES } from "./peer.words.ts";

const code = may.peer;
/** What each kind asks for: credit_limit · temp_limit · settle_mode, credit_days · level_id · the company · the new owner's account. */
export const changeValues = {
  credit_limit: money("长期额度"),
  temp_limit: money("临时额度"),
  settle_mode: choice("结算方式", SETTLE_MODES),
  credit_days: int("账期(天)", 0, 60),
  level_id: choice("等级", LEVEL_CODES),
  ...companyFacts,
  account_id: id("新主账号", "peer_account"),
};
const why = {
  reason_code: choice("原因", CHANGE_REASONS),
  reason: text("说明", { min: 5, max: 200 }),
  /** Due of the company and the owner's account. */
  files: files("证明材料", "peer_change"),
  /** Of a temporary limit due, at most 30 days ahead; of a level at most 180. */
  valid_to: z.nullable(date("有效至")),
};
export const peerChange = z.object({
  id: id("编号", "peer_change"),
  change_no: text("申请号"),
  peer_id: id("同行", "peer"),
  peer_no: text("同行编号"),
  peer_name: text("同行"),
  kind: choice("类型", CHANGE_KINDS),
  ...why,
  /** As people read them. */
  rows: z
    .array(z.object({ label: text("项目"), before: text("原值", { min: 0 }), after: text("新值", { min: 0 }) }))
    .meta({ label: "变更内容", kind: "list" }),
  rows_text: text("变更内容", { min: 0 }),
  change_status: choice("状态", stateLabels(peerChangeFlow)),
  is_mine: bool("由我提交"),
  created_by: id("提交人", "worker"),
  created_by_name: z.nullable(text("提交人")),
  created_at: time("提交时间"),
  decided_by_name: z.nullable(text("审核人")),
  decided_at: z.nullable(time("审核时间")),
  decided_note: text("审核意见", { min: 0 }),
  /** Against it at present: over the cap, no contract, value changed since. */
  faults: z.array(z.string()).meta({ label: "不能通过的原因", kind: "list" }),
  /** Of a limit that waits: how far its peer's credit reaches now, and why it is stopped. */
  credit: z.nullable(
    z.object({
      level_cap: money("等级授信上限"),
      effective_limit: money("现行额度"),
      credit_used: money("授信已用"),
      credit_available: money("可用授信", { signed: true }),
      credit_blocked: z.nullable(text("授信已停")),
    }),
  ),
  version: version(),
  updated_at: time("更新时间"),
});
const f = peerChange.shape;
const of = pick(peerChange, "id", "version");

export const peerChangeApi = api({
  peer_change_query: list("条件变更列表", code, {
    filter: {
      peer_id: z.optional(anyOf(f.peer_id)),
      kind: z.optional(anyOf(f.kind)),
      change_status: z.optional(anyOf(f.change_status)),
      created_by: z.optional(anyOf(f.created_by)),
      created_at: z.optional(range("提交时间")),
      queue: z.optional(choice("待办", PEER_CHANGE_QUEUES)),
    },
    row: peerChange,
    sorts: ["created_at"],
    exports: [
      "change_no",
      "peer_no",
      "peer_name",
      "kind",
      "rows_text",
      "reason_code",
      "reason",
      "valid_to",
      "change_status",
      "created_by_name",
      "created_at",
      "decided_by_name",
      "decided_at",
    ],
  }),
  peer_change_get: read("条件变更详情", code, pick(peerChange, "id"), peerChange),
  peer_change_add: write("申请条件变更", code, { ...pick(peerChange, "peer_id", "kind"), ...optional(changeValues), ...why }, peerChange, {
    key: true,
  }),
  /** One level asked for several; each stands or falls by itself. */
  peer_change_batch: write(
    "批量申请定级",
    code,
    { ids: peerIds, ...pick(z.object({ ...changeValues, ...why }), "level_id", "reason_code", "reason", "valid_to") },
    z.object({ results: z.array(rowResult), done: int("已完成") }),
    { key: true },
  ),
  peer_change_withdraw: move(peerChangeFlow, "withdraw", of, done),
  peer_change_approve: move(peerChangeFlow, "approve", { ...of, note: z.optional(text("审核意见", { min: 0, max: 200 })) }, done, {
    key: true,
  }),
  peer_change_reject: move(
    peerChangeFlow,
    "reject",
    { ...of, reason_code: choice("驳回原因", CHANGE_REJECTS), reason: text("说明", { min: 5, max: 200 }) },
    done,
    { key: true },
  ),
});
