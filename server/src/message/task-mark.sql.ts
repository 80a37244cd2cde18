/** Marks of tasks as they are stored: what one worker noted on a task of a queue. Which task there is, is judged before. */
import type { QueueKey } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { raised, saveRows } from "#kit/noun/save.ts";
import { taskMarkNoun } from "./message.nouns.ts";

export interface TaskKey {
  queue: QueueKey;
  source_id: number;
}
export const taskKey = ({ queue, source_id }: TaskKey): string => `${queue} ${source_id}`;
/** The keys as rows `k`. */
const asRows = (keys: readonly TaskKey[]): Sql =>
  q`unnest(${keys.map((k) => k.queue)}::text[], ${keys.map((k) => k.source_id)}::int8[]) k(queue, source_id)`;

/** Two acts upon marks of tasks wait for each other: they are rare, and a task has no row to lock. */
export const lockTasks = (db: Db): Promise<unknown> => row(db, q`select pg_advisory_xact_lock(100100, 1)`);

/** Writes these columns on one worker's marks of the tasks, made where there are none. */
async function note(ctx: Ctx, keys: readonly TaskKey[], set: Readonly<Record<string, Sql>>): Promise<void> {
  const names = Object.keys(set);
  const values = names.map((name) => q`, ${set[name] ?? raw("null")}`).reduce((all, v) => q`${all}${v}`, raw(""));
  const columns = raw(names.map((name) => `, ${name}`).join(""));
  const again = raw(names.map((name) => `${name} = excluded.${name}, `).join(""));
  await rows(
    ctx.db,
    q`insert into task_marks (queue, source_id, staff_id, created_by, created_at, updated_at${columns})
      select k.queue, k.source_id, ${ctx.me.worker_id}, ${ctx.me.worker_id}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz${values} from ${asRows(keys)}
      on conflict on constraint task_marks_one do update set ${again}updated_at = excluded.updated_at, ${raised(taskMarkNoun)}`,
  );
}
export const seeTasks = (ctx: Ctx, keys: readonly TaskKey[]): Promise<void> => note(ctx, keys, { seen_at: q`${ctx.now}::timestamptz` });
export const putOff = (ctx: Ctx, keys: readonly TaskKey[], until: Date, reason: string): Promise<void> =>
  note(ctx, keys, { snooze_until: q`${until}::timestamptz`, snooze_reason: q`${reason}::text`, seen_at: q`${ctx.now}::timestamptz` });
/** Asked again at once. */
export const keepAsking = (ctx: Ctx, keys: readonly TaskKey[]): Promise<void> =>
  note(ctx, keys, { snooze_until: raw("null::timestamptz"), snooze_reason: raw("''::text") });

const NOT_GIVEN = { handler_id: null, transfer_reason: "", transferred_at: null } as const;
/** Passed to nobody any more: whose they are, their queues say. */
export async function backToQueue(ctx: Pick<Ctx, "db" | "now">, where: Sql): Promise<number> {
  return (await saveRows(ctx, taskMarkNoun, { where, set: { ...NOT_GIVEN, updated_at: ctx.now } })).length;
}
/** The tasks are `to`'s from now on, whoever had been given them before; he sees them at once. */
export async function passTasks(ctx: Ctx, keys: readonly TaskKey[], to: number, reason: string): Promise<void> {
  const these = q`(queue, source_id) in (select k.queue, k.source_id from ${asRows(keys)})`;
  await backToQueue(ctx, q`${these} and handler_id is not null`);
  await saveRows(ctx, taskMarkNoun, {
    where: q`${these} and staff_id = any(${[to, ctx.me.worker_id]}::int8[]) and snooze_until is not null`,
    set: { snooze_until: null, snooze_reason: "", updated_at: ctx.now },
  });
  await note(ctx, keys, {
    handler_id: q`${to}::int8`,
    transfer_reason: q`${reason}::text`,
    transferred_at: q`${ctx.now}::timestamptz`,
  });
}

export interface Mark extends TaskKey {
  id: number;
  handler_id: number | null;
}
export const marksOf = (db: Db, where: Sql = raw("true")): Promise<Mark[]> =>
  rows(db, q`select m.id, m.queue, m.source_id, m.handler_id from task_marks m where ${where} order by m.id`);
/** Tasks that were passed to a worker; which of them are still there, their queues say. */
export const givenTo = (db: Db, worker: number): Promise<Mark[]> => marksOf(db, q`m.handler_id = ${worker}`);
export const dropMarks = (db: Db, ids: readonly number[]): Promise<unknown> =>
  rows(db, q`delete from task_marks where id = any(${[...ids]}::int8[])`);
