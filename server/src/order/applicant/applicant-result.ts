/** Results and what goes back to the customer. */
import type { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { SEND_MODES } from "@visadesk/contract/order/words.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import { postRevenue } from "../../ledger/index.ts";
import { openClaim } from "../claim/refuse-claim.sql.ts";
import { isProtected } from "./applicant.rules.ts";
import { applicantAct, applicantMove, touchApplicant } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";
import { handOver } from "../express/custody.ts";
import type { Person } from "../flow/facts.ts";
import { checkFiles } from "../material/material-file.ts";
import { REFUSAL_SETTLED, resultFaults, revenueKinds, SENT_KINDS } from "./result.rules.ts";
import { sendParcel } from "../express/parcel.ts";
import { isSendable, originalsOf, sendShortages } from "../paper/send-back.rules.ts";

/** Revenue of the person, and of whole-order lines once nobody else is still under way. */
async function earn(w: Work, p: Person, protectionEarned: boolean): Promise<void> {
  const { ctx, facts } = w;
  await postRevenue(ctx, { order_id: facts.order.id, applicant_id: p.id, kinds: revenueKinds(protectionEarned) });
  const done = facts.people.every(
    (x) => x.id === p.id || x.result_at !== null || x.applicant_status === "refunded" || x.applicant_status === "cancelled",
  );
  if (done) await postRevenue(ctx, { order_id: facts.order.id, applicant_id: null, kinds: revenueKinds(true) });
}

export const issue = ({ id, version, ...result }: Parsed<typeof applicantApi.applicant_issue>, ctx: Ctx) =>
  applicantMove(ctx, { id, version }, "issue", async (w, p) => {
    const { idempotency_key: _, result_files = [], ...given } = result;
    const set = { ...given, result_files };
    const faults = resultFaults(set, w.facts.today);
    if (faults.length > 0) throw badInput(...faults);
    const stored = await checkFiles(ctx, set.result_files);
    const pdf = [...stored.values()].some((f) => f.content_type === "application/pdf");
    if (w.facts.snapshot.visa_form === "evisa" && !pdf)
      refuse("guard_failed", "电子签请上传签证文件", { issues: [{ path: "result_files", message: "电子签请上传签证文件" }] });
    await earn(w, p, true);
    return { to: "issued", set: { ...set, result_at: ctx.now.toISOString(), admin_check_due: null }, customer_visible: true };
  });

export const refuseVisa = (input: Parsed<typeof applicantApi.applicant_refuse>, ctx: Ctx) =>
  applicantMove(ctx, input, "refuse", async (w, p) => {
    await checkFiles(ctx, input.refusal_files);
    const isCovered = isProtected(w.facts, p.id);
    await earn(w, p, !isCovered);
    w.costReason = REFUSAL_SETTLED;
    const set = {
      refusal_category: input.refusal_category,
      refusal_text: input.refusal_text ?? null,
      refusal_files: input.refusal_files,
      liability: input.liability ?? null,
      result_at: ctx.now.toISOString(),
      admin_check_due: null,
    };
    if (!isCovered) return { to: "refused", set, customer_visible: true };
    return { to: "refused_proof", set, due: await openClaim(w, p), customer_visible: true };
  });

type Send = Parsed<typeof applicantApi.applicant_result_send>;

/** Sends the result and the originals back. */
export const resultSend = (input: Send, ctx: Ctx) =>
  applicantAct(ctx, input, async (w, p) => {
    if (!isSendable(p)) refuse("state_changed", p.handed_back_at ? "已寄回，不能重复登记" : undefined);
    const missing = sendShortages(w.facts, p, input.mode);
    if (missing.length > 0) refuse("guard_failed", missing.map((m) => m.text).join("；"));
    if (input.mode === "express" || input.mode === "pickup") await sendParcel(w, p, input);
    if (input.mode === "embassy_mail")
      for (const m of originalsOf(p).filter((x) => x.holder !== "customer"))
        await handOver(w, p, m, { to: "courier", note: input.note ?? "使馆邮寄" });
    for (const applicant_id of [p.id, null]) await postRevenue(ctx, { order_id: w.facts.order.id, applicant_id, kinds: SENT_KINDS });
    await touchApplicant(
      w,
      p,
      { handed_back_at: ctx.now.toISOString() },
      {
        label: `寄回：${SEND_MODES[input.mode]}`,
        reason: input.note ?? null,
        customer_visible: true,
        changes: [{ field: "handed_back_at", label: "寄回时间", before: null, after: ctx.now.toISOString() }],
      },
    );
  });
