/**
 * 待办队列 of the order area, each one condition beside the flow it speaks of. Queues divide the open rows: a person or a
 * difference stands in at most one.
 */
import { applicantFlow, diffFlow } from "@visadesk/contract/order/order.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { APPLICANT_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, raw, rows, type Sql } from "#kit/db/sql.ts";
import type { Desk, Named, Opens, Queue } from "#kit/queue.ts";
import { dayOf } from "#kit/range.ts";
import { workDaysAgo } from "../../base-data/index.ts";
import { refundDesk, refundTodoDesk } from "../refund/refund.queues.ts";
import { claimDesk } from "../claim/refuse-claim.queues.ts";
import { evaluateDesks } from "../evaluate/evaluate.desk.ts";
import { remindDesk } from "../remind/order-remind.desk.ts";
import { expireDesk } from "../expire/order-expire.queues.ts";
import { keywordMatch } from "./keyword.sql.ts";
import { orderScope, scopeFilter } from "./scope.ts";

type Now = Pick<Ctx, "now">;
/** Working days after which a case on hold is looked at again. */
const HOLD_DAYS = 5;
const process = may.order_process;
const free = (condition: Sql): Sql => q`a.held_at is null and ${condition}`;
const firstRound = raw("a.supplement_round = 0 and a.supplement_source is distinct from 'embassy'");
const endOf = (date: string): string => `((${date} + 1)::timestamp at time zone 'Asia/Shanghai')`;

const heldTooLong = ({ now }: Now): Sql => q`a.held_at < ${workDaysAgo(now, HOLD_DAYS)}`;

/** Held people wait in no queue but 挂起待复查. */
const queue = (
  key: Exclude<keyof typeof APPLICANT_QUEUES, "refund_todo">,
  where: Queue["rows"],
  clears: readonly string[],
  due?: string,
): Queue => ({
  key,
  may: process,
  rows: where,
  clears,
  // Each of these rows is found whatever the list's own switch says.
  list: { route: "order-list", params: {}, query: { queue: key, scope: "all" } },
  ...(due !== undefined && { due }),
});

const applicantQueues: readonly Queue[] = [
  queue("pre_review", () => free(q`a.tab = 'pre_review' and ${firstRound}`), ["review_pass", "review_reject", "review_fail"]),
  queue("supplement_back", () => free(q`a.tab = 'pre_review' and not (${firstRound})`), ["review_pass", "review_reject", "review_fail"]),
  queue(
    "supplement_late",
    ({ now }) => free(q`a.tab = 'supplement' and a.supplement_due_at < ${now}`),
    ["resubmit", "review_fail"],
    "a.supplement_due_at",
  ),
  queue(
    "originals_check",
    () =>
      free(
        q`a.tab = 'originals' and exists (select from expresses e where e.order_id = a.order_id and e.type = 1 and e.express_status in ('signed', 'checked'))`,
      ),
    ["originals_pass", "originals_reject"],
  ),
  queue("appointment", () => free(q`a.tab = 'appointment'`), ["visit_propose", "visit_book"]),
  queue("visit_notice", () => free(q`a.tab = 'visit' and a.applicant_status = 'appointed'`), ["notice_send"]),
  queue("training", () => free(q`a.tab = 'visit' and a.applicant_status = 'awaiting_training'`), ["train_done"]),
  queue(
    "visit_result",
    ({ now }) =>
      free(
        q`a.tab = 'visit' and a.applicant_status = 'awaiting_visit' and exists (select from visits v where v.applicant_id = a.id and v.visit_status = 'booked' and v.visit_at < ${now})`,
      ),
    ["visit_attend", "visit_miss"],
  ),
  queue("submission", () => free(q`a.tab = 'submission'`), ["submit"]),
  queue(
    "result",
    ({ now }) =>
      free(
        q`a.tab = 'embassy' and coalesce(a.admin_check_due, (select p.promised_date from orders p where p.id = a.order_id)) <= ${dayOf(now)}::date`,
      ),
    ["issue", "refuse"],
    endOf("coalesce(a.admin_check_due, (select p.promised_date from orders p where p.id = a.order_id))"),
  ),
  queue("send_back", () => free(q`a.tab = 'send_back'`), ["result_send"]),
  queue("hold_check", heldTooLong, ["unhold"], "a.held_at"),
];

/** Tabs whose people may stand in a queue; everything else is finished or waits for the customer. */
export const QUEUE_TABS = ["pre_review", "supplement", "originals", "appointment", "visit", "submission", "embassy", "send_back"] as const;

/** Rows of a page by the product and number of their order. */
const namedBy =
  (table: Sql, sku: Sql) =>
  async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Named>> => {
    const list = await rows<Named & { id: number }>(
      db,
      q`select t.id, s.name as title, o.order_no as ref_no from ${table} t join orders o on o.id = t.order_id join skus s on s.id = ${sku} where t.id = any(${[...ids]}::int8[])`,
    );
    return new Map(list.map((x) => [x.id, x]));
  };

const isOrder = (ctx: Pick<Ctx, "has">, order_id: number | null): Opens => ({
  route: ctx.has(process) ? "order-detail" : "admin-order-detail",
  params: { orderId: String(order_id) },
});

export const applicantDesk: Desk = {
  noun: "applicant",
  flow: applicantFlow,
  queues: applicantQueues,
  from: q`applicants a`,
  among: q`a.tab = any(${[...QUEUE_TABS]}::text[]) or a.held_at is not null`,
  columns: {
    id: "a.id",
    order_id: "a.order_id",
    applicant_id: "a.id",
    customer: "a.name_cn",
    state: "a.applicant_status",
    entered_at: "a.status_at",
    due_at: "a.status_due_at",
    is_urgent: "a.is_urgent",
    handler: "a.expert_id",
  },
  scope: (ctx, scope) => (scope === "all" ? orderScope(ctx, "a") : scopeFilter(ctx, "a", scope)),
  keyword: (word) => keywordMatch("a", word),
  named: namedBy(raw("applicants"), raw("t.sku_id")),
  opens: ({ order_id, applicant_id }, ctx) => ({
    route: ctx.has(process) ? "applicant-detail" : "admin-applicant-detail",
    params: { orderId: String(order_id), applicantId: String(applicant_id) },
  }),
};

/** A difference is chased by who made it; when he is no longer here, by the order's service owner, else its expert. */
const diffHandler =
  "(case when exists (select from workers m where m.id = d.created_by and m.status = 1) then d.created_by else coalesce(o.cs_owner_id, o.expert_id) end)";

const diffDesk: Desk = {
  noun: "order_diff",
  flow: diffFlow,
  queues: [
    {
      key: "diff_late",
      may: { any: [may.order_view, process] },
      rows: ({ now }) => q`d.diff_status = 'pending' and d.due_at < ${now}`,
      clears: ["pay", "cancel"],
    },
  ],
  from: q`order_diffs d join orders o on o.id = d.order_id`,
  columns: {
    id: "d.id",
    order_id: "d.order_id",
    applicant_id: "d.applicant_id",
    customer: "o.contact_name",
    state: "d.diff_status",
    entered_at: "d.created_at",
    due_at: "d.due_at",
    is_urgent: "o.is_urgent",
    initiator: "d.created_by",
    handler: diffHandler,
  },
  scope: (ctx, scope) => (scope === "all" ? orderScope(ctx, "o") : scopeFilter(ctx, "o", scope)),
  keyword: (word) => keywordMatch("o", word),
  named: namedBy(raw("order_diffs"), raw("o.sku_id")),
  opens: ({ order_id }, ctx) => isOrder(ctx, order_id),
};
/** Whose rows the list of people takes as its filter. */
export const peopleDesk = (key: keyof typeof APPLICANT_QUEUES): Desk => (key === "refund_todo" ? refundTodoDesk : applicantDesk);
export const orderDesks: readonly Desk[] = [
  applicantDesk,
  refundTodoDesk,
  remindDesk,
  diffDesk,
  expireDesk,
  refundDesk,
  claimDesk,
  ...evaluateDesks,
];
