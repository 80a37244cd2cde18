/** Orders as lists see them: one predicate for rows, totals, tab counts, figures, search and export. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { ORDER_TABS } from "@visadesk/contract/order/words.ts";
import { TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef, Sort } from "#kit/db/page.ts";
import { gather } from "#kit/db/gather.ts";
import { dateRange, dueFilter, timeRange } from "#kit/range.ts";
import { and, hot, joined, nothing, or, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import type { OrderStatus } from "../flow/facts.ts";
import { keywordMatch } from "./keyword.sql.ts";
import { costJoins, seesCost } from "./order-columns.sql.ts";
import { ownedReader, type Owned } from "./owned.ts";
import { ownerTabs, scopeFilter } from "./scope.ts";

export type OrderFilter = Parsed<typeof orderListApi.order_total_get>;
export type OrderTab = keyof typeof ORDER_TABS;

export const orderSorts: Readonly<Record<string, Sort>> = {
  due_at: { by: "o.due_sort", order: "asc", keyset: true, newest: true },
  created_at: { by: "o.created_at", order: "desc", keyset: true },
  paid_at: { by: "coalesce(o.paid_at, '-infinity'::timestamptz)", order: "desc", keyset: true },
  travel_date: { by: "coalesce(o.travel_date, 'infinity'::date)", order: "asc", keyset: true, type: "date" },
};

/** `= $1` keeps the order of an index behind it, `= any($1)` does not. */
export function among(column: string, values: readonly (string | number)[] | undefined, type: "text" | "int8" | "int4"): Sql | null {
  if (!values?.length) return null;
  const [only] = values;
  return values.length === 1 ? q`${raw(column)} = ${only}::${raw(type)}` : q`${raw(column)} = any(${[...values]}::${raw(type)}[])`;
}

/** Marks of an order, each a condition over `o`; rare ones are reached from their own index. */
const flagConditions = (now: Date): Readonly<Record<string, Sql>> => ({
  urgent: q`o.is_urgent`,
  protected: q`o.is_protected`,
  overdue: q`o.due_sort < ${now}`,
  supplement_open: q`o.id = any(array(select f.order_id from applicants f where f.tab = 'supplement'))`,
  admin_check: q`o.id = any(array(select f.order_id from applicants f where f.admin_check_due is not null))`,
  on_hold: q`o.id = any(array(select f.order_id from applicants f where f.held_at is not null))`,
  diff_pending: q`o.id = any(array(select d.order_id from order_diffs d where d.diff_status = 'pending'))`,
  originals_lost: q`o.id = any(array(select m.order_id from applicant_materials m where m.holder = 'lost'))`,
});

const TABS: Readonly<Record<OrderTab, { states: readonly string[] | null }>> = ORDER_TABS;
const tabKeys = Object.keys(TABS).filter((t): t is OrderTab => t in TABS);
const tabIs = (tab: OrderTab | undefined): Sql | null => (!tab || tab === "all" ? null : q`o.tab = ${tab}`);

/** The one tab a filter stays in, if it does: the tab asked for, or that of its states. */
export function tabOfOrders(filter: Pick<OrderFilter, "tab" | "order_status">): OrderTab | null {
  if (filter.tab && filter.tab !== "all") return filter.tab;
  const [tab, ...others] = tabKeys.filter((t) => filter.order_status?.some((s) => TABS[t].states?.includes(s)));
  return others.length === 0 ? (tab ?? null) : null;
}

/** A status filter by the tab its states lie in, whose indexes then serve it; states that are the whole tab need no more. */
function byStates(filter: Pick<OrderFilter, "tab" | "order_status">): (Sql | null)[] {
  const states = filter.order_status;
  const tab = tabOfOrders(filter);
  const exact = among("o.order_status", states, "text");
  if (!tab) return [exact];
  const own = TABS[tab].states ?? [];
  const isWhole = !filter.tab && own.every((s) => states?.some((o) => o === s)) && states?.every((s) => own.some((o) => o === s));
  return isWhole ? [tabIs(tab)] : [tabIs(tab), exact];
}

function byProduct(filter: OrderFilter): (Sql | null)[] {
  return [
    among("o.country_id", filter.country_id, "text"),
    among("o.sku_id", filter.sku_id, "int8"),
    filter.visa_type
      ? q`o.sku_id = any(array(select s.id from skus s join spus p using (visa_product_unit_code) where p.visa_type = any(${filter.visa_type}::int4[])))`
      : null,
  ];
}

/** Orders of peers that hold one of these levels today: hashed, for a level has thousands of peers. */
export const ofLevels = (o: "o" | "f", levels: readonly string[] | undefined): Sql | null =>
  levels?.length ? q`${raw(o)}.peer_id in (select p.id from peers p where p.level_id = any(${[...levels]}::text[]))` : null;

function byPeople(filter: OrderFilter): (Sql | null)[] {
  const person = and([among("f.applicant_status", filter.applicant_status, "text"), among("f.identity", filter.identity, "text")]);
  return [
    among("o.expert_id", filter.expert_id, "int8"),
    among("o.cs_owner_id", filter.cs_owner_id, "int8"),
    among("o.bd_owner_id", filter.bd_owner_id, "int8"),
    filter.applicant_status || filter.identity ? q`exists (select from applicants f where f.order_id = o.id and ${person})` : null,
  ];
}

/** 未完结: somebody is still answerable for it. As the partial indexes of the owners say it. */
export const orderIsOpen = (alias: string): Sql => raw(`${alias}.order_status not in ('completed', 'cancelled', 'deleted')`);
/** Open, though the case of everybody in it has ended. */
export const DONE_STATES: readonly OrderStatus[] = ["shipped", "pending_evaluate"];

/** The one predicate of 订单查看, over `orders o`: what the caller may see and the filter asks for. */
export const ordersMatching = (ctx: Pick<Ctx, "me" | "now">, filter: OrderFilter): Sql =>
  and([scopeFilter(ctx, "o", filter.scope), ordersAsked(ctx, filter)]);

/** What the filter asks for, whoever asks. */
function ordersAsked(ctx: Pick<Ctx, "now">, filter: OrderFilter, states = byStates(filter)): Sql {
  const flags = flagConditions(ctx.now);
  const { amount_payable: amount } = filter;
  return and([
    keywordMatch("o", filter.keyword),
    ...states,
    filter.is_open === undefined ? null : filter.is_open ? orderIsOpen("o") : q`not (${orderIsOpen("o")})`,
    among("o.pay_status", filter.pay_status, "text"),
    ...byProduct(filter),
    ...byPeople(filter),
    among("o.source", filter.source, "text"),
    among("o.customer_kind", filter.customer_kind, "text"),
    among("o.peer_id", filter.peer_id, "int8"),
    ofLevels("o", filter.level_id),
    filter.flag ? or(filter.flag.flatMap((f) => flags[f] ?? [])) : null,
    dueFilter("o.due_sort", filter.due, ctx.now),
    amount?.from !== undefined && q`o.amount_payable >= ${amount.from}`,
    amount?.to !== undefined && q`o.amount_payable <= ${amount.to}`,
    timeRange("o.created_at", filter.created_at),
    timeRange("o.paid_at", filter.paid_at),
    dateRange("o.travel_date", filter.travel_date),
  ]);
}

const LIST_ONLY = ["page", "page_size", "sort", "order", "cursor", "count", "fields"];
const SAFE = ["tab", "order_status", "scope", "created_at"];
/**
 * May this filter run as a prepared statement? Only where one plan is right for all values: a tab or one status, and
 * a time range that is also the order. Every other shape is planned with its values.
 */
function isPlain(filter: object, sort: string | undefined): boolean {
  const entries = Object.entries(filter).filter(([k, v]) => v !== undefined && !LIST_ONLY.includes(k));
  const ranged = entries.some(([k]) => k === "created_at");
  const known = entries.every(([k, v]) => SAFE.includes(k) && (k !== "scope" || v === "all") && (!Array.isArray(v) || v.length === 1));
  return known && (!ranged || sort === "created_at");
}

/** A page of orders or applicants is prepared where its filter is plain, a scope's by what `owned` knows of its indexes; others are gathered. */
export function planOf(
  ctx: Pick<Ctx, "me">,
  input: { sort?: string | undefined },
  owned: (ids: readonly number[]) => Owned | undefined,
): Pick<ListDef, "hot" | "read"> {
  const plain = isPlain(input, input.sort);
  const ids = ctx.me.scope_ids;
  // Orders lent to him stand in no index of owners.
  const mine = plain && ids !== null && !ctx.me.lent_orders?.length ? owned(ids) : undefined;
  if (plain && ids === null) return { hot: true };
  return { read: mine ? ownedReader(mine) : gather };
}

/** Columns of an order that name an owner, those of the most orders first; each has an index with tab and time of creation. */
const OWNER_COLUMNS = ["expert_id", "cs_owner_id", "bd_owner_id", "created_by"] as const;

/** Own orders by their indexes: within a time by each owner column, otherwise by owner and tab. */
export function ordersOwned(ctx: Pick<Ctx, "now">, filter: OrderFilter, ids: readonly number[]): Owned {
  const tab = tabOfOrders(filter);
  const asked = ordersAsked(ctx, filter);
  const byColumn = (): Sql[] => OWNER_COLUMNS.map((c) => q`${raw(`o.${c}`)} = any(${ids}::int8[]) and ${asked}`);
  const parts = (): Sql[] => byColumn().slice(0, 2);
  if (filter.created_at) {
    // Each owner's index carries the columns before it: an order is found where the first of its owners stands.
    const unseen = (c: string): Sql => q`(${raw(`o.${c}`)} is null or ${raw(`o.${c}`)} <> all(${ids}::int8[]))`;
    const few = (): Sql[] => byColumn().map((by, i) => and([by, ...OWNER_COLUMNS.slice(0, i).map(unseen)]));
    return { few, parts };
  }
  // The owner's tab stands for the tab: said twice, the planner would read both indexes.
  const status = among("o.order_status", filter.order_status, "text");
  return { few: () => [and([ownerTabs("o", ids, tab && [tab]), ordersAsked(ctx, filter, [status])])], parts };
}

export interface TabCount {
  total: number;
  total_capped: boolean;
}
/** Rows read to group a filter by tab in one pass; a wider filter is counted tab by tab, each up to the cap. */
const GROUP_LIMIT = 3_000;

/** Tab counts of one predicate: each capped, `all` included. `from` names the table and its alias. */
export async function tabCounts(
  ctx: Pick<Ctx, "db">,
  from: Sql,
  tabColumn: string,
  tabs: readonly string[],
  where: Sql,
  unfiltered: boolean,
): Promise<Record<string, TabCount>> {
  const capped = (n: number): TabCount => ({ total: Math.min(n, TOTAL_CAP), total_capped: n > TOTAL_CAP });
  const tab = raw(tabColumn);
  if (!unfiltered) {
    const found = await rows<{ tab: string; n: number }>(
      ctx.db,
      q`select g.tab, count(*)::int as n from (select ${tab} as tab from ${from} where ${where} limit ${GROUP_LIMIT + 1}) g group by g.tab`,
    );
    const sum = found.reduce((n, f) => n + f.n, 0);
    if (sum <= GROUP_LIMIT)
      return Object.fromEntries(tabs.map((t) => [t, capped(t === "all" ? sum : (found.find((f) => f.tab === t)?.n ?? 0))]));
  }
  const one = (t: string): Sql =>
    q`select ${t}::text as tab, count(*)::int as n from (select from ${from} where ${t === "all" ? q`true` : q`${tab} = ${t}`} and ${where} limit ${TOTAL_CAP + 1}) k`;
  const each = joined(tabs.map(one), " union all ");
  const counted = await rows<{ tab: string; n: number }>(ctx.db, unfiltered ? hot(each) : each);
  return Object.fromEntries(counted.map((c) => [c.tab, capped(c.n)]));
}

/** Cancelled, over `orders o`: counted as an order, its people as nobody. */
export const IS_OVER = raw("(o.order_status in ('cancelled', 'deleted') and o.cancelled_at is not null)");
const FIGURE_LIMIT = 25_000;
export interface OrderFigures {
  orders: number;
  /** Of them cancelled: counted as orders, owed by nobody. */
  cancelled: number;
  persons: number;
  amount_payable: number;
  amount_paid: number;
  amount_refunded: number;
  cost: number | null;
  margin: number | null;
  is_capped: boolean;
}

/** Head figures over the filter: what was paid and paid back of all, the rest without the cancelled ones. Up to a number of orders; beyond it they say so. */
export async function orderFigures(ctx: Pick<Ctx, "db" | "has">, where: Sql): Promise<OrderFigures> {
  const cost = seesCost(ctx);
  const money = cost
    ? q`, coalesce(sum(sc.settled + fc.official + fc.other) filter (where not o.is_over), 0)::int8 as cost,
    coalesce(sum(o.amount_payable - o.amount_refunded - sc.settled - fc.official - fc.other) filter (where sc.priced and not o.is_over), 0)::int8 as margin`
    : q`, null::int8 as cost, null::int8 as margin`;
  const found = await row<Omit<OrderFigures, "is_capped">>(
    ctx.db,
    q`
    select count(*)::int as orders, count(*) filter (where o.is_over)::int as cancelled, coalesce(sum(o.applicant_count) filter (where not o.is_over), 0)::int as persons,
      coalesce(sum(o.amount_payable) filter (where not o.is_over), 0)::int8 as amount_payable,
      coalesce(sum(o.amount_paid), 0)::int8 as amount_paid, coalesce(sum(o.amount_refunded), 0)::int8 as amount_refunded ${money}
    from (select o.id, o.applicant_count, o.amount_payable, o.amount_paid, o.amount_refunded, ${IS_OVER} as is_over from orders o where ${where} limit ${FIGURE_LIMIT + 1}) o
    ${cost ? costJoins("o") : nothing}`,
  );
  const zero = { orders: 0, cancelled: 0, persons: 0, amount_payable: 0, amount_paid: 0, amount_refunded: 0, cost: null, margin: null };
  return { ...(found ?? zero), is_capped: (found?.orders ?? 0) > FIGURE_LIMIT };
}
