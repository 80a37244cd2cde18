/** 待办队列 payout: payments that wait for the cashier; who passed what they are for does not pay them. */
import { payoutFlow } from "@visadesk/contract/finance/payout.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { PAYOUT_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { likeText, or, q, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { financeScope } from "../scope.sql.ts";

export const payoutDesk: Desk = {
  noun: "payout",
  flow: payoutFlow,
  queues: [
    {
      key: "payout",
      may: may.payout_register,
      rows: () => q`f.payout_status = 'queued'`,
      clears: ["export", "paid", "failed"],
      list: { route: "withdraw-list", params: {}, query: { tab: "payout", queue: "payout" } },
    },
  ],
  from: q`payouts f`,
  columns: {
    id: "f.id",
    state: "f.payout_status",
    entered_at: "f.updated_at",
    due_at: "f.due_at",
    changers: "f.approvers",
  },
  scope: (ctx) => financeScope(ctx, { peer: "f.peer_id", order: "f.order_id" }),
  keyword: (word) => or([q`f.payout_no like ${`${likeText(word.toUpperCase())}%`}`, q`f.payee_name like ${`%${likeText(word)}%`}`]),
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number }>(
          db,
          q`select f.id, f.payee_name as title, f.payout_no as ref_no from payouts f where f.id = any(${[...ids]}::int8[])`,
        )
      ).map((f) => [f.id, f]),
    ),
  opens: ({ source_id }) => ({ route: "withdraw-list", params: {}, query: { tab: "payout", payout: String(source_id) } }),
};

/** My rows of the queue, as the filter of the list. */
export const payoutQueue = (ctx: Pick<Ctx, "me" | "now">, key: keyof typeof PAYOUT_QUEUES): Sql => queueRows(payoutDesk, ctx, key);
