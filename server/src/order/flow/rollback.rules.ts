/** What a roll-back takes with it. */
import type { ApplicantSet } from "./change.ts";
import { owedNow } from "../applicant/result.rules.ts";
import type { ApplicantStatus, OrderRow, Person } from "./facts.ts";

export interface RollbackPlan {
  /** Sentences for the dialog. */
  effects: string[];
  /** Columns that are archived in the log and emptied. */
  clear: ApplicantSet;
  revenue: boolean;
  submission: boolean;
  visit: "keep" | "release" | "restore";
}
export const NOTHING = "只更改状态，不影响结果、预约和款项";

/** Order of the states along the way; states of one stage share a number. */
const STAGE: Readonly<Record<ApplicantStatus, number>> = {
  none: 0,
  pre_review: 1,
  pre_review_rejected: 1,
  pre_review_failed: 1,
  awaiting_originals: 2,
  awaiting_appointment: 3,
  awaiting_confirm: 4,
  appointed: 5,
  awaiting_training: 6,
  awaiting_visit: 7,
  awaiting_submission: 8,
  in_embassy: 9,
  issued: 10,
  refused: 10,
  refused_proof: 10,
  refused_review: 10,
  refused_rejected: 10,
  refunding: 11,
  refunded: 11,
  cancelled: 11,
};
const RESULT: ApplicantSet = {
  visa_no: null,
  visa_issue_date: null,
  visa_effective_date: null,
  visa_expiry_date: null,
  stay_days: null,
  entry_count: null,
  result_files: [],
  refusal_category: null,
  refusal_text: null,
  refusal_files: [],
  liability: null,
  result_at: null,
  handed_back_at: null,
  received_at: null,
};

export function rollbackPlan(p: Person, to: ApplicantStatus, order: Pick<OrderRow, "completed_at" | "cancelled_at">): RollbackPlan {
  const from = STAGE[p.applicant_status];
  const target = STAGE[to];
  const result = from === 10 && target < 10;
  const submission = from >= 9 && target < 9;
  const visit = visitEffect(p, from, target);
  const clear: ApplicantSet = {
    ...(result && RESULT),
    ...(submission && { submitted_at: null, submit_date: null, application_no: null, admin_check_due: null }),
    ...(target <= 1 && { review_passed_at: null, supplement_due_at: null, supplement_source: null }),
    ...(target <= 1 &&
      !(p.supplement_source === "embassy") && {
        supplier_id: null,
        settle_price: null,
        settle_includes_embassy: null,
        settle_includes_centre: null,
        embassy_part: null,
        settle_trigger: null,
        on_refusal: null,
      }),
    ...(target === 0 && { collected_at: null }),
  };
  const [owed, left] = [owedNow(order, p), owedNow(order, { ...p, ...clear, applicant_status: to })];
  const effects = [
    result && "办理结果归档",
    result && "已确认收入冲回",
    owed !== left && (left === 0 ? "供应商应付冲回" : "供应商应付恢复到拒签前"),
    submission && "送签记录作废，申请表可再修改",
    visit === "release" && "赴馆预约释放",
    visit === "restore" && "赴馆预约恢复",
    target <= 1 && p.supplier_id !== null && "供应商重新匹配",
    (result || submission) && p.handed_back_at !== null && "寄回记录归档",
  ].filter((x): x is string => typeof x === "string");
  return { effects, clear, revenue: result, submission, visit };
}

function visitEffect(p: Person, from: number, target: number): RollbackPlan["visit"] {
  if (from >= 4 && target <= 3) return p.visit ? "release" : "keep";
  if (target >= 4 && target <= 7 && (from > 7 || (target === 4 && from > 4))) return "restore";
  return "keep";
}
