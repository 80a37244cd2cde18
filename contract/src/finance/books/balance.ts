/** 余额明细: every movement of every account of peers, from the peer's side: what it gains is 收入, what it spends is 支出. */
import { api, list, pick, read } from "../../kit/endpoint.ts";
import { anyOf, choice, date, id, money, range, text, time, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { CHANGE_LABELS, PEER_ACCOUNT_WORDS } from "../ledger.words.ts";

const signed = (label: string) => money(label, { signed: true });
export const BALANCE_DIRECTIONS = { in: "收入", out: "支出" } as const;

export const balanceLine = z.object({
  id: id("编号"),
  journal_id: id("凭证", "journal"),
  no: text("流水号"),
  /** When it was posted: rows stand in this order, and a balance is what was left then, whatever day it is booked on. */
  at: time("入账时间"),
  booked_on: date("记账日"),
  peer_id: id("同行", "peer"),
  peer_no: text("同行编号"),
  peer_name: text("同行"),
  account: choice("账户", PEER_ACCOUNT_WORDS),
  /** By the numbers of the trade; what has none is called by its kind of voucher. */
  change: text("类型"),
  income: z.nullable(money("收入")),
  outcome: z.nullable(money("支出")),
  /** Of credit what is owed, below zero. */
  balance_after: z.nullable(signed("变动后余额")),
  source_noun: text("来源"),
  source_id: z.int().meta({ label: "来源编号", kind: "int" }),
  related_no: text("关联单号", { min: 0 }),
  order_id: z.nullable(id("订单", "order")),
  created_by_name: z.nullable(text("操作人")),
  note: text("备注", { min: 0 }),
});
const filter = {
  peer_id: z.optional(anyOf(balanceLine.shape.peer_id)),
  account: z.optional(anyOf(balanceLine.shape.account)),
  change_type: z.optional(anyOf(choice("类型", CHANGE_LABELS))),
  direction: z.optional(choice("收/支", BALANCE_DIRECTIONS)),
  amount: z.optional(
    z.strictObject({ from: z.optional(money("金额")), to: z.optional(money("金额")) }).meta({ label: "金额", kind: "money" }),
  ),
  related_no: z.optional(text("关联单号/凭证号", { min: 0, max: 60 })),
  booked_on: z.optional(range("记账日")),
  bd_owner_id: z.optional(anyOf(id("BD", "worker"))),
};

export const balanceSums = z.object({
  income: money("收入合计"),
  outcome: money("支出合计"),
  opening: signed("期初"),
  closing: signed("期末"),
});

export const balanceApi = api({
  balance_query: list("余额明细", may.balance, {
    filter,
    row: balanceLine,
    sorts: ["id"],
    exports: [
      "no",
      "at",
      "booked_on",
      "peer_no",
      "peer_name",
      "account",
      "change",
      "income",
      "outcome",
      "balance_after",
      "related_no",
      "created_by_name",
      "note",
    ],
  }),
  /** Of the filter; null unless it names one peer and one account. */
  balance_sum_get: read("余额合计", may.balance, filter, z.nullable(balanceSums)),
});

/** What a peer is told about a period: each of its accounts, and every movement. */
export const peerStatement = z.object({
  ...pick(balanceLine, "peer_id", "peer_no", "peer_name"),
  company_name: text("企业名称"),
  from: date("期间自"),
  to: date("期间至"),
  accounts: z.array(
    z.object({
      ...pick(balanceLine, "account"),
      opening: signed("期初"),
      income: money("收入"),
      outcome: money("支出"),
      closing: signed("期末"),
    }),
  ),
  lines: z.array(balanceLine),
  /** More than a sheet of paper takes: the file holds all. */
  is_cut: z.boolean().meta({ label: "未列全", kind: "bool" }),
});
