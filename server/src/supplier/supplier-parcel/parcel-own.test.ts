/** What somebody who sees his own alone meets of parcels: in the counter, the tab, the list, the queue and the sheet. */
import { text as textOf } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { q, row } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { packerOf } from "../../testing/make/parcel.ts";
import { parcelAt } from "../../testing/make/parcel-row.ts";

let app: TestApp;
let admin: Client;
let own: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  await packerOf(app.db, app.clock.now());
  own = await app.as("packer");
  const now = app.clock.now();
  const ago = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  for (const created_by of [own.id, admin.id, admin.id]) {
    const by = { created_by, at: now };
    await parcelAt(app.db, { ...by, type: 5, status: "signed", signed_at: ago(1) });
    await parcelAt(app.db, { ...by, type: 2, status: "checked", exception_open: true });
    await parcelAt(app.db, { ...by, type: 2, status: "in_transit", sent_at: ago(1) });
  }
});

/** Numbers in the sheet of a list, as its file has them. */
async function exported(who: Client, filter: Record<string, unknown>): Promise<string[]> {
  const ask = { endpoint: "supplier_parcel_query", filter, format: "csv", idempotency_key: crypto.randomUUID() } as const;
  const { id } = await who.call("export_add", ask);
  await app.runJobs();
  const task = await row<{ file_key: string; row_count: number }>(app.db, q`select file_key, row_count from export_tasks where id = ${id}`);
  const file = await app.parts.files.get(task?.file_key ?? "");
  const numbers = file ? ((await textOf(file.stream)).match(/WL\d+/g) ?? []) : [];
  expect(numbers).toHaveLength(task?.row_count ?? -1);
  return numbers.toSorted();
}

test("supplier 21: counter, tab 待处理, list and queue are one number in every scope; own sees, exports and counts his own alone", async () => {
  for (const [who, todo, all] of [
    [own, 2, 3],
    [admin, 6, 9],
  ] as const) {
    const stat = await who.call("supplier_parcel_stat_get", {});
    const tab = await who.call("supplier_parcel_query", { tab: "todo", page_size: 100 });
    expect([stat["todo"], stat["all"], tab.total]).toEqual([todo, all, todo]);
    const mine = await who.call("supplier_parcel_query", { queue: "parcel_todo", page_size: 100 });
    expect(mine.list.every((p) => p.created_by === who.id)).toBe(true);
    if (who === own) expect(mine.total).toBe(todo);
    expect(await exported(who, { tab: "todo" })).toEqual(tab.list.map((p) => p.parcel_no).toSorted());
    const list = await who.call("supplier_parcel_query", { page_size: 100 });
    expect(await exported(who, {})).toEqual(list.list.map((p) => p.parcel_no).toSorted());
  }
  const his = (await admin.call("supplier_parcel_query", { created_by: [admin.id], page_size: 1 })).list[0];
  expect((await own.raw("supplier_parcel_get", { id: his?.id ?? 0 })).msg).toBe("交接单不存在或无权查看");
  expect(await exported(own, { created_by: [admin.id] })).toEqual([]);
});

test("the list's own order, what is least in time first, is exported too", async () => {
  await parcelAt(app.db, { created_by: own.id, at: app.clock.now(), type: 2, status: "created" });
  expect(await exported(own, { stage: ["packing"] })).toHaveLength(1);
});
