/** Erasure of people's data: of peers closed long ago the contacts, logins and the legal person's paper; of who never became one, and of leads. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { erasedSet } from "#kit/noun/erase.ts";
import { saveRows } from "#kit/noun/save.ts";
import { releaseFiles } from "../../files/index.ts";
import { applicationErasure, ERASE_BATCH, leadErasure, type Gone } from "./erase-unborn.ts";
import { peerAccountNoun } from "./peer-account.noun.ts";
import { peerApplicationNoun } from "./peer-application.noun.ts";
import { peerNoun } from "./peer.noun.ts";

interface Erasure extends Gone {
  records: number;
  kept: { noun: string; noun_id: number; noun_no: string; reason: string }[];
}
const LEFT = peerNoun.erased["contact_name"];

const closedBefore = (db: Db, before: Date, after: number): Promise<(Gone & { id: number })[]> =>
  rows<Gone & { id: number }>(
    db,
    q`
    select p.id, 1 + (select count(*)::int from peer_accounts a where a.peer_id = p.id) as people,
      (select count(distinct k)::int from peer_documents d, unnest(d.files) k where d.peer_id = p.id and d.kind = 'legal_id') as files
    from peers p where p.peer_status = 'closed' and p.closed_at < ${before} and p.contact_name <> ${LEFT} and p.id > ${after} order by p.id limit ${ERASE_BATCH}`,
  );

async function erasePeer(ctx: Ctx, id: number, before: Date): Promise<Gone | null> {
  const closed = await row(
    ctx.db,
    q`select id from peers where id = ${id} and peer_status = 'closed' and closed_at < ${before} and contact_name <> ${LEFT} for update`,
  );
  if (!closed) return null;
  await saveRows(ctx, peerNoun, { where: q`id = ${id}`, set: { ...erasedSet(peerNoun), updated_at: ctx.now } });
  await saveRows(ctx, peerApplicationNoun, { where: q`peer_id = ${id}`, set: { ...erasedSet(peerApplicationNoun), updated_at: ctx.now } });
  const logins = await saveRows(ctx, peerAccountNoun, {
    where: q`peer_id = ${id}`,
    set: { ...erasedSet(peerAccountNoun), updated_at: ctx.now },
  });
  const papers = await rows<{ files: string[] }>(
    ctx.db,
    q`delete from peer_documents where peer_id = ${id} and kind = 'legal_id' returning files`,
  );
  const keys = [...new Set(papers.flatMap((d) => d.files))];
  await releaseFiles(ctx, keys);
  return { people: 1 + logins.length, files: keys.length };
}

type Change = (work: (ctx: Ctx) => Promise<Gone | null>) => Promise<Gone | null>;
interface Kind {
  /** In the order of their ids, beyond the last one seen. */
  found(db: Db, before: Date, after: number): Promise<(Gone & { id: number })[]>;
  /** Held and judged anew; null: it stays after all. */
  erase(ctx: Ctx, id: number, before: Date): Promise<Gone | null>;
}
/** A company's own people; those of companies that never became ours; whom we met at a fair. */
const KINDS: readonly Kind[] = [{ found: closedBefore, erase: erasePeer }, applicationErasure, leadErasure];

/** Counted (`change` null), or erased one record per transaction. What is owed either way keeps a peer from being closed at all. */
export async function personalErase(
  db: Db,
  before: Date,
  change: Change | null,
  progress: (done: number) => Promise<void> = () => Promise.resolve(),
): Promise<Erasure> {
  const sum: Erasure = { records: 0, people: 0, files: 0, kept: [] };
  for (const kind of KINDS)
    for (let last = 0; ;) {
      const found = await kind.found(db, before, last);
      for (const one of found) {
        const gone = change ? await change((ctx) => kind.erase(ctx, one.id, before)) : one;
        if (!gone) continue;
        sum.records++;
        sum.people += gone.people;
        sum.files += gone.files;
        if (change) await progress(sum.records);
      }
      if (found.length < ERASE_BATCH) break;
      last = found.at(-1)?.id ?? last;
    }
  return sum;
}
