/** The permission tree as the role editor shows it: menu groups in menu order, screens, their buttons; and how ticking behaves. */
import { matches } from "#kit/pinyin.ts";
import {
  allPermissions,
  AREA_TITLES,
  isSensitive,
  permissionOf,
  screenCodeOf,
  type Area,
  type Permission,
} from "@visadesk/contract/permissions.ts";

export interface PermissionGroup {
  title: string;
  /** Screens, each followed by its buttons; codes that stand alone come after the screen they belong to. */
  rows: readonly Permission[];
}

const screenPart = (code: number): number => (code > 999_999 ? Math.floor(code / 1000) : code);
/** A button lies with its screen, also where another area made it. */
const areaOf = (p: Permission): Area => permissionOf(screenPart(p.code))?.area ?? p.area;

function rowsOf(area: Area): Permission[] {
  const own = allPermissions.filter((p) => areaOf(p) === area);
  const screens = own.filter((p) => p.type === "menu");
  return screens.flatMap((s) => [s, ...own.filter((p) => p !== s && screenPart(p.code) === s.code)]);
}

const AREAS = [...new Set(allPermissions.map(areaOf))];
export const permissionGroups: readonly PermissionGroup[] = AREAS.map((area) => ({ title: AREA_TITLES[area], rows: rowsOf(area) }));

export const sensitiveOf = (codes: readonly number[]): number[] => codes.filter(isSensitive);

const sorted = (codes: Iterable<number>): number[] => [...new Set(codes)].toSorted((a, b) => a - b);

/** Ticking a button ticks its screen; unticking a screen unticks its buttons. Codes I lack never change. */
export function tick(codes: readonly number[], changed: readonly number[], on: boolean, mine: ReadonlySet<number>): number[] {
  const next = new Set(codes);
  for (const code of changed) {
    const screen = screenCodeOf(code);
    if (!mine.has(code) || (on && screen !== null && !next.has(screen) && !mine.has(screen))) continue;
    if (on) for (const c of screen === null ? [code] : [code, screen]) next.add(c);
    else for (const c of [code, ...buttonsOf(code, next)]) next.delete(c);
  }
  return sorted(next);
}

const buttonsOf = (screen: number, codes: ReadonlySet<number>): number[] => [...codes].filter((c) => screenCodeOf(c) === screen);

/** Groups with the rows whose label or number holds the words; a found button keeps its screen beside it. */
export function searchGroups(words: string): readonly PermissionGroup[] {
  const text = words.trim();
  if (!text) return permissionGroups;
  return permissionGroups.flatMap((g) => {
    const isGroup = matches(g.title, text);
    const found = new Set(g.rows.filter((p) => isGroup || matches(p.label, text) || String(p.code).includes(text)).map((p) => p.code));
    const rows = g.rows.filter((p) => found.has(p.code) || g.rows.some((b) => found.has(b.code) && screenCodeOf(b.code) === p.code));
    return rows.length > 0 ? [{ title: g.title, rows }] : [];
  });
}

export interface Difference {
  added: number[];
  removed: number[];
}
export const difference = (before: readonly number[], after: readonly number[]): Difference => ({
  added: after.filter((c) => !before.includes(c)),
  removed: before.filter((c) => !after.includes(c)),
});
