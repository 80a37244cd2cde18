/** Bodies of once.test.ts for 最近可约日期. */
import { raw, row, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";

/** Places no other body names, the nth of them. */
const place = (n: number): string =>
  `select id, name from embassies where embassy_type < 4 and status = 1 and follow_cn order by id offset ${n} limit 1`;
const DATE = "2026-12-15";

export interface BookingDesk {
  order(): Promise<{ id: number; people: number[] }>;
  pay(id: number): Promise<void>;
}
/** Dates of places, and one person who waits for one. */
export function appointmentOnce(app: () => TestApp, desk: () => BookingDesk) {
  const placeOf = async (n: number) => (await row<{ id: number; name: string }>(app().db, raw(place(n)))) ?? { id: 0, name: "" };
  const notify = async () => {
    const { id, people } = await desk().order();
    await desk().pay(id);
    await rows(app().db, raw(`update applicants set applicant_status = 'awaiting_appointment' where order_id = ${id}`));
    const made = await row<{ id: number }>(
      app().db,
      raw(
        `insert into appointments (place_id, earliest_date, checked_at, created_at, updated_at) select s.visit_place_id, '${DATE}', o.created_at, o.created_at, o.created_at from orders o join sku_snapshots s on s.id = o.snapshot_id where o.id = ${id} returning id`,
      ),
    );
    return { id: made?.id ?? 0, applicant_ids: people, expected_count: 1 };
  };
  return {
    bodies: {
      appointment_add: async () => ({
        place_id: (await placeOf(0)).id,
        visa_type: null,
        earliest_date: DATE,
        no_slots: false,
        slots_note: "",
        half: "any" as const,
        min_lead_days: 0,
        source: "staff" as const,
        supplier_id: null,
        valid_days: 3,
      }),
      appointment_batch_update: async () => ({ rows: [{ row: 1, place: (await placeOf(1)).name, slot: DATE }] }),
      appointment_notify: notify,
    },
    other: {
      appointment_add: { slots_note: "余量充足" },
      appointment_batch_update: { rows: [{ row: 2, place: "别处", slot: DATE }] },
      appointment_notify: { expected_count: 2 },
    },
  };
}
