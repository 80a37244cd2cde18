/** Work in hand of the order area and its passing on: experts by applicant, service and business owners by order. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { Holding, Passing } from "#kit/seal/holding.ts";
import { refuse } from "#kit/http/refuse.ts";
import { q, raw, rows } from "#kit/db/sql.ts";
import { DONE_STATES, orderIsOpen } from "../list/order.sql.ts";

const lockOrders = (db: Db, ids: readonly number[]): Promise<unknown> =>
  rows(db, q`select id from orders where id = any(${[...ids]}::int8[]) order by id for update`);

/** Only the owner changes, so the order row alone is written; triggers pass it on to the applicants. */
async function passOrders(ctx: Ctx, column: string, label: string, { ids, from, to, reason }: Passing): Promise<void> {
  const moved = await rows(
    ctx.db,
    q`
    update orders set ${raw(column)} = ${to.id}, version = version + 1 where id = any(${[...ids]}::int8[]) and ${raw(column)} = ${from.id} returning id`,
  );
  if (moved.length !== ids.length) refuse("count_changed", "在手数据已变化，请重新预览");
  const changes = JSON.stringify([{ field: column, label, before: from.name, after: to.name }]);
  await rows(
    ctx.db,
    q`
    insert into order_logs (order_id, kind, noun, noun_id, label, actor_kind, actor_id, actor_name, reason, changes, request_id, at)
    select o.id, 'field', 'order', o.id, ${`交接${label}`}, 'staff', ${ctx.me.worker_id}, ${ctx.me.nickname || ctx.me.account}, ${reason}, ${changes}, ${ctx.request_id || null}, ${ctx.now}
    from orders o where o.id = any(${[...ids]}::int8[]) order by o.id`,
  );
}

const either = [may.order_view, may.order_process];

/** Orders whose column names him, from entry until they are completed or given up. */
const owned = (kind: string, label: string, short: string, column: "cs_owner_id" | "bd_owner_id"): Holding => ({
  kind,
  label,
  short,
  unit: "单",
  needs: either,
  note: "未完结的订单改由接手人负责，已完结的不变",
  held: () => q`select h.${raw(column)} as owner_id, h.id as item_id from orders h where ${orderIsOpen("h")}`,
  link: (worker) => ({ route: "admin-order-list", query: { scope: "all", [column]: String(worker), is_open: "1" } }),
  lock: lockOrders,
  pass: (ctx, passing) => passOrders(ctx, column, short, passing),
});

export const orderHoldings: readonly Holding[] = [
  {
    kind: "order_expert",
    label: "在办申请人·专家",
    short: "在办",
    unit: "人",
    needs: [may.order_process],
    note: "同一订单的人一起交接，待办随人走",
    held: () => q`select h.expert_id as owner_id, h.order_id as item_id from applicants h where h.tab <> 'closed'`,
    link: (worker) => ({ route: "order-list", query: { scope: "all", expert_id: String(worker), is_open: "1" } }),
    lock: lockOrders,
    pass: (ctx, passing) => passOrders(ctx, "expert_id", "签证专家", passing),
  },
  {
    kind: "order_done",
    label: "收尾订单·专家",
    short: "收尾",
    unit: "单",
    needs: [may.order_process],
    note: "已发货、待评价的订单改由接手人负责，结果和评价仍是原专家的",
    held: () => q`select h.expert_id as owner_id, h.id as item_id from orders h where h.order_status = any(${[...DONE_STATES]}::text[])`,
    link: (worker) => ({
      route: "admin-order-list",
      query: { scope: "all", expert_id: String(worker), order_status: DONE_STATES.join(",") },
    }),
    lock: lockOrders,
    pass: (ctx, passing) => passOrders(ctx, "expert_id", "签证专家", passing),
  },
  owned("order_cs", "订单·客服", "客服", "cs_owner_id"),
  owned("order_bd", "订单·商务", "商务", "bd_owner_id"),
];
