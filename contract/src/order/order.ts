import { api, move, optional, pick, read, write } from "../kit/endpoint.ts";
import { bool, choice, date, files, id, int, money, text, time, version, z } from "../kit/field.ts";
import { backPlanOutput } from "../base-data/calendar/back-plan.ts";
import { may } from "../permissions.ts";
import { expertPick } from "../setting/expert.ts";
import { orderFlow } from "./order.flow.ts";
import { LOG_ENTRY_KINDS, REGISTERED_METHODS, VISIT_WISHES } from "./words.ts";
import { accountPart, accountQuote, orderBuyer } from "./account-quote.ts";
import { order } from "./order-record.ts";
import { orderLog, orderDetail, returnTo } from "./order-parts.ts";
import { orderEntry, orderQuote } from "./order-entry.ts";

export * from "./order-record.ts";
export * from "./order-parts.ts";
export * from "./order-entry.ts";

const R = { any: [may.order_view, may.order_process] } as const;
const f = order.shape;
const versioned = pick(order, "id", "version");
const moved = z.object({ id: id(), order_status: f.order_status, version: version() });

export const orderApi = api({
  order_get: read("订单详情", R, pick(order, "id"), orderDetail),
  order_log_query: read(
    "订单动态",
    R,
    {
      order_id: id("订单"),
      applicant_id: z.optional(id("申请人")),
      kind: z.optional(z.array(choice("类型", LOG_ENTRY_KINDS))),
      before_id: z.optional(id()),
    },
    z.object({ list: z.array(orderLog), has_more: z.boolean() }),
  ),
  /** Why it went to whom: the newest pick first, empty where nobody was picked or the record is too old to be kept. */
  order_pick_get: read("派单说明", R, pick(order, "id"), z.object({ picks: z.array(expertPick) })),
  /** Of one person, or of the one who is latest; null once nobody of the order waits for a result. */
  order_plan_get: read(
    "订单倒推日历",
    R,
    { ...pick(order, "id"), applicant_id: z.optional(id("申请人")) },
    z.object({ plan: z.nullable(backPlanOutput.extend({ applicant_id: id("申请人"), seq: int("序号") })) }),
  ),
  /** Whom an order is entered for: what stops it, its level, what it can pay with. */
  order_buyer_get: read("下单同行", may.order_entry, { peer_id: id("同行", "peer") }, orderBuyer),
  /** With the contact's number the price knows what he bought before; the way back decides when a passport is in hand. */
  order_quote: read(
    "下单报价",
    may.order_entry,
    { ...orderEntry, contact_mobile: z.optional(f.contact_mobile), return_mode: z.optional(f.return_mode) },
    orderQuote,
  ),
  order_add: move(
    orderFlow,
    "add",
    {
      ...orderEntry,
      quote_hash: text("报价", { max: 64 }),
      contact_name: f.contact_name,
      contact_mobile: f.contact_mobile,
      contact_email: z.optional(f.contact_email),
      partner_order_no: z.optional(z.nullable(text("渠道订单号", { max: 60 }))),
      effect_date: z.optional(f.effect_date),
      visit_wish: z.optional(z.nullable(choice("赴馆意向", VISIT_WISHES))),
      visit_wish_dates: z.optional(z.array(date("可选日期")).max(10)),
      return_mode: f.return_mode,
      ...optional(returnTo.shape),
      customer_note: z.optional(text("客户留言", { min: 0, max: 500 })),
      confirm_duplicate: z.optional(bool("确认重复下单")),
    },
    z.object({ id: id(), order_no: text("订单号") }),
    { key: true },
  ),
  order_update: write(
    "修改订单",
    R,
    {
      ...versioned,
      ...optional(
        pick(order, "contact_name", "contact_mobile", "contact_email", "travel_date", "return_date", "effect_date", "return_mode"),
      ),
      ...optional(returnTo.shape),
      customer_note: z.optional(text("客户留言", { min: 0, max: 500 })),
    },
    moved,
  ),
  order_wish_submit: move(
    orderFlow,
    "wish_submit",
    { ...versioned, visit_wish: choice("赴馆意向", VISIT_WISHES), visit_wish_dates: z.optional(z.array(date("可选日期")).max(10)) },
    moved,
  ),
  order_wish_update: write(
    "修改赴馆意向",
    R,
    { ...versioned, visit_wish: choice("赴馆意向", VISIT_WISHES), visit_wish_dates: z.optional(z.array(date("可选日期")).max(10)) },
    moved,
  ),
  order_upload_submit: move(orderFlow, "upload_submit", versioned, moved),
  order_form_submit: move(orderFlow, "form_submit", versioned, moved),
  order_pay_register: move(
    orderFlow,
    "pay",
    {
      ...versioned,
      parts: z
        .array(
          z.strictObject({
            method: choice("支付方式", REGISTERED_METHODS),
            amount: money("金额", { min: 1 }),
            trade_no: text("交易号", { max: 64 }),
            proof: files("凭证", "proof", 5),
            paid_at: time("支付时间"),
          }),
        )
        .max(10, { error: "支付明细最多10笔" })
        .meta({ label: "支付明细", kind: "list" }),
      /** Out of the peer's accounts, as they were quoted. */
      account_parts: z.optional(z.array(accountPart).max(3, { error: "账户明细最多3笔" }).meta({ label: "账户支付", kind: "list" })),
    },
    moved,
    { key: true },
  ),
  /** How the order's peer would pay out of its accounts what is not paid elsewhere. */
  order_pay_quote: read(
    "支付试算",
    may.order_pay_register,
    { ...pick(order, "id"), elsewhere: z.optional(money("其他方式支付")) },
    z.object({ account: z.nullable(accountQuote) }),
  ),
  order_cancel: move(
    orderFlow,
    "cancel",
    {
      ...versioned,
      cancel_reason: z
        .enum(["customer", "duplicate", "other"], { error: "请选择取消原因" })
        .meta({ label: "取消原因", kind: "choice", options: { customer: "客户取消", duplicate: "重复下单", other: "其他" } }),
      reason: text("说明", { min: 2, max: 200 }),
    },
    moved,
  ),
  order_restore: move(orderFlow, "restore", versioned, moved),
  order_receive: move(orderFlow, "receive", versioned, moved),
});
