/** Which of the kept cells speaks, and which paper made the largest difference. Pure. */
import { RISK_LEAST, type RiskDimension } from "@visadesk/contract/order/risk/applicant-risk.ts";
import { interval, percent } from "#kit/http/rate.ts";
import type { RiskCell, RiskPaper } from "./risk.sql.ts";

/** In the order in which they are given up, the last first. */
export const DIMENSIONS = ["mission", "identity", "waived", "age_band", "province"] as const satisfies readonly RiskDimension[];

/** Share of the refused, as percent. */
const refusedOf = ({ n, issued }: Pick<RiskCell, "n" | "issued">): number => percent((n - issued) / n);
const rated = (c: Pick<RiskCell, "n" | "issued">) => ({ n: c.n, refused: refusedOf(c) });

/** The finest cell with enough people, with its 95 % interval (Wilson, kit/http/rate.ts). */
export function cellFor(cells: readonly RiskCell[]) {
  const cell = cells.toSorted((a, b) => b.level - a.level).find((c) => c.n >= RISK_LEAST);
  if (!cell) return null;
  const { low, high } = interval(cell.n - cell.issued, cell.n);
  return { used: DIMENSIONS.slice(0, cell.level), ...rated(cell), low: percent(low), high: percent(high) };
}

type Pair = { given?: RiskPaper | undefined; lacking?: RiskPaper | undefined };
const isEnough = (p: Pair): p is { given: RiskPaper; lacking: RiskPaper } =>
  (p.given?.n ?? 0) >= RISK_LEAST && (p.lacking?.n ?? 0) >= RISK_LEAST;

/** Of a paper: people of his identity, else everybody at the mission; null where too few had it, or too few had it not. */
function pairOf(list: readonly RiskPaper[], identity: string) {
  for (const whose of [identity, "*"]) {
    const here = list.filter((p) => p.identity === whose);
    const pair: Pair = { given: here.find((p) => p.given), lacking: here.find((p) => !p.given) };
    if (!isEnough(pair)) continue;
    const [given, lacking] = [rated(pair.given), rated(pair.lacking)];
    const used = DIMENSIONS.slice(0, whose === "*" ? 1 : 2);
    return { used, given, lacking, difference: Math.round((lacking.refused - given.refused) * 10) / 10 };
  }
  return null;
}

/** The paper without which people were refused most more often than with it. */
export function worstPaper(list: readonly RiskPaper[], identity: string) {
  const found = [...Map.groupBy(list, (p) => p.document_id)].flatMap(([document_id, of]) => {
    const pair = pairOf(of, identity);
    return pair && pair.difference > 0 ? [{ document_id, ...pair }] : [];
  });
  return found.toSorted((a, b) => b.difference - a.difference || a.document_id - b.document_id)[0] ?? null;
}
