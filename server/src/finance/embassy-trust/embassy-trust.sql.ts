/** What is held for missions, person by person, and whose case is over. */
import type { embassyTrustApi } from "@visadesk/contract/finance/embassy/embassy-trust.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { financeScope } from "../scope.sql.ts";

type Api = typeof embassyTrustApi;
export type TrustRow = Output<Api["embassy_trust_query"]>["list"][number];
export type LeftRow = Output<Api["embassy_trust_left_query"]>["list"][number];
type Caller = Pick<Ctx, "me" | "now">;

/** People something is held for: how much, and since when. */
const HELD = q`(select l.applicant_id, (-sum(l.amount))::int8 as held, min(j.booked_on) filter (where l.amount < 0) as since
  from ledger_accounts x join journal_lines l on l.account_id = x.id join journals j on j.id = l.journal_id
  where x.code = 'embassy_trust' and l.applicant_id is not null group by 1 having sum(l.amount) < 0)`;
/**
 * Nothing more will be paid to the mission for him: he has his result or is out, no payment of his is under way or waits for a
 * decision, and his supplier, if his price holds the fee, has earned it or never will.
 */
const FINISHED = q`a.applicant_status in ('issued', 'refused', 'refused_rejected', 'refunded', 'cancelled')
  and not exists (select from embassy_payments e where e.applicant_id = a.id
    and (e.embassy_payment_status in ('to_release', 'to_pay', 'failed') or (e.embassy_payment_status = 'paid' and e.variance <> 0 and e.variance_way is null)))
  and not (coalesce(a.settle_includes_embassy, false) and a.settle_trigger = 'completed' and a.result_at is not null and coalesce(o.completed_at, o.cancelled_at) is null)`;
const FROM = q`${HELD} t join applicants a on a.id = t.applicant_id join orders o on o.id = a.order_id join skus k on k.id = a.sku_id
  left join embassies m on m.id = k.embassy_id left join countries c on c.id = m.country_id`;
const inScope = (ctx: Pick<Ctx, "me">): Sql | null => financeScope(ctx, { order: "a.order_id" });

export function trustList(input: Parsed<Api["embassy_trust_query"]>, ctx: Caller): ListDef {
  const old = (days: number): Sql => q`h.since < ${dayOf(ctx.now, -days)}::date`;
  const sum = (which: Sql): Sql => q`coalesce(sum(h.held) filter (where ${which}), 0)::int8`;
  const held = q`select coalesce(m.id, 0) as id, a.id as applicant_id, t.held, t.since, ${FINISHED} as is_finished, 0::int8 as ahead from ${FROM} where ${and([inScope(ctx)])}`;
  // What was paid beyond what was collected: not decided, or asked for and not paid.
  const ahead = q`select coalesce(e.embassy_id, 0) as id, null::int8 as applicant_id, 0::int8 as held, null::date as since, false as is_finished, e.variance as ahead
    from embassy_payments e where ${and([
      financeScope(ctx, { order: "e.order_id" }),
      q`e.embassy_payment_status = 'paid' and e.variance > 0`,
      or([
        q`e.variance_way is null`,
        q`e.variance_way = 'charge' and exists (select from order_diffs d where d.applicant_id = e.applicant_id and d.pays_variance and d.diff_status = 'pending')`,
      ]),
    ])}`;
  return {
    from: q`(select h.id, sum(h.held)::int8 as held, count(h.applicant_id)::int as held_count, ${sum(q`not (${old(7)})`)} as d7,
        ${sum(q`${old(7)} and not (${old(30)})`)} as d30, ${sum(q`${old(30)} and not (${old(60)})`)} as d60, ${sum(old(60))} as older,
        sum(h.ahead)::int8 as paid_ahead, (count(*) filter (where h.is_finished))::int as finished_count, ${sum(q`h.is_finished`)} as finished_left
      from (${held} union all ${ahead}) h group by h.id) s left join embassies m on m.id = s.id left join countries c on c.id = m.country_id`,
    where: and([input.embassy_id && q`s.id = any(${[...input.embassy_id]}::int8[])`]),
    id: "s.id",
    select: q`s.*, coalesce(m.name, '电子签官网') as embassy_name, coalesce(c.name_zh, '') as country_name`,
    sorts: { held: { by: "s.held", order: "desc" } },
    sort: "held",
  };
}

const LEFT = q`a.id, a.applicant_no, a.name_cn, o.id as order_id, o.order_no, coalesce(m.name, '电子签官网') as embassy_name,
  coalesce(c.name_zh, '') as country_name, a.applicant_status, t.held as "left", coalesce(a.result_at, a.status_at) as finished_at`;
export const leftList = (input: Parsed<Api["embassy_trust_left_query"]>, ctx: Caller, tolerance: number): ListDef => {
  const start = `${likeText(input.keyword?.trim().toUpperCase() ?? "")}%`;
  return {
    from: FROM,
    where: and([
      FINISHED,
      inScope(ctx),
      input.embassy_id && q`m.id = any(${[...input.embassy_id]}::int8[])`,
      input.keyword &&
        or([q`o.order_no like ${start}`, q`a.applicant_no like ${start}`, q`a.name_cn like ${`%${likeText(input.keyword.trim())}%`}`]),
    ]),
    id: "a.id",
    select: q`${LEFT}, t.held <= ${tolerance} as is_small`,
    sorts: { finished_at: { by: "coalesce(a.result_at, a.status_at)", order: "asc", keyset: true } },
    sort: "finished_at",
  };
};

/** How many are through with money left, whoever asks. */
export const finishedLeft = async (db: Db): Promise<number> =>
  (await row<{ n: number }>(db, q`select count(*)::int as n from ${FROM} where ${FINISHED}`))?.n ?? 0;

export interface Left {
  id: number;
  order_id: number;
  applicant_no: string;
  left: number;
}
/** Somebody who is through with money left, in the caller's sight. */
export const leftOf = (ctx: Pick<Ctx, "db" | "me">, applicantId: number): Promise<Left | undefined> =>
  row(
    ctx.db,
    q`select a.id, o.id as order_id, a.applicant_no, t.held as "left" from ${FROM} where ${and([q`a.id = ${applicantId}`, FINISHED, inScope(ctx)])}`,
  );
/** The same for the job, which sees everybody: those within the tolerance, after one of them. */
export const smallLeft = (db: Db, tolerance: number, after: number, limit: number): Promise<Left[]> =>
  rows(
    db,
    q`select a.id, o.id as order_id, a.applicant_no, t.held as "left" from ${FROM}
      where t.held <= ${tolerance} and a.id > ${after} and ${FINISHED} order by a.id limit ${limit}`,
  );
export const smallLeftOf = (db: Db, applicantId: number, tolerance: number): Promise<Left | undefined> =>
  row(
    db,
    q`select a.id, o.id as order_id, a.applicant_no, t.held as "left" from ${FROM} where a.id = ${applicantId} and t.held <= ${tolerance} and ${FINISHED}`,
  );
