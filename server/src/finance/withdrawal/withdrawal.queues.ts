/** 待办队列 withdraw_review: withdrawals that wait for a second person, and large ones for a third. */
import { withdrawalFlow } from "@visadesk/contract/finance/withdrawal.flow.ts";
import { allows, may } from "@visadesk/contract/permissions.ts";
import type { WITHDRAW_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, likeText, or, q, rows, type Sql } from "#kit/db/sql.ts";
import { likeOf } from "#kit/grams.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { nextWorkDayEnd } from "../../base-data/index.ts";
import { teamReach } from "../../peer/index.ts";

export const withdrawDesk: Desk = {
  noun: "withdrawal",
  flow: withdrawalFlow,
  queues: [
    {
      key: "withdraw_review",
      may: may.withdraw,
      rows: () => q`w.withdrawal_status in ('pending', 'second_review')`,
      clears: ["approve", "recheck", "reject", "withdraw"],
      list: { route: "withdraw-list", params: {}, query: { queue: "withdraw_review" } },
    },
  ],
  from: q`withdrawals w join peers p on p.id = w.peer_id`,
  columns: {
    id: "w.id",
    state: "w.withdrawal_status",
    entered_at: "coalesce(w.approved_at, w.created_at)",
    due_at: nextWorkDayEnd("coalesce(w.approved_at, w.created_at)"),
    initiator: "w.created_by",
    makers: ["w.created_by", "w.approved_by"],
  },
  // The second look is the work of who holds its right.
  scope: (ctx, scope) =>
    and([teamReach(ctx, scope), !allows(may.withdraw_final, ctx.me.codes) && q`w.withdrawal_status <> 'second_review'`]),
  keyword: (word) => or([q`w.withdrawal_no like ${`${likeText(word.toUpperCase())}%`}`, q`p.search_text like ${likeOf(word)}`]),
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number }>(
          db,
          q`select w.id, p.short_name as title, w.withdrawal_no as ref_no from withdrawals w join peers p on p.id = w.peer_id where w.id = any(${[...ids]}::int8[])`,
        )
      ).map((w) => [w.id, w]),
    ),
  opens: ({ source_id }) => ({ route: "withdraw-list", params: {}, query: { withdrawal: String(source_id) } }),
};

/** My rows of the queue, as the filter of the list. */
export const withdrawQueue = (ctx: Pick<Ctx, "me" | "now">, key: keyof typeof WITHDRAW_QUEUES): Sql => queueRows(withdrawDesk, ctx, key);
