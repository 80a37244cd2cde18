/** What a loop over many endpoints tries at each of them. */
import process from "node:process";

/**
 * `n` of the list, other ones at each turn, so that the endpoints together try every one; all of them with `SOAK=1`.
 * Turns count from 0.
 */
export function someOf<T>(list: readonly T[], n: number, turn: number): readonly T[] {
  if (process.env["SOAK"] || n >= list.length) return list;
  const from = (turn * n) % list.length;
  return [...list.slice(from, from + n), ...list.slice(0, Math.max(0, from + n - list.length))];
}
