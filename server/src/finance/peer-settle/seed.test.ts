import { expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { seedPeers } from "../../peer/index.ts";
import { testApp } from "../../testing/app.ts";
import { charged, creditPeer } from "../../testing/make/peer-statement.ts";
import { seedPeerStatements } from "./seed.ts";

const PROOF = "private/5a/peerpaper000001.jpg";

test("the demo's peers have statements in every state, some late and some repaid in part, and they say what the books say; said again it adds none", async () => {
  const app = await testApp();
  const o = { db: app.db, files: app.parts.files, now: app.clock.now() };
  await seedPeers(app.db, PROOF, o.now, 40);
  await seedDemoOrders(app.db, app.parts.files, o.now, { count: 400 });
  // Three that pay late, whatever the orders say.
  for (const cents of [90_000, 60_000, 30_000]) await charged(app, await creditPeer(app, { credit_days: 10 }), "2026-09-05", cents);
  await seedPeerStatements(o, PROOF);
  const states = await rows<{ s: string }>(
    app.db,
    q`select distinct settlement_status as s from settlements where kind = 'peer' order by 1`,
  );
  expect(states.map((x) => x.s)).toEqual(expect.arrayContaining(["disputed", "draft", "paid", "part_paid", "sent", "void"]));
  const late = await row<{ extended: number; reminded: number }>(
    app.db,
    q`select max(extended) as extended, count(reminded_on)::int as reminded from settlements where kind = 'peer' and remaining > 0`,
  );
  expect(late).toEqual({ extended: 1, reminded: 1 });
  const wrong = await rows(
    app.db,
    q`select a.owner_id from ledger_accounts a where a.code = 'peer_credit' and a.balance <> coalesce((select sum(case when s.settlement_status in ('draft', 'sent', 'disputed') then x.amount else x.agreed end)
        from settle_lines x join settlements s on s.id = x.settlement_id where s.peer_id = a.owner_id and s.settlement_status <> 'void' and x.freed_at is null), 0)
      + coalesce((select sum(l.amount) from journal_lines l join journals j on j.id = l.journal_id where l.account_id = a.id and j.source_noun <> 'settlement'
        and not exists (select 1 from settle_lines x where x.journal_line_id = l.id and x.freed_at is null)), 0)`,
  );
  expect(wrong).toEqual([]);
  const chained = await rows(
    app.db,
    q`select s.id from settlements s where s.kind = 'peer' and s.settlement_status <> 'void' and s.opening <> coalesce((select b.closing from settlements b
      where b.peer_id = s.peer_id and b.settlement_status <> 'void' and b.cycle_end < s.cycle_end order by b.cycle_end desc limit 1), 0)`,
  );
  expect(chained).toEqual([]);
  const n = async () => (await row<{ n: number }>(app.db, q`select count(*)::int as n from settlements`))?.n;
  const before = await n();
  await seedPeerStatements(o, PROOF);
  expect(await n()).toBe(before);
});
