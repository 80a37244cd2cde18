/** Erasure of people whose company never became a peer: contacts of applications that came to nothing. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows, type Sql } from "#kit/db/sql.ts";
import { erasedSet } from "#kit/noun/erase.ts";
import { saveRows } from "#kit/noun/save.ts";
import { peerApplicationNoun } from "./peer-application.noun.ts";

export const ERASE_BATCH = 500;
export interface Gone {
  people: number;
  files: number;
}
type Found = Gone & { id: number };
const LEFT = peerApplicationNoun.erased["contact_name"];

/** The company's papers stay: they say why it was refused. */
const deadApplication = (before: Date): Sql =>
  q`a.application_status in ('rejected', 'withdrawn') and coalesce(a.decided_at, a.updated_at) < ${before} and a.contact_name <> ${LEFT}`;
export const applicationErasure = {
  found: (db: Db, before: Date, after: number): Promise<Found[]> =>
    rows(
      db,
      q`select a.id, 1 as people, 0 as files from peer_applications a where ${deadApplication(before)} and a.id > ${after} order by a.id limit ${ERASE_BATCH}`,
    ),
  erase: async (ctx: Ctx, id: number, before: Date): Promise<Gone | null> => {
    if (!(await row(ctx.db, q`select a.id from peer_applications a where a.id = ${id} and ${deadApplication(before)} for update`)))
      return null;
    await saveRows(ctx, peerApplicationNoun, { where: q`id = ${id}`, set: { ...erasedSet(peerApplicationNoun), updated_at: ctx.now } });
    return { people: 1, files: 0 };
  },
};
