import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierPriceApi } from "@visadesk/contract/supplier/supplier-price.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { costAt, inCny } from "../supplier-product/match-cost.sql.ts";
import type { StoredCost } from "./supplier-price.rules.ts";

/** The facts of a price `p`. */
const FACTS = raw("p.adult, p.child, p.urgent, p.embassy_included, p.centre_included, p.embassy_fee, p.currency, p.rate::text as rate");

export interface StoredPrice extends StoredCost {
  id: number;
  supplier_product_id: number;
  sku_id: number;
  sku_no: string;
  supplier_id: number;
  supplier_name: string;
  owner_id: number | null;
  review: "pending" | "approved" | "rejected" | "withdrawn";
  effective_at: string | null;
  reason: string;
  adjust_no: string | null;
  created_by: number | null;
}
const STORED = q`
  select p.id, p.supplier_product_id, m.sku_id, k.sku_no, m.supplier_id, s.short_name as supplier_name, s.owner_id, p.review, p.effective_at, p.reason, p.adjust_no,
    p.created_by, ${FACTS}
  from supplier_prices p join supplier_products m on m.id = p.supplier_product_id join skus k on k.id = m.sku_id join suppliers s on s.id = m.supplier_id`;

/** A supplier's price, locked until the transaction ends. */
export const lockedPrice = (db: Db, id: number): Promise<StoredPrice | undefined> =>
  row<StoredPrice>(db, q`${STORED} where p.id = ${id} for update of p`);
export const seenPrice = (db: Db, id: number, scope: Sql | null): Promise<StoredPrice | undefined> =>
  row<StoredPrice>(db, q`${STORED} where ${and([q`p.id = ${id}`, scope])}`);

/** A price holds from `at` on where one is given; else its time stays as it was asked for. `announced`: it holds already. */
export const setReview = (
  db: Db,
  id: number,
  set: { review: StoredPrice["review"]; at: Date | null; now: Date; announced: boolean },
): Promise<unknown> =>
  rows(
    db,
    q`
    update supplier_prices set review = ${set.review}, effective_at = coalesce(${set.at}::timestamptz, effective_at), decided_at = ${set.now},
      announced_at = case when ${set.announced} then ${set.now}::timestamptz end
    where id = ${id}`,
  );

/** The cost that holds at an instant, a given row left out. */
export const costBefore = (db: Db, match: number, at: Date, except: number | null): Promise<StoredCost | undefined> =>
  row<StoredCost>(db, q`select ${FACTS} from (${costAt(q`${match}`, at, q`v.id is distinct from ${except}::int8`)}) p`);
/** The same of many matches. */
export const costsOfMatches = (db: Db, matches: readonly number[], at: Date): Promise<(StoredCost & { match: number })[]> =>
  rows(
    db,
    q`select x.id as match, ${FACTS} from unnest(${[...matches]}::int8[]) as x(id) join lateral (${costAt(raw("x.id"), at)}) p on true`,
  );
/** The cost that stands beside an asked one. */
export const costBesideOf = (db: Db, priceId: number, at: Date): Promise<StoredCost | undefined> =>
  row<StoredCost>(
    db,
    q`select ${FACTS} from supplier_prices asked join lateral (${costAt(raw("asked.supplier_product_id"), at, raw("v.id <> asked.id"))}) p on true where asked.id = ${priceId}`,
  );

/** Costs by their rows, in CNY, with the match each belongs to. */
export interface CostInCny {
  id: number;
  supplier_product_id: number;
  adult: number;
  child: number | null;
  embassy_included: boolean;
  centre_included: boolean;
}
export const costsByIds = (db: Db, ids: readonly number[]): Promise<CostInCny[]> =>
  rows<CostInCny>(
    db,
    q`select p.id, p.supplier_product_id, ${inCny("p", "p.adult")} as adult, ${inCny("p", "p.child")} as child, p.embassy_included, p.centre_included
      from supplier_prices p where p.id = any(${[...ids]}::int8[])`,
  );

type History = Output<typeof supplierPriceApi.supplier_price_query>["list"];
/** Every price of a match, the newest first; the one in force is marked. */
export const pricesOf = (db: Db, match: number, now: Date): Promise<History> =>
  rows(
    db,
    q`
    select p.id, p.supplier_product_id, ${FACTS}, p.effective_at, p.review, p.reason, p.adjust_no, p.id is not distinct from cur.id as is_in_force,
      nullif(w.nickname, '') as created_by_name, p.created_at
    from supplier_prices p left join workers w on w.id = p.created_by left join lateral (${costAt(raw("p.supplier_product_id"), now)}) cur on true
    where p.supplier_product_id = ${match} order by coalesce(p.effective_at, p.created_at) desc, p.id desc limit 500`,
  );

/** Number of the request a waiting price of a match rests on; undefined: none waits. */
export const waitingOf = (db: Db, match: number): Promise<{ adjust_no: string | null } | undefined> =>
  row(db, q`select adjust_no from supplier_prices where supplier_product_id = ${match} and review = 'pending'`);

/** A product that was never on sale and that nothing is passed for yet, as it is now. */
export const isFirstCost = async (db: Db, skuId: number): Promise<boolean> =>
  (await row(
    db,
    q`
    select k.id from skus k where k.id = ${skuId} and k.first_listed_at is null and not exists (
      select from supplier_prices p join supplier_products m on m.id = p.supplier_product_id where m.sku_id = k.id and p.review = 'approved')`,
  )) !== undefined;

/** What the centre of each product asks for at an instant. */
export const centreFees = (db: Db, skus: readonly number[], at: Date): Promise<{ sku_id: number; adult: number }[]> =>
  rows(
    db,
    q`
    select p.sku_id, p.adult from sku_prices p where p.sku_id = any(${[...skus]}::int8[]) and p.price_kind = 'centre_fee' and p.ref_id = ''
      and p.effective_from <= ${at} and (p.effective_to is null or p.effective_to > ${at})`,
  );

export const keepNumber = (db: Db, ids: readonly number[], adjust_no: string): Promise<unknown> =>
  rows(db, q`update supplier_prices set adjust_no = ${adjust_no} where id = any(${[...ids]}::int8[])`);
/** Rows of a request that could not be opened: they were never anybody's. */
export const dropWaiting = (db: Db, ids: readonly number[]): Promise<unknown> =>
  rows(db, q`delete from supplier_prices where id = any(${[...ids]}::int8[]) and review = 'pending' and adjust_no is null`);

export interface DuePrice extends StoredPrice {
  reviewer_id: number | null;
}
/** Costs that came into force since somebody looked. */
export const duePrices = (db: Db, now: Date): Promise<DuePrice[]> =>
  rows<DuePrice>(
    db,
    q`
    select d.*, j.reviewer_id from (${STORED} where p.review = 'approved' and p.announced_at is null and p.effective_at <= ${now} order by p.effective_at, p.id limit 500 for update of p skip locked) d
    left join price_adjustments j on j.adjust_no = d.adjust_no order by d.effective_at, d.id`,
  );
/** The cost that held until this one began. */
export const costUntil = (db: Db, p: Pick<StoredPrice, "id" | "supplier_product_id">): Promise<StoredCost | undefined> =>
  row<StoredCost>(
    db,
    q`
    select ${FACTS} from supplier_prices own join lateral (
      select * from supplier_prices v where v.supplier_product_id = own.supplier_product_id and v.review = 'approved' and (v.effective_at, v.id) < (own.effective_at, own.id)
      order by v.effective_at desc, v.id desc limit 1) p on true where own.id = ${p.id}`,
  );
export const markAnnounced = (db: Db, ids: readonly number[], now: Date): Promise<unknown> =>
  rows(db, q`update supplier_prices set announced_at = ${now} where id = any(${[...ids]}::int8[])`);
