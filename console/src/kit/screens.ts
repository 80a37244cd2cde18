/**
 * One row per screen: path, title, permission, menu place. Router, guard, side menu, breadcrumb, back link
 * and window title are derived from these rows; `under` names the list a page belongs to and inherits its
 * permission and menu key.
 *
 *   export const orderScreens = screens({
 *     "order-list": { ...listRoutes["order-list"], title: "订单处理", menu: { group: "订单管理" }, load: () => import("./order-list.tsx") },
 *     "order-detail": { path: "/order/detail/:orderId", title: "订单处理详情", under: "order-list", load: () => import("./order-detail.tsx") },
 *   });
 *   to("order-detail", { orderId: 7 }); // "/order/detail/7", and a missing parameter does not compile
 */
import { allows, type May } from "@visadesk/contract/permissions.ts";
import type { BadgeKey } from "./app/session.ts";

export interface MenuPlace {
  group: string;
  badge?: BadgeKey;
  target?: "_blank";
}

export interface ScreenRow {
  path: string;
  title?: string;
  /** Absent: that of `under`, else every signed-in worker. */
  may?: May;
  menu?: MenuPlace;
  under?: string;
  /** Reached from several lists: breadcrumb and back goal are the list visited last. */
  under_opener?: true;
  /** Group kept open in the menu; absent: the menu group itself, or that of `under`. */
  menu_key?: string;
  no_auth?: true;
  hide_nav?: true;
  redirect?: string;
  /** A module whose default export is the screen. */
  load?: () => Promise<unknown>;
}

type Rows = Readonly<Record<string, ScreenRow>>;

/** Declares the screens of an area. */
export const screens = <const S extends Rows>(rows: S): { [K in keyof S]: { path: S[K]["path"] } & ScreenRow } => rows;

/** The whole list is registered by console/src/screens.ts, which also augments this interface with its type. */
export interface Register {}
type Registered = Register extends { screens: infer S extends Rows } ? S : Rows;
export type ScreenName = Extract<keyof Registered, string>;

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type Params<N extends ScreenName> = Record<ParamNames<Registered[N]["path"]>, string | number>;
type Query = Readonly<Record<string, string | number | undefined>>;

export interface Screen extends ScreenRow {
  name: string;
  title: string;
  may: May;
  menu_key: string;
  /** Goal of a redirect row, else itself. */
  goal: string;
}

let all = new Map<string, Screen>();
let patterns: { re: RegExp; keys: string[]; screen: Screen }[] = [];

function complete(name: string, row: ScreenRow, rows: Rows): Screen {
  const parent = row.under ? rows[row.under] : undefined;
  if (row.under && !parent) throw new Error(`${name} is under ${row.under}, which is no screen`);
  const goal = row.redirect ? Object.keys(rows).find((n) => rows[n]?.path === row.redirect) : name;
  const judged = goal ? rows[goal] : undefined;
  return {
    ...row,
    name,
    goal: goal ?? name,
    title: row.title ?? "",
    may: row.may ?? parent?.may ?? (row.no_auth ? "open" : (judged?.may ?? "staff")),
    menu_key: row.menu_key ?? row.menu?.group ?? parent?.menu_key ?? parent?.menu?.group ?? "",
  };
}

/** Called once with the rows of every area. */
export function registerScreens(rows: Rows): void {
  all = new Map(Object.entries(rows).map(([name, row]) => [name, complete(name, row, rows)]));
  patterns = [...all.values()]
    .map((screen) => {
      const keys: string[] = [];
      const source = screen.path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:(\w+)/g, (_, key: string) => (keys.push(key), "([^/]+)"));
      return { re: new RegExp(`^${source}/?$`), keys, screen };
    })
    .sort((a, b) => a.keys.length - b.keys.length);
}

export const allScreens = (): readonly Screen[] => [...all.values()];
export const screenOf = (name: string): Screen | undefined => all.get(name);

/** Screen and parameters of a pathname; undefined: 页面不存在. */
export function matchScreen(pathname: string): { screen: Screen; params: Record<string, string> } | undefined {
  for (const { re, keys, screen } of patterns) {
    const found = re.exec(pathname);
    if (found) return { screen, params: Object.fromEntries(keys.map((key, i) => [key, safeDecode(found[i + 1] ?? "")])) };
  }
  return undefined;
}

const safeDecode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Address of a screen inside the console. */
export function to<N extends ScreenName>(
  name: N,
  ...[params, query]: [keyof Params<N>] extends [never]
    ? [params?: Record<string, never>, query?: Query]
    : [params: Params<N>, query?: Query]
): string {
  const screen = all.get(name);
  if (!screen) throw new Error(`no screen is named ${name}`);
  const values = (params ?? {}) as Record<string, string | number>;
  return addressOf(screen.path, values, query);
}

function addressOf(pattern: string, params: Readonly<Record<string, string | number>>, query: Query | undefined): string {
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key] ?? "")));
  const entries = Object.entries(query ?? {}).flatMap(([k, v]) => (v === undefined ? [] : [[k, String(v)]]));
  return entries.length ? `${path}?${new URLSearchParams(entries)}` : path;
}

/** Address of a screen that the server named, when it is here and these codes may open it. */
export function hrefOf(
  name: string,
  params: Readonly<Record<string, string | number>>,
  codes: ReadonlySet<number>,
  query?: Query,
): string | undefined {
  const screen = all.get(name);
  return screen && allows(screen.may, codes) ? addressOf(screen.path, params, query) : undefined;
}

/** May somebody with these codes enter? A redirect row is judged by its goal. */
export const mayEnter = (screen: Screen, codes: ReadonlySet<number>): boolean => allows(screen.may, codes);

export interface MenuItem {
  name: string;
  title: string;
  path: string;
  badge?: BadgeKey;
  target?: "_blank";
}
export interface MenuGroup {
  key: string;
  title: string;
  items: MenuItem[];
}

/** The side menu for these codes: groups and rows in declared order, a group only with a visible child. */
export function menuOf(codes: ReadonlySet<number>): MenuGroup[] {
  const groups = new Map<string, MenuGroup>();
  for (const screen of all.values()) {
    if (!screen.menu || !mayEnter(screen, codes)) continue;
    const { group, badge, target } = screen.menu;
    const entry = groups.get(screen.menu_key) ?? { key: screen.menu_key, title: group, items: [] };
    groups.set(screen.menu_key, entry);
    entry.items.push({ name: screen.name, title: screen.title, path: screen.path, ...(badge && { badge }), ...(target && { target }) });
  }
  return [...groups.values()];
}
