/** 拒签无忧订单: everybody under a protection, and where his claim stands. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { refuseClaimApi } from "@visadesk/contract/order/claim/refuse-claim.ts";
import { CLAIM_STAGES, type ClaimStage } from "@visadesk/contract/order/claim/refuse-claim.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, joined, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { keysOf } from "#kit/files/objects.ts";
import { timeRange } from "#kit/range.ts";
import { keywordMatch } from "../list/keyword.sql.ts";
import { orderScope } from "../list/scope.ts";
import { claimQueue } from "./refuse-claim.queues.ts";

type Api = typeof refuseClaimApi;
type Filter = Parsed<Api["refuse_claim_figures"]>;
export type ClaimListRow = Output<Api["refuse_claim_query"]>["list"][number];
type Caller = Pick<Ctx, "db" | "me" | "now">;

/** A claim counts as long as its refusal stands; a premium as far as it was not given back. */
const FROM = q`applicants a join orders o on o.id = a.order_id
  left join refuse_claims c on c.applicant_id = a.id and a.refusal_category is not null
  left join lateral (select sum(x.payable - x.refunded)::int8 as premium from order_fees x
    where x.order_id = a.order_id and x.applicant_id = a.id and x.kind = 'protection' and x.refunded < x.payable) f on true`;
const COVERED = q`(a.tab = 'claim' or (o.is_protected and o.pay_status <> 'unpaid' and (c.id is not null or f.premium is not null)))`;

/** Stages divide those whose protection is open or was used. */
const STAGES: Readonly<Record<ClaimStage, Sql>> = {
  review: q`a.tab = 'claim' and a.applicant_status = 'refused_review'`,
  proof: q`a.tab = 'claim' and a.applicant_status = 'refused_proof'`,
  rejected: q`a.tab = 'claim' and a.applicant_status = 'refused_rejected'`,
  paying: q`a.applicant_status in ('refunding', 'refunded') and c.approved_amount is not null`,
  lapsed: q`a.applicant_status = 'refused' and c.id is not null`,
  covered: q`a.result_at is null and a.applicant_status not in ('refunding', 'refunded', 'cancelled')`,
};
const PAID = q`case when a.applicant_status in ('refunding', 'refunded') then c.approved_amount end`;

const whereOf = (f: Filter, ctx: Pick<Ctx, "me" | "now">): Sql =>
  and([
    COVERED,
    orderScope(ctx, "a"),
    keywordMatch("a", f.keyword),
    f.stage && STAGES[f.stage],
    f.country_id && q`a.country_id = any(${[...f.country_id]}::text[])`,
    f.peer_id && q`o.peer_id = any(${[...f.peer_id]}::int8[])`,
    f.liability && q`a.liability = any(${[...f.liability]}::text[])`,
    f.refusal_category && q`a.refusal_category = any(${[...f.refusal_category]}::text[])`,
    f.expert_id && q`a.expert_id = any(${[...f.expert_id]}::int8[])`,
    timeRange("a.result_at", f.result_at),
    f.is_late !== undefined &&
      (f.is_late
        ? q`a.tab = 'claim' and a.held_at is null and a.status_due_at <= ${ctx.now}`
        : q`not coalesce(a.tab = 'claim' and a.held_at is null and a.status_due_at <= ${ctx.now}, false)`),
    f.queue && claimQueue(ctx, f.queue),
  ]);

/** The terms he bought: of his claim, else of what his order was sold with. */
const JOINS = q`join countries k on k.id = a.country_id join skus s on s.id = a.sku_id left join peers p on p.id = o.peer_id
  left join refunds r on r.id = c.refund_id left join workers w on w.id = a.expert_id
  left join lateral (select coalesce(c.plan, (select t.one from sku_snapshots n, jsonb_array_elements(n.body -> 'protections') with ordinality t (one, i)
    where n.id = o.snapshot_id order by (t.one ->> 'id')::int8 is distinct from o.protection_id, t.i limit 1)) as plan) t on true`;
const columns = (ctx: Pick<Ctx, "me">): Sql => q`
  a.id, a.order_id, o.order_no, a.applicant_no, a.name_cn, o.peer_id, p.short_name as peer_name, a.country_id, k.name_zh as country_name, s.name as sku_name,
  coalesce(t.plan ->> 'name', '') as plan_name, coalesce(f.premium, (c.plan ->> 'premium')::int8, 0)::int8 as premium, coalesce(t.plan ->> 'scope', 'full') as scope,
  coalesce((t.plan ->> 'rate')::int, 0) as rate, coalesce((t.plan ->> 'cap')::int8, 0) as cap, a.result_at, a.refusal_category,
  coalesce(cardinality(c.proof_files), 0) as proof_count, c.trial_amount, c.approved_amount, a.liability, c.loss_party, a.applicant_status, a.status_at,
  a.status_due_at, a.held_at, coalesce(c.appeals_used, 0) as appeals_used, coalesce((t.plan ->> 'appeal_times')::int, 0) as appeal_times,
  c.refund_id, r.refund_no, r.refund_status, nullif(w.nickname, '') as expert_name,
  coalesce(c.created_by = ${ctx.me.worker_id} or ${ctx.me.worker_id}::int8 = any(c.handed_by), false) as is_mine, a.version`;

export const claimList = (f: Filter, ctx: Pick<Ctx, "me" | "now">): ListDef => ({
  from: FROM,
  where: whereOf(f, ctx),
  id: "a.id",
  select: columns(ctx),
  joins: JOINS,
  sorts: {
    status_due_at: { by: "a.status_due_at", order: "asc" },
    result_at: { by: "a.result_at", order: "desc" },
    status_at: { by: "a.status_at", order: "desc", keyset: true },
  },
  sort: "status_due_at",
});
export const oneClaim = (ctx: Caller, id: number): Promise<ClaimListRow | undefined> =>
  row(ctx.db, q`select ${columns(ctx)} from ${FROM} ${JOINS} where ${and([COVERED, q`a.id = ${id}`, orderScope(ctx, "a")])}`);

/** Ten-thousandths of the premium. */
const RATE = 10_000;
export async function claimFigures(f: Filter, ctx: Caller): Promise<Output<Api["refuse_claim_figures"]>> {
  const found = await row<{ count: number; premium: number; paid: number }>(
    ctx.db,
    q`select count(*)::int as count, coalesce(sum(coalesce(f.premium, (c.plan ->> 'premium')::int8)), 0)::int8 as premium, coalesce(sum(${PAID}), 0)::int8 as paid
      from ${FROM} where ${whereOf(f, ctx)}`,
  );
  const { count = 0, premium = 0, paid = 0 } = found ?? {};
  return { count, premium, paid, rate: premium > 0 ? Math.round((paid * RATE) / premium) : null };
}

const stages = keysOf(CLAIM_STAGES);
export async function claimCounts(ctx: Caller): Promise<{ stage: ClaimStage; n: number }[]> {
  const counts = joined(
    stages.map((s) => q`count(*) filter (where ${STAGES[s]})::int`),
    ", ",
  );
  const [found] = await rows<{ n: number[] }>(
    ctx.db,
    q`select array[${counts}] as n from ${FROM} where ${and([COVERED, orderScope(ctx, "a")])}`,
  );
  return stages.map((stage, i) => ({ stage, n: found?.n[i] ?? 0 }));
}

/** 待审核 of the list, as the menu's badge. */
export async function claimsWaiting(ctx: Caller): Promise<number> {
  const found = await row<{ n: number }>(ctx.db, q`select count(*)::int as n from ${FROM} where ${whereOf({ stage: "review" }, ctx)}`);
  return found?.n ?? 0;
}
