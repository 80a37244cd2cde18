/** 对公汇款: money a customer says it sent to one of our banks; booked by people against what the bank says. */
import { api, done, list, move, optional, pick, read, write } from "../kit/endpoint.ts";
import { anyOf, bool, choice, date, files, id, int, money, range, text, time, version, z } from "../kit/field.ts";
import { stateLabels } from "../kit/flow.ts";
import { may } from "../permissions.ts";
import { REMITTANCE_QUEUES } from "../workbench/queues.ts";
import { matchTerm } from "./bank/statement-line.ts";
import { MATCH_LEVELS } from "./bank/statement.words.ts";
import { remittanceFlow } from "./remittance.flow.ts";
import { REMIT_PURPOSES, REMIT_REJECTS, REMIT_SOURCES } from "./remittance.words.ts";

const code = may.corporate_remittance;
const ACCOUNT = /^[0-9A-Za-z@._-]{4,40}$/;
const part = { order_id: id("订单", "order"), amount: money("金额", { min: 1 }) };
const line = {
  line_id: id("流水", "statement_line"),
  at: time("时间"),
  ref: text("流水号", { min: 0 }),
  counterparty_name: text("对方户名", { min: 0 }),
};

export const remittance = z.object({
  id: id("编号", "remittance"),
  remittance_no: text("汇款单号"),
  peer_id: z.nullable(id("同行", "peer")),
  peer_no: z.nullable(text("同行编号")),
  /** Short name; null: a direct customer's order. */
  peer_name: z.nullable(text("同行")),
  company_name: z.nullable(text("企业名称")),
  purpose: choice("用途", REMIT_PURPOSES),
  amount: money("金额", { min: 1 }),
  order_parts: z.array(z.object({ ...part, order_no: text("订单号") })).meta({ label: "订单分配", kind: "list" }),
  payer_name: text("付款户名", { min: 2, max: 80 }),
  payer_account: text("付款账号", {
    min: 0,
    max: 40,
    personal: "card",
    check: (v) => (v === "" || ACCOUNT.test(v.replace(/\s/g, "")) ? null : "请输入4-40位账号"),
  }),
  payer_bank: text("付款开户行", { min: 0, max: 80 }),
  company_account_id: id("收款账户", "company_account"),
  account_name: text("收款账户"),
  remitted_on: date("汇款日"),
  bank_ref: text("银行流水号", { min: 0, max: 64 }),
  vouchers: files("回单", "remittance", 5).min(1, { error: "请上传回单" }),
  payer_letters: files("代付说明", "remittance", 5),
  source: choice("来源", REMIT_SOURCES),
  note: text("备注", { min: 0, max: 200 }),
  reject_code: z.nullable(choice("驳回原因", REMIT_REJECTS)),
  reject_text: text("驳回说明", { min: 0 }),
  remittance_status: choice("状态", stateLabels(remittanceFlow)),
  gift_amount: money("赠送"),
  /** The payer is the company itself, or one people confirmed before. */
  is_payer_known: bool("付款方已知"),
  /** Lines of statements it is matched to, and their sum. */
  lines: z.array(z.object({ ...line, amount: money("匹配金额") })).meta({ label: "到账流水", kind: "list" }),
  matched: money("到账"),
  /** The line that is most likely its own, as the job left it; null: none worth a look, or it has lines already. */
  suggestion: z.nullable(
    z
      .object({
        ...line,
        rest: money("未匹配"),
        score: int("匹配分", -300, 300),
        level: choice("匹配度", MATCH_LEVELS),
        terms: z.array(matchTerm),
      })
      .meta({ label: "匹配度", kind: "object" }),
  ),
  /** Not the company's and not known, and no letter says why: it cannot be booked. */
  letter_needed: bool("须代付说明"),
  is_mine: bool("由我提交"),
  /** The caller had a hand in its decision. */
  is_decided_by_me: bool("由我审核"),
  submitted_by_name: z.nullable(text("提交人")),
  submitted_at: time("提交时间"),
  approved_by_name: z.nullable(text("审核人")),
  approved_at: z.nullable(time("审核时间")),
  rechecked_by_name: z.nullable(text("复核人")),
  rechecked_at: z.nullable(time("复核时间")),
  booked_at: z.nullable(time("到账时间")),
  rejected_by_name: z.nullable(text("驳回人")),
  reversed_by_name: z.nullable(text("冲正人")),
  reversed_at: z.nullable(time("冲正时间")),
  reverse_reason: text("冲正原因", { min: 0 }),
  journal_id: z.nullable(id("入账凭证", "journal")),
  journal_no: z.nullable(text("入账凭证")),
  due_at: time("审核时限"),
  is_overdue: bool("超时"),
  version: version(),
  created_at: time("登记时间"),
  updated_at: time("更新时间"),
});
const f = remittance.shape;
const of = pick(remittance, "id", "version");
/** What a person fills. */
const form = {
  ...pick(remittance, "purpose", "amount", "payer_name", "payer_account", "payer_bank", "company_account_id", "remitted_on"),
  ...pick(remittance, "bank_ref", "vouchers", "payer_letters", "note"),
};
const open = {
  peer_id: z.optional(z.nullable(id("同行", "peer"))),
  order_parts: z.optional(
    z.array(z.strictObject(part)).max(20, { error: "一笔汇款最多分配20个订单" }).meta({ label: "订单分配", kind: "list" }),
  ),
};
const reason = text("原因", { min: 5, max: 200, message: "请输入原因(5–200字)" });
/** Lines of the account's statement that are this money. */
const lines = z.optional(
  z
    .array(z.strictObject({ line_id: line.line_id, amount: money("金额", { min: 1 }) }))
    .max(20, { error: "一次最多匹配20条流水" })
    .meta({ label: "到账流水", kind: "list" }),
);

/** A line of the account's statement beside a remittance. */
export const remittanceCandidate = z.object({
  ...line,
  amount: money("金额"),
  rest: money("未匹配"),
  counterparty_account: text("对方账号", { min: 0, personal: "card" }),
  summary: text("摘要", { min: 0 }),
  score: int("匹配分", -300, 300),
  level: choice("匹配度", MATCH_LEVELS),
  terms: z.array(matchTerm),
});
/** An unpaid order money may be sent for. */
export const payableOrder = z.object({
  order_id: id("订单", "order"),
  order_no: text("订单号"),
  sku_name: text("商品", { min: 0 }),
  payable: money("应付"),
  created_at: time("下单时间"),
});

export const remittanceApi = api({
  remittance_query: list("对公汇款列表", code, {
    filter: {
      keyword: z.optional(text("汇款单号", { min: 0, max: 40 })),
      peer_id: z.optional(anyOf(id("同行", "peer"))),
      purpose: z.optional(anyOf(f.purpose)),
      remittance_status: z.optional(anyOf(f.remittance_status)),
      amount_from: z.optional(money("金额从")),
      amount_to: z.optional(money("金额至")),
      payer_name: z.optional(text("付款户名", { min: 0, max: 80 })),
      payer_account: z.optional(text("付款账号(完整或后4位)", { min: 0, max: 40 })),
      company_account_id: z.optional(anyOf(f.company_account_id)),
      remitted_on: z.optional(range("汇款日")),
      checker_id: z.optional(anyOf(id("审核人", "worker"))),
      is_suggested: z.optional(bool("建议匹配")),
      is_overdue: z.optional(bool("超时")),
      queue: z.optional(choice("待办", REMITTANCE_QUEUES)),
    },
    row: remittance,
    sorts: ["created_at", "amount", "due_at"],
    exports: [
      "remittance_no",
      "peer_no",
      "peer_name",
      "purpose",
      "amount",
      "payer_name",
      "payer_account",
      "payer_bank",
      "account_name",
      "remitted_on",
      "bank_ref",
      "matched",
      "gift_amount",
      "source",
      "submitted_by_name",
      "approved_by_name",
      "rechecked_by_name",
      "remittance_status",
      "reject_code",
      "reject_text",
      "submitted_at",
      "booked_at",
      "due_at",
      "journal_no",
      "note",
    ],
  }),
  remittance_counts: read(
    "对公汇款数量",
    code,
    {},
    z.object({ counts: z.array(z.object({ status: f.remittance_status, n: int("数量") })) }),
  ),
  /** 自动建议采纳率 by account: of remittances people matched, how many had been suggested. */
  remittance_stat_get: read(
    "自动建议采纳率",
    code,
    {},
    z.object({
      list: z.array(
        z.object({ ...pick(remittance, "company_account_id", "account_name"), matched: int("已匹配笔数"), taken: int("采纳建议笔数") }),
      ),
    }),
  ),
  remittance_get: read("对公汇款详情", code, pick(remittance, "id"), remittance),
  remittance_candidate_query: read(
    "汇款的流水候选",
    code,
    { id: f.id, keyword: z.optional(text("户名、摘要、流水号、金额", { min: 0, max: 40 })) },
    z.object({
      list: z.array(remittanceCandidate),
      /** Why nothing is suggested, in words. */
      sentence: z.nullable(text("说明")),
      /** How much less may have come in and be booked as whole. */
      write_off_limit: money("核销上限"),
    }),
  ),
  remittance_payable_query: read(
    "待付款订单",
    code,
    { peer_id: z.optional(id("同行", "peer")), order_no: z.optional(text("订单号", { min: 4, max: 40 })) },
    z.object({ list: z.array(payableOrder), more: bool("还有更多") }),
  ),
  remittance_add: write("登记汇款", code, { ...open, ...form }, remittance, { key: true }),
  remittance_update: write("修改汇款", code, { ...of, ...open, ...optional(form) }, remittance),
  remittance_approve: move(remittanceFlow, "approve", { ...of, lines, only_suggested: z.optional(bool("仅限建议匹配")) }, remittance, {
    key: true,
  }),
  remittance_recheck: move(remittanceFlow, "recheck", { ...of, lines }, remittance, { key: true }),
  remittance_reject: move(remittanceFlow, "reject", { ...of, reason_code: choice("驳回原因", REMIT_REJECTS), reason }, done, { key: true }),
  remittance_withdraw: move(remittanceFlow, "withdraw", of, done, { key: true }),
  remittance_reverse: move(remittanceFlow, "reverse", { ...of, reason }, remittance, { key: true }),
  /** The payer's account in full; every look is logged. */
  remittance_reveal: write(
    "查看付款账号",
    code,
    { ...pick(remittance, "id"), reason: z.optional(text("查看原因", { min: 2, max: 100 })) },
    z.object({ payer_account: text("付款账号", { min: 0 }) }),
    { log: "reveal" },
  ),
});
