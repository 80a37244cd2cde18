/** Policies as they are read, and whose they are. */
import type { policyApi } from "@visadesk/contract/finance/insurance/policy.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { numberForms } from "#kit/db/lookup.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { dateRange, dayOf } from "#kit/range.ts";
import { bareNumber, hashesOf, tailsOf } from "#kit/seal/seal.ts";
import type { FileAccess } from "../../files/index.ts";
import { workerNames } from "../../setting/index.ts";
import { financeScope } from "../scope.sql.ts";
import { policyQueue } from "./policy.queues.ts";
import { soonUntil, termLines, type PolicyTerms } from "./policy.rules.ts";

type Api = typeof policyApi;
export type PolicyRow = Output<Api["policy_query"]>["list"][number];
type Detail = Output<Api["policy_get"]>;
type Filter = Omit<Parsed<Api["policy_query"]>, "page" | "page_size">;
type Caller = Pick<Ctx, "db" | "me" | "now">;
export const NO_POLICY = "保单不存在或无权查看";

const FROM = q`policies p join orders o on o.id = p.order_id join applicants a on a.id = p.applicant_id
  join countries c on c.id = o.country_id join suppliers s on s.id = p.insurer_id`;
const isSoon = (today: string): Sql =>
  q`(p.policy_status = 'to_issue' and p.start_on is not null and p.start_on <= ${soonUntil(today)}::date)`;
const columns = (
  today: string,
): Sql => q`p.id, p.apply_no, p.policy_no, p.kind, p.product_name, p.plan_name, p.insurer_id, s.short_name as insurer_name, p.order_id, o.order_no,
  p.applicant_id, a.applicant_no, p.insured_name, p.insured_passport, o.country_id, c.name_zh as country_name, p.start_on, p.end_on, p.premium, p.cost, p.premium - p.cost as margin,
  p.claim_count, p.claim_paid, p.policy_status, p.batch_no, ${isSoon(today)} as is_soon, coalesce(p.start_on <= ${today}::date, false) as is_begun, p.created_at, p.version, p.updated_at`;
export const policyScope = (ctx: Pick<Ctx, "me">): Sql | null => financeScope(ctx, { order: "p.order_id" });

const start = (typed: string): string => `${likeText(typed.trim().toUpperCase())}%`;
const typed = (word: string | undefined): word is string => word !== undefined && word.trim() !== "";
/** By name, or by the whole or the last four of a passport. */
function insuredBy(word: string): Sql {
  const bare = bareNumber(word);
  const whole = numberForms(bare).includes("passport") ? hashesOf("passport", bare) : [];
  const tail = /^[a-z0-9]{4}$/.test(bare) ? tailsOf("passport", bare) : [];
  return or([
    q`p.insured_name like ${`%${likeText(word.trim())}%`}`,
    q`p.insured_passport_hash = any(${whole}::text[])`,
    q`p.insured_passport_tail = any(${tail}::text[])`,
  ]);
}
/** What every figure and list of the page asks alike. */
const asked = (ctx: Caller, f: Omit<Filter, "policy_status" | "queue">): (Sql | null | undefined | false | "")[] => [
  policyScope(ctx),
  typed(f.policy_no) &&
    or([q`p.policy_no like ${start(f.policy_no)}`, q`p.apply_no like ${start(f.policy_no)}`, q`p.batch_no like ${start(f.policy_no)}`]),
  typed(f.insured) && insuredBy(f.insured),
  typed(f.order_no) && or([q`o.order_no like ${start(f.order_no)}`, q`a.applicant_no like ${start(f.order_no)}`]),
  f.insurer_id && q`p.insurer_id = any(${[...f.insurer_id]}::int8[])`,
  typed(f.product_name) &&
    or([q`p.product_name like ${`%${likeText(f.product_name.trim())}%`}`, q`p.plan_name like ${`%${likeText(f.product_name.trim())}%`}`]),
  f.kind && q`p.kind = any(${[...f.kind]}::text[])`,
  dateRange("p.start_on", f.start_on),
  f.country_id && q`o.country_id = any(${[...f.country_id]}::text[])`,
];

export const policyList = (f: Filter, ctx: Caller): ListDef => ({
  from: FROM,
  where: and([
    ...asked(ctx, f),
    f.policy_status && q`p.policy_status = any(${[...f.policy_status]}::text[])`,
    f.queue && policyQueue(ctx, f.queue),
  ]),
  id: "p.id",
  select: columns(dayOf(ctx.now)),
  sorts: {
    created_at: { by: "p.created_at", order: "desc", keyset: true },
    start_on: { by: "p.start_on", order: "asc" },
    premium: { by: "p.premium", order: "desc" },
  },
  // Of what waits to be written the journey that starts first comes first, late ones on top.
  sort: f.queue !== undefined || (f.policy_status?.length === 1 && f.policy_status[0] === "to_issue") ? "start_on" : "created_at",
});

const one = (ctx: Caller, id: number): Sql =>
  q`select ${columns(dayOf(ctx.now))} from ${FROM} where ${and([q`p.id = ${id}`, policyScope(ctx)])}`;
/** A policy in the caller's sight. */
export const policyRowOf = (ctx: Caller, id: number): Promise<PolicyRow | undefined> => row(ctx.db, one(ctx, id));
/** The same, held; its order is held before it. */
export const lockedPolicy = (ctx: Caller, id: number): Promise<PolicyRow | undefined> => row(ctx.db, q`${one(ctx, id)} for update of p`);
export const policyOfApply = (ctx: Caller, applyNo: string): Promise<{ id: number; version: number; insurer_id: number } | undefined> =>
  row(
    ctx.db,
    q`select p.id, p.version, p.insurer_id from policies p where ${and([q`p.apply_no = ${applyNo.trim().toUpperCase()}`, policyScope(ctx)])}`,
  );

/** What of a policy its moves are decided by beside the row. */
export interface PolicyFacts {
  terms: PolicyTerms;
  travel_date: string | null;
  return_date: string | null;
  file: string | null;
  claims: Claim[];
  changes: Change[];
}
type Claim = Omit<Detail["claims"][number], "by"> & { by: number | null };
type Change = Omit<Detail["changes"][number], "by"> & { by: number | null };
export const factsOf = async (db: Db, id: number): Promise<PolicyFacts | undefined> =>
  row(
    db,
    q`select p.terms, o.travel_date, o.return_date, nullif(p.file, '') as file, p.claims, p.changes from policies p join orders o on o.id = p.order_id where p.id = ${id}`,
  );

interface More extends PolicyFacts {
  insured_birthday: string | null;
  issued_at: string | null;
  issued_by: number | null;
  surrendered_at: string | null;
  reason: string;
  claimed: number;
}
export async function policyDetail(ctx: Caller, id: number): Promise<Detail | undefined> {
  const head = await policyRowOf(ctx, id);
  const more = await row<More>(
    ctx.db,
    q`select p.terms, o.travel_date, o.return_date, nullif(p.file, '') as file, p.claims, p.changes, p.insured_birthday, p.issued_at, p.issued_by, p.surrendered_at, p.reason, p.claimed
      from policies p join orders o on o.id = p.order_id where p.id = ${id}`,
  );
  if (!head || !more) return undefined;
  const { terms, issued_by, claims, changes, ...rest } = more;
  const names = await workerNames(ctx.db, [issued_by, ...claims.map((c) => c.by), ...changes.map((c) => c.by)]);
  const named = <T extends { by: number | null }>(list: readonly T[]) => list.map((x) => ({ ...x, by: names.get(x.by ?? 0) ?? null }));
  return {
    ...head,
    ...rest,
    terms: termLines(terms),
    issued_by_name: names.get(issued_by ?? 0) ?? null,
    claims: named(claims),
    changes: named(changes),
  };
}

const RATE = 10_000;
export async function policyFigures(ctx: Caller, f: Parsed<Api["policy_figures"]>): Promise<Output<Api["policy_figures"]>> {
  const where = and(asked(ctx, f));
  const states = await rows<{ state: PolicyRow["policy_status"]; count: number; premium: number; cost: number; paid: number }>(
    ctx.db,
    q`select p.policy_status as state, count(*)::int as count, sum(p.premium)::int8 as premium, sum(p.cost)::int8 as cost, sum(p.claim_paid)::int8 as paid
      from ${FROM} where ${where} group by 1`,
  );
  const written = states.filter((s) => s.state === "issued" || s.state === "ended");
  const sum = (of: "premium" | "cost" | "paid"): number => written.reduce((n, s) => n + s[of], 0);
  const premium = sum("premium");
  return {
    states: states.map(({ state, count }) => ({ state, count })),
    premium,
    cost: sum("cost"),
    paid: sum("paid"),
    claim_rate: premium > 0 ? Math.round((sum("paid") * RATE) / premium) : null,
  };
}

/** The file of a policy in the caller's sight, also one that was replaced by a change. */
export async function mayReadPolicyFile(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ apply_no: string }>(
    ctx.db,
    q`select p.apply_no from policies p where ${and([
      q`p.id = ${id}`,
      q`(p.file = ${key} or exists (select from jsonb_array_elements(p.changes) x where x -> 'before' ->> 'file' = ${key}))`,
      policyScope(ctx),
    ])}`,
  );
  return found ? { noun_no: found.apply_no, label: "保单文件", is_identity: false, filename: null } : null;
}
export const policyFilesInUse = async (db: Db, keys: readonly string[]): Promise<string[]> =>
  (
    await rows<{ key: string }>(
      db,
      q`select k.key from unnest(${[...keys]}::text[]) k(key) where exists (select from policies p where p.file = k.key)
        or exists (select from policies p, jsonb_array_elements(p.changes) x where x -> 'before' ->> 'file' = k.key)`,
    )
  ).map((k) => k.key);

/** Door for products: policies of the last thirty days and claims, by insurance product. */
export const policyCounts = (
  since: Date,
): Sql => q`(select insurance_product_id as product_id, count(*) filter (where created_at >= ${since})::int as policies_30,
    sum(claim_count)::int as claims from policies where insurance_product_id is not null group by 1)`;
