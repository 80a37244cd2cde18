/** 退款: what is given back of an order's fees, tried before it is asked for, passed by others, and by which ways it leaves. */
import { api, list, move, pick, read, write } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, files, id, int, longText, money, personName, range, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { REFUND_STAGES } from "../../base-data/refund.rules.ts";
import { payeeAccount } from "../../kit/payee.ts";
import { REFUND_QUEUES } from "../../workbench/queues.ts";
import { FEE_KINDS, LIABILITIES, PAY_METHODS, REGISTERED_METHODS } from "../words.ts";
import { refundFlow } from "./refund.flow.ts";
import {
  PART_STATES,
  REFUND_INITIATORS,
  REFUND_KINDS,
  REFUND_REASONS,
  REFUND_REJECTS,
  REFUND_WAYS,
  STARTED_BY,
  STARTED_KINDS,
} from "./refund.words.ts";

const code = may.refund_review;
const start = may.order_refund_start;
const SEEN = { any: [code, start, may.order_view] } as const;

/** One fee of the order, as the policy judges it. */
export const refundLine = z.object({
  fee_id: id("费用行"),
  applicant_id: z.nullable(id("申请人", "applicant")),
  applicant_no: z.nullable(text("申请人编号")),
  applicant_name: z.nullable(personName("申请人")),
  fee_kind: choice("费用项", FEE_KINDS),
  diff_no: z.nullable(text("补差单号")),
  /** What is left of it. */
  paid: money("可退上限"),
  stage: z.nullable(choice("阶段", REFUND_STAGES)),
  /** Of the policy, read aloud to the customer. */
  clause: text("条款", { min: 0 }),
  rate: int("比例(%)", 0, 100),
  policy_amount: money("政策金额"),
});
export const refundWay = z.object({
  method: choice("支付方式", PAY_METHODS),
  way: choice("退回方式", REFUND_WAYS),
  amount: money("金额"),
});
export const refundTrial = z.object({
  order_id: id("订单", "order"),
  order_no: text("订单号"),
  policy_name: z.nullable(text("退款政策")),
  lines: z.array(refundLine).meta({ label: "费用", kind: "list" }),
  /** Of the amounts asked for, or those of the policy. */
  ways: z.array(refundWay).meta({ label: "退回", kind: "list" }),
  policy_amount: money("政策金额"),
  total: money("退款金额"),
  /** Stays with us of what is left of these fees. */
  kept: money("留存"),
  /** Money leaves by a bank: whose account is needed. */
  needs_payee: bool("须收款账户"),
  /** Why nothing can be started now. */
  fault: z.nullable(text("不能退款的原因")),
});

const askedLine = z.strictObject({ fee_id: id("费用行"), amount: money("申请金额"), note: z.optional(text("说明", { min: 0, max: 100 })) });
const approvedLine = z.strictObject({
  line_id: id("费用行"),
  amount: money("核定金额"),
  note: z.optional(text("说明", { min: 0, max: 100 })),
});
const payee = {
  payee_name: text("收款户名", { min: 2, max: 80 }),
  payee_account: payeeAccount("收款账户"),
  payee_bank: text("开户行", { min: 2, max: 80 }),
};
const choices = {
  order_id: id("订单", "order"),
  kind: choice("类型", STARTED_KINDS),
  applicant_ids: z.array(id("申请人", "applicant")).max(50, { error: "最多50位申请人" }).meta({ label: "申请人", kind: "list" }),
  liability: choice("责任", LIABILITIES),
};

export const refund = z.object({
  id: id("编号", "refund"),
  refund_no: text("退款单号"),
  order_id: id("订单", "order"),
  order_no: text("订单号"),
  peer_id: z.nullable(id("同行", "peer")),
  peer_name: z.nullable(text("同行")),
  sku_name: text("商品"),
  kind: choice("类型", REFUND_KINDS),
  /** The first of its people; null: of the whole order. */
  applicant_name: z.nullable(personName("申请人")),
  applicant_count: int("退款人数"),
  initiator: choice("发起方", REFUND_INITIATORS),
  reason_code: choice("原因", REFUND_REASONS),
  reason: text("说明", { min: 5, max: 50 }),
  liability: choice("责任", LIABILITIES),
  asked_amount: money("申请金额"),
  /** What the policy gave when it was started. */
  policy_amount: money("政策金额"),
  approved_amount: z.nullable(money("核定金额")),
  refund_status: choice("状态", stateLabels(refundFlow)),
  /** Red papers that it waits for. */
  waits: z.array(z.string()).meta({ label: "等待红冲", kind: "list" }),
  needs_final: bool("须复核"),
  is_mine: bool("由我发起"),
  is_reviewed_by_me: bool("由我初审"),
  created_by_name: z.nullable(text("发起人")),
  reviewer_name: z.nullable(text("初审人")),
  reviewed_at: z.nullable(time("初审时间")),
  final_reviewer_name: z.nullable(text("复核人")),
  decided_note: text("驳回说明", { min: 0 }),
  fail_reason: text("失败原因", { min: 0 }),
  due_at: z.nullable(time("打款时限")),
  paid_at: z.nullable(time("退款完成")),
  created_at: time("发起时间"),
  version: version(),
  updated_at: time("更新时间"),
});
const f = refund.shape;
export const refundDetail = refund.extend({
  proof: files("凭证", "refund"),
  payee_name: text("收款户名", { min: 0, personal: "name" }),
  payee_account: text("收款账户", { min: 0, personal: "card" }),
  payee_bank: text("开户行", { min: 0 }),
  lines: z
    .array(
      refundLine.extend({
        line_id: id("费用行"),
        asked_amount: money("申请金额"),
        approved_amount: z.nullable(money("核定金额")),
        note: text("说明", { min: 0 }),
        /** Of the trial as it would be now. */
        policy_now: z.nullable(money("现在的政策金额")),
      }),
    )
    .meta({ label: "费用", kind: "list" }),
  parts: z
    .array(
      refundWay.extend({
        id: id("编号"),
        part_status: choice("状态", PART_STATES),
        payout_no: z.nullable(text("付款单号")),
        fail_reason: text("失败原因", { min: 0 }),
        done_at: z.nullable(time("退回时间")),
      }),
    )
    .meta({ label: "退回", kind: "list" }),
  /** What the policy gives is another amount now than when it was started. */
  is_trial_changed: bool("试算已变化"),
  /** Money of it leaves by a bank, and nobody said to whom. */
  needs_payee: bool("须收款账户"),
  /** All of its lines, as the policy would give now; null: no policy judges it any more. */
  policy_now_amount: z.nullable(money("现在的政策金额")),
});

export const refundFilter = {
  keyword: z.optional(text("退款单号或订单号", { min: 0, max: 40 })),
  order_id: z.optional(f.order_id),
  refund_status: z.optional(anyOf(f.refund_status)),
  kind: z.optional(anyOf(f.kind)),
  peer_id: z.optional(anyOf(id("同行", "peer"))),
  reason_code: z.optional(anyOf(f.reason_code)),
  liability: z.optional(anyOf(f.liability)),
  created_by: z.optional(anyOf(id("发起人", "worker"))),
  amount_from: z.optional(money("申请金额从")),
  amount_to: z.optional(money("申请金额至")),
  created_at: z.optional(range("发起时间")),
  is_waiting_red: z.optional(bool("等待红冲")),
  queue: z.optional(choice("待办", REFUND_QUEUES)),
};
const of = pick(refund, "id", "version");
const moved = z.object({ id: f.id, refund_status: f.refund_status, version: f.version, waits: f.waits });

export const refundApi = api({
  refund_trial: read(
    "退款试算",
    SEEN,
    {
      ...choices,
      /** Another stage than theirs, to see what it would give. */
      stage: z.optional(choice("阶段", REFUND_STAGES)),
      /** As of `refund_start`. */
      lines: z.optional(z.array(askedLine).max(200).meta({ label: "申请", kind: "list" })),
    },
    refundTrial,
  ),
  refund_start: write(
    "发起退款",
    start,
    {
      ...choices,
      initiator: choice("发起方", STARTED_BY),
      reason_code: f.reason_code,
      reason: f.reason,
      proof: z.optional(files("凭证", "refund", 9)),
      /**
       * Absent: what the policy gives. Given, it is all that is asked: of `applicant` every fee is named of which the policy
       * gives something, with 0 where nothing is asked; of `partial` and `diff` those not named stay.
       */
      lines: z.optional(z.array(askedLine).max(200).meta({ label: "申请", kind: "list" })),
      ...z.object(payee).partial().shape,
    },
    refund,
    { key: true },
  ),
  /** Of a channel, for an order that was paid already or ended before it was: due back at once. */
  refund_late_add: write(
    "登记多付款项",
    may.order_pay_register,
    {
      order_id: choices.order_id,
      method: choice("支付方式", REGISTERED_METHODS),
      amount: money("金额", { min: 1 }),
      trade_no: text("交易号", { max: 64 }),
      proof: files("凭证", "proof", 5),
      paid_at: time("支付时间"),
    },
    z.object(pick(refund, "id", "refund_no")),
    { key: true },
  ),
  refund_query: list("退款列表", SEEN, {
    filter: refundFilter,
    row: refund,
    sorts: ["created_at", "asked_amount", "updated_at"],
    exports: [
      "refund_no",
      "order_no",
      "peer_name",
      "sku_name",
      "kind",
      "applicant_name",
      "applicant_count",
      "initiator",
      "reason_code",
      "reason",
      "liability",
      "asked_amount",
      "policy_amount",
      "approved_amount",
      "refund_status",
      "created_by_name",
      "created_at",
      "reviewer_name",
      "reviewed_at",
      "final_reviewer_name",
      "paid_at",
    ],
  }),
  refund_get: read("退款详情", SEEN, pick(refund, "id"), refundDetail),
  /** Foot of the list. */
  refund_figures: read(
    "退款合计",
    SEEN,
    refundFilter,
    z.object({ count: int("笔数"), asked: money("申请金额"), approved: money("核定金额"), returned: money("已退金额") }),
  ),
  refund_counts: read(
    "退款数量",
    SEEN,
    {},
    z.object({ counts: z.array(z.object({ status: f.refund_status, n: z.int() })).meta({ label: "数量", kind: "list" }) }),
  ),
  refund_pass: move(
    refundFlow,
    "pass",
    {
      ...of,
      lines: z.optional(z.array(approvedLine).max(200).meta({ label: "核定", kind: "list" })),
      /** `policy_now_amount` as the reviewer saw it; absent: what the trial said at the start. */
      policy_seen: z.optional(money("所见政策金额")),
      note: z.optional(longText("审核意见", 200, 0)),
      /** Of one that was started without. */
      ...z.object(payee).partial().shape,
    },
    moved,
    { key: true },
  ),
  refund_final_pass: move(refundFlow, "final_pass", of, moved, { key: true }),
  refund_reject: move(
    refundFlow,
    "reject",
    { ...of, reject_code: choice("驳回原因", REFUND_REJECTS), reason: text("说明", { min: 5, max: 200 }) },
    moved,
    { key: true },
  ),
  refund_withdraw: move(refundFlow, "withdraw", { ...of, reason: text("撤销原因", { min: 5, max: 200 }) }, moved, { key: true }),
  refund_reroute: move(refundFlow, "reroute", { ...of, ...payee }, moved, { key: true }),
  refund_reveal: write(
    "查看收款账户",
    may.personal_reveal,
    pick(refund, "id"),
    z.object({ payee_name: z.string(), payee_account: z.string() }),
  ),
});
