import { expect, test } from "vitest";
import { seedRows } from "#kit/db/seeds.ts";
import { testDatabase } from "../../testing/database.ts";
import { calendarOf } from "./calendar.ts";
import { instantOf, missionOpen, weekdayOf, workCalendar, type CalendarDay } from "./calendar.rules.ts";

const days = seedRows<[string, "off" | "work", string]>("gen/calendar-cn.json").map(([date, day_kind, name]): CalendarDay => ({
  calendar: "CN",
  date,
  day_kind,
  name,
}));
const calendar = workCalendar(days);
const follows = { id: 7, weekdays: [1, 2, 3, 4, 5], follow_cn: true };
const at = (date: string, time: string): Date => instantOf(date, time);
const shown = (d: Date): string => new Date(d.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace("T", " ");

test("base-data 1: working days of China and of a mission that follows its holidays", () => {
  expect(calendar.addWorkingDays("2026-09-29", 5)).toBe("2026-10-12");
  expect(calendar.missionDays(follows).addDays("2026-09-29", 5)).toBe("2026-10-13");
  expect(calendar.addWorkingDays("2026-02-13", 2)).toBe("2026-02-24");
  expect(calendar.addWorkingDays("2026-02-15", 0)).toBe("2026-02-15");
  expect([weekdayOf("2026-09-20"), weekdayOf("2026-09-21")]).toEqual([7, 1]);
});

test("base-data 2: working hours run on a make-up Sunday, else on Monday", () => {
  expect(shown(calendar.addWorkingMinutes(at("2026-09-18", "16:30"), 240))).toBe("2026-09-20 11:30");
  expect(shown(calendar.addWorkingMinutes(at("2026-09-11", "16:30"), 240))).toBe("2026-09-14 11:30");
  expect(calendar.workingMinutes(at("2026-09-18", "16:30"), at("2026-09-20", "11:30"))).toBe(240);
  expect(calendar.workingMinutes(at("2026-09-18", "00:00"), at("2026-09-18", "23:59"))).toBe(480);
});

test("the next working time is now, after lunch, or the next working day's morning", () => {
  const next = (date: string, time: string): string => shown(calendar.nextWorkingTime(at(date, time)));
  expect(next("2026-09-18", "10:30")).toBe("2026-09-18 10:30");
  expect(next("2026-09-18", "12:00")).toBe("2026-09-18 13:00");
  expect(next("2026-09-18", "18:00")).toBe("2026-09-20 09:00");
  expect(next("2026-09-30", "20:00")).toBe("2026-10-08 09:00");
});

test("a year without days is estimated", () => {
  expect(calendar.isEstimated("2026-12-30", "2027-01-04")).toBe(true);
  expect(calendar.isEstimated("2025-12-30", "2026-10-04")).toBe(false);
});

test("order 7: limits in working days and working hours", () => {
  expect(shown(calendar.dueAt(at("2026-02-13", "10:00"), 2, "work_day"))).toBe("2026-02-24 18:00");
  expect(shown(calendar.dueAt(at("2026-09-30", "16:00"), 1, "work_day"))).toBe("2026-10-08 18:00");
  expect(shown(calendar.dueAt(at("2026-09-30", "16:00"), 4, "work_hour"))).toBe("2026-10-08 11:00");
  expect(calendar.dueAt(at("2026-09-30", "16:00"), 3, "day").toISOString()).toBe("2026-10-03T15:59:59.000Z");
  expect(shown(calendar.dueAt(at("2026-09-30", "16:00"), 24, "hour"))).toBe("2026-10-01 16:00");
});

test("order 8: a hold keeps the working minutes that were left", () => {
  const left = calendar.workingMinutes(at("2026-09-28", "14:00"), calendar.dueAt(at("2026-09-28", "10:00"), 1, "work_day"));
  expect(left).toBe(720);
  expect(shown(calendar.addWorkingMinutes(at("2026-09-30", "14:00"), left))).toBe("2026-10-08 18:00");
});

test("order 9: mission days skip a make-up Saturday", () => {
  expect(calendar.missionDays(follows).addDays("2026-09-24", 10)).toBe("2026-10-16");
});

test("a mission is open on its days, inside its hours, by its own calendar", () => {
  const own = workCalendar([
    ...days,
    { calendar: "7", date: "2026-09-28", day_kind: "off", name: "馆庆" },
    { calendar: "7", date: "2026-10-10", day_kind: "work", name: "" },
  ]);
  const place = { ...follows, open_from: "08:30", open_to: "16:00" };
  expect(own.missionDays(place).closedBecause("2026-10-05")).toBe("国庆节");
  expect(own.missionDays(place).closedBecause("2026-09-28")).toBe("馆庆");
  expect(own.missionDays(place).isOpen("2026-10-10")).toBe(true);
  expect(own.missionDays({ ...place, follow_cn: false }).isOpen("2026-10-05")).toBe(true);
  expect([at("2026-09-29", "08:30"), at("2026-09-29", "16:01"), at("2026-09-28", "09:00")].map((t) => missionOpen(own, place, t))).toEqual([
    true,
    false,
    false,
  ]);
});

const AT = "2026-09-28T02:00:00Z";
test("the loaded calendar is renewed by any change of a day or of the working hours", async () => {
  const { db } = await testDatabase();
  expect((await calendarOf(db)).isWorkingDay("2026-10-05")).toBe(true);
  await db
    .insertInto("calendar_days")
    .values({ calendar: "CN", date: "2026-10-05", day_kind: "off", name: "国庆节", updated_at: AT })
    .execute();
  const loaded = await calendarOf(db);
  expect(loaded.isWorkingDay("2026-10-05")).toBe(false);
  expect(await calendarOf(db)).toBe(loaded);
  await db
    .insertInto("sys_configs")
    .values({ key: "work_hours", value: JSON.stringify([["09:00", "10:00"]]), updated_at: AT })
    .execute();
  expect((await calendarOf(db)).workingMinutes(at("2026-09-29", "00:00"), at("2026-09-29", "23:00"))).toBe(60);
});
