/** Demo booking dates: every place people go to in person, in all three kinds of freshness, with half a year of history. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Db } from "#kit/db/db.ts";
import { addDays, type WorkCalendar } from "../calendar/calendar.rules.ts";
import { calendarOf } from "../calendar/calendar.ts";
import { demoPlaces, demoStaff, keepDemo, type DemoPoint } from "./demo-appointment.sql.ts";
import { slotPlaces, type SlotPlace } from "./appointment.sql.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Days between two looks, and how many looks there were. */
const STEP = 6;
const LOOKS = 30;
const NOTES = ["余量充足", "每周二放号", "仅剩上午", "", "约20个", ""];
/** How long ago the last look was, by turns: most this morning or yesterday, some too long ago. */
const AGES = [2 * HOUR, 3 * HOUR, DAY, 2 * HOUR, 12 * DAY, DAY, 4 * HOUR, 9 * DAY];
const NO_SLOTS_EVERY = 7;

/** Days ahead at one look: a slow wave of its own per place, so that curves differ. */
const ahead = (place: number, look: number): number =>
  Math.round(9 + (place % 5) * 6 + 8 * Math.sin((look + place * 2) / 3.1) + (look % 4 === 0 ? 3 : 0));

function pointsOf(calendar: WorkCalendar, place: SlotPlace, turn: number, now: Date): DemoPoint[] {
  const last = new Date(now.getTime() - (AGES[turn % AGES.length] ?? HOUR));
  const points: DemoPoint[] = [];
  for (let look = LOOKS; look >= 0; look--) {
    const at = new Date(last.getTime() - look * STEP * DAY);
    const isNone = look === 0 ? turn % NO_SLOTS_EVERY === NO_SLOTS_EVERY - 1 : (look + turn) % 19 === 0;
    const wished = addDays(shanghaiDate(at), Math.max(1, ahead(turn, look)));
    const date = calendar.missionDays(place).addDays(addDays(wished, -1), 1);
    points.push({
      earliest_date: isNone ? null : date,
      no_slots: isNone,
      slots_note: isNone ? "" : (NOTES[(turn + look) % NOTES.length] ?? ""),
      at,
    });
  }
  return points;
}

/** Fills an empty table; answers how many rows were made. */
export async function seedAppointments(db: Db, now: Date): Promise<number> {
  const wanted = await demoPlaces(db);
  const staff = await demoStaff(db);
  const calendar = await calendarOf(db);
  const places = new Map((await slotPlaces(db, [...new Set(wanted.map((w) => w.place_id))])).map((p) => [p.id, p]));
  let made = 0;
  for (const [turn, { place_id, visa_type }] of wanted.entries()) {
    const place = places.get(place_id);
    if (!place) continue;
    const row = {
      place_id,
      visa_type,
      valid_days: turn % 4 === 3 ? 2 : 3,
      min_lead_days: (turn % 3) * 2,
      worker_id: staff[turn % staff.length] ?? null,
    };
    made += await keepDemo(db, row, pointsOf(calendar, place, turn, now));
  }
  return made;
}
