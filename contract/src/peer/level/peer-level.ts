/** 等级 and 定级复核: what a level asks for and gives; moves up overnight, down once a quarter after somebody looked. */
import { api, list, optional, pick, read, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, date, id, ids, int, money, status, text, time, version, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { LEVEL_QUEUES } from "../../workbench/queues.ts";
import { peerFilter } from "../peer/peer.ts";
import { LEVEL_CODES, LEVEL_MATCHES, LINE_DECISIONS, SLA_PERCENTS } from "./level.words.ts";

const code = may.peer_level;
const levelId = choice("等级", LEVEL_CODES);
/** Of a product without a price of the level. */
const fallback = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("none") }),
    z.strictObject({ kind: z.literal("percent"), rate: int("服务部分比例(万分之)", 1, 10_000) }),
    z.strictObject({ kind: z.literal("minus"), amount: money("减额") }),
  ])
  .meta({ label: "价格规则", kind: "json" });
const facts = {
  name: text("名称", { min: 2, max: 10 }),
  gmv_min: z.nullable(money("90天GMV门槛", { min: 1 })),
  orders_min: z.nullable(int("90天单量门槛", 1, 1_000_000)),
  topup_min: z.nullable(money("90天充值门槛", { min: 1 })),
  match: choice("门槛方式", LEVEL_MATCHES),
  fallback,
  credit_cap: money("授信上限"),
  sla_percent: z
    .union([z.literal(100), z.literal(75), z.literal(50)], { error: "请选择工单时限比例" })
    .meta({ label: "工单时限比例", kind: "choice", options: SLA_PERCENTS }),
  free_urgent: int("每月免费加急(次)", 0, 999),
  status: status(),
};
export const peerLevel = z.object({
  code: levelId,
  ...facts,
  /** Who changed the cap himself and what others gave it before, which is what his own requests go by; null: another person confirmed it. */
  cap_by: z.nullable(id("上限调整人", "worker")),
  cap_by_name: z.nullable(text("上限调整人")),
  cap_given: z.nullable(money("调整前上限")),
  peer_count: int("同行数"),
  gmv_90: money("90天GMV", { signed: true }),
  version: version(),
  updated_at: time("更新时间"),
});
const figures = z.object({ gmv: money("GMV", { signed: true }), orders: int("单量"), topup: money("充值") });
const mover = z.object({
  peer_id: id("同行", "peer"),
  peer_no: text("同行编号"),
  peer_name: text("同行"),
  from_level: choice("现级", LEVEL_CODES),
  to_level: choice("建议", LEVEL_CODES),
  ...figures.shape,
});
export const peerLevelLine = z.object({
  id: id("编号"),
  run_id: id("复核批次"),
  quarter: text("季度"),
  ...pick(mover, "peer_id", "peer_no", "peer_name", "from_level", "to_level"),
  ...figures.shape,
  /** What the level it has asks for. */
  asked_text: text("门槛", { min: 0 }),
  /** Its figures earn the level it has by what is asked today: then it does not go down. */
  is_earned: bool("已达门槛"),
  bd_owner_name: z.nullable(text("商务")),
  /** What its BD thinks of it. */
  bd_note: text("BD意见", { min: 0, max: 200 }),
  decision: choice("处理", LINE_DECISIONS),
  keep_reason: text("保留原因", { min: 0 }),
  decided_by_name: z.nullable(text("处理人")),
  decided_at: z.nullable(time("处理时间")),
  applied_at: z.nullable(time("生效时间")),
  version: version(),
});
const l = peerLevelLine.shape;

const lineFilter = {
  quarter: z.optional(text("季度", { max: 7 })),
  decision: z.optional(anyOf(l.decision)),
  from_level: z.optional(anyOf(l.from_level)),
  bd_owner_id: z.optional(anyOf(id("商务", "worker"))),
  queue: z.optional(choice("待办", LEVEL_QUEUES)),
};

export const peerLevelApi = api({
  peer_level_query: read("同行等级", code, {}, z.object({ list: z.array(peerLevel) })),
  peer_level_update: write("编辑等级", code, { ...pick(peerLevel, "code", "version"), ...optional(facts) }, peerLevel),
  /** The cap as it was seen, by another person than who set it. */
  peer_level_cap_confirm: write("复核授信上限", code, pick(peerLevel, "code", "version", "credit_cap"), peerLevel),
  /** Who would move if one level asked for this. */
  peer_level_preview: read(
    "等级试算",
    code,
    { code: levelId, ...optional(pick(peerLevel, "gmv_min", "orders_min", "topup_min", "match", "status")) },
    z.object({ up: z.array(mover), down: z.array(mover), up_count: int("升级"), down_count: int("降级") }),
  ),
  peer_level_run_query: list("定级复核列表", code, {
    filter: lineFilter,
    row: peerLevelLine,
    sorts: ["id"],
    exports: [
      "quarter",
      "peer_no",
      "peer_name",
      "from_level",
      "to_level",
      "gmv",
      "orders",
      "topup",
      "asked_text",
      "bd_owner_name",
      "bd_note",
      "decision",
      "keep_reason",
      "decided_by_name",
    ],
  }),
  /** Undecided lines by their numbers, or all of the list's filter with how many were seen. Of several, who cannot go down any more keeps its level. */
  peer_level_run_decide: write(
    "处理定级复核",
    code,
    {
      ids: z.optional(ids("复核", 500)),
      filter: z.optional(z.strictObject(lineFilter).meta({ label: "名单条件", kind: "object" })),
      expected_count: z.optional(int("预计数量", 1, 100_000)),
      decision: choice("处理", { apply: "降级", keep: "保留" }),
      /** Due to keep. */
      reason: text("原因", { min: 0, max: 200 }),
    },
    z.object({ done: int("已处理"), left: z.array(z.object({ name: text("同行"), msg: text("原因") })) }),
    { key: true },
  ),
  peer_level_line_note: write("填写定级意见", may.peer, pick(peerLevelLine, "id", "version", "bd_note"), peerLevelLine),
  /** Those whose level does not move for a time. */
  peer_level_lock_query: list("锁级名单", code, {
    filter: { keyword: peerFilter.keyword, level_id: peerFilter.level_id },
    row: z.object({
      id: id("同行", "peer"),
      peer_no: text("编号"),
      short_name: text("简称"),
      level_id: levelId,
      level_locked_until: date("锁级至"),
      level_lock_reason: text("锁级原因", { min: 0 }),
      earned_level: choice("按数据应为", LEVEL_CODES),
      bd_owner_name: z.nullable(text("商务")),
    }),
    sorts: ["level_locked_until"],
    exports: ["peer_no", "short_name", "level_id", "level_locked_until", "level_lock_reason", "earned_level", "bd_owner_name"],
  }),
});
