/** Where a person stands for a refund: stage keys of the policies, read from the order's own facts. */
import type { RefundStage } from "@visadesk/contract/base-data/refund.rules.ts";
import type { ApplicantStatus } from "../flow/facts.ts";

export interface StageFacts {
  applicant_status: ApplicantStatus;
  submitted_at: string | null;
  review_passed_at: string | null;
  /** Something was handed to us. */
  has_papers: boolean;
}

/** Nothing more to give back, or given back already. */
const OVER: Partial<Readonly<Record<ApplicantStatus, string>>> = {
  refunding: "退款办理中",
  refunded: "已退款",
  cancelled: "已取消",
};
const REFUSED: ReadonlySet<ApplicantStatus> = new Set(["refused", "refused_proof", "refused_review", "refused_rejected"]);
const REVIEWING: ReadonlySet<ApplicantStatus> = new Set(["pre_review", "pre_review_rejected", "pre_review_failed"]);

export const refundBlocked = (p: Pick<StageFacts, "applicant_status">): string | null => OVER[p.applicant_status] ?? null;

/** Null where `refundBlocked` says why. A claim that passed is being refunded, so it is never asked for here. */
export function refundStage(p: StageFacts): RefundStage | null {
  if (refundBlocked(p)) return null;
  if (p.applicant_status === "issued") return "issued";
  if (REFUSED.has(p.applicant_status)) return "refused";
  // A mission that asks for more papers keeps what was submitted.
  if (p.applicant_status === "in_embassy" || p.submitted_at !== null) return "submitted";
  if (p.review_passed_at !== null) return "reviewed";
  if (p.applicant_status === "none") return p.has_papers ? "reviewing" : "paid";
  return REVIEWING.has(p.applicant_status) ? "reviewing" : "reviewed";
}
