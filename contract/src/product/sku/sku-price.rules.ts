/** The price grid of a product: which rows there are, what is wrong with them, what they earn. Judged alike by the grid and the server. */
import { feeCents } from "../../base-data/official-fee.rules.ts";
import type { CURRENCIES } from "../../base-data/official-fee.ts";
import { PRICE_KINDS } from "./sku.ts";

export type PriceKind = keyof typeof PRICE_KINDS;
export type PriceBand = "adult" | "child";

export interface GridRow {
  price_kind: PriceKind;
  /** Level, group, peer or tier; empty for the others. */
  ref_id: string;
  adult: number;
  /** Null: as the adult's. */
  child: number | null;
  currency: keyof typeof CURRENCIES;
  foreign_adult: number | null;
  foreign_child: number | null;
  rate: string | null;
  official_fee_id: number | null;
}
export interface GridFault {
  /** The row, and its cell where one is to blame. */
  price_kind: PriceKind;
  ref_id: string;
  band: PriceBand | null;
  message: string;
}
const SALES: ReadonlySet<string> = new Set(["retail", "level", "group", "peer"]);
const FEES: ReadonlySet<string> = new Set(["embassy_fee", "centre_fee"]);
export const isSaleKind = (kind: string): boolean => SALES.has(kind);
export const isFeeKind = (kind: string): boolean => FEES.has(kind);

export const sameRow = (a: Pick<GridRow, "price_kind" | "ref_id">, b: Pick<GridRow, "price_kind" | "ref_id">): boolean =>
  a.price_kind === b.price_kind && a.ref_id === b.ref_id;
/** 门市价, 等级价 V2, 分组价 华东同业, 加急费 U1. */
export const rowWords = (r: Pick<GridRow, "price_kind" | "ref_id"> & { ref_name?: string | null }): string =>
  `${PRICE_KINDS[r.price_kind]}${r.ref_id && ` ${r.ref_name ?? r.ref_id}`}`;
export const blankRow = (price_kind: PriceKind, ref_id = ""): GridRow => ({
  price_kind,
  ref_id,
  adult: 0,
  child: null,
  currency: "CNY",
  foreign_adult: null,
  foreign_child: null,
  rate: null,
  official_fee_id: null,
});

/** The row as it is kept: a foreign fee is frozen in CNY at its rate, rounded half up; a price for adults only has no child's. */
export function frozenRow(row: GridRow, childAge: number): GridRow {
  const hasChild = childAge > 0 && row.price_kind !== "urgent";
  const own: GridRow = { ...row, child: hasChild ? row.child : null, foreign_child: hasChild ? row.foreign_child : null };
  if (!isFeeKind(row.price_kind))
    return { ...own, currency: "CNY", foreign_adult: null, foreign_child: null, rate: null, official_fee_id: null };
  if (row.currency === "CNY") return { ...own, foreign_adult: null, foreign_child: null, rate: null };
  const cny = (minor: number | null): number | null => (minor === null ? null : feeCents(minor, row.currency, row.rate));
  return { ...own, adult: cny(own.foreign_adult) ?? own.adult, child: cny(own.foreign_child) };
}

export const bandsOf = (childAge: number): readonly PriceBand[] => (childAge > 0 ? ["adult", "child"] : ["adult"]);
export const amountAt = (row: Pick<GridRow, "adult" | "child">, band: PriceBand): number =>
  band === "child" ? (row.child ?? row.adult) : row.adult;
const findRow = (rows: readonly GridRow[], kind: PriceKind): GridRow | undefined => rows.find((r) => r.price_kind === kind);
export const feesAt = (rows: readonly GridRow[], band: PriceBand): { embassy: number; centre: number } => {
  const fee = (kind: PriceKind): number => {
    const row = findRow(rows, kind);
    return row ? amountAt(row, band) : 0;
  };
  return { embassy: fee("embassy_fee"), centre: fee("centre_fee") };
};

function rowFault(r: GridRow, childAge: number): Omit<GridFault, "price_kind" | "ref_id"> | null {
  if (isFeeKind(r.price_kind) && r.currency !== "CNY" && (r.foreign_adult === null || r.rate === null))
    return { band: null, message: `${rowWords(r)}为外币，请输入原币金额和汇率` };
  if (isSaleKind(r.price_kind) && childAge > 0 && r.child === null) return { band: "child", message: `请输入${rowWords(r)}的儿童价` };
  return null;
}
function boundFault(r: GridRow, rows: readonly GridRow[], band: PriceBand): string | null {
  const fees = feesAt(rows, band);
  const retail = findRow(rows, "retail");
  if (amountAt(r, band) < fees.embassy + fees.centre) return "售价不能低于签证费";
  return retail && amountAt(r, band) > amountAt(retail, band) ? "同行价不能高于门市价" : null;
}

interface Tier {
  tier_code: string;
  name: string;
}
function urgentFaults(rows: readonly GridRow[], tiers: readonly Tier[]): GridFault[] {
  const urgent = rows.filter((r) => r.price_kind === "urgent");
  return [
    ...tiers
      .filter((t) => !urgent.some((r) => r.ref_id === t.tier_code))
      .map((t) => ({ price_kind: "urgent" as const, ref_id: t.tier_code, band: "adult" as const, message: `请输入「${t.name}」的加急费` })),
    ...urgent
      .filter((r) => !tiers.some((t) => t.tier_code === r.ref_id))
      .map((r) => ({ price_kind: r.price_kind, ref_id: r.ref_id, band: null, message: `加急档${r.ref_id}不存在，请删除它的加急费` })),
  ];
}

/** Everything that keeps the grid from being saved, row by row. Rows are frozen ones. */
export function gridFaults(rows: readonly GridRow[], childAge: number, tiers: readonly Tier[]): GridFault[] {
  const faults: GridFault[] = [];
  if (rows.some((r) => isSaleKind(r.price_kind)) && !findRow(rows, "retail"))
    faults.push({ price_kind: "retail", ref_id: "", band: "adult", message: "请输入门市价" });
  rows.forEach((r, i) => {
    const own = rowFault(r, childAge);
    if (own) faults.push({ price_kind: r.price_kind, ref_id: r.ref_id, ...own });
    if (rows.findIndex((o) => sameRow(o, r)) !== i)
      faults.push({ price_kind: r.price_kind, ref_id: r.ref_id, band: null, message: `${rowWords(r)}重复，请保留一行` });
    const needsRef = r.price_kind === "level" || r.price_kind === "group" || r.price_kind === "peer" || r.price_kind === "urgent";
    if (needsRef !== (r.ref_id !== ""))
      faults.push({ price_kind: r.price_kind, ref_id: r.ref_id, band: null, message: `请输入${PRICE_KINDS[r.price_kind]}的对象` });
    for (const band of isSaleKind(r.price_kind) ? bandsOf(childAge) : []) {
      const message = boundFault(r, rows, band);
      if (message) faults.push({ price_kind: r.price_kind, ref_id: r.ref_id, band, message });
    }
  });
  return [...faults, ...urgentFaults(rows, tiers)];
}

export interface GridCost {
  adult: number;
  child: number | null;
  embassy_included: boolean;
  centre_included: boolean;
}
/** What one person at this price leaves: price less supplier, and less the official fees the supplier does not include. */
export function marginAt(row: GridRow, rows: readonly GridRow[], cost: GridCost, band: PriceBand): number {
  const fees = feesAt(rows, band);
  const supplier = band === "child" ? (cost.child ?? cost.adult) : cost.adult;
  return amountAt(row, band) - supplier - (cost.embassy_included ? 0 : fees.embassy) - (cost.centre_included ? 0 : fees.centre);
}
