/**
 * What the plan backwards learned of the last 90 days, kept: every night from scratch. Of a mission the days it is open from
 * submission to result, of parcels the calendar days on their way; nine of ten took no longer.
 */
import type { LearnedDays } from "@visadesk/contract/base-data/calendar/back-plan.ts";
import type { Db } from "#kit/db/db.ts";
import { dayStart } from "#kit/range.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { calendarOf, places } from "../../base-data/index.ts";

export const PLAN_DAYS = 90;
/** Fewer cases leave the days as they are set. */
export const PLAN_LEAST = 20;
const NINE_OF_TEN = 0.9;
const DAY = 86_400_000;
const next = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10);

/** Days that are open after `from`, up to and with `to`. */
export function openBetween(from: string, to: string, isOpen: (day: string) => boolean): number {
  let n = 0;
  for (let day = next(from); day <= to; day = next(day)) if (isOpen(day)) n++;
  return n;
}

/** The least number of days within which nine of ten were done; each with how many took so long. */
export function p90Of(list: readonly { days: number; n: number }[]): number {
  const all = list.reduce((sum, x) => sum + x.n, 0);
  let done = 0;
  for (const x of list.toSorted((a, b) => a.days - b.days)) {
    done += x.n;
    if (done >= all * NINE_OF_TEN) return x.days;
  }
  return 0;
}

interface Taken {
  embassy_id: number;
  submit_date: string;
  result_on: string;
  n: number;
}
const taken = (db: Db, now: Date): Promise<Taken[]> =>
  rows<Taken>(
    db,
    q`
    with missions as materialized (select s.id, (s.body #>> '{embassy,id}')::int8 as embassy_id from sku_snapshots s where s.body #>> '{embassy,id}' is not null)
    select m.embassy_id, a.submit_date, (a.result_at at time zone 'Asia/Shanghai')::date as result_on, count(*)::int as n
    from applicants a join orders o on o.id = a.order_id join missions m on m.id = o.snapshot_id
    where a.result_at >= ${dayStart(now, -PLAN_DAYS)} and a.result_at < ${dayStart(now)} and a.submit_date is not null
    group by 1, 2, 3`,
  );

interface Figure {
  kind: "mission" | "courier_in" | "courier_back";
  place_id: number;
  days: number;
  n: number;
}
async function missionFigures(db: Db, now: Date): Promise<Figure[]> {
  const all = await taken(db, now);
  const missions = await places(db, [...new Set(all.map((t) => t.embassy_id))]);
  const calendar = await calendarOf(db);
  return [...Map.groupBy(all, (t) => t.embassy_id)].map(([place_id, of]) => {
    const open = calendar.missionDays(missions.get(place_id) ?? null);
    const list = of.map((t) => ({ n: t.n, days: openBetween(t.submit_date, t.result_on, (day) => open.isOpen(day)) }));
    return { kind: "mission", place_id, days: p90Of(list), n: list.reduce((sum, x) => sum + x.n, 0) };
  });
}
/** Parcels from customers, and those that go back to them. */
const courierFigures = (db: Db, now: Date): Promise<Figure[]> =>
  rows<Figure>(
    db,
    q`
    select case e.type when 1 then 'courier_in' else 'courier_back' end as kind, 0 as place_id, count(*)::int as n,
      (percentile_disc(0.9) within group (order by (e.signed_at at time zone 'Asia/Shanghai')::date - (e.sent_at at time zone 'Asia/Shanghai')::date))::int as days
    from expresses e
    where e.type in (1, 3) and e.sent_at <= e.signed_at and e.signed_at >= ${dayStart(now, -PLAN_DAYS)} and e.signed_at < ${dayStart(now)} group by e.type`,
  );

export async function keepPlanFigures(db: Db, now: Date): Promise<number> {
  const figures = [...(await missionFigures(db, now)), ...(await courierFigures(db, now))];
  await rows(db, q`delete from plan_figures`);
  await row(
    db,
    q`insert into plan_figures (kind, place_id, days, n, counted_at)
      select f.kind, f.place_id, f.days, f.n, ${now} from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as f(kind text, place_id int8, days int, n int)`,
  );
  return figures.length;
}

/** What is known well enough for an order to go to this mission. */
export async function learnedDays(db: Db, embassyId: number | null): Promise<LearnedDays> {
  const found = await rows<Figure>(
    db,
    q`select kind, place_id, days, n from plan_figures where place_id in (0, ${embassyId ?? 0}) and n >= ${PLAN_LEAST}`,
  );
  const of = (kind: Figure["kind"]) => {
    const f = found.find((x) => x.kind === kind);
    return f && { days: f.days, n: f.n };
  };
  return { originals: of("courier_in"), result: of("mission"), back: of("courier_back") };
}
