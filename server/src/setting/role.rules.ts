/** Who may grant what: pure decisions over sets of codes. */
import { permissionLabel, permissionOf, screenCodeOf } from "@visadesk/contract/permissions.ts";
import type { DataScope } from "#kit/context.ts";

const WIDTH: Readonly<Record<DataScope, number>> = { own: 0, team: 1, all: 2 };
export const isWider = (a: DataScope, b: DataScope): boolean => WIDTH[a] > WIDTH[b];

/** Codes of `wanted` that `held` lacks. */
export const beyond = (wanted: readonly number[], held: ReadonlySet<number>): number[] => wanted.filter((c) => !held.has(c));
export const labels = (codes: readonly number[]): string => codes.map(permissionLabel).join("、");

/** The fault of a list of codes: an unknown one, or a button without its screen. */
export function codesFault(codes: readonly number[]): string | null {
  const unknown = codes.find((c) => !permissionOf(c));
  if (unknown !== undefined) return `权限编号${unknown}不存在`;
  const held = new Set(codes);
  const alone = codes.find((c) => {
    const screen = screenCodeOf(c);
    return screen !== null && !held.has(screen);
  });
  return alone === undefined ? null : `请同时勾选“${permissionLabel(alone)}”所在的页面`;
}

export const clean = (codes: readonly number[]): number[] => [...new Set(codes)].sort((a, b) => a - b);

/** Does a role make its holder a system administrator? */
export const isAdmin = (codes: readonly number[]): boolean => codes.includes(101001) && codes.includes(101002);
