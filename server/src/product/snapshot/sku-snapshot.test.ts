import { beforeAll, expect, test } from "vitest";
import { skuApi } from "@visadesk/contract/product/sku/sku.ts";
import { skuSnapshotApi } from "@visadesk/contract/product/sku/sku-snapshot.ts";
import { q, rows } from "#kit/db/sql.ts";
import { seedReference } from "../../base-data/index.ts";
import { principalFor, readCtx } from "../../testing/ctx.ts";
import { testDatabase, type TestDatabase } from "../../testing/database.ts";
import { seedCatalogue, skuServer, skuSnapshotServer, snapshot } from "../index.ts";

const now = new Date("2026-09-01T02:00:00Z");
let open: TestDatabase;
beforeAll(async () => {
  open = await testDatabase();
  await seedReference(open.db, now);
  await seedCatalogue(open.db, now);
});
const ctx = (at = now) => readCtx(open.db, principalFor({ worker_id: 1, codes: ["sku"] }), at);
const idOf = async (no: string): Promise<number> => {
  const page = skuApi.sku_query.output.parse(await skuServer.sku_query.run(skuApi.sku_query.input.parse({ keyword: no }), ctx(), null));
  return page.list[0]?.id ?? expect.fail(no);
};
const kept = async (sku_id: number) =>
  skuSnapshotApi.sku_snapshot_query.output.parse(
    await skuSnapshotServer.sku_snapshot_query.run(skuSnapshotApi.sku_snapshot_query.input.parse({ sku_id }), ctx(), null),
  );
const diff = async (id: number) =>
  skuSnapshotApi.sku_snapshot_get.output.parse(await skuSnapshotServer.sku_snapshot_get.run({ id }, ctx(), null)).diff;

test("product 14: what was sold stays as it was; equal content is one row; each difference is told in words", async () => {
  const id = await idOf("JP-TOUR-S-01");
  const first = await snapshot(open.db, id, now);
  const before = await rows<{ body: string }>(open.db, q`select body::text from sku_snapshots where id = ${first.id}`);
  expect((await snapshot(open.db, id, new Date(now.getTime() + 60_000))).id).toBe(first.id);
  expect(await diff(first.id)).toEqual([]);

  await rows(open.db, q`update skus set work_days_max = work_days_max + 3, version = version + 1 where id = ${id}`);
  const [paper] = await rows<{ document_id: number; name: string }>(
    open.db,
    q`select x.document_id, d.name from sku_documents x join documents d on d.id = x.document_id where x.sku_id = ${id} and x.identity = 'student' and d.kind = 1 order by x.id limit 1`,
  );
  await rows(
    open.db,
    q`delete from sku_documents where sku_id = ${id} and identity = 'student' and document_id = ${paper?.document_id ?? 0}`,
  );
  await rows(open.db, q`update sku_prices set adult = adult + 100 where sku_id = ${id} and price_kind = 'retail'`);
  await rows(
    open.db,
    q`update refund_policies set name = name || '（新）' where id = (select refund_policy_id from skus where id = ${id})`,
  );

  const changes = await diff(first.id);
  expect(changes.map((c) => c.label)).toEqual(["办理工作日", "退款政策", `资料「${paper?.name}」（在校学生）`]);
  expect(changes.at(-1)?.now).toBe("无");
  expect(await rows(open.db, q`select body::text from sku_snapshots where id = ${first.id}`)).toEqual(before);

  const second = await snapshot(open.db, id, now);
  expect(second.id).not.toBe(first.id);
  const byId = new Map((await kept(id)).list.map((s) => [s.id, [s.changes, s.orders]]));
  expect(byId).toEqual(
    new Map([
      [first.id, [3, 0]],
      [second.id, [0, 0]],
    ]),
  );
});

test("a snapshot that does not exist says so", async () => {
  await expect(diff(99_999)).rejects.toThrow("商品快照不存在");
});
