/** 账户流水: what bank, card and channel say happened, and what of our papers and books it is. */
import { api, done, list, move, pick, read } from "../../kit/endpoint.ts";
import { anyOf, bool, choice, date, id, int, money, range, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { statementLineFlow } from "./statement-line.flow.ts";
import { DIRECTIONS, MATCH_LEVELS, MATCH_TARGETS } from "./statement.words.ts";

const code = may.corporate_remittance;
const account = id("账户", "company_account");
const target = { target_noun: choice("对象", MATCH_TARGETS), target_id: id("对象") };

export const statementLine = z.object({
  id: id("编号", "statement_line"),
  company_account_id: account,
  account_name: text("账户"),
  at: time("时间"),
  direction: choice("收/支", DIRECTIONS),
  amount: money("金额"),
  balance_after: z.nullable(money("余额", { signed: true })),
  ref: text("流水号", { min: 0 }),
  counterparty_name: text("对方户名", { min: 0 }),
  counterparty_account: text("对方账号", { min: 0, personal: "card" }),
  summary: text("摘要", { min: 0 }),
  matched: money("已匹配"),
  /** Of a parked one what adjustments gave to somebody or sent back, waiting ones too. */
  claimed: money("已认领/退回"),
  /** Amount less what is matched. */
  rest: money("未匹配"),
  line_status: choice("状态", stateLabels(statementLineFlow)),
  matches: z
    .array(
      z.object({
        id: id("匹配"),
        ...target,
        no: text("单号"),
        title: text("说明", { min: 0 }),
        amount: money("金额", { signed: true }),
        is_auto: bool("自动关联"),
        created_by_name: z.nullable(text("匹配人")),
        created_at: time("匹配时间"),
      }),
    )
    .meta({ label: "匹配", kind: "list" }),
  import_id: id("导入批次", "statement_import"),
  /** Of parked and ignored ones. */
  journal_no: z.nullable(text("凭证号")),
  note: text("备注", { min: 0, max: 200 }),
  handled_by_name: z.nullable(text("处理人")),
  handled_at: z.nullable(time("处理时间")),
  version: version(),
  created_at: time("导入时间"),
  updated_at: time("更新时间"),
});
const f = statementLine.shape;
const seen = pick(statementLine, "id", "version");

/** One reason a candidate is likely, or not. */
export const matchTerm = z.object({ text: text("依据"), points: int("分", -300, 300) });
export const lineCandidate = z.object({
  ...target,
  no: text("单号"),
  title: text("说明", { min: 0 }),
  amount: money("金额"),
  /** Not matched to a line yet. */
  left: money("未匹配"),
  on: date("日期"),
  score: int("匹配分", -300, 300),
  level: choice("匹配度", MATCH_LEVELS),
  terms: z.array(matchTerm),
  /** A fee that was paid by card: the line may be its bill, whatever it says. */
  is_fee: bool("使馆费"),
});

export const statementLineApi = api({
  statement_line_query: list("账户流水", code, {
    filter: {
      keyword: z.optional(text("户名、摘要、流水号、账号", { min: 0, max: 60, lookup: ["card"] })),
      company_account_id: z.optional(anyOf(account)),
      direction: z.optional(anyOf(f.direction)),
      line_status: z.optional(anyOf(f.line_status)),
      amount_min: z.optional(money("金额不低于")),
      amount_max: z.optional(money("金额不高于")),
      at: z.optional(range("交易时间")),
      import_id: z.optional(f.import_id),
    },
    row: statementLine,
    sorts: ["at", "amount"],
    exports: [
      "account_name",
      "at",
      "direction",
      "amount",
      "balance_after",
      "ref",
      "counterparty_name",
      "counterparty_account",
      "summary",
      "matched",
      "claimed",
      "line_status",
      "note",
      "handled_by_name",
      "handled_at",
    ],
  }),
  statement_line_get: read("账户流水详情", code, pick(statementLine, "id"), statementLine),
  statement_line_counts: read(
    "账户流水计数",
    code,
    {},
    z.object({ open: int("待处理"), part: int("部分匹配"), parked: int("已挂账"), matched: int("已匹配"), ignored: int("无需处理") }),
  ),
  statement_line_candidate_query: read(
    "匹配候选",
    code,
    { id: f.id, keyword: z.optional(text("单号、户名、金额", { min: 0, max: 40 })) },
    z.object({
      line: statementLine,
      list: z.array(lineCandidate),
      /** Why nothing is suggested, in words. */
      sentence: z.nullable(text("说明")),
    }),
  ),
  statement_line_match: move(
    statementLineFlow,
    "match",
    {
      ...seen,
      targets: z.optional(
        z
          .array(z.strictObject({ ...target, amount: money("金额", { min: 1 }) }))
          .min(1, { error: "请选择要匹配的单据" })
          .max(20, { error: "一次最多匹配20张" })
          .meta({ label: "匹配对象", kind: "list" }),
      ),
      /** The line is the card's bill of the one fee that is named: what it differs by is booked as exchange difference. */
      is_bill: z.optional(bool("按账单结清")),
      /** Income that is a channel's payout: what it took is booked with it. */
      channel: z.optional(
        z
          .strictObject({ company_account_id: id("通道", "company_account"), fee: money("手续费") })
          .meta({ label: "通道到账", kind: "object" }),
      ),
    },
    done,
    { key: true },
  ),
  statement_line_unmatch: move(statementLineFlow, "unmatch", { ...seen, match_id: z.optional(id("匹配")) }, done),
  statement_line_park: move(statementLineFlow, "park", { ...seen, note: z.optional(f.note) }, done, { key: true }),
  statement_line_ignore: move(
    statementLineFlow,
    "ignore",
    {
      ...seen,
      journal_no: text("已入账凭证号", { max: 20 }),
      note: text("原因", { min: 5, max: 200, message: "请输入原因（5–200字）" }),
    },
    done,
  ),
});
