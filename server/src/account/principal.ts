/**
 * Who calls. Worker status, role and role version come from the database; an answer is kept up to 30 s only while a
 * LISTEN connection tells of every change (triggers of 0001_account.sql notify `visadesk_session`).
 */
import { ENDED_TEXTS } from "@visadesk/contract/account/session.ts";
import { allCodes } from "@visadesk/contract/permissions.ts";
import type { Platform } from "@visadesk/contract/kit/constants.ts";
import pg from "pg";
import type { Principal } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { Session } from "#kit/call/run.ts";
import { hashOf, sessionCookie } from "./cookies.ts";
import { MINUTE, needsSecondStep } from "./login/login.rules.ts";
import { withLent } from "./lent.ts";
import { scopeOf } from "./scope.ts";
import { endExpired, sessionById, sessionByToken, touchSession, workerRights, type SessionRow } from "./login/session.sql.ts";

const KEEP_MS = 30_000;
const KEEP_MAX = 5_000;
const IDLE_HOURS = 12;

export interface PrincipalCall {
  token: string;
  headers: Readonly<Record<string, string | undefined>>;
  platform: Platform;
  now: Date;
}
export interface SessionGate {
  principalOf(call: PrincipalCall): Promise<Session>;
  /** Is the cache in use? Only while changes are heard. */
  cached(): boolean;
  close(): Promise<void>;
}

interface Kept {
  row: SessionRow;
  scope: readonly number[] | null;
  at: number;
  seenAt: number;
}

const gates = new Set<{ forget(): void }>();
/** Empties the caches of this process; other processes are told by the database. */
export const forgetSessions = (): void => gates.forEach((g) => g.forget());
/** Calls `listener` whenever sessions, rights or parameters may have changed; answers how to stop it. */
export function onRightsChanged(listener: () => void): () => void {
  const gate = { forget: listener };
  gates.add(gate);
  return () => void gates.delete(gate);
}

const scopeFacts = (r: SessionRow): Parameters<typeof scopeOf>[1] & Pick<Principal, "data_scope"> => ({
  id: r.worker_id,
  covers: r.covers,
  team_id: r.team_id,
  data_scope: r.is_builtin ? "all" : (r.data_scope ?? "own"),
});

const isWithCookie = (r: SessionRow, call: PrincipalCall): boolean => {
  if (r.cookie_hash === null) return true;
  const cookie = sessionCookie(call.headers);
  return cookie !== null && hashOf(cookie) === r.cookie_hash;
};

/** Told only to whoever holds both halves of the session. */
function endedText(r: SessionRow, call: PrincipalCall, fault: string): Pick<Session, "sentence"> {
  const sentence = ENDED_TEXTS[fault];
  return sentence !== undefined && isWithCookie(r, call) ? { sentence } : {};
}

/** Why a stored session does not count, or null. */
function faultOf(r: SessionRow, seenAt: number, call: PrincipalCall): string | null {
  const now = call.now.getTime();
  if (r.ended_at) return r.end_reason ?? "ended";
  if (r.status !== 1) return "disabled";
  if (now >= Date.parse(r.ends_at)) return "max";
  if (now >= seenAt + (r.idle_hours ?? IDLE_HOURS) * 60 * MINUTE) return "idle";
  return isWithCookie(r, call) ? null : "cookie";
}

const principalFrom = (r: SessionRow, scope: readonly number[] | null): Principal => ({
  worker_id: r.worker_id,
  account: r.account,
  nickname: r.nickname,
  role_id: r.role_id,
  role_name: r.role_name ?? "",
  role_version: r.role_version ?? 0,
  codes: new Set(r.is_builtin ? allCodes : (r.module_group ?? [])),
  data_scope: scopeFacts(r).data_scope,
  team_id: r.team_id,
  scope_ids: scope,
  covers: r.covers,
  session_id: r.id,
  platform: r.platform,
  login_at: r.created_at,
  proved_at: r.unlocked_at ?? r.created_at,
  locked: r.locked_at !== null,
  must_change: r.must_change,
  must_totp: needsSecondStep(r),
});

/** What a worker may do now, for work in the background; null when there is no such worker or he is disabled. */
export async function principalOfWorker(db: Db, worker: number, now: Date): Promise<Principal | null> {
  const found = await workerRights(db, worker);
  if (!found || found.status !== 1) return null;
  const at = now.toISOString();
  const row: SessionRow = {
    ...found,
    id: 0,
    platform: 25,
    cookie_hash: null,
    created_at: at,
    last_seen_at: at,
    ends_at: at,
    ended_at: null,
    end_reason: null,
    locked_at: null,
    unlocked_at: null,
    idle_hours: null,
    is_weak: false,
    totp_on: true,
    totp_policy: null,
    has_given: true,
  };
  return withLent(db, principalFrom(row, await scopeOf(db, scopeFacts(row))), now);
}

/** The worker of a session that is still good for this call; for addresses that belong to a session. */
export async function principalOfSession(db: Db, session: number, call: Omit<PrincipalCall, "token">): Promise<Principal | null> {
  const found = await sessionById(db, session);
  if (!found || faultOf(found, Date.parse(found.last_seen_at), { ...call, token: "" })) return null;
  const principal = principalFrom(found, await scopeOf(db, scopeFacts(found)));
  return found.has_given ? withLent(db, principal, call.now) : principal;
}

/** The gate's memory of sessions. `listen`: where to hear of changes; null (embedded, tests) means no memory at all. */
export function openSessions(db: Db, listen: string | null): SessionGate {
  const kept = new Map<string, Kept>();
  let epoch = 0;
  const forget = (): void => {
    epoch++;
    kept.clear();
  };
  const self = { forget };
  gates.add(self);
  const ear = listen === null ? null : startListening(listen, forgetSessions);

  const load = async (hash: string, now: Date): Promise<Kept | null> => {
    const usable = ear?.up() ?? false;
    const known = usable ? kept.get(hash) : undefined;
    if (known && now.getTime() - known.at < KEEP_MS && now.getTime() >= known.at) return known;
    const began = epoch;
    const found = await sessionByToken(db, hash);
    if (!found) return null;
    const entry: Kept = {
      row: found,
      scope: await scopeOf(db, scopeFacts(found)),
      at: now.getTime(),
      seenAt: Date.parse(found.last_seen_at),
    };
    if (usable && began === epoch) {
      kept.delete(hash);
      kept.set(hash, entry);
      if (kept.size > KEEP_MAX) kept.delete(kept.keys().next().value ?? "");
    }
    return entry;
  };

  const principalOf = async (call: PrincipalCall): Promise<Session> => {
    if (!/^[\w-]{20,100}$/.test(call.token)) return { principal: null, reason: "none" };
    const entry = await load(hashOf(call.token), call.now);
    if (!entry) return { principal: null, reason: "unknown" };
    const fault = faultOf(entry.row, entry.seenAt, call);
    if (fault === "idle" || fault === "max") quietly(endExpired(db, call.now, entry.row.idle_hours ?? IDLE_HOURS, entry.row.worker_id));
    if (fault) return { principal: null, reason: fault, ...endedText(entry.row, call, fault) };
    if (call.now.getTime() - entry.seenAt >= MINUTE) {
      entry.seenAt = call.now.getTime();
      quietly(touchSession(db, entry.row.id, call.now));
    }
    const principal = principalFrom(entry.row, entry.scope);
    return { principal: entry.row.has_given ? await withLent(db, principal, call.now) : principal };
  };

  return {
    principalOf,
    cached: () => ear?.up() ?? false,
    close: async () => {
      gates.delete(self);
      await ear?.stop();
    },
  };
}

/** The call does not wait for it, and a database that is away is reported by the call itself. */
const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);

interface Ear {
  up(): boolean;
  stop(): Promise<void>;
}

/** Keeps one LISTEN connection; while it is down nothing is remembered. */
function startListening(url: string, heard: () => void): Ear {
  let client: pg.Client | null = null;
  let up = false;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  const again = (): void => {
    up = false;
    heard();
    if (stopped) return;
    clearTimeout(retry);
    retry = setTimeout(connect, 2_000).unref();
  };
  const connect = (): void => {
    const c = new pg.Client({ connectionString: url, application_name: "visadesk-listen", keepAlive: true });
    client = c;
    c.on("error", again);
    c.on("end", again);
    c.on("notification", heard);
    c.connect()
      .then(() => c.query("listen visadesk_session"))
      .then(() => {
        heard();
        up = !stopped;
      }, again);
  };
  connect();
  return {
    up: () => up,
    stop: async () => {
      stopped = true;
      up = false;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
