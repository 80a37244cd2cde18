/** Whose orders a caller sees. One function for lists, details, figures, badges, search and exports. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { ownIds } from "#kit/call/own.sql.ts";
import { and, or, q, raw, type Sql } from "#kit/db/sql.ts";

export type Scope = "mine" | "team" | "all";
type Caller = Pick<Ctx, "me">;

/** `o` = orders, `a` = applicants; both carry the owners of the order. Orders of tasks passed to him are seen as his own. Null: everything is visible. */
export function orderScope(ctx: Caller, alias: "o" | "a"): Sql | null {
  const { scope_ids: ids, lent_orders: lent = [] } = ctx.me;
  if (ids === null) return null;
  return lent.length === 0
    ? ownersAre(alias, ids)
    : q`(${or([ownersAre(alias, ids), q`${raw(ORDER_ID[alias])} = any(${[...lent]}::int8[])`])})`;
}
const ORDER_ID = { o: "o.id", a: "a.order_id" } as const;

/** The data scope, narrowed by the list's switch 我的/本组/全部. */
export function scopeFilter(ctx: Caller, alias: "o" | "a", scope: Scope | undefined): Sql | null {
  const { me } = ctx;
  const visible = orderScope(ctx, alias);
  if (scope === "mine") return and([visible, ownersAre(alias, ownIds(me))]);
  if (scope !== "team" || me.data_scope === "team") return visible;
  if (me.team_id === null) return and([visible, ownersAre(alias, ownIds(me))]);
  return and([visible, q`${raw(alias)}.owner_ids && array(select w.id from workers w where w.team_id = ${me.team_id})`]);
}

/** Rows of these owners. */
export const ownersAre = (alias: "o" | "a", ids: readonly number[]): Sql => q`${raw(alias)}.owner_ids && ${ids}::int8[]`;

/** Rows of these owners by the index of owners and their tabs; `tabs` null: in any tab. As owner_tabs() of the database writes them. */
export const ownerTabs = (alias: "o" | "a", ids: readonly number[], tabs: readonly string[] | null): Sql =>
  q`owner_tabs(${raw(alias)}.owner_ids, ${raw(alias)}.tab) && ${ids.flatMap((id) => (tabs ? tabs.map((t) => `${id}${t}`) : [String(id)]))}::text[]`;

/** Settle prices are cost: for holders of the cost code or of the price's own button. */
export const seesSettlePrice = (ctx: Pick<Ctx, "has">): boolean => ctx.has(may.cost_view) || ctx.has(may.order_settle_price);
