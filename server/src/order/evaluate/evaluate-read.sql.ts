/** Evaluations as their list, their figures and their page read them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { BAD_TO, GOOD_FROM, orderEvaluate, orderEvaluateDetail, type orderEvaluateApi } from "@visadesk/contract/order/order-evaluate.ts";
import type { Ctx } from "#kit/call/context.ts";
import { isoTimes } from "#kit/call/json-times.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { timeRange } from "#kit/range.ts";
import { workerNames } from "../../setting/index.ts";
import { supplierNames } from "../applicant/names.sql.ts";
import { orderEvaluateNoun } from "../desk/evaluate.noun.ts";
import { evaluateQueue, IS_BAD, REPLY_DUE } from "./evaluate.desk.ts";
import { COUNTS, evaluateScope } from "./evaluate.scope.ts";

type Api = typeof orderEvaluateApi;
type Filter = Omit<Parsed<Api["order_evaluate_query"]>, "page" | "page_size">;
export type EvaluateRow = Output<Api["order_evaluate_reply"]>;
export type EvaluateDetail = Output<Api["order_evaluate_get"]>;
type Named = "expert_name" | "supplier_name" | "replied_by_name";
export type ListedEvaluate = Omit<EvaluateRow, Named> & { replied_by: number | null };
type Caller = Pick<Ctx, "db" | "me" | "now">;

const FROM = q`order_evaluates e join orders o on o.id = e.order_id`;
const JOINS = q`left join peers p on p.id = o.peer_id join skus k on k.id = o.sku_id`;
const BESIDE = q`o.order_no, k.name as sku_name, case when e.is_anonymous then null else o.contact_name end as customer_name, o.peer_id, p.short_name as peer_name,
  ${COUNTS} as is_counted, case when ${IS_BAD} then ${raw(REPLY_DUE)} end as due_at, e.replied_by`;
const COLUMNS = q`${shown(orderEvaluateNoun, "e", orderEvaluate)}, ${BESIDE}`;

const among = (column: string, type: string, list: readonly unknown[] | undefined): Sql | undefined =>
  list && q`${raw(column)} = any(${[...list]}::${raw(type)}[])`;
const whereOf = (f: Filter, ctx: Caller): Sql =>
  and([
    evaluateScope(ctx),
    f.queue && evaluateQueue(ctx, f.queue),
    f.keyword && q`o.order_no like ${`${likeText(f.keyword.toUpperCase())}%`}`,
    among("e.score", "int8", f.score),
    f.has_files !== undefined && q`(cardinality(e.files) > 0) = ${f.has_files}`,
    among("e.evaluate_status", "text", f.evaluate_status),
    among("e.expert_id", "int8", f.expert_id),
    among("e.supplier_id", "int8", f.supplier_id),
    among("e.source", "text", f.source),
    among("e.appeal_status", "text", f.appeal_status),
    f.is_shown !== undefined && q`e.is_shown = ${f.is_shown}`,
    f.is_counted !== undefined && q`${COUNTS} = ${f.is_counted}`,
    timeRange("e.created_at", f.created_at),
  ]);
export const evaluateList = (f: Filter, ctx: Caller): ListDef => ({
  from: FROM,
  where: whereOf(f, ctx),
  id: "e.id",
  select: COLUMNS,
  joins: JOINS,
  sorts: {
    created_at: { by: "e.created_at", order: "desc", keyset: true },
    score: { by: "e.score", order: "asc" },
  },
  sort: "created_at",
});

type Stat = Output<Api["order_evaluate_stat_get"]>;
/** Each tab narrows what matches; those of the flows leave the filter's own states aside. */
const TABS: Readonly<Record<string, Sql>> = {
  all: raw("true"),
  pending: raw("e.evaluate_status = 'pending' and e.source <> 'auto'"),
  replied: raw("e.evaluate_status = 'replied'"),
  bad: raw(`e.score <= ${BAD_TO}`),
  appeal: raw("e.appeal_status = 'pending'"),
  hidden: raw("not e.is_shown"),
};
export async function evaluateStat(f: Filter, ctx: Caller): Promise<Stat> {
  const { evaluate_status: _s, source: _o, score: _c, appeal_status: _a, is_shown: _h, ...wide } = f;
  const counts = Object.entries(TABS)
    .map(([name, where]) => q`(count(*) filter (where ${where}))::int as ${raw(`"${name}"`)}`)
    .reduce((before, c) => q`${before}, ${c}`);
  const [tabs, figures] = [
    await row<Stat["tabs"]>(ctx.db, q`select ${counts} from ${FROM} where ${whereOf(wide, ctx)}`),
    await row<Stat["figures"]>(
      ctx.db,
      q`select count(*)::int as count, (count(*) filter (where ${COUNTS}))::int as counted, round(avg(e.score) filter (where ${COUNTS}) * 100)::int as mean,
          (count(*) filter (where ${COUNTS} and e.score >= ${GOOD_FROM}))::int as good, (count(*) filter (where ${COUNTS} and e.score <= ${BAD_TO}))::int as bad
        from ${FROM} where ${whereOf(f, ctx)}`,
    ),
  ];
  return { tabs: tabs ?? {}, figures: figures ?? { count: 0, counted: 0, mean: null, good: 0, bad: 0 } };
}

export const listedEvaluate = (ctx: Caller, id: number): Promise<ListedEvaluate | undefined> =>
  row(ctx.db, q`select ${COLUMNS} from ${FROM} ${JOINS} where ${and([q`e.id = ${id}`, evaluateScope(ctx)])}`);
export async function shownEvaluates<R extends ListedEvaluate>(
  ctx: Pick<Ctx, "db">,
  list: readonly R[],
): Promise<(Omit<R, "replied_by"> & Pick<EvaluateRow, Named>)[]> {
  const [names, suppliers] = await Promise.all([
    workerNames(
      ctx.db,
      list.flatMap((e) => [e.expert_id, e.replied_by]),
    ),
    supplierNames(
      ctx.db,
      list.map((e) => e.supplier_id),
    ),
  ]);
  return list.map(({ replied_by, ...e }) => ({
    ...e,
    expert_name: names.get(e.expert_id ?? 0) ?? null,
    supplier_name: suppliers.get(e.supplier_id ?? 0) ?? null,
    replied_by_name: names.get(replied_by ?? 0) ?? null,
  }));
}

type StoredDetail = ListedEvaluate &
  Omit<EvaluateDetail, keyof EvaluateRow | "is_mine" | "stages" | "appealed_by_name" | "judged_by_name"> & {
    appealed_by: number | null;
    judged_by: number | null;
  };
const PEOPLE = q`coalesce((select json_agg(x) from (select a.id, a.seq, case when e.is_anonymous then null else a.name_cn end as name, a.applicant_status, a.supplement_round from applicants a where a.order_id = o.id order by a.seq) x), '[]'::json)`;
export async function evaluateDetail(ctx: Caller, id: number): Promise<StoredDetail | undefined> {
  const found = await row<StoredDetail>(
    ctx.db,
    q`select ${shown(orderEvaluateNoun, "e", orderEvaluateDetail)}, ${BESIDE}, e.appealed_by, e.judged_by,
        json_build_object('order_status', o.order_status, 'applicant_count', o.applicant_count, 'people', ${PEOPLE}, 'paid_at', o.paid_at, 'received_at', o.received_at) as "order"
      from ${FROM} ${JOINS} where ${and([q`e.id = ${id}`, evaluateScope(ctx)])}`,
  );
  return found && { ...found, order: isoTimes(found.order) };
}
/** In the order in which they were first entered. */
export const stagesOf = (ctx: Pick<Ctx, "db">, orderId: number): Promise<EvaluateDetail["stages"]> =>
  rows(
    ctx.db,
    q`select s.status, s.party, count(distinct s.applicant_id)::int as people, coalesce(sum(s.work_minutes), 0)::int as work_minutes,
        (count(*) filter (where s.due_at is not null and s.left_at > s.due_at))::int as late
      from stage_spans s where s.order_id = ${orderId} and s.left_at is not null and not s.is_rolled_back group by 1, 2 order by min(s.id)`,
  );
