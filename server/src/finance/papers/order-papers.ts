/** Orders, their people and their differences as sources of postings. */
import { DIFF_PAYERS, FEE_KINDS, PAY_METHODS } from "@visadesk/contract/order/words.ts";
import { and, q, raw, rows } from "#kit/db/sql.ts";
import type { Ctx } from "#kit/call/context.ts";
import { orderScope } from "../../order/index.ts";
import type { Paper, PaperReader } from "./paper.ts";
import { idsOf } from "./ids.ts";

/** Trade numbers are told apart by their way of paying. */
const METHODS = Object.keys(PAY_METHODS);
/** Through the order they belong to. */
const seenBy =
  (table: string, order: string) =>
  (ctx: Pick<Ctx, "db" | "me">, ids: readonly number[]): Promise<number[]> =>
    idsOf(
      ctx.db,
      q`select x.id from ${raw(table)} x join orders o on o.id = ${raw(order)} where ${and([q`x.id = any(${[...ids]}::int8[])`, orderScope(ctx, "o")])}`,
    );

export const orderPaper: PaperReader = {
  noun: "order",
  label: "订单",
  stage: "paper",
  find: (db, typed) =>
    idsOf(
      db,
      q`select id from orders where order_no = ${typed.toUpperCase()} union select order_id from order_payments where method = any(${METHODS}::text[]) and trade_no = ${typed}`,
    ),
  read: (db, ids) =>
    rows<Paper>(
      db,
      q`select o.id, o.order_no as no, '订单' as title, o.amount_payable as amount, (o.created_at at time zone 'Asia/Shanghai')::date::text as on,
          o.created_by as by, case when o.amount_refunded > 0 then '已退 ' || to_char(o.amount_refunded / 100.0, 'FM999999999990.00') else '' end as note
        from orders o where o.id = any(${[...ids]}::int8[])`,
    ),
  seen: seenBy("orders", "x.id"),
  orders: (_, ids) => Promise.resolve([...ids]),
};

export const applicantPaper: PaperReader = {
  noun: "applicant",
  label: "申请人",
  stage: "paper",
  find: (db, typed) => idsOf(db, q`select id from applicants where applicant_no = ${typed.toUpperCase()}`),
  read: (db, ids) =>
    rows<Paper>(
      db,
      q`select a.id, a.applicant_no as no, '申请人' as title, null::int8 as amount, null as on, null::int8 as by, '' as note
        from applicants a where a.id = any(${[...ids]}::int8[])`,
    ),
  seen: seenBy("applicants", "x.order_id"),
  orders: (db, ids) => idsOf(db, q`select distinct order_id as id from applicants where id = any(${[...ids]}::int8[])`),
};

interface StoredDiff extends Omit<Paper, "title" | "note"> {
  fee_kind: keyof typeof FEE_KINDS;
  payer: keyof typeof DIFF_PAYERS;
}
export const diffPaper: PaperReader = {
  noun: "order_diff",
  label: "补差价",
  stage: "paper",
  find: (db, typed) => idsOf(db, q`select id from order_diffs where diff_no = ${typed.toUpperCase()}`),
  read: async (db, ids) => {
    const list = await rows<StoredDiff>(
      db,
      q`select d.id, d.diff_no as no, d.amount, (d.created_at at time zone 'Asia/Shanghai')::date::text as on, d.created_by as by, d.fee_kind, d.payer
        from order_diffs d where d.id = any(${[...ids]}::int8[])`,
    );
    return list.map(({ fee_kind, payer, ...d }) => ({ ...d, title: `补差价：${FEE_KINDS[fee_kind]}`, note: DIFF_PAYERS[payer] }));
  },
  seen: seenBy("order_diffs", "x.order_id"),
  orders: (db, ids) => idsOf(db, q`select distinct order_id as id from order_diffs where id = any(${[...ids]}::int8[])`),
  ofOrders: (db, ids) => idsOf(db, q`select id from order_diffs where order_id = any(${[...ids]}::int8[])`),
};
