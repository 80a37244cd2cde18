/** What is decided about a mission fee without the database. */
import { feeCents } from "@visadesk/contract/base-data/official-fee.rules.ts";
import type { EmbassyItem, VarianceWay } from "@visadesk/contract/finance/embassy/embassy.words.ts";
import { rateOfMicro } from "@visadesk/contract/finance/embassy/fx-rate.rules.ts";
import { money } from "@visadesk/contract/kit/format.ts";

/** CNY cents at a frozen rate, rounded half up by the digits of the currency. */
export const amountAt = (foreignMinor: number, currency: string, rateMicro: number): number =>
  feeCents(foreignMinor, currency, rateOfMicro(rateMicro)) ?? 0;

/** The fee itself is held in trust and is never ours; what a visa centre asks for is our cost. */
export const isVisa = (item: EmbassyItem): boolean => item === "visa";
/** The fee line that says whether the official was paid; null: no line of an order. */
export const feeKindOf = (item: EmbassyItem): "embassy" | "centre" | null =>
  item === "visa" ? "embassy" : item === "centre" ? "centre" : null;

/** What becomes of the difference by itself; null: somebody decides. */
export function ownWay(variance: number, tolerance: number): VarianceWay | null {
  if (variance === 0 || Math.abs(variance) > tolerance) return null;
  return variance > 0 ? "absorb" : "income";
}
/** Why a way does not fit; null: it does. Paid too much: we bear it or ask for it. Paid less: it is kept or given back. */
export function wayFault(variance: number | null, way: VarianceWay): string | null {
  if (variance === null || variance === 0) return "没有差额需要处理";
  const fits = variance > 0 ? ["absorb", "charge"] : ["income", "give_back"];
  if (fits.includes(way)) return null;
  return variance > 0 ? `实付超出已收 ${money(variance)}，请选择我司承担或补差价` : `已收多于实付 ${money(-variance)}，请选择转收入或退差`;
}
