/** Endpoints of claims, and one claim with all that its reviewer looks at. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { applicantApi } from "@visadesk/contract/order/applicant.ts";
import type { refuseClaimApi } from "@visadesk/contract/order/claim/refuse-claim.ts";
import { exclusionsOf } from "@visadesk/contract/order/claim/refuse-claim.words.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import { pageOf } from "#kit/db/page.ts";
import { and, q, row, rows } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import type { FileAccess } from "../../files/index.ts";
import { workerNames } from "../../setting/index.ts";
import type { ClaimPlan, ClaimRow, Facts, Person } from "../flow/facts.ts";
import { loadFacts } from "../flow/facts.sql.ts";
import { coverOf } from "../desk/protection.rules.ts";
import { orderScope } from "../list/scope.ts";
import { claimAppeal, claimPass, claimReject, claimSubmit, OWN_CLAIM } from "./refuse-claim.ts";
import { claimCounts, claimFigures, claimList, oneClaim, type ClaimListRow } from "./refuse-claim-list.sql.ts";
import { needsPayee } from "./refuse-claim-pay.ts";
import { claimLines, claimTrial, exclusionHint, isOwnClaim } from "./refuse-claim.rules.ts";
import { NO_CLAIM } from "./refuse-claim.sql.ts";

type Api = typeof refuseClaimApi;
type Detail = Output<Api["refuse_claim_get"]>;
type ApplicantClaim = NonNullable<Output<typeof applicantApi.applicant_get>["claim"]>;

interface Elsewhere {
  order_no: string;
  is_seen: boolean;
  is_paid: boolean;
  is_declared: boolean;
  is_refused: boolean;
}
/** What other orders know of the same passport; one out of sight is not named. */
async function hintsOf(ctx: Ctx, p: Person): Promise<string[]> {
  if (p.passport_no_hash === null) return [];
  const others = await rows<Elsewhere>(
    ctx.db,
    q`select o.order_no, ${and([orderScope(ctx, "a")])} as is_seen, coalesce(c.approved_amount is not null, false) as is_paid,
        coalesce(a.refused_before, false) as is_declared, a.refusal_category is not null as is_refused
      from applicants a join orders o on o.id = a.order_id left join refuse_claims c on c.applicant_id = a.id
      where a.passport_no_hash = ${p.passport_no_hash} and a.id <> ${p.id} order by a.id desc limit 20`,
  );
  const at = (e: Elsewhere): string => (e.is_seen ? ` ${e.order_no} ` : "其他订单");
  return others.flatMap((e) => [
    ...(e.is_paid ? [`同一护照已在${at(e)}获得理赔`] : []),
    ...(e.is_refused && !e.is_paid ? [`同一护照在${at(e)}登记过拒签`] : []),
    ...(e.is_declared && p.refused_before !== true ? [`同一护照在${at(e)}填写过拒签史，本单没有填写`] : []),
  ]);
}

const stored = (ctx: Ctx, id: number): Promise<ClaimRow | undefined> =>
  row(ctx.db, q`select * from refuse_claims where applicant_id = ${id}`);
const planOf = (f: Facts, c: ClaimRow | undefined): ClaimPlan | undefined => {
  const terms = coverOf(f);
  return c?.plan ?? (terms && { ...terms, premium: 0 });
};

/** Of a claim as it stands, or as it would be were he refused now. */
async function judged(ctx: Ctx, f: Facts, p: Person, c: ClaimRow | undefined) {
  const plan = planOf(f, c);
  const day = shanghaiDate(p.result_at === null ? ctx.now : p.result_at);
  const trial = plan ? claimTrial(plan, f.fees, p.id) : 0;
  const lines = plan ? claimLines(plan, f.fees, p.id, trial) : [];
  return {
    clause: plan?.clause ?? "",
    exclusions: exclusionsOf(plan?.exclusions).map((x) => ({
      ...x,
      is_excluded: c?.exclusion_checks[x.key] ?? null,
      hint: plan ? exclusionHint(x.key, plan, p, day) : "",
    })),
    lines,
    trial_now: trial,
    needs_payee: p.applicant_status === "refused_review" && (await needsPayee(ctx.db, f, p.id, lines)),
  };
}

async function get({ id }: Parsed<Api["refuse_claim_get"]>, ctx: Ctx): Promise<Detail> {
  const listed: ClaimListRow = found(await oneClaim(ctx, id), NO_CLAIM);
  const f = found((await loadFacts(ctx.db, listed.order_id, ctx.now)) ?? undefined, NO_CLAIM);
  const p = found(
    f.people.find((x) => x.id === id),
    NO_CLAIM,
  );
  const c = listed.refusal_category === null ? undefined : await stored(ctx, id);
  const names = await workerNames(ctx.db, [c?.created_by ?? null, c?.reviewer_id ?? null, c?.handed_by.at(-1) ?? null]);
  const name = (worker: number | null | undefined): string | null => names.get(worker ?? 0) ?? null;
  return {
    ...listed,
    ...(await judged(ctx, f, p, c)),
    proof_files: c?.proof_files ?? [],
    proof_by: c?.proof_by ?? null,
    appeal_reason: c?.appeal_reason ?? "",
    reason_code: c?.reason_code ?? null,
    reason: c?.reason ?? "",
    refusal_text: p.refusal_text,
    refusal_files: p.refusal_files,
    recorded_by_name: name(c?.created_by),
    handed_by_name: name(c?.handed_by.at(-1)),
    reviewer_name: name(c?.reviewer_id),
    reviewed_at: c?.reviewed_at ?? null,
    surname_en: p.surname_en,
    given_name_en: p.given_name_en,
    birth_date: p.birth_date,
    passport_no: p.passport_no,
    identity: p.identity,
    refused_before: p.refused_before,
    refused_on: p.refused_on,
    submitted_at: p.submitted_at,
    hints: c ? await hintsOf(ctx, p) : [],
    fault: c && isOwnClaim(c, ctx.me.worker_id) ? OWN_CLAIM : null,
  };
}

export const refuseClaimServed = {
  refuse_claim_query: (input: Parsed<Api["refuse_claim_query"]>, ctx: Ctx) => pageOf<ClaimListRow>(ctx.db, input, claimList(input, ctx)),
  refuse_claim_get: get,
  refuse_claim_figures: (input: Parsed<Api["refuse_claim_figures"]>, ctx: Ctx) => claimFigures(input, ctx),
  refuse_claim_counts: async (_: unknown, ctx: Ctx) => ({ counts: await claimCounts(ctx) }),
  refuse_claim_submit: claimSubmit,
  refuse_claim_appeal: claimAppeal,
  refuse_claim_pass: claimPass,
  refuse_claim_reject: claimReject,
};

/** His claim on his own page; null: he was not refused under a protection. */
export async function claimOf(ctx: Pick<Ctx, "db">, applicantId: number): Promise<ApplicantClaim | null> {
  const claim = await row<ApplicantClaim>(
    ctx.db,
    q`select c.proof_files, c.proof_by, c.appeal_reason, c.reason_code, coalesce(c.reason, '') as reason, coalesce(c.plan ->> 'name', '') as plan_name,
        coalesce((c.plan ->> 'premium')::int8, 0) as premium, c.trial_amount, c.approved_amount, c.appeals_used,
        coalesce((c.plan ->> 'appeal_times')::int, 0) as appeal_times, r.refund_no
      from refuse_claims c join applicants a on a.id = c.applicant_id left join refunds r on r.id = c.refund_id
      where c.applicant_id = ${applicantId} and a.refusal_category is not null`,
  );
  return claim ?? null;
}

/** The letter and the proof, for whoever judges the claim: they show who somebody is. */
export async function mayReadClaimFile(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const at = await row<{ applicant_no: string; is_letter: boolean }>(
    ctx.db,
    q`select a.applicant_no, ${key} = any(a.refusal_files) as is_letter from applicants a join refuse_claims c on c.applicant_id = a.id
      where ${and([q`a.id = ${id}`, q`${key} = any(a.refusal_files || c.proof_files)`, orderScope(ctx, "a")])}`,
  );
  if (!at) return null;
  return { noun_no: at.applicant_no, subject_ids: [id], label: at.is_letter ? "拒签文件" : "拒签证明", is_identity: true, filename: null };
}
