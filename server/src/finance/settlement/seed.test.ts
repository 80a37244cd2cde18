import { expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp } from "../../testing/app.ts";
import { seedSettlements } from "./seed.ts";

test("the demo has settlements in every state, and what they say is what the books say; said again it adds none", async () => {
  const app = await testApp();
  const o = { db: app.db, files: app.parts.files, now: app.clock.now() };
  await seedDemoOrders(app.db, app.parts.files, o.now, { count: 400 });
  await seedSettlements(o);
  const states = await rows<{ s: string }>(app.db, q`select distinct settlement_status as s from settlements order by 1`);
  expect(states.map((x) => x.s)).toEqual(["confirmed", "disputed", "draft", "paid", "sent", "void"]);
  const wrong = await rows(
    app.db,
    q`select s.id from settlements s join settle_lines x on x.settlement_id = s.id and x.freed_at is null group by s.id having sum(coalesce(x.agreed, x.amount)) <> s.final`,
  );
  expect(wrong).toEqual([]);
  const n = async () => (await row<{ n: number }>(app.db, q`select count(*)::int as n from settlements`))?.n;
  const before = await n();
  await seedSettlements(o);
  expect(await n()).toBe(before);
});
