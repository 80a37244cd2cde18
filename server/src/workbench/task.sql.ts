/** 待办 over the desks of all areas: rows, counts, what they are called. One list of candidates feeds all. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { QueueKey } from "@visadesk/contract/workbench/queues.ts";
import type { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, joined, or, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { mine, queuesFor, type Desk, type Named, type Queue, type TaskRow, type TaskScope } from "#kit/queue.ts";
import { dayStart, dueFilter } from "#kit/range.ts";
import { deskOf, desks } from "./desks.ts";

type Caller = Pick<Ctx, "db" | "me" | "now">;
export type TaskFilter = Pick<
  Parsed<typeof workbenchApi.task_query>,
  "queue" | "scope" | "level" | "due" | "keyword" | "handler_id" | "is_unassigned"
>;
export interface StoredTask extends TaskRow, Named {
  noun: string;
  customer: string | null;
  state: string;
  entered_at: string;
  due_at: string | null;
  level: "critical" | "high" | "normal";
  initiator_name: string | null;
  handler_name: string | null;
}
export interface QueueCount {
  key: QueueKey;
  count: number;
  new_count: number;
  overdue: number;
  oldest_at: string | null;
}

const chosen = (list: readonly Queue[], at: Caller, value: (x: Queue) => Sql): Sql =>
  q`case ${joined(
    list.map((x) => q`when ${x.rows(at)} then ${value(x)}`),
    " ",
  )} end`;

/** Whose tasks: mine, or everybody's the data scope reaches. */
const people = (desk: Desk, ctx: Caller, scope: TaskScope = "mine"): Sql | null =>
  scope === "mine" ? mine(desk, ctx) : desk.scope(ctx, scope);

function rowsOf(desk: Desk, list: readonly Queue[], ctx: Caller, filter: TaskFilter): Sql {
  const c = desk.columns;
  const due = c.due_at ?? "null::timestamptz";
  return q`select ${chosen(list, ctx, (x) => q`${x.key}::text`)} as queue, ${desk.noun}::text as noun, ${raw(c.id)} as source_id,
      ${raw(c.order_id ?? "null::int8")} as order_id, ${raw(c.applicant_id ?? "null::int8")} as applicant_id, ${raw(c.customer ?? "null::text")} as customer,
      ${raw(c.state)} as state, ${raw(c.entered_at)} as entered_at, ${chosen(list, ctx, (x) => raw(x.due ?? due))} as due_at,
      ${raw(c.initiator ?? "null::int8")} as initiator_id, ${raw(c.handler ?? "null::int8")} as handler_id, ${raw(c.is_urgent ?? "false")} as is_urgent
    from ${desk.from} where ${and([
      desk.among,
      filter.queue || !desk.among ? or(list.map((x) => x.rows(ctx))) : null,
      people(desk, ctx, filter.scope),
      filter.keyword ? desk.keyword(filter.keyword, ctx) : null,
    ])}`;
}

/** All rows of the caller's queues, unsorted. Null: he has none. */
function candidates(ctx: Caller, filter: TaskFilter): Sql | null {
  const parts = desks.flatMap((desk) => {
    const list = queuesFor(desk, ctx, filter.queue);
    return list.length > 0 ? [rowsOf(desk, list, ctx, filter)] : [];
  });
  return parts.length > 0 ? joined(parts, " union all ") : null;
}

/** Counts per queue with rows. `seen` = when the caller last looked; later entries are new. */
export async function queueCounts(ctx: Caller, scope: TaskScope, seen: Date): Promise<QueueCount[]> {
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

export interface LoadCell {
  worker_id: number | null;
  queue: QueueKey;
  count: number;
  overdue: number;
}
/** Counts per handler and queue within a scope; of nobody where the task has no handler. */
export async function loadCells(ctx: Caller, scope: TaskScope): Promise<LoadCell[]> {
  const from = candidates(ctx, { scope });
  return from === null
    ? []
    : rows<LoadCell>(
        ctx.db,
        q`select t.handler_id as worker_id, t.queue, count(*)::int as count, count(*) filter (where t.due_at < ${ctx.now})::int as overdue
          from (${from}) t where t.queue is not null group by 1, 2`,
      );
}

/** 紧急: due passed, or urgent with less than two working hours left (`soon`); 重要: due today or urgent. */
const level = (ctx: Caller, soon: Date): Sql =>
  q`case when t.due_at < ${ctx.now} or (t.is_urgent and t.due_at < ${soon}) then 0 when t.due_at < ${dayStart(ctx.now, 1)} or t.is_urgent then 1 else 2 end`;
const LEVELS = ["critical", "high", "normal"] as const;

/** What the rows of a page are called, asked once of each desk that has some. */
async function namesOf(db: Caller["db"], list: readonly StoredTask[]): Promise<(task: StoredTask) => Named | undefined> {
  const read = await Promise.all(
    [...Map.groupBy(list, (t) => deskOf(t.queue))].map(
      async ([desk, of]) =>
        [
          desk,
          await desk.named(
            db,
            of.map((t) => t.source_id),
          ),
        ] as const,
    ),
  );
  const byDesk = new Map(read);
  return (t) => byDesk.get(deskOf(t.queue))?.get(t.source_id);
}

export interface TaskPage {
  list: StoredTask[];
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
    filter.handler_id ? q`t.handler_id = any(${filter.handler_id}::int8[])` : null,
    filter.is_unassigned === undefined ? null : q`(t.handler_id is null) = ${filter.is_unassigned}`,
  ])}`;
  const list = await rows<StoredTask & { _total: number }>(
    ctx.db,
    q`
    select p.queue, p.noun, p.source_id, p.order_id, p.applicant_id, p.customer, p.state, p.entered_at, p.due_at, nullif(i.nickname, '') as initiator_name, nullif(w.nickname, '') as handler_name,
      (array['critical', 'high', 'normal'])[p.level_no + 1] as level, p._total
    from (select k.*, count(*) over ()::int as _total from (${picked}) k order by k.level_no, k.due_at nulls last, k.entered_at, k.source_id limit ${page.page_size} offset ${(page.page - 1) * page.page_size}) p
    left join workers w on w.id = p.handler_id left join workers i on i.id = p.initiator_id
    order by p.level_no, p.due_at nulls last, p.entered_at, p.source_id`,
  );
  if (list.length > 0 || page.page === 1) {
    const named = await namesOf(ctx.db, list);
    return { list: list.map((t) => ({ ...t, title: "", ref_no: "", ...named(t) })), total: list[0]?._total ?? 0 };
  }
  const counted = await row<{ n: number }>(ctx.db, q`select count(*)::int as n from (${picked}) k`);
  return { list, total: counted?.n ?? 0 };
}
