/** What becomes of a policy: issued, failed, tried again, changed, given up, claimed upon. */
import type { policyApi } from "@visadesk/contract/finance/insurance/policy.ts";
import { policyFlow } from "@visadesk/contract/finance/insurance/policy.flow.ts";
import type { MoveOf, StateOf } from "@visadesk/contract/kit/flow.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { definedOf } from "#kit/files/objects.ts";
import { badInput, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { moveRow } from "#kit/noun/move.ts";
import type { SetOf } from "#kit/noun/noun.ts";
import { saveRow } from "#kit/noun/save.ts";
import { dayOf } from "#kit/range.ts";
import { openField } from "#kit/seal/seal.ts";
import { postPolicyIssued, postPolicySurrendered } from "../../ledger/index.ts";
import type { RefundPort } from "../embassy-payment/embassy-payment.paid.ts";
import { heldPolicy, type HeldPolicy } from "./policy-held.ts";
import { insuredOf, insuredSet, subjectOf } from "./policy-open.ts";
import { policyNoFault, policyNoOf, spanFault } from "./policy.rules.ts";
import { policyNoun, sealedPolicy } from "./policy.noun.ts";

type Api = typeof policyApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
type Move = MoveOf<typeof policyFlow>;
const DONE = { ok: true } as const;
const CLAIM_MAX = 50;

/** Moves it and tells the log, with the reason that was typed. */
async function moved(
  ctx: Ctx,
  p: HeldPolicy,
  { move, to, set, reason }: { move: Move; to: StateOf<typeof policyFlow>; set: SetOf<"policies">; reason?: string },
): Promise<void> {
  await moveRow(ctx, policyNoun, move, { id: p.id, version: p.version, to, set: { ...set, updated_at: ctx.now } });
  told(ctx, p, "状态", policyFlow.states[p.policy_status].label, policyFlow.states[to].label, reason);
}
function told(ctx: Ctx, p: HeldPolicy, label: string, before: string | null, after: string | null, reason?: string): void {
  ctx.note({
    noun: "policy",
    noun_id: p.id,
    noun_no: p.apply_no,
    subject_ids: [p.applicant_id],
    reason: reason ?? null,
    changes: [{ field: "policy_status", label, before, after }],
  });
}

/** Only a document of the insurer is a policy. */
export async function assertPdf(ctx: Ctx, key: string): Promise<void> {
  const stored = await row<{ content_type: string }>(ctx.db, q`select content_type from files where key = ${key}`);
  if (stored?.content_type !== "application/pdf") throw badInput({ path: "file", message: "请上传PDF格式的保单文件" });
}
/** Nobody else registers a number of this insurer until the transaction ends. */
export async function assertFreeNo(ctx: Ctx, p: Pick<HeldPolicy, "id" | "insurer_id">, no: string): Promise<void> {
  await rows(ctx.db, q`select id from suppliers where id = ${p.insurer_id} for no key update`);
  const twin = await row<{ apply_no: string }>(
    ctx.db,
    q`select apply_no from policies where insurer_id = ${p.insurer_id} and policy_no = ${no} and id <> ${p.id}`,
  );
  const message = `保单号已登记：${twin?.apply_no}`;
  if (twin) refuse("duplicate", message, { issues: [{ path: "policy_no", message }] });
}
function assertSpan(p: HeldPolicy, span: { start_on: string; end_on: string }): void {
  const fault = spanFault(p.kind, span, p);
  if (fault) throw badInput(fault);
}

/** The insured must be who he is in his order now; whom the insurer was not told of yet is taken as he is. */
async function insuredNow(ctx: Ctx, p: HeldPolicy): Promise<SetOf<"policies">> {
  const a = await subjectOf(ctx.db, p.applicant_id);
  const now = insuredOf(a);
  refuseUnless(now.passport !== null, "guard_failed", "申请人尚未登记护照号，不能登记保单");
  if (p.batch_no === null) return insuredSet(p.apply_no, now);
  const told_ = await row<{ apply_no: string }>(
    ctx.db,
    q`select apply_no, insured_passport, insured_passport_sealed from policies where id = ${p.id}`,
  );
  const then = told_ ? openField(sealedPolicy, told_, "insured_passport") : null;
  refuseUnless(then === now.passport, "guard_failed", "被保人护照与申请人当前护照不一致，请与保司核对并重新导出投保名单");
  return {};
}

export interface Written {
  policy_no: string;
  start_on: string;
  end_on: string;
  file: string;
  cost?: number | undefined;
}
/** Registers what the insurer wrote: cost and payable, and the premium becomes revenue. */
export async function registerIssued(ctx: Ctx, p: HeldPolicy, of: Written): Promise<void> {
  const no = policyNoOf(of.policy_no);
  const fault = policyNoFault(no);
  if (fault !== null) throw badInput({ path: "policy_no", message: fault });
  assertSpan(p, of);
  await assertFreeNo(ctx, p, no);
  const insured = await insuredNow(ctx, p);
  const cost = of.cost ?? p.cost;
  if (cost === 0) throw badInput({ path: "cost", message: "该计划没有成本，请填写保司结算成本" });
  const { id: policy_id, order_id, applicant_id, insurer_id, premium } = p;
  const fee_kind = p.kind === "travel" ? "insurance" : "protection";
  await postPolicyIssued(ctx, { policy_id, order_id, applicant_id, insurer_id, fee_kind, premium, cost });
  const { start_on, end_on, file } = of;
  const set = { ...insured, policy_no: no, start_on, end_on, file, cost, issued_at: ctx.now, issued_by: ctx.me.worker_id };
  await moved(ctx, p, { move: "issued", to: "issued", set });
}

async function issued({ id, version, ...of }: In<"policy_issued">, ctx: Ctx): Promise<typeof DONE> {
  const p = await heldPolicy(ctx, { id, version }, "issued");
  await assertPdf(ctx, of.file);
  await registerIssued(ctx, p, of);
  return DONE;
}

/** What the insurer wrote anew; the version before it stays readable with its file. */
async function change({ id, version, reason, idempotency_key: _key, ...sent }: In<"policy_change">, ctx: Ctx): Promise<typeof DONE> {
  const p = await heldPolicy(ctx, { id, version });
  assertNotBegun(p);
  const before = writtenOf(p);
  const after = { ...before, ...definedOf(sent), ...(sent.policy_no !== undefined && { policy_no: policyNoOf(sent.policy_no) }) };
  refuseUnless(JSON.stringify(after) !== JSON.stringify(before), "guard_failed", "没有修改任何内容，请修改后提交");
  if (sent.file !== undefined) await assertPdf(ctx, sent.file);
  assertSpan(p, after);
  if (after.start_on <= dayOf(ctx.now) && after.start_on !== before.start_on)
    throw badInput({ path: "start_on", message: "起保日须晚于今天" });
  if (after.policy_no !== before.policy_no) await assertFreeNo(ctx, p, after.policy_no);
  const row_ = { at: ctx.now.toISOString(), by: ctx.me.worker_id, reason, before, after };
  const set = { ...after, changes: JSON.stringify([...p.changes, row_]), updated_at: ctx.now };
  await saveRow(ctx, policyNoun, { id, version, set, told: true });
  told(
    ctx,
    p,
    "批改",
    `${before.policy_no} ${before.start_on}至${before.end_on}`,
    `${after.policy_no} ${after.start_on}至${after.end_on}`,
    reason,
  );
  return DONE;
}
interface Version {
  policy_no: string;
  start_on: string;
  end_on: string;
  file: string;
}
function writtenOf({ apply_no, policy_no, start_on, end_on, file }: HeldPolicy): Version {
  if (policy_no === null || start_on === null || end_on === null || file === null) throw new Error(`${apply_no} is issued by nobody`);
  return { policy_no, start_on, end_on, file };
}
function assertNotBegun(p: HeldPolicy): void {
  refuseUnless(p.policy_status === "issued", "state_changed", "只有已承保的保单可以操作");
  refuseUnless(!p.is_begun, "too_late", "保障已生效，不可操作");
}

const surrender =
  (port: RefundPort) =>
  async ({ id, version, reason }: In<"policy_surrender">, ctx: Ctx): Promise<typeof DONE> => {
    const p = await heldPolicy(ctx, { id, version }, "surrender");
    assertNotBegun(p);
    refuseUnless(p.terms.surrender !== "none", "guard_failed", "该计划约定不可退保");
    await postPolicySurrendered(ctx, { policy_id: p.id }, reason);
    if (p.premium > 0)
      await port.refundStart(ctx, {
        order_id: p.order_id,
        applicant_id: p.applicant_id,
        fee_kind: p.kind === "travel" ? "insurance" : "protection",
        amount: p.premium,
        reason: `保险 ${p.apply_no} 退保`,
      });
    await moved(ctx, p, { move: "surrender", to: "surrendered", set: { reason, surrendered_at: ctx.now }, reason });
    return DONE;
  };

async function claimAdd({ id, version, on, claimed, paid, note }: In<"policy_claim_add">, ctx: Ctx): Promise<typeof DONE> {
  const p = await heldPolicy(ctx, { id, version });
  refuseUnless(p.policy_status === "issued" || p.policy_status === "ended", "state_changed", "只有已承保或已终止的保单可以登记理赔");
  if (on > dayOf(ctx.now)) throw badInput({ path: "on", message: "日期不能晚于今天" });
  if (p.start_on !== null && on < p.start_on) throw badInput({ path: "on", message: "出险日不能早于起保日" });
  if (p.end_on !== null && on > p.end_on) throw badInput({ path: "on", message: "出险日不能晚于止保日" });
  if (paid > claimed) throw badInput({ path: "paid", message: "赔付额不能大于索赔额" });
  refuseUnless(p.claims.length < CLAIM_MAX, "guard_failed", `一份保单最多登记${CLAIM_MAX}次理赔`);
  const claims = [...p.claims, { on, claimed, paid, note, at: ctx.now.toISOString(), by: ctx.me.worker_id }];
  const sum = (of: "claimed" | "paid"): number => claims.reduce((n, c) => n + c[of], 0);
  const set = {
    claims: JSON.stringify(claims),
    claim_count: claims.length,
    claimed: sum("claimed"),
    claim_paid: sum("paid"),
    updated_at: ctx.now,
  };
  await saveRow(ctx, policyNoun, { id, version, set, told: true });
  told(ctx, p, "理赔登记", null, `${on} 索赔 ¥${(claimed / 100).toFixed(2)} 赔付 ¥${(paid / 100).toFixed(2)}`);
  return DONE;
}

export const policyMoves = (port: RefundPort) => ({
  policy_issued: issued,
  policy_failed: async ({ id, version, reason }: In<"policy_failed">, ctx: Ctx) => {
    const p = await heldPolicy(ctx, { id, version }, "failed");
    await moved(ctx, p, { move: "failed", to: "failed", set: { reason }, reason });
    return DONE;
  },
  policy_retry: async ({ id, version }: In<"policy_retry">, ctx: Ctx) => {
    const p = await heldPolicy(ctx, { id, version }, "retry");
    // The insurer is told anew, of whom the person is by now.
    await moved(ctx, p, { move: "retry", to: "to_issue", set: { reason: "", batch_no: null } });
    return DONE;
  },
  policy_change: change,
  policy_surrender: surrender(port),
  policy_claim_add: claimAdd,
});
