/** What a claim pays of which fee, and what its exclusions say. Pure. */
import { exclusionsOf } from "@visadesk/contract/order/claim/refuse-claim.words.ts";
import { badInput } from "#kit/http/refuse.ts";
import { ageOn, protectionPayout } from "../../product/index.ts";
import type { ClaimPlan, FeeRow, Person } from "../flow/facts.ts";
import { spreadDiscount } from "../flow/order.rules.ts";

type Covered = "service" | "embassy" | "centre";
const COVERED: Readonly<Record<ClaimPlan["scope"], readonly Covered[]>> = {
  service: ["service"],
  embassy: ["embassy", "centre"],
  full: ["service", "embassy", "centre"],
};
type Fee = Pick<FeeRow, "id" | "applicant_id" | "kind" | "payable" | "refunded">;
export interface ClaimLine {
  fee_id: number;
  fee_kind: FeeRow["kind"];
  /** What was paid and not given back. */
  paid: number;
  is_covered: boolean;
  amount: number;
}
const leftOf = (f: Fee): number => f.payable - f.refunded;
const isCovered = (plan: Pick<ClaimPlan, "scope">, f: Fee): boolean => COVERED[plan.scope].some((k) => k === f.kind);

/** What a claim of him pays by the terms he bought, of the fees as they stand: at most the cap, never the premium. */
export function claimTrial(plan: Pick<ClaimPlan, "scope" | "rate" | "cap">, fees: readonly Fee[], applicantId: number): number {
  const sum = (kind: Covered): number =>
    fees.filter((f) => f.applicant_id === applicantId && f.kind === kind).reduce((n, f) => n + leftOf(f), 0);
  return protectionPayout(plan, { service: sum("service"), embassy: sum("embassy"), centre: sum("centre") });
}
/** An amount spread over his covered fees, by what is left of each. */
export function claimLines(plan: Pick<ClaimPlan, "scope">, fees: readonly Fee[], applicantId: number, amount: number): ClaimLine[] {
  const own = fees.filter((f) => f.applicant_id === applicantId && leftOf(f) > 0);
  const shares = spreadDiscount(
    own.map((f) => (isCovered(plan, f) ? leftOf(f) : 0)),
    amount,
  );
  return own.map((f, i) => ({
    fee_id: f.id,
    fee_kind: f.kind,
    paid: leftOf(f),
    is_covered: isCovered(plan, f),
    amount: shares[i] ?? 0,
  }));
}

type Answers = readonly { key: string; is_excluded: boolean }[];
/** As stored. An answer to what was not asked, or a second one, is refused: nobody knows what was meant. */
export const answered = (plan: Pick<ClaimPlan, "exclusions">, answers: Answers): Record<string, boolean> => {
  const asked = exclusionsOf(plan.exclusions).map((x) => x.key);
  const strange = answers.findIndex((a, i) => !asked.includes(a.key) || answers.findIndex((o) => o.key === a.key) !== i);
  if (strange >= 0) throw badInput({ path: `checks.${strange}.key`, message: "除外情形不在该商品的条款中，或回答了两次" });
  return Object.fromEntries(answers.map((a) => [a.key, a.is_excluded]));
};
/** Why the answers do not let it pass: one is missing, or one excludes it. */
export function exclusionFault(plan: Pick<ClaimPlan, "exclusions">, checks: Readonly<Record<string, boolean>>): string | null {
  const all = exclusionsOf(plan.exclusions);
  const open = all.filter((x) => checks[x.key] === undefined);
  if (open.length > 0) return `还有 ${open.length} 项除外情形未核对：${open.map((x) => x.label).join("、")}`;
  const hit = all.filter((x) => checks[x.key]);
  return hit.length > 0 ? `属于除外情形，不能通过：${hit.map((x) => x.label).join("、")}` : null;
}

type Told = Pick<Person, "identity" | "birth_date" | "refused_before" | "refused_on">;
/** What our own records say to an exclusion; empty: nothing. `day`: of the refusal. */
export function exclusionHint(key: string, plan: Pick<ClaimPlan, "exclusions">, p: Told, day: string): string {
  const { identities = [], age_below = 0, age_above = 0, refusal_within_years: years = 0 } = plan.exclusions;
  const age = p.birth_date === null ? null : ageOn(p.birth_date, day);
  if (key === "identity") return p.identity !== null && identities.some((i) => i === p.identity) ? "资料中的身份属于该情形" : "";
  if (key === "age_below" && age !== null) return age < age_below ? `拒签时 ${age} 岁` : "";
  if (key === "age_above" && age !== null) return age > age_above ? `拒签时 ${age} 岁` : "";
  if (key !== "refusal_within" || !p.refused_before) return "";
  if (p.refused_on === null) return "资料写明曾被拒签，没有日期";
  return ageOn(p.refused_on, day) < years ? `资料写明 ${p.refused_on} 曾被拒签` : "";
}

/** Whoever recorded the refusal or handed in the proof does not judge it. */
export const isOwnClaim = (c: { created_by: number | null; handed_by: readonly number[] }, worker: number): boolean =>
  c.created_by === worker || c.handed_by.includes(worker);
