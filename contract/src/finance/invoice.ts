/** 发票 (FP): a paper for what customers paid; red ones take back. A request that needs two papers makes two rows of one group. */
import { api, done, list, move, pick, read, rowResult, write } from "../kit/endpoint.ts";
import { anyOf, bool, choice, date, files, id, int, money, range, rate, text, time, version, z } from "../kit/field.ts";
import { stateLabels } from "../kit/flow.ts";
import { may } from "../permissions.ts";
import { INVOICE_QUEUES } from "../workbench/queues.ts";
import { titleFacts } from "./invoice-title.ts";
import { invoiceFlow } from "./invoice.flow.ts";
import { INVOICE_NO } from "./invoice.rules.ts";
import {
  DELIVERIES,
  INVOICE_DIRECTIONS,
  INVOICE_KINDS,
  INVOICE_PARTS,
  INVOICE_REJECTS,
  RED_REASONS,
  RED_STATES,
  TYPED_REJECTS,
} from "./invoice.words.ts";

const code = may.invoice;
const ORDERS_MOST = 50;
const invoiceNo = () => text("发票号码", { max: 20, check: (v) => (INVOICE_NO.test(v) ? null : "发票号码须为20位数字") });
const reason = text("说明", { min: 5, max: 200 });

export const invoiceLine = z.object({
  order_id: id("订单", "order"),
  order_no: text("订单号"),
  part: choice("部分", INVOICE_PARTS),
  item_name: text("开票项目"),
  amount: money("价税合计"),
  tax_rate_bp: rate("税率"),
  tax: money("税额"),
  surcharge: money("补差价"),
  /** The difference that is asked for it. */
  diff_no: z.nullable(text("补差单号")),
  /** Of a blue one: what issued and waiting red ones take back of it. */
  red_amount: money("红字"),
});
/** A row of the list. */
export const invoiceRow = z.object({
  id: id("编号", "invoice"),
  fp_no: text("单号"),
  group_no: z.nullable(text("拆分组号")),
  direction: choice("蓝/红", INVOICE_DIRECTIONS),
  red_state: choice("红冲", RED_STATES),
  kind: choice("票种", INVOICE_KINDS),
  ...pick(z.object(titleFacts), "title_type", "title", "tax_no"),
  /** Of the list below 0 for red ones; a page shows the paper's own. */
  amount: money("金额", { signed: true }),
  tax: money("税额", { signed: true }),
  surcharge: money("补差价"),
  order_count: int("订单数"),
  peer_id: z.nullable(id("同行", "peer")),
  peer_name: z.nullable(text("同行")),
  invoice_no: z.nullable(invoiceNo()),
  issued_on: z.nullable(date("开票日")),
  invoice_status: choice("状态", stateLabels(invoiceFlow)),
  /** 确认单已失效, 订单已退款: what somebody has to know beside the state. */
  flag: text("提示", { min: 0 }),
  delivery: choice("交付", DELIVERIES),
  is_mine: bool("由我申请"),
  created_by_name: z.nullable(text("申请人")),
  created_at: time("申请时间"),
  version: version(),
  updated_at: time("更新时间"),
});
const other = pick(invoiceRow, "id", "fp_no", "direction", "kind", "amount", "tax", "invoice_no", "invoice_status");
/** Its page. */
export const invoice = invoiceRow.extend({
  ...pick(z.object(titleFacts), "address", "phone", "bank", "bank_account"),
  email: text("邮箱", { min: 0, max: 100, pattern: "email", personal: "email" }),
  mobile: text("手机", { min: 0, pattern: "mobile", personal: "mobile" }),
  remark: text("备注", { min: 0, max: 200 }),
  lines: z.array(invoiceLine).meta({ label: "明细", kind: "list" }),
  files: files("发票文件", "invoice", 3),
  /** The other papers of its request. */
  partners: z.array(z.object(other)).meta({ label: "拆分", kind: "list" }),
  /** Red ones of a blue one; the blue one of a red one. */
  reds: z.array(z.object(other)).meta({ label: "红字发票", kind: "list" }),
  red_of: z.nullable(id("原发票", "invoice")),
  red_of_no: z.nullable(text("原发票单号")),
  red_reason: z.nullable(choice("红字原因", RED_REASONS)),
  red_confirm_no: text("红字确认单号", { min: 0, max: 40 }),
  red_expires_at: z.nullable(time("确认期限")),
  /** A refund waits for it. */
  is_of_refund: bool("退款引起"),
  reject_code: z.nullable(choice("驳回原因", INVOICE_REJECTS)),
  reject_text: text("驳回说明", { min: 0 }),
  decided_by_name: z.nullable(text("审核人")),
  decided_at: z.nullable(time("审核时间")),
  issued_by_name: z.nullable(text("登记人")),
  issued_at: z.nullable(time("登记时间")),
  sendings: z
    .array(z.object({ at: time("时间"), way: text("方式"), receiver: text("收件人"), sent_as: text("结果") }))
    .meta({ label: "交付记录", kind: "list" }),
});
/** What of an order may be invoiced; money given as gift and money given back never is. */
export const invoiceable = z.object({
  order_id: id("订单", "order"),
  order_no: text("订单号"),
  created_at: time("下单时间"),
  sku_name: text("商品"),
  paid: money("已付"),
  refunded: money("已退"),
  gift: money("赠送金"),
  invoiced: money("已开"),
  service_left: money("可开服务费"),
  embassy_left: money("可开签证费"),
  left: money("可开"),
  /** It may still be refunded. */
  is_open: bool("仍可退款"),
});
export const invoiceTerms = z.object({
  tax_service_bp: rate("服务费税率"),
  tax_embassy_bp: rate("代收签证费税率"),
  special_surcharge_bp: rate("专票补差率"),
  item_service: text("服务费开票项目"),
  item_embassy: text("代收签证费开票项目"),
});
const f = invoice.shape;
const of = pick(invoice, "id", "version");
const askedLine = z.strictObject({
  ...pick(invoiceLine, "order_id", "part"),
  amount: money("金额", { min: 1 }),
});
const linesOf = (label: string, most: number) =>
  z
    .array(askedLine)
    .min(1, { error: "请选择订单" })
    .max(most, { error: `一次最多${ORDERS_MOST}个订单` })
    .meta({ label, kind: "list" });
const sheetLine = z.strictObject({
  fp_no: text("单号", { min: 0, max: 30 }),
  invoice_no: text("发票号码", { min: 0, max: 40 }),
  issued_on: text("开票日", { min: 0, max: 20 }),
});

export const invoiceFilter = {
  fp_no: z.optional(text("单号", { min: 0, max: 30 })),
  invoice_no: z.optional(text("发票号码", { min: 0, max: 20 })),
  title: z.optional(text("抬头", { min: 0, max: 60 })),
  tax_no: z.optional(text("税号", { min: 0, max: 18 })),
  peer_id: z.optional(anyOf(id("同行", "peer"))),
  order_no: z.optional(text("订单号", { min: 0, max: 30 })),
  kind: z.optional(anyOf(f.kind)),
  direction: z.optional(anyOf(f.direction)),
  invoice_status: z.optional(anyOf(f.invoice_status)),
  amount_from: z.optional(money("金额从", { min: 0 })),
  amount_to: z.optional(money("金额到", { min: 0 })),
  created_at: z.optional(range("申请日")),
  issued_on: z.optional(range("开票日")),
  queue: z.optional(choice("待办", INVOICE_QUEUES)),
};

export const invoiceApi = api({
  invoice_query: list("发票列表", code, {
    filter: invoiceFilter,
    row: invoiceRow,
    sorts: ["created_at", "amount", "issued_on"],
    exports: [
      "fp_no",
      "title",
      "tax_no",
      "kind",
      "direction",
      "amount",
      "tax",
      "order_count",
      "peer_name",
      "surcharge",
      "invoice_no",
      "issued_on",
      "invoice_status",
      "red_state",
      "delivery",
      "created_by_name",
      "created_at",
    ],
  }),
  /** Foot of the list: red ones count against blue ones. */
  invoice_figures: read(
    "发票合计",
    code,
    invoiceFilter,
    z.object({ count: int("张数"), amount: money("价税合计", { signed: true }), tax: money("税额", { signed: true }) }),
  ),
  invoice_get: read("发票详情", code, pick(invoice, "id"), invoice),
  /** Orders of a peer, or those of direct customers by their number; newest first, those with nothing left last. */
  invoice_invoiceable_query: read(
    "可开票订单",
    code,
    { peer_id: z.optional(id("同行", "peer")), order_no: z.optional(text("订单号", { min: 4, max: 30 })) },
    z.object({ list: z.array(invoiceable), terms: invoiceTerms, more: bool("还有更多") }),
  ),
  invoice_add: write(
    "申请发票",
    code,
    {
      peer_id: z.optional(z.nullable(id("同行", "peer"))),
      /** Of the peer's book; else the title is typed. */
      title_id: z.optional(id("抬头", "invoice_title")),
      title: z.optional(z.strictObject(titleFacts).meta({ label: "抬头", kind: "object" })),
      ...pick(invoice, "kind"),
      lines: linesOf("明细", ORDERS_MOST * 2),
      email: z.optional(f.email),
      mobile: z.optional(f.mobile),
      remark: f.remark,
    },
    z.object({ list: z.array(z.object(other)), note: text("说明", { min: 0 }) }),
    { key: true },
  ),
  invoice_approve: move(invoiceFlow, "approve", of, done, { key: true }),
  invoice_reject: move(invoiceFlow, "reject", { ...of, reject_code: choice("驳回原因", TYPED_REJECTS), reason }, done),
  invoice_withdraw: move(invoiceFlow, "withdraw", of, done),
  /** Of several: each stands or falls by itself; those that are being issued already only come into the sheet again. */
  invoice_issue_start: write(
    "开始开票",
    code,
    {
      rows: z
        .array(z.strictObject(of))
        .min(1, { error: "请选择发票" })
        .max(200, { error: "一次最多200张" })
        .meta({ label: "发票", kind: "list" }),
    },
    z.object({ results: z.array(rowResult), done: int("已完成"), sheet_id: z.nullable(id("批量开票表")) }),
  ),
  /** The sheet that a start made, for whoever made it, seven days. */
  invoice_sheet_get: write("下载批量开票表", code, { id: id("批量开票表") }, z.object({ url: z.string(), filename: z.string() }), {
    log: "download",
  }),
  invoice_issued: move(
    invoiceFlow,
    "issued",
    {
      ...of,
      invoice_no: invoiceNo(),
      issued_on: date("开票日"),
      files: files("发票文件", "invoice", 3).min(1, { error: "请上传发票文件" }),
    },
    done,
    { key: true },
  ),
  /** Papers registered by a sheet have none yet. */
  invoice_file_add: write(
    "补传发票文件",
    code,
    { ...of, files: files("发票文件", "invoice", 3).min(1, { error: "请上传发票文件" }) },
    done,
  ),
  invoice_red: write(
    "红冲",
    code,
    {
      ...of,
      red_reason: choice("红字原因", RED_REASONS),
      /** Absent: all that is left of it. */
      lines: z.optional(linesOf("红冲明细", ORDERS_MOST * 2)),
      reason,
    },
    z.object(other),
    { key: true },
  ),
  invoice_red_confirming: move(invoiceFlow, "red_confirming", { ...of, red_confirm_no: text("红字确认单号", { max: 40 }) }, done),
  invoice_red_confirmed: move(invoiceFlow, "red_confirmed", of, done),
  /** Papers registered by 单号; a dry run writes nothing and answers each row. */
  invoice_sheet_import: write(
    "批量登记开票",
    code,
    {
      rows: z
        .array(sheetLine)
        .min(1, { error: "表格没有数据" })
        .max(500, { error: "一次最多登记500行" })
        .meta({ label: "开票结果", kind: "list" }),
      dry_run: bool("预检"),
    },
    z.object({
      rows: z.array(z.object({ row: int("行号"), fp_no: text("单号", { min: 0 }), fault: z.nullable(text("错误")) })),
      done: int("已登记"),
    }),
    { key: true },
  ),
  /** Account, e-mail and mobile in full, for the page and for the sheet that is printed; every look is logged. */
  invoice_reveal: write(
    "查看发票完整信息",
    code,
    pick(invoice, "id"),
    z.object({ bank_account: text("银行账号", { min: 0 }), email: text("邮箱", { min: 0 }), mobile: text("手机", { min: 0 }) }),
    { log: "reveal" },
  ),
});
