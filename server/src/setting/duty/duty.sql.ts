/** Rows of duty exceptions and the people of a board. */
import type { DutyKind } from "@visadesk/contract/setting/duty.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, rows, type Sql } from "#kit/db/sql.ts";
import type { Half } from "./duty.rules.ts";

export interface DutyRow {
  id: number;
  worker_id: number;
  kind: DutyKind;
  from_date: string;
  to_date: string;
  half: Half;
  reason: string;
  version: number;
}

/** Rows of these people that touch one of the days. */
export const dutiesOf = (db: Db, workers: readonly number[], from: string, to: string): Promise<DutyRow[]> =>
  rows<DutyRow>(
    db,
    q`
    select d.id, d.worker_id, d.kind, d.from_date, d.to_date, d.half, d.reason, d.version from duties d
    where d.worker_id = any(${[...workers]}::int8[]) and d.to_date >= ${from}::date and d.from_date <= ${to}::date order by d.worker_id, d.from_date, d.half`,
  );

/** Everybody's rows of one day. */
export const dutiesOn = (db: Db, day: string): Promise<DutyRow[]> =>
  rows<DutyRow>(
    db,
    q`
    select d.id, d.worker_id, d.kind, d.from_date, d.to_date, d.half, d.reason, d.version from duties d
    where d.from_date <= ${day}::date and d.to_date >= ${day}::date order by d.worker_id, d.half`,
  );

/** One at a time per person, so that two people never find the same day free. */
export const lockDuties = (db: Db, worker: number): Promise<unknown> => rows(db, q`select pg_advisory_xact_lock(101006, ${worker}::int4)`);

export const addDuty = (db: Db, row: Omit<DutyRow, "id" | "version">, by: number, now: Date): Promise<unknown> =>
  rows(
    db,
    q`
    insert into duties (worker_id, kind, from_date, to_date, half, reason, created_by, created_at, updated_at)
    values (${row.worker_id}, ${row.kind}, ${row.from_date}::date, ${row.to_date}::date, ${row.half}, ${row.reason}, ${by}, ${now}, ${now})`,
  );

export const removeDuties = (db: Db, ids: readonly number[]): Promise<unknown> =>
  rows(db, q`delete from duties where id = any(${[...ids]}::int8[])`);

export interface MemberRow {
  worker_id: number;
  nickname: string;
  account: string;
  team_id: number | null;
  team_name: string | null;
  is_expert: boolean;
}
export interface MemberFilter {
  /** Only this person. */
  only: number | null;
  /** Teams I manage, and always myself; null = everybody. */
  teams: readonly number[] | null;
  me: number;
  team_id?: number | undefined;
}
const BOARD_MAX = 500;
const mine = ({ teams, me }: MemberFilter): Sql | null => teams && q`(w.id = ${me} or w.team_id = any(${[...teams]}::int8[]))`;

/** Enabled people by team. */
export const boardMembers = (db: Db, f: MemberFilter): Promise<MemberRow[]> =>
  rows<MemberRow>(
    db,
    q`
    select w.id as worker_id, coalesce(nullif(w.nickname, ''), w.account) as nickname, w.account, w.team_id, t.name as team_name,
      exists (select from experts e where e.worker_id = w.id) as is_expert
    from workers w left join teams t on t.id = w.team_id
    where ${and([q`w.status = 1`, f.only !== null && q`w.id = ${f.only}`, f.only === null && mine(f), f.team_id !== undefined && q`w.team_id = ${f.team_id}`])}
    order by t.id nulls last, w.id limit ${BOARD_MAX}`,
  );

export const workerNames = (
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; account: string; nickname: string; status: 0 | 1; team_id: number | null }[]> =>
  rows(
    db,
    q`select w.id, w.account, coalesce(nullif(w.nickname, ''), w.account) as nickname, w.status, w.team_id from workers w where w.id = any(${[...ids]}::int8[])`,
  );
