/** 待办队列 policy_issue: policies that the insurer has not written yet. */
import { policyFlow } from "@visadesk/contract/finance/insurance/policy.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { POLICY_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { likeText, or, q, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { scopeFilter } from "../../order/index.ts";

export const policyDesk: Desk = {
  noun: "policy",
  flow: policyFlow,
  queues: [
    {
      key: "policy_issue",
      may: may.insurance,
      rows: () => q`p.policy_status = 'to_issue'`,
      clears: ["issued", "failed"],
      list: { route: "insurance-list", params: {}, query: { queue: "policy_issue" } },
    },
  ],
  from: q`policies p join orders o on o.id = p.order_id join applicants a on a.id = p.applicant_id`,
  columns: {
    id: "p.id",
    order_id: "p.order_id",
    applicant_id: "p.applicant_id",
    customer: "a.name_cn",
    state: "p.policy_status",
    entered_at: "p.created_at",
    // Two days before the cover begins, at midnight in Shanghai.
    due_at: "((p.start_on - 1)::timestamp at time zone 'Asia/Shanghai')",
    is_urgent: "o.is_urgent",
    initiator: "p.created_by",
  },
  scope: (ctx, scope) => scopeFilter(ctx, "o", scope),
  keyword: (word) =>
    or([q`p.apply_no like ${`${likeText(word.toUpperCase())}%`}`, q`o.order_no like ${`${likeText(word.toUpperCase())}%`}`]),
  named: async (db, ids) => {
    const list = await rows<{ id: number; product_name: string; plan_name: string; ref_no: string }>(
      db,
      q`select p.id, p.product_name, p.plan_name, p.apply_no as ref_no from policies p where p.id = any(${[...ids]}::int8[])`,
    );
    return new Map<number, Named>(list.map((p) => [p.id, { title: `${p.product_name} ${p.plan_name}`.trim(), ref_no: p.ref_no }]));
  },
  opens: ({ ref_no }) => ({ route: "insurance-list", params: {}, query: { policy_no: ref_no } }),
};

/** The rows of the queue, as the filter of the list. */
export const policyQueue = (ctx: Pick<Ctx, "me" | "now">, key: keyof typeof POLICY_QUEUES): Sql => queueRows(policyDesk, ctx, key);
