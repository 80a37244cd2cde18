/** Columns of an order as lists and its page read them; only those that are wanted. */
import { order, type orderRow } from "@visadesk/contract/order/order.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { keysOf } from "#kit/files/objects.ts";
import { orderNoun } from "../order/order.noun.ts";
import { nothing, q, raw, type Sql } from "#kit/db/sql.ts";

/** What is ours to pay for an order, and what stays; known once every live person has a settle price. `o` is the alias. */
export const orderCost: Sql = raw("case when coalesce(sc.priced, false) then sc.settled + fc.official + fc.other end");
export const orderMargin = (o: "o" | "b"): Sql =>
  raw(`case when coalesce(sc.priced, false) then ${o}.amount_payable - ${o}.amount_refunded - sc.settled - fc.official - fc.other end`);
export const costJoins = (o: "o" | "b"): Sql =>
  raw(`
  left join lateral (
    select coalesce(sum(f.settle_price), 0)::int8 as settled, bool_and(f.settle_price is not null) as priced
    from applicants f where f.order_id = ${o}.id and f.applicant_status not in ('cancelled', 'refunded')) sc on true
  left join lateral (
    select coalesce(sum(e.payable - e.refunded) filter (where e.kind = 'embassy' and not coalesce(f.settle_includes_embassy, false)
        or e.kind = 'centre' and not coalesce(f.settle_includes_centre, false)), 0)::int8 as official,
      coalesce(sum(e.cost), 0)::int8 as other
    from order_fees e left join applicants f on f.id = e.applicant_id where e.order_id = ${o}.id) fc on true`);
const costColumns = (visible: boolean): Sql =>
  visible ? q`${orderCost} as cost, ${orderMargin("o")} as margin` : q`null::int8 as cost, null::int8 as margin`;

export const seesCost = (ctx: Pick<Ctx, "has">): boolean => ctx.has(may.cost_view);

/** The order's own columns that a list shows: what its shape and its table share. */
const OWN: readonly OrderField[] = keysOf(order.shape).filter((f) => f !== "id" && orderNoun.columns.includes(f));
/** Fields that are told from a column, which is then read though nobody asked for it. */
const BESIDE: readonly (readonly [OrderField, OrderField])[] = [
  ["peer_name", "peer_id"],
  ["level_id", "peer_id"],
  ["sku_name", "sku_id"],
  ["district_name", "sku_id"],
  ["country_name", "country_id"],
  ["flag_emoji", "country_id"],
  ["expert_name", "expert_id"],
  ["cs_owner_name", "cs_owner_id"],
  ["due_estimated", "due_at"],
  ["promise_estimated", "promised_date"],
  ["flags", "due_at"],
];

/** Which fields of an order are wanted; all where none are named. */
export type OrderField = keyof typeof orderRow.shape;
export type Wants = (field: OrderField) => boolean;
export const wantsOf = (fields: readonly OrderField[] | undefined): Wants => {
  if (!fields) return () => true;
  const asked = new Set<OrderField>(fields);
  return (field) => asked.has(field);
};

const MARKS = q`, o.is_urgent, o.is_protected, exists (select from order_diffs d where d.order_id = o.id and d.diff_status = 'pending') as diff_pending,
    exists (select from applicant_materials m where m.order_id = o.id and m.holder = 'lost') as originals_lost`;
/** Columns of an order's own row; names, people and marks come beside it (shown.ts). */
export function orderColumns(ctx: Pick<Ctx, "has">, wants: Wants): Sql {
  const read = new Set<string>(OWN.filter(wants));
  for (const [field, column] of BESIDE) if (wants(field)) read.add(column);
  return q`o.id${raw(
    OWN.filter((c) => read.has(c))
      .map((c) => `, o.${c}`)
      .join(""),
  )}
    ${wants("cost") || wants("margin") ? q`, ${costColumns(seesCost(ctx))}` : nothing}
    ${wants("flags") ? MARKS : nothing}`;
}

/** The people of a row of a list, as `PersonTuple` of shown.ts; tuples are the cheapest for all sides. */
export const orderPeople: Sql = q`array_to_json(array(
  select json_build_array(f.id, f.name_cn, f.applicant_status, f.tab = 'supplement', f.admin_check_due is not null, f.held_at is not null)
  from applicants f where f.order_id = o.id order by f.seq)) as people`;

/** Joins of the page's rows only. */
export const orderJoins = (ctx: Pick<Ctx, "has">, wants: Wants): Sql =>
  seesCost(ctx) && (wants("cost") || wants("margin")) ? costJoins("o") : nothing;
