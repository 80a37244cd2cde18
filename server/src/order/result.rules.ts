/** Submission and results: what the input must say, and what a refusal costs. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Facts, Person } from "./facts.ts";

/** Mission fee inside the supplier's price. */
export const embassyPart = (f: Facts, p: Person): number =>
  p.settle_includes_embassy
    ? f.fees.filter((x) => x.applicant_id === p.id && x.kind === "embassy").reduce((acc, x) => acc + x.payable - x.refunded, 0)
    : 0;

/** What the supplier is paid after a refusal. */
export function refusedPrice(price: number, embassy: number, rule: string | null): number {
  const official = Math.min(embassy, price);
  if (rule === "none") return 0;
  if (rule === "embassy_only") return official;
  return rule === "service_half" ? official + Math.round((price - official) / 2) : price;
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
export const revenueKinds = (protectionEarned: boolean): readonly string[] =>
  protectionEarned ? [...REVENUE_KINDS, "protection"] : REVENUE_KINDS;
