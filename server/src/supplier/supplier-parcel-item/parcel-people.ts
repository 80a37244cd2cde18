/** Who and what may go into a parcel: papers that lie here, of people given to its supplier. */
import { mask } from "@visadesk/contract/kit/mask.ts";
import { PARCEL_ITEMS_MAX } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q } from "#kit/db/sql.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import type { BatchFacts, PackedItem } from "../supplier-parcel/parcel-doors.ts";
import { leaveLost, papersOf, parcelOfMaterial, type PersonPaper } from "./parcel-items.sql.ts";

export interface ItemAsked {
  applicant_id: number;
  material_id?: number | null | undefined;
  name?: string | undefined;
  count?: number | undefined;
}
export interface Target {
  supplier_id: number;
  isOutgoing: boolean;
  batch: BatchFacts | null;
}

/** One sentence for an id that nobody has and for one of somebody else's: ids tell nothing. */
export const NOT_HIS = "申请人不存在或未派给该供应商";
const isHis = (t: Target, papers: readonly PersonPaper[]): boolean =>
  papers.some((p) => (t.isOutgoing ? p.is_assigned : p.was_his || p.at_supplier === t.supplier_id));

/** Whether this person's papers belong into the parcel. */
export function assertFits(t: Target, p: PersonPaper, batchEmbassy: number | null): void {
  if (!isHis(t, [p])) refuse("guard_failed", `${p.applicant_no} 未派给该供应商`);
  assertInBatch(t, p, batchEmbassy);
}
function assertInBatch(t: Target, p: PersonPaper, batchEmbassy: number | null): void {
  if (!t.batch || t.batch.applicant_ids.includes(p.applicant_id)) return;
  if (batchEmbassy !== null && p.embassy_id !== batchEmbassy) refuse("district_mismatch", `${p.applicant_no} 该申请人领区与批次不符`);
  refuse("guard_failed", `${p.applicant_no} 不在批次 ${t.batch.batch_no}`);
}

/** The papers that a scan or a batch puts in: all of the person's that lie here. */
export const lying = (papers: readonly PersonPaper[]): PackedItem[] =>
  papers.flatMap((p) =>
    p.material_id !== null && p.holder === "us"
      ? [{ applicant_id: p.applicant_id, material_id: p.material_id, name: p.name ?? "", count: p.count }]
      : [],
  );

/** What a supplier sends back lay with him, or with the mission where he handed it in. */
export const BACK_FROM = ["supplier", "embassy"] as const;
const isBackFrom = (t: Target, m: PersonPaper): boolean =>
  m.holder === "supplier" ? m.at_supplier === t.supplier_id : m.holder === "embassy" && m.is_his;
function itemOf(t: Target, i: ItemAsked, papers: readonly PersonPaper[]): PackedItem {
  if (!i.material_id) {
    if (!i.name) throw badInput({ path: "items", message: "请填写物品" });
    return { applicant_id: i.applicant_id, material_id: null, name: i.name, count: i.count ?? 1 };
  }
  const m = papers.find((p) => p.material_id === i.material_id);
  if (!m) throw badInput({ path: "items", message: "请选择该申请人的原件" });
  if (t.isOutgoing && m.holder !== "us") refuse("guard_failed", `${m.applicant_no} 的${m.name ?? "原件"}不在我方`);
  if (!t.isOutgoing && !isBackFrom(t, m)) refuse("guard_failed", `${m.applicant_no} 的${m.name ?? "原件"}不在该供应商处`);
  const name = m.name ?? "原件";
  if ((i.count ?? 1) > m.count) throw badInput({ path: "items", message: `${m.applicant_no} 的${name}只有 ${m.count} 件` });
  return { applicant_id: i.applicant_id, material_id: m.material_id, name, count: i.count ?? m.count };
}

const papersByPerson = async (ctx: Ctx, t: Target, ids: readonly number[]): Promise<Map<number, PersonPaper[]>> =>
  Map.groupBy(await papersOf(ctx.db, t.supplier_id, q`a.id = any(${[...ids]}::int8[])`), (p) => p.applicant_id);

/** The asked items, judged; each original once. */
export async function itemsFor(ctx: Ctx, t: Target, asked: readonly ItemAsked[]): Promise<PackedItem[]> {
  const people = await papersByPerson(ctx, t, [...new Set([...asked.map((i) => i.applicant_id), ...(t.batch?.applicant_ids ?? [])])]);
  const embassy = t.batch ? (people.get(t.batch.applicant_ids[0] ?? 0)?.[0]?.embassy_id ?? null) : null;
  const items = asked.map((i, n) => {
    const papers = people.get(i.applicant_id) ?? [];
    const [first] = papers;
    if (!first || !isHis(t, papers)) refuse("guard_failed", NOT_HIS, { issues: [{ path: `items.${n}.applicant_id`, message: NOT_HIS }] });
    assertInBatch(t, first, embassy);
    return itemOf(t, i, papers);
  });
  const seen = new Set<number>();
  for (const i of items) {
    if (i.material_id !== null && seen.has(i.material_id)) throw badInput({ path: "items", message: "清单中有重复的原件" });
    if (i.material_id !== null) seen.add(i.material_id);
  }
  return items;
}

/** A batch's parcel holds what its lines' people have here. */
export async function itemsOfBatch(ctx: Ctx, t: Target): Promise<PackedItem[]> {
  if (!t.batch) return [];
  const people = await papersByPerson(ctx, t, t.batch.applicant_ids);
  for (const [first] of people.values()) if (first) assertFits(t, first, null);
  return [...people.values()].flatMap(lying);
}

/** A parcel is counted at once: no more goes in than a count takes. */
export function assertRoom(there: number, more: number): void {
  if (there + more > PARCEL_ITEMS_MAX) refuse("limit_exceeded", `清单最多${PARCEL_ITEMS_MAX}行，已有${there}行，请另建交接单`);
}

/** Stores items of a parcel; an original that another open parcel holds is named with it. */
export async function storeItems(
  ctx: Ctx,
  parcelId: number,
  items: readonly PackedItem[],
  expressItemIds: readonly number[],
  isPacked: boolean,
): Promise<void> {
  if (items.length === 0) return;
  await leaveLost(
    ctx,
    items.flatMap((i) => i.material_id ?? []),
  );
  const made = await ctx.db
    .insertInto("supplier_parcel_items")
    .values(
      items.map((i, n) => ({
        parcel_id: parcelId,
        express_item_id: expressItemIds[n] ?? 0,
        applicant_id: i.applicant_id,
        material_id: i.material_id,
        packed_at: isPacked ? ctx.now : null,
        packed_by: isPacked ? (ctx.principal?.worker_id ?? null) : null,
      })),
    )
    .onConflict((c) => c.column("material_id").where("left_at", "is", null).where("material_id", "is not", null).doNothing())
    .returning("id")
    .execute();
  if (made.length === items.length) return;
  const other = await parcelOfMaterial(
    ctx.db,
    items.flatMap((i) => i.material_id ?? []),
    parcelId,
  );
  const what = other?.is_passport && other.passport_no ? `护照 ${mask("passport", other.passport_no)}` : (other?.name ?? "原件");
  refuse("duplicate", `${what} 已在 ${other?.parcel_no ?? "其他交接单"} 中`);
}
