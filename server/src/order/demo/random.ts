/** Seeded randomness: the same seed gives the same demo business. */

export interface Random {
  /** 0 ≤ x < 1 */
  next(): number;
  int(min: number, max: number): number;
  chance(p: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Picks by weight. */
  weighted<T>(list: readonly (readonly [T, number])[]): T;
}

/** Mulberry32, a small generator of well-known quality; public domain. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(list: readonly T[]): T => {
    const v = list[int(0, list.length - 1)];
    if (v === undefined) throw new Error("nothing to pick from");
    return v;
  };
  return {
    next,
    int,
    pick,
    chance: (p) => next() < p,
    weighted: (list) => {
      let left = next() * list.reduce((a, [, w]) => a + w, 0);
      for (const [v, w] of list) if ((left -= w) < 0) return v;
      return pick(list)[0];
    },
  };
}
