/** A lead of an exhibition and the application it became: the application moves it. */
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { moveRow } from "#kit/noun/move.ts";
import { hashesOf } from "#kit/seal/seal.ts";
import { exhibitionLeadNoun } from "../exhibition/exhibition.noun.ts";
import type { StoredApplication } from "./application.sql.ts";

/** Of the exhibition it came by, whoever left the contact's mobile there becomes its lead. */
export async function linkLead(ctx: Ctx, a: Pick<StoredApplication, "id" | "source" | "source_id">, mobile: string): Promise<void> {
  if (a.source !== "exhibition" || a.source_id === null) return;
  const lead = await row<{ id: number }>(
    ctx.db,
    q`
    select l.id from exhibition_leads l where l.exhibition_id = ${a.source_id} and l.mobile_hash = any(${hashesOf("mobile", mobile)}::text[])
      and l.lead_status in ('new', 'contacted') and l.application_id is null for update`,
  );
  if (lead)
    await moveRow(ctx, exhibitionLeadNoun, "apply", { id: lead.id, to: "applied", set: { application_id: a.id, updated_at: ctx.now } });
}

interface Registered {
  id: number;
  /** Of its mobile, under every key. */
  hashes: readonly string[];
}
/**
 * Leads registered after their application was handed in by this fair: each stands where its application stands. One that is
 * passed already came by the fair, so it is no peer that was ours before.
 */
export async function joinApplications(ctx: Ctx, exhibition: number, leads: readonly Registered[]): Promise<void> {
  const all = leads.flatMap((l) => l.hashes);
  const list = await rows<{ id: number; peer_id: number | null; hash: string }>(
    ctx.db,
    q`
    select a.id, a.peer_id, a.contact_mobile_hash as hash from peer_applications a
    where a.source = 'exhibition' and a.source_id = ${exhibition} and a.contact_mobile_hash = any(${all}::text[])
      and a.application_status in ('pending', 'returned', 'approved') and not exists (select from exhibition_leads l where l.application_id = a.id)
    order by a.id for update of a`,
  );
  for (const a of list) {
    const lead = leads.find((l) => l.hashes.includes(a.hash));
    if (!lead) continue;
    const set = { application_id: a.id, updated_at: ctx.now };
    if (a.peer_id === null) await moveRow(ctx, exhibitionLeadNoun, "apply", { id: lead.id, to: "applied", set });
    else await moveRow(ctx, exhibitionLeadNoun, "win", { id: lead.id, to: "won", set: { ...set, kind: "new", peer_id: a.peer_id } });
  }
}

const leadOf = (ctx: Ctx, application: number): Promise<{ id: number } | undefined> =>
  row(ctx.db, q`select l.id from exhibition_leads l where l.application_id = ${application} and l.lead_status = 'applied' for update`);

export async function leadWon(ctx: Ctx, application: number, peer_id: number): Promise<void> {
  const lead = await leadOf(ctx, application);
  if (lead) await moveRow(ctx, exhibitionLeadNoun, "win", { id: lead.id, to: "won", set: { peer_id, updated_at: ctx.now } });
}
/** It may be applied for again, by another application. */
export async function leadBack(ctx: Ctx, application: number): Promise<void> {
  const lead = await leadOf(ctx, application);
  const set = { application_id: null, updated_at: ctx.now };
  if (lead) await moveRow(ctx, exhibitionLeadNoun, "return", { id: lead.id, to: "contacted", set });
}
