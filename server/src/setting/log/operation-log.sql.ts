/** Reading the operation log: the list, one row, the figures of a day, the looks at one applicant. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { maskNumbers } from "@visadesk/contract/kit/mask-numbers.ts";
import { SEEN_KINDS, type logSubjectApi } from "@visadesk/contract/setting/operation-log.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { timeRange, type Range } from "#kit/range.ts";
import { and, nothing, q, raw, row, rows } from "#kit/db/sql.ts";

export interface LogFilter {
  at?: Range | undefined;
  actor_id?: number | undefined;
  kind?: readonly string[] | undefined;
  area?: readonly string[] | undefined;
  no?: string | undefined;
  ip?: string | undefined;
  request_id?: string | undefined;
  result?: readonly string[] | undefined;
  noun?: string | undefined;
  noun_id?: string | undefined;
}

const COLUMNS = raw(
  "l.id, l.at, l.request_id, l.actor_kind, l.actor_name, l.kind, l.endpoint, l.area, l.noun, l.noun_id, l.noun_no, l.changes, l.reason, l.result, l.ip, l.agent, l.ms, l.seq",
);

/** `bills`: of the order whose number is asked for. */
export const logList = (f: LogFilter, bills: readonly number[] = []): ListDef => ({
  from: q`operation_logs l`,
  where: and([
    timeRange("l.at", f.at),
    f.actor_id !== undefined && q`l.actor_kind = 'worker' and l.actor_id = ${f.actor_id}`,
    f.kind && q`l.kind = any(${[...f.kind]})`,
    f.area && q`l.area = any(${[...f.area]})`,
    f.no &&
      q`(l.noun_no = any(${[f.no, maskNumbers(f.no)]}) or (l.noun_id = ${f.no} and l.noun is not null)${bills.length > 0 ? q` or (l.noun = 'order_diff' and l.noun_id = any(${bills.map(String)}))` : nothing})`,
    f.ip && q`l.ip = ${f.ip}`,
    f.request_id && q`l.request_id = ${f.request_id}`,
    f.result && q`l.result = any(${[...f.result]})`,
    f.noun && q`l.noun = ${f.noun}`,
    f.noun_id && q`l.noun_id = ${f.noun_id}`,
  ]),
  id: "l.id",
  select: COLUMNS,
  sorts: { at: { by: "l.at", order: "desc", keyset: true, type: "timestamptz" } },
  sort: "at",
});

export type LogRow = Omit<Output<(typeof logSubjectApi)["operation_log_subject_get"]>["list"][number], "label">;

type RecordLogRow = Pick<LogRow, "id" | "endpoint" | "at" | "request_id" | "actor_kind" | "actor_name" | "reason" | "changes">;
const DONE_KINDS = ["write", "move", "grant", "config"] as const satisfies readonly LogRow["kind"][];

export const logRow = (db: Db, id: number): Promise<(LogRow & { hash: string | null; subject_ids: number[] }) | undefined> =>
  row(db, q`select ${COLUMNS}, l.hash, l.subject_ids from operation_logs l where l.id = ${id}`);

/** What was done to one record, newest first; looks at it are told by the operation log alone. */
export const recordLogs = (db: Db, noun: string, id: string, before: number | undefined, limit: number): Promise<RecordLogRow[]> =>
  rows<RecordLogRow>(
    db,
    q`
    select l.id, l.endpoint, l.at, l.request_id, l.actor_kind, l.actor_name, l.reason, l.changes from operation_logs l
    where ${and([
      q`l.noun = ${noun} and l.noun_id = ${id} and l.result = 'ok' and l.kind = any(${[...DONE_KINDS]})`,
      before !== undefined && q`l.id < ${before}`,
    ])}
    order by l.id desc limit ${limit}`,
  );

/** Looks at one applicant, newest first. */
export const looksAt = (db: Db, applicantId: number, limit: number): Promise<LogRow[]> =>
  rows<LogRow>(
    db,
    q`
    select ${COLUMNS} from operation_logs l
    where l.subject_ids @> ${[applicantId]}::int8[] and l.kind = any(${[...SEEN_KINDS]}) and l.result = 'ok'
    order by l.at desc, l.id desc limit ${limit}`,
  );

export interface LogStat {
  seen: number;
  denied: number;
  login_failed: number;
  chained_to: string | null;
  unchained: number;
  oldest_unchained: string | null;
}
export async function logStat(db: Db, since: Date): Promise<LogStat> {
  const found = await row<LogStat>(
    db,
    q`
    select count(*) filter (where l.kind = any(${[...SEEN_KINDS]}) and l.result = 'ok')::int as seen,
      count(*) filter (where l.kind = 'denied')::int as denied, count(*) filter (where l.kind = 'login_fail')::int as login_failed,
      (select at from operation_logs where seq is not null order by seq desc limit 1) as chained_to,
      (select count(*)::int from operation_logs where seq is null) as unchained,
      (select min(at) from operation_logs where seq is null) as oldest_unchained
    from operation_logs l where l.at >= ${since}`,
  );
  return found ?? { seen: 0, denied: 0, login_failed: 0, chained_to: null, unchained: 0, oldest_unchained: null };
}
