/** People met at fairs leave with what was said of them, long after the fair; company, state and times stay for its figures. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, rows, type Sql } from "#kit/db/sql.ts";
import { erasedSet } from "#kit/noun/erase.ts";
import { saveRows } from "#kit/noun/save.ts";
import { releaseFiles } from "../../files/index.ts";
import { ERASE_BATCH, type Gone } from "../peer/erase-unborn.ts";
import { exhibitionLeadNoun } from "./exhibition.noun.ts";

const LEFT = exhibitionLeadNoun.erased["name"];
const isThere = q`l.name is distinct from ${LEFT}`;
/** Of a fair that was over before the day, and nothing was done with it since; one that is applied for waits for its application. */
const ended = (before: Date): Sql =>
  and([
    isThere,
    q`l.updated_at < ${before} and l.lead_status <> 'applied'`,
    q`exists (select from peer_exhibitions e where e.id = l.exhibition_id and (e.end_on + 1)::timestamp at time zone 'Asia/Shanghai' <= ${before})`,
    // Whoever is a peer's goes with it.
    q`not exists (select from peers p where p.id = l.peer_id and p.peer_status = 'closed' and p.closed_at < ${before} and p.contact_name <> ${LEFT})`,
  ]);

async function erase(ctx: Ctx, which: Sql): Promise<Gone | null> {
  const held = await rows<{ id: number; card_file: string | null }>(
    ctx.db,
    q`select l.id, l.card_file from exhibition_leads l where ${which} order by l.id for update`,
  );
  if (held.length === 0) return null;
  const ids = held.map((l) => l.id);
  await saveRows(ctx, exhibitionLeadNoun, {
    where: q`id = any(${ids}::int8[])`,
    set: { ...erasedSet(exhibitionLeadNoun), updated_at: ctx.now },
  });
  // Words of a loss stand only where one was lost.
  await saveRows(ctx, exhibitionLeadNoun, { where: q`id = any(${ids}::int8[]) and lost_reason <> ''`, set: { lost_reason: String(LEFT) } });
  await rows(ctx.db, q`update exhibition_lead_follows set text = ${LEFT} where lead_id = any(${ids}::int8[])`);
  const files = held.flatMap((l) => l.card_file ?? []);
  await releaseFiles(ctx, files);
  return { people: held.length, files: files.length };
}
export const leadErasure = {
  found: (db: Db, before: Date, after: number): Promise<(Gone & { id: number })[]> =>
    rows(
      db,
      q`select l.id, 1 as people, (l.card_file is not null)::int as files from exhibition_leads l
        where ${and([ended(before), q`l.id > ${after}`])} order by l.id limit ${ERASE_BATCH}`,
    ),
  erase: (ctx: Ctx, id: number, before: Date): Promise<Gone | null> => erase(ctx, and([q`l.id = ${id}`, ended(before)])),
};
/** With a peer that is erased goes whoever of it was met at fairs. */
export const eraseLeadsOf = (ctx: Ctx, peer: number) => erase(ctx, and([q`l.peer_id = ${peer}`, isThere]));
