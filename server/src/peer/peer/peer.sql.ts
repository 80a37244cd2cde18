/** Peers as their list and page read them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { peer, peerDetail, type peerApi } from "@visadesk/contract/peer/peer/peer.ts";
import type { Ctx } from "#kit/call/context.ts";
import { numberForms } from "#kit/db/lookup.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, or, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { likeOf } from "#kit/grams.ts";
import { shown, type Column } from "#kit/noun/noun.ts";
import { timeRange } from "#kit/range.ts";
import { bareNumber, hashesOf, tailsOf } from "#kit/seal/seal.ts";
import { peerQueue } from "../peer.queues.ts";
import { peerScope } from "./peer-scope.sql.ts";
import * as is from "./peer-state.sql.ts";
import { peerNoun } from "./peer.noun.ts";

type Api = typeof peerApi;
export type PeerRow = Output<Api["peer_query"]>["list"][number];
export type PeerDetail = Output<Api["peer_get"]>;
type Caller = Pick<Ctx, "db" | "me">;

/** What stands in the row itself. */
type Stored<R> = Pick<R, Extract<keyof R, Column<"peers">>>;
export type StoredRow = Stored<PeerRow> & { province_code: string; city_code: string };
export type StoredDetail = StoredRow & Stored<PeerDetail> & { contact_mobile_sealed: string | null };
const COLUMNS = q`${shown(peerNoun, "p", peer)}, p.province_code, p.city_code`;
const DETAIL = q`${shown(peerNoun, "p", peerDetail)}, p.province_code, p.city_code, p.contact_mobile_sealed`;

/** By number, names old and new, credit code, pinyin; by the contact's whole mobile or its last four. */
function typed(keyword: string): Sql {
  const bare = bareNumber(keyword);
  const text = q`p.search_text like ${likeOf(keyword)}`;
  if (/^\d{4}$/.test(bare)) return or([text, q`p.contact_mobile_tail = any(${tailsOf("mobile", bare)}::text[])`]);
  return numberForms(bare).includes("mobile") ? or([text, q`p.contact_mobile_hash = any(${hashesOf("mobile", bare)}::text[])`]) : text;
}

type Filter = Omit<Parsed<Api["peer_query"]>, "page" | "page_size">;
type At = Pick<Ctx, "me" | "now">;
const words = (column: string, list: readonly string[] | undefined): Sql | undefined =>
  list && q`${raw(column)} = any(${[...list]}::text[])`;
const numbers = (column: string, list: readonly number[] | undefined): Sql | undefined =>
  list && q`${raw(column)} = any(${[...list]}::int8[])`;
const either = (wanted: boolean | undefined, condition: Sql): Sql | undefined =>
  wanted === undefined ? undefined : wanted ? condition : q`not ${condition}`;

export const peerMatching = (input: Filter, ctx: At): Sql =>
  and([peerScope(ctx), peerFiltered(input, ctx.now), input.queue && peerQueue(ctx, input.queue)]);
/** Whoever asks. */
export const peerFiltered = (input: Omit<Filter, "queue">, now: Date): Sql =>
  and([
    input.keyword && typed(input.keyword),
    words("p.level_id", input.level_id),
    numbers("p.service_group_id", input.service_group_id),
    numbers("p.bd_owner_id", input.bd_owner_id),
    numbers("p.cs_owner_id", input.cs_owner_id),
    input.owner_id && q`(p.bd_owner_id = any(${[...input.owner_id]}::int8[]) or p.cs_owner_id = any(${[...input.owner_id]}::int8[]))`,
    words("p.province_code", input.province_code),
    words("p.city_code", input.city_code),
    words("p.source", input.source),
    input.source_id !== undefined && q`p.source_id = ${input.source_id}`,
    words("p.settle_mode", input.settle_mode),
    words("p.business_kind", input.business_kind),
    timeRange("p.approved_at", input.approved_at),
    ...derived(input, now),
  ]);
const derived = (input: Omit<Filter, "queue">, now: Date): (Sql | undefined | false)[] => [
  either(input.is_unowned, is.UNOWNED),
  either(input.is_overdue, is.isOverdue(now)),
  either(input.is_locked, q`(p.level_locked_until is not null)`),
  input.state && q`${is.stateOf(now)} = any(${[...input.state]}::text[])`,
  input.activity && q`${is.activity(now)} = any(${[...input.activity]}::text[])`,
  input.no_order_days !== undefined && is.noOrderFor(now, input.no_order_days),
  input.balance_below !== undefined && q`${is.BALANCE} < ${input.balance_below}`,
  input.available_below !== undefined && q`(p.settle_mode = 'credit' and ${is.available(now)} < ${input.available_below})`,
  input.paper && is.paperEnds(now, input.paper),
];

export const peerList = (input: Filter, ctx: At): ListDef => ({
  from: q`peers p`,
  where: peerMatching(input, ctx),
  id: "p.id",
  select: COLUMNS,
  sorts: {
    approved_at: { by: "p.approved_at", order: "desc", keyset: true },
    updated_at: { by: "p.updated_at", order: "desc", keyset: true },
    peer_no: { by: "p.peer_no", order: "asc", keyset: true, type: "text" },
  },
  sort: "approved_at",
});

/** A peer in the caller's sight. */
export const storedPeer = (ctx: Caller, id: number): Promise<StoredDetail | undefined> =>
  row<StoredDetail>(ctx.db, q`select ${DETAIL} from peers p where ${and([q`p.id = ${id}`, peerScope(ctx)])}`);
/** The same, held: all that is written about one peer waits here. */
export const lockedPeer = (ctx: Caller, id: number): Promise<StoredDetail | undefined> =>
  row<StoredDetail>(ctx.db, q`select ${DETAIL} from peers p where ${and([q`p.id = ${id}`, peerScope(ctx)])} for update`);

/** Of those that match the filter, by what stands in the list's head; money of the foot in cents. */
// `offset 0`: each peer is looked at once, not once for every count.
export const countPeers = async (input: Filter, ctx: At & Pick<Ctx, "db">): Promise<Record<string, number>> => {
  const found = await row<Record<string, number>>(
    ctx.db,
    q`
    select count(*)::int as all, (count(*) filter (where x.state = 'active'))::int as active, (count(*) filter (where x.state = 'frozen'))::int as frozen,
      (count(*) filter (where x.state = 'closed'))::int as closed, (count(*) filter (where x.state <> 'closed' and x.activity = 'silent'))::int as silent,
      (count(*) filter (where x.state <> 'closed' and x.activity = 'lost'))::int as lost, (count(*) filter (where x.unowned))::int as unowned,
      coalesce(sum(x.balance), 0)::int8 as balance, coalesce(sum(x.credit_used), 0)::int8 as credit_used, coalesce(sum(x.gmv), 0)::int8 as gmv_30
    from (select ${is.stateOf(ctx.now)} as state, ${is.activity(ctx.now)} as activity, ${is.UNOWNED} as unowned, ${is.BALANCE} as balance,
        ${is.CREDIT_USED} as credit_used, ${is.gmvSince(ctx.now, 30)} as gmv
      from peers p where ${peerMatching(input, ctx)} offset 0) x`,
  );
  if (!found) throw new Error("a count answers a row");
  return found;
};
/** Those of a filter that owe something that is due. */
export const overduePeers = async (input: Filter, ctx: At & Pick<Ctx, "db">): Promise<number[]> =>
  (await rows<{ id: number }>(ctx.db, q`select p.id from peers p where ${and([peerMatching(input, ctx), is.isOverdue(ctx.now)])}`)).map(
    (p) => p.id,
  );

type Picked = Output<Api["peer_pick"]>["list"][number];
/** Those at work first. */
export const peerPicks = (db: Ctx["db"], ask: Parsed<Api["peer_pick"]>, most: number): Promise<Picked[]> =>
  rows<Picked>(
    db,
    q`select p.id, p.peer_no, p.short_name, p.business_kind, p.level_id, p.peer_status from peers p
      where ${and([
        // Any of us may pick one: only what is shown is searched, or whoever asks could guess the rest.
        ask.keyword && q`lower(p.peer_no || ' ' || p.short_name) like ${likeOf(ask.keyword)}`,
        ask.kind && q`(p.business_kind = 'corporate') = ${ask.kind === "corporate"}`,
        ask.is_active && q`p.peer_status = 'active'`,
        numbers("p.id", ask.ids),
      ])} order by p.peer_status = 'active' desc, p.short_name, p.id limit ${most}`,
  );
