/** One order with everything its page shows, in one round trip. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { orderApi } from "@visadesk/contract/order/order.ts";
import type { Ctx } from "#kit/call/context.ts";
import { isoTimes } from "#kit/call/json-times.ts";
import { and, hot, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import type { OrderRow, Person } from "../flow/facts.ts";
import { orderColumns, orderJoins, wantsOf } from "./order-columns.sql.ts";
import { pricesOf, type PriceRow } from "../../product/index.ts";
import { workerNames } from "../applicant/names.sql.ts";
import { openReminds } from "../desk/order-remind.sql.ts";
import { orderScope } from "./scope.ts";
import { withNames, type OrderBase, type OrderMarks, type OrderNames, type PersonBase } from "../applicant/shown.ts";

type Detail = Output<typeof orderApi.order_get>;
type OwnFields = Omit<Detail, "snapshot" | "snapshot_diff" | "moves" | "work_orders" | "people" | "return_address_text">;
export interface OrderDetailRow extends OwnFields {
  snapshot_id: number;
  /** Sold at a special price, which ends by itself. */
  is_special: boolean;
  /** Of the product as they are now: who approves a change looks at an order next. */
  prices: PriceRow[];
  people: (Detail["people"][number] & { name_cn: string | null })[];
  /** What the guards of the order's moves judge; the papers only where a move asks for them. */
  facts: { order: OrderRow; people: Person[]; parcels: { type: number }[] };
}

/** As the statement answers it: names and marks come beside it. */
type DetailBase = Omit<OrderDetailRow, "facts" | "created_by_name" | "people" | OrderNames | OrderMarks | "applicants"> &
  Omit<OrderRow, keyof OrderBase> &
  OrderBase & { created_by: number | null; parcels: { type: number }[]; people: (OrderDetailRow["people"][number] & PersonBase)[] };

const ALL = wantsOf(undefined);
const list = (select: Sql): Sql => q`coalesce((select json_agg(x) from (${select}) x), '[]'::json)`;

/** Names beside a row are looked up by key: a join would read all workers to find one. */
const diffNo = (of: "f" | "p"): Sql => raw(`(select d.diff_no from order_diffs d where d.id = ${of}.diff_id) as diff_no`);
const madeBy = (of: "p" | "n"): Sql =>
  raw(`(select nullif(w.nickname, '') from workers w where w.id = ${of}.created_by) as created_by_name`);
const fees = q`select f.id, f.applicant_id, f.kind, f.amount, f.discount_share, f.payable, f.is_official_paid, f.refunded, ${diffNo("f")}
  from order_fees f where f.order_id = o.id order by f.id`;
const payments = q`select p.id, p.method, p.amount, p.trade_no, p.proof, p.refunded, p.paid_at, ${madeBy("p")}, ${diffNo("p")}
  from order_payments p where p.order_id = o.id order by p.id`;
const people = q`select a.id, a.seq, a.applicant_no, a.name_cn, a.tab = 'supplement' as supplement_open, a.admin_check_due is not null as admin_check, a.held_at is not null as on_hold, a.identity, a.passport_no, a.relation, a.is_child, a.applicant_status, a.status_at, a.status_due_at, a.waiting_party, a.held_at, a.hold_reason,
    a.materials_must, a.materials_passed, (select s.short_name from suppliers s where s.id = a.supplier_id) as supplier_name, a.settle_price, a.submit_date, a.application_no, a.handed_back_at, null as next_move, a.version
  from applicants a where a.order_id = o.id order by a.seq`;
const notes = q`select n.id, n.kind, n.content, n.applicant_id, n.files, n.pinned, ${madeBy("n")}, n.created_at
  from order_notes n where n.order_id = o.id order by n.pinned desc, n.id desc limit 200`;
const evaluate = q`(select to_json(x) from (select e.id, e.score, e.content, e.source, e.created_at from order_evaluates e where e.order_id = o.id) x)`;
const parcels = q`select e.type from expresses e where e.order_id = o.id and e.express_status not in ('cancelled', 'returned')`;

/** Guards of 资料齐 and 申请表齐 read people and papers; no other move of an order does. */
const NEEDS_PAPERS: readonly string[] = ["pending_upload", "pending_form"];
const peopleWithPapers = (db: Ctx["db"], id: number): Promise<Person[]> =>
  rows<Person>(
    db,
    q`
  select a.*, '[]'::json as search, coalesce((select json_agg(m.* order by m.kind, m.sort, m.id) from applicant_materials m where m.applicant_id = a.id), '[]'::json) as materials
  from applicants a where a.order_id = ${id} order by a.seq`,
  );

/** The row of one order the caller may see, or undefined. */
export async function orderDetail(ctx: Pick<Ctx, "db" | "me" | "has" | "now">, id: number): Promise<OrderDetailRow | undefined> {
  const read = await row<DetailBase>(
    ctx.db,
    hot(q`
    select ${orderColumns(ctx, ALL)}, o.snapshot_id, o.created_by, coalesce(o.quote -> 'special', 'null') <> 'null' as is_special, o.return_name, o.return_mobile, o.return_address, o.visit_wish, o.visit_wish_dates, o.urgent_tier, o.customer_note,
      ${list(fees)} as fees, ${list(payments)} as payments, ${list(people)} as people, ${list(notes)} as notes, ${list(openReminds(raw("o.id"), null))} as reminds, ${evaluate} as evaluate, ${list(parcels)} as parcels, ${list(pricesOf(raw("o.sku_id")))} as prices
    from orders o ${orderJoins(ctx, ALL)}
    where ${and([q`o.id = ${id}`, orderScope(ctx, "o")])}`),
  );
  if (!read) return undefined;
  const [[found], made] = await Promise.all([withNames(ctx, [read], (o) => o.people, ALL), workerNames(ctx.db, [read.created_by])]);
  if (!found) return undefined;
  const { fees: f, payments: p, people: a, notes: n, reminds: r, evaluate: e } = found;
  const papers = NEEDS_PAPERS.includes(found.order_status) ? await peopleWithPapers(ctx.db, id) : [];
  return {
    ...found,
    created_by_name: (read.created_by && made.get(read.created_by)) || null,
    fees: isoTimes(f),
    payments: isoTimes(p),
    people: isoTimes(a),
    notes: isoTimes(n),
    reminds: isoTimes(r),
    evaluate: isoTimes(e),
    prices: isoTimes(read.prices),
    facts: { order: found, people: papers, parcels: found.parcels },
  };
}

/** May the caller see this order? Moves, files and logs ask it before they answer. */
export async function seesOrder(ctx: Pick<Ctx, "db" | "me">, id: number): Promise<boolean> {
  return (
    (await row<{ id: number }>(ctx.db, hot(q`select o.id from orders o where ${and([q`o.id = ${id}`, orderScope(ctx, "o")])}`))) !==
    undefined
  );
}

export type LogRow = Omit<Output<typeof orderApi.order_log_query>["list"][number], "from_label" | "to_label">;
export interface LogFilter {
  order_id: number;
  applicant_id?: number | undefined;
  kind?: readonly string[] | undefined;
  before_id?: number | undefined;
}
/** Newest first, one more than asked for. An applicant's timeline holds what concerns the whole order too. */
export const orderLogs = (ctx: Pick<Ctx, "db">, filter: LogFilter, limit: number): Promise<LogRow[]> =>
  rows<LogRow>(
    ctx.db,
    q`
  select l.id, l.kind, l.noun, l.noun_id, l.applicant_id, a.seq as applicant_seq, l.move, l.label, l.from_state, l.to_state, l.actor_kind, l.actor_name, l.on_behalf, l.reason, l.changes, l.customer_visible, l.at
  from order_logs l left join applicants a on a.id = l.applicant_id
  where ${and([
    q`l.order_id = ${filter.order_id}`,
    filter.applicant_id !== undefined && q`(l.applicant_id = ${filter.applicant_id} or l.applicant_id is null)`,
    filter.kind?.length ? q`l.kind = any(${[...filter.kind]}::text[])` : null,
    filter.before_id !== undefined && q`l.id < ${filter.before_id}`,
  ])} order by l.id desc limit ${limit + 1}`,
  );
