/** 待办队列 lead_follow: leads to be called for the first time, and those whose next call is due. */
import { CALL_WITHIN } from "@visadesk/contract/peer/exhibition/exhibition.words.ts";
import { exhibitionLeadFlow } from "@visadesk/contract/peer/exhibition/exhibition.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { LEAD_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, likeText, q, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { dayOf } from "#kit/range.ts";
import { nextWorkDayEnd } from "../../base-data/index.ts";
import { leadScope } from "./lead-scope.sql.ts";

const FIRST = "l.kind = 'new' and l.lead_status = 'new'";
/** End of work on the last of the working days that a new lead has. */
const CALL_BY = Array.from({ length: CALL_WITHIN }).reduce<string>((from) => nextWorkDayEnd(from), "l.created_at");
const MIDNIGHT = "(l.next_follow_on::timestamp at time zone 'Asia/Shanghai')";

export const leadDesk: Desk = {
  noun: "exhibition_lead",
  flow: exhibitionLeadFlow,
  queues: [
    {
      key: "lead_follow",
      may: may.peer_exhibition,
      rows: ({ now }) =>
        q`l.lead_status in ('new', 'contacted') and ((l.kind = 'new' and l.lead_status = 'new') or l.next_follow_on <= ${dayOf(now)}::date)`,
      due: `(case when ${FIRST} then ${CALL_BY} else ${MIDNIGHT} + interval '1 day' end)`,
      clears: ["follow", "apply", "win", "lose"],
      list: { route: "peer-exhibition-list", params: {}, query: { tab: "lead", queue: "lead_follow" } },
    },
  ],
  from: q`exhibition_leads l`,
  columns: {
    id: "l.id",
    state: "l.lead_status",
    entered_at: `(case when ${FIRST} then l.created_at else ${MIDNIGHT} end)`,
    initiator: "l.created_by",
    handler: "l.owner_id",
  },
  scope: (ctx, scope) => {
    const seen = leadScope(ctx);
    if (scope !== "team" || ctx.me.data_scope === "team") return seen;
    const team = q`(select w.id from workers w where w.team_id = ${ctx.me.team_id})`;
    return and([seen, q`l.owner_id in ${team}`]);
  },
  keyword: (word) => q`l.company ilike ${`%${likeText(word)}%`}`,
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number }>(
          db,
          q`select l.id, l.company as title, e.name as ref_no from exhibition_leads l join peer_exhibitions e on e.id = l.exhibition_id
            where l.id = any(${[...ids]}::int8[])`,
        )
      ).map((l) => [l.id, l]),
    ),
  opens: ({ source_id }) => ({ route: "peer-exhibition-list", params: {}, query: { tab: "lead", lead: String(source_id) } }),
};

/** My rows of the queue, as the filter of the list. */
export const leadQueue = (ctx: Pick<Ctx, "me" | "now">, key: keyof typeof LEAD_QUEUES): Sql => queueRows(leadDesk, ctx, key);
