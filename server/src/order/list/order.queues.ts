/**
 * 待办队列 of the order area, each one predicate beside the flow it speaks of. The same predicate serves tile, badge,
 * tab, list filter and search. Queues divide the open rows: a person or a difference stands in at most one.
 */
import { may, type May } from "@visadesk/contract/permissions.ts";
import { QUEUES, type QueueKey } from "@visadesk/contract/workbench/workbench.ts";
import type { Ctx } from "#kit/call/context.ts";
import { dayOf } from "#kit/range.ts";
import { badInput } from "#kit/http/refuse.ts";
import { and, or, q, raw, type Sql } from "#kit/db/sql.ts";
import { workDaysAgo } from "../../base-data/index.ts";
import { orderScope } from "./scope.ts";

type Now = Pick<Ctx, "now">;
export interface Queue {
  readonly key: QueueKey;
  readonly label: string;
  readonly may: May;
  readonly noun: "applicant" | "order_diff";
  /** Condition over `applicants a`, or over `order_diffs d`. Held people wait in no queue but 挂起待复查. */
  readonly rows: (at: Now) => Sql;
  /** When it is due, where that is not the due time of the state. */
  readonly due?: Sql;
  /** Moves that take a row out of it. */
  readonly clears: readonly string[];
}

/** Working days after which a case on hold is looked at again. */
const HOLD_DAYS = 5;
const process = may.order_process;
const free = (condition: Sql): Sql => q`a.held_at is null and ${condition}`;
const firstRound = raw("a.supplement_round = 0 and a.supplement_source is distinct from 'embassy'");
const endOf = (date: string): Sql => raw(`((${date} + 1)::timestamp at time zone 'Asia/Shanghai')`);

const heldTooLong = ({ now }: Now): Sql => q`a.held_at < ${workDaysAgo(now, HOLD_DAYS)}`;

const queue = (key: QueueKey, rows: (at: Now) => Sql, clears: readonly string[], due?: Sql): Queue => ({
  key,
  label: QUEUES[key],
  may: process,
  noun: "applicant",
  rows,
  clears,
  ...(due && { due }),
});

export const queues: readonly Queue[] = [
  queue("pre_review", () => free(q`a.tab = 'pre_review' and ${firstRound}`), ["review_pass", "review_reject", "review_fail"]),
  queue("supplement_back", () => free(q`a.tab = 'pre_review' and not (${firstRound})`), ["review_pass", "review_reject", "review_fail"]),
  queue(
    "supplement_late",
    ({ now }) => free(q`a.tab = 'supplement' and a.supplement_due_at < ${now}`),
    ["resubmit", "review_fail"],
    raw("a.supplement_due_at"),
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
  queue("hold_check", heldTooLong, ["unhold"], raw("a.held_at")),
  {
    key: "diff_late",
    label: QUEUES.diff_late,
    may: { any: [may.order_view, may.order_process] },
    noun: "order_diff",
    rows: ({ now }) => q`d.diff_status = 'pending' and d.due_at < ${now}`,
    clears: ["pay", "cancel"],
  },
];

/** Tabs whose people may stand in a queue; everything else is finished or waits for the customer. */
export const QUEUE_TABS = ["pre_review", "supplement", "originals", "appointment", "visit", "submission", "embassy", "send_back"] as const;

/** Mine: I am the expert, or nobody is and the row lies in my scope. */
export const mine = (ctx: Pick<Ctx, "me">): Sql =>
  or([q`a.expert_id = ${ctx.me.worker_id}`, and([q`a.expert_id is null`, orderScope(ctx, "a")])]);

/** My rows of one queue as a filter of 订单处理. */
export function queueRows(ctx: Pick<Ctx, "me" | "now">, key: string): Sql {
  const found = queues.find((x) => x.key === key && x.noun === "applicant");
  if (!found) throw badInput({ path: "queue", message: "没有该待办队列" });
  return and([found.rows(ctx), mine(ctx)]);
}
