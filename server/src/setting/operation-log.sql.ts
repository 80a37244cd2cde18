/** The operation log's chain: sealed rows carry a number and a hash over the row and the hash before it. */
import { createHash } from "node:crypto";
import type { Db } from "#kit/db.ts";
import { q, raw, row, rows } from "#kit/sql.ts";

export interface SealRow {
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
export function chainHash(before: string, r: SealRow): string {
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

const lastSealed = (db: Db): Promise<SealRow[]> =>
  rows<SealRow>(db, q`select ${COLUMNS} from operation_logs where seq is not null order by seq desc limit 2`);

export class BrokenChain extends Error {
  readonly seq: number;
  constructor(seq: number) {
    super(`operation log chain is broken at ${seq}`);
    this.seq = seq;
  }
}

const BATCH = 2_000;

/** Seals what is unsealed, oldest first, inside the caller's transaction; one sealer at a time. Answers how many. */
export async function sealLog(tx: Db): Promise<number> {
  await rows(tx, q`select pg_advisory_xact_lock(101001101)`);
  const [last, previous] = await lastSealed(tx);
  if (last && previous && (last.seq !== (previous.seq ?? 0) + 1 || chainHash(previous.hash ?? "", last) !== last.hash))
    throw new BrokenChain(last.seq ?? 0);
  const open = await rows<SealRow>(tx, q`select ${COLUMNS} from operation_logs where seq is null order by id limit ${BATCH}`);
  if (open.length === 0) return 0;
  let seq = last?.seq ?? 0;
  let hash = last?.hash ?? "";
  const sealed = open.map((r) => ({ id: r.id, seq: ++seq, hash: (hash = chainHash(hash, r)) }));
  await rows(
    tx,
    q`
    update operation_logs l set seq = s.seq, hash = s.hash
    from unnest(${sealed.map((s) => s.id)}::bigint[], ${sealed.map((s) => s.seq)}::bigint[], ${sealed.map((s) => s.hash)}::text[]) as s (id, seq, hash)
    where l.id = s.id`,
  );
  return sealed.length;
}

export interface Verified {
  checked: number;
  broken_seq: number | null;
  sealed_to: string | null;
}

/** Walks the chain; the first row that is changed or missing is named by its number. */
export async function verifyLog(db: Db): Promise<Verified> {
  let seq = 0;
  let hash = "";
  let sealedTo: string | null = null;
  for (;;) {
    const batch = await rows<SealRow>(db, q`select ${COLUMNS} from operation_logs where seq > ${seq} order by seq limit ${BATCH}`);
    for (const r of batch) {
      if (r.seq !== seq + 1) return { checked: seq, broken_seq: seq + 1, sealed_to: sealedTo };
      if (chainHash(hash, r) !== r.hash) return { checked: seq, broken_seq: r.seq, sealed_to: sealedTo };
      seq = r.seq;
      hash = r.hash ?? "";
      sealedTo = r.at;
    }
    if (batch.length < BATCH) return { checked: seq, broken_seq: null, sealed_to: sealedTo };
  }
}

/** Hash of the last sealed row, for the daily file beside the data. */
export const chainHead = (db: Db): Promise<{ seq: number; hash: string; at: string } | undefined> =>
  row(db, q`select seq, hash, at from operation_logs where seq is not null order by seq desc limit 1`);
