/** Sessions, login guards and known devices: how they are stored. */
import type { DataScope, SysConfig } from "#kit/call/context.ts";
import type { Platform } from "@visadesk/contract/kit/constants.ts";
import type { Db } from "#kit/db/db.ts";
import { hot, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { covers } from "../../message/index.ts";
import { closedFor, LADDER, LOCK_AT, NET_CLOSED_MS, NET_FAILS, NET_WINDOW_MS } from "./login.rules.ts";

export interface SessionRow {
  id: number;
  worker_id: number;
  platform: Platform;
  cookie_hash: string | null;
  created_at: string;
  last_seen_at: string;
  ends_at: string;
  ended_at: string | null;
  end_reason: string | null;
  locked_at: string | null;
  unlocked_at: string | null;
  account: string;
  nickname: string;
  status: 0 | 1;
  must_change: boolean;
  team_id: number | null;
  role_id: number | null;
  role_name: string | null;
  role_version: number | null;
  module_group: number[] | null;
  data_scope: DataScope | null;
  is_builtin: boolean | null;
  covers: number[];
  idle_hours: number | null;
  is_weak: boolean;
  totp_on: boolean;
  totp_policy: SysConfig["totp_policy"] | null;
  /** Somebody passed him a task, whatever became of it. */
  has_given: boolean;
}

const SESSION = raw(`
  s.id, s.worker_id, s.platform, s.cookie_hash, s.created_at, s.last_seen_at, s.ends_at, s.ended_at, s.end_reason, s.locked_at, s.unlocked_at,
  w.account, w.nickname, w.status, w.must_change, w.is_weak, w.totp_at is not null as totp_on, w.team_id, w.role_id,
  r.name as role_name, r.version as role_version, r.module_group, r.data_scope, r.is_builtin, ${covers("w.id")} as covers,
  exists (select from task_marks m where m.handler_id = w.id) as has_given,
  (select value from sys_configs where key = 'totp_policy') as totp_policy,
  (select value from sys_configs where key = 'session_idle_hours') as idle_hours
  from sessions s join workers w on w.id = s.worker_id left join roles r on r.id = w.role_id`);

export const sessionByToken = (db: Db, tokenHash: string): Promise<SessionRow | undefined> =>
  row<SessionRow>(db, hot(q`select ${SESSION} where s.token_hash = ${tokenHash}`));

export const sessionById = (db: Db, id: number): Promise<SessionRow | undefined> =>
  row<SessionRow>(db, q`select ${SESSION} where s.id = ${id}`);

export type WorkerRow = Pick<
  SessionRow,
  | "worker_id"
  | "account"
  | "nickname"
  | "status"
  | "must_change"
  | "team_id"
  | "role_id"
  | "role_name"
  | "role_version"
  | "module_group"
  | "data_scope"
  | "is_builtin"
  | "covers"
>;
/** A worker's rights as they are now, without a session. */
export const workerRights = (db: Db, worker: number): Promise<WorkerRow | undefined> =>
  row<WorkerRow>(
    db,
    q`
    select w.id as worker_id, w.account, w.nickname, w.status, w.must_change, w.team_id, w.role_id,
      r.name as role_name, r.version as role_version, r.module_group, r.data_scope, r.is_builtin, ${raw(covers("w.id"))} as covers
    from workers w left join roles r on r.id = w.role_id where w.id = ${worker}`,
  );

export const touchSession = (db: Db, id: number, now: Date): Promise<unknown> =>
  rows(db, q`update sessions set last_seen_at = ${now} where id = ${id} and last_seen_at < ${now}`);

/** Ends sessions that were idle too long or reached their end; of one worker or of all. */
export const endExpired = (db: Db, now: Date, idleHours: number, worker: number | null): Promise<unknown> => {
  const idleSince = new Date(now.getTime() - idleHours * 3_600_000);
  return rows(
    db,
    q`
    update sessions set ended_at = ${now}, end_reason = case when ends_at <= ${now} then 'max' else 'idle' end
    where ended_at is null and (ends_at <= ${now} or last_seen_at <= ${idleSince}) and ${worker === null ? raw("true") : q`worker_id = ${worker}`}`,
  );
};

/** Ends the live sessions beyond the newest `keep`. */
export const endCrowd = (db: Db, worker: number, keep: number, now: Date): Promise<{ id: number }[]> =>
  rows(
    db,
    q`
    update sessions set ended_at = ${now}, end_reason = 'crowd' where id in (
      select id from sessions where worker_id = ${worker} and ended_at is null order by created_at desc, id desc offset ${keep}) returning id`,
  );

export interface GuardKey {
  kind: "account" | "device" | "net" | "all";
  key: string;
}
export interface Attempt extends GuardKey {
  fails: number;
}

const LADDER_SQL: Sql = raw(
  `case ${LADDER.map((s) => `when login_guards.fails + 1 >= ${s.from} then ${s.minutes ?? "null"}`).join(" ")} end`,
);

/** Counts a try as failed before it is looked at, so that parallel guesses cannot outrun the ladder; undefined: closed. */
export async function claimAttempt(db: Db, guard: GuardKey, now: Date): Promise<Attempt | undefined> {
  const first = closedFor(1);
  const claimed = await row<{ fails: number }>(
    db,
    q`
    insert into login_guards (kind, key, fails, until, first_at, last_at)
    values (${guard.kind}, ${guard.key}, 1, ${first ? new Date(now.getTime() + first * 60_000) : null}, ${now}, ${now})
    on conflict (kind, key) do update set fails = login_guards.fails + 1, last_at = ${now},
      until = ${now}::timestamptz + ${LADDER_SQL} * interval '1 minute'
    where login_guards.fails < ${LOCK_AT} and (login_guards.until is null or login_guards.until <= ${now})
    returning fails`,
  );
  return claimed && { ...guard, fails: claimed.fails };
}

/** Takes a claimed try back: it was neither right nor wrong. A later try of somebody else stays counted. */
export const releaseAttempt = (db: Db, attempt: Attempt): Promise<unknown> =>
  rows(
    db,
    q`
    update login_guards set fails = greatest(fails - 1, 0), until = case when fails = ${attempt.fails} then null else until end
    where kind = ${attempt.kind} and key = ${attempt.key}`,
  );

export const clearGuard = (db: Db, guard: GuardKey): Promise<unknown> =>
  rows(db, q`delete from login_guards where kind = ${guard.kind} and key = ${guard.key}`);

export const guardState = (db: Db, guard: GuardKey): Promise<{ fails: number; until: string | null } | undefined> =>
  row(db, q`select fails, until from login_guards where kind = ${guard.kind} and key = ${guard.key}`);

/** Counts a failed sign-in of a network, or of the whole system, in a window of ten minutes. */
export const countWindow = (db: Db, guard: GuardKey, now: Date): Promise<unknown> => {
  const start = new Date(now.getTime() - NET_WINDOW_MS);
  const closes = guard.kind === "net" ? new Date(now.getTime() + NET_CLOSED_MS) : null;
  return rows(
    db,
    q`
    insert into login_guards (kind, key, fails, first_at, last_at) values (${guard.kind}, ${guard.key}, 1, ${now}, ${now})
    on conflict (kind, key) do update set last_at = ${now},
      fails = case when login_guards.first_at <= ${start} then 1 else login_guards.fails + 1 end,
      first_at = case when login_guards.first_at <= ${start} then ${now} else login_guards.first_at end,
      until = case when login_guards.first_at > ${start} and login_guards.fails + 1 >= ${NET_FAILS} then ${closes}::timestamptz end`,
  );
};

export interface LoginRow {
  id: number | null;
  passwd: string | null;
  device_known: boolean;
  net_until: string | null;
}

/** What a sign-in needs before hashing: one row whether the account exists or not. */
export const loginFacts = (
  db: Db,
  account: string,
  deviceHash: string | null,
  deviceSince: Date,
  net: string,
): Promise<LoginRow | undefined> =>
  row<LoginRow>(
    db,
    q`
    select w.id, w.passwd, exists (
        select from login_devices d where d.worker_id = w.id and d.device_hash = ${deviceHash} and d.last_used_at > ${deviceSince}) as device_known,
      (select until from login_guards where kind = 'net' and key = ${net}) as net_until
    from (select ${account}::text as account) a left join workers w on w.account = a.account`,
  );

export interface SignInRow {
  id: number;
  account: string;
  nickname: string;
  passwd: string;
  status: 0 | 1;
  must_change: boolean;
  once_until: string | null;
  last_login: string | null;
  created_by: number | null;
  is_weak: boolean;
  totp_secret: string | null;
  totp_at: string | null;
  totp_step: number | null;
  recovery_codes: string[];
}
export const signInRow = (db: Db, id: number): Promise<SignInRow | undefined> =>
  row<SignInRow>(
    db,
    q`
    select id, account, nickname, passwd, status, must_change, once_until, last_login_at as last_login, created_by, is_weak, totp_secret, totp_at, totp_step, recovery_codes
    from workers where id = ${id} for update`,
  );

/** Remembers the device; true when it is new for this worker. */
export async function rememberDevice(db: Db, worker: number, deviceHash: string, now: Date): Promise<boolean> {
  const made = await row<{ fresh: boolean }>(
    db,
    q`
    insert into login_devices (worker_id, device_hash, last_used_at) values (${worker}, ${deviceHash}, ${now})
    on conflict (worker_id, device_hash) do update set last_used_at = ${now} returning (xmax = 0) as fresh`,
  );
  return made?.fresh ?? false;
}
