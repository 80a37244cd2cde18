/** Leads as list and page read them, and whose a number is already. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { exhibitionLead, type exhibitionLeadApi } from "@visadesk/contract/peer/exhibition/exhibition-lead.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { numberForms } from "#kit/db/lookup.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { dateRange } from "#kit/range.ts";
import { bareNumber, hashesOf, tailsOf } from "#kit/seal/seal.ts";
import { exhibitionLeadNoun } from "./exhibition.noun.ts";
import { uncalled } from "./exhibition.sql.ts";
import { leadQueue } from "./lead.desk.ts";
import { leadScope } from "./lead-scope.sql.ts";

type Api = typeof exhibitionLeadApi;
export type LeadRow = Output<Api["exhibition_lead_query"]>["list"][number];
export type LeadDetail = Output<Api["exhibition_lead_get"]>;
/** What stands in the row and beside it, but for the name of who follows it. */
export type StoredLead = Omit<LeadRow, "owner_name">;

const FROM = q`exhibition_leads l join peer_exhibitions e on e.id = l.exhibition_id`;
const JOINS = q`left join peers p on p.id = l.peer_id left join peer_applications a on a.id = l.application_id`;
const columns = (
  now: Date,
): Sql => q`${shown(exhibitionLeadNoun, "l", exhibitionLead)}, e.name as exhibition_name, p.short_name as peer_name, a.application_no,
  coalesce(${uncalled(now)}, false) as is_late, (select count(*)::int from exhibition_lead_follows f where f.lead_id = l.id) as follow_count,
  (select f.text from exhibition_lead_follows f where f.lead_id = l.id order by f.id desc limit 1) as last_follow`;

type Filter = Omit<Parsed<Api["exhibition_lead_query"]>, "page" | "page_size">;
type Caller = Pick<Ctx, "me" | "now">;
/** By company or name; by the whole mobile or its last four. */
function typed(keyword: string): Sql {
  const [bare, like] = [bareNumber(keyword), `%${likeText(keyword)}%`];
  const text = or([q`l.company ilike ${like}`, q`l.name ilike ${like}`]);
  if (/^\d{4}$/.test(bare)) return or([text, q`l.mobile_tail = any(${tailsOf("mobile", bare)}::text[])`]);
  return numberForms(bare).includes("mobile") ? or([text, q`l.mobile_hash = any(${hashesOf("mobile", bare)}::text[])`]) : text;
}
const matching = (f: Filter, ctx: Caller): Sql =>
  and([
    leadScope(ctx),
    f.queue && leadQueue(ctx, f.queue),
    f.keyword && typed(f.keyword),
    f.exhibition_id && q`l.exhibition_id = any(${[...f.exhibition_id]}::int8[])`,
    f.kind && q`l.kind = ${f.kind}`,
    f.lead_status && q`l.lead_status = any(${[...f.lead_status]}::text[])`,
    f.interest && q`l.interest = any(${[...f.interest]}::text[])`,
    f.owner_id && q`l.owner_id = any(${[...f.owner_id]}::int8[])`,
    f.is_late !== undefined && q`coalesce(${uncalled(ctx.now)}, false) = ${f.is_late}`,
    dateRange("l.next_follow_on", f.next_follow_on),
  ]);
export const leadList = (f: Filter, ctx: Caller): ListDef => ({
  from: FROM,
  where: matching(f, ctx),
  id: "l.id",
  select: columns(ctx.now),
  joins: JOINS,
  sorts: {
    created_at: { by: "l.created_at", order: "desc", keyset: true },
    next_follow_on: { by: "l.next_follow_on", order: "asc" },
  },
  sort: "created_at",
});

type Reader = Pick<Ctx, "db" | "me" | "now">;
/** One in the caller's sight. */
export const storedLead = (ctx: Reader, id: number): Promise<StoredLead | undefined> =>
  row(ctx.db, q`select ${columns(ctx.now)} from ${FROM} ${JOINS} where ${and([q`l.id = ${id}`, leadScope(ctx)])}`);
/** The same, held to the end of the transaction. */
export const heldLead = (ctx: Reader, id: number): Promise<StoredLead | undefined> =>
  row(ctx.db, q`select ${columns(ctx.now)} from ${FROM} ${JOINS} where ${and([q`l.id = ${id}`, leadScope(ctx)])} for update of l`);

export const followsOf = (db: Db, lead: number): Promise<LeadDetail["follows"]> =>
  rows(
    db,
    q`
    select f.id, f.text, coalesce(nullif(w.nickname, ''), w.account) as by_name, f.at
    from exhibition_lead_follows f left join workers w on w.id = f.by_id where f.lead_id = ${lead} order by f.id desc`,
  );

export interface KnownPeer {
  id: number;
  peer_no: string;
  short_name: string;
  contact_name: string;
}
/** Peers at work whose contact or login one of these mobiles is, by the hash it was found under. */
export async function peersByHash(db: Db, hashes: readonly string[]): Promise<ReadonlyMap<string, KnownPeer>> {
  if (hashes.length === 0) return new Map();
  const list = await rows<KnownPeer & { hash: string }>(
    db,
    q`
    select p.id, p.peer_no, p.short_name, p.contact_name, h.hash from (
      select x.id, x.contact_mobile_hash as hash from peers x where x.contact_mobile_hash = any(${[...hashes]}::text[])
      union all select c.peer_id, c.mobile_hash from peer_accounts c where c.status = 1 and c.mobile_hash = any(${[...hashes]}::text[])) h
    join peers p on p.id = h.id where p.peer_status = 'active' order by p.id desc`,
  );
  return new Map(list.map(({ hash, ...peer }) => [hash, peer]));
}
export type KnownLead = Pick<LeadRow, "id" | "company" | "lead_status"> & { hash: string };
/** Leads of an exhibition with one of these mobiles, whichever key they were sealed under. */
export const leadsByHash = (db: Db, exhibition: number, hashes: readonly string[]): Promise<KnownLead[]> =>
  rows(
    db,
    q`select l.id, l.company, l.lead_status, l.mobile_hash as hash from exhibition_leads l
      where l.exhibition_id = ${exhibition} and l.mobile_hash = any(${[...hashes]}::text[])`,
  );
