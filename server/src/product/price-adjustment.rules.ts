/** Decisions about changes of prices: pure over the price rows in force when they shall hold. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { skuApi } from "@visadesk/contract/product/sku.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { totalCost, type Band, type PriceRow } from "./price.rules.ts";

/** A cell as the contract shows it. */
export type AdjustCell = Output<typeof skuApi.sku_get>["adjustments"][number]["cells"][number];
type CellKey = Pick<AdjustCell, "price_kind" | "ref_id" | "band">;

export const sameCell = (a: CellKey, b: CellKey): boolean => a.price_kind === b.price_kind && a.ref_id === b.ref_id && a.band === b.band;
const SALE_KINDS: ReadonlySet<string> = new Set(["retail", "level", "group", "peer"]);
export const isSale = (kind: string): boolean => SALE_KINDS.has(kind);

type Row = Pick<PriceRow, "price_kind" | "ref_id" | "adult" | "child">;
/** Product facts a change is judged by; `rows` are those in force when it shall hold. */
export interface PricedSku {
  child_age: number;
  rows: readonly Row[];
}
const bandsOf = (sku: PricedSku): readonly Band[] => (sku.child_age > 0 ? ["adult", "child"] : ["adult"]);
export const amountOf = (row: Row, band: Band): number => (band === "child" ? (row.child ?? row.adult) : row.adult);

/** Present amount of a cell; null: the product has no such price. */
export function currentOf(sku: PricedSku, cell: CellKey): number | null {
  const row = sku.rows.find((r) => r.price_kind === cell.price_kind && r.ref_id === cell.ref_id);
  return row ? amountOf(row, cell.band) : null;
}

/** The cells another official fee changes: the fee itself and, to keep the service part, every sale price by the same amount. */
export function feeCells(
  sku: PricedSku,
  kind: "embassy_fee" | "centre_fee",
  fee: { adult: number; child: number },
  keep: "service" | "price",
): AdjustCell[] {
  const row = sku.rows.find((r) => r.price_kind === kind);
  if (!row) return [];
  return bandsOf(sku).flatMap((band) => {
    const delta = fee[band] - amountOf(row, band);
    if (delta === 0) return [];
    const moved = [row, ...(keep === "service" ? sku.rows.filter((r) => isSale(r.price_kind)) : [])];
    return moved.map((r) => ({
      price_kind: r.price_kind,
      ref_id: r.ref_id,
      band,
      old: amountOf(r, band),
      new: Math.max(0, amountOf(r, band) + delta),
    }));
  });
}

const after = (sku: PricedSku, cells: readonly AdjustCell[], row: Row, band: Band): number =>
  cells.find((c) => sameCell(c, { ...row, band }))?.new ?? amountOf(row, band);

/** Why the prices would not fit together after the change, or null: fees ≤ every sale price ≤ retail. */
export function boundsFault(sku: PricedSku, cells: readonly AdjustCell[]): string | null {
  for (const band of bandsOf(sku)) {
    const value = (row: Row): number => after(sku, cells, row, band);
    const fees = sku.rows.filter((r) => r.price_kind === "embassy_fee" || r.price_kind === "centre_fee").reduce((n, r) => n + value(r), 0);
    const sales = sku.rows.filter((r) => isSale(r.price_kind));
    const retail = sales.find((r) => r.price_kind === "retail");
    if (sales.some((r) => value(r) < fees)) return `售价不能低于签证费（${money(fees)}）`;
    if (retail && sales.some((r) => value(r) > value(retail))) return "同行价不能高于门市价";
  }
  return null;
}

/** What the product costs us: the supplier's price in force, and whether it holds the official fees. */
export interface SupplierCost {
  adult: number;
  child: number | null;
  embassy_included: boolean;
  centre_included: boolean;
}
export interface Margin extends CellKey {
  old: number;
  new: number;
}
/** Margin of every sale price before and after; empty while no supplier has a price. */
export function marginsOf(sku: PricedSku, cells: readonly AdjustCell[], cost: SupplierCost | null): Margin[] {
  if (!cost) return [];
  const costAt = (changed: readonly AdjustCell[], band: Band): number => {
    const fee = (kind: string): number => {
      const row = sku.rows.find((r) => r.price_kind === kind);
      return row ? after(sku, changed, row, band) : 0;
    };
    const amount = band === "child" ? (cost.child ?? cost.adult) : cost.adult;
    return totalCost({ ...cost, amount }, { embassy: fee("embassy_fee"), centre: fee("centre_fee") });
  };
  return bandsOf(sku).flatMap((band) =>
    sku.rows
      .filter((r) => isSale(r.price_kind))
      .map((r) => ({
        price_kind: r.price_kind,
        ref_id: r.ref_id,
        band,
        old: amountOf(r, band) - costAt([], band),
        new: after(sku, cells, r, band) - costAt(cells, band),
      })),
  );
}
