/** 过期订单 as their list reads them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { stateLabels } from "@visadesk/contract/kit/flow.ts";
import { applicantFlow, orderFlow } from "@visadesk/contract/order/order.flow.ts";
import type { orderExpireApi } from "@visadesk/contract/order/expire/order-expire.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, rows, type Sql } from "#kit/db/sql.ts";
import { dayOf, timeRange } from "#kit/range.ts";
import { workerNames } from "../../setting/index.ts";
import { RESTORE_DAYS } from "../flow/order.rules.ts";
import { orderScope } from "../list/scope.ts";
import { expireQueue } from "./order-expire.queues.ts";

type Api = typeof orderExpireApi;
export type ExpireFilter = Parsed<Api["order_expire_counts"]>;
export type ExpireRow = Output<Api["order_expire_contact"]>;
type Named = "expert_name" | "closed_by_name" | "stands";
export type ListedExpire = Omit<ExpireRow, Named> & { closed_by: number | null; applicant_status: string | null; order_status: string };
type Caller = Pick<Ctx, "db" | "me" | "now">;

const FROM = q`order_expires x join orders o on o.id = x.order_id left join applicants a on a.id = x.applicant_id left join peers p on p.id = o.peer_id`;
const REMINDED = q`(select coalesce(sum(r.times), 0)::int from order_reminds r where r.order_id = x.order_id and r.kind = x.kind and r.applicant_id is not distinct from x.applicant_id)`;
const columns = (
  now: Date,
): Sql => q`x.id, x.order_id, o.order_no, o.version as order_version, o.peer_id, p.short_name as peer_name, x.applicant_id, a.applicant_no, a.name_cn as applicant_name,
  x.kind, x.due_at, ((x.due_at at time zone 'Asia/Shanghai')::date - ${dayOf(now)}::date)::int as days, x.expire_status, a.applicant_status, o.order_status,
  case when a.id is null then o.status_at else a.status_at end as stands_at, o.amount_paid, coalesce(a.expert_id, o.expert_id) as expert_id, ${REMINDED} as remind_times,
  x.contact_times, x.last_contact_at, x.extended_times, x.extend_reason, x.close_reason, x.closed_by, x.closed_at,
  x.kind = 'pay' and x.expire_status = 'expired' and o.order_status = 'cancelled' and o.cancel_reason = 'timeout'
    and o.cancelled_at > ${new Date(now.getTime() - RESTORE_DAYS * 86_400_000)} as is_restorable,
  x.created_at, x.version, x.updated_at`;

const whereOf = (f: ExpireFilter, ctx: Pick<Ctx, "me" | "now">): Sql => {
  const word = f.keyword && `${likeText(f.keyword.toUpperCase())}%`;
  return and([
    orderScope(ctx, "o"),
    word && or([q`o.order_no like ${word}`, q`a.applicant_no like ${word}`]),
    f.order_id !== undefined && q`x.order_id = ${f.order_id}`,
    f.kind && q`x.kind = any(${[...f.kind]}::text[])`,
    f.expire_status && q`x.expire_status = any(${[...f.expire_status]}::text[])`,
    f.peer_id && q`o.peer_id = any(${[...f.peer_id]}::int8[])`,
    f.expert_id && q`coalesce(a.expert_id, o.expert_id) = any(${[...f.expert_id]}::int8[])`,
    timeRange("x.due_at", f.due_at),
    f.is_extended !== undefined && q`(x.extended_times > 0) = ${f.is_extended}`,
    f.is_contacted !== undefined && q`(x.contact_times > 0) = ${f.is_contacted}`,
    f.queue && expireQueue(ctx, f.queue),
  ]);
};
export const expireList = (f: ExpireFilter, ctx: Pick<Ctx, "me" | "now">): ListDef => ({
  from: FROM,
  where: whereOf(f, ctx),
  id: "x.id",
  select: columns(ctx.now),
  sorts: {
    due_at: { by: "x.due_at", order: "desc", keyset: true },
    created_at: { by: "x.created_at", order: "desc" },
    amount_paid: { by: "o.amount_paid", order: "desc" },
  },
  sort: "due_at",
});
export const expireCounts = (
  { kind: _k, expire_status: _s, ...f }: ExpireFilter,
  ctx: Caller,
): Promise<Output<Api["order_expire_counts"]>["counts"]> =>
  rows(ctx.db, q`select x.kind, x.expire_status as status, count(*)::int as n from ${FROM} where ${whereOf(f, ctx)} group by 1, 2`);
export const listedExpires = (ctx: Caller, ids: readonly number[]): Promise<ListedExpire[]> =>
  rows(
    ctx.db,
    q`select ${columns(ctx.now)} from ${FROM} where ${and([q`x.id = any(${[...ids]}::int8[])`, orderScope(ctx, "o")])} order by x.id`,
  );

export async function shownExpires(ctx: Caller, list: readonly ListedExpire[]): Promise<ExpireRow[]> {
  const names = await workerNames(
    ctx.db,
    list.flatMap((x) => [x.expert_id, x.closed_by]),
  );
  const person: Readonly<Record<string, string>> = stateLabels(applicantFlow);
  const order: Readonly<Record<string, string>> = stateLabels(orderFlow);
  return list.map(({ closed_by, applicant_status, order_status, ...x }) => ({
    ...x,
    stands: (applicant_status === null ? order[order_status] : person[applicant_status]) ?? order_status,
    expert_name: names.get(x.expert_id ?? 0) ?? null,
    closed_by_name: names.get(closed_by ?? 0) ?? null,
  }));
}
