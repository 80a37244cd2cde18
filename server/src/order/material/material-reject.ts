/** Rejecting a paper: the reason comes from 不合格原因库 and is kept for every round. */
import type { applicantMaterialApi as contract } from "@visadesk/contract/order/applicant-material.ts";
import { canMove } from "@visadesk/contract/kit/flow.ts";
import { materialFlow } from "@visadesk/contract/order/order.flow.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import { rejectReasonsOf } from "../../base-data/index.ts";
import type { Work } from "../flow/work.ts";
import type { Material, Person } from "../flow/facts.ts";
import { allowed, markSeen, moveMaterial, onMaterial, reviewed, type Moved } from "./material.ts";
import { verdictRefusal } from "./material.rules.ts";

export interface Verdict {
  reject_code: string;
  reject_text?: string | undefined;
}
/** The reason must be one that reviewers may choose today, for this kind of paper. */
async function checkReason(ctx: Ctx, m: Material, code: string): Promise<string> {
  const reason = (await rejectReasonsOf(ctx.db, [code])).get(code);
  if (reason?.status !== 1) throw badInput({ path: "reject_code", message: "不合格原因不存在或已禁用，请重新选择" });
  if (!reason.kinds.includes(m.kind))
    throw badInput({ path: "reject_code", message: `「${reason.text}」不适用于${m.name}，请选择其他原因` });
  return reason.text;
}

export async function rejectItem(w: Work, p: Person, m: Material, verdict: Verdict): Promise<void> {
  if (m.material_status === "missing" && m.kind !== 2) refuse("state_changed", `${m.name}还未提交`);
  if (!canMove(materialFlow, m.material_status, "reject")) refuse("state_changed");
  const words = await checkReason(w.ctx, m, verdict.reject_code);
  await moveMaterial(
    w,
    p,
    m,
    "reject",
    "rejected",
    { ...reviewed(w.ctx), reject_code: verdict.reject_code, reject_text: verdict.reject_text ?? null, round: m.round + 1 },
    { reason: [words, verdict.reject_text].filter(Boolean).join("：") },
  );
  await w.ctx.db
    .insertInto("material_rejections")
    .values({ material_id: m.id, document_id: m.document_id, round: m.round, reject_code: verdict.reject_code, at: w.ctx.now })
    .execute();
  await markSeen(w.ctx, m.id);
}

export const materialReject = (input: Parsed<typeof contract.applicant_material_reject>, ctx: Ctx): Promise<Moved> =>
  onMaterial(ctx, input, async (w, p, m) => {
    allowed(verdictRefusal(w.facts, p));
    await rejectItem(w, p, m, input);
  });
