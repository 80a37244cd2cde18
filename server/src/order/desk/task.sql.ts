/** 待办 of the order area: rows of its queues, their counts, and the row's facts. One list of candidates feeds all. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { QueueKey, workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import { allows } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { dayStart } from "#kit/range.ts";
import { and, joined, or, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { keywordMatch } from "../list/keyword.sql.ts";
import { dueFilter } from "../list/order.sql.ts";
import { mine, queues, QUEUE_TABS, type Queue } from "../list/order.queues.ts";
import { orderScope, scopeFilter, type Scope } from "../list/scope.ts";

type Caller = Pick<Ctx, "db" | "me" | "now">;
export type TaskFilter = Pick<Parsed<typeof workbenchApi.task_query>, "queue" | "scope" | "level" | "due" | "keyword">;
export type Task = Omit<Output<typeof workbenchApi.task_query>["list"][number], "queue_label" | "title" | "node"> & {
  sku_name: string;
  state: string;
  queue: QueueKey;
};
export interface QueueCount {
  key: QueueKey;
  count: number;
  new_count: number;
  overdue: number;
  oldest_at: string | null;
}

/** Queues whose code the caller holds; the others do not exist for him. */
export const myQueues = (ctx: Pick<Ctx, "me">, keys?: readonly string[]): Queue[] =>
  queues.filter((x) => allows(x.may, ctx.me.codes) && (!keys || keys.includes(x.key)));

const chosen = (list: readonly Queue[], at: Caller, value: (x: Queue) => Sql): Sql =>
  q`case ${joined(
    list.map((x) => q`when ${x.rows(at)} then ${value(x)}`),
    " ",
  )} end`;

/** Whose tasks: mine, or everybody's the data scope reaches. */
const people = (ctx: Caller, scope: Scope | undefined): Sql | null =>
  scope === undefined || scope === "mine" ? mine(ctx) : scopeFilter(ctx, "a", scope);

function ofApplicants(ctx: Caller, list: readonly Queue[], filter: TaskFilter): Sql {
  return q`select ${chosen(list, ctx, (x) => q`${x.key}::text`)} as queue, 'applicant' as noun, a.id as source_id, a.order_id, a.id as applicant_id, a.name_cn as customer, a.applicant_status as state, a.status_at as entered_at,
      ${chosen(list, ctx, (x) => x.due ?? raw("a.status_due_at"))} as due_at, a.expert_id as handler_id, a.is_urgent, a.sku_id
    from applicants a where ${and([
      // Every queue's people stand in these tabs, or are held.
      or([q`a.tab = any(${[...QUEUE_TABS]}::text[])`, q`a.held_at is not null`]),
      filter.queue ? or(list.map((x) => x.rows(ctx))) : null,
      people(ctx, filter.scope),
      keywordMatch("a", filter.keyword),
    ])}`;
}

/** A difference is chased by who made it; when he is no longer here, by the order's service owner, else its expert. */
const diffHandler = raw(
  "(case when exists (select from workers m where m.id = d.created_by and m.status = 1) then d.created_by else coalesce(o.cs_owner_id, o.expert_id) end)",
);

function ofDiffs(ctx: Caller, late: Queue, filter: TaskFilter): Sql {
  const whose = filter.scope === undefined || filter.scope === "mine" ? q`${diffHandler} = ${ctx.me.worker_id}` : orderScope(ctx, "o");
  return q`select ${late.key}::text as queue, 'order_diff' as noun, d.id as source_id, d.order_id, d.applicant_id, o.contact_name as customer, d.diff_status as state, d.created_at as entered_at,
      d.due_at, ${diffHandler} as handler_id, o.is_urgent, o.sku_id
    from order_diffs d join orders o on o.id = d.order_id where ${and([late.rows(ctx), whose, keywordMatch("o", filter.keyword)])}`;
}

/** All rows of the caller's queues, unsorted. Null: he has none. */
function candidates(ctx: Caller, filter: TaskFilter): Sql | null {
  const list = myQueues(ctx, filter.queue);
  const persons = list.filter((x) => x.noun === "applicant");
  const diffs = list.find((x) => x.noun === "order_diff");
  const parts = [persons.length > 0 && ofApplicants(ctx, persons, filter), diffs && ofDiffs(ctx, diffs, filter)].filter(
    (p): p is Sql => !!p,
  );
  return parts.length > 0 ? joined(parts, " union all ") : null;
}

/** Counts per queue with rows. `seen` = when the caller last looked; later entries are new. */
export async function queueCounts(ctx: Caller, scope: Scope | undefined, seen: Date): Promise<QueueCount[]> {
  const from = candidates(ctx, { scope });
  return from === null
    ? []
    : rows<QueueCount>(
        ctx.db,
        q`
    select t.queue as key, count(*)::int as count, count(*) filter (where t.entered_at > ${seen})::int as new_count, count(*) filter (where t.due_at < ${ctx.now})::int as overdue, min(t.entered_at) as oldest_at
    from (${from}) t where t.queue is not null group by t.queue`,
      );
}

/** 紧急: due passed, or urgent with less than two working hours left (`soon`); 重要: due today or urgent. */
const level = (ctx: Caller, soon: Date): Sql =>
  q`case when t.due_at < ${ctx.now} or (t.is_urgent and t.due_at < ${soon}) then 0 when t.due_at < ${dayStart(ctx.now, 1)} or t.is_urgent then 1 else 2 end`;
const LEVELS = ["critical", "high", "normal"] as const;

export interface TaskPage {
  list: Task[];
  total: number;
}
/** Tasks by level, then due, then how long they wait. */
export async function taskPage(ctx: Caller, filter: TaskFilter, soon: Date, page: { page: number; page_size: number }): Promise<TaskPage> {
  const from = candidates(ctx, filter);
  if (from === null) return { list: [], total: 0 };
  const levels = filter.level?.map((l) => LEVELS.indexOf(l));
  const picked = q`select t.*, ${level(ctx, soon)} as level_no from (${from}) t where ${and([
    q`t.queue is not null`,
    dueFilter("coalesce(t.due_at, 'infinity'::timestamptz)", filter.due, ctx.now),
    levels ? q`${level(ctx, soon)} = any(${levels}::int4[])` : null,
  ])}`;
  const list = await rows<Task & { _total: number }>(
    ctx.db,
    q`
    select p.queue, p.noun, p.source_id, p.order_id, p.applicant_id, p.customer, p.state, p.entered_at, p.due_at, o.order_no, s.name as sku_name, nullif(w.nickname, '') as handler_name,
      (array['critical', 'high', 'normal'])[p.level_no + 1] as level, p._total
    from (select k.*, count(*) over ()::int as _total from (${picked}) k order by k.level_no, k.due_at nulls last, k.entered_at, k.source_id limit ${page.page_size} offset ${(page.page - 1) * page.page_size}) p
    join orders o on o.id = p.order_id join skus s on s.id = p.sku_id left join workers w on w.id = p.handler_id
    order by p.level_no, p.due_at nulls last, p.entered_at, p.source_id`,
  );
  if (list.length > 0 || page.page === 1) return { list, total: list[0]?._total ?? 0 };
  const counted = await row<{ n: number }>(ctx.db, q`select count(*)::int as n from (${picked}) k`);
  return { list, total: counted?.n ?? 0 };
}

/** Due people of the next days, for the strip on the home page. */
export const dueByDay = (ctx: Caller, from: Date, to: Date): Promise<{ date: string; count: number }[]> =>
  rows(
    ctx.db,
    q`
  select to_char(a.due_sort at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as date, count(*)::int as count from applicants a
  where ${and([q`a.due_sort >= ${from}`, q`a.due_sort < ${to}`, q`a.held_at is null`, mine(ctx)])} group by 1`,
  );

/** People whose refusal claim waits for review, in the caller's scope. */
export async function claimsWaiting(ctx: Caller): Promise<number> {
  const found = await row<{ n: number }>(
    ctx.db,
    q`select count(*)::int as n from applicants a where ${and([q`a.tab = 'claim' and a.applicant_status = 'refused_review'`, orderScope(ctx, "a")])}`,
  );
  return found?.n ?? 0;
}
