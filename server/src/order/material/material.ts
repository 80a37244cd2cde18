/** A person's papers: uploads, verdicts and forms. The verdict is saved at once; the customer hears of it at review_reject. */
import type { applicantMaterialApi as contract } from "@visadesk/contract/order/applicant-material.ts";
import { isDeepStrictEqual } from "node:util";
import { keptAnswers } from "@visadesk/contract/base-data/paper/application.rules.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { canMove, type MoveOf } from "@visadesk/contract/kit/flow.ts";
import { materialFlow } from "@visadesk/contract/order/order.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { expectUnmoved, moveRow } from "#kit/noun/move.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { assertSeen, changeOrder, moveApplicant, NOT_FOUND, personOf, reload } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";
import { orderOfMaterial } from "../flow/facts.sql.ts";
import type { Material, MaterialRow, MaterialStatus, Person } from "../flow/facts.ts";
import { fillFacts } from "./form-fill.ts";
import { formFaults, uploadRefusal, verdictRefusal } from "./material.rules.ts";
import { storeFiles, storeFormFiles } from "./material-file.ts";
import { settlePaperRequest } from "../paper/paper-request.ts";
import { writeOrderLog, type LogExtra } from "../order/order-log.ts";
import { openFields } from "#kit/seal/seal.ts";
import { openAnswers, savedAnswers, sealAnswers, shownAnswers } from "./form-answers.ts";
import { sealedApplicant } from "../applicant/sealed.ts";
import { materialNoun } from "./material.noun.ts";
import { saveRow } from "#kit/noun/save.ts";

export type Moved = Output<typeof contract.applicant_material_pass>;
type MaterialMove = MoveOf<typeof materialFlow>;

const expectSame = (m: Material, seen: number): void =>
  expectUnmoved(m, seen, () => `资料现在「${materialFlow.states[m.material_status].label}」`);
/** A form is typed for a while: its 409 carries the answers of now, so that both sides' come together. */
const formNow = (m: Material) => ({ version: m.version, form_answers: shownAnswers(openAnswers(m.id, m.form_answers)) });
const expectForm = (m: Material, seen: number): void => assertSeen(formNow(m), seen);

/** Loads the item under the order's lock, runs the act, and answers the item as it is then. */
export async function onMaterial(
  ctx: Ctx,
  input: { id: number; version?: number },
  act: (w: Work, p: Person, m: Material) => Promise<void>,
  expect: (m: Material, seen: number) => void = expectSame,
): Promise<Moved> {
  const at = found(await orderOfMaterial(ctx.db, input.id), NOT_FOUND);
  return changeOrder(ctx, at.order_id, async (w) => {
    const p = personOf(w, at.applicant_id);
    const m = found(
      p.materials.find((x) => x.id === input.id),
      NOT_FOUND,
    );
    if (input.version !== undefined) expect(m, input.version);
    await act(w, p, m);
    return w;
  }).then((w) => {
    const p = personOf(w, at.applicant_id);
    const m = found(
      p.materials.find((x) => x.id === input.id),
      NOT_FOUND,
    );
    return {
      id: m.id,
      material_status: m.material_status,
      version: m.version,
      applicant_status: p.applicant_status,
      applicant_version: p.version,
    };
  });
}

/** Moves one item and logs it. */
export async function moveMaterial(
  w: Work,
  p: Person,
  m: Material,
  move: MaterialMove,
  to: MaterialStatus,
  set: Readonly<Partial<Omit<MaterialRow, "form_answers">>>,
  extra: LogExtra = {},
): Promise<void> {
  if (!canMove(materialFlow, m.material_status, move)) refuse("state_changed");
  const from = m.material_status;
  const row = await moveRow(w.ctx, materialNoun, move, {
    id: m.id,
    version: m.version,
    to,
    set,
    missing: NOT_FOUND,
  });
  Object.assign(m, row);
  await writeOrderLog(w, {
    kind: move === "upload" ? "file" : "move",
    noun: "applicant_material",
    noun_id: m.id,
    applicant_id: p.id,
    move,
    label: `${materialFlow.moves[move].label}：${m.name}`,
    from_state: from,
    to_state: to,
    ...extra,
  });
  w.ctx.note({
    noun: "applicant_material",
    noun_id: m.id,
    noun_no: p.applicant_no,
    subject_ids: [p.id],
    reason: extra.cause ?? null,
    changes: [{ field: "material_status", label: m.name, before: from, after: to }],
  });
}

export const allowed = (missing: string | null): void => void (missing && refuse("guard_failed", missing));

export const materialUpload = (input: Parsed<typeof contract.applicant_material_upload>, ctx: Ctx): Promise<Moved> =>
  onMaterial(ctx, input, async (w, p, m) => {
    allowed(uploadRefusal(w.facts, p, m));
    if (!canMove(materialFlow, m.material_status, "upload")) refuse("state_changed");
    if (m.max_age_days > 0 && !input.doc_date && !m.doc_date) throw badInput({ path: "doc_date", message: "请填写开具日期" });
    if (input.doc_date && input.doc_date > w.facts.today) throw badInput({ path: "doc_date", message: "开具日期不能晚于今天" });
    await storeFiles(w, m, input.files);
    await moveMaterial(
      w,
      p,
      m,
      "upload",
      "submitted",
      { ...(input.doc_date && { doc_date: input.doc_date }) },
      { on_behalf: true, customer_visible: true },
    );
    await resubmitWhenComplete(w, p.id);
  });

/** The last missing file of a supplement brings the person back to the review by itself. */
export async function resubmitWhenComplete(w: Work, applicantId: number): Promise<void> {
  await reload(w);
  const p = personOf(w, applicantId);
  await settlePaperRequest(w, p);
  if (p.applicant_status !== "pre_review_rejected" || p.held_at !== null || p.materials.some((m) => m.material_status === "rejected"))
    return;
  await moveApplicant(w, p, "resubmit", { to: "pre_review", set: { supplement_due_at: null }, system: true, customer_visible: true });
}

export async function markSeen(ctx: Ctx, materialId: number): Promise<void> {
  const me = ctx.me.worker_id;
  const files = await ctx.db
    .selectFrom("material_files")
    .select(["id", "seen_by"])
    .where("material_id", "=", materialId)
    .where("superseded_at", "is", null)
    .execute();
  for (const f of files.filter((x) => !x.seen_by.includes(me)))
    await ctx.db
      .updateTable("material_files")
      .set({ seen_by: [...f.seen_by, me] })
      .where("id", "=", f.id)
      .execute();
}

/** Who judged, and when. */
export const reviewed = (ctx: Ctx) => ({ reviewed_by: ctx.me.worker_id, reviewed_at: ctx.now.toISOString() });

export const materialPass = (input: Parsed<typeof contract.applicant_material_pass>, ctx: Ctx): Promise<Moved> =>
  onMaterial(ctx, input, async (w, p, m) => {
    allowed(verdictRefusal(w.facts, p));
    const doc_date = input.doc_date ?? m.doc_date;
    if (m.max_age_days > 0 && !doc_date) throw badInput({ path: "doc_date", message: "请填写开具日期" });
    await moveMaterial(w, p, m, "pass", "passed", { ...reviewed(ctx), doc_date, reject_code: null, reject_text: null });
    await markSeen(ctx, m.id);
  });

export const materialWaive = (input: Parsed<typeof contract.applicant_material_waive>, ctx: Ctx): Promise<Moved> =>
  onMaterial(ctx, input, async (w, p, m) => {
    allowed(verdictRefusal(w.facts, p));
    await moveMaterial(w, p, m, "waive", "waived", { ...reviewed(ctx), waive_reason: input.reason }, { reason: input.reason });
    await resubmitWhenComplete(w, p.id);
  });

export const materialReopen = (input: Parsed<typeof contract.applicant_material_reopen>, ctx: Ctx): Promise<Moved> =>
  onMaterial(ctx, input, async (w, p, m) => {
    allowed(verdictRefusal(w.facts, p));
    const handed = m.kind === 5 ? m.form_status === "submitted" : m.files > 0;
    await moveMaterial(w, p, m, "reopen", handed ? "submitted" : "missing", { waive_reason: null, reviewed_by: null, reviewed_at: null });
  });

export const materialAdd = (input: Parsed<typeof contract.applicant_material_add>, ctx: Ctx, orderId: number): Promise<{ ok: true }> =>
  changeOrder(ctx, orderId, async (w) => {
    const p = personOf(w, input.applicant_id);
    allowed(verdictRefusal(w.facts, p));
    if (p.materials.some((m) => m.kind === input.kind && m.name === input.name)) refuse("duplicate", `已有资料：${input.name}`);
    const row = await ctx.db
      .insertInto("applicant_materials")
      .values({
        order_id: orderId,
        applicant_id: p.id,
        kind: input.kind,
        name: input.name,
        requirement: input.requirement,
        owner: "must",
        page_type: 1,
        max_pages: 20,
        holder: input.kind === 2 ? "customer" : null,
        sort: 900,
        created_by: ctx.me.worker_id,
        created_at: ctx.now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await writeOrderLog(w, {
      kind: "file",
      noun: "applicant_material",
      noun_id: row.id,
      applicant_id: p.id,
      label: `增加资料：${input.name}`,
      customer_visible: true,
    });
    return { ok: true as const };
  });

export const materialSeen = (input: { id: number }, ctx: Ctx): Promise<{ ok: true }> =>
  onMaterial(ctx, input, async (_, __, m) => markSeen(ctx, m.id)).then(() => ({ ok: true as const }));

export const formSave = (input: Parsed<typeof contract.applicant_form_save>, ctx: Ctx): Promise<Moved> =>
  onMaterial(
    ctx,
    input,
    async (w, p, m) => {
      if (m.kind !== 5) refuse("not_allowed", "该资料不是申请表");
      if (m.form_status === "locked") refuse("locked", "已送签，申请表不可修改");
      allowed(uploadRefusal(w.facts, p, m));
      const given = savedAnswers(input.form_answers, openAnswers(m.id, m.form_answers));
      const answers = keptAnswers(w.facts.snapshot.application?.sections ?? [], given);
      const own = { ...p, ...openFields(sealedApplicant, p) };
      const faults = input.submit ? formFaults(w.facts.snapshot, answers, fillFacts(own, w.facts.order)) : [];
      if (faults.length > 0) throw badInput(...faults);
      // Handed in already and nothing else typed: neither a draft nor another review.
      if (m.form_status === "submitted" && isDeepStrictEqual(answers, openAnswers(m.id, m.form_answers))) return;
      await storeFormFiles(w, m, answers);
      const set = { form_answers: JSON.stringify(sealAnswers(m.id, answers)), form_status: input.submit ? "submitted" : "draft" } as const;
      m.version = (await saveRow(ctx, materialNoun, { id: m.id, version: m.version, set, told: true })).version;
      if (input.submit) await moveMaterial(w, p, m, "upload", "submitted", {}, { on_behalf: true, customer_visible: true });
      await resubmitWhenComplete(w, p.id);
    },
    expectForm,
  );
