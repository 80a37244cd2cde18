/** Reminders as their desk and their order read them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { orderRemindFlow, remindRow, type orderRemindApi } from "@visadesk/contract/order/order-remind.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, raw, row, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { dueFilter, timeRange } from "#kit/range.ts";
import { workerNames } from "../../setting/index.ts";
import { orderRemindNoun } from "../desk/order-remind.noun.ts";
import { remindQueue } from "./order-remind.desk.ts";
import { remindScope, remindsOf } from "./order-remind.scope.ts";

type Api = typeof orderRemindApi;
export type RemindRow = Output<Api["order_remind_add"]>;
type Filter = Omit<Parsed<Api["order_remind_query"]>, "page" | "page_size">;
type Named = "handler_name" | "created_by_name" | "acting_name";
export type ListedRemind = Omit<RemindRow, Named> & { created_by: number | null; acting_id: number | null };
type Caller = Pick<Ctx, "db" | "me" | "now">;

const FROM = q`order_reminds r join orders o on o.id = r.order_id`;
/** Who of the order has to do something now: the person it is about, else whoever is due first. */
const JOINS = q`left join applicants a on a.id = r.applicant_id left join peers p on p.id = o.peer_id join skus k on k.id = o.sku_id
  left join lateral (select x.waiting_party, x.expert_id, x.status_due_at from applicants x
    where x.order_id = r.order_id and x.tab <> 'closed' and (r.applicant_id is null or x.id = r.applicant_id) order by x.status_due_at nulls last, x.seq limit 1) n on true`;
const COLUMNS = q`${shown(orderRemindNoun, "r", remindRow)}, a.seq as applicant_seq, a.name_cn as applicant_name, o.order_no, o.contact_name, o.peer_id, p.short_name as peer_name,
  k.name as sku_name, n.waiting_party, coalesce(n.expert_id, o.expert_id) as acting_id, coalesce(n.status_due_at, o.due_at) as acting_due_at, r.created_by`;

const among = (column: string, type: string, list: readonly unknown[] | undefined): Sql | undefined =>
  list && q`${raw(column)} = any(${[...list]}::${raw(type)}[])`;
const whereOf = (f: Filter, ctx: Caller): Sql =>
  and([
    remindScope(ctx),
    remindsOf(ctx, f.scope),
    f.queue && remindQueue(ctx, f.queue),
    f.keyword && q`o.order_no like ${`${likeText(f.keyword.toUpperCase())}%`}`,
    f.order_id !== undefined && q`r.order_id = ${f.order_id}`,
    among("r.remind_status", "text", f.remind_status),
    among("r.kind", "text", f.kind),
    among("r.level", "text", f.level),
    among("r.source", "text", f.source),
    among("r.handler_id", "int8", f.handler_id),
    among("o.peer_id", "int8", f.peer_id),
    dueFilter(DUE, f.due, ctx.now),
    timeRange("r.created_at", f.created_at),
  ]);

const DUE = "coalesce(r.due_at, 'infinity'::timestamptz)";
/** What waits stands by its due time, everything else newest first. */
const waits = (f: Filter): boolean => f.queue !== undefined || (f.remind_status?.every((s) => s === "open" || s === "doing") ?? false);
export const remindList = (f: Filter, ctx: Caller): ListDef => ({
  from: FROM,
  where: whereOf(f, ctx),
  id: "r.id",
  select: COLUMNS,
  joins: JOINS,
  sorts: {
    due_at: { by: DUE, order: "asc", keyset: true },
    last_at: { by: "r.last_at", order: "desc", keyset: true },
    created_at: { by: "r.created_at", order: "desc", keyset: true },
  },
  sort: waits(f) ? "due_at" : "created_at",
});

/** By state, of those that match but for just that. */
export async function remindCounts(asked: Filter, ctx: Caller): Promise<Record<string, number>> {
  const counts = Object.keys(orderRemindFlow.states)
    .map((s) => q`(count(*) filter (where r.remind_status = ${s}))::int as ${raw(s)}`)
    .reduce((before, c) => q`${before}, ${c}`);
  return (
    (await row<Record<string, number>>(
      ctx.db,
      q`select ${counts} from ${FROM} where ${whereOf({ ...asked, remind_status: undefined }, ctx)}`,
    )) ?? {}
  );
}
export const listedRemind = (ctx: Caller, id: number): Promise<ListedRemind | undefined> =>
  row(ctx.db, q`select ${COLUMNS} from ${FROM} ${JOINS} where ${and([q`r.id = ${id}`, remindScope(ctx)])}`);

export async function shownReminds(ctx: Pick<Ctx, "db">, list: readonly ListedRemind[]): Promise<RemindRow[]> {
  const names = await workerNames(
    ctx.db,
    list.flatMap((r) => [r.created_by, r.handler_id, r.acting_id]),
  );
  const name = (id: number | null): string | null => names.get(id ?? 0) ?? null;
  return list.map(({ created_by, acting_id, ...r }) => ({
    ...r,
    handler_name: name(r.handler_id),
    created_by_name: name(created_by),
    acting_name: name(acting_id),
  }));
}
