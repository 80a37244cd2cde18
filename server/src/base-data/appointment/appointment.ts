/** 最近可约日期: what staff say of the places, how long it holds, and whom a change concerns. */
import { appointmentApi, POINTS_MAX, visaTypeName } from "@visadesk/contract/base-data/calendar/appointment.ts";
import { slotText } from "@visadesk/contract/base-data/calendar/appointment.rules.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { cellChanges, type Cell } from "#kit/call/changes.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { serve, type Served } from "#kit/call/serve.ts";
import { appointmentBatchUpdate } from "./appointment-batch.ts";
import { appointmentNotify, appointmentWaitingQuery, impactOf } from "./appointment-impact.ts";
import { freshnessOf, freshSince, freshUntil, slotFault, waitingFor } from "./appointment.rules.ts";
import {
  addPoints,
  appointmentById,
  appointmentList,
  appointmentPoints,
  freshnessCounts,
  lockAppointment,
  slotPlaces,
  supplierExists,
  type AppointmentRow,
  type Kept,
  type ListFacts,
  type SlotPlace,
} from "./appointment.sql.ts";
import { addDays } from "../calendar/calendar.rules.ts";
import { calendarOf } from "../calendar/calendar.ts";
import type { Doors } from "../doors.ts";
import { recordServer } from "../record/record.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { appointmentNoun } from "./appointment.noun.ts";

type Api = typeof appointmentApi;
type View = Output<Api["appointment_get"]>;
type Saved = Output<Api["appointment_update"]>;
type Facts = Pick<
  Kept,
  "earliest_date" | "no_slots" | "slots_note" | "half" | "min_lead_days" | "source" | "supplier_id" | "valid_days" | "sort" | "remark"
>;
export const NO_APPOINTMENT = "可约日期不存在";
/** A year of days: what a date picker can show. */
const CALENDAR_DAYS = 400;

export async function listFacts(ctx: Ctx): Promise<ListFacts> {
  const today = shanghaiDate(ctx.now);
  return { since: freshSince(await calendarOf(ctx.db), today), today, now: ctx.now };
}

async function viewed(ctx: Ctx, doors: Doors, list: readonly AppointmentRow[]): Promise<View[]> {
  if (list.length === 0) return [];
  const calendar = await calendarOf(ctx.db);
  const today = shanghaiDate(ctx.now);
  const counts = await doors.order.waitingCounts(ctx.db);
  return list.map((a) => ({
    ...a,
    fresh_until: freshUntil(calendar, a),
    freshness: freshnessOf(calendar, a, today),
    waiting_count: waitingFor(counts, a),
  }));
}

async function query(input: Parsed<Api["appointment_query"]>, ctx: Ctx, doors: Doors): Promise<Output<Api["appointment_query"]>> {
  const page = await pageOf<AppointmentRow>(ctx.db, input, appointmentList(doors.product, input, await listFacts(ctx)));
  return { ...page, list: await viewed(ctx, doors, page.list) };
}

/** Rules of one row; the place's own days decide which dates it can offer. */
async function check(ctx: Ctx, place: SlotPlace, facts: Facts): Promise<void> {
  const fault = slotFault(await calendarOf(ctx.db), place, facts, shanghaiDate(ctx.now));
  if (fault) throw badInput({ path: "earliest_date", message: fault });
  if (facts.source === "supplier" && (facts.supplier_id === null || !(await supplierExists(ctx.db, facts.supplier_id))))
    throw badInput({ path: "supplier_id", message: "请选择供应商" });
}

async function placeOf(ctx: Ctx, id: number): Promise<SlotPlace> {
  const [place] = await slotPlaces(ctx.db, [id]);
  if (place?.status !== 1) throw badInput({ path: "place_id", message: "请选择启用中的使领馆或签证中心" });
  return place;
}

const titleOf = (place: SlotPlace, visa_type: number | null): string => `${place.name} ${visaTypeName(visa_type)}`;
const shown: Readonly<Record<string, readonly [label: string, of: (f: Facts) => unknown]>> = {
  earliest_date: ["最早可约", slotText],
  slots_note: ["余量", (f) => f.slots_note],
  half: ["半天", (f) => f.half],
  min_lead_days: ["提前天数", (f) => f.min_lead_days],
  source: ["来源", (f) => f.source],
  supplier_id: ["供应商", (f) => f.supplier_id],
  valid_days: ["有效工作日", (f) => f.valid_days],
  sort: ["排序", (f) => f.sort],
  remark: ["备注", (f) => f.remark],
};
const cells = (of: Facts): Cell[] => Object.entries(shown).map(([field, [label, read]]) => ({ field, label, value: read(of) }));
const changesOf = (before: Facts | null, after: Facts): FieldChange[] => cellChanges(before && cells(before), cells(after));

async function add(input: Parsed<Api["appointment_add"]>, ctx: Ctx): Promise<Saved> {
  const { place_id, visa_type = null, idempotency_key: _, ...given } = input;
  const supplier_id = given.supplier_id ?? null;
  const facts: Facts = {
    ...given,
    earliest_date: given.earliest_date ?? null,
    no_slots: given.no_slots ?? false,
    sort: given.sort ?? 0,
    remark: given.remark ?? "",
    ...ownSource({ source: given.source, supplier_id }),
  };
  assertSource(given.source, supplier_id);
  const place = await placeOf(ctx, place_id);
  await check(ctx, place, facts);
  const by = { worker_id: ctx.me.worker_id, now: ctx.now };
  const made = await ctx.db
    .insertInto("appointments")
    .values({
      place_id,
      visa_type,
      ...facts,
      checked_at: ctx.now,
      updated_by: by.worker_id,
      created_by: by.worker_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .onConflict((c) => c.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) refuse("duplicate", "该地点与签证类型已存在");
  await addPoints(ctx.db, [made.id], by);
  ctx.note({ noun: "appointment", noun_id: made.id, noun_no: titleOf(place, visa_type), changes: changesOf(null, facts) });
  return { id: made.id, version: 1, impact: null };
}

/** A supplier is named only where a supplier says it: what is typed elsewhere is refused, never dropped. */
function assertSource(source: Facts["source"], typed: number | null | undefined): void {
  if (source !== "supplier" && typed) throw badInput({ path: "supplier_id", message: "来源不是供应商，请清空供应商，或把来源改为供应商" });
}
/** Who says it: a change of the source leaves no supplier behind. */
const ownSource = (given: { source: Facts["source"]; supplier_id: number | null }): Pick<Facts, "source" | "supplier_id"> => ({
  source: given.source,
  supplier_id: given.source === "supplier" ? given.supplier_id : null,
});

const or = <T>(given: T | undefined, kept: T): T => (given === undefined ? kept : given);
/** The kept facts with what the caller says instead. */
const over = (kept: Facts, given: Omit<Parsed<Api["appointment_update"]>, "id" | "version">): Facts => {
  const facts: Facts = {
    earliest_date: or(given.earliest_date, kept.earliest_date),
    no_slots: or(given.no_slots, kept.no_slots),
    slots_note: or(given.slots_note, kept.slots_note),
    half: or(given.half, kept.half),
    min_lead_days: or(given.min_lead_days, kept.min_lead_days),
    source: or(given.source, kept.source),
    supplier_id: or(given.supplier_id, kept.supplier_id),
    valid_days: or(given.valid_days, kept.valid_days),
    sort: or(given.sort, kept.sort),
    remark: or(given.remark, kept.remark),
  };
  return { ...facts, ...ownSource(facts) };
};

async function update(input: Parsed<Api["appointment_update"]>, ctx: Ctx, doors: Doors): Promise<Saved> {
  const { id, version, ...rest } = input;
  const kept = found(await lockAppointment(ctx.db, id), NO_APPOINTMENT);
  await lockRow(ctx, appointmentNoun, { id, version, current: kept });
  assertSource(rest.source ?? kept.source, rest.supplier_id);
  const next = over(kept, rest);
  const [place] = await slotPlaces(ctx.db, [kept.place_id]);
  const spoken = found(place, "可约地点不存在");
  // A remark or an order of rows says nothing of the date, and does not make it fresh.
  const states = rest.earliest_date !== undefined || rest.no_slots !== undefined || rest.slots_note !== undefined;
  if (states || rest.source !== undefined || rest.supplier_id !== undefined) await check(ctx, spoken, next);
  const by = { worker_id: ctx.me.worker_id, now: ctx.now };
  const set = { ...next, ...(states && { checked_at: ctx.now, updated_by: by.worker_id }), updated_at: ctx.now };
  const saved = await saveRow(ctx, appointmentNoun, { id, version, set, told: true });
  if (slotText(kept) !== slotText(next) || kept.slots_note !== next.slots_note) await addPoints(ctx.db, [id], by);
  ctx.note({ noun: "appointment", noun_id: id, noun_no: titleOf(spoken, kept.visa_type), changes: changesOf(kept, next) });
  return { id, version: saved.version, impact: await impactOf(ctx, doors, spoken.name, kept, next) };
}

async function calendarGet(input: Parsed<Api["appointment_calendar_get"]>, ctx: Ctx): Promise<Output<Api["appointment_calendar_get"]>> {
  const { from, to } = input;
  if (to < from || to > addDays(from, CALENDAR_DAYS)) throw badInput({ path: "to", message: "日期范围最长一年" });
  const [place] = await slotPlaces(ctx.db, [input.place_id]);
  const calendar = await calendarOf(ctx.db);
  const days = calendar.missionDays(found(place, "可约地点不存在"));
  const closed: { date: string; name: string }[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const name = days.closedBecause(date);
    if (name !== null) closed.push({ date, name });
  }
  return { closed, is_estimated: calendar.isEstimated(from, to) };
}

async function stats(ctx: Ctx, doors: Doors): Promise<Output<Api["appointment_stat_get"]>> {
  const counts = await doors.order.waitingCounts(ctx.db);
  return { ...(await freshnessCounts(ctx.db, await listFacts(ctx))), waiting: counts.reduce((sum, c) => sum + c.n, 0) };
}

async function get({ id }: { id: number }, ctx: Ctx, doors: Doors): Promise<View> {
  const row = found(await appointmentById(ctx.db, doors.product, id, ctx.now), NO_APPOINTMENT);
  const [view] = await viewed(ctx, doors, [row]);
  return found(view, NO_APPOINTMENT);
}

async function points(input: Parsed<Api["appointment_point_query"]>, ctx: Ctx): Promise<Output<Api["appointment_point_query"]>> {
  const from = input.days === undefined ? null : new Date(ctx.now.getTime() - input.days * 86_400_000);
  return { list: await appointmentPoints(ctx.db, input.id, from, POINTS_MAX) };
}

export const appointmentServer = (doors: Doors): { readonly [K in keyof typeof appointmentApi]: Served } =>
  serve(appointmentApi, {
    ...recordServer(
      {
        noun: "appointment",
        label: "最近可约日期",
        name: "id",
        notReady: async ({ place_id }, ctx) => {
          const [place] = typeof place_id === "number" ? await slotPlaces(ctx.db, [place_id]) : [];
          return place?.status === 1 ? null : "地点已禁用，请先启用";
        },
      },
      doors,
    ),
    appointment_query: (input, ctx) => query(input, ctx, doors),
    appointment_stat_get: (_, ctx) => stats(ctx, doors),
    appointment_get: (input, ctx) => get(input, ctx, doors),
    appointment_add: add,
    appointment_update: (input, ctx) => update(input, ctx, doors),
    appointment_batch_update: (input, ctx) => appointmentBatchUpdate(input, ctx, doors),
    appointment_point_query: points,
    appointment_calendar_get: calendarGet,
    appointment_waiting_query: (input, ctx) => appointmentWaitingQuery(input, ctx, doors),
    appointment_notify: (input, ctx) => appointmentNotify(input, ctx, doors),
  });
