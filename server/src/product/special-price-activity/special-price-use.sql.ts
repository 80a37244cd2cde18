/** Who had which special, and what is left of it. */
import type { Db } from "#kit/db/db.ts";
import { q, row, rows, type Sql } from "#kit/db/sql.ts";
import type { Buyer } from "../price/buyer.ts";
import type { SpecialOffer } from "./special-price.rules.ts";

/** What a buyer holds of item `i`: a peer by his account, a customer by his number in the orders. */
const bought = (buyer: Buyer): Sql =>
  buyer.peer_id !== undefined
    ? q`(select coalesce(sum(x.qty), 0)::int from special_price_uses x where x.item_id = i.id and x.released_at is null and x.buyer = ${buyer.peer_id})`
    : q`(select coalesce(sum(x.qty), 0)::int from special_price_uses x join orders o on o.id = x.order_id
         where x.item_id = i.id and x.released_at is null and x.buyer = '' and o.contact_mobile_hash = any(${[...(buyer.mobile_hashes ?? [])]}::text[]))`;

/** Published offers of a product that are not over, the earliest first. */
export const specialOffers = (db: Db, skuId: number, buyer: Buyer, at: Date): Promise<SpecialOffer[]> =>
  rows<SpecialOffer>(
    db,
    q`
    select i.id as item_id, a.id as activity_id, a.name, a."end", a.level_ids, a.group_ids, a.start_at, a.end_at, a.stack_coupon, i.adult, i.child,
      i.per_order, i.per_buyer, i.total_limit, i.sold, case when i.per_buyer = 0 then 0 else ${bought(buyer)} end as bought
    from special_price_items i join special_price_activities a on a.id = i.activity_id
    where i.sku_id = ${skuId} and a.activity_status = 'published' and a.end_at > ${at} order by a.start_at, i.id`,
  );

export const isReserved = async (db: Db, itemId: number, orderId: number): Promise<boolean> =>
  (await row(db, q`select 1 from special_price_uses where item_id = ${itemId} and order_id = ${orderId} and released_at is null`)) !==
  undefined;

/** Takes room of a live item in one guarded statement, and holds its row; undefined where there is none. */
export const takeRoom = (db: Db, itemId: number, qty: number, at: Date): Promise<{ per_buyer: number } | undefined> =>
  row(
    db,
    q`
    update special_price_items i set sold = sold + ${qty}::int
    where i.id = ${itemId} and (i.total_limit = 0 or i.sold + ${qty}::int <= i.total_limit)
      and exists (select from special_price_activities a where a.id = i.activity_id and a.activity_status = 'published' and a.start_at <= ${at} and a.end_at > ${at})
    returning i.per_buyer`,
  );

export const isLive = async (db: Db, itemId: number, at: Date): Promise<boolean> =>
  (await row(
    db,
    q`
    select 1 from special_price_items i join special_price_activities a on a.id = i.activity_id
    where i.id = ${itemId} and a.activity_status = 'published' and a.start_at <= ${at} and a.end_at > ${at}`,
  )) !== undefined;

export const boughtOf = async (db: Db, itemId: number, buyer: Buyer): Promise<number> =>
  (await row<{ n: number }>(db, q`select ${bought(buyer)} as n from special_price_items i where i.id = ${itemId}`))?.n ?? 0;

export interface NewUse {
  item_id: number;
  order_id: number;
  buyer: string;
  qty: number;
  saved: number;
}
/** An order that gave its room back takes it again; undefined where it already holds some. */
export const insertUse = (db: Db, u: NewUse, at: Date): Promise<{ id: number } | undefined> =>
  row(
    db,
    q`
    insert into special_price_uses as x (item_id, order_id, buyer, qty, saved, created_at) values (${u.item_id}, ${u.order_id}, ${u.buyer}, ${u.qty}, ${u.saved}, ${at})
    on conflict (item_id, order_id) do update set buyer = excluded.buyer, qty = excluded.qty, saved = excluded.saved, created_at = excluded.created_at, released_at = null
    where x.released_at is not null returning x.id`,
  );

/** Gives back what an order holds, once. */
export const releaseUses = (db: Db, orderId: number, at: Date): Promise<{ id: number }[]> =>
  rows(
    db,
    q`
    with back as (update special_price_uses set released_at = ${at} where order_id = ${orderId} and released_at is null returning item_id, qty)
    update special_price_items i set sold = i.sold - back.qty from back where i.id = back.item_id returning i.id`,
  );
