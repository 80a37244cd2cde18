/** Applicants as 订单处理 sees them: one predicate for rows, tab counts, queues, search and export. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { APPLICANT_TABS } from "@visadesk/contract/order/words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { isOwn } from "#kit/call/own.sql.ts";
import type { Sort } from "#kit/db/page.ts";
import { queueRows } from "#kit/queue.ts";
import { dateRange, dueFilter, timeRange } from "#kit/range.ts";
import { and, q, raw, type Sql } from "#kit/db/sql.ts";
import { keywordMatch } from "../list/keyword.sql.ts";
import { among, ofLevels } from "../list/order.sql.ts";
import type { Owned } from "../list/owned.ts";
import { peopleDesk } from "../list/order.queues.ts";
import { orderScope, ownerTabs, scopeFilter } from "../list/scope.ts";

export type ApplicantFilter = Parsed<typeof applicantApi.applicant_stat_get>;
export type ApplicantTab = keyof typeof APPLICANT_TABS;

export const applicantSorts: Readonly<Record<string, Sort>> = {
  status_due_at: { by: "a.due_sort", order: "asc", keyset: true, newest: true },
  status_at: { by: "a.status_at", order: "desc", keyset: true },
  created_at: { by: "a.created_at", order: "desc", keyset: true },
};

const TABS: Readonly<Record<ApplicantTab, { states: readonly string[] | null }>> = APPLICANT_TABS;
/** The tabs a filter stays in: the one asked for, or those of its states; null where it may be any. */
function tabsOf(filter: Pick<ApplicantFilter, "tab" | "applicant_status">): string[] | null {
  if (filter.tab && filter.tab !== "all") return [filter.tab];
  const states = filter.applicant_status;
  if (!states?.length) return null;
  const tabs = Object.entries(TABS).filter(([, t]) => states.some((s) => t.states?.includes(s)));
  return tabs.length === 0 ? null : tabs.map(([key]) => key);
}

/** 我的 is the expert's own list; 本组 and 全部 follow the data scope. */
function whose(ctx: Pick<Ctx, "me">, filter: ApplicantFilter): Sql | null {
  return filter.scope === "mine" ? and([isOwn("a.expert_id", ctx.me), orderScope(ctx, "a")]) : scopeFilter(ctx, "a", filter.scope);
}

/** Facts of the order that a person's row does not carry. */
function byOrder(filter: ApplicantFilter): Sql | null {
  const travel = dateRange("f.travel_date", filter.travel_date);
  const level = ofLevels("f", filter.level_id);
  return travel || level ? q`exists (select from orders f where ${and([q`f.id = a.order_id`, travel, level])})` : null;
}

/** People of a peer by its own orders: few beside everybody's. */
const ofPeers = (ids: readonly number[] | undefined): Sql | null =>
  ids?.length ? q`a.order_id = any(array(select f.id from orders f where f.peer_id = any(${[...ids]}::int8[])))` : null;

/** The place is that of the product as the order keeps it, which may since have moved. */
const visitsPlace = (ids: readonly number[] | undefined): Sql | null =>
  ids?.length
    ? q`exists (select from orders f join sku_snapshots n on n.id = f.snapshot_id where f.id = a.order_id and n.visit_place_id = any(${[...ids]}::int8[]))`
    : null;

/** The one predicate of 订单处理, over `applicants a`. */
export const applicantsMatching = (ctx: Pick<Ctx, "me" | "now">, filter: ApplicantFilter): Sql =>
  and([whose(ctx, filter), applicantsAsked(ctx, filter)]);

/** What the filter asks for, whoever asks; a queue is one's own. */
function applicantsAsked(ctx: Pick<Ctx, "me" | "now">, filter: ApplicantFilter, tabs = tabsOf(filter)): Sql {
  return and([
    keywordMatch("a", filter.keyword),
    among("a.tab", tabs ?? undefined, "text"),
    among("a.applicant_status", filter.applicant_status, "text"),
    among("a.country_id", filter.country_id, "text"),
    among("a.sku_id", filter.sku_id, "int8"),
    filter.visa_type
      ? q`a.sku_id = any(array(select s.id from skus s join spus p using (visa_product_unit_code) where p.visa_type = any(${filter.visa_type}::int4[])))`
      : null,
    visitsPlace(filter.visit_place_id),
    among("a.waiting_party", filter.waiting_party, "text"),
    dueFilter("a.due_sort", filter.due, ctx.now),
    filter.due === "overdue" && q`a.held_at is null`,
    among("a.supplement_round", filter.supplement_round, "int4"),
    among("a.identity", filter.identity, "text"),
    filter.on_hold !== undefined && q`a.held_at is ${raw(filter.on_hold ? "not null" : "null")}`,
    // Results are those of the expert who had them, also where the order has since been handed over.
    among(filter.result_at ? "a.result_expert_id" : "a.expert_id", filter.expert_id, "int8"),
    filter.is_open !== undefined && q`a.tab ${raw(filter.is_open ? "<>" : "=")} 'closed'`,
    among("a.supplier_id", filter.supplier_id, "int8"),
    ofPeers(filter.peer_id),
    filter.queue ? queueRows(peopleDesk(filter.queue), ctx, filter.queue) : null,
    filter.is_urgent !== undefined && q`a.is_urgent = ${filter.is_urgent}`,
    byOrder(filter),
    dateRange("a.submit_date", filter.submit_date),
    timeRange("a.result_at", filter.result_at),
    timeRange("a.created_at", filter.created_at),
  ]);
}

/** Own applicants by owner and tab; within a time they are planned. */
export const applicantsOwned = (ctx: Pick<Ctx, "me" | "now">, filter: ApplicantFilter, ids: readonly number[]): Owned | undefined => {
  if (filter.created_at) return undefined;
  return {
    few: () => [and([ownerTabs("a", ids, tabsOf(filter)), applicantsAsked(ctx, filter, null)])],
    parts: () => [q`a.expert_id = any(${[...ids]}::int8[]) and ${applicantsAsked(ctx, filter)}`],
  };
};

/** Columns of an applicant's own row and what his order says; names come beside it (shown.ts). */
export const applicantColumns: Sql = q`
  a.id, a.order_id, o.order_no, o.peer_id, a.applicant_no, a.name_cn, a.identity, a.sku_id, a.country_id, a.expert_id, a.supplier_id,
  a.applicant_status, a.status_at, a.status_due_at, a.waiting_party, a.held_at, a.hold_reason, a.is_urgent, o.is_protected, a.admin_check_due, a.supplement_round,
  o.travel_date, (select v.visit_at from visits v where v.applicant_id = a.id and v.visit_status in ('proposed', 'booked', 'attended') order by v.id desc limit 1) as visit_at,
  a.materials_must, a.materials_passed, a.submit_date, a.handed_back_at, a.created_at, a.version`;

export const applicantJoins: Sql = q`join orders o on o.id = a.order_id`;
