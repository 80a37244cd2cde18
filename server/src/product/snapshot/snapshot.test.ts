import { beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { OrderDesk } from "../../testing/make/order.ts";

let app: TestApp;
let maker: Client;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp();
  maker = await app.as("product");
  const staff = await app.db.selectFrom("workers").select(["account", "id"]).execute();
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});

test("product 14: no change of product, paper, policy or price reaches the snapshot of an order; equal orders share one", async () => {
  const no = "KR-TOUR-S-01";
  const { id } = await app.db.selectFrom("skus").select("id").where("sku_no", "=", no).executeTakeFirstOrThrow();
  const first = await desk.order({ sku_no: no });
  const second = await desk.order({ sku_no: no });
  const bodyOf = async (order: number) =>
    app.db
      .selectFrom("orders as o")
      .innerJoin("sku_snapshots as s", "s.id", "o.snapshot_id")
      .select((e) => ["o.snapshot_id", e.cast<string>("s.body", "text").as("body"), "s.hash"])
      .where("o.id", "=", order)
      .executeTakeFirstOrThrow();
  const before = await bodyOf(first.id);
  expect(await bodyOf(second.id)).toEqual(before);
  const s = await maker.call("sku_edit_get", { id });
  const [paper] = s.papers;
  await maker.call("sku_update", {
    id,
    version: s.version,
    name: "改名后的商品",
    work_days_max: s.work_days_max + 5,
    papers: s.papers.slice(1),
  });
  await app.db
    .updateTable("documents")
    .set({ requirement: "改过的要求" })
    .where("id", "=", paper?.document_id ?? 0)
    .execute();
  const policy = await app.db
    .selectFrom("refund_policies")
    .select("id")
    .where("id", "<>", s.refund_policy_id ?? 0)
    .where("status", "=", 1)
    .executeTakeFirstOrThrow();
  await maker.call("sku_policy_batch", { ids: [id], expected_count: 1, refund_policy_id: policy.id, idempotency_key: crypto.randomUUID() });
  app.clock.set(new Date(app.clock.now().getTime() + 60_000).toISOString());
  await app.db
    .updateTable("sku_prices")
    .set({ effective_to: app.clock.now() })
    .where("sku_id", "=", id)
    .where("price_kind", "=", "retail")
    .execute();
  await app.db
    .insertInto("sku_prices")
    .values({ sku_id: id, price_kind: "retail", ref_id: "", adult: 99_900, effective_from: app.clock.now(), created_at: app.clock.now() })
    .execute();
  expect(await bodyOf(first.id)).toEqual(before);
  const third = await desk.order({ sku_no: no });
  const now = await bodyOf(third.id);
  expect(now.snapshot_id).not.toBe(before.snapshot_id);
  expect(JSON.parse(now.body)).toMatchObject({ sku_name: "改名后的商品", refund_policy: { policy_id: policy.id } });
});
