import { expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp } from "../../testing/app.ts";
import { seedCarriers } from "./seed-carriers.ts";

test("the demo has two carriers with cards, and bills of past months in their states; what they say is what the books say; said again it adds none", async () => {
  const app = await testApp();
  const o = { db: app.db, files: app.parts.files, now: app.clock.now() };
  await seedDemoOrders(app.db, app.parts.files, o.now, { count: 120 });
  await seedCarriers(o);
  const states = await rows<{ s: string }>(
    app.db,
    q`select distinct settlement_status as s from settlements where kind = 'carrier' order by 1`,
  );
  expect(states.map((x) => x.s)).toEqual(["confirmed", "disputed", "draft", "paid"]);
  const causes = await rows<{ c: string }>(app.db, q`select distinct cause as c from settle_lines where cause is not null order by 1`);
  expect(causes.map((x) => x.c)).toEqual(expect.arrayContaining(["price", "weight"]));
  const wrong = await rows(
    app.db,
    q`select a.owner_id from ledger_accounts a join journal_lines l on l.account_id = a.id where a.code = 'payable_carrier' group by 1
      having -sum(l.amount) <> coalesce((select sum(e.estimated_cost) from expresses e join carrier_cards c on c.id = e.card_id where c.supplier_id = a.owner_id), 0)
        + coalesce((select sum(s.adjust) from settlements s where s.supplier_id = a.owner_id and s.settlement_status in ('confirmed', 'paid')), 0)
        - coalesce((select sum(s.paid) from settlements s where s.supplier_id = a.owner_id), 0)`,
  );
  expect(wrong).toEqual([]);
  const n = async () => (await row<{ n: number }>(app.db, q`select count(*)::int as n from settlements`))?.n;
  const before = await n();
  await seedCarriers(o);
  expect(await n()).toBe(before);
});
