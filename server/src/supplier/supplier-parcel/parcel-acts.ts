/** A parcel closed, opened again, sent and given up. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { piecesOf } from "@visadesk/contract/supplier/pieces.ts";
import type { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row } from "#kit/db/sql.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { batchOfParcel } from "./parcel-add.ts";
import type { BatchFacts, ParcelDoors, ParcelParty, ParcelWay } from "./parcel-doors.ts";
import { answerOf, finish, heldItems, heldParcel, peopleOf } from "./parcel-held.ts";
import { typedWaybill } from "./waybill.ts";
import { expectedIn, leftBehind } from "../supplier-parcel-item/parcel-expected.ts";
import { heldBySupplier, holdLimit, type Expected, type ItemRow } from "../supplier-parcel-item/parcel-items.sql.ts";
import { shownParcels } from "./parcel.shown.ts";
import type { ParcelRow, StoredParcel } from "./parcel.sql.ts";

type Api = typeof supplierParcelActApi;
type Input<N extends keyof Api> = Parsed<Api[N]>;

export const passportsIn = (items: readonly ItemRow[]): number => items.reduce((n, i) => n + (i.is_passport ? i.count : 0), 0);

/** What keeps a parcel from being closed, but for the count that is typed. */
export function sealFault(items: readonly ItemRow[]): string | null {
  const open = piecesOf(items.filter((i) => i.packed_at === null));
  if (items.length === 0) return "清单为空，请先加入物品";
  if (open > 0) return `还有 ${open} 件未核对`;
  const moved = items.find((i) => i.moved_to !== null);
  if (moved) return `${moved.applicant_no ?? moved.name} 已改派，请移出`;
  const gone = items.find((i) => i.material_id !== null && i.holder !== "us");
  return gone ? `${gone.applicant_no ?? ""} 的${gone.name}不在我方，请移出` : null;
}

async function partyOf(ctx: Ctx, p: StoredParcel): Promise<ParcelParty | null> {
  if (p.contact_id === null) return null;
  const party = await row<ParcelParty>(ctx.db, q`select name, mobile, phone, address from supplier_contacts where id = ${p.contact_id}`);
  return party ?? null;
}

/** The parcel of a batch holds its people, all of them and nobody else. */
function assertBatch(batch: BatchFacts | null, items: readonly ItemRow[]): void {
  if (!batch) return;
  const absent = batch.applicant_ids.filter((id) => !items.some((i) => i.applicant_id === id)).length;
  if (absent > 0) refuse("guard_failed", `批次 ${batch.batch_no} 还有 ${absent} 位申请人不在清单，请装入或移出批次`);
  const strays = new Set(
    items.flatMap((i) => (i.applicant_id === null || batch.applicant_ids.includes(i.applicant_id) ? [] : [i.applicant_id])),
  );
  if (strays.size > 0) refuse("guard_failed", `清单中有 ${strays.size} 位申请人已不在批次 ${batch.batch_no}，请移出清单`);
}

/** Whose papers would stay behind; only what goes to be submitted is expected. */
async function leftOf(ctx: Ctx, p: StoredParcel, items: readonly ItemRow[]): Promise<Expected[]> {
  const [shown] = p.purpose === "submit" ? await shownParcels(ctx, [p]) : [];
  return shown ? leftBehind(await expectedIn(ctx, shown), items) : [];
}
const NAMED = 5;
const numbersOf = (people: readonly Expected[]): string => {
  const named = people.slice(0, NAMED).map((e) => e.applicant_no);
  return people.length > NAMED ? `${named.join("、")}等` : named.join("、");
};

export async function seal(input: Input<"supplier_parcel_seal">, ctx: Ctx, doors: ParcelDoors): Promise<ParcelRow> {
  const p = await heldParcel(ctx, input, ["packing"]);
  const batch = await batchOfParcel(ctx, doors, p);
  const items = await heldItems(ctx, p);
  const fault = sealFault(items);
  if (fault) refuse("guard_failed", fault);
  const listed = passportsIn(items);
  if (input.passport_count !== listed)
    refuse("count_mismatch", `护照数不符：清单 ${listed}，清点 ${input.passport_count}`, { listed, counted: input.passport_count });
  assertBatch(batch, items);
  const left = await leftOf(ctx, p, items);
  if (left.length > 0 && !input.confirm_missing)
    refuse("confirm_needed", `还有 ${left.length} 位应寄申请人不在清单：${numbersOf(left)}，请装入，或确认本次不寄`);
  const receiver = await partyOf(ctx, p);
  if (!receiver && p.mode === "express") throw badInput({ path: "contact_id", message: "请选择收件人" });
  if (receiver) await doors.expressEdited(ctx, p.express_id, { receiver });
  if (batch) await doors.batchScanned(ctx, batch.id, peopleOf(items));
  const set = { sealed_at: ctx.now, sealed_by: ctx.me.worker_id, passport_count: listed, list_version: p.list_version + 1 };
  const changes = left.length === 0 ? [] : [{ field: "confirm_missing", label: "本次不寄", before: null, after: numbersOf(left) }];
  await finish(ctx, p, { set, changes, subjects: peopleOf(items) });
  return answerOf(ctx, p.id);
}

export async function unseal(input: Input<"supplier_parcel_unseal">, ctx: Ctx): Promise<ParcelRow> {
  const p = await heldParcel(ctx, input, ["sealed"]);
  await finish(ctx, p, { set: { sealed_at: null, sealed_by: null, passport_count: null }, reason: input.reason });
  return answerOf(ctx, p.id);
}

function assertWay(p: StoredParcel, way: ParcelWay, hasProof: boolean): void {
  if (way.mode === "express") {
    if (!way.waybill_no) throw badInput({ path: "waybill_no", message: "请填写运单号" });
    if (!way.carrier_code) throw badInput({ path: "carrier_code", message: "请选择承运商" });
  } else if (!hasProof) throw badInput({ path: "proof_files", message: "请上传交接凭证" });
  if (p.type !== 2) refuse("state_changed");
}

/**
 * More than a supplier shall hold is sent only with a reason: what lies there and what is on its way count. The supplier is
 * held after the orders, as whoever assigns holds them, so that two parcels to him are judged one after the other.
 */
async function assertLimit(ctx: Ctx, p: StoredParcel, items: readonly ItemRow[], reason: string | undefined): Promise<void> {
  const { top } = found(await holdLimit(ctx.db, p.supplier_id));
  const { there, coming } = await heldBySupplier(ctx.db, p.supplier_id, p.id);
  const mine = items.filter((i) => i.is_passport).length;
  if (there + coming + mine <= top || reason) return;
  const message = `超出该供应商原件持有上限 ${top} 本护照：现有 ${there}，在途 ${coming}，本单 ${mine}，请填写原因`;
  refuse("confirm_needed", message, { issues: [{ path: "over_limit_reason", message }] });
}

export async function send(input: Input<"supplier_parcel_send">, ctx: Ctx, doors: ParcelDoors): Promise<ParcelRow> {
  const p = await heldParcel(ctx, input, ["sealed"]);
  const mode = input.mode ?? p.mode;
  const isSent = mode === "express";
  const way: ParcelWay = {
    mode,
    carrier_code: isSent ? (input.carrier_code ?? p.carrier_code) : null,
    waybill_no: isSent ? typedWaybill(input.waybill_no ?? p.waybill_no) : null,
  };
  const proof_files = await proofsWith(ctx, p.id, input.proof_files);
  assertWay(p, way, proof_files.length > 0);
  const batch = await batchOfParcel(ctx, doors, p);
  const items = await heldItems(ctx, p);
  const fault = sealFault(items);
  if (fault) refuse("guard_failed", fault);
  assertBatch(batch, items);
  if (batch) await doors.batchHandedOver(ctx, batch.id, p.supplier_name);
  await doors.expressSent(ctx, p.express_id, way);
  await doors.carried(ctx, p.express_id, {
    from: ["us"],
    to: "courier",
    supplier_id: p.supplier_id,
    label: `寄往${p.supplier_name}：${p.parcel_no}`,
    others: "refuse",
    isAssigned: true,
  });
  await assertLimit(ctx, p, items, input.over_limit_reason);
  await doors.expressCosted(ctx, p.express_id, input.weight_g);
  const isNew = way.waybill_no !== p.waybill_no;
  const changes = isNew ? [{ field: "waybill_no", label: "运单号", before: p.waybill_no, after: way.waybill_no }] : [];
  await finish(ctx, p, { set: { proof_files }, reason: input.over_limit_reason ?? null, changes, subjects: peopleOf(items) });
  return answerOf(ctx, p.id);
}

/** Proofs of the parcel with those that an act brings. */
export async function proofsWith(ctx: Ctx, id: number, more: readonly string[] | undefined): Promise<string[]> {
  const stored = await row<{ proof_files: string[] }>(ctx.db, q`select proof_files from supplier_parcels where id = ${id}`);
  return [...new Set([...(stored?.proof_files ?? []), ...(more ?? [])])];
}

/** Nothing has left: its papers and the lines of its batch are free. */
export async function cancel(input: Input<"supplier_parcel_cancel">, ctx: Ctx, doors: ParcelDoors): Promise<ParcelRow> {
  const p = await heldParcel(ctx, input, ["packing", "sealed"]);
  if (p.batch_id !== null && (await batchOfParcel(ctx, doors, p))?.batch_status === "draft") await doors.batchUnscanned(ctx, p.batch_id);
  await doors.expressCancelled(ctx, p.express_id);
  await leave(ctx, p.id);
  const people = peopleOf(await heldItems(ctx, p));
  await finish(ctx, p, { set: { cancel_reason: input.reason }, reason: input.reason, subjects: people });
  return answerOf(ctx, p.id);
}
export const leave = (ctx: Ctx, parcelId: number): Promise<unknown> =>
  ctx.db
    .updateTable("supplier_parcel_items")
    .set({ left_at: ctx.now })
    .where("parcel_id", "=", parcelId)
    .where("left_at", "is", null)
    .execute();
