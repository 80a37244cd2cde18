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
  await rows(
    app.db,
    q`update export_tasks set is_masked = false, reason = '与航司核对', decided_by = (select id from workers where account = 'finance') where id = ${id}`,
  );
  const full = await fileOf(id);
  expect(orders.filter((o, i) => !full.includes(`${o.order_no},${o.contact_name},${mobiles[i]}`))).toEqual([]);
}, 60_000);

const fullAsk = { ...ask, is_masked: false, reason: "与航司核对联系方式" };
const orderFull = async (by: Client, over: Record<string, unknown> = {}) =>
  by.raw("export_add", { ...fullAsk, ...over, idempotency_key: crypto.randomUUID() });
const decide = (by: Client, name: "export_approve" | "export_reject", id: number, over: Record<string, unknown> = {}) =>
  by.raw(name, {
    id,
    version: 1,
    idempotency_key: crypto.randomUUID(),
    ...(name === "export_reject" && { reason: "用途不清楚" }),
    ...over,
  });

test("finance 23: a full export asks for its right, a reason and a second person who holds the right too", async () => {
  const [finance, service] = [await app.as("finance"), await app.as("service")];
  expect((await orderFull(service)).status).toBe(403);
  expect((await orderFull(admin, { reason: undefined })).msg).toBe("导出完整个人信息请填写用途");
  expect((await orderFull(admin, { endpoint: "role_query", columns: undefined })).msg).toBe("此列表没有可导出的完整个人信息");
  const asked = await orderFull(admin);
  const id = Number((asked.body as { id: number }).id);
  expect(asked.body).toMatchObject({ status: "pending", is_masked: false, is_mine: true });
  await app.runJobs();
  expect((await admin.call("export_get", { id })).status).toBe("pending");
  expect((await decide(admin, "export_approve", id)).msg).toBe("不能审批自己的导出");
  expect((await decide(service, "export_approve", id)).status).toBe(403);
  const waiting = await finance.call("export_query", { queue: "export_review" });
  expect(waiting.list.map((t) => t.id)).toContain(id);
  expect((await decide(finance, "export_approve", id)).ret).toBe(0);
  expect(await fileOf(id)).toContain("联系手机");
  const done = await admin.call("export_get", { id });
  expect(done).toMatchObject({ status: "done", decided_by_name: expect.any(String), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  // Who passed it does not fetch it; each fetching is told.
  expect((await finance.raw("export_link_get", { id })).ret).not.toBe(0);
  await admin.call("export_link_get", { id });
  expect((await admin.call("export_download_query", { id })).list).toHaveLength(1);
  await rows(app.db, q`update export_tasks set expires_at = ${app.clock.now()} where id = ${id}`);
  expect((await admin.raw("export_link_get", { id })).msg).toBe("文件已过期，请重跑");
});

test("rows that changed while it waited are told to who passes it; a rejected one runs never", async () => {
  const finance = await app.as("finance");
  const asked = await orderFull(admin, { expected_count: 30 });
  const { id } = asked.body as { id: number };
  await rows(app.db, q`update export_tasks set expected_count = 29 where id = ${id}`);
  expect((await decide(finance, "export_approve", id)).msg).toBe("数据已变化（29→30），请确认后重试");
  expect((await decide(finance, "export_reject", id)).ret).toBe(0);
  await app.runJobs();
  expect(await admin.call("export_get", { id })).toMatchObject({ status: "rejected", decided_note: "用途不清楚" });
});

test("very many rows wait for a second person too; what the filter held of personal numbers is not asked for again", async () => {
  const settings = await admin.call("finance_setting_get", {});
  await admin.call("finance_setting_update", { version: settings.version, export_approval_rows: 20 });
  const many = await admin.call("export_add", { ...ask, idempotency_key: crypto.randomUUID() });
  expect(many).toMatchObject({ status: "pending", is_masked: true });
  await admin.call("export_cancel", { id: many.id });
  expect((await admin.call("export_get", { id: many.id })).status).toBe("cancelled");
  const again = await admin.call("export_rerun", { id: many.id, idempotency_key: crypto.randomUUID() });
  expect(again).toMatchObject({ status: "pending", is_repeatable: true });
  await admin.call("export_cancel", { id: again.id });
  const hidden = await admin.call("export_add", { ...ask, filter: { keyword: "13800138000" }, idempotency_key: crypto.randomUUID() });
  await admin.call("export_cancel", { id: hidden.id });
  expect(hidden.filter_text).not.toContain("13800138000");
  const rerun = await admin.raw("export_rerun", { id: hidden.id, idempotency_key: crypto.randomUUID() });
  expect(rerun.msg).toBe("筛选条件含个人号码，不能重跑，请回列表重新导出");
  await admin.call("finance_setting_update", { version: settings.version + 1, export_approval_rows: 50_000 });
});

test("the database itself lets no full file begin without a second person", async () => {
  const { id } = await admin.call("export_add", { ...ask, idempotency_key: crypto.randomUUID() });
  await rows(app.db, q`update export_tasks set status = 'waiting' where id = ${id}`);
  await expect(rows(app.db, q`update export_tasks set is_masked = false where id = ${id}`)).rejects.toThrow("export_tasks");
});

/** The last: what is stored is under other keys afterwards. */
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
