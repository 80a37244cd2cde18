/** The working clock and the days of missions as SQL: minutes and open days before each day, in arrays that a statement looks up. */
import type { Db } from "#kit/db/db.ts";
import { q, rows, type Sql } from "#kit/db/sql.ts";
import { dayOf } from "#kit/range.ts";
import { calendarOf, type Mission, type WorkCalendar } from "../../base-data/index.ts";

const DAY = 86_400_000;
/** Days that are looked up; what began before them counts from the first of them. */
const REACH = 1_100;

interface Tables {
  /** First day. */
  base: string;
  /** Working minutes before each day, and whether it is one. */
  before: number[];
  works: number[];
  /** Open days up to and with each day: of China, then those of missions, alike ones once. */
  open: number[];
  missions: number[];
  /** Which of them each mission keeps. */
  keeps: number[];
}
const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

function tablesOf(calendar: WorkCalendar, missions: readonly Mission[], now: Date): Tables {
  const days = Array.from({ length: REACH }, (_, i) => dayOf(now, i - REACH + 2));
  const length = calendar.hours.reduce((n, [from, to]) => n + minuteOf(to) - minuteOf(from), 0);
  const works = days.map((d) => Number(calendar.isWorkingDay(d)));
  const upTo = (isOpen: (date: string) => boolean): number[] => {
    let n = 0;
    return days.map((d) => (n += Number(isOpen(d))));
  };
  let sum = 0;
  const before = works.map((w) => (sum += w * length) - w * length);
  const kinds = new Map<string, number>();
  const keeps = [null, ...missions].map((m) => {
    const key = upTo((date) => calendar.missionDays(m).isOpen(date)).join();
    if (!kinds.has(key)) kinds.set(key, kinds.size);
    return kinds.get(key) ?? 0;
  });
  const open = [...kinds.keys()].flatMap((k) => k.split(",").map(Number));
  return { base: days[0] ?? "", before, works, open, missions: missions.map((m) => m.id), keeps: keeps.slice(1) };
}

const kept = new WeakMap<WorkCalendar, { key: string; tables: Tables }>();
async function readTables(db: Db, now: Date): Promise<{ calendar: WorkCalendar; tables: Tables }> {
  const calendar = await calendarOf(db);
  const missions = await rows<Mission>(db, q`select id, weekdays, follow_cn from embassies order by id`);
  const key = `${dayOf(now)} ${JSON.stringify(missions)}`;
  const known = kept.get(calendar);
  if (known?.key === key) return { calendar, tables: known.tables };
  const tables = tablesOf(calendar, missions, now);
  kept.set(calendar, { key, tables });
  return { calendar, tables };
}

export interface SpendClockSql {
  /** CTEs that hold the arrays; the functions below read them. */
  head: Sql;
  /** Working minutes between two times. */
  working: (from: string, to: string) => string;
  /** Open days of a mission from one time to another, the first one's day not counted. */
  missionDays: (mission: string, from: string, to: string) => string;
  /** Place of a mission in the arrays. */
  placeOf: (mission: string) => string;
}

export async function spendClock(db: Db, now: Date): Promise<SpendClockSql> {
  const { calendar, tables: t } = await readTables(db, now);
  const local = (at: string): string => `(${at} at time zone 'Asia/Shanghai')`;
  const day = (at: string): string => `least(greatest(${local(at)}::date - '${t.base}'::date, 0), ${REACH - 1})`;
  const get = (name: string, at: string): string => `(select ${name} from clock)[${at} + 1]`;
  const minute = (at: string): string => `(extract(epoch from ${local(at)}::time) / 60)`;
  const hours = (at: string): string =>
    calendar.hours
      .map(([from, to]) => `least(greatest(${minute(at)} - ${minuteOf(from)}, 0), ${minuteOf(to) - minuteOf(from)})`)
      .join(" + ");
  const upTo = (at: string): string => `(${get("before", day(at))} + ${get("works", day(at))} * (${hours(at)}))`;
  const openTo = (mission: string, at: string): string => get("open", `(${mission} * ${REACH} + ${day(at)})`);
  return {
    head: q`clock as materialized (select ${t.before}::int[] as before, ${t.works}::int[] as works, ${t.open}::int[] as open, ${t.missions}::int8[] as missions, ${t.keeps}::int[] as keeps)`,
    working: (from, to) => `(${upTo(to)} - ${upTo(from)})`,
    missionDays: (mission, from, to) => `(${openTo(mission, to)} - ${openTo(mission, from)})`,
    placeOf: (mission) => `coalesce((select keeps from clock)[array_position((select missions from clock), ${mission})], 0)`,
  };
}

/** First day of a period of so many days that ends with `to`. */
export const daysBefore = (to: string, days: number): string =>
  new Date(Date.parse(`${to}T00:00:00Z`) - (days - 1) * DAY).toISOString().slice(0, 10);
