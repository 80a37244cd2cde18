/** 结算单, its lines, what is written upon them and what settled them. */
import { bool, choice, date, files, id, int, longText, money, personName, text, time, version, z } from "../kit/field.ts";
import { stateLabels } from "../kit/flow.ts";
import type { supplierSettleFlow } from "./settle.flow.ts";
import { EXPRESS_TYPES } from "../order/words.ts";
import {
  CARRIER_ZONES,
  LINE_CAUSES,
  LINE_DISPUTES,
  LINE_FREED,
  LINE_MATCHES,
  LINE_SOURCES,
  LINE_VERDICTS,
  SETTLE_KINDS,
} from "./settle.words.ts";

export type SettleFlow = typeof supplierSettleFlow;
export const why = text("原因", { min: 5, max: 200 });

export const settlementShape = (flow: SettleFlow) =>
  z.object({
    id: id("编号", "settlement"),
    settle_no: text("单号"),
    kind: choice("类型", SETTLE_KINDS),
    supplier_id: z.nullable(id("供应商", "supplier")),
    peer_id: z.nullable(id("同行", "peer")),
    party_name: text("对方"),
    /** As it is registered: what stands on paper. */
    party_company: text("对方全称"),
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
  /** The settle price holds it; the books do not part it. */
  is_urgent: bool("加急"),
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
  /** Of a parcel: which way it went, for which supplier, where, and how heavy each side calls it. */
  direction: z.nullable(choice("方向", EXPRESS_TYPES)),
  carried_for: z.nullable(text("供应商")),
  zone: z.nullable(choice("区域", CARRIER_ZONES)),
  declared_g: z.nullable(int("申报重(克)")),
  billed_g: z.nullable(int("账单重(克)")),
  extra: z.nullable(money("增值费")),
  borne_by_name: z.nullable(text("承担供应商")),
  /** Of 客户承担: what he is asked to pay. */
  diff_no: z.nullable(text("补差价单号")),
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
