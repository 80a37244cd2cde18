/** 调账单: the only posting made by hand, by its kind; seen as lines before it is handed in, booked by a second person. */
import { api, done, list, move, optional, pick, read, write } from "../kit/endpoint.ts";
import { anyOf, bool, choice, date, files, id, int, money, range, text, time, version, z } from "../kit/field.ts";
import { stateLabels } from "../kit/flow.ts";
import { may } from "../permissions.ts";
import { ADJUSTMENT_QUEUES } from "../workbench/queues.ts";
import { adjustmentFlow } from "./adjustment.flow.ts";
import { ADJUST_ACCOUNTS, ADJUST_DIRECTIONS, ADJUST_KINDS, ADJUST_REJECTS } from "./adjustment.words.ts";
import { payeeAccount } from "../kit/payee.ts";
import { journalLine } from "./books/journal.ts";

const code = may.balance;
/** What the kinds ask for; each takes its own alone. */
export const adjustValues = {
  journal_id: id("凭证", "journal"),
  peer_id: id("同行", "peer"),
  supplier_id: id("供应商", "supplier"),
  company_account_id: id("资金账户", "cash_account"),
  to_account_id: id("转入账户", "cash_account"),
  account: choice("账户", ADJUST_ACCOUNTS),
  direction: choice("增/减", ADJUST_DIRECTIONS),
  amount: money("金额", { min: 1 }),
};
/** The line of a statement that it is about. */
const line = { statement_line_id: id("账户流水", "statement_line") };
/** Who gets parked money back; of a line whose sender the bank named, that one where nothing else is said. */
export const adjustPayee = {
  payee_name: text("收款户名", { min: 2, max: 80 }),
  payee_account: payeeAccount("收款账号"),
  payee_bank: text("开户行", { min: 2, max: 80 }),
};
const what = {
  kind: choice("类型", ADJUST_KINDS),
  /** An open day, never one to come. */
  booked_on: date("记账日"),
};
const why = {
  reason: text("原因", { min: 5, max: 200, long: true }),
  files: files("附件", "adjustment", 5),
};
const v = adjustValues;
export const adjustLine = z.object(pick(journalLine, "account", "gl_code", "detail", "debit", "credit"));
export const adjustment = z.object({
  id: id("编号", "adjustment"),
  adjust_no: text("单号"),
  ...what,
  journal_id: z.nullable(v.journal_id),
  peer_id: z.nullable(v.peer_id),
  supplier_id: z.nullable(v.supplier_id),
  company_account_id: z.nullable(v.company_account_id),
  to_account_id: z.nullable(v.to_account_id),
  account: z.nullable(v.account),
  direction: z.nullable(v.direction),
  amount: money("金额"),
  statement_line_id: z.nullable(line.statement_line_id),
  payee_name: text("收款户名", { min: 0 }),
  payee_account: text("收款账号", { min: 0, personal: "card" }),
  payee_bank: text("开户行", { min: 0 }),
  ...why,
  /** Whose money it is about: a peer, a supplier, accounts of ours, or a voucher. */
  target: text("对象", { min: 0 }),
  adjust_status: choice("状态", stateLabels(adjustmentFlow)),
  is_mine: bool("由我提交"),
  created_by: id("提交人", "worker"),
  created_by_name: z.nullable(text("提交人")),
  created_at: time("提交时间"),
  decided_by_name: z.nullable(text("审批人")),
  decided_at: z.nullable(time("审批时间")),
  decided_note: text("审批意见", { min: 0 }),
  /** The voucher that it became. */
  booked_id: z.nullable(id("入账凭证", "journal")),
  booked_no: z.nullable(text("入账凭证")),
  /** The payment by which it leaves, of one that is sent back. */
  payout_no: z.nullable(text("付款单号")),
  /** Against it at present: not enough left, undone already, a month that was closed. */
  faults: z.array(z.string()).meta({ label: "不能通过的原因", kind: "list" }),
  version: version(),
  updated_at: time("更新时间"),
});
const f = adjustment.shape;
const of = pick(adjustment, "id", "version");
const lines = z.array(adjustLine).meta({ label: "分录", kind: "list" });
/** One of them with its lines: those it posted, or would post now. */
export const adjustmentDetail = adjustment.extend({ lines });

export const adjustmentApi = api({
  adjustment_query: list("调账单列表", code, {
    filter: {
      adjust_no: z.optional(text("单号", { min: 0, max: 40 })),
      kind: z.optional(anyOf(f.kind)),
      adjust_status: z.optional(anyOf(f.adjust_status)),
      peer_id: z.optional(anyOf(v.peer_id)),
      booked_on: z.optional(range("记账日")),
      created_by: z.optional(anyOf(f.created_by)),
      created_at: z.optional(range("提交时间")),
      queue: z.optional(choice("待办", ADJUSTMENT_QUEUES)),
    },
    row: adjustment,
    sorts: ["created_at"],
    exports: [
      "adjust_no",
      "kind",
      "target",
      "account",
      "direction",
      "amount",
      "booked_on",
      "payee_name",
      "payee_account",
      "payee_bank",
      "payout_no",
      "reason",
      "adjust_status",
      "created_by_name",
      "created_at",
      "decided_by_name",
      "decided_at",
      "decided_note",
      "booked_no",
    ],
  }),
  /** Of tabs and tiles: by state. */
  adjustment_stat_get: read("调账单计数", code, {}, z.record(z.string(), int("数量"))),
  adjustment_get: read("调账单详情", code, pick(adjustment, "id"), adjustmentDetail),
  /** The lines it would post now, and what speaks against them. */
  adjustment_preview: read(
    "预览分录",
    code,
    { ...what, ...optional(adjustValues), ...optional(line) },
    z.object({ ...pick(adjustment, "amount", "faults"), lines, file_needed: bool("须附件") }),
  ),
  adjustment_add: write(
    "提交调账单",
    code,
    { ...what, ...optional(adjustValues), ...optional(line), ...optional(adjustPayee), ...why },
    adjustmentDetail,
    { key: true },
  ),
  adjustment_withdraw: move(adjustmentFlow, "withdraw", of, done),
  adjustment_approve: move(adjustmentFlow, "approve", { ...of, note: z.optional(text("审批意见", { min: 0, max: 200 })) }, done, {
    key: true,
  }),
  adjustment_reject: move(
    adjustmentFlow,
    "reject",
    { ...of, reason_code: choice("驳回原因", ADJUST_REJECTS), reason: text("说明", { min: 5, max: 200 }) },
    done,
    { key: true },
  ),
});
