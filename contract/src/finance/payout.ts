/** 付款单: every payment that leaves by a bank or a channel, whatever it is for, on the cashier's desk. */
import { api, done, list, move, pick, read, write } from "../kit/endpoint.ts";
import { anyOf, bool, choice, date, file, id, ids, int, money, range, text, time, version, z } from "../kit/field.ts";
import { stateLabels } from "../kit/flow.ts";
import { may } from "../permissions.ts";
import { PAYOUT_QUEUES } from "../workbench/queues.ts";
import { BANK_FILE_FORMATS, CASH_SOURCES, COMPANY_ACCOUNT_KINDS, PAYOUT_METHODS, PAYOUT_SOURCES } from "./cash.words.ts";
import { payoutFlow } from "./payout.flow.ts";
import { payeeAccount } from "../kit/payee.ts";

const code = may.payout_register;
const bankRef = text("银行流水号", { min: 4, max: 60 });

export const payout = z.object({
  id: id("编号", "payout"),
  payout_no: text("付款单号"),
  source_noun: choice("来源", PAYOUT_SOURCES),
  source_id: id("来源单据"),
  source_no: text("来源单号"),
  method: choice("方式", PAYOUT_METHODS),
  company_account_id: id("付款账户", "company_account"),
  company_account_name: text("付款账户"),
  payee_name: text("收款方"),
  payee_account: payeeAccount("收款账号"),
  payee_bank: text("开户行", { min: 0, max: 80 }),
  amount: money("金额", { min: 1 }),
  original_trade_no: text("原交易号", { min: 0 }),
  batch_no: z.nullable(text("网银批次")),
  /** Until when its bank file can be fetched. */
  file_until: z.nullable(time("网银文件到期")),
  bank_ref: z.nullable(bankRef),
  receipt: z.nullable(file("回单", "payout_receipt")),
  paid_at: z.nullable(time("付款时间")),
  paid_by_name: z.nullable(text("出纳")),
  bank_fee: money("银行手续费"),
  fail_reason: text("失败原因", { min: 0 }),
  due_at: z.nullable(time("时限")),
  planned_on: z.nullable(date("计划付款日")),
  is_overdue: bool("超时"),
  /** The payee's account changed a short while ago: somebody has to call. */
  needs_call: bool("须电话核实"),
  phone_checked: bool("已电话核实"),
  /** The caller passed its source. */
  is_approver: bool("由我审核"),
  payout_status: choice("状态", stateLabels(payoutFlow)),
  created_at: time("生成时间"),
  version: version(),
  updated_at: time("更新时间"),
});
const f = payout.shape;
const of = pick(payout, "id", "version");
const why = text("原因", { min: 5, max: 200 });

/** What waits on an account against what the books say lies on it. */
export const payoutHead = z.object({
  id: id("资金账户", "company_account"),
  name: text("资金账户"),
  kind: choice("类型", COMPANY_ACCOUNT_KINDS),
  waiting: money("待付合计"),
  count: int("笔数"),
  /** Null: the house's accounts are not in the caller's scope, only payments of his. */
  balance: z.nullable(money("账面余额", { signed: true })),
});
export const cashDay = z.object({
  day: date("日期"),
  /** What leaves on it. */
  out: money("付出"),
  /** What is expected to come on it. */
  in: money("收入"),
  /** Of the books after it, as far as is known. */
  balance: money("余额", { signed: true }),
  is_low: bool("低于预警"),
  rows: z.array(
    z.object({
      payout_id: z.nullable(id("付款单", "payout")),
      no: text("单号"),
      source_noun: choice("来源", CASH_SOURCES),
      is_income: bool("收款"),
      payee_name: f.payee_name,
      amount: f.amount,
      /** The last day it may be moved to; null: it stays where it is. */
      last_day: z.nullable(date("最晚付款日")),
      version: version(),
    }),
  ),
});
export const cashCalendar = z.object({
  accounts: z.array(
    z.object({
      id: id("资金账户", "company_account"),
      name: text("资金账户"),
      balance: money("账面余额", { signed: true }),
      low_water: z.nullable(money("低位预警")),
      days: z.array(cashDay),
    }),
  ),
});

export const payoutApi = api({
  payout_query: list("付款单列表", code, {
    filter: {
      keyword: z.optional(text("付款单号/来源单号/收款方", { min: 0, max: 60 })),
      source_noun: z.optional(anyOf(f.source_noun)),
      method: z.optional(anyOf(f.method)),
      company_account_id: z.optional(anyOf(f.company_account_id)),
      payout_status: z.optional(anyOf(f.payout_status)),
      payee_account: z.optional(text("收款账号(完整或后4位)", { min: 0, max: 40 })),
      bank_ref: z.optional(text("银行流水号", { min: 0, max: 60 })),
      batch_no: z.optional(text("网银批次", { min: 0, max: 40 })),
      due_at: z.optional(range("时限")),
      is_overdue: z.optional(bool("超时")),
      queue: z.optional(choice("待办", PAYOUT_QUEUES)),
    },
    row: payout,
    sorts: ["created_at", "amount", "due_at"],
    exports: [
      "payout_no",
      "source_noun",
      "source_no",
      "payee_name",
      "payee_account",
      "payee_bank",
      "amount",
      "company_account_name",
      "method",
      "original_trade_no",
      "due_at",
      "planned_on",
      "batch_no",
      "bank_ref",
      "paid_at",
      "bank_fee",
      "fail_reason",
      "payout_status",
    ],
  }),
  payout_get: read("付款单详情", code, pick(payout, "id"), payout),
  payout_head_get: read("待付合计", code, {}, z.object({ accounts: z.array(payoutHead) })),
  payout_export: write(
    "生成网银文件",
    code,
    {
      ...pick(payout, "company_account_id"),
      ids: ids("付款单", 200, "payout").min(1, { error: "请选择付款单" }),
      format: choice("文件格式", BANK_FILE_FORMATS),
      is_merged: bool("合并相同收款方"),
    },
    z.object({ batch_no: text("网银批次"), rows: int("笔数"), total: money("合计") }),
    { key: true, log: "reveal" },
  ),
  payout_file_get: write(
    "下载网银文件",
    code,
    { batch_no: text("网银批次", { max: 40 }) },
    z.object({ url: text("下载地址"), filename: text("文件名") }),
    { log: "reveal" },
  ),
  payout_paid: move(
    payoutFlow,
    "paid",
    {
      ...of,
      company_account_id: z.optional(f.company_account_id),
      bank_ref: bankRef,
      receipt: file("回单", "payout_receipt"),
      paid_at: time("付款时间"),
      bank_fee: z.optional(f.bank_fee),
      phone_checked: z.optional(f.phone_checked),
    },
    payout,
    { key: true },
  ),
  payout_failed: move(payoutFlow, "failed", { ...of, reason: why }, done, { key: true }),
  payout_retry: move(
    payoutFlow,
    "retry",
    {
      ...of,
      company_account_id: z.optional(f.company_account_id),
      payee_account: z.optional(f.payee_account),
      payee_bank: z.optional(text("开户行", { min: 2, max: 80 })),
    },
    payout,
    { key: true },
  ),
  payout_give_up: move(payoutFlow, "give_up", { ...of, reason: why }, done, { key: true }),
  payout_bounce: move(
    payoutFlow,
    "bounce",
    {
      ...of,
      reason: why,
      receipt: z.optional(file("退票凭证", "payout_receipt")),
      /** In place of a paper: the line by which it came back. */
      statement_line_id: z.optional(id("退回流水", "statement_line")),
    },
    done,
    { key: true },
  ),
  /** Lines by which a payment may have come back: of its account and its amount, of nobody yet. */
  payout_bounce_line_query: read(
    "退回流水候选",
    code,
    pick(payout, "id"),
    z.object({
      list: z.array(
        z.object({
          id: id("账户流水", "statement_line"),
          at: time("时间"),
          amount: money("金额"),
          counterparty_name: text("对方户名", { min: 0 }),
          summary: text("摘要", { min: 0 }),
          ref: text("流水号", { min: 0 }),
        }),
      ),
    }),
  ),
  payout_plan: write("改付款日", code, { ...of, planned_on: date("计划付款日") }, done),
  cash_calendar_get: read("资金日历", code, {}, cashCalendar),
});
