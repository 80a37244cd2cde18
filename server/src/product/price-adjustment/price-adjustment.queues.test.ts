/** 调价待审 in the workbench: whoever else reviews finds it, counter = tile = list, due at the end of the next working day. */
import { beforeAll, expect, test } from "vitest";
import { q, row } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";

const key = () => ({ idempotency_key: crypto.randomUUID() });
let app: TestApp;
let admin: Client;
let manager: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  manager = await app.as("manager");
});
const waiting = async (by: Client) => (await by.call("task_query", { queue: ["price_adjustment"], page_size: 100 })).list;

test("a request waits for every reviewer but who made it, until it is decided; its tile opens the list of those", async () => {
  const sku = await row<{ id: number; name: string; old: number }>(
    app.db,
    q`select k.id, k.name, p.adult as old from skus k join sku_prices p on p.sku_id = k.id and p.price_kind = 'retail' and p.effective_to is null
      where k.sku_status = 'on_sale' and not exists (select from price_adjustment_cells c where c.is_open and c.target_kind = 'sku' and c.target_id = k.id) order by k.id limit 1`,
  );
  if (!sku) throw new Error("no product without a request");
  // Friday in Shanghai: due when Monday's work ends.
  const made = await admin.call("price_adjustment_add", {
    sku_ids: [sku.id],
    cells: [{ price_kind: "retail", ref_id: "", band: "adult", old: sku.old, new: sku.old + 1_000 }],
    reason_kind: "market",
    reason: "旺季上调门市价",
    effect_mode: "now",
    effective_at: null,
    dry_run: false,
    ...key(),
  });
  const no = made.results[0]?.adjust_no ?? "";
  const task = (await waiting(manager)).find((t) => t.ref_no === no);
  expect(task).toMatchObject({ title: `调价待审 · ${sku.name}`, node: "待审核", opens: { route: "price-adjustment-list" } });
  expect((await waiting(admin)).map((t) => t.ref_no)).not.toContain(no);
  const listed = await manager.call("price_adjustment_query", { queue: "price_adjustment", page_size: 100 });
  const mine = listed.list.find((a) => a.adjust_no === no);
  expect(task?.due_at).toBe("2026-11-23T10:00:00.000Z");
  expect(new Date(mine?.due_at ?? 0).toISOString()).toBe(task?.due_at);
  for (const by of [admin, manager]) {
    const badge = (await by.call("order_stat_query", {}))["todo_price_adjustment_count"];
    const tile = (await by.call("task_stat_get", {})).queues.find((t) => t.key === "price_adjustment");
    const list = await by.call("price_adjustment_query", { queue: "price_adjustment", page_size: 100 });
    expect([badge, tile?.count ?? 0, (await waiting(by)).length]).toEqual([list.total, list.total, list.total]);
    expect(tile?.opens ?? null).toEqual(tile ? { route: "price-adjustment-list", params: {}, query: { queue: "price_adjustment" } } : null);
  }
  await manager.call("price_adjustment_reject", { ids: [mine?.id ?? 0], reject_kind: "price", review_text: "暂不调整价格" });
  expect((await waiting(manager)).map((t) => t.ref_no)).not.toContain(no);
});
