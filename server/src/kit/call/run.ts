/**
 * The only pipeline: session → code → input → (for a change) one transaction holding the request id, the idempotency
 * key, the handler and the log row → stripped answer. Handlers see none of it.
 */
import { createHash } from "node:crypto";
import { CLOCK_SKEW_MS, type Platform } from "@visadesk/contract/kit/constants.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { lockedFields, lockedWords } from "@visadesk/contract/kit/field-may.ts";
import { allows, missingCode } from "@visadesk/contract/permissions.ts";
import type { Actor, Ctx, JobOptions, LogEntry, Principal, SysConfig, Upload } from "./context.ts";
import { beforeCommit, inTransaction, type Db } from "../db/db.ts";
import type { FileStore } from "../files/files.ts";
import type { Clock } from "../clock.ts";
import { parseInput } from "./input.ts";
import { enqueue } from "../jobs.ts";
import { assertLoaded } from "../first-load.ts";
import { SECRET, writeLog } from "./log.ts";
import { conflict, Denied, HttpError, isKept, Refusal, refuse } from "../http/refuse.ts";
import { countLookups, type LookupDoors } from "../db/lookup.ts";
import type { Served, Serving } from "./serve.ts";
import { hot, q, row } from "../db/sql.ts";
import { answerStrip, presentStrip } from "../seal/strip.ts";

export interface Session {
  principal: Principal | null;
  /** Why there is none, and what its owner is told; without a sentence the console's own appears. */
  reason?: string;
  sentence?: string;
}

export interface AppParts {
  db: Db;
  clock: Clock;
  files: FileStore;
  serving: Serving;
  /** Who calls; offered by the account area. */
  principalOf(call: {
    token: string;
    headers: Readonly<Record<string, string | undefined>>;
    platform: Platform;
    now: Date;
  }): Promise<Session>;
  config<K extends keyof SysConfig>(db: Db, key: K): Promise<SysConfig[K]>;
  onFault?(error: unknown, requestId: string): void;
  /** Limits and names look-ups by a whole personal number; without it nothing is counted. */
  readonly lookups?: LookupDoors;
  /** Told of every plain read, which leaves no log row. */
  onRead?(who: Principal, endpoint: Endpoint): void;
}

export interface Call {
  name: string;
  body: unknown;
  request_id: string;
  platform: Platform;
  token: string;
  headers: Readonly<Record<string, string | undefined>>;
  ip: string;
  agent: string;
  upload?: () => Promise<{ fields: Record<string, unknown>; upload: Upload }>;
}

export interface Answer {
  body: unknown;
  headers: Record<string, string>;
  principal: Principal | null;
}

const fieldsOf = (input: unknown): readonly string[] | undefined => (input as { fields?: readonly string[] } | null)?.fields;

const SYSTEM: Actor = { kind: "system", id: null, name: "系统" };
const actorOf = (p: Principal | null): Actor =>
  p ? { kind: "worker", id: p.worker_id, name: p.nickname || p.account } : { ...SYSTEM, name: "" };

/** Makes the context of one call or one job. */
export function makeCtx(
  parts: Pick<AppParts, "files" | "config">,
  db: Db,
  call: Partial<Call>,
  principal: Principal | null,
  now: Date,
  upload: Upload | null = null,
): Ctx & { entries: LogEntry[]; after: (() => void | Promise<void>)[]; outHeaders: Record<string, string> } {
  const entries: LogEntry[] = [];
  const after: (() => void | Promise<void>)[] = [];
  const outHeaders: Record<string, string> = {};
  return {
    db,
    now,
    entries,
    after,
    outHeaders,
    principal,
    actor: call.name ? actorOf(principal) : SYSTEM,
    get me(): Principal {
      if (!principal) throw new HttpError(401, null);
      return principal;
    },
    request_id: call.request_id ?? "",
    ip: call.ip ?? "",
    agent: call.agent ?? "",
    platform: call.platform ?? 25,
    files: parts.files,
    headers: call.headers ?? {},
    upload,
    setHeader: (name, value) => void (outHeaders[name] = value),
    has: (code) => principal?.codes.has(code) ?? false,
    config: (key) => parts.config(db, key),
    note: (entry) => void entries.push(entry),
    enqueue: (job, payload, options: JobOptions = {}) => enqueue(db, job, payload, options, now),
    afterCommit: (run) => void after.push(run),
  };
}

function assertAllowed(endpoint: Endpoint, call: Call, session: Session): void {
  if (endpoint.may === "open") return;
  const p = session.principal;
  if (!p) throw new HttpError(401, session.sentence ?? null, session.reason ? { reason: session.reason } : null);
  if (p.platform !== call.platform) throw new HttpError(403, TEXTS.wrong_platform);
  if (p.locked && !endpoint.while_locked && endpoint.name !== "session_logout") refuse("screen_locked");
  if (p.must_change && !endpoint.while_must_change) refuse("must_change_passwd");
  if (p.must_totp && !endpoint.while_must_change && !endpoint.while_must_totp) refuse("totp_setup_needed");
  if (!allows(endpoint.may, p.codes)) throw new Denied(missingCode(endpoint.may, p.codes) ?? 0);
}

/** A field that asks for more than the call itself is not taken from whoever lacks that. */
function assertFields(endpoint: Endpoint, input: unknown, principal: Principal | null): void {
  if (!endpoint.field_may || !principal) return;
  const sent = lockedFields(endpoint, principal.codes).filter((name) => (input as Record<string, unknown>)[name] !== undefined);
  if (sent.length > 0) throw new Denied(lockedWords(endpoint, sent));
}

/** What did not happen leaves a row as well, in a transaction of its own: a missing right, and a change that broke. */
async function logFailure(
  parts: AppParts,
  endpoint: Endpoint,
  call: Call,
  principal: Principal | null,
  now: Date,
  error: unknown,
): Promise<void> {
  const write = (entry: LogEntry, result: "refused" | "fault"): Promise<void> =>
    inTransaction(parts.db, (tx) => writeLog(tx, makeCtx(parts, tx, call, principal, now), endpoint, [entry], result, 0));
  if (error instanceof Denied) await write({ kind: "denied", reason: error.label }, "refused");
  const isExpected = error instanceof Refusal || error instanceof HttpError;
  // The answer does not wait for it: a database that is away keeps no row.
  if (!isExpected && !isPlain(endpoint) && !endpoint.unlogged) write({}, "fault").catch(() => undefined);
}
/** A read that leaves no row. */
const isPlain = (endpoint: Endpoint): boolean => (endpoint.kind === "read" || endpoint.kind === "list") && !endpoint.log;

const keyOf = (input: unknown): string | null => {
  const key = (input as { idempotency_key?: unknown } | null)?.idempotency_key;
  return typeof key === "string" ? key : null;
};

/** A conflict leaves like an answer does, never as the stored row. */
function shownConflict(endpoint: Endpoint, error: unknown): unknown {
  const current = error instanceof HttpError && error.status === 409 ? (error.body as { current?: unknown } | null)?.current : undefined;
  return current === undefined ? error : conflict((error as HttpError).msg ?? TEXTS.conflict, presentStrip(endpoint)(current));
}

/** Runs one call through the pipeline. Throws Refusal or HttpError for expected failures. */
export async function runCall(parts: AppParts, call: Call): Promise<Answer> {
  const served = parts.serving[call.name];
  if (!served) throw new HttpError(404, null);
  const { endpoint } = served;
  const now = parts.clock.now();
  const open = endpoint.may === "open";
  const session = open
    ? { principal: null }
    : await parts.principalOf({ token: call.token, headers: call.headers, platform: call.platform, now });
  const { principal } = session;
  try {
    assertAllowed(endpoint, call, session);
    assertLoaded(endpoint);
    const uploaded = endpoint.upload && call.upload ? await call.upload() : null;
    const input = parseInput(endpoint, uploaded ? uploaded.fields : call.body);
    assertFields(endpoint, input, principal);
    if (principal && parts.lookups)
      await countLookups(
        parts.db,
        { endpoint, input, serving: parts.serving, who: principal, now },
        (tx) => makeCtx(parts, tx, call, principal, now),
        parts.lookups,
      );
    if (!isPlain(endpoint)) return await runChange(parts, call, served, input, principal, uploaded?.upload ?? null, now);
    const ctx = makeCtx(parts, parts.db, call, principal, now);
    const body = answerStrip(endpoint, endpoint.row && fieldsOf(input))(await served.run(input, ctx, null));
    if (principal) parts.onRead?.(principal, endpoint);
    return { body, headers: ctx.outHeaders, principal };
  } catch (e) {
    await logFailure(parts, endpoint, call, principal, now, e);
    throw endpoint.kind === "write" ? shownConflict(endpoint, e) : e;
  }
}

async function runChange(
  parts: AppParts,
  call: Call,
  served: Served,
  input: unknown,
  principal: Principal | null,
  upload: Upload | null,
  now: Date,
): Promise<Answer> {
  const { endpoint } = served;
  const started = performance.now();
  let after: (() => void | Promise<void>)[] = [];
  const prepared = served.prepare ? await served.prepare(input, makeCtx(parts, parts.db, call, principal, now, upload)) : null;
  const answer = await inTransaction(parts.db, async (tx) => {
    // Asked with the handler's first statement; nothing is committed or answered before it is granted.
    const claimed = claimRequest(tx, call.request_id, now);
    await beforeCommit(tx, claimed);
    const key = endpoint.key ? keyOf(input) : null;
    if (key) await claimed;
    const stored = key ? await claimKey(tx, principal, endpoint, key, call.body, now) : undefined;
    if (stored !== undefined) return { body: stored, headers: { "idempotency-replayed": "true" }, principal };
    const ctx = makeCtx(parts, tx, call, principal, now, upload);
    const outcome = await attempt(() => served.run(input, ctx, prepared)).catch((e: unknown) =>
      claimed.then(() => Promise.reject(e as Error)),
    );
    await claimed;
    const body = "refused" in outcome ? null : answerStrip(endpoint, endpoint.row && fieldsOf(input))(outcome.value);
    if (key && !("refused" in outcome)) await keepAnswer(tx, principal, endpoint, key, body);
    if (!endpoint.unlogged)
      await beforeCommit(
        tx,
        writeLog(tx, ctx, endpoint, ctx.entries, "refused" in outcome ? "refused" : "ok", Math.round(performance.now() - started)),
      );
    after = ctx.after;
    return "refused" in outcome ? { refused: outcome.refused } : { body, headers: ctx.outHeaders, principal };
  });
  for (const run of after)
    void Promise.resolve()
      .then(run)
      .catch((e: unknown) => parts.onFault?.(e, call.request_id));
  if ("refused" in answer) throw answer.refused;
  return answer;
}

/** Runs a handler; a kept refusal becomes a value so that its transaction commits. */
async function attempt(work: () => unknown): Promise<{ value: unknown } | { refused: Error }> {
  try {
    return { value: await work() };
  } catch (e) {
    if (isKept(e)) return { refused: e };
    throw e;
  }
}

/** What a repeated key answers: everything but secrets, which are shown once. */
const storedText = (body: unknown): string => JSON.stringify(body ?? null, (name, v: unknown) => (SECRET.test(name) ? null : v));

const keepAnswer = (tx: Db, principal: Principal | null, endpoint: Endpoint, key: string, body: unknown): Promise<unknown> =>
  row(
    tx,
    q`update idempotency_keys set response = ${storedText(body)} where actor = ${actorKey(principal)} and endpoint = ${endpoint.name} and key = ${key}`,
  );

const actorKey = (p: Principal | null): string => (p ? `worker:${p.worker_id}` : "open");

async function claimRequest(tx: Db, id: string, now: Date): Promise<void> {
  const fresh = await row<{ request_id: string }>(
    tx,
    hot(q`insert into seen_requests (request_id, at) values (${id}, ${now}) on conflict do nothing returning request_id`),
  );
  if (!fresh) throw new HttpError(403, TEXTS.replayed);
}

/** Claims a key, or answers what the first call with it answered. Another body under the same key is a 409. */
async function claimKey(tx: Db, principal: Principal | null, endpoint: Endpoint, key: string, body: unknown, now: Date): Promise<unknown> {
  const { idempotency_key: _, ...rest } = body as Record<string, unknown>;
  const hash = createHash("sha256").update(JSON.stringify(rest)).digest("hex");
  const claimed = await row<{ key: string }>(
    tx,
    q`
    insert into idempotency_keys (actor, endpoint, key, body_sha256, at) values (${actorKey(principal)}, ${endpoint.name}, ${key}, ${hash}, ${now})
    on conflict do nothing returning key::text as key`,
  );
  if (claimed) return undefined;
  const first = await row<{ body_sha256: string; response: unknown }>(
    tx,
    q`
    select body_sha256, response from idempotency_keys where actor = ${actorKey(principal)} and endpoint = ${endpoint.name} and key = ${key}`,
  );
  if (!first || first.body_sha256 !== hash) throw new HttpError(409, TEXTS.key_reused);
  return first.response;
}

/** Forgets request ids that the clock check refuses anyway. */
export const sweepRequests = (db: Db, now: Date): Promise<unknown> =>
  db
    .deleteFrom("seen_requests")
    .where("at", "<", new Date(now.getTime() - 4 * CLOCK_SKEW_MS).toISOString())
    .execute();
