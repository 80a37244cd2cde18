/** Several fees at once go the way of everybody who holds several orders: by their numbers. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { lockOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { asWrite } from "../../testing/ctx.ts";
import { onEmbedded } from "../../testing/database.ts";
import { makeCard, makePayment } from "../../testing/make/embassy.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { inTurn } from "../../testing/races.ts";

let app: TestApp;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp();
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});

describe.skipIf(onEmbedded())("on PostgreSQL", () => {
  test("a batch whose papers stand the other way round than their orders waits for nobody who waits for it", async () => {
    const card = await makeCard(app.db, "轮候公司卡");
    const admin = await app.as("admin");
    const made = [
      await makePayment(desk, { state: "to_release", no: "SG261120000801", card }),
      await makePayment(desk, { state: "to_release", no: "SG261120000802", card }),
    ];
    const of = await rows<{ id: number; order_id: number; applicant_id: number }>(
      app.db,
      q`select id, order_id, applicant_id from embassy_payments where id = any(${made.map((m) => m.id)}::int8[]) order by id`,
    );
    const [first, second] = of;
    if (!first || !second) throw new Error("no payments");
    // The earlier paper is of the later order.
    const put = (id: number, to: typeof first, item: string) =>
      rows(
        app.db,
        q`update embassy_payments set order_id = ${to.order_id}, applicant_id = ${to.applicant_id}, item = ${item} where id = ${id}`,
      );
    await put(first.id, second, "courier");
    await put(second.id, first, "visa");
    await put(first.id, second, "visa");
    const [, answer] = await inTurn(
      app,
      ["select id from orders where id = $1 for update", first.order_id],
      () => asWrite(app.db, null, app.clock.now(), (ctx) => lockOrders(ctx.db, [first.order_id, second.order_id])),
      () =>
        admin.call("embassy_payment_release_batch", {
          rows: made.map(({ id, version }) => ({ id, version })),
          idempotency_key: crypto.randomUUID(),
        }),
    );
    expect(answer.results.map((r) => [r.ok, r.msg])).toEqual([
      [true, ""],
      [true, ""],
    ]);
  });
});
