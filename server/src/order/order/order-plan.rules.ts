/** What an order's people have done already, as the back plan counts it. */
import type { PlanFacts } from "@visadesk/contract/base-data/calendar/back-plan.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { PlanPerson } from "../../base-data/index.ts";
import type { ApplicantStatus, Facts, Person } from "../flow/facts.ts";

/** Those who still wait for a passport; a refusal or a refund has no plan. */
const OVER: ReadonlySet<ApplicantStatus> = new Set([
  "refused",
  "refused_proof",
  "refused_review",
  "refused_rejected",
  "refunding",
  "refunded",
  "cancelled",
]);
const BEFORE_ORIGINALS: ReadonlySet<ApplicantStatus> = new Set([
  "none",
  "pre_review",
  "pre_review_rejected",
  "pre_review_failed",
  "awaiting_originals",
]);
const day = (at: string | null): string | undefined => (at === null ? undefined : shanghaiDate(at));

export const isSentBack = (return_mode: string): boolean => return_mode === "express" || return_mode === "embassy_mail";

/** Null where nothing is left to plan. */
export function planPerson(f: Pick<Facts, "order">, p: Person): PlanPerson | null {
  if (OVER.has(p.applicant_status) || p.received_at !== null) return null;
  const isIssued = p.applicant_status === "issued";
  const has_return = isSentBack(f.order.return_mode);
  const review = day(p.review_passed_at);
  const done: Record<keyof PlanFacts, string | undefined> = {
    papers: day(p.collected_at) ?? review,
    review,
    originals_sent: undefined,
    originals_in: review !== undefined && !BEFORE_ORIGINALS.has(p.applicant_status) ? (day(p.status_at) ?? review) : undefined,
    submission: p.submit_date ?? day(p.submitted_at),
    result: isIssued ? day(p.result_at) : undefined,
    in_hand: isIssued && !has_return ? day(p.handed_back_at) : undefined,
  };
  return {
    facts: Object.fromEntries(Object.entries(done).filter(([, on]) => on !== undefined)),
    has_originals: p.materials.some((m) => m.kind === 2 && m.owner === "must"),
    has_return,
    visit_on: p.visit ? shanghaiDate(p.visit.visit_at) : null,
  };
}
