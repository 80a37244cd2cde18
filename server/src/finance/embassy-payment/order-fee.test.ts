import { expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { testApp } from "../../testing/app.ts";
import { excludeFees, feeOrder } from "../../testing/make/embassy.ts";
import { OrderDesk, PLAIN_SKU } from "../../testing/make/order.ts";

const app = await testApp();
const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
const desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));

test("an order opens the fee its supplier's price leaves out, as its product says, and ends it when he goes back", async () => {
  await excludeFees(app.db);
  const o = await feeOrder(desk, 2, PLAIN_SKU);
  const [one = 0, two = 0] = o.people;
  for (const id of o.people) await desk.reviewed(id);
  const open = () =>
    rows<{ applicant_id: number; embassy_payment_status: string; origin: string; foreign_minor: number; currency: string }>(
      app.db,
      q`select applicant_id, embassy_payment_status, origin, foreign_minor::int, currency from embassy_payments where order_id = ${o.id} order by applicant_id`,
    );
  const fee = { origin: "order", foreign_minor: 71_500, currency: "CNY" };
  expect(await open()).toEqual([
    { applicant_id: one, embassy_payment_status: "to_release", ...fee },
    { applicant_id: two, embassy_payment_status: "to_release", ...fee },
  ]);
  await desk.move("applicant_rollback", one, { to: "pre_review", reason_code: "wrong_result", reason: "预审通过有误" });
  expect((await open()).map((e) => e.embassy_payment_status)).toEqual(["void", "to_release"]);
  await desk.passItems(one);
  await desk.move("applicant_review_pass", one);
  expect((await open()).map((e) => e.embassy_payment_status)).toEqual(["void", "to_release", "to_release"]);
});

test("of an order that has ended nothing is opened by hand", async () => {
  const o = await feeOrder(desk);
  await rows(app.db, q`update orders set order_status = 'completed' where id = ${o.id}`);
  const body = { applicant_id: o.people[0] ?? 0, item: "visa", currency: "EUR", foreign_minor: 9_000 };
  const admin = await app.as("admin");
  const refused = await admin.raw("embassy_payment_open", { ...body, idempotency_key: crypto.randomUUID() });
  expect(refused.msg).toBe("订单已结束，不能新建缴费");
});
