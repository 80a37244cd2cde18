import { readFileSync } from "node:fs";
import path from "node:path";
import { text as textOf } from "node:stream/consumers";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { takeSealKeys, testSealKeys } from "#kit/seal/seal-keys.ts";
import { openSeals } from "#kit/seal/seal-move.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { loadOrders } from "../../../../scripts/bench-load.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { plainContact } from "../../testing/loops/parts/plain.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  await loadOrders(app.database.url, 30, app.clock.now());
  admin = await app.as("admin");
}, 60_000);

const ask = { endpoint: "order_query", filter: {}, format: "csv" as const, columns: ["order_no", "contact_name", "contact_mobile"] };
const ordered = async (): Promise<number> => (await admin.call("export_add", { ...ask, idempotency_key: crypto.randomUUID() })).id;
async function fileOf(id: number): Promise<string> {
  await app.runJobs();
  expect(await admin.call("export_get", { id })).toMatchObject({ status: "done", row_count: 30 });
  const task = await row<{ file_key: string }>(app.db, q`select file_key from export_tasks where id = ${id}`);
  const file = await app.parts.files.get(task?.file_key ?? "");
  return file ? textOf(file.stream) : "";
}

test("a full export holds the true numbers, a masked one none of them", async () => {
  const orders = await rows<{ id: number; order_no: string; contact_name: string }>(
    app.db,
    q`select id, order_no, contact_name from orders`,
  );
  const mobiles = await Promise.all(orders.map((o) => plainContact(app.db, o.id)));
  const masked = await fileOf(await ordered());
  expect(mobiles.filter((m) => masked.includes(m))).toEqual([]);
  const id = await ordered();
  await rows(app.db, q`update export_tasks set is_masked = false where id = ${id}`);
  const full = await fileOf(id);
  expect(orders.filter((o, i) => !full.includes(`${o.order_no},${o.contact_name},${mobiles[i]}`))).toEqual([]);
}, 60_000);

test("the stored file is sealed, and anew under a newer key", async () => {
  onTestFinished(testSealKeys);
  await openSeals(app.db, app.clock.now());
  const id = await ordered();
  const text = await fileOf(id);
  const task = await row<{ file_key: string }>(app.db, q`select file_key from export_tasks where id = ${id}`);
  const raw = path.join(app.dataDir, "files", task?.file_key ?? "");
  const stored = readFileSync(raw);
  expect(stored.includes("订单号")).toBe(false);
  const [fresh, old] = [Buffer.alloc(32, 12), Buffer.alloc(32, 11)];
  takeSealKeys([fresh, old]);
  await openSeals(app.db, app.clock.now());
  await app.runJobs();
  takeSealKeys([fresh]);
  expect(readFileSync(raw).equals(stored)).toBe(false);
  const file = await app.parts.files.get(task?.file_key ?? "");
  expect(file && (await textOf(file.stream))).toBe(text);
});

test("nobody orders a full one", async () => {
  await admin.raw("export_add", { ...ask, is_masked: false, full: true, idempotency_key: crypto.randomUUID() });
  expect(await rows(app.db, q`select from export_tasks where not is_masked and status = 'waiting'`)).toEqual([]);
});
