/** Originals as tokens: who holds them, hand over by hand over. */
import type { custodyApi } from "@visadesk/contract/order/applicant.ts";
import { HOLDERS } from "@visadesk/contract/order/words.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/context.ts";
import { badInput, found, refuse } from "#kit/refuse.ts";
import { changeOrder, NOT_FOUND, personOf, type Work } from "./change.ts";
import { orderOfMaterial } from "./facts.sql.ts";
import type { Material, Person } from "./facts.ts";
import { moveMaterial } from "./material.ts";
import { writeOrderLog } from "./order-log.ts";

export type Holder = keyof typeof HOLDERS;
export interface HandOver {
  to: Holder;
  count?: number;
  slot?: string;
  note?: string;
  express_id?: number;
  batch_id?: number;
}
const HOLDER_KEYS: readonly Holder[] = ["customer", "courier", "us", "supplier", "embassy", "lost"];
const holderOf = (m: Pick<Material, "holder">): Holder => HOLDER_KEYS.find((h) => h === m.holder) ?? "customer";

/** Signs an original over to its next holder. */
export async function handOver(w: Work, p: Person, m: Material, h: HandOver): Promise<void> {
  const { ctx } = w;
  const from = holderOf(m);
  const count = h.count ?? Math.max(1, m.received_count || m.copies);
  await ctx.db
    .insertInto("custodies")
    .values({
      material_id: m.id,
      from_holder: from,
      to_holder: h.to,
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
    .set({ holder: h.to, slot: h.to === "us" ? h.slot || m.slot : null })
    .where("id", "=", m.id)
    .execute();
  m.holder = h.to;
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

export const originalsOf = (p: Person): Material[] => p.materials.filter((m) => m.kind === 2 && m.material_status !== "waived");
export const heldByUs = (p: Person): Material[] => originalsOf(p).filter((m) => m.holder === "us");

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

/** Sentence naming the first original that is with none of `allowed`, or null. */
export function strayOriginal(p: Person, allowed: readonly Holder[]): string | null {
  const stray = originalsOf(p).find((m) => m.is_original && m.material_status !== "missing" && !allowed.includes(holderOf(m)));
  if (!stray) return null;
  const no = stray.sub_type === "passport" && p.passport_no ? ` ${mask("passport", p.passport_no)}` : "";
  return `${stray.sub_type === "passport" ? "护照" : stray.name}${no} 仍在${HOLDERS[holderOf(stray)]}`;
}

export async function custodyMove(input: Parsed<typeof custodyApi.custody_move>, ctx: Ctx): Promise<{ ok: true }> {
  const at = found(await orderOfMaterial(ctx.db, input.material_id), NOT_FOUND);
  return changeOrder(ctx, at.order_id, async (w) => {
    const p = personOf(w, at.applicant_id);
    const m = found(
      p.materials.find((x) => x.id === input.material_id),
      NOT_FOUND,
    );
    if (m.kind !== 2) refuse("not_allowed", "只有邮寄资料有原件交接");
    if (m.holder === input.to_holder) refuse("state_changed", `原件已在${HOLDERS[input.to_holder]}`);
    await handOver(w, p, m, { to: input.to_holder, count: input.count, slot: input.slot ?? "", note: input.note ?? "" });
    return { ok: true as const };
  });
}
