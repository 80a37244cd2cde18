/** Back to an earlier state of the own path: what was done since is archived, its money reversed. */
import type { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { ROLLBACK_REASONS } from "@visadesk/contract/order/words.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { fieldsOf } from "#kit/files/objects.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { undoRevenue } from "../../ledger/index.ts";
import { voidClaim } from "../claim/refuse-claim.sql.ts";
import { PREMIUM_KINDS, revenueKinds } from "../applicant/result.rules.ts";
import { isComplete, rollbackTargets } from "../applicant/applicant.rules.ts";
import { applicantMove, NOT_FOUND, type ApplicantSet } from "./change.ts";
import type { Work } from "./work.ts";
import { loadFacts, orderOfApplicant } from "./facts.sql.ts";
import type { ApplicantStatus, Facts, Person } from "./facts.ts";
import { inScope } from "./order.rules.ts";
import { orderPorts } from "./ports.ts";
import { NOTHING, rollbackPlan, type RollbackPlan } from "./rollback.rules.ts";
import { addHoldMinutes, markRolledBack } from "./span.ts";

const spansOf = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom("stage_spans").select(["status", "is_rolled_back"]).where("applicant_id", "=", id).orderBy("id").execute();

async function planFor(
  ctx: Ctx,
  f: Facts,
  p: Person,
  to: string,
): Promise<{ target: ApplicantStatus; plan: RollbackPlan; missing: string | null }> {
  const target = rollbackTargets(p.applicant_status, await spansOf(ctx, p.id), isComplete(f, p)).find((s) => s === to);
  if (!target)
    throw badInput({
      path: "to",
      message: to === "none" ? "资料已齐，收资料中会直接进入预审，请选择回退到待预审" : "只能回退到该申请人经过的状态",
    });
  const locks = await orderPorts().orderLocks(ctx.db, f.order.id, p.id);
  return { target, plan: rollbackPlan(p, target, f.order), missing: locks[0] ?? null };
}

export async function rollbackPreview(
  input: Parsed<typeof applicantApi.applicant_rollback_preview>,
  ctx: Ctx,
): Promise<Output<typeof applicantApi.applicant_rollback_preview>> {
  const { order_id } = found(await orderOfApplicant(ctx.db, input.id), NOT_FOUND);
  const f = found(await loadFacts(ctx.db, order_id, ctx.now), NOT_FOUND);
  if (!inScope(f.order, ctx.me)) refuse("not_found", NOT_FOUND);
  const p = found(
    f.people.find((x) => x.id === input.id),
    NOT_FOUND,
  );
  const { plan, missing } = await planFor(ctx, f, p, input.to);
  return { effects: plan.effects.length > 0 ? plan.effects : [NOTHING], missing };
}

export const rollback = (input: Parsed<typeof applicantApi.applicant_rollback>, ctx: Ctx) =>
  applicantMove(
    ctx,
    input,
    "rollback",
    async (w, p) => {
      const { target, plan, missing } = await planFor(ctx, w.facts, p, input.to);
      if (missing) refuse("guard_failed", missing);
      const claim = plan.revenue ? await voidClaim(ctx, p.id) : null;
      const archived = { ...fieldsOf(p, Object.keys(plan.clear)), ...(claim && { claim }) };
      await undo(w, p, target, plan, input.reason);
      if (input.notify) await tell(w, p);
      const hold: ApplicantSet = { held_at: null, hold_party: null, hold_reason: null, hold_minutes_left: null };
      return {
        to: target,
        set: { ...plan.clear, ...hold },
        reason: `${ROLLBACK_REASONS[input.reason_code]}：${input.reason}`,
        cause: ROLLBACK_REASONS[input.reason_code],
        archived,
        customer_visible: input.notify ?? false,
      };
    },
    { guardLater: true },
  );

async function undo(w: Work, p: Person, target: ApplicantStatus, plan: RollbackPlan, reason: string): Promise<void> {
  const { ctx, facts } = w;
  if (plan.revenue) await undoRevenue(ctx, { order_id: facts.order.id, applicant_id: p.id, kinds: revenueKinds(true) }, reason);
  // He may claim again what had lapsed.
  if (p.applicant_status === "refused" && target.startsWith("refused_"))
    await undoRevenue(ctx, { order_id: facts.order.id, applicant_id: p.id, kinds: PREMIUM_KINDS }, reason);
  w.costReason = reason;
  if (plan.submission && p.line) await ctx.db.updateTable("submissions").set({ line_status: "void" }).where("id", "=", p.line.id).execute();
  if (plan.submission) {
    await ctx.db
      .updateTable("applicant_materials")
      .set({ form_status: "submitted" })
      .where("applicant_id", "=", p.id)
      .where("kind", "=", 5)
      .where("form_status", "=", "locked")
      .execute();
  }
  if (plan.visit === "release" && p.visit)
    await ctx.db.updateTable("visits").set({ visit_status: "released", end_reason: "回退" }).where("id", "=", p.visit.id).execute();
  if (plan.visit === "restore") await restoreVisit(w, p, target);
  if (p.held_at) await addHoldMinutes(w, p.id, w.clocks.calendar.workingMinutes(new Date(p.held_at), ctx.now));
  await markRolledBack(w, p.id, target);
  if (facts.order.received_at !== null && plan.revenue) {
    await ctx.db.updateTable("orders").set({ received_at: null, shipped_at: null }).where("id", "=", facts.order.id).execute();
  }
}

/** Back before the attendance, the attended visit stands again; back before the customer's answer it is a proposal again. */
async function restoreVisit(w: Work, p: Person, target: ApplicantStatus): Promise<void> {
  const { ctx } = w;
  const visit_status = target === "awaiting_confirm" ? "proposed" : "booked";
  const id =
    p.visit?.id ??
    (
      await ctx.db
        .selectFrom("visits")
        .select("id")
        .where("applicant_id", "=", p.id)
        .where("visit_status", "=", "attended")
        .orderBy("id", "desc")
        .executeTakeFirst()
    )?.id;
  if (id === undefined) return;
  p.visit = await ctx.db
    .updateTable("visits")
    .set({ visit_status, end_reason: null })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function tell(w: Work, p: Person): Promise<void> {
  const { order } = w.facts;
  await sendMessage(w.ctx, {
    channel: "sms",
    template: "status_back",
    receiver: p.mobile ?? order.contact_mobile,
    content: `订单 ${order.order_no} 的办理状态有更正，请以最新进度为准`,
    ref_noun: "order",
    ref_id: order.id,
  });
}
