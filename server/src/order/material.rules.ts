/** When a paper may be handed in or judged, and what a form still lacks. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Question, SnapshotBody, SnapshotPaper } from "@visadesk/contract/product/snapshot.ts";
import type { ApplicantStatus, Facts, Material, Person } from "./facts.ts";

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

const wordOf = (v: unknown): string => (typeof v === "string" ? v : typeof v === "boolean" || typeof v === "number" ? String(v) : "");
const shown = (question: Question, answers: Readonly<Record<string, unknown>>): boolean =>
  !question.show_if || wordOf(answers[question.show_if.key]) === question.show_if.equals;
const blank = (v: unknown): boolean => v === undefined || v === null || v === "" || (Array.isArray(v) && v.length === 0);

/** Required questions of the sold form that are unanswered, and answers that are too long. */
export function formFaults(s: Pick<SnapshotBody, "application">, answers: Readonly<Record<string, unknown>>): Issue[] {
  const questions = (s.application?.sections ?? [])
    .flatMap((x) => x.questions)
    .filter((x) => x.source !== "staff" && x.source !== "system" && shown(x, answers));
  return questions.flatMap((x) => {
    const value = answers[x.key];
    if (x.required && blank(value)) return [{ path: `form_answers.${x.key}`, message: `请填写${x.label}` }];
    return typeof value === "string" && x.max_length > 0 && [...value].length > x.max_length
      ? [{ path: `form_answers.${x.key}`, message: `${x.label}最多${x.max_length}个字符` }]
      : [];
  });
}
