/** Review of papers and check of originals. */
import type { applicantApi } from "@visadesk/contract/order/applicant.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { rejectReasonsOf } from "../../base-data/index.ts";
import { assignedSet, assignFor, followFee } from "./applicant-supplier.ts";
import { afterOriginals, afterReview } from "./applicant.rules.ts";
import { applicantMove, assertGuard, personOf, reload, type MoveTo } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";
import { receiveOriginals } from "../express/custody.ts";
import { dueByKey } from "../flow/due.rules.ts";
import type { Person } from "../flow/facts.ts";
import { moveMaterial, reviewed } from "../material/material.ts";
import { rejectItem, type Verdict } from "../material/material-reject.ts";

type Items = readonly (Verdict & { material_id: number })[];

export const reviewPass = (input: { id: number; version: number }, ctx: Ctx) => applicantMove(ctx, input, "review_pass", passReview);

/** Where a passed review leads; the supplier is taken now, unless one is there already. */
export async function passReview(w: Work, p: Person): Promise<MoveTo> {
  const review_passed_at = w.ctx.now.toISOString();
  const supplier = p.supplier_id === null ? await assignFor(w, { ...p, review_passed_at }) : null;
  await followFee(w, p, supplier ? supplier.embassy_included : p.settle_includes_embassy);
  return {
    to: afterReview(w.facts, p),
    set: { review_passed_at, supplement_due_at: null, ...(supplier && assignedSet(supplier)) },
    customer_visible: true,
  };
}

async function rejectItems(w: Work, p: Person, items: Items): Promise<void> {
  for (const item of items) {
    const m = p.materials.find((x) => x.id === item.material_id);
    if (!m) throw badInput({ path: "items", message: "资料不属于该申请人" });
    if (m.material_status !== "rejected") await rejectItem(w, p, m, item);
  }
}

/** What is wrong with each paper, and what to do: the reviewer's own words, else the library's advice. */
async function tellCustomer(
  w: Work,
  p: Person,
  items: readonly { name: string; reject_code: string | null; reject_text: string | null }[],
): Promise<void> {
  const { order } = w.facts;
  const reasons = await rejectReasonsOf(
    w.ctx.db,
    items.flatMap((m) => m.reject_code ?? []),
  );
  const list = items
    .map((m) => {
      const reason = m.reject_code === null ? undefined : reasons.get(m.reject_code);
      const words = [reason?.text, m.reject_text || reason?.advice].filter(Boolean).join("：");
      return words ? `${m.name}（${words}）` : m.name;
    })
    .join("、");
  await sendMessage(w.ctx, {
    channel: "sms",
    template: "material_supplement",
    receiver: p.mobile ?? order.contact_mobile,
    content: `订单 ${order.order_no} 有资料需要补充：${list}`,
    ref_noun: "order",
    ref_id: order.id,
  });
}

export const reviewReject = (input: Parsed<typeof applicantApi.applicant_review_reject>, ctx: Ctx) =>
  applicantMove(ctx, input, "review_reject", async (w, p) => {
    await rejectItems(w, p, input.items ?? []);
    const rejected = p.materials.filter((m) => m.material_status === "rejected");
    if (rejected.length === 0) refuse("guard_failed", "请先标记不合格的资料并填写原因");
    await tellCustomer(w, p, rejected);
    return {
      to: "pre_review_rejected",
      reason: input.reason ?? null,
      customer_visible: true,
      set: {
        supplement_round: p.supplement_round + 1,
        supplement_source: "review",
        supplement_due_at: dueByKey(w.clocks, "pre_review_rejected", w.facts.order.country_id, w.facts.order.is_urgent, ctx.now),
      },
    };
  });

export const resubmit = (input: { id: number; version: number }, ctx: Ctx) =>
  applicantMove(ctx, input, "resubmit", () => ({
    to: "pre_review",
    set: { supplement_due_at: null },
    on_behalf: true,
    customer_visible: true,
  }));

export const reviewFail = (input: Parsed<typeof applicantApi.applicant_review_fail>, ctx: Ctx) =>
  applicantMove(ctx, input, "review_fail", () => ({ to: "pre_review_failed", set: { supplement_due_at: null }, reason: input.reason }));

export const originalsPass = (input: Parsed<typeof applicantApi.applicant_originals_pass>, ctx: Ctx) =>
  applicantMove(
    ctx,
    input,
    "originals_pass",
    async (w, p) => {
      await receiveOriginals(w, p, input.counts ?? [], input.slot ?? "");
      await reload(w);
      const now = personOf(w, p.id);
      assertGuard(w, now, "originals_pass");
      for (const m of now.materials.filter((x) => x.kind === 2 && x.received_count > 0 && x.material_status === "submitted"))
        await moveMaterial(w, now, m, "pass", "passed", reviewed(ctx));
      await reload(w);
      return { to: afterOriginals(w.facts, personOf(w, p.id)), customer_visible: true };
    },
    { guardLater: true },
  );

export const originalsReject = (input: Parsed<typeof applicantApi.applicant_originals_reject>, ctx: Ctx) =>
  applicantMove(ctx, input, "originals_reject", async (w, p) => {
    for (const item of input.items) {
      const m = p.materials.find((x) => x.id === item.material_id);
      if (m?.kind !== 2) throw badInput({ path: "items", message: "请选择邮寄资料" });
    }
    await rejectItems(w, p, input.items);
    await tellCustomer(
      w,
      p,
      p.materials.filter((m) => m.material_status === "rejected"),
    );
    return {
      to: "pre_review_rejected",
      reason: input.reason ?? null,
      customer_visible: true,
      set: {
        supplement_round: p.supplement_round + 1,
        supplement_source: "originals",
        supplement_due_at: dueByKey(w.clocks, "pre_review_rejected", w.facts.order.country_id, w.facts.order.is_urgent, ctx.now),
      },
    };
  });
