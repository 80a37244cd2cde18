/** Erasure of people whose company never became a peer: contacts of applications that came to nothing, and people met at fairs. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows, type Sql } from "#kit/db/sql.ts";
import { erasedSet } from "#kit/noun/erase.ts";
import { saveRows } from "#kit/noun/save.ts";
import { releaseFiles } from "../../files/index.ts";
import { exhibitionLeadNoun } from "../exhibition/exhibition.noun.ts";
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

/** Lost, left alone since its fair was over, or of a peer that was closed. */
const deadLead = (before: Date): Sql => q`l.updated_at < ${before} and l.name <> ${LEFT} and (l.lead_status = 'lost'
  or (l.lead_status in ('new', 'contacted') and exists (select from peer_exhibitions e where e.id = l.exhibition_id and e.exhibition_status in ('closed', 'cancelled')))
  or exists (select from peers p where p.id = l.peer_id and p.peer_status = 'closed' and p.closed_at < ${before}))`;
export const leadErasure = {
  found: (db: Db, before: Date, after: number): Promise<Found[]> =>
    rows(
      db,
      q`select l.id, 1 as people, (l.card_file is not null)::int as files from exhibition_leads l where ${deadLead(before)} and l.id > ${after} order by l.id limit ${ERASE_BATCH}`,
    ),
  erase: async (ctx: Ctx, id: number, before: Date): Promise<Gone | null> => {
    const lead = await row<{ card_file: string | null }>(
      ctx.db,
      q`select l.card_file from exhibition_leads l where l.id = ${id} and ${deadLead(before)} for update`,
    );
    if (!lead) return null;
    await saveRows(ctx, exhibitionLeadNoun, {
      where: q`id = ${id}`,
      set: { ...erasedSet(exhibitionLeadNoun), card_file: null, updated_at: ctx.now },
    });
    await rows(ctx.db, q`update exhibition_lead_follows set text = ${LEFT} where lead_id = ${id}`);
    if (lead.card_file !== null) await releaseFiles(ctx, [lead.card_file]);
    return { people: 1, files: lead.card_file === null ? 0 : 1 };
  },
};
