/** 待办队列 claim_review: claims that wait for somebody who neither recorded the refusal nor handed in the proof. */
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { CLAIM_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { keywordMatch } from "../list/keyword.sql.ts";
import { orderScope, scopeFilter } from "../list/scope.ts";

export const claimDesk: Desk = {
  noun: "applicant",
  flow: applicantFlow,
  queues: [
    {
      key: "claim_review",
      may: may.order_refuse_claim,
      rows: () => q`a.held_at is null and a.tab = 'claim' and a.applicant_status = 'refused_review'`,
      clears: ["claim_pass", "claim_reject"],
      list: { route: "order-refuse-no-worry-order", params: {}, query: { queue: "claim_review" } },
    },
  ],
  from: q`applicants a join refuse_claims c on c.applicant_id = a.id`,
  columns: {
    id: "a.id",
    order_id: "a.order_id",
    applicant_id: "a.id",
    customer: "a.name_cn",
    state: "a.applicant_status",
    entered_at: "a.status_at",
    due_at: "a.status_due_at",
    is_urgent: "a.is_urgent",
    initiator: "c.handed_by[cardinality(c.handed_by)]",
    makers: ["c.created_by"],
    changers: "c.handed_by",
  },
  scope: (ctx, scope) => (scope === "all" ? orderScope(ctx, "a") : scopeFilter(ctx, "a", scope)),
  keyword: (word) => keywordMatch("a", word),
  named: async (db, ids) => {
    const list = await rows<Named & { id: number }>(
      db,
      q`select a.id, coalesce(c.plan ->> 'name', '') as title, a.applicant_no as ref_no from applicants a join refuse_claims c on c.applicant_id = a.id
        where a.id = any(${[...ids]}::int8[])`,
    );
    return new Map(list.map((x) => [x.id, x]));
  },
  opens: ({ source_id }) => ({ route: "order-refuse-no-worry-order", params: {}, query: { claim: String(source_id) } }),
};

/** The rows of the queue, as the filter of the list. */
export const claimQueue = (ctx: Pick<Ctx, "me" | "now">, key: keyof typeof CLAIM_QUEUES): Sql => queueRows(claimDesk, ctx, key);
