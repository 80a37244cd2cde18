/** What the palette lists: acts and screens found here, records found by the server. */
import type { OutputOf } from "@visadesk/contract/index.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { narrow } from "@visadesk/contract/kit/patterns.ts";
import { panelsFor } from "#kit/app/panel-registry.ts";
import { paletteActions } from "#kit/palette-actions.ts";
import { matches } from "#kit/pinyin.ts";
import { hrefOf, menuOf, screenOf } from "#kit/screens.ts";
import { logout, session } from "#kit/app/session.ts";
import { setTheme, theme } from "../theme.ts";

export interface Hit {
  key: string;
  title: string;
  detail?: string;
  matched?: string;
  href?: string;
  run?: () => void;
}
export interface HitGroup {
  key: string;
  label: string;
  hits: Hit[];
  total?: string;
  more?: string;
}
/** Whoever holds one of them finds the pages of a country. */
const COUNTRY_CODES = [may.country, may.sku, may.spu, may.embassy, may.appointment];
type Found = OutputOf<"search_query">["groups"];

/** What a query looks through for a holder of these codes. */
export const searchedGroups = (codes: ReadonlySet<number>): string[] => [
  "动作",
  "页面",
  ...(codes.has(may.order_view) || codes.has(may.order_process) ? ["订单", "申请人", "快递"] : []),
  ...(codes.has(may.supplier) ? ["供应商"] : []),
  ...(codes.has(may.supplier_logistics) ? ["供应商物流"] : []),
  ...(codes.has(may.sku) ? ["商品"] : []),
  ...(COUNTRY_CODES.some((c) => codes.has(c)) ? ["国家/地区"] : []),
  ...(codes.has(may.worker) ? ["员工"] : []),
];

/** As the server reads a query: full width to half, blanks and hyphens dropped, upper case. */
export const cleanQuery = (text: string): string => narrow(text).replace(/[\s-]/g, "").toUpperCase();

const ownActions = (): Hit[] => [
  { key: "passwd", title: "修改密码", run: () => session.set({ passwd_open: true }) },
  { key: "theme", title: theme.get().dark ? "切换到浅色" : "切换到深色", run: () => setTheme(theme.get().dark ? "light" : "dark") },
  { key: "logout", title: "退出登录", run: logout },
];

/** A panel over the present page. */
const panelHref = (name: string): string => {
  const query = new URLSearchParams(window.location.search);
  query.set("panel", name);
  return `${window.location.pathname}?${query}`;
};

/** Acts and screens for this query; all of them for an empty one. */
export function localGroups(q: string): HitGroup[] {
  const panels = panelsFor(session.get().codes).map((p) => ({ key: p.name, title: p.title, href: panelHref(p.name) }));
  const acts = [...panels, ...paletteActions().map((a) => ({ key: a.key, title: a.label, run: a.run })), ...ownActions()].filter((a) =>
    matches(a.title, q),
  );
  const pages = menuOf(session.get().codes)
    .flatMap((g) => g.items.map((i) => ({ key: i.name, title: i.title, detail: g.title === i.title ? "" : g.title, href: i.path })))
    .filter((p) => matches(p.title, q) || matches(p.detail, q));
  const groups: HitGroup[] = [
    { key: "acts", label: "动作", hits: acts },
    { key: "pages", label: "页面", hits: pages.slice(0, q ? 8 : 12) },
  ];
  return groups.filter((g) => g.hits.length > 0);
}

/** The server's groups in its order; screens and acts are answered here. */
export function recordGroups(found: Found): HitGroup[] {
  return found
    .filter((g) => g.key !== "screen" && g.list.length > 0)
    .map((g) => {
      const list = g.more && screenOf(g.more.route);
      return {
        key: g.key,
        label: g.label,
        total: g.total > 99 || g.total_capped ? "99+" : String(g.total),
        ...(g.more && list && { more: `${list.path}?${new URLSearchParams({ ...g.more.query, keyword: g.more.keyword })}` }),
        hits: g.list.map((h) => {
          const href = hrefOf(h.route, h.params, session.get().codes, h.query);
          return {
            key: `${g.key}:${h.key}`,
            title: h.title,
            detail: [h.no, h.tag].filter(Boolean).join(" · "),
            matched: h.matched,
            ...(href && { href }),
          };
        }),
      };
    });
}
