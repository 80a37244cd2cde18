/** Price resolution: pure over the price rows of one SKU. */
import { centsAt } from "@visadesk/contract/base-data/official-fee.rules.ts";
import { fallbackPrice } from "@visadesk/contract/peer/level/level.rules.ts";
import type { Band, Buyer } from "./buyer.ts";
import { roomFault, specialAmount, specialLoss, type SpecialOffer } from "../special-price-activity/special-price.rules.ts";

export interface PriceRow {
  id: number;
  price_kind: "retail" | "level" | "group" | "peer" | "embassy_fee" | "centre_fee" | "urgent";
  ref_id: string;
  adult: number;
  child: number | null;
  effective_from: string;
  effective_to: string | null;
}
export type PriceSource = "special" | "retail" | "level" | "group" | "peer" | "rule";

export interface Candidate {
  source: PriceSource;
  /** Of a special. */
  name?: string;
  price_id: number | null;
  price: number | null;
  /** Why it did not win; null for the winner. */
  lost: string | null;
}
export interface PriceResult {
  price: number;
  service: number;
  embassy: number;
  centre: number;
  source: PriceSource;
  price_id: number | null;
  /** What the buyer pays without a special. */
  base: number;
  /** The special that won. */
  special: SpecialOffer | null;
  trace: Candidate[];
}

const TRACE_WORDS: Record<PriceSource, string> = {
  special: "限时特价",
  peer: "客户专属价",
  group: "分组价",
  level: "等级价",
  rule: "等级规则",
  retail: "门市价",
};
export const sourceWord = (source: PriceSource): string => TRACE_WORDS[source];

/** Rows in force at an instant: from inclusive, to exclusive. */
export const inForce = (row: Pick<PriceRow, "effective_from" | "effective_to">, at: Date): boolean =>
  Date.parse(row.effective_from) <= at.getTime() && (row.effective_to === null || at.getTime() < Date.parse(row.effective_to));

const amountOf = (row: PriceRow | undefined, band: Band): number | null =>
  row ? (band === "child" ? (row.child ?? row.adult) : row.adult) : null;

/** The price of one person by the product's own rows, split into service and official fees; null without a retail price. */
function basePrice(rows: readonly PriceRow[], buyer: Buyer, band: Band, at: Date): PriceResult | null {
  const live = rows.filter((r) => inForce(r, at));
  const find = (kind: PriceRow["price_kind"], ref = ""): PriceRow | undefined =>
    live.find((r) => r.price_kind === kind && r.ref_id === ref);
  const embassy = amountOf(find("embassy_fee"), band) ?? 0;
  const centre = amountOf(find("centre_fee"), band) ?? 0;
  const retailRow = find("retail");
  const retail = amountOf(retailRow, band);
  if (retail === null) return null;
  const peerRows: [PriceSource, PriceRow | undefined][] =
    buyer.kind === "direct"
      ? []
      : [
          ["peer", find("peer", buyer.peer_id)],
          ["group", find("group", buyer.group)],
          ["level", find("level", buyer.level)],
        ];
  const trace: Candidate[] = peerRows.map(([source, row]) => ({
    source,
    price_id: row?.id ?? null,
    price: amountOf(row, band),
    lost: row ? null : "未设置",
  }));
  const rule = buyer.kind === "peer" ? fallbackPrice(retail, embassy + centre, buyer.fallback) : null;
  if (rule !== null) trace.push({ source: "rule", price_id: null, price: rule, lost: null });
  trace.push({ source: "retail", price_id: retailRow?.id ?? null, price: retail, lost: null });
  const winner = trace.find((c) => c.price !== null) ?? { source: "retail" as const, price_id: null, price: retail };
  const price = winner.price ?? retail;
  return {
    price,
    embassy,
    centre,
    service: Math.max(0, price - embassy - centre),
    source: winner.source,
    price_id: winner.price_id,
    base: price,
    special: null,
    trace: trace.map((c) => ({ ...c, lost: c === winner ? null : (c.lost ?? `${sourceWord(winner.source)}优先`) })),
  };
}

/** The price of one person: a special that holds him wins where it is lower. `full`: specials without room, and why. */
export function resolvePrice(
  rows: readonly PriceRow[],
  buyer: Buyer,
  band: Band,
  at: Date,
  specials: readonly SpecialOffer[] = [],
  full: ReadonlyMap<number, string> = new Map(),
): PriceResult | null {
  const base = basePrice(rows, buyer, band, at);
  if (!base || specials.length === 0) return base;
  const judged = specials.map((s) => ({
    offer: s,
    price: specialAmount(s, band),
    lost: specialLoss(s, buyer, at) ?? lossAgainst(base, specialAmount(s, band)) ?? full.get(s.item_id) ?? null,
  }));
  const won = judged.find((j) => j.lost === null);
  const trace: Candidate[] = [
    ...judged.map((j) => ({ source: "special" as const, name: j.offer.name, price_id: null, price: j.price, lost: j.lost })),
    ...base.trace.map((c) => (won ? { ...c, lost: c.lost ?? "限时特价优先" } : c)),
  ];
  if (!won) return { ...base, trace };
  const { price, offer } = won;
  return { ...base, price, service: price - base.embassy - base.centre, source: "special", price_id: null, special: offer, trace };
}

const lossAgainst = (base: PriceResult, price: number): string | null =>
  price >= base.price ? "不低于基础价" : price < base.embassy + base.centre ? "低于官方收费" : null;

/** The prices of people who order together: they have a special all together or not at all. */
export function resolvePeople(
  rows: readonly PriceRow[],
  buyer: Buyer,
  bands: readonly Band[],
  at: Date,
  specials: readonly SpecialOffer[],
): (PriceResult | null)[] {
  const wished = bands.map((band) => resolvePrice(rows, buyer, band, at, specials));
  const full = new Map<number, string>();
  for (const s of specials) {
    const qty = wished.filter((p) => p?.special === s).length;
    const reason = qty > 0 ? roomFault(s, qty) : null;
    if (reason !== null) full.set(s.item_id, reason);
  }
  return full.size === 0 ? wished : bands.map((band) => resolvePrice(rows, buyer, band, at, specials, full));
}

/** Foreign cents × rate, rounded half up to the cent. */
export const toCents = (minor: number, rate: string): number => centsAt(minor, 2, rate);

/** Total cost of one person: supplier price plus the official fees it does not include. */
export const totalCost = (
  supplier: { amount: number; embassy_included: boolean; centre_included: boolean },
  fees: { embassy: number; centre: number },
): number => supplier.amount + (supplier.embassy_included ? 0 : fees.embassy) + (supplier.centre_included ? 0 : fees.centre);
