/** How peers are dealt out to those who take them over. */
import { UNDO_DAYS } from "./transfer.words.ts";

export interface Dealt {
  peer_id: number;
  /** Of the last 90 days. */
  gmv: number;
}
/**
 * Each peer by GMV, the largest first, to the target with the least so far; among equals the first named. Those without
 * any GMV would all go to one target: they go to whoever has the fewest.
 */
export function evenSplit(peers: readonly Dealt[], targets: readonly number[]): { peer_id: number; to_worker_id: number }[] {
  const given = targets.map((id) => ({ id, sum: 0, count: 0 }));
  const dealt = [...peers].sort((a, b) => b.gmv - a.gmv || a.peer_id - b.peer_id);
  return dealt.flatMap(({ peer_id, gmv }) => {
    const by = gmv > 0 ? "sum" : "count";
    const [first, ...others] = given;
    if (!first) return [];
    const least = others.reduce((best, t) => (t[by] < best[by] ? t : best), first);
    least.sum += gmv;
    least.count += 1;
    return [{ peer_id, to_worker_id: least.id }];
  });
}

/** Each peer to the target whose place it is; those of places that no target looks after are dealt out by GMV. */
export function regionSplit(
  peers: readonly (Dealt & { place_owner_id: number | null })[],
  targets: readonly number[],
): { peer_id: number; to_worker_id: number }[] {
  const own = peers.flatMap(({ peer_id, place_owner_id: owner }) =>
    owner !== null && targets.includes(owner) ? [{ peer_id, to_worker_id: owner }] : [],
  );
  const placed = new Set(own.map((l) => l.peer_id));
  return [
    ...own,
    ...evenSplit(
      peers.filter((p) => !placed.has(p.peer_id)),
      targets,
    ),
  ];
}

export interface TargetRoom {
  worker_id: number;
  name: string;
  is_enabled: boolean;
  has: number;
  /** Null: no limit. */
  max: number | null;
}
/** Why lines cannot go to their targets; null when they can. */
export function roomFault(lines: readonly { to_worker_id: number }[], targets: readonly TargetRoom[]): string | null {
  for (const t of targets) {
    const more = lines.filter((l) => l.to_worker_id === t.worker_id).length;
    if (!t.is_enabled) return `「${t.name}」已停用，请更换接收人`;
    if (t.max !== null && t.has + more > t.max) return `「${t.name}」超出上限 ${t.has + more - t.max} 家`;
  }
  return null;
}
export const countFault = (expected: number, now: number): string | null =>
  expected === now ? null : `名单已变化：预计 ${expected}，现为 ${now}`;

/** Days left to undo what ended then; 0: no longer. */
export const undoDaysLeft = (finished_at: string, at: Date): number =>
  Math.max(0, Math.ceil(UNDO_DAYS - (at.getTime() - Date.parse(finished_at)) / 86_400_000));
