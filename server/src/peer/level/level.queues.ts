/** 待办队列 level_review: peers that a quarter's figures take a level from, until somebody decides or the day comes. */
import { may } from "@visadesk/contract/permissions.ts";
import type { LEVEL_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { teamReach, peerTyped } from "../peer/peer-scope.sql.ts";

const opens = { route: "peer-level", params: {}, query: { tab: "run", queue: "level_review" } };
export const levelDesk: Desk = {
  noun: "peer_level_line",
  queues: [
    {
      key: "level_review",
      may: may.peer_level,
      rows: () => q`l.decision = 'pending' and l.applied_at is null`,
      due: "(select r.apply_at from peer_level_runs r where r.id = l.run_id)",
      clears: [],
      list: opens,
    },
  ],
  from: q`peer_level_lines l join peers p on p.id = l.peer_id`,
  columns: { id: "l.id", state: "(l.from_level || '→' || l.to_level)", entered_at: "l.created_at" },
  scope: teamReach,
  keyword: (word, ctx) => peerTyped(ctx, word),
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number }>(
          db,
          q`select l.id, p.short_name as title, p.peer_no as ref_no from peer_level_lines l join peers p on p.id = l.peer_id where l.id = any(${[...ids]}::int8[])`,
        )
      ).map((l) => [l.id, l]),
    ),
  opens: () => opens,
};

/** My rows of the queue, as the filter of the list. */
export const levelQueue = (ctx: Pick<Ctx, "me" | "now">, key: keyof typeof LEVEL_QUEUES): Sql => queueRows(levelDesk, ctx, key);
