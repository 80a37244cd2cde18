/** What lists of orders do, apart from the page of one: every list of orders loads it. */
import { api, list, read, write } from "../kit/endpoint.ts";
import { bool, choice, files, id, ids, longText, money, text, time, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { applicantFlow } from "./order.flow.ts";
import { orderFilter, orderRow } from "./order-record.ts";
import { NOTE_KINDS } from "./words.ts";

const R = { any: [may.order_view, may.order_process] } as const;

export const orderNote = z.object({
  id: id(),
  kind: choice("备注类型", NOTE_KINDS),
  content: longText("备注", 1000),
  applicant_id: z.nullable(id("申请人")),
  files: files("附件", "note"),
  pinned: bool("置顶"),
  created_by_name: z.nullable(text("记录人")),
  created_at: time("时间"),
});

export const orderListApi = api({
  order_query: list("订单列表", may.order_view, {
    filter: orderFilter,
    row: orderRow,
    sorts: ["due_at", "created_at", "paid_at", "travel_date"],
    export_full: true,
    exports: [
      "order_no",
      "partner_order_no",
      "source",
      "customer_kind",
      "peer_name",
      "level_id",
      "contact_name",
      "contact_mobile",
      "country_name",
      "sku_name",
      "district_name",
      "applicant_count",
      "submitted_count",
      "order_status",
      "pay_status",
      "amount_total",
      "discount_total",
      "amount_payable",
      "amount_paid",
      "amount_refunded",
      "cost",
      "margin",
      "travel_date",
      "promised_date",
      "expert_name",
      "cs_owner_name",
      "due_at",
      "created_at",
      "paid_at",
    ],
    columns_may: { cost: may.cost_view, margin: may.cost_view },
    sheet: {
      people: {
        type: text("申请人"),
        of: ["applicants"],
        value: (o) => o.applicants.map((a) => `${a.name_cn ?? "未填姓名"} ${applicantFlow.states[a.applicant_status].label}`).join("、"),
      },
    },
  }),
  order_total_get: read(
    "订单合计",
    may.order_view,
    orderFilter,
    z.object({
      tabs: z.record(z.string(), z.object({ total: z.int(), total_capped: z.boolean() })),
      figures: z.object({
        orders: z.int(),
        cancelled: z.int(),
        persons: z.int(),
        amount_payable: money("应付"),
        amount_paid: money("实付"),
        amount_refunded: money("已退"),
        cost: z.nullable(money("成本")),
        margin: z.nullable(money("毛利", { signed: true })),
        is_capped: z.boolean(),
      }),
    }),
  ),
  order_assign: write(
    "改派",
    may.order_assign,
    {
      order_ids: ids("订单", 200),
      role: z.enum(["expert", "cs_owner"]).meta({ label: "角色", kind: "choice", options: { expert: "签证专家", cs_owner: "客服" } }),
      worker_id: id("接手人", "worker"),
      reason: text("原因", { min: 2, max: 200 }),
    },
    z.object({ moved: z.int() }),
  ),
  order_note_add: write(
    "追加备注",
    R,
    {
      order_id: id("订单"),
      applicant_id: z.optional(z.nullable(id("申请人"))),
      kind: choice("备注类型", NOTE_KINDS),
      content: longText("备注", 1000),
      files: z.optional(files("附件", "note")),
    },
    orderNote,
  ),
});
