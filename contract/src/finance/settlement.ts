/** 结算单 and its lines: what we owe suppliers, insurers and carriers, and what peers owe us, by cycles. One shape and one set of endpoints, under a prefix each. */
import { done, list, move, optional, pick, read, write } from "../kit/endpoint.ts";
import {
  anyOf,
  bool,
  choice,
  date,
  files,
  id,
  ids,
  int,
  longText,
  money,
  personName,
  range,
  text,
  time,
  version,
  z,
} from "../kit/field.ts";
import { stateLabels } from "../kit/flow.ts";
import type { Code } from "../permissions.ts";
import { SETTLE_CYCLES } from "../supplier/supplier.words.ts";
import { SETTLE_DESK_QUEUES } from "../workbench/queues.ts";
import type { supplierSettleFlow } from "./settle.flow.ts";
import {
  IMPORT_MOST,
  LINE_CAUSES,
  LINE_DISPUTES,
  LINE_FREED,
  LINE_MATCHES,
  LINE_SOURCES,
  LINE_TABS,
  LINE_VERDICTS,
  SETTLE_KINDS,
  type LineVerdict,
} from "./settle.words.ts";

type SettleFlow = typeof supplierSettleFlow;
const why = text("原因", { min: 5, max: 200 });

export const settlementShape = (flow: SettleFlow) =>
  z.object({
    id: id("编号", "settlement"),
    settle_no: text("单号"),
    kind: choice("类型", SETTLE_KINDS),
    supplier_id: z.nullable(id("供应商", "supplier")),
    peer_id: z.nullable(id("同行", "peer")),
    party_name: text("对方"),
    order_id: z.nullable(id("订单", "order")),
    order_no: z.nullable(text("订单号")),
    card_id: z.nullable(id("月结卡", "carrier_card")),
    card_name: z.nullable(text("月结卡")),
    cycle_start: date("周期起"),
    cycle_end: date("周期止"),
    due_on: date("应付日"),
    line_count: int("笔数"),
    ours: money("我方额", { signed: true }),
    theirs: z.nullable(money("对方额", { signed: true })),
    /** Ours less theirs, where they sent their file. */
    difference: z.nullable(money("差额", { signed: true })),
    adjust: money("调整", { signed: true }),
    final: money("应结", { signed: true }),
    paid: money("已结"),
    remaining: money("未结"),
    pay_amount: z.nullable(money("本次付款", { min: 1 })),
    /** Lines of their file nobody judged yet. */
    open_count: int("未判定差异"),
    dispute_count: int("异议"),
    is_overdue: bool("逾期"),
    opening: money("期初", { signed: true }),
    consumed: money("消费", { signed: true }),
    refunded: money("退款", { signed: true }),
    repaid: money("还款", { signed: true }),
    closing: money("期末", { signed: true }),
    extended: int("已展期"),
    is_silent: bool("默认确认"),
    input_invoice_no: text("对方发票", { min: 0, max: 60 }),
    files: files("对方发票与账单", "settle_file"),
    confirmed_contact: text("对方确认人", { min: 0, max: 40 }),
    confirm_proof: files("确认凭据", "settle_file"),
    sent_at: z.nullable(time("发送时间")),
    confirmed_at: z.nullable(time("确认时间")),
    confirmed_by_name: z.nullable(text("确认人")),
    approved_at: z.nullable(time("审批时间")),
    approved_by_name: z.nullable(text("审批人")),
    created_by_name: z.nullable(text("出账人")),
    reason: text("原因", { min: 0 }),
    settlement_status: choice("状态", stateLabels(flow)),
    created_at: time("出账时间"),
    updated_at: time("更新时间"),
    version: version(),
  });

export const settleLine = z.object({
  id: id("编号"),
  settlement_id: id("结算单", "settlement"),
  source: choice("来源", LINE_SOURCES),
  item: text("项目", { min: 0 }),
  order_id: z.nullable(id("订单", "order")),
  order_no: z.nullable(text("订单")),
  applicant_id: z.nullable(id("申请人", "applicant")),
  applicant_no: z.nullable(text("申请人编号")),
  applicant_name: z.nullable(personName("申请人")),
  sku_name: z.nullable(text("SKU")),
  submit_date: z.nullable(date("送签日")),
  result: z.nullable(text("结果")),
  waybill_no: z.nullable(text("运单号")),
  occurred_on: date("发生日"),
  /** What the books have, without deductions and adjustments. */
  charge: money("结算价", { signed: true }),
  /** Inside it. */
  embassy_part: z.nullable(money("其中使馆费")),
  deduct: money("扣款", { signed: true }),
  adjust: money("调整", { signed: true }),
  subtotal: money("小计", { signed: true }),
  their_amount: z.nullable(money("对方金额", { signed: true })),
  /** Theirs less ours. */
  difference: z.nullable(money("差额", { signed: true })),
  declared_g: z.nullable(int("申报重(克)")),
  billed_g: z.nullable(int("账单重(克)")),
  match: z.nullable(choice("比对", LINE_MATCHES)),
  cause: z.nullable(choice("差异原因", LINE_CAUSES)),
  verdict: z.nullable(choice("判定", LINE_VERDICTS)),
  dispute: z.nullable(choice("异议", LINE_DISPUTES)),
  offered: z.nullable(money("对方主张", { signed: true })),
  freed_for: z.nullable(choice("转出", LINE_FREED)),
  is_held: bool("暂缓"),
  settled: money("已结", { signed: true }),
  note: text("说明", { min: 0 }),
  created_by_name: z.nullable(text("录入人")),
});
const line = settleLine.shape;

export const settleNote = z.object({
  id: id("编号"),
  line_id: z.nullable(id("明细")),
  from_them: bool("对方意见"),
  text: longText("内容", 1000),
  files: files("证据", "settle_file", 5),
  offered: z.nullable(money("主张金额", { signed: true })),
  author_name: z.nullable(text("登记人")),
  created_at: time("时间"),
});
export const settleAllocation = z.object({
  id: id("编号"),
  source: choice("结清方式", { payout: "付款", prepaid: "预付抵扣", peer: "同行还款", rolled: "上期转入" }),
  ref_no: text("关联单号", { min: 0 }),
  amount: money("金额"),
  is_undone: bool("已撤回"),
  created_at: time("时间"),
});

/** A line of the other side's file as it was typed or read from a sheet. */
const sheetRow = z.strictObject({
  ref: text("申请人编号/受理号/护照号/运单号", { max: 60 }),
  amount: money("金额", { signed: true }),
  weight_g: z.optional(int("重量(克)", 0, 1_000_000)),
});
const importInput = (settlement: ReturnType<typeof settlementShape>) => ({
  ...pick(settlement, "id", "version"),
  rows: z
    .array(sheetRow)
    .min(1, { error: "账单没有数据" })
    .max(IMPORT_MOST, { error: `一次最多导入${IMPORT_MOST}行` })
    .meta({ label: "对方账单", kind: "list" }),
});
export const importAnswer = z.object({
  rows: z.array(
    z.object({
      row: int("行号"),
      ref: text("编号", { min: 0 }),
      match: z.nullable(choice("比对", LINE_MATCHES)),
      ours: z.nullable(money("我方额", { signed: true })),
      theirs: money("对方额", { signed: true }),
      said: text("说明", { min: 0 }),
    }),
  ),
  same: int("一致"),
  diff: int("差异"),
  ours_only: int("对方无"),
  theirs_only: int("我方无"),
  duplicate: int("重复"),
});

/** Lines of one settlement, and what is written upon them. */
type Verdicts = Readonly<Partial<Record<LineVerdict, string>>>;
const lineApi = <const V extends Verdicts & Record<string, string>>(
  settlement: ReturnType<typeof settlementShape>,
  screen: Code,
  verdicts: V,
) => {
  const of = pick(settlement, "id", "version");
  const many = { ...of, line_ids: ids("明细", 500).min(1, { error: "请选择明细" }) };
  return {
    line_query: list("结算明细", screen, {
      filter: {
        settlement_id: line.settlement_id,
        tab: z.optional(choice("分类", LINE_TABS)),
        match: z.optional(anyOf(choice("比对", LINE_MATCHES))),
        source: z.optional(anyOf(line.source)),
        keyword: z.optional(text("订单号/申请人编号/运单号", { min: 0, max: 40 })),
        occurred_on: z.optional(range("发生日")),
      },
      row: settleLine,
      sorts: ["occurred_on"],
      exports: [
        "order_no",
        "applicant_no",
        "applicant_name",
        "sku_name",
        "submit_date",
        "result",
        "item",
        "waybill_no",
        "occurred_on",
        "charge",
        "embassy_part",
        "deduct",
        "adjust",
        "subtotal",
        "their_amount",
        "difference",
        "match",
        "cause",
        "verdict",
        "dispute",
        "note",
      ],
    }),
    line_verdict: write(
      "判定差异",
      screen,
      {
        ...many,
        verdict: choice("判定", verdicts),
        /** Who bears it, of 供应商承担. */
        borne_by: z.optional(z.nullable(id("承担供应商", "supplier"))),
        note: z.optional(text("说明", { min: 0, max: 200 })),
      },
      done,
    ),
    line_hold: write("暂缓明细", screen, { ...many, is_held: bool("暂缓") }, done),
    line_roll: write("转下期", screen, many, done),
    adjust_add: write(
      "加调整",
      screen,
      { ...of, amount: money("金额", { signed: true }), order_no: z.optional(text("订单号", { min: 0, max: 30 })), reason: why },
      done,
      { key: true },
    ),
    adjust_remove: write("删除调整", screen, { ...of, line_id: line.id }, done),
    note_query: read("对账记录", screen, pick(settlement, "id"), z.object({ list: z.array(settleNote) })),
    note_add: write(
      "登记对账意见",
      screen,
      {
        ...pick(settlement, "id"),
        ...optional(pick(settleNote, "line_id", "from_them", "files", "offered")),
        ...pick(settleNote, "text"),
      },
      done,
    ),
    allocation_query: read("结清记录", screen, pick(settlement, "id"), z.object({ list: z.array(settleAllocation) })),
    import_check: write("预检对方账单", screen, importInput(settlement), importAnswer, { unlogged: true }),
    import: write("导入对方账单", screen, importInput(settlement), importAnswer, { key: true }),
  };
};

/** The life of a settlement under one prefix; what only some kinds have stands beside it. */
export const settleApi = <const V extends Verdicts & Record<string, string>>(flow: SettleFlow, screen: Code, verdicts: V) => {
  const settlement = settlementShape(flow);
  const f = settlement.shape;
  const of = pick(settlement, "id", "version");
  return {
    cycle_query: list("结算周期", screen, {
      filter: {
        supplier_id: z.optional(id("供应商", "supplier")),
        peer_id: z.optional(anyOf(id("同行", "peer"))),
        card_id: z.optional(anyOf(id("月结卡", "carrier_card"))),
        keyword: z.optional(text("单号/对方", { min: 0, max: 40 })),
        settlement_status: z.optional(anyOf(f.settlement_status)),
        cycle_end: z.optional(range("周期止")),
        due_on: z.optional(range("应付日")),
        is_overdue: z.optional(bool("逾期")),
        queue: z.optional(choice("待办", SETTLE_DESK_QUEUES)),
      },
      row: settlement,
      sorts: ["cycle_end", "due_on"],
      exports: [
        "settle_no",
        "party_name",
        "kind",
        "cycle_start",
        "cycle_end",
        "line_count",
        "ours",
        "theirs",
        "difference",
        "adjust",
        "final",
        "paid",
        "remaining",
        "due_on",
        "settlement_status",
        "input_invoice_no",
      ],
    }),
    get: read("结算单详情", screen, pick(settlement, "id"), settlement),
    ...lineApi(settlement, screen, verdicts),
    send: move(flow, "send", of, done),
    dispute: move(
      flow,
      "dispute",
      {
        ...of,
        line_id: line.id,
        offered: money("对方主张", { signed: true }),
        text: longText("异议内容", 1000),
        files: settleNote.shape.files,
      },
      done,
    ),
    confirm: move(flow, "confirm", { ...of, ...pick(settlement, "confirmed_contact", "confirm_proof") }, done, { key: true }),
    void: move(flow, "void", { ...of, reason: why }, done),
    reopen: move(flow, "reopen", { ...of, reason: why }, done, { key: true }),
    invoice_set: write("登记对方发票", screen, { ...of, input_invoice_no: text("对方发票", { max: 60 }), files: f.files }, done),
  };
};

/** One row per supplier or insurer. */
export const settleParty = z.object({
  id: id("供应商", "supplier"),
  name: text("供应商"),
  kind: choice("类型", { supplier: "供应商", insurer: "保司" }),
  settle_cycle: choice("周期", SETTLE_CYCLES),
  credit_days: int("账期(天)"),
  unbilled_count: int("未出账笔数"),
  unbilled: money("未出账", { signed: true }),
  drafts: int("待核对"),
  sent: int("待确认"),
  disputed: int("有异议"),
  to_pay: int("待付款"),
  overdue: money("逾期"),
  payable: money("应付余额", { signed: true }),
  prepaid: money("预付余额"),
  last_end: z.nullable(date("最近结算")),
});
