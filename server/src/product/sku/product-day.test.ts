import { beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { cell, key, priceDesk } from "../../testing/make/price.ts";

let app: TestApp;
let prices: ReturnType<typeof priceDesk>;
let desk: OrderDesk;
beforeAll(async () => {
  // A quarter before midnight in Shanghai: nobody has to sign in again.
  app = await testApp({ now: "2026-09-18T15:45:00.000Z" });
  prices = priceDesk(app);
  const staff = await app.db.selectFrom("workers").select(["account", "id"]).execute();
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});

test("product 25: copied, completed, listed; +¥20 from midnight passed by another; today's order keeps today's price", async () => {
  const maker = await app.as("product");
  const source = await prices.skuId("KR-TOUR-S-01");
  const { id, sku_no } = await maker.call("sku_copy", {
    id: source,
    name: "韩国单次旅游签证 家庭",
    service_level: "家庭",
    embassy_id: (await maker.call("sku_edit_get", { id: source })).embassy_id,
    submit_place_id: null,
    ...key(),
  });
  const draft = await maker.call("sku_edit_get", { id });
  const papers = draft.papers.map((p, i) => (i === 0 ? { ...p, note: "全家每人一份" } : p));
  const saved = await maker.call("sku_update", { id, version: draft.version, booking_note: "全家同行，一并递签", papers });
  await maker.call("sku_on_sale", { id, version: saved.version });

  const retail = async (): Promise<number> => {
    const { people } = await maker.call("sku_price_quote", { sku_id: id, end: "customer", adults: 1, children: 0 });
    return people[0]?.price ?? 0;
  };
  const before = await retail();
  const today = await desk.order({ sku_no });
  const midnight = "2026-09-18T16:00:00.000Z";
  const request = await prices.asked(maker, sku_no, [cell("retail", before, before + 2_000)], {
    effect_mode: "at",
    effective_at: midnight,
  });
  const own = await maker.raw("price_adjustment_approve", { ids: [request], ...key() });
  expect(own.ret === 0 && own.status === 200).toBe(false);
  await prices.approve(await app.as("admin"), request);
  expect(await prices.status(request)).toBe("approved");
  expect(await retail()).toBe(before);
  const admin = await app.as("admin");
  expect((await admin.call("order_get", { id: today.id })).snapshot_diff).toEqual([]);

  app.clock.set(midnight);
  await app.runJobs();
  expect(await retail()).toBe(before + 2_000);
  expect(await prices.status(request)).toBe("effective");
  const kept = await admin.call("order_get", { id: today.id });
  expect(kept.snapshot_diff).toEqual([
    { label: "售价（成人）", then: `¥${(before / 100).toFixed(2)}`, now: `¥${((before + 2_000) / 100).toFixed(2)}` },
  ]);
  expect((await desk.order({ sku_no })).id).not.toBe(today.id);
});

test("a copied draft that nobody needs goes with the matches it was given", async () => {
  const maker = await app.as("product");
  const source = await prices.skuId("KR-TOUR-S-01");
  const { id } = await maker.call("sku_copy", {
    id: source,
    name: "不要的草稿",
    service_level: "试",
    embassy_id: (await maker.call("sku_edit_get", { id: source })).embassy_id,
    submit_place_id: null,
    ...key(),
  });
  const matches = () => app.db.selectFrom("supplier_products").select("id").where("sku_id", "=", id).execute();
  expect((await matches()).length).toBeGreaterThan(0);
  const { version } = await maker.call("sku_edit_get", { id });
  await maker.call("sku_remove", { id, version });
  expect(await matches()).toEqual([]);
});
