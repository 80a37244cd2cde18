import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { LocalFiles } from "#kit/files/files-local.ts";
import { makeCtx } from "#kit/call/run.ts";
import { rows, q } from "#kit/db/sql.ts";
import { runHost } from "#kit/host.ts";
import { principalOfWorker } from "../account/index.ts";
import { seedDemoOrders } from "../order/index.ts";
import { seedLevels, seedPeers } from "../peer/index.ts";
import { config } from "../setting/index.ts";
import { testApp } from "../testing/app.ts";
import { hostCommands } from "../host.ts";
import { seedBooks } from "./seed-books.ts";

const home = mkdtempSync(path.join(os.tmpdir(), "visadesk-demo-books-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test(
  "the demo's books: eighteen months of journals, papers in every state, the two oldest months closed with what stood then by two people, the proof clean",
  { timeout: 180_000 },
  async () => {
    const app = await testApp();
    const [now, files] = [app.clock.now(), new LocalFiles(home, "secret")];
    await seedLevels(app.db, now);
    await seedPeers(app.db, "private/00/paper.jpg", now, 40);
    await seedDemoOrders(app.db, files, now, { count: 300 });
    for (let twice = 0; twice < 2; twice++)
      await seedBooks(app.db, now, async (tx, worker, at) =>
        makeCtx({ files, config }, tx, { name: "demo" }, await principalOfWorker(tx, worker, at), at),
      );
    const states = await rows<{ state: string; n: number }>(
      app.db,
      q`select adjust_status as state, count(*)::int as n from adjustments group by 1 order by 1`,
    );
    expect(Object.fromEntries(states.map((s) => [s.state, s.n]))).toEqual({ approved: 5, pending: 3, rejected: 1, withdrawn: 1 });
    const months = await rows<{ month: string; period_status: string; rows: number; maker: string; closer: string }>(
      app.db,
      q`select p.month, p.period_status, coalesce(jsonb_array_length(p.trial_balance), 0)::int as rows, m.account as maker, c.account as closer
      from periods p left join workers m on m.id = p.held_by left join workers c on c.id = p.closed_by order by p.month`,
    );
    expect(months.slice(0, 2).map((m) => [m.period_status, m.maker, m.closer, m.rows > 3])).toEqual(
      Array.from({ length: 2 }, () => ["closed", "finance", "admin", true]),
    );
    expect(months.slice(2).every((m) => m.period_status === "open")).toBe(true);
    const booked = await rows<{ month: string }>(
      app.db,
      q`select distinct to_char(booked_on, 'YYYY-MM') as month from journals order by 1`,
    );
    expect(booked.length).toBeGreaterThanOrEqual(18);
    expect(months.map((m) => m.month)).toEqual(expect.arrayContaining(booked.map((b) => b.month)));
    // As the host's command says it, which keeps the proof and its exit code.
    const said: string[] = [];
    const prove = () =>
      runHost(app.parts, hostCommands, ["ledger", "proof"], { dataDir: app.dataDir, print: (line) => void said.push(line) });
    expect([await prove(), said.join()]).toEqual([0, expect.stringContaining("账务相符")]);
    const peer = q`code = 'peer_principal' and owner_id = (select min(owner_id) from ledger_accounts where code = 'peer_principal' and balance > 0)`;
    await rows(app.db, q`update ledger_accounts set balance = balance + 1 where ${peer}`);
    expect([await prove(), said.join()]).toEqual([2, expect.stringContaining("1 处不符")]);
    await rows(app.db, q`update ledger_accounts set balance = balance - 1 where ${peer}`);
  },
);
