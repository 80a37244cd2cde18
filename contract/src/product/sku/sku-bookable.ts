import { APPOINTMENT_HALVES, FRESHNESS } from "../../base-data/calendar/appointment.words.ts";
import { bool, choice, date, id, int, text, time, z } from "../../kit/field.ts";

/** The nearest bookable date of the place where this product's people go in person. */
export const skuBookable = z.object({
  appointment_id: id(),
  place_name: text("地点"),
  earliest_date: z.nullable(date("最早可约")),
  no_slots: bool("无号"),
  slots_note: text("余量", { min: 0 }),
  half: choice("半天", APPOINTMENT_HALVES),
  freshness: choice("新鲜度", FRESHNESS),
  checked_at: time("核对时间"),
  fresh_until: date("有效至"),
  min_lead_days: int("提前天数"),
});
