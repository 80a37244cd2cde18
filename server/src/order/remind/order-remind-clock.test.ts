/** Reminders that the clock opens: of visits three days and one day before, of money not paid, of what is late with us; each once, closed when nothing is left to tell. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { enqueue } from "#kit/jobs.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { OrderDesk } from "../../testing/make/order.ts";

let app: TestApp;
let desk: OrderDesk;
const staff = new Map<string, number>();
beforeAll(async () => {
  app = await testApp();
  for (const w of await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`)) staff.set(w.account, w.id);
  desk = new OrderDesk(app.database, app.clock, staff);
});
const at = (day: string, clock: string): void => app.clock.set(new Date(`${day}T${clock}:00+08:00`));
const run = async (job: string): Promise<void> => {
  await enqueue(app.db, job, {}, {}, app.clock.now());
  await app.runJobs();
};
interface Told {
  remind_status: string;
  level: string;
  times: number;
  content: string;
  handler_id: number | null;
  close_kind: string | null;
}
const told = (order: number, kind: string): Promise<Told[]> =>
  rows(
    app.db,
    q`select remind_status, level, times, content, handler_id, close_kind from order_reminds where order_id = ${order} and kind = ${kind} and source = 'system' order by id`,
  );

test("a booked visit is told three days and one day before, once each, and no more once it is over", async () => {
  at("2026-11-16", "08:00");
  const { id, people } = await desk.order();
  await desk.pay(id);
  const applicant = people[0] ?? 0;
  const visit_at = new Date("2026-11-20T10:30:00+08:00");
  await rows(
    app.db,
    q`insert into visits (order_id, applicant_id, embassy_id, visit_at, visit_status, created_at)
      select ${id}, ${applicant}, min(id), ${visit_at}, 'booked', ${app.clock.now()} from embassies`,
  );
  await run("visit_remind");
  expect(await told(id, "visit")).toEqual([]);
  at("2026-11-17", "09:00");
  await run("visit_remind");
  await run("visit_remind");
  expect(await told(id, "visit")).toMatchObject([
    { remind_status: "open", level: "normal", times: 1, content: "3天后赴馆（2026-11-20 10:30），请提醒客户携带原件按时到场" },
  ]);
  at("2026-11-19", "09:00");
  await run("visit_remind");
  expect(await told(id, "visit")).toMatchObject([{ level: "high", times: 2, content: expect.stringMatching(/^明天赴馆/) }]);
  at("2026-11-20", "10:35");
  await run("order_remind_tick");
  expect(await told(id, "visit")).toMatchObject([{ remind_status: "done", close_kind: "condition" }]);
});

test("an order is asked to be paid when half of its time has passed", async () => {
  at("2026-11-20", "10:00");
  const { id } = await desk.order();
  const { pay_deadline_at } = (await row<{ pay_deadline_at: string }>(app.db, q`select pay_deadline_at from orders where id = ${id}`)) ?? {
    pay_deadline_at: "",
  };
  const half = (app.clock.now().getTime() + Date.parse(pay_deadline_at)) / 2;
  app.clock.set(new Date(half - 60_000));
  await run("order_remind_tick");
  expect(await told(id, "pay")).toEqual([]);
  app.clock.set(new Date(half + 1_000));
  await run("order_remind_tick");
  await run("order_remind_tick");
  expect(await told(id, "pay")).toMatchObject([{ remind_status: "open", times: 1, content: expect.stringContaining("自动取消") }]);
  await desk.pay(id);
  expect(await told(id, "pay")).toMatchObject([{ remind_status: "done" }]);
});

test("what is late with us is told once a limit to who works on reminders, and no more once it moved on", async () => {
  at("2026-11-20", "11:00");
  const { id, people } = await desk.order();
  await desk.pay(id);
  const applicant = people[0] ?? 0;
  await desk.handIn(applicant);
  const expert = staff.get("expert") ?? 0;
  await rows(app.db, q`update applicants set expert_id = ${expert} where id = ${applicant}`);
  await rows(app.db, q`update orders set expert_id = ${expert}, cs_owner_id = ${staff.get("service") ?? 0} where id = ${id}`);
  const { status_due_at, waiting_party } = await desk.person(applicant);
  expect(waiting_party).toBe("us");
  app.clock.set(new Date(Date.parse(status_due_at ?? "") - 1_000));
  await run("order_remind_tick");
  expect(await told(id, "overdue")).toEqual([]);
  app.clock.advance(2_000);
  await run("order_remind_tick");
  await run("order_remind_tick");
  expect(await told(id, "overdue")).toMatchObject([
    {
      remind_status: "open",
      level: "high",
      times: 1,
      handler_id: staff.get("service"),
      content: expect.stringMatching(/^「.+」已超过时限（2026-11-/),
    },
  ]);
  await desk.passItems(applicant);
  await desk.reviewed(applicant);
  await run("order_remind_tick");
  expect(await told(id, "overdue")).toMatchObject([{ remind_status: "done", close_kind: "condition" }]);
});

test("what a person owes within a day is asked for once, until it is paid or dropped", async () => {
  at("2026-11-20", "14:00");
  const { id } = await desk.order();
  await desk.pay(id);
  const due = new Date(app.clock.now().getTime() + 23 * 3_600_000);
  await rows(
    app.db,
    q`insert into order_diffs (diff_no, order_id, fee_kind, amount, reason, payer, due_at, diff_status, created_at)
      values ('BC202611200001', ${id}, 'other', 12000, '补差', 'customer', ${due}, 'pending', ${app.clock.now()}),
        ('BC202611200002', ${id}, 'other', 3050, '补差', 'customer', ${due}, 'pending', ${app.clock.now()})`,
  );
  await run("order_remind_tick");
  await run("order_remind_tick");
  expect(await told(id, "diff")).toMatchObject([
    {
      remind_status: "open",
      times: 1,
      content: "补差价 BC202611200001 ¥120.00、BC202611200002 ¥30.50 须于 2026-11-21 13:00 前支付，请提醒客户",
    },
  ]);
  await rows(app.db, q`update order_diffs set diff_status = 'cancelled' where order_id = ${id}`);
  await run("order_remind_tick");
  expect(await told(id, "diff")).toMatchObject([{ remind_status: "done" }]);
});
