/** 待办队列 peer_apply: companies that wait to be let in, for whoever neither handed them in, won nor changed them. */
import { peerApplicationFlow } from "@visadesk/contract/peer/peer/peer.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { PEER_APPLY_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";
import { likeOf } from "#kit/grams.ts";
import { queueRows, type Desk, type Named, type TaskScope } from "#kit/queue.ts";
import { applicationScope } from "./application-scope.sql.ts";

type Caller = Pick<Ctx, "me" | "now">;
/** Within the data scope, narrowed to my team by the switch. */
function reach(ctx: Caller, scope: TaskScope): Sql | null {
  const seen = applicationScope(ctx);
  if (scope !== "team" || ctx.me.data_scope === "team") return seen;
  const team = q`(select w.id from workers w where w.team_id = ${ctx.me.team_id})`;
  const narrow = q`(a.created_by in ${team} or (a.source = 'bd' and a.source_id in ${team}))`;
  return seen === null ? narrow : q`(${seen}) and ${narrow}`;
}

export const applicationDesk: Desk = {
  noun: "peer_application",
  flow: peerApplicationFlow,
  queues: [
    {
      key: "peer_apply",
      may: may.peer_review,
      rows: () => q`a.application_status = 'pending'`,
      clears: ["approve", "return", "reject", "withdraw"],
      list: { route: "peer-list", params: {}, query: { tab: "application", queue: "peer_apply" } },
    },
  ],
  from: q`peer_applications a`,
  columns: {
    id: "a.id",
    state: "a.application_status",
    entered_at: "a.submitted_at",
    due_at: "a.due_at",
    initiator: "a.created_by",
    makers: ["a.created_by", "(case when a.source = 'bd' then a.source_id end)"],
    changers: "a.changed_by",
  },
  scope: reach,
  keyword: (word) => q`a.search_text like ${likeOf(word)}`,
  named: async (db, ids) => {
    const list = await rows<Named & { id: number }>(
      db,
      q`select a.id, a.name as title, a.application_no as ref_no from peer_applications a where a.id = any(${[...ids]}::int8[])`,
    );
    return new Map(list.map((a) => [a.id, a]));
  },
  opens: ({ source_id }) => ({ route: "peer-applicant-view", params: { id: String(source_id) } }),
};

/** My rows of the queue, as the filter of the list. */
export const applyQueue = (ctx: Caller, key: keyof typeof PEER_APPLY_QUEUES): Sql => queueRows(applicationDesk, ctx, key);
