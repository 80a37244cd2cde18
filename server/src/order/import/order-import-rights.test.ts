/** 导入订单: whose it is, and what happens when the right is lost meanwhile. */
import { beforeAll, expect, it } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { importHand, importKey as key, type ImportHand } from "../../testing/make/order-import.ts";

let app: TestApp;
let hand: ImportHand;
beforeAll(async () => {
  app = await testApp();
  hand = await importHand(app);
});

it("whoever is disabled while his import runs makes no more orders", async () => {
  const sheet = [hand.line("5101"), hand.line("5102"), hand.line("5103")];
  const { body } = await hand.send(sheet, (await hand.check(sheet)).seen);
  const { id } = body as { id: number };
  await rows(app.db, q`update order_imports set created_by = (select id from workers where account = 'manager') where id = ${id}`);
  await rows(
    app.db,
    q`create function leaves() returns trigger language plpgsql as 'begin update workers set status = 0 where id = new.created_by; return new; end'`,
  );
  await rows(app.db, q`create trigger leaves after update of done_count on order_imports for each row execute function leaves()`);
  await app.runJobs();
  await rows(app.db, q`drop trigger leaves on order_imports`);
  await rows(app.db, q`update workers set status = 1 where account = 'manager'`);
  const kept = await row<{ made: (number | null)[] }>(
    app.db,
    q`select array(select (x.r ->> 'order_id')::int from jsonb_array_elements(results) with ordinality x(r, n) order by x.n) as made from order_imports where id = ${id}`,
  );
  expect(kept?.made.map((order) => order !== null)).toEqual([true, false, false]);
});

it("without the code nobody tries or imports; an import is told to its maker alone; five hundred rows at most", async () => {
  const stranger = await app.as("finance");
  const sheet = [hand.line("4001")];
  for (const [name, input] of [
    ["order_import_check", { rows: sheet }],
    ["order_import", { rows: sheet, seen: "x", ...key() }],
  ] as const)
    expect((await stranger.raw(name, input)).status).toBe(403);
  // Two windows of one worker, each with a key of its own.
  const { seen } = await hand.check(sheet);
  const both = await Promise.all([hand.send(sheet, seen), hand.send(sheet, seen)]);
  expect(both.map((a) => a.msg).toSorted()).toEqual(["", "您有一份订单正在导入，请等它完成再导入"]);
  await app.runJobs();
  const [begun] = both.flatMap((a) => (a.ret === 0 ? [a.body as { id: number }] : []));
  const made = await hand.told(begun?.id ?? 0);
  expect(made.results.map((r) => r.faults)).toEqual([[]]);
  const other = await app.as("expert");
  expect((await other.raw("order_import_get", { id: made.id })).msg).toMatch(/导入记录不存在或无权查看|没有权限/);
  expect((await hand.admin.raw("order_import_check", { rows: [] })).msg).toBe("表格没有数据");
  expect((await hand.admin.raw("order_import_check", { rows: Array.from({ length: 501 }, () => ({})) })).msg).toBe(
    "一次最多导入500行，请分成几份",
  );
  expect((await hand.admin.raw("order_import", { rows: sheet, seen: "x", ...key() })).msg).toBe("预检后价格或数据已变化，请重新预检");
});
