/** When a paper may be handed in or judged, and what a form still lacks. */
import { filledAnswers, type FillFacts } from "@visadesk/contract/base-data/paper/application-fill.ts";
import { applicationCheck, type Answers } from "@visadesk/contract/base-data/paper/application.rules.ts";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { SnapshotBody, SnapshotPaper } from "@visadesk/contract/product/snapshot.ts";
import type { ApplicantStatus, Facts, Material, MaterialStatus, Person } from "../flow/facts.ts";

/** States in which papers are still handed in and judged. */
export const BEFORE_SUBMISSION: readonly ApplicantStatus[] = [
  "none",
  "pre_review",
  "pre_review_rejected",
  "awaiting_originals",
  "awaiting_appointment",
  "awaiting_confirm",
  "appointed",
  "awaiting_training",
  "awaiting_visit",
  "awaiting_submission",
];
/** The papers are with the mission, or the journey is over. */
export const AFTER_SUBMISSION: readonly ApplicantStatus[] = [
  "in_embassy",
  "issued",
  "refused",
  "refused_proof",
  "refused_review",
  "refused_rejected",
  "refunding",
  "refunded",
  "cancelled",
];
/** States of a slot that nobody has approved or waived. */
export const UNAPPROVED: readonly MaterialStatus[] = ["missing", "submitted", "rejected"];

const open = (f: Facts, p: Person): string | null => {
  if (f.order.order_status === "cancelled" || f.order.order_status === "deleted") return "订单已取消";
  return BEFORE_SUBMISSION.includes(p.applicant_status) ? null : "已送签或已结束，资料不可修改";
};

/** Sentence why nothing can be handed in, or null. */
export const uploadRefusal = (f: Facts, p: Person, m: Pick<Material, "form_status">): string | null =>
  open(f, p) ?? (p.held_at ? `申请人已挂起：${p.hold_reason ?? ""}` : m.form_status === "locked" ? "已送签，申请表不可修改" : null);

/** Sentence why nothing can be judged, or null. */
export const verdictRefusal = (f: Facts, p: Person): string | null =>
  open(f, p) ?? (p.held_at ? `申请人已挂起：${p.hold_reason ?? ""}` : null);

export const snapshotPaper = (s: Pick<SnapshotBody, "papers">, documentId: number | null): SnapshotPaper | null =>
  s.papers.find((p) => p.document_id === documentId) ?? null;

/** What is missing or wrong in a form, judged by the version the order was sold with. */
export function formFaults(s: Pick<SnapshotBody, "application">, answers: Answers, facts: FillFacts): Issue[] {
  const form = s.application ?? { sections: [] };
  return applicationCheck(form, filledAnswers(form.sections, answers, facts)).map(({ key, message }) => ({
    path: `form_answers.${key}`,
    message,
  }));
}
