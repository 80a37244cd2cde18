/** The claim of a refused demo person, by the rules of real ones: opened with the refusal, handed in, judged by another. */
import { exclusionsOf } from "@visadesk/contract/order/claim/refuse-claim.words.ts";
import { claimTrial } from "../claim/refuse-claim.rules.ts";
import { coverOf } from "../desk/protection.rules.ts";
import type { ClaimRow, Facts, Person } from "../flow/facts.ts";
import type { DemoActor, World } from "./world.ts";

const DAY = 86_400_000;

/** His row, which grows with his way; null where nothing was sold that covers him. */
export function openDemoClaim(w: World, f: Facts, p: Person, at: Date, by: DemoActor): ClaimRow | null {
  const terms = coverOf(f);
  if (!terms) return null;
  const premium = f.fees.filter((x) => x.applicant_id === p.id && x.kind === "protection").reduce((n, x) => n + x.payable - x.refunded, 0);
  const row: ClaimRow = {
    id: w.bulk.id("refuse_claims"),
    order_id: f.order.id,
    applicant_id: p.id,
    plan: { ...terms, premium },
    proof_files: [],
    proof_due_at: new Date(at.getTime() + terms.proof_days * DAY).toISOString(),
    proof_by: null,
    appeals_used: 0,
    appeal_reason: "",
    handed_by: [],
    exclusion_checks: {},
    trial_amount: claimTrial(terms, f.fees, p.id),
    approved_amount: null,
    reason_code: null,
    reason: null,
    loss_party: null,
    refund_id: null,
    reviewer_id: null,
    reviewed_at: null,
    created_by: by.id,
    created_at: at.toISOString(),
  };
  w.bulk.add("refuse_claims", row);
  return row;
}

/** By the customer himself, or by staff for him. */
export function handInDemo(w: World, c: ClaimRow, by: DemoActor): void {
  const byStaff = w.random.chance(0.4);
  Object.assign(c, {
    proof_files: [w.fileFor("letter").key],
    proof_by: byStaff ? "staff" : "customer",
    handed_by: byStaff ? [by.id] : [],
  });
}

/** Judged by somebody of the service, who recorded nothing of it. */
export function judgeDemo(c: ClaimRow, passes: boolean, by: DemoActor, at: Date): void {
  Object.assign(c, {
    exclusion_checks: Object.fromEntries(exclusionsOf(c.plan.exclusions).map((x) => [x.key, false])),
    reviewer_id: by.id,
    reviewed_at: at.toISOString(),
    ...(passes ? { approved_amount: c.trial_amount, loss_party: "us" } : { reason_code: "unclear", reason: "证明不清晰，无法核对" }),
  });
}
