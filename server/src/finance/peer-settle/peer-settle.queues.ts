/** 待办队列 peer_overdue: statements whose money is late. */
import { peerSettleFlow } from "@visadesk/contract/finance/settle.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { PEER_OVERDUE_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { likeText, or, q, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { dayOf } from "#kit/range.ts";
import { financeScope } from "../scope.sql.ts";
import { DUE_AT } from "../settlement/settle-due.sql.ts";

export const peerOverdueDesk: Desk = {
  noun: "settlement",
  flow: peerSettleFlow,
  queues: [
    {
      key: "peer_overdue",
      may: may.peer_settle,
      rows: ({ now }) =>
        q`(s.kind = 'peer' and s.settlement_status in ('confirmed', 'part_paid') and s.remaining > 0 and s.due_on < ${dayOf(now)}::date)`,
      clears: ["pay"],
      list: { route: "peer-settle-list", params: {}, query: { queue: "peer_overdue" } },
    },
  ],
  from: q`settlements s join peers p on p.id = s.peer_id`,
  columns: { id: "s.id", state: "s.settlement_status", entered_at: DUE_AT, due_at: DUE_AT },
  scope: (ctx) => financeScope(ctx, { peer: "s.peer_id" }),
  keyword: (word) => or([q`s.settle_no like ${`${likeText(word.toUpperCase())}%`}`, q`p.short_name ilike ${`%${likeText(word)}%`}`]),
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number }>(
          db,
          q`select s.id, p.short_name as title, s.settle_no as ref_no from settlements s join peers p on p.id = s.peer_id where s.id = any(${[...ids]}::int8[])`,
        )
      ).map((s) => [s.id, s]),
    ),
  opens: ({ source_id }) => ({ route: "peer-settle-detail", params: { id: String(source_id) } }),
};

/** The rows of the queue, as the filter of the list. */
export const peerQueue = (ctx: Pick<Ctx, "me" | "now">, key: keyof typeof PEER_OVERDUE_QUEUES): Sql => queueRows(peerOverdueDesk, ctx, key);
