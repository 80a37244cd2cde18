/** 提现: a peer's own money that it asks back. It is held at once; another person passes it, a third one what is large. */
import { api, done, list, move, pick, read, write } from "../kit/endpoint.ts";
import { anyOf, bool, choice, files, id, money, range, text, time, version, z } from "../kit/field.ts";
import { stateLabels } from "../kit/flow.ts";
import { payeeAccount } from "../kit/payee.ts";
import { may } from "../permissions.ts";
import { WITHDRAW_QUEUES } from "../workbench/queues.ts";
import { WITHDRAW_REJECTS } from "./cash.words.ts";
import { payoutFlow } from "./payout.flow.ts";
import { withdrawalFlow } from "./withdrawal.flow.ts";

const code = may.withdraw;

export const withdrawal = z.object({
  id: id("编号", "withdrawal"),
  withdrawal_no: text("提现单号"),
  peer_id: id("同行", "peer"),
  peer_no: text("同行编号"),
  peer_name: text("同行"),
  amount: money("申请额", { min: 1 }),
  fee: money("手续费"),
  net: money("到账额"),
  gift_back: money("收回赠送金"),
  payee_name: text("收款户名", { min: 2, max: 80 }),
  payee_account: payeeAccount("收款账户"),
  payee_bank: text("开户行", { min: 2, max: 80 }),
  reason: text("原因", { min: 5, max: 200 }),
  files: files("申请函", "withdrawal"),
  /** Principal beyond what it owes, now. */
  withdrawable: money("可提余额", { signed: true }),
  withdrawal_status: choice("状态", stateLabels(withdrawalFlow)),
  /** Of its payment, while there is one. */
  payout_status: z.nullable(choice("付款", stateLabels(payoutFlow))),
  payout_no: z.nullable(text("付款单号")),
  needs_second: bool("须复核"),
  is_mine: bool("由我提交"),
  /** The caller has had a hand in it already. */
  is_decided_by_me: bool("由我审核"),
  created_by: z.nullable(id("申请人", "worker")),
  created_by_name: z.nullable(text("申请人")),
  created_at: time("申请时间"),
  approved_by_name: z.nullable(text("审核人")),
  approved_at: z.nullable(time("审核时间")),
  rechecked_by_name: z.nullable(text("复核人")),
  rechecked_at: z.nullable(time("复核时间")),
  decided_by_name: z.nullable(text("驳回人")),
  decided_note: text("驳回原因", { min: 0 }),
  due_at: z.nullable(time("打款时限")),
  is_overdue: bool("超时"),
  version: version(),
  updated_at: time("更新时间"),
});
const f = withdrawal.shape;
const of = pick(withdrawal, "id", "version");

/** What a peer could take out now, and what an amount of it would cost. */
export const withdrawalQuote = z.object({
  company_name: text("企业名称"),
  principal: money("本金"),
  credit_used: money("授信已用"),
  gift: money("赠送金"),
  withdrawable: money("可提金额"),
  fee: money("手续费"),
  net: money("到账额"),
  gift_back: money("收回赠送金"),
  /** Why nothing can be taken out now, or not so much. */
  fault: z.nullable(text("不能提现的原因")),
});

export const withdrawalApi = api({
  withdrawal_query: list("提现列表", code, {
    filter: {
      keyword: z.optional(text("提现单号", { min: 0, max: 40 })),
      peer_id: z.optional(anyOf(f.peer_id)),
      withdrawal_status: z.optional(anyOf(f.withdrawal_status)),
      amount_from: z.optional(money("申请额从")),
      amount_to: z.optional(money("申请额至")),
      payee_bank: z.optional(text("开户行", { min: 0, max: 80 })),
      payee_account: z.optional(text("收款账户(完整或后4位)", { min: 0, max: 40 })),
      created_at: z.optional(range("申请时间")),
      is_overdue: z.optional(bool("超时")),
      queue: z.optional(choice("待办", WITHDRAW_QUEUES)),
    },
    row: withdrawal,
    sorts: ["created_at", "amount", "due_at"],
    exports: [
      "withdrawal_no",
      "peer_no",
      "peer_name",
      "amount",
      "fee",
      "net",
      "gift_back",
      "payee_name",
      "payee_account",
      "payee_bank",
      "withdrawable",
      "withdrawal_status",
      "payout_status",
      "payout_no",
      "created_by_name",
      "created_at",
      "approved_by_name",
      "rechecked_by_name",
      "due_at",
    ],
  }),
  withdrawal_counts: read(
    "提现数量",
    code,
    {},
    z.object({
      counts: z.array(z.object({ status: f.withdrawal_status, n: z.int() })),
    }),
  ),
  withdrawal_get: read("提现详情", code, pick(withdrawal, "id"), withdrawal),
  withdrawal_quote: read("提现试算", code, { ...pick(withdrawal, "peer_id"), amount: z.optional(f.amount) }, withdrawalQuote),
  withdrawal_add: write(
    "申请提现",
    code,
    {
      ...pick(withdrawal, "peer_id", "amount", "payee_name", "payee_account", "payee_bank", "reason"),
      files: files("申请函", "withdrawal").min(1, { error: "请上传申请函" }),
    },
    withdrawal,
    { key: true },
  ),
  withdrawal_approve: move(withdrawalFlow, "approve", of, withdrawal, { key: true }),
  withdrawal_recheck: move(withdrawalFlow, "recheck", of, withdrawal, { key: true }),
  withdrawal_reject: move(
    withdrawalFlow,
    "reject",
    { ...of, reason_code: choice("驳回原因", WITHDRAW_REJECTS), reason: text("说明", { min: 5, max: 200 }) },
    done,
    { key: true },
  ),
  withdrawal_withdraw: move(withdrawalFlow, "withdraw", of, done, { key: true }),
});
