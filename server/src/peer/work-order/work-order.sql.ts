/** Work orders as list, counts and page read them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { workOrder, workOrderDetail, type workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import type { EscalateTo } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, raw, row, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { timeRange } from "#kit/range.ts";
import { calendarOf } from "../../base-data/index.ts";
import { workOrderQueue } from "./work-order.desk.ts";
import { workOrderNoun } from "./work-order.noun.ts";
import { viewed, workOrderScope } from "./work-order-scope.sql.ts";
import { peerTyped } from "../peer/peer-scope.sql.ts";

type Api = typeof workOrderApi;
export type WorkOrderRow = Output<Api["work_order_query"]>["list"][number];
export type WorkOrderDetail = Output<Api["work_order_get"]>;
type Reckoned = "reply_left" | "resolve_left" | "is_late" | "handler_name" | "moves";
/** What stands in the row and beside it, without names and clocks. */
export type StoredRow = Omit<WorkOrderRow, Reckoned> &
  Pick<WorkOrderDetail, "resolve_minutes" | "waiting_since" | "waiting_minutes" | "resolved_at"> & {
    left_minutes: number | null;
    created_by: number | null;
    peer_status: "active" | "closed";
  };
export interface EscalateStep {
  at_percent: number;
  to: EscalateTo;
  worker_id?: number | null | undefined;
}
/** Everything of one, as acts and its page need it. */
export type StoredDetail = StoredRow &
  Pick<
    WorkOrderDetail,
    | "answers"
    | "fields"
    | "templates"
    | "link"
    | "linked_noun"
    | "linked_id"
    | "account_id"
    | "account_name"
    | "reply_minutes"
    | "resolution"
    | "resolution_note"
    | "closed_at"
    | "score_text"
  > & {
    ask_score: boolean;
    peer_no: string;
    bd_owner_id: number | null;
    cs_owner_id: number | null;
    open_work_orders: number;
  };

export const WORK_ORDERS = q`work_orders t join peers pr on pr.id = t.peer_id`;
const JOINS = q`join work_order_configs c on c.id = t.config_id left join orders o on o.id = t.order_id`;
/** Over `t` and the configuration `c` it stands under. */
const UNLINKED = raw("(t.resolution in ('explained', 'invalid', 'no_answer') and t.linked_id is null and c.link <> 'none')");
const BESIDE = q`coalesce(${UNLINKED}, false) as is_unlinked, c.name as config_name, c.category, pr.short_name as peer_name, pr.level_id, o.order_no`;
const COLUMNS = q`${shown(workOrderNoun, "t", workOrder)}, ${BESIDE}, t.resolve_minutes, t.waiting_since, t.waiting_minutes, t.left_minutes,
  t.resolved_at, t.created_by, pr.peer_status`;
const DETAIL = q`${shown(workOrderNoun, "t", workOrderDetail)}, ${BESIDE}, t.left_minutes, t.created_by, c.fields, c.templates, c.link, c.ask_score,
  pr.peer_no, pr.peer_status, pr.bd_owner_id, pr.cs_owner_id, (select a.name from peer_accounts a where a.id = t.account_id) as account_name,
  (select count(*)::int from work_orders x where x.peer_id = pr.id and x.work_order_status in ('pending', 'processing', 'waiting_peer')) as open_work_orders`;

const RUNS = raw("t.work_order_status in ('pending', 'processing')");
const UNREPLIED = raw("t.first_reply_at is null");
/** One hour of work from now. */
const SOON_MINUTES = 60;
type Late = NonNullable<Filter["overdue"]>;
const late = (which: Late, now: Date, soon: Date): Sql =>
  and([
    RUNS,
    {
      reply: and([UNREPLIED, q`t.due_reply_at < ${now}`]),
      resolve: q`t.due_at < ${now}`,
      soon: or([q`t.due_at between ${now} and ${soon}`, and([UNREPLIED, q`t.due_reply_at between ${now} and ${soon}`])]),
    }[which],
  ]);

/** Numbers of ours by their beginning, a title or a peer by any part. */
export function workOrdersTyped(ctx: Pick<Ctx, "me">, keyword: string): Sql {
  const number = `${likeText(keyword.toUpperCase())}%`;
  return or([
    q`t.work_order_no like ${number}`,
    q`t.title ilike ${`%${likeText(keyword)}%`}`,
    peerTyped(ctx, keyword, "pr"),
    q`t.order_id in (select n.id from orders n where n.order_no like ${number})`,
  ]);
}
const among = (column: string, type: string, list: readonly unknown[] | undefined): Sql | undefined =>
  list && q`${raw(column)} = any(${[...list]}::${raw(type)}[])`;

type Filter = Omit<Parsed<Api["work_order_query"]>, "page" | "page_size">;
type Caller = Pick<Ctx, "db" | "me" | "now">;
const soonOf = async (ctx: Caller): Promise<Date> => (await calendarOf(ctx.db)).addWorkingMinutes(ctx.now, SOON_MINUTES);
const matching = (f: Filter, ctx: Caller, soon: Date): Sql =>
  and([
    workOrderScope(ctx),
    f.view && f.view !== "all" && viewed(ctx, f.view),
    f.queue && workOrderQueue(ctx, f.queue),
    f.keyword && workOrdersTyped(ctx, f.keyword),
    f.category && q`t.config_id in (select x.id from work_order_configs x where x.category = any(${[...f.category]}::text[]))`,
    f.config_code && q`t.config_id in (select x.id from work_order_configs x where x.code = any(${[...f.config_code]}::text[]))`,
    among("t.work_order_status", "text", f.work_order_status),
    among("t.peer_id", "int8", f.peer_id),
    among("pr.level_id", "text", f.level_id),
    f.order_id !== undefined && q`t.order_id = ${f.order_id}`,
    among("t.handler_id", "int8", f.handler_id),
    f.overdue && late(f.overdue, ctx.now, soon),
    among("t.score", "int8", f.score),
    f.is_unlinked !== undefined &&
      q`exists (select from work_order_configs c where c.id = t.config_id and coalesce(${UNLINKED}, false) = ${f.is_unlinked})`,
    timeRange("t.created_at", f.created_at),
  ]);

/** What is still open stands by its due time, what waits for the peer behind it; everything else newest first. */
const isOpen = (f: Filter): boolean =>
  f.queue !== undefined || (f.work_order_status?.every((s) => s !== "resolved" && s !== "closed") ?? false);
const DUE = "(case when t.work_order_status = 'waiting_peer' then 'infinity' else t.due_at end)";
export async function workOrderList(f: Filter, ctx: Caller): Promise<ListDef> {
  return {
    from: WORK_ORDERS,
    where: matching(f, ctx, await soonOf(ctx)),
    id: "t.id",
    select: COLUMNS,
    joins: JOINS,
    sorts: {
      created_at: { by: "t.created_at", order: "desc", keyset: true },
      due_at: { by: DUE, order: "asc", keyset: true },
      last_message_at: { by: "t.last_message_at", order: "desc" },
    },
    sort: isOpen(f) ? "due_at" : "created_at",
  };
}

/** By state and by what is late, of those that match but for just that. */
export async function countWorkOrders(asked: Filter, ctx: Caller): Promise<Record<string, number>> {
  const f = { ...asked, work_order_status: undefined, overdue: undefined };
  const soon = await soonOf(ctx);
  const counts: Readonly<Record<string, Sql>> = {
    all: q`true`,
    todo: RUNS,
    ...Object.fromEntries(Object.keys(workOrderNoun.flow.states).map((s) => [s, q`t.work_order_status = ${s}`])),
    late_reply: late("reply", ctx.now, soon),
    late: late("resolve", ctx.now, soon),
    soon: late("soon", ctx.now, soon),
    mine: viewed(ctx, "mine"),
    team: viewed(ctx, "team"),
  };
  const select = Object.entries(counts)
    .map(([name, where]) => q`(count(*) filter (where ${where}))::int as ${raw(name)}`)
    .reduce((before, c) => q`${before}, ${c}`);
  return (await row<Record<string, number>>(ctx.db, q`select ${select} from ${WORK_ORDERS} where ${matching(f, ctx, soon)}`)) ?? {};
}

interface Key {
  id?: number | undefined;
  work_order_no?: string | undefined;
}
/** One in the caller's sight, by its id or its number; `held` to the end of the transaction. */
export const storedWorkOrder = (
  ctx: Pick<Ctx, "db" | "me">,
  { id, work_order_no = "" }: Key,
  held = false,
): Promise<StoredDetail | undefined> =>
  row<StoredDetail>(
    ctx.db,
    q`select ${DETAIL} from ${WORK_ORDERS} ${JOINS}
      where ${and([id === undefined ? q`t.work_order_no = ${work_order_no.toUpperCase()}` : q`t.id = ${id}`, workOrderScope(ctx)])} ${raw(held ? "for update of t" : "")}`,
  );
