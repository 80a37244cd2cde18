/** 待办队列 of reminders: what waits and is not put off, for whoever has it; what nobody has, for all but its maker. */
import { orderRemindFlow, REMIND_KINDS } from "@visadesk/contract/order/order-remind.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, likeText, q, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { WAITS } from "../desk/order-remind.sql.ts";
import { remindScope, remindsOf } from "./order-remind.scope.ts";

export const remindDesk: Desk = {
  noun: "order_remind",
  flow: orderRemindFlow,
  queues: [
    {
      key: "remind",
      may: { any: [may.order_process, may.order_remind] },
      rows: ({ now }) => q`${WAITS} and (r.next_at is null or r.next_at <= ${now})`,
      clears: ["handle", "snooze", "transfer", "ignore"],
      list: { route: "order-remind-list", params: {}, query: { queue: "remind", scope: "all" } },
    },
  ],
  from: q`order_reminds r join orders o on o.id = r.order_id`,
  passed_by: "提醒请在订单提醒中转交",
  columns: {
    id: "r.id",
    order_id: "r.order_id",
    applicant_id: "r.applicant_id",
    customer: "o.contact_name",
    state: "r.remind_status",
    entered_at: "r.last_at",
    due_at: "r.due_at",
    is_urgent: "(o.is_urgent or r.level = 'critical')",
    initiator: "r.created_by",
    handler: "r.handler_id",
    makers: ["r.created_by"],
  },
  scope: (ctx, scope) => (scope === "all" ? remindScope(ctx) : and([remindScope(ctx), remindsOf(ctx, scope)])),
  // Rows of orders out of sight stand here too: their numbers alone are asked, as the list does.
  keyword: (word) => q`o.order_no like ${`${likeText(word.toUpperCase())}%`}`,
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number; kind: keyof typeof REMIND_KINDS }>(
          db,
          q`select r.id, r.kind, k.name as title, o.order_no as ref_no from order_reminds r join orders o on o.id = r.order_id join skus k on k.id = o.sku_id
            where r.id = any(${[...ids]}::int8[])`,
        )
      ).map((r) => [r.id, { title: `${REMIND_KINDS[r.kind]} · ${r.title}`, ref_no: r.ref_no }]),
    ),
  opens: ({ ref_no, order_id }, ctx) =>
    ctx.has(may.order_remind)
      ? { route: "order-remind-list", params: {}, query: { keyword: ref_no, scope: "all" } }
      : { route: "order-detail", params: { orderId: String(order_id) }, query: { tab: "remind" } },
};

/** My rows of the queue, as the filter of the list. */
export const remindQueue = (ctx: Pick<Ctx, "me" | "now">, key: "remind"): Sql => queueRows(remindDesk, ctx, key);
