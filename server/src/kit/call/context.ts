/** What a handler gets: `ctx`. No container, no request object; jobs get the same with a system actor. */
import type { LogKind } from "@visadesk/contract/kit/endpoint.ts";
import type { Platform } from "@visadesk/contract/kit/constants.ts";
import type { Db, Tx } from "../db/db.ts";
import type { FileStore } from "../files/files.ts";

export type DataScope = "all" | "team" | "own";

/** A signed-in worker, read anew for every request. */
export interface Principal {
  readonly worker_id: number;
  readonly account: string;
  readonly nickname: string;
  readonly role_id: number | null;
  readonly role_name: string;
  readonly role_version: number;
  readonly codes: ReadonlySet<number>;
  readonly data_scope: DataScope;
  readonly team_id: number | null;
  /** Worker ids whose records are visible; null = all. */
  readonly scope_ids: readonly number[] | null;
  /** Orders beyond it that came with tasks passed to him, while these last. */
  readonly lent_orders?: readonly number[];
  /** Those away whose work he does meanwhile; their records are among the visible ones. */
  readonly covers: readonly number[];
  readonly session_id: number;
  readonly platform: Platform;
  readonly login_at: string;
  /** When the password was last given: at the sign-in, or at an unlock since. */
  readonly proved_at: string;
  readonly locked: boolean;
  readonly must_change: boolean;
  /** The policy asks for a second step that is not set up yet. */
  readonly must_totp: boolean;
}

export interface Actor {
  readonly kind: "worker" | "peer" | "partner" | "system" | "host";
  readonly id: number | null;
  readonly name: string;
}

/** What a handler adds to its log row. Values of personal fields are masked before they are written. */
export interface LogEntry {
  kind?: LogKind;
  /** Who acted, when the call itself has nobody yet (sign-in). */
  actor?: Actor;
  noun?: string;
  noun_id?: number | string | null;
  noun_no?: string | null;
  subject_ids?: readonly number[];
  changes?: readonly FieldChange[];
  reason?: string | null;
  /** It happened and counts, although the call itself is refused. */
  result?: "ok";
}
export interface FieldChange {
  field: string;
  label: string;
  before: unknown;
  after: unknown;
}

export interface JobOptions {
  /** Only one waiting or running job per key. */
  key?: string;
  run_at?: Date;
  max_attempts?: number;
  /** Whose screen shows its progress. */
  owner_id?: number | null;
  title?: string;
}

export interface Ctx {
  /** The transaction of a write, the pool of a read. */
  readonly db: Db;
  readonly actor: Actor;
  /** The signed-in worker; throws for a job or an open call, which have none. */
  readonly me: Principal;
  readonly principal: Principal | null;
  readonly now: Date;
  readonly request_id: string;
  readonly ip: string;
  readonly agent: string;
  readonly platform: Platform;
  readonly files: FileStore;
  /** Raw request facts that only sign-in needs. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Answer headers (cookies at sign-in and sign-out). */
  setHeader(name: string, value: string): void;
  has(code: number): boolean;
  /** A value of 系统参数, with its default. */
  config<K extends keyof SysConfig>(key: K): Promise<SysConfig[K]>;
  /** Names the record, the changed fields and the reason in this call's log row. May be called several times: merged. */
  note(entry: LogEntry): void;
  /** Puts a job in the queue, in this transaction. Answers its id, or null when its key is taken. */
  enqueue(job: string, payload: Record<string, unknown>, options?: JobOptions): Promise<number | null>;
  /** Runs once the transaction is committed; never awaited by the caller's answer. */
  afterCommit(run: () => void | Promise<void>): void;
  /** The uploaded file of an `upload` endpoint, already on disk in a temporary place. */
  readonly upload: Upload | null;
}

export interface Upload {
  readonly path: string;
  readonly filename: string;
  readonly size: number;
  readonly sha256: string;
}

export interface SysConfig {
  addr_download_url: string;
  addr_hosts: string[];
  platform_name: string;
  company_name: string;
  registration_notice: string;
  password_policy: "default" | "strict";
  totp_policy: "off" | "optional" | "weak_only" | "all";
  session_idle_hours: number;
  session_max_days: number;
  auto_lock_minutes: number;
  work_hours: [string, string][];
  reveal_per_hour: number;
  reveal_alert_per_day: number;
  log_keep_days: number;
  erase_after_months: number;
  callback_hosts: string[];
  plan_review_work_days: number;
  plan_originals_days: number;
  plan_submit_work_days: number;
  plan_return_days: number;
  plan_in_hand_days: number;
  parcel_cut_off: string;
  credit_overdue_days: number;
  order_overdue_days: number;
  licence_stop_days: number;
  peer_site_url: string;
}

/** A context of one of the staff at an instant: what makes the demo acts as people do. */
export type CtxOf = (tx: Tx, worker: number, at: Date) => Promise<Ctx>;
