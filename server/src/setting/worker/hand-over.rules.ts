/** How work is spread over several receivers: pure decisions. */

export interface Item {
  readonly id: number;
  /** How much it counts. */
  readonly n: number;
}
export interface Receiver {
  readonly worker_id: number;
  /** What he has in hand of this kind already. */
  readonly load: number;
}
export interface Share {
  readonly worker_id: number;
  readonly ids: readonly number[];
  readonly count: number;
}

/** The largest item first, each to whom has least; ties go to the lower id, so that the same input gives the same shares. */
export function spread(items: readonly Item[], receivers: readonly Receiver[]): Share[] {
  const piles = receivers.map((r) => ({ worker_id: r.worker_id, load: r.load, ids: Array.of<number>(), count: 0 }));
  for (const item of [...items].sort((a, b) => b.n - a.n || a.id - b.id)) {
    const [least] = piles.toSorted((a, b) => a.load + a.count - b.load - b.count || a.worker_id - b.worker_id);
    if (!least) return [];
    least.ids.push(item.id);
    least.count += item.n;
  }
  return piles
    .filter((p) => p.ids.length > 0)
    .map(({ worker_id, ids, count }) => ({ worker_id, count, ids: ids.toSorted((a, b) => a - b) }));
}

export const countOf = (items: readonly Item[]): number => items.reduce((n, i) => n + i.n, 0);
