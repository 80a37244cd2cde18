/** Work in hand by person. */
import { OPEN_TABS } from "@visadesk/contract/order/words.ts";
import type { Db } from "#kit/db/db.ts";

/** Open applicants of each expert. */
export async function openCounts(db: Db, workers: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (workers.length === 0) return new Map();
  const rows = await db
    .selectFrom("applicants")
    .select(["expert_id", (e) => e.fn.countAll<number>().as("n")])
    .where("expert_id", "in", [...workers])
    .where("tab", "in", [...OPEN_TABS])
    .groupBy("expert_id")
    .execute();
  return new Map(rows.flatMap((r) => (r.expert_id === null ? [] : [[r.expert_id, r.n] as const])));
}
