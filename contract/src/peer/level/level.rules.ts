/** What a level costs where a product has no price of it, and how levels are earned and lost. Integer cents. */
import { keysOf } from "../../kit/field.ts";
import { money } from "../../kit/format.ts";
import { LEVEL_CODES, type LevelCode } from "./level.words.ts";

/** percent: ‱ of the service part; minus: cents off the retail price. */
export type LevelFallback = { kind: "none" } | { kind: "percent"; rate: number } | { kind: "minus"; amount: number };

/** Half up. */
const shareOf = (cents: number, perTenThousand: number): number => Math.floor((cents * perTenThousand + 5_000) / 10_000);
/** What a level without a row pays: a share of the service part, or cents off; never below the fees. Null: the retail price. */
export function fallbackPrice(retail: number, fees: number, fallback: LevelFallback = { kind: "none" }): number | null {
  if (fallback.kind === "none") return null;
  const price = fallback.kind === "percent" ? fees + shareOf(Math.max(0, retail - fees), fallback.rate) : retail - fallback.amount;
  return Math.max(price, fees);
}

/** Of a product without a price of the level, in words. */
export function fallbackText(f: LevelFallback): string {
  if (f.kind === "none") return "门市价";
  return f.kind === "percent" ? `服务部分 ${f.rate / 100}%` : `门市价减 ${money(f.amount)}`;
}

/** Of the last 90 days; GMV is what was paid less what was refunded. */
export interface LevelFigures {
  gmv: number;
  orders: number;
  topup: number;
}
export interface LevelTerms {
  code: LevelCode;
  status: 0 | 1;
  gmv_min: number | null;
  orders_min: number | null;
  topup_min: number | null;
  match: "any" | "all";
}
const asked = (level: LevelTerms, f: LevelFigures): boolean[] =>
  (
    [
      [level.gmv_min, f.gmv],
      [level.orders_min, f.orders],
      [level.topup_min, f.topup],
    ] as const
  ).flatMap(([min, has]) => (min === null ? [] : [has >= min]));

/** V1 is everybody's; another level without thresholds is given by people alone. */
export function thresholdsMet(level: LevelTerms, f: LevelFigures): boolean {
  if (level.code === "V1") return true;
  const met = asked(level, f);
  return met.length > 0 && (level.match === "any" ? met.some(Boolean) : met.every(Boolean));
}

/** "GMV ≥ ¥200,000.00 或 单量 ≥ 150"; blank where a level asks for nothing. */
export const askedText = (level: Pick<LevelTerms, "gmv_min" | "orders_min" | "topup_min" | "match">): string =>
  [
    level.gmv_min === null ? [] : [`GMV ≥ ${money(level.gmv_min)}`],
    level.orders_min === null ? [] : [`单量 ≥ ${level.orders_min}`],
    level.topup_min === null ? [] : [`充值 ≥ ${money(level.topup_min)}`],
  ]
    .flat()
    .join(level.match === "any" ? " 或 " : " 且 ");

const CODES = keysOf(LEVEL_CODES);
export const levelRank = (code: LevelCode): number => CODES.indexOf(code);
/** The highest enabled level whose thresholds are met. */
export const earnedLevel = (levels: readonly LevelTerms[], f: LevelFigures): LevelCode =>
  levels
    .filter((l) => l.status === 1 && thresholdsMet(l, f))
    .reduce<LevelCode>((best, l) => (levelRank(l.code) > levelRank(best) ? l.code : best), "V1");

/** By these figures it has the level it holds, or a higher one. */
export const stillEarns = (levels: readonly LevelTerms[], code: LevelCode, f: LevelFigures): boolean =>
  levelRank(earnedLevel(levels, f)) >= levelRank(code);

/** Where a nightly look moves a peer up to; null: it stays. A level locked through that day does not move. */
export function upgradeOf(
  levels: readonly LevelTerms[],
  at: { code: LevelCode; locked_until: string | null },
  f: LevelFigures,
  day: string,
) {
  if (at.locked_until !== null && at.locked_until >= day) return null;
  const earned = earnedLevel(levels, f);
  return levelRank(earned) > levelRank(at.code) ? earned : null;
}
/** Where a quarter's re-grading proposes to move it: to the next enabled level below, one step at most; null: it stays. */
export function downgradeOf(
  levels: readonly LevelTerms[],
  at: { code: LevelCode; locked_until: string | null },
  f: LevelFigures,
  day: string,
) {
  if (at.locked_until !== null && at.locked_until >= day) return null;
  if (stillEarns(levels, at.code, f)) return null;
  const below = CODES[levelRank(at.code) - 1];
  return below !== undefined && levels.some((l) => l.code === below && l.status === 1) ? below : null;
}

const THRESHOLDS = { gmv_min: "GMV", orders_min: "单量", topup_min: "充值" } as const;
const limitText = (key: keyof typeof THRESHOLDS, n: number): string => (key === "orders_min" ? `${n} 单` : money(n));
/** Thresholds rise with the code, as far as two levels ask for the same: what is wrong, at a field of the level that is edited; null when they do. */
export function thresholdsFault(levels: readonly LevelTerms[], edited: LevelCode): { path: string; message: string } | null {
  const enabled = levels.filter((l) => l.status === 1).sort((a, b) => levelRank(a.code) - levelRank(b.code));
  for (const path of keysOf(THRESHOLDS)) {
    const said = enabled.flatMap(({ code, [path]: min }) => (min === null ? [] : [{ code, min }]));
    for (const [i, high] of said.entries()) {
      const low = said[i - 1];
      if (!low || high.min > low.min) continue;
      const own = high.code === edited ? `${edited} 的${THRESHOLDS[path]}应高于 ${low.code} 的 ${limitText(path, low.min)}` : null;
      const other = `${low.code} 的${THRESHOLDS[path]}应低于 ${high.code} 的 ${limitText(path, high.min)}`;
      return { path, message: `门槛须随等级递增：${own ?? other}` };
    }
  }
  return null;
}

/** 2026-10-01 → 2026-Q4. */
export const quarterOf = (day: string): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
