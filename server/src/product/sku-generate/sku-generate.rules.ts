/** What generated drafts are like: pure. */
import { TIER_KINDS } from "@visadesk/contract/product/sku/sku.ts";
import type { Cover, UrgentTier } from "@visadesk/contract/product/snapshot.ts";

export interface Mission {
  id: number;
  embassy_type: number;
  domicile_limit: boolean;
  has_area: boolean;
}
/** A district where the mission has one; a place nobody knows the district of is left to be filled in. */
export function coverModeOf(mission: Mission | null, sibling: Cover["mode"] | null): Cover["mode"] {
  if (!mission || mission.embassy_type === 5) return "all";
  if (mission.has_area) return mission.domicile_limit ? "district" : "all";
  return sibling === "all" ? "all" : "area";
}

/** The sibling's tiers of the ticked kinds; a kind it has none of starts a new one, whose fee is still to be set. */
export function tiersOf(
  kinds: readonly UrgentTier["tier_kind"][],
  sibling: readonly UrgentTier[],
  days: { work_days_min: number; work_days_max: number },
): UrgentTier[] {
  const kept = sibling.filter((t) => kinds.includes(t.tier_kind));
  const used = new Set(sibling.map((t) => t.tier_code));
  const fresh = [...new Set(kinds)].filter((kind) => !kept.some((t) => t.tier_kind === kind));
  const codes = Array.from({ length: used.size + fresh.length }, (_, i) => `U${i + 1}`).filter((code) => !used.has(code));
  return [...kept, ...fresh.map((kind, i) => ({ tier_code: codes[i] ?? "", name: TIER_KINDS[kind], tier_kind: kind, ...days }))];
}

/** Numbers of an SPU's next SKU: behind the highest that was ever given. */
export function nextNumbers(code: string, given: readonly string[], count: number): string[] {
  const last = Math.max(0, ...given.map((no) => Number(/-(\d+)$/.exec(no)?.[1] ?? 0)));
  return Array.from({ length: count }, (_, i) => `${code}-${String(last + 1 + i).padStart(2, "0")}`);
}

export interface Wanted {
  embassy_id: number | null;
  service_level: string;
  name: string;
}
const keyOf = (w: { embassy_id: number | null; service_level: string }): string => `${w.embassy_id ?? 0} ${w.service_level}`;

/** The place, from 1, of the first row that stands twice in one request, or null. */
export function repeatedRow(wanted: readonly Wanted[]): number | null {
  const keys = wanted.map(keyOf);
  const at = keys.findIndex((k, i) => keys.indexOf(k) !== i);
  return at === -1 ? null : at + 1;
}

/** Rows to make, and those that exist already with the number they have. */
export function sortOut<W extends Wanted>(
  wanted: readonly W[],
  existing: readonly { embassy_id: number | null; service_level: string; sku_no: string }[],
): { fresh: W[]; skipped: { name: string; sku_no: string }[] } {
  const known = new Map(existing.map((s) => [keyOf(s), s.sku_no]));
  return {
    fresh: wanted.filter((w) => !known.has(keyOf(w))),
    skipped: wanted.flatMap((w) => {
      const sku_no = known.get(keyOf(w));
      return sku_no === undefined ? [] : [{ name: w.name, sku_no }];
    }),
  };
}
