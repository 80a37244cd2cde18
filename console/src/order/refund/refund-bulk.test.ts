/** Which refunds may be passed together, and what is said of the others. */
import { describe, expect, test } from "vitest";
import { handFault, isPlain, lookedAt } from "./refund-bulk.ts";
import type { RefundDetail } from "./refund-words.tsx";

const LINE = {
  line_id: 1,
  fee_id: 1,
  applicant_id: 1,
  applicant_no: "V1-01",
  applicant_name: "张伟",
  fee_kind: "service" as const,
  diff_no: null,
  paid: 50_000,
  stage: "paid" as const,
  clause: "",
  rate: 100,
  policy_amount: 50_000,
  asked_amount: 50_000,
  approved_amount: null,
  note: "",
  policy_now: 50_000,
};
let ids = 0;
const refund = (more: Partial<RefundDetail> = {}): RefundDetail => ({
  id: ++ids,
  refund_no: `TK${ids}`,
  order_id: 1,
  order_no: "V1",
  peer_id: null,
  peer_name: null,
  sku_name: "法国旅游签证",
  kind: "applicant",
  applicant_name: "张伟",
  applicant_count: 1,
  initiator: "customer",
  reason_code: "trip_changed",
  reason: "客户行程取消",
  liability: "customer",
  asked_amount: 50_000,
  policy_amount: 50_000,
  approved_amount: null,
  refund_status: "pending",
  waits: [],
  needs_final: false,
  is_mine: false,
  is_reviewed_by_me: false,
  created_by_name: "王芳",
  reviewer_name: null,
  reviewed_at: null,
  final_reviewer_name: null,
  decided_note: "",
  fail_reason: "",
  due_at: null,
  paid_at: null,
  created_at: "2026-11-20T02:00:00.000Z",
  version: 1,
  updated_at: "2026-11-20T02:00:00.000Z",
  proof: [],
  payee_name: "",
  payee_account: "",
  payee_bank: "",
  lines: [LINE],
  parts: [],
  is_trial_changed: false,
  needs_payee: false,
  policy_now_amount: 50_000,
  ...more,
});
const looked = (more: Partial<RefundDetail> = {}): RefundDetail => {
  const r = refund(more);
  lookedAt(r.id);
  return r;
};

describe("order 15: refunds passed together", () => {
  test("order 15: one's own, a large one and one that asks another amount than the policy are none of them", () => {
    expect(isPlain(refund())).toBe(true);
    for (const more of [{ is_mine: true }, { needs_final: true }, { asked_amount: 49_999 }, { refund_status: "pending_final" as const }])
      expect(isPlain(refund(more))).toBe(false);
  });
  test("one that nobody opened, whose trial changed, whose lines differ or whose account is missing is passed by hand", () => {
    expect(handFault(refund())).toMatch(/还没有打开看过，请先查看$/);
    expect(handFault(looked())).toBeNull();
    expect(handFault(looked({ is_trial_changed: true }))).toMatch(/试算已变化，请单独审核$/);
    const uneven = [
      { ...LINE, asked_amount: 40_000 },
      { ...LINE, line_id: 2, policy_amount: 0, asked_amount: 10_000 },
    ];
    expect(handFault(looked({ lines: uneven }))).toMatch(/申请金额与政策不同，请单独审核$/);
    expect(handFault(looked({ needs_payee: true }))).toMatch(/须填写收款账户，请单独审核$/);
  });
});
