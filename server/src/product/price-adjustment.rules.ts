/** Decisions about changes of prices: pure over the price rows in force when they shall hold. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { skuApi } from "@visadesk/contract/product/sku.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { ADJUST_KINDS } from "@visadesk/contract/product/price-adjustment.ts";
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
  if (cell.band === "child" && (sku.child_age === 0 || cell.price_kind === "urgent")) return null;
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
/** Margin of every sale price before and after; `next`: the supplier's price afterwards. Empty while no supplier has a price. */
export function marginsOf(
  sku: PricedSku,
  cells: readonly AdjustCell[],
  cost: SupplierCost | null,
  next: SupplierCost | null = cost,
): Margin[] {
  if (!cost || !next) return [];
  const costAt = (from: SupplierCost, changed: readonly AdjustCell[], band: Band): number => {
    const fee = (kind: string): number => {
      const row = sku.rows.find((r) => r.price_kind === kind);
      return row ? after(sku, changed, row, band) : 0;
    };
    const amount = band === "child" ? (from.child ?? from.adult) : from.adult;
    return totalCost({ ...from, amount }, { embassy: fee("embassy_fee"), centre: fee("centre_fee") });
  };
  return bandsOf(sku).flatMap((band) =>
    sku.rows
      .filter((r) => isSale(r.price_kind))
      .map((r) => ({
        price_kind: r.price_kind,
        ref_id: r.ref_id,
        band,
        old: amountOf(r, band) - costAt(cost, [], band),
        new: after(sku, cells, r, band) - costAt(next, cells, band),
      })),
  );
}

/** Some sale price that the request changes, or whose cost it changes, ends below the floor and lower than before. */
export const isBelow = (margins: readonly Margin[], cells: readonly CellKey[], floor: number): boolean =>
  margins.some((m) => m.new < floor && (m.new < m.old || cells.some((c) => sameCell(c, m))));

/** The margin a list shows: the lowest of the prices that change, else the lowest of all. */
export function tightest(margins: readonly Margin[], cells: readonly CellKey[]): Margin | null {
  const changed = margins.filter((m) => cells.some((c) => sameCell(c, m)));
  return [...(changed.length > 0 ? changed : margins)].sort((a, b) => a.new - b.new)[0] ?? null;
}

const ROUND_TO = { none: 1, yuan: 100, ten: 1_000 } as const;
export interface AdjustRule {
  targets: readonly { price_kind: AdjustCell["price_kind"]; ref_id: string | null }[];
  bands: readonly Band[];
  op: "add" | "percent" | "set";
  value: number;
  round: keyof typeof ROUND_TO;
}
/** An amount under a rule, half up; negative when the rule takes more than there is. */
export function ruledAmount(old: number, { op, value, round }: Pick<AdjustRule, "op" | "value" | "round">): number {
  const raw = op === "set" ? value : op === "add" ? old + value : Math.floor((old * (10_000 + value) + 5_000) / 10_000);
  const step = ROUND_TO[round];
  return Math.floor((raw + step / 2) / step) * step;
}
/** Cells of a product that a rule changes; those it leaves alone are none. */
export const ruleCells = (sku: PricedSku, rule: AdjustRule): AdjustCell[] =>
  sku.rows
    .filter((r) => rule.targets.some((t) => t.price_kind === r.price_kind && (t.ref_id === null || t.ref_id === r.ref_id)))
    .flatMap((r) =>
      bandsOf(sku)
        .filter((band) => rule.bands.includes(band) && (band === "adult" || r.price_kind !== "urgent"))
        .map((band) => ({
          price_kind: r.price_kind,
          ref_id: r.ref_id,
          band,
          old: amountOf(r, band),
          new: ruledAmount(amountOf(r, band), rule),
        })),
    )
    .filter((c) => c.old !== c.new);

/** 等级价 V2 儿童 */
export const cellWord = (c: CellKey): string =>
  [ADJUST_KINDS[c.price_kind], c.ref_id, c.band === "child" ? "儿童" : ""].filter(Boolean).join(" ");
