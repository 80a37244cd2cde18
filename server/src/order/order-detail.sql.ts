/** One order with everything its page shows, in one round trip. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { orderApi } from "@visadesk/contract/order/order.ts";
import type { Ctx } from "#kit/context.ts";
import { isoTimes } from "#kit/json-times.ts";
import { and, q, row, rows, type Sql } from "#kit/sql.ts";
import type { OrderRow, Person } from "./facts.ts";
import { orderColumns, orderJoins } from "./order.sql.ts";
import { orderScope } from "./scope.ts";

type Detail = Output<typeof orderApi.order_get>;
type OwnFields = Omit<Detail, "snapshot" | "snapshot_diff" | "moves" | "people" | "return_address_text">;
export interface OrderDetailRow extends OwnFields {
  snapshot_id: number;
  people: (Detail["people"][number] & { name_cn: string | null })[];
  /** What the guards of the order's moves judge; the papers only where a move asks for them. */
  facts: { order: OrderRow; people: Person[]; parcels: { type: number }[] };
}

const list = (select: Sql): Sql => q`coalesce((select json_agg(x) from (${select}) x), '[]'::json)`;

const fees = q`select f.id, f.applicant_id, f.kind, f.amount, f.discount_share, f.payable, f.is_official_paid, f.refunded, d.diff_no
  from order_fees f left join order_diffs d on d.id = f.diff_id where f.order_id = o.id order by f.id`;
const payments = q`select p.id, p.method, p.amount, p.trade_no, p.proof, p.refunded, p.paid_at, nullif(w.nickname, '') as created_by_name, d.diff_no
  from order_payments p left join workers w on w.id = p.created_by left join order_diffs d on d.id = p.diff_id where p.order_id = o.id order by p.id`;
const people = q`select a.id, a.seq, a.applicant_no, a.name_cn, a.identity, a.passport_no, a.relation, a.is_child, a.applicant_status, a.status_at, a.status_due_at, a.waiting_party, a.held_at, a.hold_reason,
    a.materials_must, a.materials_passed, s.short_name as supplier_name, a.settle_price, a.submit_date, a.application_no, a.handed_back_at, null as next_move, a.version
  from applicants a left join suppliers s on s.id = a.supplier_id where a.order_id = o.id order by a.seq`;
const notes = q`select n.id, n.kind, n.content, n.applicant_id, n.files, n.pinned, nullif(w.nickname, '') as created_by_name, n.created_at
  from order_notes n left join workers w on w.id = n.created_by where n.order_id = o.id order by n.pinned desc, n.id desc limit 200`;
const evaluate = q`(select to_json(x) from (select e.id, e.score, e.content, e.source, e.created_at from order_evaluates e where e.order_id = o.id) x)`;
/** Guards of 资料齐 and 申请表齐 read people and papers; no other move of an order does. */
const factPeople = q`select a.*, '[]'::json as search, coalesce((select json_agg(m.* order by m.kind, m.sort, m.id) from applicant_materials m where m.applicant_id = a.id), '[]'::json) as materials
  from applicants a where a.order_id = o.id and o.order_status in ('pending_upload', 'pending_form') order by a.seq`;
const parcels = q`select e.type from expresses e where e.order_id = o.id and e.express_status not in ('cancelled', 'returned')`;

/** The row of one order the caller may see, or undefined. */
export async function orderDetail(ctx: Pick<Ctx, "db" | "me" | "has" | "now">, id: number): Promise<OrderDetailRow | undefined> {
  const found = await row<OrderDetailRow>(ctx.db, q`
    select ${orderColumns(ctx)}, o.snapshot_id, o.return_address, o.visit_wish, o.visit_wish_dates, o.urgent_tier, o.customer_note, nullif(wm.nickname, '') as created_by_name,
      ${list(fees)} as fees, ${list(payments)} as payments, ${list(people)} as people, ${list(notes)} as notes, ${evaluate} as evaluate,
      json_build_object('order', json_build_object('order_status', o.order_status, 'status_at', o.status_at, 'pay_status', o.pay_status, 'flow', o.flow, 'visit_wish', o.visit_wish,
        'cancel_reason', o.cancel_reason, 'cancelled_at', o.cancelled_at, 'received_at', o.received_at), 'people', ${list(factPeople)}, 'parcels', ${list(parcels)}) as facts
    from orders o ${orderJoins(ctx)} left join workers wm on wm.id = o.created_by
    where ${and([q`o.id = ${id}`, orderScope(ctx, "o")])}`);
  if (!found) return undefined;
  const { fees: f, payments: p, people: a, notes: n, evaluate: e } = found;
  return { ...found, fees: isoTimes(f), payments: isoTimes(p), people: isoTimes(a), notes: isoTimes(n), evaluate: isoTimes(e) };
}

/** May the caller see this order? Moves, files and logs ask it before they answer. */
export async function seesOrder(ctx: Pick<Ctx, "db" | "me">, id: number): Promise<boolean> {
  return (await row<{ id: number }>(ctx.db, q`select o.id from orders o where ${and([q`o.id = ${id}`, orderScope(ctx, "o")])}`)) !== undefined;
}

export type LogRow = Omit<Output<typeof orderApi.order_log_query>["list"][number], "from_label" | "to_label">;
export interface LogFilter {
  order_id: number;
  applicant_id?: number | undefined;
  kind?: readonly string[] | undefined;
  before_id?: number | undefined;
}
/** Newest first, one more than asked for. An applicant's timeline holds what concerns the whole order too. */
export const orderLogs = (ctx: Pick<Ctx, "db">, filter: LogFilter, limit: number): Promise<LogRow[]> => rows<LogRow>(ctx.db, q`
  select l.id, l.kind, l.noun, l.noun_id, l.applicant_id, a.seq as applicant_seq, l.move, l.label, l.from_state, l.to_state, l.actor_kind, l.actor_name, l.on_behalf, l.reason, l.changes, l.customer_visible, l.at
  from order_logs l left join applicants a on a.id = l.applicant_id
  where ${and([
    q`l.order_id = ${filter.order_id}`,
    filter.applicant_id !== undefined && q`(l.applicant_id = ${filter.applicant_id} or l.applicant_id is null)`,
    filter.kind?.length ? q`l.kind = any(${[...filter.kind]}::text[])` : null,
    filter.before_id !== undefined && q`l.id < ${filter.before_id}`,
  ])} order by l.id desc limit ${limit + 1}`);
