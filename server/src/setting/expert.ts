/** Who gets a new order. */
import type { Db } from "#kit/db.ts";

export interface PickFacts {
  country_id: string;
  is_urgent: boolean;
  now: Date;
  /** Open applicants by worker, read after the lock. */
  openCounts: (db: Db, workers: readonly number[]) => Promise<ReadonlyMap<number, number>>;
}

/** The expert with the lowest load (open ÷ weight), then longest without a pick; null when nobody is free. Serial until the transaction ends. */
export async function pickExpert(tx: Db, p: PickFacts): Promise<number | null> {
  const experts = await tx
    .selectFrom("experts as e")
    .innerJoin("workers as w", "w.id", "e.worker_id")
    .select(["e.id", "e.worker_id", "e.country_ids", "e.handle_urgent", "e.max_open", "e.weight", "e.last_pick_at"])
    .where("e.accept_new", "=", true)
    .where("w.status", "=", 1)
    .orderBy("e.id")
    .forUpdate("e")
    .execute();
  const open = await p.openCounts(
    tx,
    experts.map((e) => e.worker_id),
  );
  const load = (e: { worker_id: number; weight: number }): number => (open.get(e.worker_id) ?? 0) / e.weight;
  const free = experts.filter((e) => e.country_ids.includes(p.country_id) && (open.get(e.worker_id) ?? 0) < e.max_open);
  const able = p.is_urgent && free.some((e) => e.handle_urgent) ? free.filter((e) => e.handle_urgent) : free;
  const picked = able.sort((a, b) => load(a) - load(b) || (a.last_pick_at ?? "").localeCompare(b.last_pick_at ?? "") || a.id - b.id)[0];
  if (!picked) return leaderFor(tx, p.country_id);
  await tx.updateTable("experts").set({ last_pick_at: p.now }).where("id", "=", picked.id).execute();
  return picked.worker_id;
}

/** Nobody free: the leader of the team that handles the country. */
async function leaderFor(tx: Db, country: string): Promise<number | null> {
  const teams = await tx
    .selectFrom("teams as t")
    .innerJoin("workers as w", "w.id", "t.leader_id")
    .select(["t.leader_id", "t.country_ids"])
    .where("t.status", "=", 1)
    .where("w.status", "=", 1)
    .orderBy("t.id")
    .execute();
  return teams.find((t) => t.country_ids.includes(country))?.leader_id ?? null;
}
