/** 待办 over the desks of all areas: rows, counts, what they are called. One list of candidates feeds all. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { QueueKey } from "@visadesk/contract/workbench/queues.ts";
import type { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";
import type { Ctx } from "#kit/call/context.ts";
import { and, joined, or, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { mine, ownRows, queueOf, queuesFor, type Desk, type Named, type Queue, type TaskRow, type TaskScope } from "#kit/queue.ts";
import { dayStart, dueFilter } from "#kit/range.ts";
import type { TaskKey } from "../message/index.ts";
import { deskOf, desks } from "./desks.ts";

type Caller = Pick<Ctx, "db" | "me" | "now">;
export type TaskFilter = Pick<
  Parsed<typeof workbenchApi.task_query>,
  "tab" | "queue" | "scope" | "level" | "due" | "keyword" | "handler_id" | "is_unassigned"
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
  is_new: boolean;
  snooze_until: string | null;
  snooze_reason: string | null;
  transfer_reason: string | null;
}
export interface QueueCount {
  key: QueueKey;
  count: number;
  new_count: number;
  overdue: number;
  oldest_at: string | null;
}

/** Exactly these tasks, whatever else is asked: their ids by queue; mine, or with those my data scope reaches. */
interface Only {
  ids: ReadonlyMap<QueueKey, readonly number[]>;
  reach: "mine" | "scope";
}

/** Whose tasks: mine, or everybody's the data scope reaches. */
function people(desk: Desk, ctx: Caller, list: readonly Queue[], { scope = "mine", tab }: Pick<TaskFilter, "scope" | "tab">): Sql | null {
  return scope === "mine" || tab === "put_off" ? mine(desk, ctx, list, tab) : desk.scope(ctx, scope);
}
function peopleOf(desk: Desk, ctx: Caller, list: readonly Queue[], { reach }: Only): Sql {
  const own = mine(desk, ctx, list, "any");
  if (reach === "mine") return own;
  // Whose it is by its queue takes back what was passed on.
  return or([own, ctx.me.data_scope === "own" ? ownRows(desk, ctx) : (desk.scope(ctx, "all") ?? raw("true"))]);
}

function rowsOf(desk: Desk, list: readonly Queue[], ctx: Caller, filter: TaskFilter, only?: Only): Sql {
  const c = desk.columns;
  const due = c.due_at ?? "null::timestamptz";
  const dues = q`case ${joined(
    list.map((x) => q`when ${x.rows(ctx)} then ${raw(x.due ?? due)}`),
    " ",
  )} end`;
  return q`select ${queueOf(list, ctx)} as queue, ${desk.noun}::text as noun, ${raw(c.id)} as source_id,
      ${raw(c.order_id ?? "null::int8")} as order_id, ${raw(c.applicant_id ?? "null::int8")} as applicant_id, ${raw(c.customer ?? "null::text")} as customer,
      ${raw(c.state)} as state, ${raw(c.entered_at)} as entered_at, ${dues} as due_at,
      ${raw(c.initiator ?? "null::int8")} as initiator_id, ${raw(c.handler ?? "null::int8")} as handler_id, ${raw(c.is_urgent ?? "false")} as is_urgent
    from ${desk.from} where ${and([
      only && q`${raw(c.id)} = any(${list.flatMap((x) => only.ids.get(x.key) ?? [])}::int8[])`,
      desk.among,
      filter.queue || !desk.among ? or(list.map((x) => x.rows(ctx))) : null,
      only ? peopleOf(desk, ctx, list, only) : people(desk, ctx, list, filter),
      filter.keyword ? desk.keyword(filter.keyword, ctx) : null,
    ])}`;
}

/** All rows of the caller's queues, unsorted, with what was noted on them: few marks, so they are joined behind. Null: he has none. */
function candidates(ctx: Caller, filter: TaskFilter, only?: Only): Sql | null {
  const parts = desks.flatMap((desk) => {
    const list = queuesFor(desk, ctx, only ? [...only.ids.keys()] : filter.queue);
    return list.length > 0 ? [rowsOf(desk, list, ctx, filter, only)] : [];
  });
  if (parts.length === 0) return null;
  return q`select c.queue, c.noun, c.source_id, c.order_id, c.applicant_id, c.customer, c.state, c.entered_at, c.due_at, c.initiator_id,
      coalesce(h.handler_id, c.handler_id) as handler_id, c.is_urgent, nullif(h.transfer_reason, '') as transfer_reason,
      (greatest(c.entered_at, h.transferred_at) > ${new Date(ctx.me.login_at)} and (k.seen_at is null or k.seen_at < coalesce(h.transferred_at, k.seen_at))) as is_new,
      case when k.snooze_until > ${ctx.now} then k.snooze_until end as snooze_until, case when k.snooze_until > ${ctx.now} then k.snooze_reason end as snooze_reason
    from (${joined(parts, " union all ")}) c
    left join task_marks h on h.queue = c.queue and h.source_id = c.source_id and h.handler_id is not null
    left join task_marks k on k.queue = c.queue and k.source_id = c.source_id and k.staff_id = ${ctx.me.worker_id}`;
}

/** Counts per queue with rows; new is what came since the caller signed in and was not looked at. */
export async function queueCounts(ctx: Caller, scope: TaskScope): Promise<QueueCount[]> {
  const from = candidates(ctx, { scope });
  return from === null
    ? []
    : rows<QueueCount>(
        ctx.db,
        q`
    select t.queue as key, count(*)::int as count, count(*) filter (where t.is_new)::int as new_count, count(*) filter (where t.due_at < ${ctx.now})::int as overdue, min(t.entered_at) as oldest_at
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
export async function namesOf(db: Caller["db"], list: readonly TaskKey[]): Promise<(task: TaskKey) => Named | undefined> {
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

function pickedOf(ctx: Caller, from: Sql, filter: TaskFilter, soon: Date): Sql {
  const levels = filter.level?.map((l) => LEVELS.indexOf(l));
  return q`select t.*, ${level(ctx, soon)} as level_no from (${from}) t where ${and([
    q`t.queue is not null`,
    dueFilter("coalesce(t.due_at, 'infinity'::timestamptz)", filter.due, ctx.now),
    levels ? q`${level(ctx, soon)} = any(${levels}::int4[])` : null,
    filter.handler_id ? q`t.handler_id = any(${filter.handler_id}::int8[])` : null,
    filter.is_unassigned === undefined ? null : q`(t.handler_id is null) = ${filter.is_unassigned}`,
  ])}`;
}

/** A task as an act judges it. */
export interface HeldTask {
  queue: QueueKey;
  source_id: number;
  order_id: number | null;
  handler_id: number | null;
  due_at: string | null;
  snooze_until: string | null;
}
const HELD = raw("t.queue, t.source_id, t.order_id, t.handler_id, t.due_at, t.snooze_until");
/** Which of the tasks still wait, for the caller or within his reach. */
export async function heldTasks(ctx: Caller, keys: readonly TaskKey[], reach: Only["reach"]): Promise<HeldTask[]> {
  const ids = new Map([...Map.groupBy(keys, (k) => k.queue)].map(([queue, of]) => [queue, of.map((k) => k.source_id)]));
  const from = candidates(ctx, {}, { ids, reach });
  if (from === null) return [];
  const list = await rows<HeldTask>(ctx.db, q`select ${HELD} from (${from}) t where t.queue is not null`);
  return list.filter((t) => ids.get(t.queue)?.includes(t.source_id));
}
/** Tasks of a filter, at most so many. */
export async function tasksMatching(ctx: Caller, filter: TaskFilter, soon: Date, most: number): Promise<HeldTask[]> {
  const from = candidates(ctx, filter);
  if (from === null) return [];
  return rows(ctx.db, q`select ${HELD} from (${pickedOf(ctx, from, filter, soon)}) t order by t.queue, t.source_id limit ${most}`);
}

export interface TaskPage {
  list: StoredTask[];
  total: number;
}
/** Tasks by level, then due, then how long they wait. */
export async function taskPage(ctx: Caller, filter: TaskFilter, soon: Date, page: { page: number; page_size: number }): Promise<TaskPage> {
  const from = candidates(ctx, filter);
  if (from === null) return { list: [], total: 0 };
  const picked = pickedOf(ctx, from, filter, soon);
  const list = await rows<StoredTask & { _total: number }>(
    ctx.db,
    q`
    select p.queue, p.noun, p.source_id, p.order_id, p.applicant_id, p.customer, p.state, p.entered_at, p.due_at, nullif(i.nickname, '') as initiator_name, nullif(w.nickname, '') as handler_name,
      p.is_new, p.snooze_until, p.snooze_reason, p.transfer_reason,
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
