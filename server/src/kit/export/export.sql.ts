import type { exportFlow } from "@visadesk/contract/kit/export.flow.ts";
import type { StateOf } from "@visadesk/contract/kit/flow.ts";
import type { Db } from "../db/db.ts";
import { and, q, raw, row, rows, type Sql } from "../db/sql.ts";

type ExportState = StateOf<typeof exportFlow>;
export interface ExportTask {
  id: number;
  export_no: string;
  worker_id: number;
  endpoint: string;
  title: string;
  /** As it is shown: personal numbers masked. */
  filter: Record<string, unknown>;
  /** The filter itself, while it waits and runs, where the shown one says less. */
  filter_sealed: string | null;
  columns: string[];
  format: "xlsx" | "csv";
  is_masked: boolean;
  status: ExportState;
  filter_text: string;
  /** Its filter held personal numbers, which are gone once it ended. */
  is_filter_hidden: boolean;
  reason: string;
  sha256: string | null;
  downloads: number;
  worker_name: string | null;
  decided_by: number | null;
  decided_by_name: string | null;
  decided_at: string | null;
  decided_note: string;
  version: number;
  expected_count: number | null;
  progress: number;
  progress_total: number | null;
  row_count: number | null;
  file_key: string | null;
  file_size: number | null;
  error: string | null;
  expires_at: string | null;
  created_at: string;
  finished_at: string | null;
  job_id: number | null;
}

export const taskFrom: Sql = q`export_tasks e`;
export const taskJoins: Sql = q`left join jobs j on j.id = e.job_id left join workers w on w.id = e.worker_id left join workers d on d.id = e.decided_by`;
const nameOf = (alias: string): Sql => raw(`coalesce(nullif(${alias}.nickname, ''), ${alias}.account)`);
export const taskColumns: Sql = q`
  e.id, e.export_no, e.worker_id, e.endpoint, e.title, e.filter, e.filter_sealed, e.columns, e.format, e.is_masked, e.status, e.expected_count, e.row_count, e.file_key, e.file_size,
  e.error, e.expires_at, e.created_at, e.finished_at, e.job_id, e.filter_text, e.is_filter_hidden, e.reason, e.sha256, e.downloads, e.version,
  e.decided_by, e.decided_at, e.decided_note, ${nameOf("w")} as worker_name, ${nameOf("d")} as decided_by_name, coalesce(e.row_count, j.progress, 0) as progress, coalesce(e.row_count, j.progress_total, e.expected_count) as progress_total`;

/** A task among those that `seen` lets through; absent: any. */
export const taskById = (db: Db, id: number, seen: Sql = q`true`): Promise<ExportTask | undefined> =>
  row<ExportTask>(db, q`select ${taskColumns} from ${taskFrom} ${taskJoins} where ${and([q`e.id = ${id}`, seen])}`);

interface NewTask {
  export_no: string;
  worker_id: number;
  endpoint: string;
  title: string;
  filter: Record<string, unknown>;
  filter_sealed: string | null;
  columns: readonly string[];
  format: string;
  expected_count: number | null;
  filter_text: string;
  is_filter_hidden: boolean;
  is_masked: boolean;
  reason: string;
  status: "pending" | "waiting";
}
export const addTask = (db: Db, t: NewTask, now: Date): Promise<{ id: number } | undefined> =>
  row(
    db,
    q`
    insert into export_tasks (export_no, worker_id, endpoint, title, filter, filter_sealed, columns, format, expected_count, filter_text, is_filter_hidden,
      is_masked, reason, status, created_at)
    values (${t.export_no}, ${t.worker_id}, ${t.endpoint}, ${t.title}, ${JSON.stringify(t.filter)}, ${t.filter_sealed}, ${[...t.columns]}, ${t.format},
      ${t.expected_count}, ${t.filter_text}, ${t.is_filter_hidden}, ${t.is_masked}, ${t.reason}, ${t.status}, ${now}) returning id`,
  );

/** Tasks of one worker that run now, and those of the last day. The lock makes parallel requests count each other. */
export async function tasksOf(db: Db, worker_id: number, since: Date): Promise<{ open: number; day: number }> {
  await row(db, q`select pg_advisory_xact_lock(hashtext('export_add'), ${worker_id}::int4)`);
  const counted = await row<{ open: number; day: number }>(
    db,
    q`
    select count(*) filter (where status in ('pending', 'waiting', 'running'))::int as open, count(*) filter (where created_at > ${since})::int as day from export_tasks where worker_id = ${worker_id}`,
  );
  return counted ?? { open: 0, day: 0 };
}

export const setJob = (db: Db, id: number, job_id: number | null): Promise<unknown> =>
  row(db, q`update export_tasks set job_id = ${job_id} where id = ${id}`);
export const setRunning = (db: Db, id: number): Promise<unknown> => row(db, q`update export_tasks set status = 'running' where id = ${id}`);
export const setEnded = (db: Db, id: number, status: "failed" | "cancelled", error: string | null, now: Date): Promise<unknown> =>
  row(
    db,
    q`update export_tasks set status = ${status}, filter_sealed = null, error = ${error}, finished_at = ${now} where id = ${id} and status in ('pending', 'waiting', 'running')`,
  );
/** More rows than anybody takes out alone: it waits for a second person. */
export const setHeld = (db: Db, id: number): Promise<unknown> =>
  row(db, q`update export_tasks set status = 'pending', job_id = null where id = ${id} and status = 'running'`);
export const setDone = (
  db: Db,
  id: number,
  file: { key: string; size: number; rows: number; sha256: string },
  now: Date,
  expires_at: Date,
): Promise<unknown> =>
  row(
    db,
    q`
    update export_tasks set status = 'done', filter_sealed = null, file_key = ${file.key}, file_size = ${file.size}, row_count = ${file.rows}, sha256 = ${file.sha256}, finished_at = ${now}, expires_at = ${expires_at} where id = ${id}`,
  );

export const setLink = (db: Db, id: number, hash: string, until: Date, session_id: number): Promise<unknown> =>
  row(db, q`update export_tasks set link_hash = ${hash}, link_until = ${until}, link_session_id = ${session_id} where id = ${id}`);

export type LinkedTask = ExportTask & { link_session_id: number };
/** Uses a link up: the second use finds nothing. */
export const takeLink = (db: Db, hash: string, now: Date): Promise<LinkedTask | undefined> =>
  row<LinkedTask>(
    db,
    q`
    with taken as (
      update export_tasks set link_hash = null, downloads = downloads + 1
      where link_hash = ${hash} and link_until > ${now} and status = 'done' and expires_at > ${now} returning *)
    select ${taskColumns}, e.link_session_id from taken e ${taskJoins}`,
  );

export const expiredTasks = (db: Db, now: Date): Promise<{ id: number; file_key: string | null }[]> =>
  rows(db, q`select id, file_key from export_tasks where status = 'done' and expires_at <= ${now} order by id limit 500`);
export const setExpired = (db: Db, id: number): Promise<unknown> =>
  row(db, q`update export_tasks set status = 'expired', file_key = null, link_hash = null where id = ${id}`);

export interface Download {
  id: number;
  at: string;
  actor_name: string;
  ip: string;
}
/** Who fetched its file, the newest first. */
export const downloadsOf = (db: Db, id: number): Promise<Download[]> =>
  rows<Download>(
    db,
    q`
    select l.id, l.at, l.actor_name, coalesce(l.ip, '') as ip from operation_logs l
    where l.noun = 'export_task' and l.noun_id = ${String(id)} and l.endpoint = 'export_link_get' and l.result = 'ok' order by l.id desc limit 200`,
  );
