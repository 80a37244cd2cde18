/** The demo orders are made by a process of their own beside the server's connection; it says why it failed, and it ends when told. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestClock } from "#kit/clock.ts";
import { readConfig } from "#kit/config.ts";
import { openDatabase } from "#kit/db/database.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { openFiles } from "#kit/files/files-open.ts";
import { firstLoad, setFirstLoad } from "#kit/first-load.ts";
import { loadSealKeys } from "#kit/seal/seal-keys.ts";
import { loadKeys } from "./account/index.ts";
import { firstData } from "./first-data.ts";
import { FirstOrders } from "./first-orders.ts";
import { embeddedTemplate } from "./testing/embedded-template.ts";
import { TEST_NOW } from "./testing/business.ts";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "vd-orders-"));
const config = readConfig({ DATA_DIR: dataDir, DEMO: "1" });
let open: Awaited<ReturnType<typeof openDatabase>>;
beforeAll(async () => {
  cpSync(path.join(await embeddedTemplate(), "pg"), path.join(dataDir, "pg"), { recursive: true });
  open = await openDatabase(config, () => undefined);
}, 120_000);
afterAll(async () => {
  setFirstLoad(null);
  await open.database.close();
  await open.embedded?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it("tells why it failed, how far it is, and ends with half of the orders when told", async () => {
  const { db } = open.database;
  const clock = new TestClock(TEST_NOW);
  const begin = () => new FirstOrders({ config, now: TEST_NOW, socket: open.embedded });
  await expect(begin().made).rejects.toThrow(/first-orders-child|order/);
  loadKeys(config.dataDir);
  loadSealKeys(config.dataDir, config.sealKey);
  const { ordersDue } = await firstData({ db, files: openFiles(config), config, clock });
  expect(ordersDue).toBe(true);
  const orders = begin();
  orders.made.catch(() => undefined);
  await expect.poll(() => firstLoad()?.done ?? 0, { timeout: 60_000 }).toBeGreaterThanOrEqual(150);
  expect(await row(db, q`select count(*) > 0 as some from orders`)).toEqual({ some: true });
  orders.end();
  await expect(orders.made).rejects.toThrow("SIGKILL");
  // The server's own connection goes on, whatever the other was in the middle of.
  const due = async () => (await firstData({ db, files: openFiles(config), config, clock })).ordersDue;
  expect(await due()).toBe(true);
  // All orders are there, and what is made behind them is not: the next start goes on with that.
  await rows(db, q`select setval('number_v', 1)`);
  expect(await due()).toBe(true);
  await rows(
    db,
    q`insert into remittances (remittance_no, row_key, purpose, amount, payer_name, payer_key, company_account_id, remitted_on, vouchers, source, submitted_at, due_at, created_at, updated_at)
      values ('HK1', 'x', 'order', 1, '甲', '甲', (select min(id) from company_accounts), '2026-11-20', array['private/x'], 'staff', ${clock.now()}, ${clock.now()}, ${clock.now()}, ${clock.now()})`,
  );
  expect(await due()).toBe(false);
}, 180_000);
