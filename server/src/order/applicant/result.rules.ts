/** Submission and results: what the input must say, and what a refusal costs. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import { settleAmount, type SettleResult } from "@visadesk/contract/supplier/settle.rules.ts";
import type { Owed } from "../../ledger/index.ts";
import type { OrderRow, Person } from "../flow/facts.ts";
import { isLive } from "../flow/order.rules.ts";

/** What he keeps of his supplier's terms. */
type Kept = Pick<Person, "id" | "supplier_id" | "settle_price" | "embassy_part" | "settle_trigger" | "on_refusal">;
type Ended = Kept & Pick<Person, "submitted_at" | "result_at" | "refusal_category" | "applicant_status">;

/** What is owed at his result by the terms he keeps, at the price that is agreed now. */
export const owedAfter = (p: Pick<Kept, "settle_trigger" | "on_refusal" | "embassy_part">, price: number, result: SettleResult): number =>
  settleAmount(
    { price, embassy_part: p.embassy_part ?? 0, settle_trigger: p.settle_trigger ?? "submitted", on_refusal: p.on_refusal ?? "full" },
    result,
  );

/** How far somebody came. */
const cameTo = (p: Ended): SettleResult =>
  p.submitted_at === null ? "never" : p.refusal_category !== null ? "refused" : p.result_at !== null ? "issued" : "submitted";
/** Whether his supplier has earned anything: by handing in, by a result, or once the order was over and he had come to an end. */
function isDue(order: Pick<OrderRow, "completed_at" | "cancelled_at">, p: Ended): boolean {
  if (p.settle_trigger === "completed") return (order.completed_at ?? order.cancelled_at) !== null && (p.result_at !== null || !isLive(p));
  return p.settle_trigger === "submitted" || (p.settle_trigger === "issued" && p.result_at !== null);
}
/** What is owed for him as things stand: by where he and the order are, the terms he keeps and the price that is agreed now. */
export const owedNow = (order: Pick<OrderRow, "completed_at" | "cancelled_at">, p: Ended): number =>
  p.supplier_id === null || p.settle_price === null || !isDue(order, p) ? 0 : owedAfter(p, p.settle_price, cameTo(p));
/** The same as the ledger hears it; supplier 0 is nobody, who is owed nothing. */
export const owedOf = (order: Pick<OrderRow, "id" | "completed_at" | "cancelled_at">, p: Ended): Owed => ({
  order_id: order.id,
  applicant_id: p.id,
  supplier_id: p.supplier_id ?? 0,
  price: owedNow(order, p),
  embassy_part: p.embassy_part ?? 0,
});
/** Why it is another amount, where nobody says more. */
export const REFUSAL_SETTLED = "拒签结算";
export const FOLLOWS_STATE = "随办理状态调整";

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
