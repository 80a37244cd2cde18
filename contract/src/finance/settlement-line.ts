/** Endpoints of the lines of a settlement: judged, held, adjusted, talked about, compared with the other side's file. */
import { done, list, optional, pick, read, write } from "../kit/endpoint.ts";
import { anyOf, bool, choice, date, id, ids, int, money, range, text, z } from "../kit/field.ts";
import type { Code } from "../permissions.ts";
import { IMPORT_MOST, LINE_MATCHES, LINE_TABS, type LineVerdict } from "./settle.words.ts";

import type { settlementShape } from "./settlement-shape.ts";
import { settleAllocation, settleLine, settleNote, why } from "./settlement-shape.ts";

const line = settleLine.shape;

/** A line of the other side's file as it was typed or read from a sheet. */
const sheetRow = z.strictObject({
  ref: text("申请人编号/受理号/护照号/运单号", { max: 60 }),
  amount: money("金额", { signed: true }),
  weight_g: z.optional(int("重量(克)", 0, 1_000_000)),
  extra: z.optional(money("增值费")),
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
export type Verdicts = Readonly<Partial<Record<LineVerdict, string>>>;
/** What is decided about lines, and written upon them. */
const lineActs = <const V extends Verdicts & Record<string, string>>(
  settlement: ReturnType<typeof settlementShape>,
  screen: Code,
  verdicts: V,
) => {
  const of = pick(settlement, "id", "version");
  const many = { ...of, line_ids: ids("明细", 500).min(1, { error: "请选择明细" }) };
  return {
    line_verdict: write(
      "判定差异",
      screen,
      {
        ...many,
        verdict: choice("判定", verdicts),
        /** Who bears it, of 供应商承担; where nobody is said, whose parcel it was. */
        borne_by: z.optional(z.nullable(id("承担供应商", "supplier"))),
        /** What a line of theirs alone was for. */
        order_no: z.optional(text("订单号", { min: 0, max: 30 })),
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

type LineColumn = keyof typeof line;
/** What the sheet of a person's prices holds. */
const PERSON_LINES = [
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
] as const satisfies readonly LineColumn[];
const PARCEL_LINES = [
  "waybill_no",
  "occurred_on",
  "direction",
  "order_no",
  "carried_for",
  "zone",
  "declared_g",
  "billed_g",
  "charge",
  "their_amount",
  "difference",
  "extra",
  "match",
  "cause",
  "verdict",
  "borne_by_name",
  "diff_no",
  "adjust",
  "subtotal",
  "dispute",
  "note",
] as const satisfies readonly LineColumn[];

/** Lines under the words of their trade, and what its sheet holds. */
export interface LineList {
  row: typeof settleLine;
  exports: readonly LineColumn[];
}
export const personLines: LineList = { row: settleLine, exports: PERSON_LINES };
export const parcelLines: LineList = {
  row: settleLine.extend({
    occurred_on: date("寄件日"),
    charge: money("暂估", { signed: true }),
    their_amount: z.nullable(money("账单额", { signed: true })),
  }),
  exports: PARCEL_LINES,
};
export const lineApi = <const V extends Verdicts & Record<string, string>>(
  settlement: ReturnType<typeof settlementShape>,
  screen: Code,
  verdicts: V,
  { row, exports }: LineList,
) => {
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
      row,
      sorts: ["occurred_on"],
      exports,
    }),
    ...lineActs(settlement, screen, verdicts),
  };
};
