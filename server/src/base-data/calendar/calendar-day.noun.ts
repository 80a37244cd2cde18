import { calendarApi } from "@visadesk/contract/base-data/calendar/calendar.ts";
import { noun } from "#kit/noun/noun.ts";

export const calendarDayNoun = noun("calendar", {
  table: "calendar_days",
  shape: calendarApi.calendar_save.input,
  internal: ["date", "day_kind", "name", "source"],
});
