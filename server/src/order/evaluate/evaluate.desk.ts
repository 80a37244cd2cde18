/** 待办队列 of evaluations: bad ones that nobody answered, and appeals that somebody else judges. */
import { orderEvaluateAppealFlow, orderEvaluateFlow } from "@visadesk/contract/order/order-evaluate.flow.ts";
import { BAD_TO, REPLY_HOURS } from "@visadesk/contract/order/order-evaluate.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, likeText, q, raw, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named } from "#kit/queue.ts";
import { scopeFilter } from "../list/scope.ts";
import { evaluateScope } from "./evaluate.scope.ts";

/** An unanswered bad one, over `e`; what is appealed against waits for the appeal first. */
export const IS_BAD = raw(
  `(e.evaluate_status = 'pending' and e.score <= ${BAD_TO} and e.source <> 'auto' and e.appeal_status <> 'pending')`,
);
export const REPLY_DUE = `(e.created_at + interval '${REPLY_HOURS} hours')`;

const FROM = q`order_evaluates e join orders o on o.id = e.order_id`;
const shared = {
  from: FROM,
  scope: (ctx, scope) => (scope === "all" ? evaluateScope(ctx) : and([evaluateScope(ctx), scopeFilter(ctx, "o", scope)])),
  // Rows of orders out of sight stand here too: their numbers alone are asked, as the list does.
  keyword: (word) => q`o.order_no like ${`${likeText(word.toUpperCase())}%`}`,
  named: async (db, ids) =>
    new Map(
      (
        await rows<Named & { id: number }>(
          db,
          q`select e.id, e.score || '星 · ' || k.name as title, o.order_no as ref_no from ${FROM} join skus k on k.id = o.sku_id where e.id = any(${[...ids]}::int8[])`,
        )
      ).map((e) => [e.id, e]),
    ),
  opens: ({ source_id }) => ({ route: "order-evaluate-detail", params: { id: String(source_id) } }),
} satisfies Partial<Desk>;
const columns = {
  id: "e.id",
  order_id: "e.order_id",
  customer: "case when e.is_anonymous then null else o.contact_name end",
  is_urgent: "false",
} as const;

const badDesk: Desk = {
  ...shared,
  noun: "order_evaluate",
  flow: orderEvaluateFlow,
  queues: [
    {
      key: "bad_evaluate",
      may: may.order_evaluate,
      rows: () => IS_BAD,
      clears: ["reply"],
      list: { route: "order-evaluate", params: {}, query: { queue: "bad_evaluate" } },
    },
  ],
  columns: { ...columns, state: "e.evaluate_status", entered_at: "e.created_at", due_at: REPLY_DUE },
};
const appealDesk: Desk = {
  ...shared,
  noun: "order_evaluate_appeal",
  flow: orderEvaluateAppealFlow,
  queues: [
    {
      key: "evaluate_appeal",
      may: may.order_evaluate_judge,
      rows: () => raw("e.appeal_status = 'pending'"),
      clears: ["pass", "reject"],
      list: { route: "order-evaluate", params: {}, query: { queue: "evaluate_appeal" } },
    },
  ],
  columns: {
    ...columns,
    state: "e.appeal_status",
    entered_at: "e.appealed_at",
    due_at: "e.appeal_due_at",
    initiator: "e.appealed_by",
    makers: ["e.appealed_by", "e.expert_id"],
  },
};
export const evaluateDesks: readonly Desk[] = [badDesk, appealDesk];

/** My rows of a queue, as the filter of the list. */
export const evaluateQueue = (ctx: Pick<Ctx, "me" | "now">, key: "bad_evaluate" | "evaluate_appeal"): Sql =>
  queueRows(key === "bad_evaluate" ? badDesk : appealDesk, ctx, key);
