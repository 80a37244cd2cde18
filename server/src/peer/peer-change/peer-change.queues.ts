/** 待办队列 peer_change_review: other terms that wait for a second person. */
import { peerChangeFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { PEER_CHANGE_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { likeText, or, q, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { nextWorkDayEnd } from "../../base-data/index.ts";
import { teamReach, peerTyped } from "../peer/peer-scope.sql.ts";

export const changeDesk: Desk = {
  noun: "peer_change",
  flow: peerChangeFlow,
  queues: [
    {
      key: "peer_change_review",
      may: may.peer_terms_review,
      rows: () => q`c.change_status = 'pending'`,
      clears: ["approve", "reject", "withdraw"],
      list: { route: "peer-list", params: {}, query: { tab: "change", queue: "peer_change_review" } },
    },
  ],
  from: q`peer_changes c join peers p on p.id = c.peer_id`,
  columns: {
    id: "c.id",
    state: "c.change_status",
    entered_at: "c.created_at",
    due_at: nextWorkDayEnd("c.created_at"),
    initiator: "c.created_by",
    makers: ["c.created_by"],
  },
  scope: teamReach,
  keyword: (word, ctx) => or([q`c.change_no like ${`${likeText(word.toUpperCase())}%`}`, peerTyped(ctx, word)]),
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number }>(
          db,
          q`select c.id, p.short_name as title, c.change_no as ref_no from peer_changes c join peers p on p.id = c.peer_id where c.id = any(${[...ids]}::int8[])`,
        )
      ).map((c) => [c.id, c]),
    ),
  opens: ({ source_id }) => ({ route: "peer-list", params: {}, query: { tab: "change", change: String(source_id) } }),
};

/** My rows of the queue, as the filter of the list. */
export const changeQueue = (ctx: Pick<Ctx, "me" | "now">, key: keyof typeof PEER_CHANGE_QUEUES): Sql => queueRows(changeDesk, ctx, key);
