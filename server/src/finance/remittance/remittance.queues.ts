/** 待办队列 remittance_review: remittances that wait for a second person, and large ones or those without a line for a third. */
import { remittanceFlow } from "@visadesk/contract/finance/remittance.flow.ts";
import { allows, may } from "@visadesk/contract/permissions.ts";
import type { REMITTANCE_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, likeText, or, q, rows, type Sql } from "#kit/db/sql.ts";
import { likeOf } from "#kit/grams.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { teamReach } from "../../peer/index.ts";
import { remittanceScope } from "./remittance-scope.sql.ts";

export const remittanceDesk: Desk = {
  noun: "remittance",
  flow: remittanceFlow,
  queues: [
    {
      key: "remittance_review",
      may: may.corporate_remittance,
      rows: () => q`r.remittance_status in ('pending', 'second_review')`,
      clears: ["approve", "recheck", "reject", "withdraw"],
      list: { route: "corporate-remittance-list", params: {}, query: { queue: "remittance_review" } },
    },
  ],
  from: q`remittances r left join peers p on p.id = r.peer_id`,
  columns: {
    id: "r.id",
    state: "r.remittance_status",
    entered_at: "coalesce(r.approved_at, r.submitted_at)",
    due_at: "r.due_at",
    initiator: "r.submitted_by",
    makers: ["r.created_by", "r.submitted_by", "r.approved_by"],
    changers: "r.changed_by",
  },
  // The second look is the work of who holds its right; 本组 narrows by the peer.
  scope: (ctx, scope) =>
    and([
      remittanceScope(ctx),
      scope === "team" && teamReach(ctx, scope),
      !allows(may.remittance_final, ctx.me.codes) && q`r.remittance_status <> 'second_review'`,
    ]),
  keyword: (word) =>
    or([
      q`r.remittance_no like ${`${likeText(word.toUpperCase())}%`}`,
      q`r.payer_name ilike ${`%${likeText(word)}%`}`,
      q`p.search_text like ${likeOf(word)}`,
    ]),
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number }>(
          db,
          q`select r.id, coalesce(p.short_name, r.payer_name) as title, r.remittance_no as ref_no from remittances r left join peers p on p.id = r.peer_id
            where r.id = any(${[...ids]}::int8[])`,
        )
      ).map((r) => [r.id, r]),
    ),
  opens: ({ source_id }) => ({ route: "corporate-remittance-list", params: {}, query: { remittance: String(source_id) } }),
};

/** My rows of the queue, as the filter of the list. */
export const remittanceQueue = (ctx: Pick<Ctx, "me" | "now">, key: keyof typeof REMITTANCE_QUEUES): Sql =>
  queueRows(remittanceDesk, ctx, key);
