/** 凭证: every journal, and one with all its lines. */
import { api, list, pick, read } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, date, id, money, range, text, time, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { FEE_KINDS } from "../../order/words.ts";
import { JOURNAL_KINDS, LEDGER_ACCOUNTS } from "../ledger.words.ts";

export const journal = z.object({
  id: id("编号"),
  no: text("凭证号"),
  kind: choice("业务类型", JOURNAL_KINDS),
  booked_on: date("记账日"),
  event_at: time("发生时间"),
  /** The sum of its debits. */
  amount: money("金额"),
  accounts_text: text("科目"),
  source_noun: text("来源类型"),
  source_id: z.int().meta({ label: "来源编号", kind: "int" }),
  source_text: text("来源"),
  reversal_of: z.nullable(id("冲正凭证", "journal")),
  reversal_of_no: z.nullable(text("冲正的凭证")),
  reversed_by: z.nullable(id("被冲正凭证", "journal")),
  reversed_by_no: z.nullable(text("被冲正于")),
  reason: z.nullable(text("原因")),
  created_by_name: z.nullable(text("操作人")),
  created_at: time("入账时间"),
});
export const journalLine = z.object({
  id: id("编号"),
  account: choice("科目", LEDGER_ACCOUNTS),
  gl_code: text("科目代码"),
  /** Whose account it is, or of which kind. */
  detail: text("明细", { min: 0 }),
  debit: z.nullable(money("借方")),
  credit: z.nullable(money("贷方")),
  order_id: z.nullable(id("订单", "order")),
  order_no: z.nullable(text("订单号")),
  fee_kind: z.nullable(choice("费用", FEE_KINDS)),
  balance_after: z.nullable(money("变动后余额")),
  note: text("备注", { min: 0 }),
});
export const journalDetail = journal.extend({ lines: z.array(journalLine) });

export const journalApi = api({
  journal_query: list("凭证列表", may.balance, {
    filter: {
      keyword: z.optional(text("凭证号/来源单号", { min: 0, max: 60 })),
      kind: z.optional(anyOf(journal.shape.kind)),
      account: z.optional(anyOf(choice("科目", LEDGER_ACCOUNTS))),
      booked_on: z.optional(range("记账日")),
      is_reversal: z.optional(bool("冲正凭证")),
      created_by: z.optional(anyOf(id("操作人", "worker"))),
    },
    row: journal,
    sorts: ["id"],
    exports: [
      "no",
      "kind",
      "booked_on",
      "event_at",
      "amount",
      "accounts_text",
      "source_text",
      "reversal_of_no",
      "reversed_by_no",
      "reason",
      "created_by_name",
    ],
  }),
  journal_get: read("凭证详情", may.balance, pick(journal, "id"), journalDetail),
});
