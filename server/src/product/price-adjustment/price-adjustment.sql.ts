import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { skuApi } from "@visadesk/contract/product/sku/sku.ts";
import type { Db } from "#kit/db/db.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import type { PriceRow } from "../price/price.rules.ts";
import type { PricedSku, SupplierCost } from "./price-adjustment.rules.ts";
import { supplierCost } from "../../supplier/index.ts";

export type AdjustTarget = "sku" | "insurance_product" | "refuse_no_worry_product";
export interface OpenCell {
  target_id: number;
  price_kind: string;
  ref_id: string;
  band: string;
  adjust_no: string;
}

/** One request for a target at a time: two people never find the same cell free. A product's own row is locked as well. */
export async function lockTarget(db: Db, kind: AdjustTarget, id: number): Promise<void> {
  await rows(db, q`select pg_advisory_xact_lock(hashtext(${`price_adjustment ${kind}`}), ${id % 2_000_000_000}::int4)`);
  if (kind === "sku") await rows(db, q`select id from skus where id = ${id} for update`);
}

/** Door: the same of several products, always in one order. */
export async function holdTargets(db: Db, skuIds: readonly number[]): Promise<void> {
  for (const id of [...new Set(skuIds)].sort((a, b) => a - b)) await lockTarget(db, "sku", id);
}

/** Cells that wait for their review. */
export const openCells = (db: Db, kind: AdjustTarget, ids: readonly number[]): Promise<OpenCell[]> =>
  rows<OpenCell>(
    db,
    q`
    select c.target_id, c.price_kind, c.ref_id, c.band, a.adjust_no
    from price_adjustment_cells c join price_adjustments a on a.id = c.adjustment_id
    where c.is_open and c.target_kind = ${kind} and c.target_id = any(${[...ids]}::int8[])`,
  );

type Adjustment = Output<typeof skuApi.sku_get>["adjustments"][number];
/** Cells of `a` in the order they were asked for. */
export const cellsJson =
  raw(`coalesce((select json_agg(json_build_object('price_kind', c.price_kind, 'ref_id', c.ref_id, 'band', c.band, 'old', c.old, 'new', c."new") order by c.id)
       from price_adjustment_cells c where c.adjustment_id = a.id), '[]')`);
/** Requests of a target that are neither done nor refused, newest first. */
export const liveAdjustments = (db: Db, kind: AdjustTarget, id: number): Promise<Adjustment[]> =>
  rows<Adjustment>(
    db,
    q`
    select a.id, a.adjust_no, a.batch_no, a.adjustment_status, a.reason_kind, a.reason, a.source, a.effective_at, a.maker_id, nullif(w.nickname, '') as maker_name, a.created_at, a.version,
      ${cellsJson} as cells
    from price_adjustments a left join workers w on w.id = a.maker_id
    where a.target_kind = ${kind} and a.target_id = ${id} and a.adjustment_status in ('pending', 'approved') order by a.id desc`,
  );

/** What a change of prices is judged by. */
export interface PricedRow extends PricedSku {
  id: number;
  sku_no: string;
  name: string;
  urgent_tiers: { tier_code: string }[];
  sku_status: "draft" | "on_sale" | "off_sale" | "archived";
  margin_floor: number;
  supplier: (SupplierCost & { supplier_product_id: number }) | null;
  rows: (Pick<PriceRow, "price_kind" | "ref_id" | "adult" | "child"> & { currency: string; rate: string | null })[];
}

/** Products with the price rows in force at an instant, by number. */
export const pricedSkus = (db: Db, ids: readonly number[], at: Date): Promise<PricedRow[]> =>
  rows<PricedRow>(
    db,
    q`
    select k.id, k.sku_no, k.name, k.sku_status, k.child_age, k.urgent_tiers, u.margin_floor,
      case when sc.adult is not null then json_build_object('adult', sc.adult, 'child', sc.child, 'embassy_included', sc.embassy_included, 'centre_included', sc.centre_included, 'supplier_product_id', sc.supplier_product_id) end as supplier,
      (select coalesce(json_agg(json_build_object('price_kind', p.price_kind, 'ref_id', p.ref_id, 'adult', p.adult, 'child', p.child, 'currency', p.currency, 'rate', p.rate::text)
        order by array_position(array['retail', 'level', 'group', 'peer', 'embassy_fee', 'centre_fee', 'urgent'], p.price_kind), p.ref_id), '[]')
       from sku_prices p where p.sku_id = k.id and p.effective_from <= ${at} and (p.effective_to is null or p.effective_to > ${at})) as rows
    from skus k join spus u on u.visa_product_unit_code = k.visa_product_unit_code left join lateral (${supplierCost(at)}) sc on true
    where k.id = any(${[...ids]}::int8[]) order by k.sku_no`,
  );

/** Products, archived ones left out, whose fee at an instant points at one of these rows: those without an open request first. */
export const skusOfFees = (
  db: Db,
  fees: readonly number[],
  at: Date,
  limit: number,
): Promise<{ id: number; price_kind: "embassy_fee" | "centre_fee"; total: number }[]> =>
  rows(
    db,
    q`
    select k.id, p.price_kind, count(*) over ()::int as total from sku_prices p join skus k on k.id = p.sku_id
    where p.official_fee_id = any(${[...fees]}::int8[]) and p.effective_from <= ${at} and (p.effective_to is null or p.effective_to > ${at}) and k.sku_status <> 'archived'
    order by exists (select from price_adjustment_cells c where c.is_open and c.target_kind = 'sku' and c.target_id = k.id), k.sku_no limit ${limit}`,
  );

/** Newest rate at which a price of a currency was frozen, per currency. */
export async function lastRates(db: Db, currencies: readonly string[]): Promise<Map<string, string>> {
  const found = await rows<{ currency: string; rate: string }>(
    db,
    q`
    select c.currency, r.rate from unnest(${[...currencies]}::text[]) as c(currency)
    cross join lateral (select p.rate::text from sku_prices p where p.currency = c.currency and p.rate is not null order by p.effective_from desc, p.id desc limit 1) r`,
  );
  return new Map(found.map((f) => [f.currency, f.rate]));
}

export type AdjustmentStatus = "pending" | "approved" | "effective" | "rejected" | "withdrawn";
/** A request under decision. */
export interface StoredAdjustment {
  id: number;
  adjust_no: string;
  target_kind: AdjustTarget;
  target_id: number;
  adjustment_status: AdjustmentStatus;
  effective_at: string | null;
  applied_at: string | null;
  below_floor: boolean;
  maker_id: number | null;
  version: number;
  cells: Adjustment["cells"];
}
const STORED = raw(
  "a.id, a.adjust_no, a.target_kind, a.target_id, a.adjustment_status, a.effective_at, a.applied_at, a.below_floor, a.maker_id, a.version",
);

export const storedAdjustment = (db: Db, id: number): Promise<StoredAdjustment | undefined> =>
  row<StoredAdjustment>(db, q`select ${STORED}, ${cellsJson} as cells from price_adjustments a where a.id = ${id}`);

export const idOfNumber = (db: Db, no: string): Promise<{ id: number; adjust_no: string } | undefined> =>
  row(db, q`select id, adjust_no from price_adjustments where adjust_no = ${no}`);

/** What requests would change, to lock their targets in one order. */
export const targetsOfRequests = (
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; adjust_no: string; target_kind: AdjustTarget; target_id: number }[]> =>
  rows(
    db,
    q`select id, adjust_no, target_kind, target_id from price_adjustments where id = any(${[...ids]}::int8[]) order by target_kind, target_id, id`,
  );

/** Approved requests whose time has come. */
export const dueAdjustments = (db: Db, now: Date): Promise<StoredAdjustment[]> =>
  rows<StoredAdjustment>(
    db,
    q`select ${STORED}, ${cellsJson} as cells from price_adjustments a where a.adjustment_status = 'approved' and a.applied_at <= ${now} order by a.id limit 500`,
  );

/** Who may decide about prices, the maker left out. */
export const reviewersOf = (db: Db, maker: number | null): Promise<{ id: number }[]> =>
  rows(
    db,
    q`
    select w.id from workers w join roles r on r.id = w.role_id
    where w.status = 1 and (r.is_builtin or 100208 = any(r.module_group)) and w.id is distinct from ${maker}::int8 order by w.id`,
  );
