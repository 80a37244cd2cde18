import { beforeAll, expect, test } from "vitest";
import { baseDataApi } from "@visadesk/contract/base-data/base-data.ts";
import type { PermissionName } from "@visadesk/contract/permissions.ts";
import { skuApi } from "@visadesk/contract/product/sku/sku.ts";
import { cappedCount } from "#kit/db/page.ts";
import { seedReference } from "../../base-data/index.ts";
import { pickServer } from "../../base-data/record/pick.ts";
import { principalFor, readCtx } from "../../testing/ctx.ts";
import { testDatabase, type TestDatabase } from "../../testing/database.ts";
import { completenessOf } from "../sku-scan/completeness.rules.ts";
import { seedCatalogue, skuServer } from "../index.ts";
import { skuById, skuListDef } from "./sku-list.sql.ts";
import { statSkus } from "../sku-figures/sku-stat.ts";

const now = new Date("2026-09-01T02:00:00Z");
let open: TestDatabase;
beforeAll(async () => {
  open = await testDatabase();
  await seedReference(open.db, now);
  await seedCatalogue(open.db, now);
});

const ctx = (...codes: PermissionName[]) => readCtx(open.db, principalFor({ worker_id: 1, codes }), now);
const list = async (input: object, ...codes: PermissionName[]) =>
  skuApi.sku_query.output.parse(await skuServer.sku_query.run(skuApi.sku_query.input.parse(input), ctx("sku", ...codes), null));
const detail = async (no: string, ...codes: PermissionName[]) => {
  const [found] = (await list({ keyword: no })).list;
  return skuApi.sku_get.output.parse(await skuServer.sku_get.run({ id: found?.id ?? 0 }, ctx("sku", ...codes), null));
};
const stats = async (...codes: PermissionName[]) =>
  skuApi.sku_stat_get.output.parse(await skuServer.sku_stat_get.run({}, ctx("sku", ...codes), null));
const numbers = async (input: object) => (await list({ page_size: 100, ...input })).list.map((s) => s.sku_no);

test("product 21: cost and margin only for those who may see them", async () => {
  const plain = await list({ page_size: 100 });
  expect(plain.total).toBe(26);
  expect(plain.list.every((s) => s.margin === null && s.total_cost === null)).toBe(true);
  expect(JSON.stringify(await detail("JP-TOUR-S-01"))).not.toContain("102000");
  const seen = await list({ keyword: "JP-TOUR-S-01" }, "cost_view");
  expect(seen.list[0]).toMatchObject({
    total_cost: 102_000,
    margin: 16_800,
    retail_adult: 118_800,
    embassy_fee: 71_500,
    district_name: "上海领区",
  });
  const jp = await detail("JP-TOUR-S-01", "cost_view");
  expect(jp.prices.map((p) => [p.price_kind, p.ref_id, p.adult, p.margin])).toEqual([
    ["retail", "", 118_800, 16_800],
    ["level", "V1", 115_800, 13_800],
    ["level", "V2", 112_800, 10_800],
    ["level", "V3", 109_800, 7_800],
    ["embassy_fee", "", 71_500, null],
  ]);
  expect(jp.suppliers.map((s) => s.adult)).toEqual([102_000, 103_000]);
  expect((await list({ keyword: "US-B1B2" }, "cost_view")).list[0]?.margin).toBe(25_000);
});

test("search by name, number, SPU, pinyin and initials; one character is enough", async () => {
  expect(await numbers({ keyword: "日本单次" })).toEqual(["JP-TOUR-S-01", "JP-TOUR-S-02"]);
  expect(await numbers({ keyword: "us-b1" })).toEqual(["US-B1B2-01"]);
  expect(await numbers({ keyword: "ＪＰ－ＴＯＵＲ－５Ｙ" })).toEqual(["JP-TOUR-5Y-01"]);
  expect(await numbers({ keyword: "faguoshengen" })).toEqual(["FR-SCH-01"]);
  expect(await numbers({ keyword: "hglqz" })).toEqual([]);
  expect((await numbers({ keyword: "申" })).length).toBe(3);
  expect(await numbers({ keyword: "%" })).toEqual([]);
});

test("filters, sorts and pages agree with the total", async () => {
  expect(await numbers({ country_id: ["KR"] })).toEqual(["KR-TOUR-5Y-01", "KR-TOUR-S-01"]);
  expect(await numbers({ sku_status: ["draft"] })).toEqual(["EG-STICKER-01"]);
  expect((await numbers({ need_visit: true })).length).toBe(7);
  expect((await list({ has_urgent: true })).total).toBe(4);
  expect(await numbers({ ends: ["peer"], visa_form: ["register"] })).toEqual(["US-EVUS-01"]);
  const pages = [await list({ page_size: 10 }), await list({ page_size: 10, page: 2 }), await list({ page_size: 10, page: 3 })];
  const ids = pages.flatMap((p) => p.list.map((s) => s.id));
  expect([new Set(ids).size, pages[0]?.cursor === null, pages[2]?.cursor]).toEqual([26, false, null]);
  const next = await list({ page_size: 10, page: 2, cursor: pages[0]?.cursor ?? "" });
  expect(next.list.map((s) => s.id)).toEqual(pages[1]?.list.map((s) => s.id));
  expect((await list({ sort: "work_days_max", order: "desc", page_size: 1 })).list[0]?.sku_no).toBe("CA-TRV-01");
});

test("product 15: completeness names what is missing", async () => {
  const eg = (await list({ keyword: "EG-STICKER" })).list[0];
  expect(eg).toMatchObject({ sku_status: "draft", embassy_id: null });
  const facts = async (no: string) => {
    const id = (await list({ keyword: no })).list[0]?.id ?? 0;
    return completenessOf((await skuById(open.db, id, now))?.facts ?? expect.fail());
  };
  expect((await facts("EG-STICKER")).missing_must).toEqual(["受理范围"]);
  expect(await facts("JP-TOUR-S-01")).toEqual({ percent: 100, missing_must: [], missing_advised: [] });
  expect(await facts("US-B1B2")).toMatchObject({ missing_must: [], missing_advised: ["可约日期"] });
  await open.db
    .deleteFrom("sku_documents")
    .where("identity", "=", "student")
    .where("sku_id", "=", (await list({ keyword: "DE-SCH" })).list[0]?.id ?? 0)
    .execute();
  expect((await facts("DE-SCH")).missing_must).toEqual(["资料"]);
});

test("figures equal the lists behind them", async () => {
  const of = await stats("cost_view");
  for (const sku_status of ["draft", "on_sale", "off_sale", "archived"] as const) {
    expect(of[sku_status]).toBe((await cappedCount(open.db, skuListDef({ sku_status: [sku_status] }, now))).total);
  }
  expect([of["all"], of["blocked"], of["below_floor"]]).toEqual([26, 0, 0]);
  expect(await stats()).not.toHaveProperty("below_floor");
  // Levels without any price: the list shows their columns last.
  const priced = ["V1", "V2", "V3", "V4", "V5"].map((level) => of[`priced_${level}`] ?? -1);
  expect(priced.map((n) => n > 0)).toEqual([true, true, true, false, false]);
  await open.db.updateTable("spus").set({ status: 0 }).where("visa_product_unit_code", "=", "JP-TOUR-S").execute();
  expect((await stats())["blocked"]).toBe(2);
  expect((await list({ keyword: "JP-TOUR-S" })).list.map((s) => [s.sku_status, s.sale_blocks])).toEqual([
    ["on_sale", ["SPU已停用"]],
    ["on_sale", ["SPU已停用"]],
  ]);
  await open.db.updateTable("spus").set({ status: 1 }).where("visa_product_unit_code", "=", "JP-TOUR-S").execute();
});

test("a detail shows the live district, papers, tiers and protections", async () => {
  const jp = await detail("JP-TOUR-S-01");
  expect(jp.cover_area.map((a) => a.province)).toEqual(["上海市", "江苏省", "浙江省", "安徽省", "江西省"]);
  expect(jp.documents[0]).toMatchObject({ identity: "employed", name: "护照首页扫描件", owner: "must", kind: 1 });
  expect(jp.protections.map((p) => p.price).toSorted((a, b) => a - b)).toEqual([4_800, 7_128]);
  expect((await detail("US-B1B2")).urgent_tiers).toMatchObject([{ tier_code: "U1", fee: 80_000, tier_kind: "slot" }]);
  await expect(skuServer.sku_get.run({ id: 9_999 }, ctx("sku"), null)).rejects.toThrow("商品不存在");
});

test("the picker offers what can be ordered", async () => {
  const picks = skuApi.sku_pick.output.parse(await skuServer.sku_pick.run({ on_sale: true, country_id: "US" }, ctx(), null));
  expect(picks.list.map((p) => [p.sku_no, p.urgent_tiers[0]?.fee, p.identities.length])).toEqual([
    ["US-B1B2-01", 80_000, 5],
    ["US-EVUS-01", 8_000, 1],
  ]);
  expect(skuApi.sku_pick.output.parse(await skuServer.sku_pick.run({ on_sale: true }, ctx(), null)).list.length).toBe(25);
});

test("base-data 22: 250 countries, hot ones first; posts and reasons to pick from", async () => {
  const countries = baseDataApi.country_get.output.parse(await pickServer.country_get.run({}, ctx(), null));
  expect(countries.length).toBe(250);
  const hot = countries.filter((c) => c.is_hot).length;
  expect(countries.slice(0, hot).every((c) => c.is_hot)).toBe(true);
  const cold = countries.slice(hot).map((c) => c.pinyin);
  expect(cold).toEqual(cold.toSorted());
  const posts = baseDataApi.embassy_pick.output.parse(
    await pickServer.embassy_pick.run({ country_id: "JP", keyword: "大连" }, ctx(), null),
  );
  expect(posts.list).toMatchObject([{ name: "日本驻沈阳总领事馆大连领事办公室", is_verified: false }]);
  expect(baseDataApi.reject_reason_pick.output.parse(await pickServer.reject_reason_pick.run({}, ctx(), null)).list.length).toBe(10);
});

test("the nightly figures count every SKU and may be counted again", async () => {
  expect(await statSkus({ db: open.db, now })).toBe(26);
  expect(await statSkus({ db: open.db, now })).toBe(26);
});

test("judged filters name what the figures count; margin only for those who may see it", async () => {
  const of = await stats("cost_view");
  expect((await list({ is_complete: false })).total).toBe(of["incomplete"]);
  expect((await list({ is_blocked: true })).total).toBe(0);
  await open.db.updateTable("spus").set({ status: 0 }).where("visa_product_unit_code", "=", "JP-TOUR-S").execute();
  expect((await list({ is_blocked: true })).total).toBe((await stats())["blocked"]);
  expect(await numbers({ block: ["spu"] })).toEqual(["JP-TOUR-S-01", "JP-TOUR-S-02"]);
  expect(await numbers({ block: ["country", "document"] })).toEqual([]);
  await open.db.updateTable("spus").set({ status: 1 }).where("visa_product_unit_code", "=", "JP-TOUR-S").execute();
  expect((await list({ block: ["spu"] })).total).toBe(0);
  const dear = await list({ margin: { from: 16_800, to: 16_800 } }, "cost_view");
  expect(dear.list.length).toBeGreaterThan(0);
  expect(dear.list.every((s) => s.margin === 16_800)).toBe(true);
  await expect(list({ margin: { from: 0 } })).rejects.toThrow("查看成本与毛利");
  await open.db.updateTable("spus").set({ margin_floor: 17_000 }).where("visa_product_unit_code", "=", "JP-TOUR-S").execute();
  expect(await numbers({ is_below_floor: true }).catch((e: Error) => e.message)).toContain("查看成本与毛利");
  expect((await list({ is_below_floor: true }, "cost_view")).list.map((s) => s.sku_no)).toContain("JP-TOUR-S-01");
});

test("who takes a province, what a supplier or a policy is behind, levels and supplier count", async () => {
  const shanghai = await numbers({ province_code: "310000", country_id: ["JP"] });
  const beijing = await numbers({ province_code: "110000", country_id: ["JP"] });
  expect(shanghai).toContain("JP-TOUR-S-01");
  expect(beijing).not.toContain("JP-TOUR-S-01");
  const jp = (await list({ keyword: "JP-TOUR-S-01" })).list[0];
  expect(jp?.levels).toEqual([
    { level: "V1", adult: 115_800 },
    { level: "V2", adult: 112_800 },
    { level: "V3", adult: 109_800 },
  ]);
  const bound = await open.db
    .selectFrom("skus")
    .select("refund_policy_id")
    .where("id", "=", jp?.id ?? 0)
    .executeTakeFirstOrThrow();
  const behind = await open.db
    .selectFrom("supplier_products")
    .select("supplier_id")
    .where("sku_id", "=", jp?.id ?? 0)
    .where("status", "=", 1)
    .execute();
  expect(jp?.supplier_count).toBe(behind.length);
  expect(await numbers({ refund_policy_id: [bound.refund_policy_id ?? 0] })).toContain("JP-TOUR-S-01");
  expect(await numbers({ supplier_id: behind.map((b) => b.supplier_id) })).toContain("JP-TOUR-S-01");
  expect((await list({ updated_at: { from: "2099-01-01" } })).total).toBe(0);
});

test("the list tells the first travel date of each product's own plan, and says where there are no free dates", async () => {
  const shown = (await list({ page_size: 100 })).list;
  const plan = async (id: number) =>
    skuApi.sku_plan_get.output.parse(await skuServer.sku_plan_get.run({ id, travel_date: null }, ctx("sku"), null));
  expect(new Set(shown.map((s) => s.earliest_travel)).size).toBeGreaterThan(5);
  for (const s of shown) expect([s.sku_no, s.earliest_travel]).toEqual([s.sku_no, (await plan(s.id)).first_travel_date]);
  const visited = await open.db
    .selectFrom("skus")
    .select(["id", "sku_no", "embassy_id", "submit_place_id"])
    .where("sku_no", "=", "US-B1B2-01")
    .executeTakeFirstOrThrow();
  const place_id = visited.submit_place_id ?? visited.embassy_id ?? 0;
  const seen = async () => (await list({ keyword: visited.sku_no })).list[0];
  await open.db
    .insertInto("appointments")
    .values({ place_id, visa_type: null, earliest_date: "2027-01-18", checked_at: now, created_at: now, updated_at: now })
    .execute();
  const booked = await seen();
  expect(booked?.earliest_travel).toBe((await plan(visited.id)).first_travel_date);
  expect((booked?.earliest_travel ?? "") > "2027-01-18").toBe(true);
  await open.db.updateTable("appointments").set({ earliest_date: null, no_slots: true }).where("place_id", "=", place_id).execute();
  expect(await seen()).toMatchObject({ earliest_travel: null, no_slots: true });
  await open.db.updateTable("skus").set({ sku_status: "archived" }).where("id", "=", visited.id).execute();
  expect(await seen()).toMatchObject({ earliest_travel: null, no_slots: false });
});

test("a rate of issue comes with its sample and its interval, and not at all of less than 20 results", async () => {
  const [first] = (await list({ keyword: "JP-TOUR-S-01" })).list;
  const of = async (issued_30: number, refused_30: number) => {
    await open.db
      .updateTable("sku_stats")
      .set({ issued_30, refused_30 })
      .where("sku_id", "=", first?.id ?? 0)
      .execute();
    const [s] = (await list({ keyword: "JP-TOUR-S-01" })).list;
    const percent = (share: number | null | undefined) => (share === null || share === undefined ? null : Math.round(share * 1000) / 10);
    return [s?.issue_n, ...[s?.issue_rate, s?.issue_low, s?.issue_high].map(percent)];
  };
  expect(await of(202, 8)).toEqual([210, 96.2, 92.7, 98.1]);
  expect(await of(19, 0)).toEqual([19, null, null, null]);
  expect(await of(20, 0)).toEqual([20, 100, 83.9, 100]);
});
