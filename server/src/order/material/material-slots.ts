/** Keeps the paper slots of a person in step with what is known of the person. Files stay whatever happens. */
import type { Slot } from "../../product/index.ts";
import type { Work } from "../flow/work.ts";
import type { Person } from "../flow/facts.ts";
import { q } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { materialNoun } from "./material.noun.ts";

export const NOT_NEEDED = "人员信息变更，不再需要";

/** Adds slots; papers are copied so that later product changes do not touch them. `later`: asked for after the sale. */
export async function addSlots(w: Work, p: Pick<Person, "id" | "order_id">, slots: readonly Slot[], later = false): Promise<void> {
  if (slots.length === 0) return;
  await w.ctx.db
    .insertInto("applicant_materials")
    .values(
      slots.map((s) => ({
        order_id: p.order_id,
        applicant_id: p.id,
        kind: s.kind,
        document_id: s.document_id,
        name: s.name,
        category: s.category,
        sub_type: s.sub_type,
        requirement: s.requirement,
        owner: s.owner,
        group_key: s.group_key,
        need_n: s.need_n,
        page_type: s.page_type,
        max_pages: s.max_pages,
        copies: s.copies,
        is_original: s.is_original,
        max_age_days: s.max_age_days,
        sort: s.sort,
        asked_later: later,
        application_version_id: s.application_version_id,
        form_status: s.kind === 5 ? "draft" : null,
        form_answers: s.kind === 5 ? "{}" : null,
        holder: s.kind === 2 ? "customer" : null,
        created_by: w.ctx.principal?.worker_id ?? null,
        created_at: w.ctx.now,
      })),
    )
    .execute();
}

/**
 * Adds what has become due, waives what has not been handed in and is no longer due, brings back what was waived that way.
 * What was asked for after the sale does not come from the sold list and stays.
 */
export async function syncSlots(w: Work, p: Person, slots: readonly Slot[]): Promise<void> {
  const due = new Set(slots.map((s) => s.document_id));
  const known = new Map(p.materials.filter((m) => m.document_id !== null).map((m) => [m.document_id, m]));
  await addSlots(
    w,
    p,
    slots.filter((s) => !known.has(s.document_id)),
  );
  const unused = p.materials.filter(
    (m) =>
      m.document_id !== null &&
      !m.asked_later &&
      !due.has(m.document_id) &&
      m.material_status !== "waived" &&
      m.material_status !== "passed",
  );
  const again = p.materials.filter(
    (m) => m.document_id !== null && due.has(m.document_id) && m.material_status === "waived" && m.waive_reason === NOT_NEEDED,
  );
  for (const m of unused) await setStatus(w, m.id, { material_status: "waived", waive_reason: NOT_NEEDED });
  for (const m of again)
    await setStatus(w, m.id, {
      material_status: (m.kind === 5 ? m.form_status === "submitted" : m.files > 0) ? "submitted" : "missing",
      waive_reason: null,
    });
}

async function setStatus(
  w: Work,
  id: number,
  set: { material_status: "waived" | "submitted" | "missing"; waive_reason: string | null },
): Promise<void> {
  await saveRows(w.ctx, materialNoun, { where: q`id = ${id}`, set });
}
