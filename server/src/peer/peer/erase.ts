/** Erasure of people's data at peers that were closed long ago: contacts, logins, the legal person's paper. The company stays. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { erasedSet } from "#kit/noun/erase.ts";
import { saveRows } from "#kit/noun/save.ts";
import { releaseFiles } from "../../files/index.ts";
import { peerAccountNoun } from "./peer-account.noun.ts";
import { peerApplicationNoun } from "./peer-application.noun.ts";
import { peerNoun } from "./peer.noun.ts";

interface Erasable {
  id: number;
  peer_no: string;
  people: number;
  files: number;
}
type Gone = Pick<Erasable, "people" | "files">;
interface Erasure extends Gone {
  records: number;
  kept: { noun: string; noun_id: number; noun_no: string; reason: string }[];
}
const BATCH = 500;
const LEFT = peerNoun.erased["contact_name"];

const closedBefore = (db: Db, before: Date, after: number): Promise<Erasable[]> =>
  rows<Erasable>(
    db,
    q`
    select p.id, p.peer_no, 1 + (select count(*)::int from peer_accounts a where a.peer_id = p.id) as people,
      (select count(distinct k)::int from peer_documents d, unnest(d.files) k where d.peer_id = p.id and d.kind = 'legal_id') as files
    from peers p where p.peer_status = 'closed' and p.closed_at < ${before} and p.contact_name <> ${LEFT} and p.id > ${after} order by p.id limit ${BATCH}`,
  );

async function erasePeer(ctx: Ctx, { id }: Erasable, before: Date): Promise<Gone | null> {
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

/** Counted (`change` null), or erased one peer per transaction. What is owed either way keeps a peer from being closed at all. */
export async function personalErase(
  db: Db,
  before: Date,
  change: ((work: (ctx: Ctx) => Promise<Gone | null>) => Promise<Gone | null>) | null,
  progress: (done: number) => Promise<void> = () => Promise.resolve(),
): Promise<Erasure> {
  const sum: Erasure = { records: 0, people: 0, files: 0, kept: [] };
  for (let last = 0; ;) {
    const found = await closedBefore(db, before, last);
    for (const peer of found) {
      const gone = change ? await change((ctx) => erasePeer(ctx, peer, before)) : peer;
      if (!gone) continue;
      sum.records++;
      sum.people += gone.people;
      sum.files += gone.files;
      if (change) await progress(sum.records);
    }
    if (found.length < BATCH) return sum;
    last = found.at(-1)?.id ?? last;
  }
}
