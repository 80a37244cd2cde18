/** 使馆费手动支付: what we pay to a mission for somebody ourselves, in its currency, by a card of the company. */
import { CURRENCIES } from "../../base-data/official-fee.ts";
import { api, done, list, move, optional, pick, read, rowResult, write } from "../../kit/endpoint.ts";
import {
  anyOf,
  bool,
  choice,
  date,
  file,
  id,
  int,
  longText,
  money,
  range,
  text,
  time,
  version,
  z,
  type FieldMeta,
} from "../../kit/field.ts";
import { numberFault } from "../../kit/field-number.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { EMBASSY_QUEUES } from "../../workbench/queues.ts";
import { embassyPaymentFlow } from "./embassy-payment.flow.ts";
import { ATTEMPT_REASONS, EMBASSY_ITEMS, PAYMENT_ORIGINS, VARIANCE_WAYS } from "./embassy.words.ts";

const code = may.embassy_payment;
export const embassyPayment = z.object({
  id: id("编号", "embassy_payment"),
  payment_no: text("单号"),
  order_id: id("订单", "order"),
  order_no: text("订单号"),
  applicant_id: id("申请人", "applicant"),
  applicant_no: text("申请人编号"),
  name_cn: z.nullable(z.string()).meta({ label: "姓名", kind: "text", personal: "name" }),
  country_id: text("国家/地区"),
  country_name: text("国家/地区"),
  /** None: an electronic visa, paid on the site of the country. */
  embassy_id: z.nullable(id("使领馆", "embassy")),
  embassy_name: text("使领馆"),
  item: choice("费用项", EMBASSY_ITEMS),
  attempt: int("次数", 1, 9),
  attempt_reason: z.nullable(choice("再次缴费原因", ATTEMPT_REASONS)),
  origin: choice("来源", PAYMENT_ORIGINS),
  currency: choice("币种", CURRENCIES),
  /** Minor units of the currency: what is said of it holds for any. */
  foreign_minor: z
    .int({ error: numberFault("原币金额", "的小数位数超出范围") })
    .min(1, { error: "原币金额须大于0" })
    .max(1_000_000_000, { error: "原币金额超出范围" })
    .meta({ label: "原币金额", kind: "int" } satisfies FieldMeta),
  foreign_text: text("原币"),
  /** Frozen as it was paid. */
  rate: z.nullable(text("汇率")),
  amount: z.nullable(money("折人民币")),
  settled_amount: z.nullable(money("账单金额", { min: 1 })),
  company_account_id: z.nullable(id("付款卡", "cash_account")),
  card_name: z.nullable(text("付款卡")),
  batch_no: z.nullable(text("批次")),
  receipt_no: z.nullable(text("官方回执号", { max: 60 })),
  receipt: z.nullable(file("回执", "embassy_receipt")),
  paid_at: z.nullable(time("支付时间")),
  paid_by_name: z.nullable(text("经办")),
  released_by_name: z.nullable(text("复核人")),
  released_at: z.nullable(time("复核时间")),
  /** Held in trust for the person, until it is paid as it stands now. */
  collected: money("已收官费"),
  /** More than 0: paid beyond what was collected. */
  variance: z.nullable(money("差额", { signed: true })),
  variance_way: z.nullable(choice("差额处理", VARIANCE_WAYS)),
  is_undecided: bool("差额待定"),
  returned_amount: z.nullable(money("退回金额", { min: 1 })),
  returned_on: z.nullable(date("退回日期")),
  return_proof: z.nullable(file("退回凭证", "embassy_receipt")),
  reason: longText("原因", 200, 0),
  embassy_payment_status: choice("状态", stateLabels(embassyPaymentFlow)),
  /** The caller made it, passed it or paid it: the next step is another person's. */
  is_mine: bool("由我建单"),
  is_released_by_me: bool("由我复核"),
  is_paid_by_me: bool("由我支付"),
  created_by_name: z.nullable(text("建单人")),
  created_at: time("建单时间"),
  version: version(),
  updated_at: time("更新时间"),
});
const f = embassyPayment.shape;
const seen = pick(embassyPayment, "id", "version");
const rows = z
  .array(z.object(seen))
  .min(1, { error: "请选择缴费单" })
  .max(100, { error: "一次最多100单" })
  .meta({ label: "缴费单", kind: "list" });
const results = z.object({ results: z.array(rowResult), done: int("已完成") });
const reason = text("原因", { min: 5, max: 200 });
const card = id("付款卡", "cash_account");
const receiptNo = text("官方回执号", { max: 60 });
const paying = { company_account_id: card, receipt_no: receiptNo, receipt: file("回执", "embassy_receipt"), paid_at: time("支付时间") };
export const paymentFilter = {
  keyword: z.optional(text("申请人/订单", { min: 0, max: 40 })),
  embassy_id: z.optional(anyOf(id("使领馆", "embassy"))),
  country_id: z.optional(
    z
      .array(text("国家/地区", { max: 2 }))
      .max(60)
      .meta({ label: "国家/地区", kind: "list", of: "country" }),
  ),
  item: z.optional(anyOf(f.item)),
  company_account_id: z.optional(anyOf(card)),
  batch_no: z.optional(text("批次", { min: 0, max: 40 })),
  paid_at: z.optional(range("支付日")),
  is_undecided: z.optional(bool("差额待定")),
};

export const embassyPaymentApi = api({
  embassy_payment_query: list("使馆费手动支付列表", code, {
    filter: {
      ...paymentFilter,
      embassy_payment_status: z.optional(anyOf(f.embassy_payment_status)),
      queue: z.optional(choice("待办", EMBASSY_QUEUES)),
    },
    row: embassyPayment,
    sorts: ["created_at", "paid_at"],
    exports: [
      "payment_no",
      "order_no",
      "applicant_no",
      "name_cn",
      "country_name",
      "embassy_name",
      "item",
      "attempt",
      "foreign_text",
      "rate",
      "amount",
      "settled_amount",
      "collected",
      "variance",
      "variance_way",
      "card_name",
      "batch_no",
      "receipt_no",
      "paid_by_name",
      "paid_at",
      "embassy_payment_status",
      "created_by_name",
      "created_at",
    ],
  }),
  embassy_payment_get: read("使馆费手动支付详情", code, pick(embassyPayment, "id"), embassyPayment),
  /** What waits to be paid, what cards have left today, and how many rows each tab has. */
  embassy_payment_figures: read(
    "使馆费待付概况",
    code,
    paymentFilter,
    z.object({
      states: z.array(z.object({ state: f.embassy_payment_status, count: int("单数") })),
      undecided: int("差额待定"),
      waiting: z.array(z.object({ currency: f.currency, count: int("单数"), foreign_text: text("原币") })),
      cards: z.array(
        z.object({
          id: card,
          name: text("付款卡"),
          day_limit: z.nullable(money("日限额")),
          paid_today: money("今日已付"),
          /** Null: no limit. */
          left: z.nullable(money("今日剩余", { signed: true })),
        }),
      ),
    }),
  ),
  /** Whom it is for, what is held for him and what the product says his fee is. */
  embassy_payment_preset: read(
    "使馆费建单预填",
    code,
    { applicant_no: text("申请人编号", { max: 40 }) },
    z.object({
      ...pick(embassyPayment, "applicant_id", "applicant_no", "name_cn", "order_no", "embassy_name", "collected"),
      fees: z.array(
        z.object({
          item: f.item,
          currency: f.currency,
          foreign_minor: int("原币金额"),
          attempt: f.attempt,
          last_no: z.nullable(text("已有缴费")),
        }),
      ),
    }),
  ),
  embassy_payment_open: write(
    "新建使馆费缴费",
    code,
    { ...pick(embassyPayment, "applicant_id", "item", "currency", "foreign_minor"), ...optional(pick(embassyPayment, "attempt_reason")) },
    embassyPayment,
    { key: true },
  ),
  embassy_payment_release: move(embassyPaymentFlow, "release", seen, done, { key: true }),
  embassy_payment_release_batch: write("批量复核放行", may.embassy_payment_release, { rows }, results, { key: true }),
  /** Same mission, one card: paid in one go. */
  embassy_payment_batch: write(
    "使馆费建批",
    code,
    { rows, company_account_id: card },
    z.object({ batch_no: text("批次"), done: int("已完成") }),
    {
      key: true,
    },
  ),
  embassy_payment_paid: move(embassyPaymentFlow, "paid", { ...seen, ...paying }, done, { key: true }),
  /** Receipts of a sheet; each stands or falls by itself. */
  embassy_payment_paid_batch: write(
    "批量登记回执",
    code,
    {
      receipts: z
        .array(z.object({ payment_no: text("单号", { max: 20 }), receipt_no: receiptNo }))
        .min(1, { error: "请粘贴或选择回执表" })
        .max(100, { error: "一次最多100单" })
        .meta({ label: "回执", kind: "list" }),
      ...pick(z.object(paying), "company_account_id", "receipt", "paid_at"),
    },
    z.object({ results: z.array(z.object({ payment_no: text("单号"), ok: z.boolean(), msg: z.string() })), done: int("已完成") }),
    { key: true },
  ),
  embassy_payment_failed: move(embassyPaymentFlow, "failed", { ...seen, reason }, done, { key: true }),
  embassy_payment_void: move(embassyPaymentFlow, "void", { ...seen, reason }, done, { key: true }),
  embassy_payment_returned: move(
    embassyPaymentFlow,
    "returned",
    {
      ...seen,
      returned_amount: money("退回金额", { min: 1 }),
      returned_on: date("退回日期"),
      return_proof: file("退回凭证", "embassy_receipt"),
      reason,
    },
    done,
    { key: true },
  ),
  embassy_payment_variance: write("定使馆费差额", code, { ...seen, variance_way: choice("差额处理", VARIANCE_WAYS) }, done, { key: true }),
});
