/** Price rows of a product as approved changes write them, and as they ever were. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { skuPriceApi } from "@visadesk/contract/product/sku/sku-price.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows, type Sql } from "#kit/db/sql.ts";
import type { PriceRow } from "./price.rules.ts";
import type { Band } from "./buyer.ts";

/** One price of a product. */
export interface PriceKey {
  sku_id: number;
  price_kind: string;
  ref_id: string;
}
const keyed = (k: PriceKey): Sql => q`p.sku_id = ${k.sku_id} and p.price_kind = ${k.price_kind} and p.ref_id = ${k.ref_id}`;

/** What a fee row rests on. */
export interface Foreign {
  currency: string;
  foreign_adult: number | null;
  foreign_child: number | null;
  rate: string | null;
  official_fee_id: number | null;
}
export interface StoredPriceRow extends Foreign {
  id: number;
  adult: number;
  child: number | null;
  effective_from: string;
  effective_to: string | null;
}
const STORED = q`p.id, p.adult, p.child, p.currency, p.foreign_adult, p.foreign_child, p.rate::text, p.official_fee_id, p.effective_from, p.effective_to`;

export const childAgeOf = async (db: Db, skuId: number): Promise<number> =>
  (await row<{ child_age: number }>(db, q`select child_age from skus where id = ${skuId}`))?.child_age ?? 0;

export const skuNames = (db: Db, ids: readonly number[]): Promise<{ id: number; sku_no: string; name: string }[]> =>
  rows(db, q`select id, sku_no, name from skus where id = any(${[...ids]}::int8[])`);

export const skusByNo = async (db: Db, nos: readonly string[]): Promise<Map<string, number>> =>
  new Map(
    (await rows<{ id: number; sku_no: string }>(db, q`select id, sku_no from skus where sku_no = any(${[...nos]}::text[])`)).map((s) => [
      s.sku_no,
      s.id,
    ]),
  );

/** The row of a price in force at an instant, locked. */
export const rowAt = (db: Db, key: PriceKey, at: Date): Promise<StoredPriceRow | undefined> =>
  row<StoredPriceRow>(
    db,
    q`
    select ${STORED} from sku_prices p where ${keyed(key)} and p.effective_from <= ${at} and (p.effective_to is null or p.effective_to > ${at}) for update`,
  );

export const closeRow = (db: Db, id: number, at: Date): Promise<unknown> =>
  rows(db, q`update sku_prices set effective_to = ${at} where id = ${id}`);

export interface NewPrice extends Foreign {
  adult: number;
  child: number | null;
  effective_to: string | null;
  adjustment_id: number;
  created_by: number | null;
}
export const insertRow = (db: Db, key: PriceKey, p: NewPrice, at: Date, now: Date): Promise<unknown> =>
  rows(
    db,
    q`
    insert into sku_prices (sku_id, price_kind, ref_id, adult, child, currency, foreign_adult, foreign_child, rate, official_fee_id, effective_from, effective_to, adjustment_id, created_by, created_at)
    values (${key.sku_id}, ${key.price_kind}, ${key.ref_id}, ${p.adult}, ${p.child}, ${p.currency}, ${p.foreign_adult}, ${p.foreign_child}, ${p.rate}, ${p.official_fee_id},
      ${at}, ${p.effective_to}, ${p.adjustment_id}, ${p.created_by}, ${now})`,
  );

/** Rows that begin later and whose own request left this band alone take the amount over. */
export const carryOn = (db: Db, key: PriceKey, band: Band, from: number, to: number, at: Date): Promise<unknown> => {
  const column = band === "child" ? q`child` : q`adult`;
  return rows(
    db,
    q`
    update sku_prices p set ${column} = ${to} where ${keyed(key)} and p.effective_from > ${at} and p.${column} = ${from}
      and not exists (select from price_adjustment_cells c where c.adjustment_id = p.adjustment_id and c.price_kind = p.price_kind and c.ref_id = p.ref_id and c.band = ${band})`,
  );
};

/** The row a request inserted. */
export const rowOfRequest = (db: Db, key: PriceKey, adjustmentId: number): Promise<StoredPriceRow | undefined> =>
  row<StoredPriceRow>(db, q`select ${STORED} from sku_prices p where ${keyed(key)} and p.adjustment_id = ${adjustmentId} for update`);

/** Number of a request whose row was made after this one and begins no earlier: it was judged by this price. */
export const builtUpon = (db: Db, key: PriceKey, own: StoredPriceRow): Promise<{ adjust_no: string } | undefined> =>
  row(
    db,
    q`
    select a.adjust_no from sku_prices p join price_adjustments a on a.id = p.adjustment_id
    where ${keyed(key)} and p.id > ${own.id} and p.effective_from >= ${own.effective_from} order by p.id limit 1`,
  );

/** Takes a row out; the one before it goes on as long as that one would have. */
export async function removeRow(db: Db, key: PriceKey, own: StoredPriceRow): Promise<void> {
  await rows(db, q`delete from sku_prices where id = ${own.id}`);
  await rows(
    db,
    q`
    update sku_prices set effective_to = ${own.effective_to}
    where id = (select p.id from sku_prices p where ${keyed(key)} and p.effective_to = ${own.effective_from} order by p.id desc limit 1)`,
  );
}

export const dropRow = (db: Db, id: number): Promise<unknown> => rows(db, q`delete from sku_prices where id = ${id}`);

/** A row that ended at an instant goes on. */
export const reopenRow = (db: Db, key: PriceKey, at: Date): Promise<unknown> =>
  rows(
    db,
    q`
    update sku_prices set effective_to = null
    where id = (select p.id from sku_prices p where ${keyed(key)} and p.effective_to = ${at} and p.effective_from < ${at} order by p.id desc limit 1)`,
  );

/** Number of a request that began this price at an instant or later. */
export const begunSince = (db: Db, key: PriceKey, at: Date): Promise<{ adjust_no: string } | undefined> =>
  row(
    db,
    q`
    select a.adjust_no from sku_prices p join price_adjustments a on a.id = p.adjustment_id
    where ${keyed(key)} and p.effective_from >= ${at} order by p.id limit 1`,
  );

/** The first instant after this one at which the price begins, changes or ends. */
export const arrangedAfter = (db: Db, key: PriceKey, at: Date): Promise<{ at: string } | undefined> =>
  row(
    db,
    q`
    select x.at from sku_prices p cross join lateral (values (p.effective_from), (p.effective_to)) x(at)
    where ${keyed(key)} and x.at > ${at} order by x.at limit 1`,
  );

/** What the row before a request's own rested on. */
export const foreignBefore = (db: Db, key: PriceKey, adjustmentId: number): Promise<Foreign | undefined> =>
  row<Foreign>(
    db,
    q`
    select ${STORED} from sku_prices p join sku_prices own on own.sku_id = p.sku_id and own.price_kind = p.price_kind and own.ref_id = p.ref_id
      and own.adjustment_id = ${adjustmentId} and own.effective_from = p.effective_to
    where ${keyed(key)} order by p.id desc limit 1`,
  );

/** What the fee cells of a request rest on. */
export interface OfficialCell {
  price_kind: string;
  band: Band;
  official_fee_id: number;
  currency: string;
  foreign_amount: number;
  rate: string | null;
}
export const officialCells = (db: Db, adjustmentId: number): Promise<OfficialCell[]> =>
  rows<OfficialCell>(
    db,
    q`
    select price_kind, band, official_fee_id, currency, foreign_amount, rate::text from price_adjustment_cells
    where adjustment_id = ${adjustmentId} and official_fee_id is not null`,
  );

/** Price and target of the rows that sales rested on. */
export const rowsById = (db: Db, ids: readonly number[]): Promise<{ id: number; price_kind: PriceRow["price_kind"]; ref_id: string }[]> =>
  rows(db, q`select id, price_kind, ref_id from sku_prices where id = any(${[...ids]}::int8[])`);

type History = Omit<Output<typeof skuPriceApi.sku_price_history>["list"][number], "ref_name">[];
/** Rows that ever held or will, the oldest first. */
export const priceHistory = (db: Db, skuId: number): Promise<History> =>
  rows(
    db,
    q`
    select p.id, p.price_kind, p.ref_id, p.adult, p.child, p.effective_from, p.effective_to, a.adjust_no, nullif(w.nickname, '') as maker_name
    from sku_prices p left join price_adjustments a on a.id = p.adjustment_id left join workers w on w.id = a.maker_id
    where p.sku_id = ${skuId} and (p.effective_to is null or p.effective_to > p.effective_from)
    order by array_position(array['retail', 'level', 'group', 'peer', 'embassy_fee', 'centre_fee', 'urgent'], p.price_kind), p.ref_id, p.effective_from, p.id`,
  );
