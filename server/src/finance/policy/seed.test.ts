import { expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { EURO_SKU } from "../../testing/make/embassy.ts";
import { testApp } from "../../testing/app.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { seedPolicies } from "./seed.ts";

test("the demo has policies in every state, some that begin within two days, and books that balance; a second load adds nothing", async () => {
  const app = await testApp();
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  const desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  for (let n = 0; n < 14; n++) {
    const { id } = await desk.order({ sku_no: EURO_SKU });
    await desk.pay(id);
    // Journeys ahead, and two that are over.
    const days = n < 12 ? 0 : 80;
    await rows(
      app.db,
      q`update orders set travel_date = travel_date - ${days}::int, return_date = return_date - ${days}::int, created_at = created_at - interval '40 days', paid_at = paid_at - interval '30 days' where id = ${id}`,
    );
  }
  const seed = { db: app.db, files: app.parts.files, now: app.clock.now(), proof: await desk.file() };
  await seedPolicies(seed);
  await seedPolicies(seed);
  const states = await rows<{ state: string; n: number }>(
    app.db,
    q`select policy_status as state, count(*)::int as n from policies group by 1 order by 1`,
  );
  expect(states.map((s) => s.state)).toEqual(["ended", "failed", "issued", "surrendered", "to_issue"]);
  expect(states.reduce((sum, s) => sum + s.n, 0)).toBe(14);
  const soon = await row<{ n: number }>(
    app.db,
    q`select count(*)::int as n from policies where policy_status = 'to_issue' and start_on <= '2026-11-22'`,
  );
  expect(soon?.n).toBe(2);
  expect(await row(app.db, q`select sum(claim_count)::int as n from policies`)).toEqual({ n: 1 });
  expect(await row(app.db, q`select coalesce(sum(amount), 0)::int as n from journal_lines`)).toEqual({ n: 0 });
});
