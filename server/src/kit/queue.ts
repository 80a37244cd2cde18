/**
 * 待办队列: what waits for somebody, as conditions over one noun. Neither queue nor task is stored. An area hands its desks
 * over at its door; badge, tile, tab, list filter and workbench read the same condition.
 *
 *   export const payeeDesk = desk({ noun: "supplier_payee", from: q`supplier_payees p`, queues: [{ key: "supplier_payee_review", … }], … });
 */
import type { Flow } from "@visadesk/contract/kit/flow.ts";
import { allows, type May } from "@visadesk/contract/permissions.ts";
import { QUEUES, type QueueKey } from "@visadesk/contract/workbench/queues.ts";
import type { Ctx } from "./call/context.ts";
import { isOwn } from "./call/own.sql.ts";
import type { Db } from "./db/db.ts";
import { and, joined, or, q, raw, type Sql } from "./db/sql.ts";
import { badInput } from "./http/refuse.ts";

type Caller = Pick<Ctx, "me" | "now">;
export type TaskScope = "mine" | "team" | "all";
export interface Opens {
  route: string;
  params: Record<string, string>;
  query?: Record<string, string>;
}
export interface Queue {
  readonly key: QueueKey;
  readonly may: May;
  /** Condition over the desk's rows. No row stands in two queues of a desk. */
  readonly rows: (at: Pick<Ctx, "now">) => Sql;
  /** When it is due, where that is not the row's own. */
  readonly due?: string;
  /** Moves that take a row out of it. */
  readonly clears: readonly string[];
  /** The list that takes it as a filter. */
  readonly list?: Opens;
}
/** Expressions over the desk's rows. */
interface Columns {
  readonly id: string;
  readonly order_id?: string;
  readonly applicant_id?: string;
  /** Whose it is for the eye; masked in the answer. */
  readonly customer?: string;
  /** A state of the flow of the noun, or words. */
  readonly state: string;
  readonly entered_at: string;
  readonly due_at?: string;
  readonly is_urgent?: string;
  readonly initiator?: string;
  /** Whose task it is; null: anybody's who holds the code and sees the row, but not his who made it. */
  readonly handler?: string;
  /** Who made it, all of them. */
  readonly makers?: readonly string[];
  /** Who changed it while it waited, as one array: makers too. */
  readonly changers?: string;
}
export interface TaskRow {
  source_id: number;
  order_id: number | null;
  applicant_id: number | null;
  queue: QueueKey;
}
export interface Named {
  title: string;
  ref_no: string;
  /** Record it hangs on, where that is what opens. */
  parent_id?: number;
}
export interface Desk {
  readonly noun: string;
  /** Says the state's word; without one the state is a word itself. */
  readonly flow?: Flow;
  readonly queues: readonly Queue[];
  readonly from: Sql;
  /** Holds every row of the queues, where an index finds these sooner than the conditions together. */
  readonly among?: Sql;
  readonly columns: Columns;
  /** Rows within the data scope, narrowed by the switch 我的/本组/全部; null: all. */
  readonly scope: (ctx: Caller, scope: TaskScope) => Sql | null;
  readonly keyword: (word: string, ctx: Caller) => Sql | null;
  /** What rows of a page are called. */
  readonly named: (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, Named>>;
  readonly opens: (task: TaskRow & Named, ctx: Pick<Ctx, "has">) => Opens;
  /** Its record is passed on by an act of its own: the sentence that says where. */
  readonly passed_by?: string;
}

export const queueLabel = (key: QueueKey): string => QUEUES[key];
/** Queues whose code the caller holds; the others do not exist for him. */
export const queuesFor = (desk: Desk, { me }: Pick<Ctx, "me">, keys?: readonly string[]): Queue[] =>
  desk.queues.filter((x) => allows(x.may, me.codes) && (!keys || keys.includes(x.key)));

/** Which of these queues a row stands in; null: in none. */
export const queueOf = (list: readonly Queue[], at: Pick<Ctx, "now">): Sql =>
  q`case ${joined(
    list.map((x) => q`when ${x.rows(at)} then ${x.key}::text`),
    " ",
  )} end`;

/**
 * Rows whose task bears such a mark (`m`). Marks are few: their rows are read first, by their own index, and only these are asked in which
 * queue they stand, as a mark of another queue says nothing.
 */
function marked(desk: Desk, ctx: Caller, list: readonly Queue[], such: Sql): Sql {
  const id = raw(desk.columns.id);
  const few = q`${id} = any(array(select m.source_id from task_marks m where m.queue = any(${list.map((x) => x.key)}::text[]) and ${such}))`;
  return list.length === 1
    ? few
    : q`(${few} and exists (select from task_marks m where m.source_id = ${id} and m.queue = ${queueOf(list, ctx)} and ${such}))`;
}

/** I am the handler or cover him, or nobody is, it lies in my scope and somebody else made it; whatever was passed on. */
function own({ columns, scope }: Desk, ctx: Caller): Sql[] {
  const { handler, makers = [], changers } = columns;
  const me = ctx.me.worker_id;
  const others = changers !== undefined && q`not ${me}::int8 = any(${raw(changers)})`;
  const open = [scope(ctx, "all"), others, ...makers.map((maker) => q`${raw(maker)} is distinct from ${me}`)];
  return handler === undefined ? [and(open)] : [isOwn(handler, ctx.me), and([raw(`${handler} is null`), ...open])];
}
/** Mine by its handler alone, for what is no task of a queue. */
export const ownRows = (desk: Desk, ctx: Caller): Sql => or(own(desk, ctx));

/** Tasks of mine that wait now, those I put off, or both. */
export type TaskTab = "open" | "put_off" | "any";
/**
 * Mine: passed to me or to whom I cover, or our own and passed to nobody else. `list`: the queues that are asked. The one predicate of every badge, tile, tab, list
 * and export of tasks.
 */
export function mine(desk: Desk, ctx: Caller, list: readonly Queue[] = desk.queues, tab: TaskTab = "open"): Sql {
  const given = marked(desk, ctx, list, isOwn("m.handler_id", ctx.me));
  const away = marked(desk, ctx, list, q`m.handler_id is not null and not (${isOwn("m.handler_id", ctx.me)})`);
  const put_off = marked(desk, ctx, list, q`m.staff_id = ${ctx.me.worker_id} and m.snooze_until > ${ctx.now}`);
  return and([or([...own(desk, ctx), given]), q`not ${away}`, tab === "put_off" ? put_off : tab === "open" && q`not ${put_off}`]);
}

/** May the caller handle a row that is passed to him? `lent`: its order comes with it. */
export function fits({ columns, scope }: Desk, ctx: Caller, lent: boolean): Sql {
  const { handler, makers = [], changers } = columns;
  const me = ctx.me.worker_id;
  const others = and([
    changers !== undefined && q`not ${me}::int8 = any(${raw(changers)})`,
    ...makers.map((maker) => q`${raw(maker)} is distinct from ${me}`),
  ]);
  return and([
    scope(lent ? { now: ctx.now, me: { ...ctx.me, scope_ids: null, data_scope: "all" } } : ctx, "all"),
    handler === undefined ? others : or([raw(`${handler} is not null`), others]),
  ]);
}

/** My rows of a queue, as the filter of the list it leads to. */
export function queueRows(desk: Desk, ctx: Caller, key: string): Sql {
  const found = queuesFor(desk, ctx).find((x) => x.key === key);
  if (!found) throw badInput({ path: "queue", message: "没有该待办队列" });
  return and([found.rows(ctx), mine(desk, ctx, [found])]);
}
