/** 结算单 and its lines: what we owe suppliers, insurers and carriers, and what peers owe us, by cycles. One shape and one set of endpoints, under a prefix each. */
import { done, list, move, pick, read, write } from "../kit/endpoint.ts";
import { anyOf, bool, choice, date, id, int, longText, money, range, text, z } from "../kit/field.ts";
import type { Code } from "../permissions.ts";
import { SETTLE_CYCLES } from "../supplier/supplier.words.ts";
import { SETTLE_DESK_QUEUES } from "../workbench/queues.ts";

import { lineApi, personLines, type LineList, type Verdicts } from "./settlement-line.ts";
import { settleLine, settleNote, settlementShape, why, type SettleFlow } from "./settlement-shape.ts";

const CYCLE_EXPORTS = [
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
] as const;
/** The life of a settlement under one prefix; what only some kinds have stands beside it. */
export const settleApi = <const V extends Verdicts & Record<string, string>>(
  flow: SettleFlow,
  screen: Code,
  verdicts: V,
  lines: LineList = personLines,
) => {
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
      exports: CYCLE_EXPORTS,
    }),
    get: read("结算单详情", screen, pick(settlement, "id"), settlement),
    ...lineApi(settlement, screen, verdicts, lines),
    send: move(flow, "send", of, done),
    dispute: move(
      flow,
      "dispute",
      {
        ...of,
        line_id: settleLine.shape.id,
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

/** Every cycle that is over and has lines; nothing is settled twice. */
export const generateOf = (flow: SettleFlow) =>
  move(
    flow,
    "generate",
    { supplier_id: id("供应商", "supplier") },
    z.object({
      made: z.array(
        z.object({ id: id("结算单"), settle_no: text("单号"), cycle_end: date("周期止"), final: money("应结", { signed: true }) }),
      ),
      count: int("笔数"),
    }),
    { key: true },
  );
export const approveOf = (flow: SettleFlow) =>
  move(
    flow,
    "approve",
    { ...pick(settlementShape(flow), "id", "version"), pay_amount: z.optional(money("付款金额", { min: 1 })) },
    z.object({ paid: bool("已结清"), payout_amount: money("付款金额") }),
    { key: true },
  );

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
