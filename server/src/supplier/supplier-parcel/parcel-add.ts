/** Parcels made, announced, edited and filled. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import type { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { nothing, q, row } from "#kit/db/sql.ts";
import { badInput, conflict, found, refuse } from "#kit/http/refuse.ts";
import { definedOf, keysOf } from "#kit/files/objects.ts";
import { assertPlanned } from "#kit/planned.ts";
import { calendarOf } from "../../base-data/index.ts";
import type { BatchFacts, PackedItem, ParcelDoors, ParcelWay } from "./parcel-doors.ts";
import { answerOf, finish, heldItems, heldParcel, namedItems } from "./parcel-held.ts";
import { assertRoom, BACK_FROM, itemsFor, itemsOfBatch, storeItems, type Target } from "../supplier-parcel-item/parcel-people.ts";
import { typedWaybill } from "./waybill.ts";
import { leaves } from "./parcel.rules.ts";
import type { ParcelRow, StoredParcel } from "./parcel.sql.ts";

type Api = typeof supplierParcelActApi;
type Input<N extends keyof Api> = Parsed<Api[N]>;
const NO_SUPPLIER = "供应商不存在";

interface Party {
  id: number;
  roles: string[];
  is_default: boolean;
}
/** Judged once before anything is held, and once more held, after batch and orders: so does whoever sends or assigns. */
async function supplierOf(ctx: Ctx, id: number, isHeld: boolean): Promise<{ name: string; contacts: Party[] }> {
  const s = found(
    await row<{ name: string; status: string; contacts: Party[] }>(
      ctx.db,
      q`
      select s.short_name as name, s.supplier_status as status, coalesce((select json_agg(json_build_object('id', c.id, 'roles', c.roles, 'is_default', c.is_default)
        order by c.is_default desc, c.id) from supplier_contacts c where c.supplier_id = s.id), '[]') as contacts
      from suppliers s where s.id = ${id} ${isHeld ? q`for share of s` : nothing}`,
    ),
    NO_SUPPLIER,
  );
  if (s.status !== "active" && s.status !== "paused") refuse("guard_failed", "供应商不在合作中，不能建交接单");
  return s;
}
/** Orders first, then what refers to their people, the supplier last: so does everybody who hands something over. */
async function partiesHeld(ctx: Ctx, doors: ParcelDoors, supplierId: number, items: readonly PackedItem[]): ReturnType<typeof supplierOf> {
  await doors.ordersHeld(
    ctx,
    items.flatMap((i) => i.applicant_id ?? []),
  );
  return supplierOf(ctx, supplierId, true);
}
/** Whom it goes to: somebody who collects; the default where nobody is said. */
function contactOf(contacts: readonly Party[], asked: number | null | undefined, isOutgoing: boolean): number | null {
  const able = contacts.filter((c) => !isOutgoing || c.roles.includes("collect"));
  if (!asked) return able[0]?.id ?? null;
  if (!able.some((c) => c.id === asked))
    throw badInput({ path: "contact_id", message: isOutgoing ? "请选择该供应商的收料联系人" : "请选择该供应商的联系人" });
  return asked;
}

async function batchOf(ctx: Ctx, doors: ParcelDoors, batchId: number | null | undefined): Promise<BatchFacts | null> {
  if (!batchId) return null;
  const batch = found(await doors.batchHeld(ctx, batchId, ctx.me.scope_ids), "批次不存在或无权查看");
  if (batch.batch_status !== "draft") refuse("state_changed", `批次 ${batch.batch_no} 已交接或取消`);
  const other = await row<{ parcel_no: string }>(
    ctx.db,
    q`select t.parcel_no from supplier_parcels t join expresses e on e.id = t.express_id where t.batch_id = ${batchId} and e.express_status not in ('cancelled', 'returned')`,
  );
  if (other) refuse("duplicate", `批次 ${batch.batch_no} 已有交接单 ${other.parcel_no}`);
  return batch;
}

const wayOf = (input: {
  mode: ParcelWay["mode"];
  carrier_code?: ParcelWay["carrier_code"] | undefined;
  waybill_no?: string | null | undefined;
}): ParcelWay => {
  const isSent = input.mode === "express";
  // What has no place is refused where it was typed, never dropped.
  if (!isSent && input.carrier_code) throw badInput({ path: "carrier_code", message: "快递方式才有承运商" });
  if (!isSent && input.waybill_no) throw badInput({ path: "waybill_no", message: "快递方式才有运单号" });
  if (isSent && input.waybill_no && !input.carrier_code) throw badInput({ path: "carrier_code", message: "请选择承运商" });
  return {
    mode: input.mode,
    carrier_code: isSent ? (input.carrier_code ?? null) : null,
    waybill_no: isSent ? typedWaybill(input.waybill_no) : null,
  };
};

interface New {
  target: Target;
  purpose: Input<"supplier_parcel_add">["purpose"];
  way: ParcelWay;
  contact_id: number | null;
  planned_send_on: string | null;
  note: string;
  items: readonly PackedItem[];
}
async function make(ctx: Ctx, doors: ParcelDoors, n: New): Promise<{ id: number; express_id: number; parcel_no: string }> {
  const { isOutgoing, supplier_id, batch } = n.target;
  const express = await doors.expressMade(ctx, {
    ...n.way,
    type: isOutgoing ? 2 : 5,
    supplier_id,
    batch_id: batch?.id ?? null,
    items: n.items,
  });
  const made = await ctx.db
    .insertInto("supplier_parcels")
    .values({
      parcel_no: await nextNumber(ctx.db, "WL", ctx.now),
      express_id: express.id,
      supplier_id,
      is_outgoing: isOutgoing,
      purpose: n.purpose,
      contact_id: n.contact_id,
      batch_id: batch?.id ?? null,
      planned_send_on: n.planned_send_on,
      note: n.note,
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning(["id", "parcel_no"])
    .executeTakeFirstOrThrow();
  assertRoom(0, n.items.length);
  await storeItems(ctx, made.id, n.items, express.item_ids, !isOutgoing);
  const people = [...new Set(n.items.flatMap((i) => i.applicant_id ?? []))];
  ctx.note({ noun: "supplier_parcel", noun_id: made.id, noun_no: made.parcel_no, subject_ids: people });
  return { ...made, express_id: express.id };
}

export async function add(input: Input<"supplier_parcel_add">, ctx: Ctx, doors: ParcelDoors): Promise<ParcelRow> {
  assertPlanned(ctx, "planned_send_on", LABELS.planned_send_on, input.planned_send_on);
  await supplierOf(ctx, input.supplier_id, false);
  const batch = await batchOf(ctx, doors, input.batch_id);
  const target: Target = { supplier_id: input.supplier_id, isOutgoing: true, batch };
  const asked = await itemsFor(ctx, target, input.items);
  const ofBatch = (await itemsOfBatch(ctx, target)).filter((b) => !asked.some((a) => a.material_id === b.material_id));
  const items = [...asked, ...ofBatch];
  const { contacts } = await partiesHeld(ctx, doors, input.supplier_id, items);
  const today = leaves(await calendarOf(ctx.db), ctx.now, await ctx.config("parcel_cut_off"));
  const { id } = await make(ctx, doors, {
    target,
    purpose: input.purpose,
    way: wayOf(input),
    contact_id: contactOf(contacts, input.contact_id, true),
    planned_send_on: input.planned_send_on ?? today,
    note: input.note ?? "",
    items,
  });
  return answerOf(ctx, id);
}

/** On its way as soon as we hear of it; the originals are with the courier. */
export async function expect(input: Input<"supplier_parcel_expect">, ctx: Ctx, doors: ParcelDoors): Promise<ParcelRow> {
  await supplierOf(ctx, input.supplier_id, false);
  const target: Target = { supplier_id: input.supplier_id, isOutgoing: false, batch: null };
  const items = await itemsFor(ctx, target, input.items);
  const { contacts, name } = await partiesHeld(ctx, doors, input.supplier_id, items);
  const made = await make(ctx, doors, {
    target,
    purpose: input.purpose,
    way: wayOf(input),
    contact_id: contactOf(contacts, input.contact_id, false),
    planned_send_on: null,
    note: input.note ?? "",
    items,
  });
  await doors.carried(ctx, made.express_id, {
    from: BACK_FROM,
    to: "courier",
    supplier_id: input.supplier_id,
    label: `${name}寄来：${made.parcel_no}`,
    others: "refuse",
  });
  return answerOf(ctx, made.id);
}

const LABELS = {
  purpose: "用途",
  contact_id: "收/寄件人",
  planned_send_on: "计划寄出日",
  mode: "方式",
  carrier_code: "承运商",
  waybill_no: "运单号",
  note: "备注",
} as const;

export async function update(input: Input<"supplier_parcel_update">, ctx: Ctx, doors: ParcelDoors): Promise<ParcelRow> {
  const p = await heldParcel(ctx, { id: input.id }, stagesOf(input));
  if (p.version !== input.version) throw conflict(TEXTS.conflict, p);
  const { mode, carrier_code, waybill_no, purpose, contact_id, planned_send_on, note } = input;
  if (planned_send_on !== p.planned_send_on) assertPlanned(ctx, "planned_send_on", LABELS.planned_send_on, planned_send_on);
  // What is expected inside was judged by it when it was sealed.
  if (p.stage !== "packing" && purpose !== undefined && purpose !== p.purpose)
    throw badInput({ path: "purpose", message: p.type === 2 ? "封箱后不能修改用途，请先重新装箱" : "登记后不能修改用途" });
  if (contact_id) contactOf((await supplierOf(ctx, p.supplier_id, true)).contacts, contact_id, p.type === 2);
  if (mode !== undefined || carrier_code !== undefined || waybill_no !== undefined) {
    const to = mode ?? p.mode;
    const stored = to === "express" ? p : { carrier_code: null, waybill_no: null };
    const next = wayOf({ ...stored, mode: to, ...definedOf({ carrier_code, waybill_no }) });
    await doors.expressEdited(ctx, p.express_id, next);
  }
  const changes: FieldChange[] = keysOf(LABELS).flatMap((field) => {
    const [before, after] = [p[field], field === "waybill_no" && waybill_no ? typedWaybill(waybill_no) : input[field]];
    return after === undefined || after === before ? [] : [{ field, label: LABELS[field], before, after }];
  });
  await finish(ctx, p, { set: definedOf({ purpose, contact_id, planned_send_on, note }), changes });
  return answerOf(ctx, p.id);
}
/** Sealed it keeps the party that its express row names; on its way its waybill and its day too; note and purpose may still be put right. */
const stagesOf = (input: Input<"supplier_parcel_update">): Parameters<typeof heldParcel>[2] => {
  const { id: _id, version: _version, note: _note, purpose: _purpose, ...rest } = input;
  if (rest.contact_id !== undefined) return ["packing"];
  return Object.values(rest).some((v) => v !== undefined)
    ? ["packing", "sealed"]
    : ["packing", "sealed", "in_transit", "problem", "signed", "exception", "done"];
};

/** The batch of a parcel that is being packed, held. */
export const batchOfParcel = async (ctx: Ctx, doors: ParcelDoors, p: StoredParcel): Promise<BatchFacts | null> =>
  p.batch_id === null ? null : found(await doors.batchHeld(ctx, p.batch_id, null), "批次不存在或无权查看");

export async function itemAdd(input: Input<"supplier_parcel_item_add">, ctx: Ctx, doors: ParcelDoors): Promise<ParcelRow> {
  const p = await heldParcel(ctx, input, ["packing"]);
  const target: Target = { supplier_id: p.supplier_id, isOutgoing: true, batch: await batchOfParcel(ctx, doors, p) };
  const items = await itemsFor(ctx, target, input.items);
  const before = await heldItems(ctx, p);
  assertRoom(before.length, items.length);
  await storeItems(ctx, p.id, items, await doors.expressItemsAdded(ctx, p.express_id, items), false);
  const after = namedItems((await heldItems(ctx, p)).slice(before.length));
  await finish(ctx, p, {
    changes: [{ field: "items", label: "加入清单", before: null, after }],
    subjects: items.flatMap((i) => i.applicant_id ?? []),
  });
  return answerOf(ctx, p.id);
}

export async function itemRemove(input: Input<"supplier_parcel_item_remove">, ctx: Ctx, doors: ParcelDoors): Promise<ParcelRow> {
  const p = await heldParcel(ctx, input, ["packing"]);
  const gone = (await heldItems(ctx, p)).filter((i) => input.item_ids.includes(i.id));
  if (gone.length !== new Set(input.item_ids).size) refuse("not_found", "物品不在该交接单中");
  if (input.planned_date && gone.some((i) => i.planned_date === input.planned_date))
    throw badInput({ path: "planned_date", message: `现在就是 ${input.planned_date} 送签，请选择另一天` });
  await ctx.db
    .deleteFrom("supplier_parcel_items")
    .where(
      "id",
      "in",
      gone.map((i) => i.id),
    )
    .execute();
  await doors.expressItemsTaken(
    ctx,
    gone.map((i) => i.express_item_id),
  );
  const people = [...new Set(gone.flatMap((i) => i.applicant_id ?? []))];
  const moved = gone.find((i) => i.moved_to !== null);
  if (input.planned_date && moved) refuse("guard_failed", `${moved.applicant_no ?? moved.name} 已改派，不能改日期`);
  if (input.planned_date) await doors.dayMoved(ctx, { applicant_ids: people, date: input.planned_date, batch_id: p.batch_id });
  else if (p.batch_id !== null && people.length > 0) await doors.batchUnscanned(ctx, p.batch_id, people);
  const before = namedItems(gone);
  const day = input.planned_date ? [{ field: "planned_date", label: "改到", before: null, after: input.planned_date }] : [];
  await finish(ctx, p, { changes: [{ field: "items", label: "移出清单", before, after: null }, ...day], subjects: people });
  return answerOf(ctx, p.id);
}
