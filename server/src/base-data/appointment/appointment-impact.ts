/** Whom a later date, or none, concerns: the people who wait there, and telling them. Nothing is sent by itself. */
import { NOTIFY_MAX, visaTypeName, type appointmentApi } from "@visadesk/contract/base-data/calendar/appointment.ts";
import { slotText, touchesWaiting, type SlotValue } from "@visadesk/contract/base-data/calendar/appointment.rules.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { found, refuseUnless } from "#kit/http/refuse.ts";
import { waitingFor } from "./appointment.rules.ts";
import { appointmentPoints, lockAppointment, slotPlaces, type Kept } from "./appointment.sql.ts";
import type { Doors, WaitingAt } from "../doors.ts";

type Api = typeof appointmentApi;
export type Impact = NonNullable<Output<Api["appointment_update"]>["impact"]>;
type Slotted = Pick<Kept, "id" | "place_id" | "visa_type"> & SlotValue;

/** The change in words and how many wait, or null when they need not hear of it. */
export async function impactOf(ctx: Ctx, doors: Doors, place: string, before: Slotted, after: SlotValue): Promise<Impact | null> {
  if (!touchesWaiting(before, after)) return null;
  const waiting = waitingFor(await doors.order.waitingCounts(ctx.db), before);
  const { id, visa_type } = before;
  return { id, place_name: place, visa_type, before: slotText(before), after: slotText(after), waiting };
}

/** The value now, and the one before it that was another. */
async function lastChange(ctx: Ctx, id: number): Promise<{ before: string | null; after: string }> {
  const [now, ...earlier] = (await appointmentPoints(ctx.db, id, null, 100)).map(slotText);
  return { before: earlier.find((v) => v !== now) ?? null, after: now ?? "" };
}

export async function appointmentWaitingQuery(
  { id }: Parsed<Api["appointment_waiting_query"]>,
  ctx: Ctx,
  doors: Doors,
): Promise<Output<Api["appointment_waiting_query"]>> {
  const at = await whereIs(ctx, id);
  const change = await lastChange(ctx, id);
  const list = await doors.order.waitingAt(ctx, at, NOTIFY_MAX);
  const total = waitingFor(await doors.order.waitingCounts(ctx.db), at);
  return { list, total, before: change.before, after: change.after || slotText(at) };
}

async function whereIs(ctx: Ctx, id: number): Promise<WaitingAt & SlotValue> {
  const kept = await ctx.db
    .selectFrom("appointments")
    .select(["place_id", "visa_type", "earliest_date", "no_slots"])
    .where("id", "=", id)
    .executeTakeFirst();
  return found(kept, "可约日期不存在");
}

export async function appointmentNotify(
  input: Parsed<Api["appointment_notify"]>,
  ctx: Ctx,
  doors: Doors,
): Promise<Output<Api["appointment_notify"]>> {
  const kept = found(await lockAppointment(ctx.db, input.id), "可约日期不存在");
  const ids = [...new Set(input.applicant_ids)];
  const locked = await doors.order.lockWaiting(ctx, kept, ids);
  const waiting = waitingFor(await doors.order.waitingCounts(ctx.db), kept);
  refuseUnless(locked.length === ids.length && waiting === input.expected_count, "count_changed", "名单已变化，请重新确认", { waiting });
  const [place] = await slotPlaces(ctx.db, [kept.place_id]);
  const { before, after } = await lastChange(ctx, kept.id);
  const what = `${place?.name ?? ""}${visaTypeName(kept.visa_type)}最早可约${before === null ? `为${after}` : `由${before}改为${after}`}`;
  const content = `${what}，请与客户确认行程${input.note ? `。${input.note}` : ""}`;
  const results: { id: number; ok: boolean; msg: string }[] = [];
  for (const { id, order_id } of locked) {
    const times = await doors.order.remindOpen(ctx, { kind: "slot_change", order_id, applicant_id: id, level: "high", content });
    results.push({ id, ok: true, msg: times === 1 ? "已提醒" : `第${times}次提醒` });
  }
  ctx.note({
    noun: "appointment",
    noun_id: kept.id,
    noun_no: `${place?.name ?? ""} ${visaTypeName(kept.visa_type)}`,
    subject_ids: locked.map((a) => a.id),
    reason: content,
    changes: [{ field: "applicant_ids", label: "通知申请人", before: null, after: `${locked.length}人` }],
  });
  return { reminded: results.length, results };
}
