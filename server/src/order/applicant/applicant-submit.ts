/** Into the mission: submissions, attended visits, supplements asked by the mission. */
import type { applicantApi } from "@visadesk/contract/order/applicant.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import { assignedSet, assignFor, followFee, stuck } from "./applicant-supplier.ts";
import { applicantMove, type MoveTo } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";
import { carrySubmitted, goesAlong } from "../express/submission-carry.ts";
import { HANDED_IN, pastLine } from "../express/submission-batch-lines.ts";
import { promisedDate } from "../flow/due.rules.ts";
import type { Person } from "../flow/facts.ts";
import { rejectItem } from "../material/material-reject.ts";

export interface Submission {
  submit_date: string;
  application_no?: string | null | undefined;
  supplier_id?: number | null | undefined;
  with_originals?: boolean | undefined;
}

async function checkApplicationNo(w: Work, p: Person, no: string): Promise<void> {
  const mission = w.facts.snapshot.embassy?.id ?? null;
  const taken = await w.ctx.db
    .selectFrom("submissions as s")
    .innerJoin("submission_batches as b", "b.id", "s.batch_id")
    .innerJoin("applicants as a", "a.id", "s.applicant_id")
    .select("a.applicant_no")
    .where("s.application_no", "=", no)
    .where("s.line_status", "in", [...HANDED_IN])
    .where("b.embassy_id", mission === null ? "is" : "=", mission)
    .where("s.applicant_id", "<>", p.id)
    .executeTakeFirst();
  if (taken) throw badInput({ path: "application_no", message: `受理号已用于 ${taken.applicant_no}` });
}

/** What every way into the mission has in common; answers where it leads. */
export async function enterEmbassy(w: Work, p: Person, s: Submission): Promise<MoveTo> {
  const { ctx, facts } = w;
  if (s.submit_date > facts.today) throw badInput({ path: "submit_date", message: "送签日期不能晚于今天" });
  if (s.application_no) await checkApplicationNo(w, p, s.application_no);
  const other = s.supplier_id && s.supplier_id !== p.supplier_id ? { supplier_id: s.supplier_id } : null;
  if (other && p.supplier_id !== null) await stuck(w, p);
  const supplier = other || p.supplier_id === null ? await assignFor(w, p, { ...other, date: s.submit_date }) : null;
  if (supplier) {
    Object.assign(p, assignedSet(supplier));
    await followFee(w, p, supplier.embassy_included);
  }
  if (p.supplier_id === null || p.settle_price === null) refuse("guard_failed", "请先选择供应商");
  await ctx.db
    .updateTable("applicant_materials")
    .set({ form_status: "locked" })
    .where("applicant_id", "=", p.id)
    .where("kind", "=", 5)
    .where("form_status", "=", "submitted")
    .execute();
  const along = await goesAlong(w, p, s.with_originals === true);
  await carrySubmitted(w, p, await submissionLine(w, p, s), along);
  await keepPromise(w, s.submit_date);
  // A supplement of the mission keeps the first submit date.
  const again = p.supplement_source === "embassy";
  return {
    to: "in_embassy",
    customer_visible: true,
    set: {
      submit_date: again && p.submit_date ? p.submit_date : s.submit_date,
      submitted_at: again && p.submitted_at ? p.submitted_at : ctx.now.toISOString(),
      application_no: s.application_no ?? p.application_no,
      supplement_source: null,
      supplement_due_at: null,
      ...(supplier && assignedSet(supplier)),
    },
  };
}

async function keepPromise(w: Work, submitDate: string): Promise<void> {
  const { order } = w.facts;
  if (order.promised_date !== null) return;
  const promised_date = promisedDate(w.clocks.calendar, w.facts, submitDate);
  await w.ctx.db.updateTable("orders").set({ promised_date }).where("id", "=", order.id).execute();
  order.promised_date = promised_date;
}

/** The live line becomes submitted; without one a batch of one is made. */
async function submissionLine(w: Work, p: Person, s: Submission): Promise<number> {
  const { ctx, facts } = w;
  const set = {
    line_status: "submitted" as const,
    submit_date: s.submit_date,
    application_no: s.application_no ?? p.application_no,
    settle_price: p.settle_price,
  };
  if (p.line) {
    await ctx.db.updateTable("submissions").set(set).where("id", "=", p.line.id).execute();
    return p.line.batch_id;
  }
  const batch = await ctx.db
    .insertInto("submission_batches")
    .values({
      batch_no: await nextNumber(ctx.db, "SQ", ctx.now),
      embassy_id: facts.snapshot.embassy?.id ?? null,
      submit_city: submitCity(w),
      supplier_id: p.supplier_id,
      plan_date: s.submit_date,
      is_urgent: facts.order.is_urgent,
      batch_status: "submitted",
      created_by: ctx.principal?.worker_id ?? null,
      created_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto("submissions")
    .values({ batch_id: batch.id, order_id: facts.order.id, applicant_id: p.id, ...set, created_at: ctx.now })
    .execute();
  return batch.id;
}

/** City where the papers are handed in. */
export const submitCity = (w: Pick<Work, "facts">): string => (w.facts.snapshot.submit_place ?? w.facts.snapshot.embassy)?.city ?? "";

export const submit = (input: Parsed<typeof applicantApi.applicant_submit>, ctx: Ctx) =>
  applicantMove(ctx, input, "submit", (w, p) => enterEmbassy(w, p, input));

export const embassySupplement = (input: Parsed<typeof applicantApi.applicant_embassy_supplement>, ctx: Ctx) =>
  applicantMove(ctx, input, "embassy_supplement", async (w, p) => {
    if (input.due_date < w.facts.today) throw badInput({ path: "due_date", message: "补料截止不能早于今天" });
    for (const item of input.items) {
      const m = p.materials.find((x) => x.id === item.material_id);
      if (!m || m.material_status === "waived") throw badInput({ path: "items", message: "请选择该申请人已提交的资料" });
      if (m.form_status === "locked")
        await ctx.db.updateTable("applicant_materials").set({ form_status: "draft" }).where("id", "=", m.id).execute();
      await rejectItem(w, p, m, item);
    }
    if (p.line) await pastLine(ctx, p.line.id);
    return {
      to: "pre_review_rejected",
      customer_visible: true,
      set: { supplement_source: "embassy", supplement_due_at: `${input.due_date}T15:59:59.000Z`, admin_check_due: null },
    };
  });
