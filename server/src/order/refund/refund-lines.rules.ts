/** What the policy of an order gives back of each of its fees, at the stage its person is in. Pure. */
import { refundLines, refundStages, type RefundRow, type RefundStage } from "@visadesk/contract/base-data/refund.rules.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import type { LIABILITIES } from "@visadesk/contract/order/words.ts";
import { refundStage } from "../desk/refund-stage.rules.ts";
import type { FeeRow, Person } from "../flow/facts.ts";

export interface RefundCase {
  grid: readonly RefundRow[] | null;
  hours_since_payment: number;
  liability: keyof typeof LIABILITIES;
  /** Cover of insurance has begun, or a parcel to the customer left. */
  isCovered: boolean;
  isSent: boolean;
  /** Another stage than theirs. */
  stage?: RefundStage | undefined;
}
export interface JudgedLine {
  fee_id: number;
  applicant_id: number | null;
  fee_kind: FeeRow["kind"];
  diff_id: number | null;
  paid: number;
  stage: RefundStage | null;
  clause: string;
  rate: number;
  policy_amount: number;
}
const BEFORE_SUBMISSION: readonly RefundStage[] = ["paid", "reviewing", "reviewed"];
const POLICY_KINDS = ["service", "embassy", "centre"] as const;
type PolicyKind = (typeof POLICY_KINDS)[number];
const isPolicyKind = (kind: string): kind is PolicyKind => POLICY_KINDS.some((k) => k === kind);

export const stageOf = (p: Person): RefundStage | null =>
  refundStage({
    applicant_status: p.applicant_status,
    submitted_at: p.submitted_at,
    review_passed_at: p.review_passed_at,
    has_papers: p.materials.some((m) => ["submitted", "passed", "rejected"].includes(m.material_status)),
  });
/** Of several people whoever has come furthest. */
export const furthest = (stages: readonly (RefundStage | null)[]): RefundStage | null =>
  stages.reduce((a, b) => (refundStages.indexOf(b ?? "paid") > refundStages.indexOf(a ?? "paid") ? b : a), stages[0] ?? null);

/** Of a kind that no policy names: in full while it was not used, and not at all afterwards. */
function unused(f: FeeRow, stage: RefundStage | null, c: RefundCase): boolean {
  const before = stage !== null && BEFORE_SUBMISSION.includes(stage);
  if (f.kind === "insurance") return !c.isCovered;
  if (f.kind === "express") return !c.isSent;
  return f.kind !== "invoice_surcharge" && before;
}

function judged(f: FeeRow, stage: RefundStage | null, c: RefundCase): Pick<JudgedLine, "clause" | "rate" | "stage"> {
  if (c.liability === "us") return { stage, rate: 100, clause: "我司责任，全额退款" };
  if (!isPolicyKind(f.kind)) return { stage, rate: unused(f, stage, c) ? 100 : 0, clause: "" };
  if (c.grid === null || stage === null) return { stage, rate: 0, clause: c.grid === null ? "下单时商品没有退款政策" : "" };
  const paid = { service: 0, embassy: 0, centre: 0, [f.kind]: f.payable - f.refunded };
  const {
    lines,
    stage: by,
    text,
  } = refundLines({
    grid: c.grid,
    stage,
    hours_since_payment: c.hours_since_payment,
    paid,
    is_official_paid: f.is_official_paid,
    liability: c.liability,
  });
  return { stage: by, rate: lines[0]?.rate ?? 0, clause: text };
}

/** cents × percent, rounded half up. */
const percentOf = (cents: number, percent: number): number => Math.floor((cents * percent + 50) / 100);

export function judgeLines(fees: readonly FeeRow[], people: readonly Person[], c: RefundCase): JudgedLine[] {
  const all = furthest(people.map(stageOf));
  return fees
    .filter((f) => f.payable > f.refunded)
    .map((f) => {
      const person = people.find((p) => p.id === f.applicant_id);
      const at = c.stage ?? (person ? stageOf(person) : all);
      const by = judged(f, at, c);
      const paid = f.payable - f.refunded;
      return {
        fee_id: f.id,
        applicant_id: f.applicant_id,
        fee_kind: f.kind,
        diff_id: f.diff_id,
        paid,
        ...by,
        policy_amount: percentOf(paid, by.rate),
      };
    });
}

const OVER = ["refunding", "refunded", "cancelled"];
/** States from which a person's refund needs our fault or a policy that pays. */
const AFTER_SUBMISSION = ["in_embassy", "issued", "refused"];
const CLAIMED = ["refused_proof", "refused_review", "refused_rejected"];
/** Why nothing can be given back to him as a whole; null: it can. */
export function personFault(p: Person, policyTotal: number, liability: RefundCase["liability"]): string | null {
  const name = `${p.applicant_no}`;
  if (OVER.includes(p.applicant_status)) return `${name} 现在「${applicantFlow.states[p.applicant_status].label}」，不能退款`;
  if (CLAIMED.includes(p.applicant_status)) return `${name} 的拒签理赔未结束，请先处理理赔`;
  if (AFTER_SUBMISSION.includes(p.applicant_status) && liability !== "us" && policyTotal === 0) return `${name} 已送签，按政策不可退`;
  return null;
}
/** Why a premium is not given back now; null: it may be. Whoever is paid by his protection keeps it. */
export function premiumFault(people: readonly Person[], lines: readonly Pick<JudgedLine, "applicant_id" | "fee_kind">[]): string | null {
  const ids = lines.filter((l) => l.fee_kind === "protection").map((l) => l.applicant_id);
  const p = people.find((x) => ids.includes(x.id) && CLAIMED.includes(x.applicant_status));
  return p ? `${p.applicant_no} 的拒签理赔未结束，请先处理理赔` : null;
}
/** Fees of those people; those of the whole order with the last who is still on. `leaving`: whose own refund is open. */
export function feesFor(
  kind: "applicant" | "partial" | "diff",
  fees: readonly FeeRow[],
  people: readonly Person[],
  ids: readonly number[],
  leaving: readonly number[] = [],
): FeeRow[] {
  if (kind === "diff")
    return fees.filter((f) => f.diff_id !== null && (ids.length === 0 || f.applicant_id === null || ids.includes(f.applicant_id)));
  if (kind === "partial") return fees.filter((f) => ids.length === 0 || f.applicant_id === null || ids.includes(f.applicant_id));
  const isLast = people.every((p) => ids.includes(p.id) || leaving.includes(p.id) || OVER.includes(p.applicant_status));
  return fees.filter((f) => (f.applicant_id === null ? isLast : ids.includes(f.applicant_id)));
}
