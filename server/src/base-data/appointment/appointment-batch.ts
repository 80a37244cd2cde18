/** 批量录入: every row is judged alone; what is wrong is told of its cell, the others are saved. */
import type { appointmentApi } from "@visadesk/contract/base-data/calendar/appointment.ts";
import { parseSlot, slotText, touchesWaiting, type SlotValue } from "@visadesk/contract/base-data/calendar/appointment.rules.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Impact } from "./appointment-impact.ts";
import { slotFault, visaTypeOf, waitingFor } from "./appointment.rules.ts";
import { insertValues, lockAppointments, slotPlaces, stateValues, type Change, type Kept, type SlotPlace } from "./appointment.sql.ts";
import type { WorkCalendar } from "../calendar/calendar.rules.ts";
import { calendarOf } from "../calendar/calendar.ts";
import type { Doors } from "../doors.ts";

type Api = typeof appointmentApi;
type Row = Parsed<Api["appointment_batch_update"]>["rows"][number];
type Result = Output<Api["appointment_batch_update"]>["results"][number];
type CellName = NonNullable<Result["cell"]>;

/** What a row comes to: a fault of one cell, a kept row with its new value, or a new row. */
type Judged =
  | { row: Row; cell: CellName; msg: string }
  | { row: Row; kept: Kept; value: SlotValue; note: string }
  | { row: Row; place: SlotPlace; visa_type: number | null; value: SlotValue; note: string };

interface Known {
  calendar: WorkCalendar;
  today: string;
  places: readonly SlotPlace[];
  kept: readonly Kept[];
  /** Row numbers by what they speak of, to find the same place and type twice. */
  seen: Map<string, number>;
}
const keyOf = (place_id: number, visa_type: number | null): string => `${place_id} ${visa_type ?? 0}`;
const NOTE_MAX = 40;

/** Places of that name, or of that short name when none bears it in full. */
function placesNamed(places: readonly SlotPlace[], name: string): readonly SlotPlace[] {
  const full = places.filter((p) => p.name === name);
  return full.length > 0 ? full : places.filter((p) => p.short_name !== "" && p.short_name === name);
}

type Spoken = { kept: Kept; place: SlotPlace } | { place: SlotPlace; visa_type: number | null };
function spokenOf(known: Known, row: Row): Spoken | { cell: CellName; msg: string } {
  if (row.id !== undefined) {
    const kept = known.kept.find((k) => k.id === row.id);
    const place = kept && known.places.find((p) => p.id === kept.place_id);
    if (!kept || !place) return { cell: "place", msg: "这一行已不存在，请刷新" };
    if (row.version !== undefined && row.version !== kept.version) return { cell: "slot", msg: "已被他人修改，请刷新后再填" };
    return { kept, place };
  }
  const name = row.place?.trim() ?? "";
  if (name === "") return { cell: "place", msg: "请填写地点" };
  const named = placesNamed(known.places, name);
  const [place] = named;
  if (!place) return { cell: "place", msg: `没有叫“${name}”的启用地点` };
  if (named.length > 1) return { cell: "place", msg: `有${named.length}个地点叫“${name}”，请写全名` };
  const visa_type = visaTypeOf(row.visa_type ?? "");
  if (visa_type === undefined) return { cell: "visa_type", msg: "没有这种签证类型，请写成“旅游签”这样的名称，不分类型时留空" };
  const kept = known.kept.find((k) => k.place_id === place.id && k.visa_type === visa_type);
  return kept ? { kept, place } : { place, visa_type };
}

function judge(known: Known, row: Row): Judged {
  const spoken = spokenOf(known, row);
  if ("msg" in spoken) return { row, ...spoken };
  const { place } = spoken;
  const key = keyOf(place.id, "kept" in spoken ? spoken.kept.visa_type : spoken.visa_type);
  const twin = known.seen.get(key);
  if (twin !== undefined) return { row, cell: "place", msg: `与第${twin}行是同一地点与签证类型` };
  known.seen.set(key, row.row);
  const value = parseSlot(row.slot, known.today);
  if (!value) {
    const msg = row.slot.trim() === "" ? "请填写最早日期或标记无号" : "日期看不懂，请写成 2026-10-28、10月28日 或 无号";
    return { row, cell: "slot", msg };
  }
  const fault = slotFault(known.calendar, place, value, known.today);
  if (fault) return { row, cell: "slot", msg: fault };
  const note = row.slots_note?.trim() ?? ("kept" in spoken ? spoken.kept.slots_note : "");
  if ([...note].length > NOTE_MAX) return { row, cell: "slots_note", msg: `余量最多${NOTE_MAX}个字` };
  return "kept" in spoken ? { row, kept: spoken.kept, value, note } : { row, ...spoken, value, note };
}

async function knownFor(ctx: Ctx, rows: readonly Row[]): Promise<Known> {
  const enabled = await slotPlaces(ctx.db, null);
  const named = rows.filter((r) => r.id === undefined).flatMap((r) => placesNamed(enabled, r.place?.trim() ?? "").map((p) => p.id));
  const kept = await lockAppointments(
    ctx.db,
    rows.flatMap((r) => (r.id === undefined ? [] : [r.id])),
    named,
  );
  // A kept row may stand at a place that has been disabled since.
  const missing = kept.map((k) => k.place_id).filter((id) => !enabled.some((p) => p.id === id));
  const places = missing.length > 0 ? [...enabled, ...(await slotPlaces(ctx.db, missing))] : enabled;
  return { calendar: await calendarOf(ctx.db), today: shanghaiDate(ctx.now), places, kept, seen: new Map() };
}

const isChanged = (kept: Kept, value: SlotValue, note: string): boolean => slotText(kept) !== slotText(value) || kept.slots_note !== note;

/** Saves what holds and answers each row. */
export async function appointmentBatchUpdate(
  input: Parsed<Api["appointment_batch_update"]>,
  ctx: Ctx,
  doors: Doors,
): Promise<Output<Api["appointment_batch_update"]>> {
  const facts = await knownFor(ctx, input.rows);
  const judged = input.rows.map((row) => judge(facts, row));
  const by = { worker_id: ctx.me.worker_id, now: ctx.now };
  const stated = judged.filter((j) => "kept" in j);
  const changed = stated.filter((j) => isChanged(j.kept, j.value, j.note));
  const changes = stated.map((j): Change => ({ id: j.kept.id, ...j.value, slots_note: j.note }));
  if (changes.length > 0)
    await stateValues(
      ctx.db,
      changes,
      changed.map((j) => j.kept.id),
      by,
    );
  const fresh = judged.filter((j) => "place" in j);
  const values = fresh.map((j) => ({ place_id: j.place.id, visa_type: j.visa_type, ...j.value, slots_note: j.note }));
  const made = values.length > 0 ? await insertValues(ctx.db, values, by) : [];
  const ids = new Map(made.map((m) => [keyOf(m.place_id, m.visa_type), m.id]));
  const results = judged.map((j) => resultOf(j, ids));
  const count = (what: Result["made"]): number => results.filter((r) => r.made === what).length;
  const done = {
    added: count("added"),
    changed: count("changed"),
    refreshed: count("refreshed"),
    failed: results.filter((r) => !r.ok).length,
  };
  ctx.note({
    noun: "appointment",
    changes: [
      {
        field: "rows",
        label: "批量录入",
        before: null,
        after: `新增${done.added}，改动${done.changed}，核对${done.refreshed}，未保存${done.failed}`,
      },
    ],
  });
  return { results, ...done, impacts: await impactsOf(ctx, doors, facts, changed) };
}

function resultOf(j: Judged, made: ReadonlyMap<string, number>): Result {
  const { row } = j.row;
  if ("msg" in j) return { row, id: j.row.id ?? null, ok: false, made: null, cell: j.cell, msg: j.msg };
  if ("kept" in j) {
    const what = isChanged(j.kept, j.value, j.note) ? "changed" : "refreshed";
    return { row, id: j.kept.id, ok: true, made: what, cell: null, msg: what === "changed" ? "已保存" : "未变化，已更新核对时间" };
  }
  const id = made.get(keyOf(j.place.id, j.visa_type)) ?? null;
  if (id === null) return { row, id, ok: false, made: null, cell: "place", msg: "该地点与签证类型已存在，请刷新" };
  return { row, id, ok: true, made: "added", cell: null, msg: "已新增" };
}

async function impactsOf(ctx: Ctx, doors: Doors, facts: Known, changed: readonly { kept: Kept; value: SlotValue }[]): Promise<Impact[]> {
  const touched = changed.filter((j) => touchesWaiting(j.kept, j.value));
  if (touched.length === 0) return [];
  const counts = await doors.order.waitingCounts(ctx.db);
  return touched
    .map(({ kept, value }) => ({
      id: kept.id,
      place_name: facts.places.find((p) => p.id === kept.place_id)?.name ?? "",
      visa_type: kept.visa_type,
      before: slotText(kept),
      after: slotText(value),
      waiting: waitingFor(counts, kept),
    }))
    .filter((i) => i.waiting > 0);
}
