/** 待办队列 expired: what ran out and is neither extended, resolved nor closed; its service owner decides. */
import { expireFlow } from "@visadesk/contract/order/expire/order-expire.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { EXPIRE_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { keywordMatch } from "../list/keyword.sql.ts";
import { orderScope, scopeFilter } from "../list/scope.ts";

export const expireDesk: Desk = {
  noun: "order_expire",
  flow: expireFlow,
  queues: [
    {
      key: "expired",
      may: may.order_expired,
      rows: () => q`x.expire_status = 'expired'`,
      clears: ["extend", "close", "resolve", "lapse", "renew"],
      list: { route: "order-expired-order", params: {}, query: { queue: "expired" } },
    },
  ],
  from: q`order_expires x join orders o on o.id = x.order_id left join applicants a on a.id = x.applicant_id`,
  columns: {
    id: "x.id",
    order_id: "x.order_id",
    applicant_id: "x.applicant_id",
    customer: "coalesce(a.name_cn, o.contact_name)",
    state: "x.expire_status",
    entered_at: "x.updated_at",
    due_at: "x.due_at",
    is_urgent: "o.is_urgent",
    handler: "coalesce(o.cs_owner_id, a.expert_id, o.expert_id)",
  },
  scope: (ctx, scope) => (scope === "all" ? orderScope(ctx, "o") : scopeFilter(ctx, "o", scope)),
  keyword: (word) => keywordMatch("o", word),
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number }>(
          db,
          q`select x.id, s.name as title, o.order_no as ref_no from order_expires x join orders o on o.id = x.order_id join skus s on s.id = o.sku_id where x.id = any(${[...ids]}::int8[])`,
        )
      ).map((x) => [x.id, x]),
    ),
  opens: ({ ref_no }) => ({ route: "order-expired-order", params: {}, query: { keyword: ref_no } }),
};

/** My rows of the queue, as the filter of the list. */
export const expireQueue = (ctx: Pick<Ctx, "me" | "now">, key: keyof typeof EXPIRE_QUEUES): Sql => queueRows(expireDesk, ctx, key);
