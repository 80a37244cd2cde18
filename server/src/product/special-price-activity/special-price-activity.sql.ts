/** Activities and their items as stored, and as the clock shows them. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { instantsOf, type Range } from "#kit/range.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import type { ActivityFacts, ItemFacts, Period } from "./special-price-activity.rules.ts";
import type { Audience } from "./special-price.rules.ts";

type Api = typeof specialPriceActivityApi;
export type ActivityRow = Omit<Output<Api["special_price_activity_query"]>["list"][number], "audience">;
type State = ActivityRow["state"];

/** State of `a` by the clock. */
const stateAt = (now: Date): Sql => q`
  case when a.activity_status <> 'published' then a.activity_status when a.end_at <= ${now} then 'ended' when a.start_at <= ${now} then 'running'
    when a.warm_at <= ${now} then 'warming' else 'not_started' end`;

const columns = (now: Date): Sql => q`
  a.id, a.name, a."end", a.level_ids, a.group_ids, a.warm_at, a.start_at, a.end_at, a.stack_coupon, a.note, a.activity_status, ${stateAt(now)} as state,
  a.stop_reason, a.stopped_at, a.published_at, nullif(b.nickname, '') as published_by_name, nullif(w.nickname, '') as created_by_name, a.version, a.updated_at,
  i.item_count, i.sold, i.total, u.saved, u.order_count`;
const JOINS = raw(`
  left join workers w on w.id = a.created_by left join workers b on b.id = a.published_by
  cross join lateral (
    select count(*)::int as item_count, coalesce(sum(i.sold), 0)::int as sold, case when count(*) filter (where i.total_limit = 0) = 0 then sum(i.total_limit)::int end as total
    from special_price_items i where i.activity_id = a.id) i
  cross join lateral (
    select coalesce(sum(u.saved), 0)::int8 as saved, count(*)::int as order_count
    from special_price_items i join special_price_uses u on u.item_id = i.id and u.released_at is null where i.activity_id = a.id) u`);

export interface ActivityFilter {
  keyword?: string | undefined;
  end?: readonly string[] | undefined;
  state?: readonly State[] | undefined;
  sku_id?: readonly number[] | undefined;
  level_ids?: readonly string[] | undefined;
  period?: Range | undefined;
}
/** Activities that run at some time of a period. */
const inPeriod = (period: Range | undefined): Sql => {
  const { from, to } = instantsOf(period);
  return and([from && q`a.end_at > ${from}`, to && q`a.start_at < ${to}`]);
};
export const activityList = (f: ActivityFilter, now: Date): ListDef => ({
  from: q`special_price_activities a`,
  where: and([
    f.keyword && q`a.name ilike ${`%${likeText(f.keyword)}%`}`,
    f.end && q`a."end" = any(${[...f.end]}::text[])`,
    f.state && q`${stateAt(now)} = any(${[...f.state]}::text[])`,
    f.sku_id && q`exists (select from special_price_items i where i.activity_id = a.id and i.sku_id = any(${[...f.sku_id]}::int8[]))`,
    f.level_ids && q`a.level_ids && ${[...f.level_ids]}::text[]`,
    inPeriod(f.period),
  ]),
  id: "a.id",
  select: columns(now),
  joins: JOINS,
  sorts: {
    name: { by: "a.name", order: "asc" },
    start_at: { by: "a.start_at", order: "desc" },
    end_at: { by: "a.end_at", order: "desc" },
    updated_at: { by: "a.updated_at", order: "desc" },
  },
  sort: "updated_at",
});

export const activityRow = (db: Db, id: number, now: Date): Promise<ActivityRow | undefined> =>
  row<ActivityRow>(db, q`select ${columns(now)} from special_price_activities a ${JOINS} where a.id = ${id}`);

/** One at a time: nobody edits what somebody publishes. */
export interface ActivityHead extends ActivityFacts {
  id: number;
  activity_status: "draft" | "published" | "stopped";
  state: State;
  version: number;
  created_by: number | null;
}
export const lockActivity = (db: Db, id: number, now: Date): Promise<ActivityHead | undefined> =>
  row<ActivityHead>(
    db,
    q`
    select a.id, a.name, a."end", a.level_ids, a.group_ids, a.warm_at, a.start_at, a.end_at, a.stack_coupon, a.note, a.activity_status, ${stateAt(now)} as state, a.version, a.created_by
    from special_price_activities a where a.id = ${id} for update`,
  );

export interface ItemRow extends ItemFacts {
  id: number;
  sold: number;
  order_count: number;
  saved: number;
  priced_by: number | null;
}
/** In the order of the catalogue. */
export const itemsOf = (db: Db, activityId: number): Promise<ItemRow[]> =>
  rows<ItemRow>(
    db,
    q`
    select i.id, i.sku_id, i.adult, i.child, i.per_order, i.per_buyer, i.total_limit, i.sold, i.priced_by,
      count(u.id)::int as order_count, coalesce(sum(u.saved), 0)::int8 as saved
    from special_price_items i join skus k on k.id = i.sku_id left join special_price_uses u on u.item_id = i.id and u.released_at is null
    where i.activity_id = ${activityId} group by i.id, k.sort order by k.sort, i.sku_id`,
  );

/** Names are unique among what is not over; the lock keeps two people from taking one name at once. */
export async function isActivityNamed(db: Db, name: string, except: number | null, now: Date): Promise<boolean> {
  await rows(db, q`select pg_advisory_xact_lock(hashtext('special_price_activity name'))`);
  const taken = await row(
    db,
    q`
    select 1 from special_price_activities a where a.name = ${name} and a.id is distinct from ${except}::int8
      and (a.activity_status = 'draft' or (a.activity_status = 'published' and a.end_at > ${now}))`,
  );
  return taken !== undefined;
}

/** Two who publish specials of one product wait for each other; who orders it does not. In one order, so nobody waits in a circle. */
export const lockSkus = (db: Db, ids: readonly number[]): Promise<unknown> =>
  rows(db, q`select id from skus where id = any(${[...ids]}::int8[]) order by id for no key update`);

export interface PublishedItem extends Audience, Period {
  name: string;
  sku_id: number;
  sku_no: string;
}
/** Published activities with one of these products that end after an instant. */
export const publishedItems = (db: Db, skus: readonly number[], except: number, after: Date): Promise<PublishedItem[]> =>
  rows<PublishedItem>(
    db,
    q`
    select a.name, a."end", a.level_ids, a.group_ids, a.start_at, a.end_at, i.sku_id, k.sku_no
    from special_price_items i join special_price_activities a on a.id = i.activity_id join skus k on k.id = i.sku_id
    where i.sku_id = any(${[...skus]}::int8[]) and a.activity_status = 'published' and a.end_at > ${after} and a.id <> ${except}
    order by k.sort, i.sku_id, a.start_at`,
  );

export type SkuSpecialRow = Omit<Output<Api["special_price_item_query"]>["list"][number], "audience"> & Audience;
/** Activities of a product: what runs and what comes first, drafts and what is over after it. */
export const skuSpecials = (db: Db, skuId: number, now: Date): Promise<SkuSpecialRow[]> =>
  rows<SkuSpecialRow>(
    db,
    q`
    select a.id as activity_id, a.name, a."end", a.level_ids, a.group_ids, a.start_at, a.end_at, ${stateAt(now)} as state, a.stack_coupon,
      i.adult, i.child, i.per_order, i.per_buyer, i.total_limit, i.sold
    from special_price_items i join special_price_activities a on a.id = i.activity_id where i.sku_id = ${skuId}
    order by array_position(array['running', 'warming', 'not_started', 'draft', 'ended', 'stopped'], ${stateAt(now)}), a.start_at desc, a.id desc limit 100`,
  );

/** Orders that had a special, those that gave it back too. `seen`: whose orders the caller sees. */
export const activityOrders = (activityId: number, seen: Sql | null): ListDef => ({
  from: q`special_price_uses u join special_price_items i on i.id = u.item_id join orders o on o.id = u.order_id`,
  where: and([q`i.activity_id = ${activityId}`, seen]),
  id: "u.id",
  select: q`u.id, u.order_id, o.order_no, k.sku_no, k.name as sku_name, u.qty, u.saved, o.order_status, u.created_at, u.released_at`,
  joins: q`join skus k on k.id = i.sku_id`,
  sorts: { created_at: { by: "u.created_at", order: "desc" } },
  sort: "created_at",
});

export interface SoonRow {
  id: number;
  name: string;
  edge: "start" | "end";
  at: string;
  created_by: number | null;
}
/** Published activities that start or end until an instant and whose maker was not told of it yet; the lock is the job's. */
export const soonRows = (db: Db, now: Date, until: Date): Promise<SoonRow[]> =>
  rows<SoonRow>(
    db,
    q`
    select a.id, a.name, e.edge, e.at, a.created_by from special_price_activities a
    cross join lateral (values ('start', a.start_at, a.start_told), ('end', a.end_at, a.end_told)) as e(edge, at, told)
    where a.activity_status = 'published' and e.at > ${now} and e.at <= ${until} and e.told is distinct from e.at
    order by e.at, a.id for update of a`,
  );
export const markTold = (db: Db, { id, edge, at }: SoonRow): Promise<unknown> =>
  rows(
    db,
    q`update special_price_activities set ${raw(edge === "start" ? "start_told" : "end_told")} = ${at}::timestamptz where id = ${id}`,
  );

/** A draft goes with its items. */
export const removeActivity = (db: Db, id: number): Promise<unknown> =>
  rows(db, q`delete from special_price_activities where id = ${id} and activity_status = 'draft'`);
