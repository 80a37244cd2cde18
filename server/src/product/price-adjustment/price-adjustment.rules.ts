/** Decisions about changes of prices: pure over the price rows in force when they shall hold. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { skuApi } from "@visadesk/contract/product/sku/sku.ts";
import { PRICE_KINDS } from "@visadesk/contract/product/sku/sku.words.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { cellWord } from "@visadesk/contract/product/price/price-adjustment.rules.ts";
import { totalCost, type PriceRow } from "../price/price.rules.ts";
import type { Band } from "../price/buyer.ts";

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

const sameRow = (a: Pick<CellKey, "price_kind" | "ref_id">, b: Pick<CellKey, "price_kind" | "ref_id">): boolean =>
  a.price_kind === b.price_kind && a.ref_id === b.ref_id;
const asked = (cells: readonly AdjustCell[], band: Band): number | null => cells.find((c) => c.band === band)?.new ?? null;
/** Cells of one price together; costs are no price. */
export const byRow = <C extends CellKey>(cells: readonly C[]): C[][] => [
  ...Map.groupBy(
    cells.filter((c) => c.price_kind !== "cost"),
    (c) => `${c.price_kind} ${c.ref_id}`,
  ).values(),
];
export const begins = (cells: readonly Pick<AdjustCell, "old">[]): boolean => cells.every((c) => c.old === null);
export const ends = (cells: readonly Pick<AdjustCell, "new">[]): boolean => cells.every((c) => c.new === null);

/** A child without an amount of its own paid the adult's; when only that one moves, the child's stays what it was. */
export const childAfter = (
  row: { price_kind: string; adult: number; child: number | null },
  own: readonly AdjustCell[],
  childAge: number,
): number | null => asked(own, "child") ?? row.child ?? (childAge > 0 && row.price_kind !== "urgent" ? row.adult : null);

const isRowKind = (kind: string): kind is PriceRow["price_kind"] => kind in PRICE_KINDS;
const begun = (own: readonly AdjustCell[]): Row[] => {
  const [first, adult] = [own[0], asked(own, "adult")];
  return first && adult !== null && begins(own) && isRowKind(first.price_kind)
    ? [{ price_kind: first.price_kind, ref_id: first.ref_id, adult, child: asked(own, "child") }]
    : [];
};
/** The rows that hold after the change: those that begin among them, those that end no more. */
export function rowsAfter(sku: PricedSku, cells: readonly AdjustCell[]): Row[] {
  const kept = sku.rows.flatMap((row) => {
    const own = cells.filter((c) => sameRow(c, row));
    if (own.length > 0 && ends(own)) return [];
    return [{ ...row, adult: asked(own, "adult") ?? row.adult, child: childAfter(row, own, sku.child_age) }];
  });
  return [...kept, ...byRow(cells).flatMap(begun)];
}

type Tiers = readonly { tier_code: string }[];
const REF_FAULTS: Readonly<Record<string, (ref: string, tiers: Tiers) => string | null>> = {
  level: (ref) => (/^V[1-5]$/.test(ref) ? null : "等级为V1至V5"),
  group: (ref) => (ref.trim() === "" ? "请输入分组" : null),
  peer: (ref) => (ref.trim() === "" ? "请输入客户" : null),
  urgent: (ref, tiers) => (tiers.some((t) => t.tier_code === ref) ? null : `加急档${ref}不存在，请先在商品中添加`),
};
/** Why a price cannot begin or end as it is asked, or null. */
export function beginEndFault(sku: PricedSku & { urgent_tiers: Tiers }, cells: readonly AdjustCell[]): string | null {
  for (const own of byRow(cells)) {
    const [first] = own;
    if (!first || own.every((c) => c.old !== null && c.new !== null)) continue;
    const word = cellWord({ ...first, band: "adult" });
    const bands = first.price_kind === "urgent" ? (["adult"] as const) : bandsOf(sku);
    const beyond = own.find((c) => !bands.includes(c.band));
    if (beyond) return `${word}没有儿童价，请只填成人`;
    if (!begins(own) && !ends(own)) return `${word}的成人与儿童须一起新增或取消`;
    if (bands.some((b) => !own.some((c) => c.band === b))) return `${word}的成人与儿童须一起新增或取消`;
    if (ends(own) && (first.price_kind === "retail" || first.price_kind === "embassy_fee")) return `${word}不能取消，请改为新的金额`;
    if (ends(own) && sku.urgent_tiers.some((t) => first.price_kind === "urgent" && t.tier_code === first.ref_id))
      return `加急档${first.ref_id}还在，不能取消它的加急费`;
    const fault = begins(own)
      ? (REF_FAULTS[first.price_kind]?.(first.ref_id, sku.urgent_tiers) ??
        (first.price_kind in REF_FAULTS || first.ref_id === "" ? null : `${word}没有对象`))
      : null;
    if (fault) return fault;
  }
  return null;
}

/** Why the prices would not fit together after the change, or null: fees ≤ every sale price ≤ retail. */
export function boundsFault(sku: PricedSku, cells: readonly AdjustCell[]): string | null {
  const rows = rowsAfter(sku, cells);
  for (const band of bandsOf(sku)) {
    const value = (row: Row): number => amountOf(row, band);
    const fees = rows.filter((r) => r.price_kind === "embassy_fee" || r.price_kind === "centre_fee").reduce((n, r) => n + value(r), 0);
    const sales = rows.filter((r) => isSale(r.price_kind));
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
  /** Null: the price does not exist yet. */
  old: number | null;
  new: number;
}
/**
 * Margin of every sale price before and after, ended ones left out; `next`: the supplier's price afterwards. Empty while no
 * supplier has a price.
 */
export function marginsOf(
  sku: PricedSku,
  cells: readonly AdjustCell[],
  cost: SupplierCost | null,
  next: SupplierCost | null = cost,
): Margin[] {
  if (!cost || !next) return [];
  const after = rowsAfter(sku, cells);
  const costAt = (from: SupplierCost, rows: readonly Row[], band: Band): number => {
    const fee = (kind: string): number => {
      const row = rows.find((r) => r.price_kind === kind);
      return row ? amountOf(row, band) : 0;
    };
    const amount = band === "child" ? (from.child ?? from.adult) : from.adult;
    return totalCost({ ...from, amount }, { embassy: fee("embassy_fee"), centre: fee("centre_fee") });
  };
  return bandsOf(sku).flatMap((band) =>
    after
      .filter((r) => isSale(r.price_kind))
      .map((r) => {
        const before = sku.rows.find((b) => sameRow(b, r));
        return {
          price_kind: r.price_kind,
          ref_id: r.ref_id,
          band,
          old: before ? amountOf(before, band) - costAt(cost, sku.rows, band) : null,
          new: amountOf(r, band) - costAt(next, after, band),
        };
      }),
  );
}

/** Some sale price that the request changes, or whose cost it changes, ends below the floor and lower than before. */
export const isBelow = (margins: readonly Margin[], cells: readonly CellKey[], floor: number): boolean =>
  margins.some((m) => m.new < floor && (m.old === null || m.new < m.old || cells.some((c) => sameCell(c, m))));

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

/** The supplier's price that a cost cell is of: `12` its bands, `12:U1` a tier of urgency, `12:embassy` the fee it holds. */
export const costIdOf = (ref: string): number => Number(ref.split(":")[0]);
export const costIdsOf = (cells: readonly CellKey[]): number[] => [
  ...new Set(cells.filter((c) => c.price_kind === "cost").map((c) => costIdOf(c.ref_id))),
];
