/** Exhibitions as list and page read them, with what came of each. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { peerExhibition, peerExhibitionDetail, type peerExhibitionApi } from "@visadesk/contract/peer/exhibition/peer-exhibition.ts";
import { CALL_WITHIN } from "@visadesk/contract/peer/exhibition/exhibition.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown, type Column } from "#kit/noun/noun.ts";
import { dateRange } from "#kit/range.ts";
import { workDaysAgo } from "../../base-data/index.ts";
import { peerExhibitionNoun } from "./exhibition.noun.ts";
import { exhibitionScope } from "./exhibition-scope.sql.ts";
import { leadScope } from "./lead-scope.sql.ts";

type Api = typeof peerExhibitionApi;
export type ExhibitionRow = Output<Api["peer_exhibition_query"]>["list"][number];
export type ExhibitionDetail = Output<Api["peer_exhibition_get"]>;
type Stored<R> = Pick<R, Extract<keyof R, Column<"peer_exhibitions">>>;
export type StoredRow = Stored<ExhibitionRow>;
export type StoredExhibition = Stored<ExhibitionDetail>;

const DETAIL = shown(peerExhibitionNoun, "e", peerExhibitionDetail);
/** Nobody called it within the days that a lead has. Over `l` = exhibition_leads. */
export const uncalled = (now: Date): Sql =>
  q`(l.kind = 'new' and l.lead_status = 'new' and l.created_at < ${workDaysAgo(now, CALL_WITHIN)})`;

type Filter = Omit<Parsed<Api["peer_exhibition_query"]>, "page" | "page_size">;
const typed = (keyword: string): Sql => {
  const like = `%${likeText(keyword)}%`;
  return or([q`e.name ilike ${like}`, q`e.city ilike ${like}`]);
};
export const exhibitionList = (f: Filter, ctx: Pick<Ctx, "me">): ListDef => ({
  from: q`peer_exhibitions e`,
  where: and([
    exhibitionScope(ctx),
    f.keyword && typed(f.keyword),
    f.exhibition_status && q`e.exhibition_status = any(${[...f.exhibition_status]}::text[])`,
    f.owner_id && q`e.owner_id = any(${[...f.owner_id]}::int8[])`,
    dateRange("e.start_on", f.start_on),
  ]),
  id: "e.id",
  select: shown(peerExhibitionNoun, "e", peerExhibition),
  sorts: {
    start_on: { by: "e.start_on", order: "desc", keyset: true, type: "date" },
    updated_at: { by: "e.updated_at", order: "desc", keyset: true },
  },
  sort: "start_on",
});

export const storedExhibition = (db: Db, id: number): Promise<StoredExhibition | undefined> =>
  row(db, q`select ${DETAIL} from peer_exhibitions e where e.id = ${id}`);
const inSight = (ctx: Pick<Ctx, "me">, id: number): Sql =>
  q`select ${DETAIL} from peer_exhibitions e where ${and([q`e.id = ${id}`, exhibitionScope(ctx)])}`;
/** One in the caller's sight. */
export const seenExhibition = (ctx: Pick<Ctx, "db" | "me">, id: number): Promise<StoredExhibition | undefined> =>
  row(ctx.db, inSight(ctx, id));
/** The same, held: its leads are registered one after the other, and not while it ends. */
export const heldExhibition = (ctx: Pick<Ctx, "db" | "me">, id: number): Promise<StoredExhibition | undefined> =>
  row(ctx.db, q`${inSight(ctx, id)} for no key update`);
/** Held for the numbers of its leads alone, by whoever has one of them. */
export const holdExhibition = (db: Db, id: number): Promise<unknown> =>
  rows(db, q`select id from peer_exhibitions where id = ${id} for no key update`);

/** By state, and all; leads in the caller's sight that nobody called in time. */
export const countExhibitions = async (ctx: Pick<Ctx, "db" | "me" | "now">): Promise<Record<string, number>> => {
  const states = Object.keys(peerExhibitionNoun.flow.states)
    .map((s) => q`, (count(*) filter (where e.exhibition_status = ${s}))::int as ${raw(s)}`)
    .reduce((before, s) => q`${before}${s}`);
  const late = q`(select count(*)::int from exhibition_leads l where ${and([uncalled(ctx.now), leadScope(ctx)])}) as uncalled`;
  return (
    (await row<Record<string, number>>(
      ctx.db,
      q`select count(*)::int as all, ${late}${states} from peer_exhibitions e where ${and([exhibitionScope(ctx)])}`,
    )) ?? {}
  );
};

export type Figures = Pick<ExhibitionRow, "lead_new" | "lead_peer" | "applied" | "won" | "first_orders" | "uncalled" | "cost_total">;
const IS_NEW = "l.kind = 'new'";
const IS_WON = `${IS_NEW} and l.lead_status = 'won'`;
const ORDERED = "exists (select from orders o where o.peer_id = l.peer_id and o.paid_at is not null)";
const came = (now: Date): Sql => q`
  (count(*) filter (where ${raw(IS_NEW)}))::int as lead_new, (count(*) filter (where l.kind = 'peer'))::int as lead_peer,
  (count(*) filter (where ${raw(IS_NEW)} and l.lead_status in ('applied', 'won')))::int as applied, (count(*) filter (where ${raw(IS_WON)}))::int as won,
  (count(*) filter (where ${raw(IS_WON)} and ${raw(ORDERED)}))::int as first_orders, (count(*) filter (where ${uncalled(now)}))::int as uncalled`;

type Asker = Pick<Ctx, "db" | "me" | "now">;
/** `is_whole`: all of its leads are in the caller's sight, so that they may be set against what the fair cost. */
export type FairFigures = Figures & { is_whole: boolean };
/** What came of each, counted when it is asked, of the leads that the caller's list shows; peers that were ours before stand apart. */
export async function figuresOf(ctx: Asker, ids: readonly number[]): Promise<ReadonlyMap<number, FairFigures>> {
  const seen = leadScope(ctx);
  const whole = seen === null ? q`true` : q`not exists (select from exhibition_leads l where l.exhibition_id = e.id and not ${seen})`;
  const list = await rows<FairFigures & { id: number }>(
    ctx.db,
    q`
    select e.id, f.*, ${whole} as is_whole, (select coalesce(sum((c.value ->> 'amount')::int8), 0)::int8 from jsonb_array_elements(e.costs) c) as cost_total
    from peer_exhibitions e cross join lateral (select ${came(ctx.now)} from exhibition_leads l where ${and([q`l.exhibition_id = e.id`, seen])}) f
    where e.id = any(${[...ids]}::int8[])`,
  );
  return new Map(list.map(({ id, ...f }) => [id, f]));
}

export interface Won {
  exhibition_id: number;
  owner_id: number;
  peer_id: number;
}
/** Peers that came by these exhibitions, with whose leads they were, in the caller's sight. */
export const wonPeers = (ctx: Asker, ids: readonly number[]): Promise<Won[]> =>
  rows(
    ctx.db,
    q`select l.exhibition_id, l.owner_id, l.peer_id from exhibition_leads l
      where ${and([q`l.exhibition_id = any(${[...ids]}::int8[]) and ${raw(IS_WON)} and l.peer_id is not null`, leadScope(ctx)])}`,
  );

export type StaffFigures = Omit<Figures, "cost_total">;
/** By whoever follows the leads, in the caller's sight. */
export const staffFigures = async (ctx: Asker, id: number): Promise<ReadonlyMap<number, StaffFigures>> => {
  const list = await rows<StaffFigures & { worker_id: number }>(
    ctx.db,
    q`select l.owner_id as worker_id, ${came(ctx.now)} from exhibition_leads l where ${and([q`l.exhibition_id = ${id}`, leadScope(ctx)])} group by l.owner_id`,
  );
  return new Map(list.map(({ worker_id, ...f }) => [worker_id, f]));
};

/** Who was asked to come, and whether somebody of theirs signed in. */
export const invitedOf = (db: Db, id: number): Promise<ExhibitionDetail["invited"]> =>
  rows(
    db,
    q`
    select p.id as peer_id, p.peer_no, p.short_name,
      exists (select from exhibition_leads l where l.exhibition_id = e.id and l.peer_id = p.id and l.kind = 'peer') as is_here
    from peer_exhibitions e join peers p on p.id = any(e.invited_peer_ids) where e.id = ${id} order by p.short_name, p.id`,
  );

/** Those of these ids that are no peer at work. */
export async function notInvitable(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const found = await rows<{ id: number }>(db, q`select id from peers where id = any(${[...ids]}::int8[]) and peer_status = 'active'`);
  const known = new Set(found.map((p) => p.id));
  return ids.filter((id) => !known.has(id));
}
export type Reader = Pick<Ctx, "db" | "me" | "now" | "has">;
