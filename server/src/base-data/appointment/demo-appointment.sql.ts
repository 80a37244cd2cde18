import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";

export interface DemoPlace {
  place_id: number;
  visa_type: number | null;
}
export interface DemoPoint {
  earliest_date: string | null;
  no_slots: boolean;
  slots_note: string;
  at: Date;
}

/** Places that products send people to, per kind of visa; the other visa centres for all kinds. */
export const demoPlaces = (db: Db): Promise<DemoPlace[]> =>
  rows<DemoPlace>(
    db,
    q`
    select distinct coalesce(k.submit_place_id, k.embassy_id) as place_id, u.visa_type from skus k join spus u on u.visa_product_unit_code = k.visa_product_unit_code
      join embassies e on e.id = coalesce(k.submit_place_id, k.embassy_id)
    where (k.need_interview or k.need_fingerprint or k.need_delivery) and e.embassy_type between 1 and 4
    union
    select e.id, null from embassies e where e.embassy_type = 4 and e.status = 1
      and not exists (select from skus k where e.id = coalesce(k.submit_place_id, k.embassy_id) and (k.need_interview or k.need_fingerprint or k.need_delivery))
    order by 1, 2`,
  );

/** Who keeps the dates in the demo. */
export const demoStaff = async (db: Db): Promise<number[]> =>
  (await rows<{ id: number }>(db, q`select id from workers where account in ('product', 'admin') order by id`)).map((w) => w.id);

/** One row with its history; 0 when it is already there. */
export async function keepDemo(
  db: Db,
  a: DemoPlace & { valid_days: number; min_lead_days: number; worker_id: number | null },
  points: readonly DemoPoint[],
): Promise<number> {
  const last = points.at(-1);
  if (!last) return 0;
  const made = await row<{ id: number }>(
    db,
    q`
    insert into appointments (place_id, visa_type, earliest_date, no_slots, slots_note, min_lead_days, valid_days, updated_by, created_by, checked_at, updated_at, created_at)
    values (${a.place_id}, ${a.visa_type}, ${last.earliest_date}, ${last.no_slots}, ${last.slots_note}, ${a.min_lead_days}, ${a.valid_days}, ${a.worker_id}, ${a.worker_id}, ${last.at}, ${last.at}, ${points[0]?.at ?? last.at})
    on conflict (place_id, (coalesce(visa_type, 0))) do nothing returning id`,
  );
  if (!made) return 0;
  await rows(
    db,
    q`
    insert into appointment_points (appointment_id, earliest_date, no_slots, slots_note, source, made_by, at)
    select ${made.id}, x.earliest_date, x.no_slots, x.slots_note, 'staff', ${a.worker_id}, x.at
    from json_to_recordset(${JSON.stringify(points)}::json) x(earliest_date date, no_slots boolean, slots_note text, at timestamptz) order by x.at`,
  );
  return 1;
}
