/** Nightly figures of every SKU. */
import type { Ctx } from "#kit/call/context.ts";
import { addDays, calendarOf, places } from "../../base-data/index.ts";
import { percentile } from "./sku-stat.rules.ts";
import { countSkus, keepDays, resultsOf60, type DaysTaken, type Took } from "./sku-stat.sql.ts";

type Days = { isOpen(date: string): boolean };

/** Open days after the first date up to the last one. */
function openDays(days: Days, from: string, to: string): number {
  let n = 0;
  for (let d = addDays(from, 1); d <= to; d = addDays(d, 1)) if (days.isOpen(d)) n++;
  return n;
}

function daysTaken(took: readonly Took[], daysOf: (embassyId: number | null) => Days): DaysTaken[] {
  const byKey = Map.groupBy(took, (t) => `${t.embassy_id} ${t.code}`);
  return [...byKey.values()].map((group) => {
    const { embassy_id = null, code = "" } = group[0] ?? {};
    const calendar = daysOf(embassy_id);
    const counts = group.flatMap((t) => Array.from({ length: t.n }, () => openDays(calendar, t.submitted, t.result)));
    counts.sort((a, b) => a - b);
    return {
      embassy_id,
      code,
      n: counts.length,
      p50: percentile(counts, 0.5),
      p75: percentile(counts, 0.75),
      p90: percentile(counts, 0.9),
    };
  });
}

/** Counts orders, results and the days they took; answers how many SKU were counted. */
export async function statSkus(ctx: Pick<Ctx, "db" | "now">): Promise<number> {
  const counted = await countSkus(ctx.db, ctx.now);
  const took = await resultsOf60(ctx.db, ctx.now);
  const calendar = await calendarOf(ctx.db);
  const missions = await places(ctx.db, [...new Set(took.map((t) => t.embassy_id).filter((id) => id !== null))]);
  await keepDays(
    ctx.db,
    daysTaken(took, (id) => calendar.missionDays((id !== null && missions.get(id)) || null)),
  );
  return counted;
}
