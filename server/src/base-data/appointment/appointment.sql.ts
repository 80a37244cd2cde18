import type { appointment, appointmentApi, appointmentPoint } from "@visadesk/contract/base-data/calendar/appointment.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { z } from "@visadesk/contract/kit/field.ts";
import type { Db } from "#kit/db/db.ts";
import { likeOf } from "#kit/grams.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, or, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { appointmentNoun } from "./appointment.noun.ts";
import type { Mission } from "../calendar/calendar.rules.ts";
import type { ProductDoor } from "../doors.ts";

type View = z.output<typeof appointment>;
/** A row before the calendar and the people who wait are known. */
export type AppointmentRow = Omit<View, "fresh_until" | "freshness" | "waiting_count">;
export type AppointmentPoint = z.output<typeof appointmentPoint>;
export type AppointmentFilter = Partial<Parsed<typeof appointmentApi.appointment_query>>;

const FROM = raw("(appointments a join embassies e on e.id = a.place_id join countries c on c.id = e.country_id)");
const NICKNAME = raw("coalesce(nullif(w.nickname, ''), '匿名')");
const CURVE_DAYS = 90;

/** `since`: per number of working days, from when on a statement still holds. The moments are our own, never input. */
const isStale = (since: readonly Date[], today: string): string => {
  const moments = since.map((at) => `'${at.toISOString()}'`).join(",");
  return `(a.checked_at < (array[${moments}]::timestamptz[])[a.valid_days] or coalesce(a.earliest_date < '${today}'::date, false))`;
};

/** The value in force when the last 90 days began, and every one since. */
const curve = (now: Date): Sql => {
  const from = q`${now}::timestamptz - make_interval(days => ${raw(String(CURVE_DAYS))})`;
  return q`coalesce((select json_agg(json_build_object('on', x.day, 'days', x.earliest_date - x.day) order by x.at, x.id) from (
    select p.id, p.at, p.earliest_date, (p.at at time zone 'Asia/Shanghai')::date as day from appointment_points p
    where p.appointment_id = a.id and p.at >= coalesce((select max(b.at) from appointment_points b where b.appointment_id = a.id and b.at < ${from}), ${from})) x), '[]')`;
};

export interface ListFacts {
  /** See `freshSince`. */
  since: readonly Date[];
  today: string;
  now: Date;
}
const select = (product: ProductDoor, now: Date): Sql => q`
  a.id, e.country_id, c.name_zh as country_name, c.flag_emoji, a.place_id, e.name as place_name, e.district_name, a.visa_type, a.earliest_date, a.no_slots, a.slots_note, a.half,
  a.min_lead_days, a.source, a.supplier_id, (select s.short_name from suppliers s where s.id = a.supplier_id) as supplier_name, a.valid_days, a.checked_at, a.updated_by,
  (select ${NICKNAME} from workers w where w.id = a.updated_by) as updated_by_name, ${curve(now)} as curve, ${product.usedCountOf("appointment", raw("a.id"))} as used_count,
  a.status, a.sort, a.remark, a.version, a.updated_at`;

export function appointmentList(product: ProductDoor, f: AppointmentFilter, { since, today, now }: ListFacts): ListDef {
  const stale = isStale(since, today);
  const freshness = { stale: stale, none: `not ${stale} and a.no_slots`, fresh: `not ${stale} and not a.no_slots` };
  const place = "c.pinyin || ' ' || e.name || ' ' || lpad(coalesce(a.visa_type, 0)::text, 2, '0')";
  return {
    from: FROM,
    where: and([
      f.keyword &&
        q`lower(e.name || ' ' || e.short_name || ' ' || e.city || ' ' || c.name_zh || ' ' || c.pinyin) like ${likeOf(f.keyword)}`,
      f.country_id && q`e.country_id = any(${f.country_id}::text[])`,
      f.place_id && q`a.place_id = any(${f.place_id}::int8[])`,
      f.visa_type && q`a.visa_type = any(${f.visa_type}::int4[])`,
      f.freshness && or(f.freshness.map((k) => raw(freshness[k]))),
      f.source && q`a.source = ${f.source}`,
      f.updated_by && q`a.updated_by = any(${f.updated_by}::int8[])`,
      f.status !== undefined && q`a.status = ${f.status}`,
    ]),
    id: "a.id",
    select: select(product, now),
    sorts: {
      // What needs somebody this morning first; inside of it by place, so that a phone call answers several rows.
      freshness: { by: `(case when ${stale} then '0' when a.no_slots then '1' else '2' end) || ' ' || ${place}`, order: "asc" },
      earliest_date: { by: "a.earliest_date", order: "asc" },
      checked_at: { by: "a.checked_at", order: "desc" },
      place_name: { by: place, order: "asc" },
    },
    sort: "freshness",
  };
}

/** Numbers above the list; disabled rows do not count. */
export const freshnessCounts = async (db: Db, { since, today }: ListFacts): Promise<{ fresh: number; stale: number; none: number }> => {
  const stale = raw(isStale(since, today));
  const found = await row<{ fresh: number; stale: number; none: number }>(
    db,
    q`
    select count(*) filter (where ${stale})::int as stale, count(*) filter (where not ${stale} and a.no_slots)::int as none,
           count(*) filter (where not ${stale} and not a.no_slots)::int as fresh
    from appointments a where a.status = 1`,
  );
  return found ?? { fresh: 0, stale: 0, none: 0 };
};

export const appointmentById = (db: Db, product: ProductDoor, id: number, now: Date): Promise<AppointmentRow | undefined> =>
  row<AppointmentRow>(db, q`select ${select(product, now)} from ${FROM} where a.id = ${id}`);

/** All enabled rows that have passed, for the morning's message. */
export const staleAppointments = (db: Db, product: ProductDoor, facts: ListFacts): Promise<AppointmentRow[]> =>
  rows<AppointmentRow>(
    db,
    q`select ${select(product, facts.now)} from ${FROM} where a.status = 1 and ${raw(isStale(facts.since, facts.today))} order by c.pinyin, e.name, a.visa_type nulls first`,
  );

/** Values of a row, the newest first. */
export const appointmentPoints = (db: Db, id: number, from: Date | null, limit: number): Promise<AppointmentPoint[]> =>
  rows<AppointmentPoint>(
    db,
    q`
    select p.id, p.earliest_date, p.no_slots, p.slots_note, p.source, (select s.short_name from suppliers s where s.id = p.supplier_id) as supplier_name,
      (select ${NICKNAME} from workers w where w.id = p.made_by) as worker_name, p.at
    from appointment_points p where p.appointment_id = ${id} and (${from}::timestamptz is null or p.at >= ${from}) order by p.at desc, p.id desc limit ${limit}`,
  );

/** The stored row, locked. */
export interface Kept {
  id: number;
  place_id: number;
  visa_type: number | null;
  earliest_date: string | null;
  no_slots: boolean;
  slots_note: string;
  half: View["half"];
  min_lead_days: number;
  source: View["source"];
  supplier_id: number | null;
  valid_days: number;
  checked_at: string;
  updated_by: number | null;
  status: 0 | 1;
  sort: number;
  remark: string;
  version: number;
}
const KEPT = raw(
  "id, place_id, visa_type, earliest_date, no_slots, slots_note, half, min_lead_days, source, supplier_id, valid_days, checked_at, updated_by, status, sort, remark, version",
);
export const lockAppointment = (db: Db, id: number): Promise<Kept | undefined> =>
  row<Kept>(db, q`select ${KEPT} from appointments where id = ${id} for update`);

/** Rows of a batch, locked in one order for everybody. */
export const lockAppointments = (db: Db, ids: readonly number[], placeIds: readonly number[]): Promise<Kept[]> =>
  rows<Kept>(
    db,
    q`select ${KEPT} from appointments where id = any(${[...ids]}::int8[]) or place_id = any(${[...placeIds]}::int8[]) order by id for update`,
  );

/** A place people can be sent to: missions and visa centres, not the online systems. */
export interface SlotPlace extends Mission {
  name: string;
  short_name: string;
  country_id: string;
  status: 0 | 1;
}
export const slotPlaces = (db: Db, ids: readonly number[] | null): Promise<SlotPlace[]> =>
  rows<SlotPlace>(
    db,
    q`
    select id, name, short_name, country_id, status, weekdays, follow_cn, open_from, open_to from embassies
    where embassy_type between 1 and 4 and ${ids ? q`id = any(${[...ids]}::int8[])` : raw("status = 1")} order by id`,
  );

export interface Change {
  id: number;
  earliest_date: string | null;
  no_slots: boolean;
  slots_note: string;
}
/** States values of kept rows: all of them count as looked at now, those in `changed` leave a point. */
export async function stateValues(
  db: Db,
  changes: readonly Change[],
  changed: readonly number[],
  by: { worker_id: number; now: Date },
): Promise<void> {
  await saveRows({ db }, appointmentNoun, {
    from: q`json_to_recordset(${JSON.stringify(changes)}::json) x(id int8, earliest_date date, no_slots boolean, slots_note text)`,
    where: q`appointments.id = x.id`,
    set: {
      earliest_date: raw("x.earliest_date"),
      no_slots: raw("x.no_slots"),
      slots_note: raw("x.slots_note"),
      checked_at: by.now,
      updated_at: by.now,
      updated_by: by.worker_id,
    },
  });
  await addPoints(db, changed, by);
}

/** New rows of a batch; one that somebody else has just made is left out of the answer. */
export async function insertValues(
  db: Db,
  values: readonly (Omit<Change, "id"> & { place_id: number; visa_type: number | null })[],
  by: { worker_id: number; now: Date },
): Promise<{ id: number; place_id: number; visa_type: number | null }[]> {
  const made = await rows<{ id: number; place_id: number; visa_type: number | null }>(
    db,
    q`
    insert into appointments (place_id, visa_type, earliest_date, no_slots, slots_note, checked_at, updated_at, updated_by, created_by, created_at)
    select x.place_id, x.visa_type, x.earliest_date, x.no_slots, x.slots_note, ${by.now}, ${by.now}, ${by.worker_id}, ${by.worker_id}, ${by.now}
    from json_to_recordset(${JSON.stringify(values)}::json) x(place_id int8, visa_type int4, earliest_date date, no_slots boolean, slots_note text)
    order by x.place_id, x.visa_type on conflict (place_id, (coalesce(visa_type, 0))) do nothing returning id, place_id, visa_type`,
  );
  await addPoints(
    db,
    made.map((m) => m.id),
    by,
  );
  return made;
}

/** The present value of these rows becomes a point of their history. */
export const addPoints = async (db: Db, ids: readonly number[], by: { worker_id: number; now: Date }): Promise<void> =>
  void (
    ids.length > 0 &&
    (await rows(
      db,
      q`
      insert into appointment_points (appointment_id, earliest_date, no_slots, slots_note, source, supplier_id, made_by, at)
      select a.id, a.earliest_date, a.no_slots, a.slots_note, a.source, a.supplier_id, ${by.worker_id}, ${by.now} from appointments a where a.id = any(${[...ids]}::int8[]) order by a.id`,
    ))
  );

export const supplierExists = async (db: Db, id: number): Promise<boolean> =>
  (await row(db, q`select id from suppliers where id = ${id}`)) !== undefined;

/** The row that speaks for a place and a kind of visa: its own before the one for all. */
export type EarliestRow = Pick<
  Kept,
  "id" | "place_id" | "visa_type" | "earliest_date" | "no_slots" | "slots_note" | "half" | "min_lead_days" | "valid_days" | "checked_at"
>;
export const earliestRows = (db: Db, placeIds: readonly number[]): Promise<EarliestRow[]> =>
  rows<EarliestRow>(
    db,
    q`
    select id, place_id, visa_type, earliest_date, no_slots, slots_note, half, min_lead_days, valid_days, checked_at
    from appointments where status = 1 and place_id = any(${[...placeIds]}::int8[]) order by place_id, visa_type nulls last`,
  );
