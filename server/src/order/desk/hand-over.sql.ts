/** Work in hand of the order area and its passing on: experts by applicant, service and business owners by order. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { owned, passOwned } from "#kit/noun/owned.ts";
import type { Holding, Passing } from "#kit/seal/holding.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";
import { DONE_STATES, orderIsOpen } from "../list/order.sql.ts";
import { orderNoun } from "../order/order.noun.ts";
import { orderRemindNoun } from "./order-remind.noun.ts";

type Owner = "expert_id" | "cs_owner_id" | "bd_owner_id";
/** Only the owner changes, so the order row alone is written; triggers pass it on to the applicants. */
export async function passOrders(ctx: Ctx, column: Owner, passing: Passing): Promise<void> {
  const change = await passOwned(ctx, orderNoun, column, passing);
  const by = ctx.principal;
  await rows(
    ctx.db,
    q`
    insert into order_logs (order_id, kind, noun, noun_id, label, actor_kind, actor_id, actor_name, reason, changes, request_id, at)
    select o.id, 'field', 'order', o.id, ${`交接${change.label}`}, ${by ? "staff" : "system"}, ${by?.worker_id ?? null}::int8, ${by ? by.nickname || by.account : "系统"}, ${passing.reason}, ${JSON.stringify([change])}, ${ctx.request_id || null}, ${ctx.now}
    from orders o where o.id = any(${[...passing.ids]}::int8[]) order by o.id`,
  );
}

const inHand = (column: Owner, among?: Sql): Pick<Holding, "held" | "lock" | "pass"> => ({
  ...owned(orderNoun, column, among),
  pass: (ctx, passing) => passOrders(ctx, column, passing),
});

const either = [may.order_view, may.order_process];

/** Orders whose column names him, from entry until they are completed or given up. */
const openOrders = (kind: string, label: string, short: string, column: Owner): Holding => ({
  kind,
  label,
  short,
  unit: "单",
  needs: either,
  note: "未完结的订单改由接手人负责，已完结的不变",
  link: (worker) => ({ route: "admin-order-list", query: { scope: "all", [column]: String(worker), is_open: "1" } }),
  ...inHand(column, orderIsOpen("h")),
});

export const orderHoldings: readonly Holding[] = [
  {
    kind: "order_expert",
    label: "在办申请人·专家",
    short: "在办",
    unit: "人",
    needs: [may.order_process],
    note: "同一订单的人一起交接，待办随人走",
    ...inHand("expert_id"),
    held: () => q`select h.expert_id as owner_id, h.order_id as item_id from applicants h where h.tab <> 'closed'`,
    link: (worker) => ({ route: "order-list", query: { scope: "all", expert_id: String(worker), is_open: "1" } }),
  },
  {
    kind: "order_done",
    label: "收尾订单·专家",
    short: "收尾",
    unit: "单",
    needs: [may.order_process],
    note: "已发货、待评价的订单改由接手人负责，结果和评价仍是原专家的",
    ...inHand("expert_id", q`h.order_status = any(${[...DONE_STATES]}::text[])`),
    link: (worker) => ({
      route: "admin-order-list",
      query: { scope: "all", expert_id: String(worker), order_status: DONE_STATES.join(",") },
    }),
  },
  openOrders("order_cs", "订单·客服", "客服", "cs_owner_id"),
  openOrders("order_bd", "订单·商务", "商务", "bd_owner_id"),
  {
    kind: "order_remind",
    label: "订单提醒",
    short: "提醒",
    unit: "条",
    needs: [may.order_remind],
    note: "待处理和处理中的提醒改由接手人处理",
    link: (worker) => ({
      route: "order-remind-list",
      query: { scope: "all", handler_id: String(worker), remind_status: "open,doing" },
    }),
    ...owned(orderRemindNoun, "handler_id", q`h.handler_id is not null and h.remind_status in ('open', 'doing')`),
  },
];
