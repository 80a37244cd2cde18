/** Where the originals of somebody who is submitted lie, and what of them goes to the supplier with this very submission. */
import { refuse } from "#kit/http/refuse.ts";
import type { Material, Person } from "../flow/facts.ts";
import type { Work } from "../flow/work.ts";
import { heldByUs, originalsOf, paperName } from "../paper/send-back.rules.ts";
import { carryOriginals } from "./carry.ts";
import { packedPaper, parcelOfBatch } from "./submission-batch.sql.ts";

/**
 * What lies here goes along where somebody says so, or scanned it into the batch that is submitted. A batch that its parcel
 * carried takes nothing more: the parcel signs over what is in it.
 */
export async function goesAlong(w: Work, p: Person, said: boolean): Promise<boolean> {
  if (!p.line) return said;
  const parcel = await parcelOfBatch(w.ctx.db, p.line.batch_id);
  if (parcel?.is_waiting) refuse("guard_failed", waitsIn(parcel.parcel_no));
  return said || (!parcel && p.line.passport_scanned_at !== null);
}
export const waitsIn = (parcelNo: string): string => `请在交接单 ${parcelNo} 寄出，或先作废该交接单`;

const named = (p: Person, papers: readonly Material[]): string => papers.map((m) => paperName(p, m)).join("、");

/** Hands over what goes along; what another supplier holds is handed in by nobody. */
export async function carrySubmitted(w: Work, p: Person, batchId: number, along: boolean): Promise<void> {
  const { supplier_id } = p;
  if (supplier_id === null) return;
  const elsewhere = originalsOf(p).filter(
    (m) => m.holder === "supplier" && m.holder_supplier_id !== null && m.holder_supplier_id !== supplier_id,
  );
  if (elsewhere.length > 0) refuse("guard_failed", `${named(p, elsewhere)} 仍在其他供应商处，请先取回`);
  const here = along ? heldByUs(p) : [];
  const packed = await packedPaper(
    w.ctx.db,
    here.map((m) => m.id),
  );
  if (packed)
    refuse(
      "guard_failed",
      `${named(
        p,
        here.filter((m) => m.id === packed.material_id),
      )} 在交接单 ${packed.parcel_no} 中，请寄出或移出清单后再送签`,
    );
  const items = here.map((m) => ({ applicant_id: p.id, material_id: m.id, count: Math.max(1, m.received_count || m.copies) }));
  await carryOriginals(w, { batch_id: batchId }, { from: ["us"], to: "supplier", others: "stay", supplier_id }, items);
}
