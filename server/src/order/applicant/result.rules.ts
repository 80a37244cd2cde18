/** Submission and results: what the input must say, and what a refusal costs. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import { settleAmount, type SettleResult, type SettleTerms } from "@visadesk/contract/supplier/settle.rules.ts";
import type { CostAdjustment, SupplierCost } from "../../ledger/index.ts";
import type { Facts, Person } from "../flow/facts.ts";

/** What he keeps of his supplier's terms. */
type Kept = Pick<Person, "id" | "supplier_id" | "settle_price" | "embassy_part" | "settle_trigger" | "on_refusal">;
type Ended = Kept & Pick<Person, "submitted_at" | "result_at" | "refusal_category">;

/** What is owed at his result by the terms he keeps, at the price that is agreed now. */
export const owedAfter = (p: Pick<Kept, "settle_trigger" | "on_refusal" | "embassy_part">, price: number, result: SettleResult): number =>
  settleAmount(
    { price, embassy_part: p.embassy_part ?? 0, settle_trigger: p.settle_trigger ?? "submitted", on_refusal: p.on_refusal ?? "full" },
    result,
  );

function costOf(f: Pick<Facts, "order">, p: Kept, trigger: SettleTerms["settle_trigger"], result: SettleResult): SupplierCost | null {
  if (p.settle_trigger !== trigger || p.supplier_id === null || p.settle_price === null) return null;
  const keys = { order_id: f.order.id, applicant_id: p.id, supplier_id: p.supplier_id };
  return { ...keys, price: owedAfter(p, p.settle_price, result), embassy_part: p.embassy_part ?? 0 };
}
/** What the supplier earns by handing in, or by a visa. */
export const submissionCost = (f: Facts, p: Person): SupplierCost | null => costOf(f, p, "submitted", "submitted");
export const issueCost = (f: Facts, p: Person): SupplierCost | null => costOf(f, p, "issued", "issued");

/** How far somebody came whose order is over. */
const cameTo = (p: Ended): SettleResult =>
  p.submitted_at === null ? "never" : p.refusal_category !== null ? "refused" : p.result_at !== null ? "issued" : "submitted";
/** What is owed once the order is over, to who settles then; null where nothing is. */
export function completionCost(f: Pick<Facts, "order">, p: Ended): SupplierCost | null {
  const cost = costOf(f, p, "completed", cameTo(p));
  return cost && cost.price > 0 ? cost : null;
}

/** A refusal may cost less than agreed for a visa: the supplier's own rule decides, and takes back what was booked too much. */
export function refusalCost(f: Facts, p: Person): { cost: SupplierCost | null; adjustment: CostAdjustment | null } {
  const booked = submissionCost(f, p);
  const difference = booked ? owedAfter(p, booked.price, "refused") - booked.price : 0;
  if (!booked || difference === 0) return { cost: costOf(f, p, "issued", "refused"), adjustment: null };
  const { order_id, applicant_id, supplier_id } = booked;
  return { cost: null, adjustment: { order_id, applicant_id, supplier_id, difference, reason: "拒签结算" } };
}

interface ResultDates {
  visa_issue_date: string;
  visa_effective_date: string;
  visa_expiry_date: string;
}
export function resultFaults(r: ResultDates, today: string): Issue[] {
  const faults: Issue[] = [];
  if (r.visa_issue_date > today) faults.push({ path: "visa_issue_date", message: "签发日不能晚于今天" });
  if (r.visa_effective_date < r.visa_issue_date) faults.push({ path: "visa_effective_date", message: "生效日不能早于签发日" });
  if (r.visa_expiry_date < r.visa_effective_date) faults.push({ path: "visa_expiry_date", message: "失效日不能早于生效日" });
  return faults;
}

/** Fees that become revenue when an applicant has a result; the protection only when no claim can follow. */
export const REVENUE_KINDS = ["service", "urgent", "centre", "reappointment", "photo", "other"] as const;
/** What is earned when no claim can follow any more, and when the result is sent back. */
export const PREMIUM_KINDS = ["protection"] as const;
export const SENT_KINDS = ["express"] as const;
export const revenueKinds = (protectionEarned: boolean): readonly string[] =>
  protectionEarned ? [...REVENUE_KINDS, ...PREMIUM_KINDS] : REVENUE_KINDS;
