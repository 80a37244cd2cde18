/** 待办队列 of work orders: what its handler has to do, and what nobody has yet. */
import { workOrderFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, likeText, or, q, raw, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { viewed, workOrderScope } from "./work-order-scope.sql.ts";
import { peerTyped } from "../peer/peer-scope.sql.ts";

export const workOrderDesk: Desk = {
  noun: "work_order",
  flow: workOrderFlow,
  queues: [
    {
      key: "work_order",
      may: may.peer_work_order,
      rows: () => raw("t.work_order_status in ('pending', 'processing')"),
      due: "(case when t.first_reply_at is null then t.due_reply_at else t.due_at end)",
      clears: ["ask", "resolve", "withdraw", "hand_over"],
      list: { route: "peer-work-order-list", params: {}, query: { view: "all", queue: "work_order" } },
    },
  ],
  from: q`work_orders t join peers pr on pr.id = t.peer_id`,
  passed_by: "工单请在工单管理中转交",
  columns: {
    id: "t.id",
    order_id: "t.order_id",
    applicant_id: "t.applicant_id",
    state: "t.work_order_status",
    entered_at: "t.created_at",
    initiator: "t.created_by",
    handler: "t.handler_id",
  },
  scope: (ctx, scope) => {
    const seen = workOrderScope(ctx);
    return scope === "team" && ctx.me.data_scope !== "team" ? and([seen, viewed(ctx, "team")]) : seen;
  },
  keyword: (word, ctx) => or([q`t.work_order_no like ${`${likeText(word.toUpperCase())}%`}`, peerTyped(ctx, word, "pr")]),
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number }>(
          db,
          q`select t.id, pr.short_name || '：' || t.title as title, t.work_order_no as ref_no from work_orders t join peers pr on pr.id = t.peer_id
            where t.id = any(${[...ids]}::int8[])`,
        )
      ).map((w) => [w.id, w]),
    ),
  opens: ({ ref_no }) => ({ route: "peer-work-order-list", params: {}, query: { work_order: ref_no } }),
};

/** My rows of the queue, as the filter of the list. */
export const workOrderQueue = (ctx: Pick<Ctx, "me" | "now">, key: "work_order"): Sql => queueRows(workOrderDesk, ctx, key);
