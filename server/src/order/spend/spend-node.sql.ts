/**
 * The stages of 订单耗时: where each begins and ends, who stands in it now, and by which index those are found whose
 * stage ended in a period. Over `p`, a person with the points of his way; `k`, what his spans say of visits.
 */
import type { SpendNode } from "@visadesk/contract/order/spend/spend.words.ts";
import { APPLICANT_TABS } from "@visadesk/contract/order/words.ts";

export interface SpendNodeSql {
  from: string;
  /** Null or later than now: not ended. */
  to: string;
  /** He stands in it now. */
  open: string;
  /** His spans that count; absent: all between its two ends. */
  states?: readonly string[];
  /** Finds people by `ended` and `standing`, conditions over `applicants a`, `orders o` or `stage_spans s`. */
  by: "orders o" | "applicants a" | "stage_spans s";
  ended: string;
  standing: string;
}
const text = (states: readonly string[]): string => `(${states.map((s) => `'${s}'`).join(", ")})`;
const REVIEW = ["pre_review", "pre_review_rejected", "pre_review_failed"];
const BOOKING = ["awaiting_appointment", "awaiting_confirm"];
const VISIT = ["appointed", "awaiting_training", "awaiting_visit"];
const UNPAID = ["pending_visit_date", "pending_upload", "pending_form", "pending_payment"];
/** Unpaid orders by the tabs that have an index. */
const UNPAID_TABS = ["customer", "pending_payment"];
const before = (...tabs: (keyof typeof APPLICANT_TABS)[]): string => text(tabs.flatMap((t) => [...(APPLICANT_TABS[t].states ?? [])]));
const ON_WAY = before("pre_review", "supplement", "originals", "appointment", "confirm", "visit", "submission");
const AT_MISSION = text(["in_embassy", "pre_review", "pre_review_rejected", "awaiting_submission", "awaiting_originals"]);
const RESULT = text(["issued", "refused", "refused_proof", "refused_review", "refused_rejected"]);

/** A mission's supplement is reviewed again: the first review ended at the submission at the latest. */
const PASSED = "least(p.review_passed_at, p.submitted_at)";
export const SPEND_NODE_SQL: Readonly<Record<SpendNode, SpendNodeSql>> = {
  t1: {
    from: "p.ordered_at",
    to: "p.paid_at",
    open: `p.paid_at is null and p.order_status in ${text(UNPAID)}`,
    by: "orders o",
    ended: "o.paid_at",
    standing: `o.tab in ${text(UNPAID_TABS)} and o.paid_at is null`,
  },
  t2: {
    from: "p.paid_at",
    to: "p.collected_at",
    open: "p.applicant_status = 'none' and p.collected_at is null",
    states: ["none"],
    by: "applicants a",
    ended: "a.collected_at",
    standing: "a.applicant_status = 'none'",
  },
  t3: {
    from: "p.collected_at",
    to: PASSED,
    open: `p.applicant_status in ${text(["pre_review", "pre_review_rejected"])} and p.review_passed_at is null`,
    states: REVIEW,
    by: "applicants a",
    ended: "a.review_passed_at",
    standing: `a.applicant_status in ${text(["pre_review", "pre_review_rejected"])}`,
  },
  t4: {
    from: "k.booking_from",
    to: `case when p.applicant_status not in ${text(BOOKING)} then k.booked_at end`,
    open: `p.applicant_status in ${text(BOOKING)}`,
    states: BOOKING,
    by: "stage_spans s",
    ended: `s.status in ${text(BOOKING)} and s.left_at`,
    standing: `a.applicant_status in ${text(BOOKING)}`,
  },
  t5: {
    from: "k.visit_from",
    to: "p.submitted_at",
    open: `p.applicant_status in ${text(VISIT)}`,
    states: VISIT,
    by: "applicants a",
    ended: "a.submitted_at",
    standing: `a.applicant_status in ${text(VISIT)}`,
  },
  t6: {
    from: "p.collected_at",
    to: "p.submitted_at",
    open: `p.applicant_status in ${ON_WAY} and p.submitted_at is null`,
    by: "applicants a",
    ended: "a.submitted_at",
    standing: `a.applicant_status in ${ON_WAY}`,
  },
  t7: {
    from: "p.submitted_at",
    to: "p.result_at",
    open: `p.applicant_status in ${AT_MISSION} and p.result_at is null`,
    by: "applicants a",
    ended: "a.result_at",
    standing: `a.applicant_status in ${AT_MISSION} and a.submitted_at is not null`,
  },
  t8: {
    from: "p.result_at",
    to: "p.handed_back_at",
    open: `p.applicant_status in ${RESULT} and p.handed_back_at is null`,
    by: "applicants a",
    ended: "a.handed_back_at",
    standing: "a.tab in ('send_back', 'claim') and a.handed_back_at is null",
  },
  t9: {
    from: "p.handed_back_at",
    to: "p.received_at",
    open: `p.applicant_status in ${text(["issued", "refused"])} and p.received_at is null`,
    by: "applicants a",
    ended: "a.received_at",
    standing: "a.handed_back_at is not null and a.received_at is null",
  },
  total: {
    from: "p.paid_at",
    to: "p.result_at",
    open: `p.applicant_status in ${before("none", "pre_review", "supplement", "originals", "appointment", "confirm", "visit", "submission", "embassy")} and p.result_at is null`,
    by: "applicants a",
    ended: "a.result_at",
    standing: `a.applicant_status in ${before("none", "pre_review", "supplement", "originals", "appointment", "confirm", "visit", "submission", "embassy")}`,
  },
};
/** States by which visits are told from other spans. */
export const BOOKING_STATES = text(BOOKING);
export const VISIT_BEGINS = "'appointed'";
