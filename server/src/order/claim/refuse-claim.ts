/** 拒签无忧理赔: the proof of a refused person, his objection, and what another person makes of them. */
import type { refuseClaimApi } from "@visadesk/contract/order/claim/refuse-claim.ts";
import { CLAIM_REJECTS, LOSS_PARTIES } from "@visadesk/contract/order/claim/refuse-claim.words.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { canMove, type MoveOf } from "@visadesk/contract/kit/flow.ts";
import { date, money } from "@visadesk/contract/kit/format.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { expectUnmoved } from "#kit/noun/move.ts";
import { postRevenue } from "../../ledger/index.ts";
import { isProtected } from "../applicant/applicant.rules.ts";
import { PREMIUM_KINDS } from "../applicant/result.rules.ts";
import { assertGuard, changeOrder, moveApplicant, movedApplicant, personOf } from "../flow/change.ts";
import type { ClaimRow, Person } from "../flow/facts.ts";
import { orderOfApplicant } from "../flow/facts.sql.ts";
import type { Work } from "../flow/work.ts";
import { checkFiles } from "../material/material-file.ts";
import { isLate, TOO_LATE } from "./refuse-claim.guards.ts";
import { answered, claimTrial, exclusionFault, isOwnClaim } from "./refuse-claim.rules.ts";
import { refundClaim } from "./refuse-claim-pay.ts";
import { insurerOf, NO_CLAIM, writeClaim } from "./refuse-claim.sql.ts";

type Api = typeof refuseClaimApi;
type Move = Extract<MoveOf<typeof applicantFlow>, `claim_${string}`>;
type Seen = { id: number; version: number };
export const OWN_CLAIM = "不能审核本人提交的理赔";

/** A move of a claim under its order's lock. */
async function onClaim(ctx: Ctx, seen: Seen, move: Move, act: (w: Work, p: Person, c: ClaimRow) => Promise<void>) {
  const { order_id } = found(await orderOfApplicant(ctx.db, seen.id), NO_CLAIM);
  const done = await changeOrder(
    ctx,
    order_id,
    async (w) => {
      const p = personOf(w, seen.id);
      expectUnmoved(p, seen.version, () => `申请人现在「${applicantFlow.states[p.applicant_status].label}」`);
      if (!canMove(applicantFlow, p.applicant_status, move)) refuse("state_changed");
      await act(w, p, found(p.claim ?? undefined, NO_CLAIM));
      return w;
    },
    NO_CLAIM,
  );
  return movedApplicant(done, seen.id);
}

async function tell({ ctx, facts }: Work, p: Person, content: string): Promise<void> {
  const { order } = facts;
  await sendMessage(ctx, {
    channel: "sms",
    template: "refuse_claim",
    receiver: p.mobile ?? order.contact_mobile,
    content: `订单 ${order.order_no} ${content}`,
    ref_noun: "order",
    ref_id: order.id,
  });
}

/** What was shown once stays; whoever hands in more judges neither. */
async function handIn(w: Work, p: Person, c: ClaimRow, files: readonly string[], set: { appeals_used?: number; appeal_reason?: string }) {
  const { ctx, facts } = w;
  await checkFiles(ctx, [...files]);
  const by = ctx.principal?.worker_id ?? null;
  await writeClaim(ctx, p.id, {
    proof_files: [...new Set([...c.proof_files, ...files])],
    proof_by: by === null ? "customer" : "staff",
    handed_by: by === null ? c.handed_by : [...c.handed_by.filter((id) => id !== by), by],
    trial_amount: claimTrial(c.plan, facts.fees, p.id),
    reviewer_id: null,
    reviewed_at: null,
    ...set,
  });
}
function assertInTime(w: Work, p: Person, move: "claim_submit" | "claim_appeal"): void {
  if (isLate(w.facts, p)) refuse("too_late", TOO_LATE);
  assertGuard(w, p, move);
}

export const claimSubmit = (input: Parsed<Api["refuse_claim_submit"]>, ctx: Ctx) =>
  onClaim(ctx, input, "claim_submit", async (w, p, c) => {
    assertInTime(w, p, "claim_submit");
    await handIn(w, p, c, input.proof_files, {});
    await moveApplicant(w, p, "claim_submit", { to: "refused_review", customer_visible: true });
  });

export const claimAppeal = (input: Parsed<Api["refuse_claim_appeal"]>, ctx: Ctx) =>
  onClaim(ctx, input, "claim_appeal", async (w, p, c) => {
    assertInTime(w, p, "claim_appeal");
    await handIn(w, p, c, input.proof_files, { appeals_used: c.appeals_used + 1, appeal_reason: input.reason });
    await moveApplicant(w, p, "claim_appeal", { to: "refused_review", reason: input.reason, cause: "申诉", customer_visible: true });
  });

/** Whoever is to bear the loss must be somebody. */
async function assertBearer(ctx: Ctx, p: Person, c: ClaimRow, party: keyof typeof LOSS_PARTIES): Promise<void> {
  if (party === "supplier" && p.supplier_id === null)
    throw badInput({ path: "loss_party", message: "该申请人没有供应商，请选择其他损失承担方" });
  if (party === "insurer" && (await insurerOf(ctx.db, c.plan.id)) === null)
    throw badInput({ path: "loss_party", message: "该保障产品没有承保保司，请选择其他损失承担方" });
}

export const claimPass = (input: Parsed<Api["refuse_claim_pass"]>, ctx: Ctx) =>
  onClaim(ctx, input, "claim_pass", async (w, p, c) => {
    const me = ctx.me.worker_id;
    refuseUnless(!isOwnClaim(c, me), "maker_is_checker", OWN_CLAIM);
    assertGuard(w, p, "claim_pass");
    refuseUnless(isProtected(w.facts, p.id), "guard_failed", "保费已退，不能理赔");
    const exclusion_checks = answered(c.plan, input.checks);
    const fault = exclusionFault(c.plan, exclusion_checks);
    if (fault) refuse("guard_failed", fault, { issues: [{ path: "checks", message: fault }] });
    const trial = claimTrial(c.plan, w.facts.fees, p.id);
    const { approved_amount, loss_party, note = "" } = input;
    if (approved_amount > trial) throw badInput({ path: "approved_amount", message: `核定金额不能超过试算 ${money(trial)}` });
    if (approved_amount === 0) throw badInput({ path: "approved_amount", message: "核定金额为0，请选择不通过" });
    if (approved_amount < trial && note.trim() === "") throw badInput({ path: "note", message: "核定金额低于试算，请填写说明" });
    await assertBearer(ctx, p, c, loss_party);
    await writeClaim(ctx, p.id, {
      exclusion_checks,
      trial_amount: trial,
      approved_amount,
      loss_party,
      reason_code: null,
      reason: note || null,
      reviewer_id: me,
      reviewed_at: ctx.now,
    });
    await moveApplicant(w, p, "claim_pass", {
      to: "refunding",
      set: { prev_status: "refused_review" },
      cause: `核定 ${money(approved_amount)}，损失由${LOSS_PARTIES[loss_party]}承担`,
      reason: note || null,
      customer_visible: true,
    });
    await refundClaim(w, p, c, { ...input, trial, note });
    await tell(w, p, `拒签理赔已通过，赔付 ${money(approved_amount)}，将按付款方式退回`);
  });

export const claimReject = (input: Parsed<Api["refuse_claim_reject"]>, ctx: Ctx) =>
  onClaim(ctx, input, "claim_reject", async (w, p, c) => {
    const me = ctx.me.worker_id;
    refuseUnless(!isOwnClaim(c, me), "maker_is_checker", OWN_CLAIM);
    assertGuard(w, p, "claim_reject");
    const cause = CLAIM_REJECTS[input.reason_code];
    await moveApplicant(w, p, "claim_reject", {
      to: "refused_rejected",
      cause,
      reason: `${cause}：${input.reason}`,
      customer_visible: true,
    });
    await writeClaim(ctx, p.id, {
      exclusion_checks: input.checks ? answered(c.plan, input.checks) : c.exclusion_checks,
      reason_code: input.reason_code,
      reason: input.reason,
      reviewer_id: me,
      reviewed_at: ctx.now,
      proof_due_at: p.status_due_at,
    });
    const left = c.plan.appeal_times > c.appeals_used && p.status_due_at !== null;
    await tell(w, p, `拒签理赔未通过：${cause}${left ? `，可在 ${date(p.status_due_at)} 前申诉` : ""}`);
  });

/** Nobody handed anything in, or objected, in time: the premium is earned. */
export async function lapseClaim(w: Work, p: Person): Promise<void> {
  await moveApplicant(w, p, "claim_lapse", { to: "refused", cause: TOO_LATE, system: true, customer_visible: true });
  await postRevenue(w.ctx, { order_id: w.facts.order.id, applicant_id: p.id, kinds: PREMIUM_KINDS });
  await tell(w, p, "拒签理赔的提交期限已过，理赔权利失效");
}
export const canLapse = (w: Work, p: Person): boolean =>
  canMove(applicantFlow, p.applicant_status, "claim_lapse") && p.held_at === null && isLate(w.facts, p);
