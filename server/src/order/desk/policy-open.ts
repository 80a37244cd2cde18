/** Paid lines of insurance open their policies: a plan somebody chose, or the protection whose risk an insurer bears. */
import { orderPorts, type PolicyAsk } from "../flow/ports.ts";
import type { InsuranceChoice } from "../../product/index.ts";
import type { Work } from "../flow/work.ts";
import { coverOf } from "./protection.rules.ts";

export interface PaidLine {
  applicant_id: number | null;
  kind: string;
  payable: number;
}
/** What the line bought; null: it is no insurance, or names no plan. */
function soldBy({ facts }: Work, kind: string, plan: InsuranceChoice | null): PolicyAsk["sold"] | null {
  if (kind === "insurance") return plan && { kind: "travel", ...plan };
  const terms = kind === "protection" ? coverOf(facts) : undefined;
  return terms ? { kind: "refusal", product_id: terms.id } : null;
}
/** The order is held and its money booked. `plan`: of the lines of kind insurance. */
export async function openPolicies(w: Work, lines: readonly PaidLine[], plan: InsuranceChoice | null, sold_at: string): Promise<void> {
  for (const { applicant_id, kind, payable: premium } of lines) {
    const sold = applicant_id === null ? null : soldBy(w, kind, plan);
    if (sold !== null && applicant_id !== null)
      await orderPorts().policyOpen(w.ctx, { order_id: w.facts.order.id, applicant_id, sold, premium, sold_at });
  }
}
/** The plan that the order itself was made with. */
export const planOf = ({ facts: { order } }: Pick<Work, "facts">): InsuranceChoice | null =>
  order.quote.insurance ? { product_id: order.quote.insurance.id, plan_key: order.quote.insurance.plan_key } : null;
