/** The operation log's chain: chained rows carry a number and a hash over the row and the hash before it; purged months leave an anchor. */
import { createHash } from "node:crypto";
import type { Db } from "#kit/db/db.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";

export interface ChainRow {
  id: number;
  at: string;
  at_text: string;
  request_id: string;
  actor_kind: string;
  actor_id: number | null;
  actor_name: string;
  kind: string;
  endpoint: string;
  area: string;
  noun: string | null;
  noun_id: string | null;
  noun_no: string | null;
  subject_ids: number[];
  changes_text: string;
  reason: string | null;
  result: string;
  ip: string | null;
  agent: string | null;
  ms: number;
  seq: number | null;
  hash: string | null;
}

const COLUMNS =
  raw(`id, at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at_text, request_id, actor_kind, actor_id, actor_name, kind, endpoint, area,
  noun, noun_id, noun_no, subject_ids, changes::text as changes_text, reason, result, ip, agent, ms, seq, hash`);

/** SHA-256 over the previous hash and every column of the row in a fixed order. */
export function chainHash(before: string, r: ChainRow): string {
  const line = JSON.stringify([
    r.id,
    r.at_text,
    r.request_id,
    r.actor_kind,
    r.actor_id,
    r.actor_name,
    r.kind,
    r.endpoint,
    r.area,
    r.noun,
    r.noun_id,
    r.noun_no,
    r.subject_ids,
    r.changes_text,
    r.reason,
    r.result,
    r.ip,
    r.agent,
    r.ms,
  ]);
  return createHash("sha256").update(`${before}\n${line}`).digest("hex");
}

export interface Link {
  seq: number;
  hash: string;
}
const START: Link = { seq: 0, hash: "" };

export interface Anchor {
  month: string;
  row_count: number;
  first_seq: number;
  last_seq: number;
  first_hash: string;
  last_hash: string;
  created_at: Date;
}
export const anchorsOf = (db: Db): Promise<Omit<Anchor, "created_at">[]> =>
  rows(db, q`select month, row_count, first_seq, last_seq, first_hash, last_hash from log_anchors order by last_seq`);

/** Where the chain begins now: after the newest anchor, or at nothing. */
export async function chainStart(db: Db): Promise<Link> {
  const anchor = await row<Link>(db, q`select last_seq as seq, last_hash as hash from log_anchors order by last_seq desc limit 1`);
  return anchor ?? START;
}

const chainedRows = (db: Db, from: number, to: number, limit: number): Promise<ChainRow[]> =>
  rows<ChainRow>(db, q`select ${COLUMNS} from operation_logs where seq >= ${from} and seq <= ${to} order by seq limit ${limit}`);

const newestChained = (db: Db): Promise<ChainRow[]> =>
  rows<ChainRow>(db, q`select ${COLUMNS} from operation_logs where seq is not null order by seq desc limit 2`);

export class BrokenChain extends Error {
  readonly seq: number;
  constructor(seq: number) {
    super(`operation log chain is broken at ${seq}`);
    this.seq = seq;
  }
}

const BATCH = 2_000;
const LAST = Number.MAX_SAFE_INTEGER;

/** The end of the chain, after a look at how it fits to the row before it. */
async function chainEnd(db: Db): Promise<Link> {
  const [last, previous] = await newestChained(db);
  const start = await chainStart(db);
  if (!last?.hash || last.seq === null) return start;
  const before = previous?.hash ? { seq: previous.seq ?? 0, hash: previous.hash } : start;
  if (last.seq !== before.seq + 1 || chainHash(before.hash, last) !== last.hash) throw new BrokenChain(last.seq);
  return { seq: last.seq, hash: last.hash };
}

/** Chains what is unchained, oldest first, inside the caller's transaction; one writer of the chain at a time. Answers how many. */
export async function chainLog(tx: Db): Promise<number> {
  await rows(tx, q`select pg_advisory_xact_lock(101001101)`);
  let { seq, hash } = await chainEnd(tx);
  const open = await rows<ChainRow>(tx, q`select ${COLUMNS} from operation_logs where seq is null order by id limit ${BATCH}`);
  if (open.length === 0) return 0;
  const chained = open.map((r) => ({ id: r.id, seq: ++seq, hash: (hash = chainHash(hash, r)) }));
  await rows(
    tx,
    q`
    update operation_logs l set seq = s.seq, hash = s.hash
    from unnest(${chained.map((s) => s.id)}::bigint[], ${chained.map((s) => s.seq)}::bigint[], ${chained.map((s) => s.hash)}::text[]) as s (id, seq, hash)
    where l.id = s.id`,
  );
  return chained.length;
}

export interface Verified {
  checked: number;
  broken_seq: number | null;
  chained_to: string | null;
}

/** Anchors must follow each other without a gap, and nothing they stand for may still be there. */
async function brokenAnchor(db: Db): Promise<number | null> {
  let next = 1;
  for (const a of await anchorsOf(db)) {
    if (a.first_seq !== next) return next;
    next = a.last_seq + 1;
  }
  const left = await row<{ seq: number }>(db, q`select seq from operation_logs where seq < ${next} order by seq limit 1`);
  return left?.seq ?? null;
}

/** The link before the first row to look at; null when that row itself is missing. */
async function linkBefore(db: Db, from: number): Promise<Link | null> {
  const start = await chainStart(db);
  if (from <= start.seq + 1) return start;
  const before = await row<Link>(db, q`select seq, hash from operation_logs where seq = ${from - 1}`);
  return before ?? null;
}

/** Walks the chain from `from` to `to`, both numbers included; the first row that is changed or missing is named. */
export async function verifyLog(db: Db, { from = 1, to = LAST }: { from?: number; to?: number } = {}): Promise<Verified> {
  const lost = await brokenAnchor(db);
  if (lost !== null) return { checked: 0, broken_seq: lost, chained_to: null };
  const first = await linkBefore(db, from);
  if (!first) return { checked: 0, broken_seq: from - 1, chained_to: null };
  let { seq, hash } = first;
  const checked = (): number => seq - first.seq;
  let sealedTo: string | null = null;
  for (;;) {
    const batch = await chainedRows(db, seq + 1, to, BATCH);
    for (const r of batch) {
      if (r.seq !== seq + 1) return { checked: checked(), broken_seq: seq + 1, chained_to: sealedTo };
      if (chainHash(hash, r) !== r.hash) return { checked: checked(), broken_seq: r.seq, chained_to: sealedTo };
      seq = r.seq;
      hash = r.hash;
      sealedTo = r.at;
    }
    if (batch.length < BATCH) return { checked: checked(), broken_seq: null, chained_to: sealedTo };
  }
}

/** Hash of the last chained row, for the daily file beside the data. */
export const chainHead = (db: Db): Promise<Link | undefined> =>
  row(db, q`select seq, hash from operation_logs where seq is not null order by seq desc limit 1`);

/** Hashes of these numbers, of rows and of anchors' ends; what lies inside a purged month is not among them. */
export const hashesAt = (db: Db, seqs: readonly number[]): Promise<Link[]> =>
  rows(
    db,
    q`
    select seq, hash from operation_logs where seq = any(${[...seqs]}::bigint[])
    union all select last_seq, last_hash from log_anchors where last_seq = any(${[...seqs]}::bigint[])`,
  );

/** The oldest chained row still here. */
export const oldestChained = (db: Db): Promise<{ seq: number; hash: string; at: string } | undefined> =>
  row(db, q`select seq, hash, at from operation_logs where seq is not null order by seq limit 1`);

/** The last row, in the order of chaining, before the first one of `end` or later. */
export const lastBefore = (db: Db, end: Date): Promise<Link | undefined> =>
  row(
    db,
    q`
    select p.seq, p.hash from operation_logs p
    where p.seq = coalesce((select seq - 1 from operation_logs where seq is not null and at >= ${end} order by seq limit 1), (select max(seq) from operation_logs))`,
  );

/** Puts the anchor down and takes its rows away. Answers how many left. */
export async function purgeMonth(tx: Db, anchor: Anchor): Promise<number> {
  await rows(tx, q`select pg_advisory_xact_lock(101001101)`);
  await tx.insertInto("log_anchors").values(anchor).execute();
  const done = await row<{ gone: number }>(tx, q`select operation_logs_purge(${anchor.last_seq}) as gone`);
  return done?.gone ?? 0;
}
