import { beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { OrderDesk, PLAIN_SKU } from "../../testing/make/order.ts";

let app: TestApp;
let admin: Client;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp({ now: "2026-09-10T02:00:00.000Z" });
  admin = await app.as("admin");
  const staff = await app.db.selectFrom("workers").select(["account", "id"]).execute();
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});

const plainSku = async (facts: { work_days_max?: number } = {}): Promise<number> => {
  const { id } = await app.db
    .updateTable("skus")
    .set({ work_days_max: 10, return_way: "free", ...facts })
    .where("sku_no", "=", PLAIN_SKU)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};
const latest = (steps: readonly { step: string; latest: string | null }[]) =>
  Object.fromEntries(steps.map((s) => [s.step, s.latest?.slice(5)]));

test("base-data 4: a product's plan by the stored calendar and the configured days", async () => {
  const id = await plainSku();
  const plan = await admin.call("sku_plan_get", { id, travel_date: "2026-10-20" });
  expect(latest(plan.steps)).toEqual({
    papers: "09-17",
    originals_sent: "09-19",
    originals_in: "09-21",
    submission: "09-23",
    result: "10-15",
    in_hand: "10-17",
  });
  expect(plan).toMatchObject({ work_days_max: 10, is_estimated: false });
  const { version } = await admin.call("sys_config_query", {});
  await admin.call("sys_config_update", { version, plan_in_hand_days: 4 });
  expect(latest((await admin.call("sku_plan_get", { id, travel_date: "2026-10-20" })).steps)).toMatchObject({ in_hand: "10-16" });
  await admin.call("sys_config_update", { version: version + 1, plan_in_hand_days: 3 });
  expect((await admin.call("sku_plan_get", { id, travel_date: "2027-03-01" })).steps.at(-1)).toMatchObject({ is_estimated: true });
});

test("a product that asks for a visit is held up by the nearest bookable day of its place; no free dates are said", async () => {
  const sku = await app.db
    .selectFrom("skus")
    .select(["id", "embassy_id", "submit_place_id"])
    .where("sku_no", "=", "US-B1B2-01")
    .executeTakeFirstOrThrow();
  const place_id = sku.submit_place_id ?? sku.embassy_id ?? 0;
  await app.db.deleteFrom("appointments").where("place_id", "=", place_id).execute();
  const plan = () => admin.call("sku_plan_get", { id: sku.id, travel_date: null });
  const free = await plan();
  expect(free).toMatchObject({ bookable_on: null, no_slots: false });
  const at = app.clock.now();
  await app.db
    .insertInto("appointments")
    .values({ place_id, visa_type: null, earliest_date: "2026-11-30", checked_at: at, created_at: at, updated_at: at })
    .execute();
  const booked = await plan();
  expect(booked.bookable_on).toBe("2026-11-30");
  expect(booked.steps.find((s) => s.step === "submission")?.earliest).toBe("2026-11-30");
  expect(booked.first_travel_date > free.first_travel_date).toBe(true);
  await app.db.updateTable("appointments").set({ earliest_date: null, no_slots: true }).where("place_id", "=", place_id).execute();
  expect(await plan()).toMatchObject({ bookable_on: null, no_slots: true, first_travel_date: free.first_travel_date });
});

test("an order's plan leaves out what is done, stands on its snapshot and speaks of the person who is latest", async () => {
  await plainSku();
  const order = await desk.order({ people: 2, travel_date: "2026-10-20" });
  await desk.pay(order.id);
  const [first = 0, second = 0] = order.people;
  const plan = async (applicant_id?: number) =>
    (await admin.call("order_plan_get", { id: order.id, ...(applicant_id !== undefined && { applicant_id }) })).plan;
  await desk.reviewed(first);
  await plainSku({ work_days_max: 30 });
  expect(await plan()).toMatchObject({ applicant_id: second, travel_date: "2026-10-20", work_days_max: 10 });
  const early = await plan(first);
  expect(early?.steps.map((s) => [s.step, s.is_done])).toEqual([
    ["papers", true],
    ["originals_sent", true],
    ["originals_in", true],
    ["submission", false],
    ["result", false],
    ["in_hand", false],
  ]);
  expect(early?.steps[0]).toMatchObject({ earliest: "2026-09-10", latest: null, slack: null });
  await desk.move("applicant_submit", first, { submit_date: desk.today() });
  const submitted = await plan(first);
  expect(submitted?.steps.filter((s) => !s.is_done).map((s) => s.step)).toEqual(["result", "in_hand"]);
  await app.db.updateTable("applicants").set({ applicant_status: "cancelled" }).where("order_id", "=", order.id).execute();
  expect(await plan()).toBeNull();
  const expert = await app.as("service");
  expect(await expert.refused("order_plan_get", { id: 987_654_321 })).toMatchObject({ code: "not_found" });
});
