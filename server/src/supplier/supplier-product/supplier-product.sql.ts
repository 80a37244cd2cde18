/** Matches as they are written: what is judged before, and the order of a product's matches. */
import type { Db } from "#kit/db/db.ts";
import { and, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { supplierProductNoun } from "./supplier-product.noun.ts";

/** One change of a product's matches at a time: priorities are judged against each other. */
export const lockMatches = (db: Db, skuId: number): Promise<unknown> =>
  rows(db, q`select pg_advisory_xact_lock(100402, ${skuId % 2_000_000_000}::int4)`);

export interface StoredMatch {
  id: number;
  sku_id: number;
  sku_no: string;
  sku_name: string;
  sku_status: "draft" | "on_sale" | "off_sale" | "archived";
  child_age: number;
  urgent_tiers: { tier_code: string }[];
  supplier_id: number;
  supplier_name: string;
  supplier_status: "pending" | "rejected" | "active" | "paused" | "ended";
  owner_id: number | null;
  supplier_code: string;
  supplier_title: string;
  priority: number;
  daily_quota: number | null;
  submit_weekdays: number[];
  lead_min: number;
  lead_max: number;
  valid_from: string | null;
  valid_to: string | null;
  status: 0 | 1;
  version: number;
}
const STORED = q`
  select m.id, m.sku_id, k.sku_no, k.name as sku_name, k.sku_status, k.child_age, k.urgent_tiers,
    m.supplier_id, s.short_name as supplier_name, s.supplier_status, s.owner_id, m.supplier_code, m.supplier_title, m.priority, m.daily_quota, m.submit_weekdays,
    m.lead_min, m.lead_max, m.valid_from, m.valid_to, m.status, m.version
  from supplier_products m join skus k on k.id = m.sku_id join suppliers s on s.id = m.supplier_id`;

export const storedMatch = (db: Db, id: number, scope: Sql | null): Promise<StoredMatch | undefined> =>
  row<StoredMatch>(db, q`${STORED} where ${and([q`m.id = ${id}`, scope])}`);
/** In the order of their products, so that two batches take their locks alike. */
export const storedMatches = (db: Db, ids: readonly number[], scope: Sql | null): Promise<StoredMatch[]> =>
  rows<StoredMatch>(db, q`${STORED} where ${and([q`m.id = any(${[...ids]}::int8[])`, scope])} order by m.sku_id, m.id`);
/** Every match of a supplier. */
export const supplierMatches = (db: Db, supplierId: number): Promise<StoredMatch[]> =>
  rows<StoredMatch>(db, q`${STORED} where m.supplier_id = ${supplierId} order by m.id`);
/** A product's enabled matches, first to last. */
export const enabledMatches = (db: Db, skuId: number): Promise<StoredMatch[]> =>
  rows<StoredMatch>(db, q`${STORED} where m.sku_id = ${skuId} and m.status = 1 order by m.priority, m.id`);

export interface Served {
  country_id: string;
  embassy_ids: number[];
}
export interface ServingSupplier {
  id: number;
  short_name: string;
  supplier_status: StoredMatch["supplier_status"];
  serves: Served[];
}
/** Held against being paused, ended or changed meanwhile; taken before its matches are. */
export const servingSupplier = (db: Db, id: number, scope: Sql | null): Promise<ServingSupplier | undefined> =>
  row<ServingSupplier>(
    db,
    q`select s.id, s.short_name, s.supplier_status, s.serves from suppliers s where ${and([q`s.id = ${id}`, scope])} for share`,
  );

export interface MatchableSku {
  id: number;
  sku_no: string;
  sku_status: StoredMatch["sku_status"];
  country_id: string;
  embassy_id: number | null;
  work_days_min: number;
  work_days_max: number;
}
export const matchableSku = (db: Db, id: number): Promise<MatchableSku | undefined> =>
  row<MatchableSku>(
    db,
    q`select k.id, k.sku_no, k.sku_status, k.country_id, k.embassy_id, k.work_days_min, k.work_days_max from skus k where k.id = ${id}`,
  );

/** Who has a priority among the enabled matches of a product. */
export const holderOf = (db: Db, skuId: number, priority: number, except: number | null): Promise<{ name: string } | undefined> =>
  row(
    db,
    q`select s.short_name as name from supplier_products m join suppliers s on s.id = m.supplier_id
      where m.sku_id = ${skuId} and m.status = 1 and m.priority = ${priority} and m.id is distinct from ${except}::int8`,
  );
/** The product a supplier's code stands for already. */
export const codeHolder = (db: Db, supplierId: number, code: string, except: number | null): Promise<{ name: string } | undefined> =>
  row(
    db,
    q`select k.name from supplier_products m join skus k on k.id = m.sku_id
      where m.supplier_id = ${supplierId} and m.supplier_code = ${code} and m.id is distinct from ${except}::int8 limit 1`,
  );
export const isMatched = async (db: Db, skuId: number, supplierId: number): Promise<boolean> =>
  (await row(db, q`select id from supplier_products where sku_id = ${skuId} and supplier_id = ${supplierId}`)) !== undefined;
export const lastPriority = async (db: Db, skuId: number): Promise<number> =>
  (await row<{ n: number | null }>(db, q`select max(priority) as n from supplier_products where sku_id = ${skuId} and status = 1`))?.n ?? 0;
/** Was ever given to somebody, or has a cost. */
export const hasBusiness = async (db: Db, id: number): Promise<boolean> =>
  (
    await row<{ yes: boolean }>(
      db,
      q`select exists (select from supplier_assignments where supplier_product_id = ${id}) or exists (select from supplier_prices where supplier_product_id = ${id}) as yes`,
    )
  )?.yes ?? false;

/** Gives a product's matches their places, in one statement; the ones that stay are not touched. */
export const putOrder = (db: Db, ids: readonly number[], now: Date): Promise<{ id: number }[]> =>
  saveRows({ db }, supplierProductNoun, {
    set: { priority: q`o.n`, updated_at: now },
    from: q`unnest(${[...ids]}::int8[]) with ordinality as o(id, n)`,
    where: q`supplier_products.id = o.id and supplier_products.priority <> o.n::int`,
  });
