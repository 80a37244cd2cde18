/** Originals as tokens: who holds them, hand over by hand over. */
import type { custodyApi } from "@visadesk/contract/order/applicant.ts";
import { HOLDERS } from "@visadesk/contract/order/words.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { changeOrder, NOT_FOUND, personOf } from "../flow/change.ts";
import type { Work } from "../flow/work.ts";
import { orderOfMaterial } from "../flow/facts.sql.ts";
import type { Material, Person } from "../flow/facts.ts";
import { moveMaterial } from "../material/material.ts";
import { writeOrderLog } from "../order/order-log.ts";
import { holderOf, originalsOf, type Holder } from "../paper/send-back.rules.ts";

export interface HandOver {
  to: Holder;
  count?: number;
  slot?: string;
  note?: string;
  express_id?: number;
  batch_id?: number;
  /** With which supplier it lies from now on; the person's own where nothing is said. */
  supplier_id?: number;
}

/** Signs an original over to its next holder. */
export async function handOver(w: Work, p: Person, m: Material, h: HandOver): Promise<void> {
  const { ctx } = w;
  const from = holderOf(m);
  const count = h.count ?? Math.max(1, m.received_count || m.copies);
  const supplier_id = h.to === "supplier" ? (h.supplier_id ?? p.supplier_id) : null;
  await ctx.db
    .insertInto("custodies")
    .values({
      material_id: m.id,
      from_holder: from,
      to_holder: h.to,
      supplier_id,
      staff_id: ctx.principal?.worker_id ?? null,
      slot: h.slot || null,
      express_id: h.express_id ?? null,
      batch_id: h.batch_id ?? null,
      count,
      note: h.note ?? "",
      at: ctx.now,
    })
    .execute();
  await ctx.db
    .updateTable("applicant_materials")
    .set({ holder: h.to, slot: h.to === "us" ? h.slot || m.slot : null, holder_supplier_id: supplier_id })
    .where("id", "=", m.id)
    .execute();
  Object.assign(m, { holder: h.to, holder_supplier_id: supplier_id });
  await writeOrderLog(w, {
    kind: "file",
    noun: "custody",
    noun_id: m.id,
    applicant_id: p.id,
    label: `原件交接：${m.name}`,
    from_state: from,
    to_state: h.to,
    reason: h.note ?? null,
  });
}

/** Counted originals come to our shelf; without counts the items that are already here stand as complete. */
export async function receiveOriginals(
  w: Work,
  p: Person,
  counts: readonly { material_id: number; count: number }[],
  slot: string,
): Promise<void> {
  for (const c of counts) {
    const m = originalsOf(p).find((x) => x.id === c.material_id);
    if (!m) throw badInput({ path: "counts", message: "资料不属于该申请人" });
    await countOriginal(w, p, m, c.count);
    if (c.count > 0 && m.holder !== "us") await handOver(w, p, m, { to: "us", count: c.count, slot });
  }
}

/** What is really here; the first copy counts as handed in. */
export async function countOriginal(w: Work, p: Person, m: Material, count: number): Promise<void> {
  await w.ctx.db.updateTable("applicant_materials").set({ received_count: count }).where("id", "=", m.id).execute();
  m.received_count = count;
  const cause = `实收 ${count} 份`;
  if (count > 0 && m.material_status === "missing") await moveMaterial(w, p, m, "upload", "submitted", {}, { reason: cause, cause });
}

/** Originals of one person change hands together; those already there stay. */
export async function custodyMove(input: Parsed<typeof custodyApi.custody_move>, ctx: Ctx): Promise<{ ok: true }> {
  const [first = 0] = input.material_ids;
  const at = found(await orderOfMaterial(ctx.db, first), NOT_FOUND);
  return changeOrder(ctx, at.order_id, async (w) => {
    const p = personOf(w, at.applicant_id);
    const asked = [...new Set(input.material_ids)].map((id) =>
      found(
        p.materials.find((x) => x.id === id),
        NOT_FOUND,
      ),
    );
    if (asked.some((m) => m.kind !== 2)) refuse("not_allowed", "只有邮寄资料有原件交接");
    const moving = asked.filter((m) => m.holder !== input.to_holder);
    if (moving.length === 0) refuse("state_changed", `原件已在${HOLDERS[input.to_holder]}`);
    for (const m of moving)
      await handOver(w, p, m, { to: input.to_holder, slot: input.slot ?? "", note: input.note ?? "", ...counted(input) });
    return { ok: true as const };
  });
}
const counted = ({ count }: { count?: number | undefined }): { count?: number } => (count === undefined ? {} : { count });
