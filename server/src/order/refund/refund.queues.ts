/** 待办队列 of refunds: people who can not be served and wait for theirs, refunds that wait for a second or third person, and failed ones. */
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { refundFlow } from "@visadesk/contract/order/refund/refund.flow.ts";
import { allows, may } from "@visadesk/contract/permissions.ts";
import type { REFUND_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, likeText, or, q, rows, type Sql } from "#kit/db/sql.ts";
import { queueRows, type Desk, type Named, type Queue } from "#kit/queue.ts";
import { nextWorkDayEnd } from "../../base-data/index.ts";
import { keywordMatch } from "../list/keyword.sql.ts";
import { orderScope, scopeFilter } from "../list/scope.ts";

/** Anybody's who may start one: nobody is named, as the expert may be away. */
export const refundTodoDesk: Desk = {
  noun: "applicant",
  flow: applicantFlow,
  queues: [
    {
      key: "refund_todo",
      may: may.order_refund_start,
      rows: () =>
        q`a.held_at is null and a.applicant_status = 'pre_review_failed' and not exists (select from refund_people x where x.applicant_id = a.id and x.is_open)`,
      clears: ["refund_lock"],
      list: { route: "order-list", params: {}, query: { queue: "refund_todo", scope: "all" } },
    },
  ],
  from: q`applicants a join orders o on o.id = a.order_id join skus k on k.id = o.sku_id`,
  among: q`a.tab = 'refund'`,
  columns: {
    id: "a.id",
    order_id: "a.order_id",
    applicant_id: "a.id",
    customer: "a.name_cn",
    state: "a.applicant_status",
    entered_at: "a.status_at",
    due_at: nextWorkDayEnd("a.status_at"),
    is_urgent: "a.is_urgent",
  },
  scope: (ctx, scope) => (scope === "all" ? orderScope(ctx, "a") : scopeFilter(ctx, "a", scope)),
  keyword: (word) => keywordMatch("a", word),
  named: async (db, ids) => {
    const list = await rows<Named & { id: number }>(
      db,
      q`select a.id, k.name as title, o.order_no as ref_no from applicants a join orders o on o.id = a.order_id join skus k on k.id = o.sku_id
        where a.id = any(${[...ids]}::int8[])`,
    );
    return new Map(list.map((x) => [x.id, x]));
  },
  opens: ({ order_id, applicant_id }, ctx) => ({
    route: ctx.has(may.order_process) ? "applicant-detail" : "admin-applicant-detail",
    params: { orderId: String(order_id), applicantId: String(applicant_id) },
  }),
};

const queue = (key: keyof typeof REFUND_QUEUES, where: Sql, clears: readonly string[]): Queue => ({
  key,
  may: may.refund_review,
  rows: () => where,
  clears,
  list: { route: "order-refund-review-list", params: {}, query: { queue: key } },
});
const ENTERED = "(case r.refund_status when 'pending' then r.created_at when 'pending_final' then r.reviewed_at else r.updated_at end)";
export const refundDesk: Desk = {
  noun: "refund",
  flow: refundFlow,
  queues: [
    queue("refund_review", q`r.refund_status in ('pending', 'pending_final')`, ["pass", "final_pass", "reject", "withdraw"]),
    queue("refund_failed", q`r.refund_status = 'failed'`, ["reroute", "withdraw"]),
  ],
  from: q`refunds r join orders o on o.id = r.order_id`,
  among: q`r.refund_status in ('pending', 'pending_final', 'failed')`,
  columns: {
    id: "r.id",
    order_id: "r.order_id",
    customer: "o.contact_name",
    state: "r.refund_status",
    entered_at: ENTERED,
    due_at: nextWorkDayEnd(ENTERED),
    is_urgent: "o.is_urgent",
    initiator: "r.created_by",
    // Who passed it may still send a failed one another way: that is no judgement; whose it is names no account.
    makers: ["r.created_by", "case when r.refund_status <> 'failed' then r.reviewer_id end"],
  },
  // The third person's look is the work of who holds its right.
  scope: (ctx, scope) =>
    and([
      scope === "all" ? orderScope(ctx, "o") : scopeFilter(ctx, "o", scope),
      !allows(may.refund_final, ctx.me.codes) && q`r.refund_status <> 'pending_final'`,
    ]),
  keyword: (word) => or([q`r.refund_no like ${`${likeText(word.toUpperCase())}%`}`, keywordMatch("o", word) ?? q`false`]),
  named: async (db, ids) => {
    const list = await rows<Named & { id: number }>(
      db,
      q`select r.id, k.name as title, r.refund_no as ref_no from refunds r join orders o on o.id = r.order_id join skus k on k.id = o.sku_id
        where r.id = any(${[...ids]}::int8[])`,
    );
    return new Map(list.map((x) => [x.id, x]));
  },
  opens: ({ source_id }) => ({ route: "order-refund-review-detail", params: { id: String(source_id) } }),
};

/** The rows of the queue, as the filter of the list. */
export const refundQueue = (ctx: Pick<Ctx, "me" | "now">, key: keyof typeof REFUND_QUEUES): Sql => queueRows(refundDesk, ctx, key);
