/** Figures of the home page over orders and applicants, each with its definition and the list that shows the same rows. */
import { may } from "@visadesk/contract/permissions.ts";
import type { ListFilter } from "@visadesk/contract/kit/list-filter.ts";
import type { Ctx } from "#kit/call/context.ts";
import { dayOf } from "#kit/range.ts";
import { and, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { IS_OVER } from "./order.sql.ts";
import { orderScope } from "./scope.ts";

type Caller = Pick<Ctx, "db" | "me" | "now" | "has">;
export interface Span {
  from: Date;
  to: Date;
}
export interface Figure {
  key: string;
  label: string;
  definition: string;
  kind: "count" | "money" | "rate";
  value: number | null;
  before: number | null;
  route: string | null;
  query: ListFilter;
}
interface Sums {
  orders: number;
  persons: number;
  paid: number;
  submitted: number;
  issued: number;
  refused: number;
}

const between = (column: Sql, span: Span): Sql => q`${column} >= ${span.from} and ${column} < ${span.to}`;

/** Its first and last day; what is kept by the day counts whole days, as its list does. */
const daysOf = (span: Span): { from: string; to: string } => ({ from: dayOf(span.from), to: dayOf(new Date(span.to.getTime() - 1)) });

/** One period's sums in one statement. */
async function sums(ctx: Caller, span: Span): Promise<Sums> {
  const o = orderScope(ctx, "o");
  const a = orderScope(ctx, "a");
  const { from, to } = daysOf(span);
  const found = await row<Sums>(
    ctx.db,
    q`
    select n.orders, p.persons, p.paid, s.submitted, r.issued, r.refused from
      (select count(*)::int as orders from orders o where ${and([between(q`o.created_at`, span), o])}) n,
      (select coalesce(sum(o.applicant_count) filter (where not ${IS_OVER}), 0)::int as persons, coalesce(sum(o.amount_paid), 0)::int8 as paid from orders o where ${and([between(q`o.paid_at`, span), o])}) p,
      (select count(*)::int as submitted from applicants a where ${and([q`a.submit_date between ${from}::date and ${to}::date`, a])}) s,
      (select count(*) filter (where a.applicant_status = 'issued')::int as issued, count(*) filter (where a.applicant_status <> 'issued')::int as refused
        from applicants a where ${and([between(q`a.result_at`, span), a])}) r`,
  );
  return found ?? { orders: 0, persons: 0, paid: 0, submitted: 0, issued: 0, refused: 0 };
}

const rate = (s: Sums): number | null => (s.issued + s.refused > 0 ? s.issued / (s.issued + s.refused) : null);

async function overdueCount(ctx: Caller): Promise<number> {
  const found = await row<{ n: number }>(
    ctx.db,
    q`select count(*)::int as n from applicants a where ${and([q`a.due_sort < ${ctx.now}`, q`a.held_at is null`, orderScope(ctx, "a")])}`,
  );
  return found?.n ?? 0;
}

/** Figures the caller may see; `before` is the same elapsed part of the period before. */
export async function orderFigureList(ctx: Caller, span: Span, before: Span): Promise<Figure[]> {
  const sees = { view: ctx.has(may.order_view), process: ctx.has(may.order_process) };
  if (!sees.view && !sees.process) return [];
  const [now, then, overdue] = await Promise.all([sums(ctx, span), sums(ctx, before), overdueCount(ctx)]);
  const range = { from: span.from.toISOString(), to: span.to.toISOString() };
  const days = daysOf(span);
  const orders = sees.view ? "admin-order-list" : null;
  const people = sees.process ? "order-list" : null;
  // The list opens with one's own; these count whoever is in sight.
  const all = { scope: "all" };
  const figure = (
    key: string,
    label: string,
    definition: string,
    kind: Figure["kind"],
    value: number | null,
    past: number | null,
    route: string | null,
    query: ListFilter,
  ): Figure => ({ key, label, definition, kind, value, before: past, route, query });
  return [
    ...(sees.view
      ? [
          figure("orders", "下单数", "本期新建的订单数，不论是否支付", "count", now.orders, then.orders, orders, { created_at: range }),
          figure("persons", "支付人数", "本期支付成功的订单的申请人数，不含已取消的订单", "count", now.persons, then.persons, orders, {
            paid_at: range,
          }),
          figure("paid", "实收", "本期支付成功的订单的实付金额，不减退款", "money", now.paid, then.paid, orders, { paid_at: range }),
        ]
      : []),
    figure("submitted", "送签人数", "送签日期在本期内的申请人数", "count", now.submitted, then.submitted, people, {
      ...all,
      submit_date: days,
    }),
    figure("issued", "出签人数", "本期录入出签结果的申请人数", "count", now.issued, then.issued, people, {
      ...all,
      result_at: range,
      applicant_status: ["issued"],
    }),
    figure("issue_rate", "出签率", "本期出签人数 ÷ 本期有结果的人数", "rate", rate(now), rate(then), people, { ...all, result_at: range }),
    figure("overdue", "超期人数", "此刻已过截止时间、未挂起的申请人数", "count", overdue, null, people, { ...all, due: "overdue" }),
  ];
}

/** Orders and results per Shanghai day. */
export async function orderCurve(ctx: Caller, from: Date): Promise<{ date: string; orders: number; results: number }[]> {
  const byDay = (column: string): Sql => q`to_char(${raw(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
  const made = await rows<{ date: string; n: number }>(
    ctx.db,
    q`select ${byDay("o.created_at")} as date, count(*)::int as n from orders o where ${and([q`o.created_at >= ${from}`, orderScope(ctx, "o")])} group by 1`,
  );
  const done = await rows<{ date: string; n: number }>(
    ctx.db,
    q`select ${byDay("a.result_at")} as date, count(*)::int as n from applicants a where ${and([q`a.result_at >= ${from}`, orderScope(ctx, "a")])} group by 1`,
  );
  const days = Math.round((ctx.now.getTime() - from.getTime()) / 86_400_000) + 1;
  const at = (list: { date: string; n: number }[], date: string): number => list.find((x) => x.date === date)?.n ?? 0;
  return Array.from({ length: days }, (_, i) => dayOf(from, i))
    .filter((d) => d <= dayOf(ctx.now))
    .map((date) => ({ date, orders: at(made, date), results: at(done, date) }));
}
