/** An appointment and the day that the supplier holds for its person. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { orderDesk, type OrderDesk } from "../../testing/make/order.ts";

let desk: OrderDesk;
beforeAll(async () => {
  desk = await orderDesk();
});
const place = (id: number) =>
  row<{ supplier_product_id: number; planned_date: string; cny_amount: number }>(
    desk.db,
    q`select supplier_product_id, planned_date, cny_amount from supplier_assignments where applicant_id = ${id} and released_at is null`,
  );
const lines = (id: number) =>
  rows<{ label: string; reason: string | null }>(
    desk.db,
    q`select label, reason from order_logs where applicant_id = ${id} and label like '%计划送签日%' order by id`,
  );
async function waiting(): Promise<number> {
  const o = await desk.order({ sku_no: "US-B1B2-01", travel_date: "2027-06-01", wish: "any_30" });
  const [id = 0] = o.people;
  await desk.pay(o.id);
  await desk.reviewed(id);
  return id;
}
const book = async (id: number) =>
  desk.move("visit_book", id, {
    appointment_no: `AP${id}`,
    letter: await desk.file("application/pdf"),
    visit_at: "2026-12-09T02:00:00.000Z",
  });

test("a booked appointment moves the day his supplier holds, at the same terms", async () => {
  const id = await waiting();
  const before = await place(id);
  expect(before?.planned_date).not.toBe("2026-12-09");
  await book(id);
  expect(await place(id)).toEqual({ ...before, planned_date: "2026-12-09" });
  expect(await lines(id)).toEqual([{ label: "改计划送签日", reason: null }]);
});

test("a day that is full for the supplier does not stand in the way of the mission's slot; the timeline says it", async () => {
  const id = await waiting();
  const before = await place(id);
  await rows(desk.db, q`update supplier_products set daily_quota = 1 where id = ${before?.supplier_product_id}`);
  await book(id);
  expect([(await desk.person(id)).applicant_status, await place(id)]).toEqual(["appointed", before]);
  expect(await lines(id)).toEqual([{ label: "计划送签日未随预约调整", reason: "12月9日名额已满（1/1）" }]);
});
