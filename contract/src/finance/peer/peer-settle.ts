/** 同行结算: what peers consumed, gave back and owe, month by month, and what their money settled. */
import { api, done, list, move, pick, prefixed, read, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, date, id, int, money, range, text, time, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { LEVEL_CODES } from "../../peer/level/level.words.ts";
import { PEER_OVERDUE_QUEUES } from "../../workbench/queues.ts";
import { peerSettleFlow } from "../settle.flow.ts";
import { settleApi } from "../settlement.ts";
import { settleLine, settlementShape, why } from "../settlement-shape.ts";
import { LINE_MATCHES, LINE_TABS, SUPPLIER_VERDICTS } from "../settle.words.ts";
import { AGING } from "./peer-settle.words.ts";

const code = may.peer_settle;
const signed = (label: string) => money(label, { signed: true });
const level = choice("等级", LEVEL_CODES);
/** A statement as its list reads it: whose it is, and how late. */
export const peerStatement = settlementShape(peerSettleFlow).extend({
  peer_id: id("同行", "peer"),
  party_name: text("同行"),
  cycle_end: date("账单月"),
  due_on: date("还款日"),
  paid: money("已还"),
  final: money("本期应还"),
  peer_no: text("同行编号"),
  level_id: level,
  bd_owner_name: z.nullable(text("BD")),
  overdue_days: int("逾期天数"),
  reminded_on: z.nullable(date("最近催收")),
  silent_on: z.nullable(date("默认确认日")),
  /** Of what is open, money that came in already: it settles the statement once it is agreed upon. */
  to_offset: money("确认后抵扣"),
});
const f = peerStatement.shape;
const of = pick(peerStatement, "id", "version");
/** One of them with the formula of the account it stands on. */
export const peerStatementDetail = peerStatement.extend({
  credit_rows: z.array(z.object({ key: z.string(), label: text("项目"), amount: signed("金额") })).meta({ label: "授信", kind: "list" }),
  credit_available: signed("可用授信"),
  principal: money("本金余额"),
  /** Money that came in and settled nothing yet. */
  unallocated: money("未分配还款"),
  /** No later statement stands: lines may still leave it. */
  is_latest: bool("最近一期"),
});

/** A line as a peer reads it. */
export const peerLine = z.object({
  ...pick(settleLine, "id", "settlement_id", "source", "item", "occurred_on", "order_id", "order_no"),
  at: z.nullable(time("时间")),
  people: z.nullable(int("申请人数")),
  journal_id: z.nullable(id("凭证", "journal")),
  journal_no: z.nullable(text("凭证号")),
  charge: signed("金额"),
  ...pick(settleLine, "adjust", "subtotal", "their_amount", "difference", "match", "verdict", "dispute", "offered", "freed_for", "is_held"),
  ...pick(settleLine, "note", "created_by_name"),
});
const l = peerLine.shape;
export const peerAllocation = z.object({
  id: id("编号"),
  item: text("还款方式", { min: 0 }),
  journal_id: z.nullable(id("凭证", "journal")),
  ref_no: text("凭证号", { min: 0 }),
  occurred_on: z.nullable(date("入账日")),
  amount: money("金额"),
  is_undone: bool("已撤回"),
  created_at: time("分配时间"),
});

/** One row per peer that owes, or ever had a statement. */
export const peerDebtor = z.object({
  id: id("同行", "peer"),
  peer_no: text("同行编号"),
  name: text("同行"),
  level_id: level,
  bd_owner_name: z.nullable(text("BD")),
  credit_days: int("账期(天)"),
  owed: money("欠款"),
  billed: money("已出账未还"),
  unbilled: signed("未出账已用"),
  unbilled_count: int("未出账笔数"),
  open: int("未结账单"),
  overdue: money("逾期"),
  overdue_since: z.nullable(date("逾期自")),
  last_end: z.nullable(date("最近账单")),
});

const made = z.array(z.object({ id: id("账单"), settle_no: text("单号"), cycle_end: date("账单月"), final: signed("本期应还") }));

export const peerSettleApi = api({
  ...prefixed("peer_settle", settleApi(peerSettleFlow, code, SUPPLIER_VERDICTS)),
  peer_settle_query: list("同行欠款列表", code, {
    filter: {
      keyword: z.optional(text("同行", { min: 0, max: 60 })),
      bd_owner_id: z.optional(anyOf(id("BD", "worker"))),
      level_id: z.optional(anyOf(level)),
      is_overdue: z.optional(bool("逾期")),
      has_unbilled: z.optional(bool("有未出账")),
    },
    row: peerDebtor,
    sorts: ["owed", "last_end"],
    exports: [
      "peer_no",
      "name",
      "level_id",
      "bd_owner_name",
      "credit_days",
      "owed",
      "billed",
      "unbilled_count",
      "unbilled",
      "open",
      "overdue",
      "overdue_since",
      "last_end",
    ],
  }),
  peer_settle_cycle_query: list("同行账单列表", code, {
    filter: {
      keyword: z.optional(text("单号/同行", { min: 0, max: 40 })),
      peer_id: z.optional(anyOf(id("同行", "peer"))),
      bd_owner_id: z.optional(anyOf(id("BD", "worker"))),
      level_id: z.optional(anyOf(level)),
      cycle_end: z.optional(range("账单月")),
      due_on: z.optional(range("还款日")),
      settlement_status: z.optional(anyOf(f.settlement_status)),
      aging: z.optional(anyOf(choice("逾期段", AGING))),
      is_overdue: z.optional(bool("逾期")),
      queue: z.optional(choice("待办", PEER_OVERDUE_QUEUES)),
    },
    row: peerStatement,
    sorts: ["cycle_end", "due_on", "remaining"],
    exports: [
      "settle_no",
      "peer_no",
      "party_name",
      "level_id",
      "bd_owner_name",
      "cycle_start",
      "cycle_end",
      "line_count",
      "opening",
      "consumed",
      "refunded",
      "repaid",
      "closing",
      "final",
      "paid",
      "remaining",
      "to_offset",
      "due_on",
      "overdue_days",
      "settlement_status",
      "reminded_on",
    ],
  }),
  /** Of tabs and of the head: statements by state, and money that is due by how late it is. */
  peer_settle_stat_get: read(
    "同行账单计数",
    code,
    {},
    z.object({
      states: z.record(z.string(), int("数量")),
      aging: z.array(z.object({ key: choice("逾期段", AGING), count: int("账单"), amount: money("未结") })),
    }),
  ),
  peer_settle_get: read("同行账单详情", code, pick(peerStatement, "id"), peerStatementDetail),
  peer_settle_line_query: list("同行账单明细", code, {
    filter: {
      settlement_id: l.settlement_id,
      tab: z.optional(choice("分类", LINE_TABS)),
      match: z.optional(anyOf(choice("比对", LINE_MATCHES))),
      source: z.optional(anyOf(l.source)),
      keyword: z.optional(text("订单号", { min: 0, max: 40 })),
      occurred_on: z.optional(range("发生日")),
    },
    row: peerLine,
    sorts: ["occurred_on"],
    exports: [
      "at",
      "order_no",
      "people",
      "source",
      "item",
      "charge",
      "adjust",
      "subtotal",
      "their_amount",
      "difference",
      "verdict",
      "dispute",
      "journal_no",
      "note",
    ],
  }),
  peer_settle_allocation_query: read("还款分配", code, pick(peerStatement, "id"), z.object({ list: z.array(peerAllocation) })),
  /** Every month that is over and has lines; nothing is billed twice. */
  peer_settle_generate: move(peerSettleFlow, "generate", { peer_id: id("同行", "peer") }, z.object({ made, count: int("笔数") }), {
    key: true,
  }),
  /** A later due day: twice at most. */
  peer_settle_extend: write("展期", may.peer_settle_reopen, { ...of, due_on: date("新还款日"), reason: why }, done),
  /** Asks for the money, once a day. */
  peer_settle_remind: write("催收", code, of, done),
  peer_repay: write(
    "本金还款",
    code,
    { peer_id: id("同行", "peer"), amount: money("金额", { min: 1 }), note: z.optional(text("备注", { min: 0, max: 200 })) },
    z.object({ amount: money("金额"), allocated: money("分配到账单"), owed: money("剩余欠款") }),
    { key: true },
  ),
  settle_allocation_undo: write("撤回还款分配", code, { ...of, allocation_id: id("分配"), reason: why }, done, { key: true }),
});
export type PeerDebtor = z.output<typeof peerDebtor>;
