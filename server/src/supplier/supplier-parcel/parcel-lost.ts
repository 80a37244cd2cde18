/** A parcel that is held up, comes back or does not arrive, and one that turns up after all. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { PARCEL_STAGES } from "@visadesk/contract/supplier/supplier.words.ts";
import type { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import type { Ctx } from "#kit/call/context.ts";
import { dayOf } from "#kit/range.ts";
import { refuse } from "#kit/http/refuse.ts";
import { calendarOf } from "../../base-data/index.ts";
import { leave, proofsWith } from "./parcel-acts.ts";
import type { ParcelDoors } from "./parcel-doors.ts";
import { answerOf, finish, heldItems, heldParcel, peopleOf } from "./parcel-held.ts";
import { tellExperts, tellOwner } from "./parcel-told.ts";
import { lostFrom } from "./parcel.rules.ts";
import type { ParcelRow, StoredParcel } from "./parcel.sql.ts";

type Api = typeof supplierParcelActApi;

/** Why it may not be called lost yet. */
export async function loseFault(ctx: Pick<Ctx, "db" | "now">, p: Pick<StoredParcel, "sent_at">): Promise<string | null> {
  const from = p.sent_at === null ? null : lostFrom(await calendarOf(ctx.db), new Date(p.sent_at));
  return from !== null && dayOf(ctx.now) >= from ? null : `寄出满3个工作日后才能登记遗失${from === null ? "" : `（${from} 起）`}`;
}

export async function lose(input: Parsed<Api["supplier_parcel_lose"]>, ctx: Ctx, doors: ParcelDoors): Promise<ParcelRow> {
  const p = await heldParcel(ctx, input, ["in_transit", "problem"]);
  const fault = await loseFault(ctx, p);
  if (fault) refuse("guard_failed", fault);
  const people = peopleOf(await heldItems(ctx, p));
  await doors.carried(ctx, p.express_id, {
    from: ["courier"],
    to: "lost",
    supplier_id: p.supplier_id,
    label: `包裹遗失：${p.parcel_no}`,
    others: "stay",
  });
  const set = { lost_at: ctx.now, lost_reason: input.reason, proof_files: await proofsWith(ctx, p.id, input.proof_files) };
  await finish(ctx, p, { set, reason: input.reason, subjects: people });
  await tellExperts(ctx, p, people, "登记遗失");
  await tellOwner(ctx, p, "登记遗失");
  return answerOf(ctx, p.id);
}

/** What its courier says. Given back, its originals are with whoever sent them and free for another parcel; so is its batch. */
export async function track(input: Parsed<Api["supplier_parcel_track"]>, ctx: Ctx, doors: ParcelDoors): Promise<ParcelRow> {
  const p = await heldParcel(ctx, input, ["in_transit", "problem"]);
  if (input.to === p.stage) refuse("state_changed", `交接单现在「${PARCEL_STAGES[p.stage]}」，请选择其他状态`);
  const people = peopleOf(await heldItems(ctx, p));
  await doors.expressTracked(ctx, p.express_id, input.to, input.track_text);
  if (input.to === "returned") {
    if (p.batch_id !== null) await doors.batchTakenBack(ctx, p.batch_id);
    await doors.carried(ctx, p.express_id, {
      from: ["courier"],
      to: p.type === 2 ? "us" : "supplier",
      supplier_id: p.supplier_id,
      label: `包裹退回：${p.parcel_no}`,
      others: "stay",
    });
    await leave(ctx, p.id);
  }
  await finish(ctx, p, { reason: input.track_text, subjects: people });
  if (input.to !== "in_transit") await tellExperts(ctx, p, people, input.to === "returned" ? "已退回" : "运输异常");
  return answerOf(ctx, p.id);
}

export async function find(input: Parsed<Api["supplier_parcel_find"]>, ctx: Ctx, doors: ParcelDoors): Promise<ParcelRow> {
  const p = await heldParcel(ctx, input, ["lost"]);
  const people = peopleOf(await heldItems(ctx, p));
  await doors.carried(ctx, p.express_id, {
    from: ["lost"],
    to: "courier",
    supplier_id: p.supplier_id,
    label: `包裹找回：${p.parcel_no}`,
    others: "stay",
  });
  const set = { lost_at: null, lost_reason: null, proof_files: await proofsWith(ctx, p.id, input.proof_files) };
  await finish(ctx, p, { set, reason: input.reason, subjects: people });
  await tellExperts(ctx, p, people, "已找回");
  return answerOf(ctx, p.id);
}
