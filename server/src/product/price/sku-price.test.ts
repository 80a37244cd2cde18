import { beforeAll, expect, test } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { cell, priceDesk } from "../../testing/make/price.ts";
import { replay } from "../price-adjustment/price-replay.rules.ts";

let app: TestApp;
let desk: ReturnType<typeof priceDesk>;
let product: Client;
beforeAll(async () => {
  app = await testApp();
  desk = priceDesk(app);
  product = await app.as("product");
});

test("an explanation names the winner, why each other lost, and what to read out", async () => {
  const sku_id = await desk.skuId("JP-TOUR-S-01");
  const group = await row<{ id: number }>(
    app.db,
    q`insert into peer_groups (name, kind, visible_mode, created_at, updated_at) values ('华东', 'service', 'all', ${app.clock.now()}, ${app.clock.now()}) returning id`,
  );
  await rows(
    app.db,
    q`insert into sku_prices (sku_id, price_kind, ref_id, adult, effective_from, created_at) values (${sku_id}, 'group', ${String(group?.id)}, 110800, '2024-01-01T00:00:00Z', ${app.clock.now()})`,
  );
  await rows(app.db, q`update peer_levels set fallback = '{"kind":"none"}' where code = 'V2'`);
  const { id: peer_id } = await makePeer(app.db, { level_id: "V2", short_name: "沪上同业", service_group_id: group?.id ?? null });
  const peer = { sku_id, end: "peer" as const, level: "V2" as const, adults: 2, children: 0 };
  const grouped = await product.call("sku_price_quote", { ...peer, peer_id });
  expect(grouped.people[0]?.ladder).toEqual([
    { source: "peer", label: "客户专属价", name: "沪上同业", price: null, lost: "未设置" },
    { source: "group", label: "分组价", name: "华东", price: 110_800, lost: null },
    { source: "level", label: "等级价", name: "V2 银牌", price: 112_800, lost: "分组价优先" },
    { source: "retail", label: "门市价", name: null, price: 118_800, lost: "分组价优先" },
  ]);
  expect(grouped).toMatchObject({ total: 221_600, blocks: [] });
  const kept = (await product.call("sku_price_history", { id: sku_id })).list.filter((p) => p.price_kind === "group");
  expect(kept.map((p) => p.ref_name)).toEqual(["华东"]);
  expect((await product.call("sku_get", { id: sku_id })).prices.find((p) => p.price_kind === "group")).toMatchObject({ ref_name: "华东" });
  expect(grouped.script).toEqual(["成人每人 ¥1,108.00（分组价）：签证费 ¥715.00，服务费 ¥393.00。", "2 人合计 ¥2,216.00。"]);
  // product 1 and 4 by the endpoint.
  expect((await product.call("sku_price_quote", peer)).people[0]).toMatchObject({ price: 112_800, embassy: 71_500, service: 41_300 });
  expect((await product.call("sku_price_quote", { ...peer, end: "customer" })).people[0]).toMatchObject({
    price: 118_800,
    source: "retail",
  });
});

test("children, an urgent tier, a price to come and what cannot be sold", async () => {
  const family = await product.call("sku_price_quote", { sku_id: await desk.skuId("FR-SCH-01"), end: "customer", adults: 2, children: 1 });
  expect(family.people.map((p) => [p.band, p.n, p.price, p.embassy])).toEqual([
    ["adult", 2, 138_000, 72_000],
    ["child", 1, 110_000, 36_000],
  ]);
  expect([family.total, family.script.at(-1)]).toEqual([386_000, "3 人合计 ¥3,860.00。"]);
  const urgent = await product.call("sku_price_quote", {
    sku_id: await desk.skuId("US-EVUS-01"),
    end: "api",
    level: "V1",
    adults: 1,
    children: 0,
    urgent_tier_code: "U1",
  });
  expect(urgent).toMatchObject({ urgent: { name: "2小时加急", fee: 8_000 }, total: 18_800 });
  await rows(app.db, q`update skus set ends = '{customer}' where sku_no = 'US-EVUS-01'`);
  const ask = { sku_id: await desk.skuId("US-EVUS-01"), end: "peer" as const, adults: 1, children: 0 };
  expect((await product.call("sku_price_quote", ask)).blocks).toEqual(["未在同行端上架"]);
  const never = await product.refused("sku_price_quote", { ...ask, at: "2001-01-01T00:00:00Z" });
  expect([never.code, never.answer.msg]).toEqual(["not_on_sale", "该商品此时没有门市价，请先设置价格"]);
});

test("the history lists every row once, the oldest first, with the request that made it", async () => {
  const manager = await app.as("manager");
  const id = await desk.asked(product, "TW-ENTRY-01", [cell("retail", 45_800, 46_800)]);
  await desk.approve(manager, id);
  const { list } = await product.call("sku_price_history", { id: await desk.skuId("TW-ENTRY-01") });
  expect(list.filter((p) => p.price_kind === "retail")).toMatchObject([
    { adult: 45_800, adjust_no: null },
    { adult: 46_800, adjust_no: expect.stringMatching(/^TJ/) as unknown, maker_name: "周启明", effective_to: null },
  ]);
  const viewer = await desk.person("nobody1", [may.order_view]);
  expect((await viewer.raw("sku_price_history", { id: 1 })).status).toBe(403);
});

test("a replay is plain arithmetic per tier, and counts who falls below the floor", () => {
  const sold = [
    { price_kind: "retail" as const, ref_id: "", band: "adult" as const, n: 10 },
    { price_kind: "level" as const, ref_id: "V2", band: "adult" as const, n: 4 },
    { price_kind: "urgent" as const, ref_id: "U1", band: "adult" as const, n: 3 },
  ];
  const cells = [cell("retail", 100_000, 102_000), cell("urgent", 5_000, 4_000, { ref_id: "U1" }), cell("embassy_fee", 40_000, 45_000)];
  const margins = [
    { price_kind: "retail" as const, ref_id: "", band: "adult" as const, old: 6_000, new: 3_000 },
    { price_kind: "level" as const, ref_id: "V2", band: "adult" as const, old: 4_000, new: -1_000 },
  ];
  expect(replay(sold, { cells, margins, floor: 1_000 }, new Date(0))).toMatchObject({
    people: 14,
    touched: 10,
    income: 10 * 2_000 - 3 * 1_000,
    margin: 10 * -3_000 + 4 * -5_000 - 3 * 1_000,
    fallen: 4,
    tiers: [
      { price_kind: "retail", n: 10, income: 20_000 },
      { price_kind: "urgent", n: 3, income: -3_000 },
    ],
  });
});
