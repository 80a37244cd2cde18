import { beforeAll, describe, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { OrderDesk } from "../../testing/make/order.ts";

const SKU = "US-B1B2-01";
let app: TestApp;
let clerk: Client;
let desk: OrderDesk;
/** Where people of the product go in person. */
let centre: { id: number; name: string };
beforeAll(async () => {
  app = await testApp({ now: "2026-09-18T02:00:00.000Z" });
  clerk = await app.as("product");
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  const [found] = await rows<{ id: number; name: string }>(
    app.db,
    q`select e.id, e.name from skus k join embassies e on e.id = k.submit_place_id where k.sku_no = ${SKU}`,
  );
  centre = found ?? { id: 0, name: "" };
});

const key = () => ({ idempotency_key: crypto.randomUUID() });
const facts = (place_id: number): InputOf<"appointment_add"> => ({
  place_id,
  visa_type: null,
  earliest_date: "2026-10-20",
  no_slots: false,
  slots_note: "",
  half: "any",
  min_lead_days: 0,
  source: "staff",
  supplier_id: null,
  valid_days: 3,
  ...key(),
});
const refusal = async (name: string, body: unknown): Promise<[unknown, string]> => {
  const answer = await clerk.raw(name, body);
  return [(answer.body as { code?: string } | null)?.code, answer.msg];
};
const usedCount = async (id: number): Promise<number> => (await clerk.call("appointment_get", { id })).used_count;

describe("base-data 25: whom a later date concerns", () => {
  const waits = async (): Promise<{ order: number; person: number }> => {
    const o = await desk.order({ sku_no: SKU, wish: "any_30", travel_date: "2027-06-01" });
    await desk.pay(o.id);
    const person = o.people[0] ?? 0;
    // The way through the review is the order area's own story.
    await rows(app.db, q`update applicants set applicant_status = 'awaiting_appointment' where id = ${person}`);
    return { order: o.id, person };
  };
  const travelDate = async () => {
    const [sku] = await rows<{ id: number }>(app.db, q`select id from skus where sku_no = ${SKU}`);
    const id = sku?.id ?? 0;
    return { ...(await clerk.call("sku_get", { id })).bookable, ...(await clerk.call("sku_plan_get", { id, travel_date: null })) };
  };

  test("those who wait are named, two are told, their orders show it, and what tells the customer moves", async () => {
    const [one, two, three] = [await waits(), await waits(), await waits()];
    const { id } = await clerk.call("appointment_add", facts(centre.id));
    const before = await travelDate();
    expect(before).toMatchObject({ earliest_date: "2026-10-20", freshness: "fresh", place_name: centre.name });
    const [mine] = (await clerk.call("appointment_query", { place_id: [centre.id] })).list;
    expect(mine).toMatchObject({ id, waiting_count: 3 });
    expect(await usedCount(id)).toBeGreaterThan(0);

    const saved = await clerk.call("appointment_batch_update", { rows: [{ row: 1, id, version: 1, slot: "2026-11-09" }], ...key() });
    expect(saved.impacts).toEqual([
      { id, place_name: centre.name, visa_type: null, before: "2026-10-20", after: "2026-11-09", waiting: 3 },
    ]);
    const list = await clerk.call("appointment_waiting_query", { id });
    expect(list).toMatchObject({ total: 3, before: "2026-10-20", after: "2026-11-09" });
    expect(new Set(list.list.map((a) => a.applicant_id))).toEqual(new Set([one.person, two.person, three.person]));
    expect(list.list[0]?.name_cn).toMatch(/\*/);

    const notify = (expected_count: number, ids: number[]) => ({ id, applicant_ids: ids, expected_count, note: "请尽快确认", ...key() });
    expect(await refusal("appointment_notify", notify(2, [one.person]))).toEqual(["count_changed", "名单已变化，请重新确认"]);
    expect(await clerk.call("appointment_notify", notify(3, [one.person, two.person]))).toMatchObject({ reminded: 2 });
    expect((await clerk.call("appointment_notify", notify(3, [one.person]))).results).toEqual([
      { id: one.person, ok: true, msg: "第2次提醒" },
    ]);

    const expert = await app.as("admin");
    const shown = async (order: number) => (await expert.call("order_get", { id: order })).reminds;
    expect(await shown(one.order)).toMatchObject([
      {
        kind: "slot_change",
        times: 2,
        level: "high",
        content: `${centre.name}全部类型最早可约由2026-10-20改为2026-11-09，请与客户确认行程。请尽快确认`,
      },
    ]);
    expect((await expert.call("applicant_get", { order_id: two.order, id: two.person })).reminds).toHaveLength(1);
    expect(await shown(three.order)).toEqual([]);
    expect((await clerk.call("appointment_waiting_query", { id })).list.find((a) => a.applicant_id === one.person)?.reminded_times).toBe(2);
    const after = await travelDate();
    expect(after.earliest_date).toBe("2026-11-09");
    expect(after.first_travel_date > before.first_travel_date).toBe(true);
  });

  test("who has his date no longer waits for one: the reminder ends by itself, and the list has changed", async () => {
    const [mine] = (await clerk.call("appointment_query", { place_id: [centre.id] })).list;
    const { list } = await clerk.call("appointment_waiting_query", { id: mine?.id ?? 0 });
    const told = list.find((a) => a.reminded_times === 1);
    await desk.move("visit_book", told?.applicant_id ?? 0, {
      visit_at: "2026-10-20T02:00:00.000Z",
      appointment_no: "A1001",
      letter: await desk.file("application/pdf"),
      customer_agreed: true,
      reason: "客户电话同意",
    });
    const [row] = await rows<{ remind_status: string; close_kind: string }>(
      app.db,
      q`select remind_status, close_kind from order_reminds where applicant_id = ${told?.applicant_id ?? 0}`,
    );
    expect(row).toEqual({ remind_status: "done", close_kind: "condition" });
    const body = { id: mine?.id, applicant_ids: [told?.applicant_id], expected_count: list.length - 1, ...key() };
    expect(await refusal("appointment_notify", body)).toEqual(["count_changed", "名单已变化，请重新确认"]);
    const process = await app.as("admin");
    const rest = await process.call("applicant_query", {
      scope: "all",
      visit_place_id: [centre.id],
      applicant_status: ["awaiting_appointment", "awaiting_confirm"],
    });
    expect(rest.total).toBe(list.length - 1);
  });
});

test("dates that have passed are told to their last editor, on working days, if somebody needs them", async () => {
  await rows(app.db, q`update appointments set checked_at = '2026-11-02T01:00:00Z'`);
  const told = async () =>
    (
      await rows<{ content: string; account: string }>(
        app.db,
        q`select m.content, w.account from outbound_messages m join workers w on w.id = m.receiver_worker_id where m.template = 'appointment_stale' order by m.id`,
      )
    ).map((m) => [m.account, m.content]);
  const at = async (time: string): Promise<void> => {
    app.clock.set(time);
    await app.runJobs();
  };
  await at("2026-11-05T00:30:00.000Z");
  expect(await told()).toEqual([]);
  // 2026-11-07 is a Saturday.
  await at("2026-11-07T01:00:00.000Z");
  expect(await told()).toEqual([]);
  await at("2026-11-09T01:00:00.000Z");
  const [first, ...others] = await told();
  expect([first?.[0], others]).toEqual(["product", []]);
  expect(first?.[1]).toContain("可约日期已过期，请核对后更新：");
});
