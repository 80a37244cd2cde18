import { beforeAll, expect, test } from "vitest";
import { seedReference } from "../base-data/index.ts";
import { match } from "../supplier/index.ts";
import { testDatabase, type TestDatabase } from "../testing/database.ts";
import { inTransaction } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { documentsFor, quote, seedCatalogue, sellable, snapshot, snapshotOf } from "./index.ts";

const now = new Date("2026-09-01T02:00:00Z");
const later = new Date("2026-09-02T02:00:00Z");
let open: TestDatabase;
beforeAll(async () => {
  open = await testDatabase();
  await seedReference(open.db, now);
  await seedCatalogue(open.db, now);
});
const sku = async (no: string) => open.db.selectFrom("skus").selectAll().where("sku_no", "=", no).executeTakeFirstOrThrow();
const price = async (no: string, entry: Partial<Parameters<typeof quote>[2]> = {}) =>
  quote(open.db, (await sku(no)).id, { buyer: { kind: "direct" }, applicants: [{}], ...entry }, now);
const take = async (no: string, at = now) =>
  inTransaction(open.db, async (tx) =>
    snapshot(tx, (await tx.selectFrom("skus").select("id").where("sku_no", "=", no).executeTakeFirstOrThrow()).id, at),
  );

test("25 SPU and 26 SKU, loaded once; EG is an incomplete draft, all others can be ordered", async () => {
  await seedCatalogue(open.db, now);
  const skus = await open.db.selectFrom("skus").select(["id", "sku_no"]).orderBy("id").execute();
  const spus = await open.db.selectFrom("spus").select("visa_product_unit_code").execute();
  expect([spus.length, skus.length]).toEqual([25, 26]);
  const blocks = await Promise.all(skus.map(async (s) => [s.sku_no, await sellable(open.db, s.id, now)] as const));
  expect(blocks.filter(([, b]) => b.length > 0)).toEqual([["EG-STICKER-01", ["商品草稿"]]]);
  const prices = await open.db
    .selectFrom("sku_prices")
    .select((e) => e.fn.countAll<string>().as("n"))
    .executeTakeFirstOrThrow();
  await seedCatalogue(open.db, now);
  expect(
    await open.db
      .selectFrom("sku_prices")
      .select((e) => e.fn.countAll<string>().as("n"))
      .executeTakeFirstOrThrow(),
  ).toEqual(prices);
});

test("quotes split per person: JP by district, KR with its centre fee, a Schengen child, US urgent and protected", async () => {
  expect((await price("JP-TOUR-S-01")).lines.map((l) => [l.kind, l.amount])).toEqual([
    ["service", 47_300],
    ["embassy", 71_500],
  ]);
  expect((await price("JP-TOUR-S-01", { buyer: { kind: "peer", level: "V2" } })).lines).toMatchObject([
    { amount: 41_300, source: "等级价" },
    { amount: 71_500 },
  ]);
  expect((await price("KR-TOUR-S-01")).lines.map((l) => l.amount)).toEqual([69_800 - 46_000, 26_000, 20_000]);
  const family = await price("FR-SCH-01", {
    travel_date: "2026-10-01",
    applicants: [{ birth_date: "1990-01-01" }, { birth_date: "2014-10-02" }, { birth_date: "2014-10-01" }],
  });
  expect(family.people.map((p) => [p.is_child, p.price])).toEqual([
    [false, 138_000],
    [true, 110_000],
    [false, 138_000],
  ]);
  expect(family.lines.filter((l) => l.applicant_seq === 2).map((l) => l.amount)).toEqual([74_000, 36_000]);
  const full = await open.db.selectFrom("refuse_no_worry_products").select("id").where("scope", "=", "full").executeTakeFirstOrThrow();
  const us = await price("US-B1B2-01", {
    urgent_tier_code: "U1",
    refuse_no_worry_product_id: full.id,
    applicants: [{}, { protection: false }],
  });
  expect(us.lines.map((l) => [l.applicant_seq, l.kind, l.amount])).toEqual([
    [1, "service", 45_000],
    [1, "embassy", 133_000],
    [1, "urgent", 80_000],
    [1, "protection", 10_680],
    [2, "service", 45_000],
    [2, "embassy", 133_000],
    [2, "urgent", 80_000],
  ]);
  expect(us.total).toBe(us.lines.reduce((sum, l) => sum + l.amount, 0));
  await expect(price("JP-TOUR-S-01", { urgent_tier_code: "U1" })).rejects.toThrow("加急档");
  await expect(price("US-EVUS-01", { refuse_no_worry_product_id: full.id })).rejects.toThrow("拒签无忧");
  await expect(price("EG-STICKER-01")).rejects.toThrow("商品草稿");
});

test("product 5: two price rows of one kind never overlap", async () => {
  const { id } = await sku("JP-TOUR-S-01");
  await expect(
    open.db
      .insertInto("sku_prices")
      .values({ sku_id: id, price_kind: "retail", ref_id: "", adult: 1, effective_from: now, created_at: now })
      .execute(),
  ).rejects.toThrow(/exclusion/);
});

test("product 16: a disabled SPU, policy or paper blocks the sale without a move, and lifts again", async () => {
  const { id, refund_policy_id } = await sku("JP-TOUR-5Y-01");
  const check = async (change: (status: 0 | 1) => Promise<unknown>): Promise<string[]> => {
    await change(0);
    const blocks = await sellable(open.db, id, now);
    await change(1);
    return blocks;
  };
  expect(
    await check((status) => open.db.updateTable("spus").set({ status }).where("visa_product_unit_code", "=", "JP-TOUR-5Y").execute()),
  ).toEqual(["SPU已停用"]);
  expect(
    await check((status) => open.db.updateTable("refund_policies").set({ status }).where("id", "=", refund_policy_id).execute()),
  ).toEqual(["退款政策已停用"]);
  expect(await check((status) => open.db.updateTable("documents").set({ status }).where("name", "=", "行程单").execute())).toEqual([
    "资料「行程单」已停用",
  ]);
  expect(
    await check((status) =>
      open.db
        .updateTable("suppliers")
        .set({ supplier_status: status ? "active" : "paused" })
        .execute(),
    ),
  ).toEqual(["无有效供应商报价"]);
  expect(await sellable(open.db, id, now)).toEqual([]);
});

test("product 14: equal content shares one snapshot, a later change of any source touches none", async () => {
  const first = await take("JP-TOUR-S-01");
  expect((await take("JP-TOUR-S-01", later)).id).toBe(first.id);
  const before = JSON.stringify(await snapshotOf(open.db, first.id));
  await open.db.updateTable("documents").set({ requirement: "改过的要求" }).where("name", "=", "护照首页扫描件").execute();
  await open.db.updateTable("skus").set({ work_days_max: 20 }).where("sku_no", "=", "JP-TOUR-S-01").execute();
  const second = await take("JP-TOUR-S-01", later);
  expect(second.id).not.toBe(first.id);
  expect(JSON.stringify(await snapshotOf(open.db, first.id))).toBe(before);
  expect((await snapshotOf(open.db, second.id)).body).toEqual(second.body);
});

test("a snapshot holds what an order needs", async () => {
  const { body } = await take("JP-TOUR-3Y-01");
  expect(body).toMatchObject({
    need_visit: false,
    country_name: "日本",
    embassy: { name: "日本驻上海总领事馆" },
    cover: { mode: "district", district_name: "上海领区", domicile_limit: true },
    photo_rule: { w_px: 413 },
    application: { version_no: 1 },
    refund_policy: {
      version_no: 1,
      grid: [{ stage: "paid", service_rate: 100 }, { stage: "reviewing", service_rate: 80 }, {}, {}, {}, {}, {}],
    },
    receive_address: { name: "上海资料中心（演示）" },
  });
  expect(body.protections).toHaveLength(2);
  const slots = documentsFor(body, { identity: "employed", age: 30, marital: "single", out_of_district: false });
  expect(slots.filter((s) => s.kind === 2 && s.is_original).map((s) => s.name)).toContain("护照原件");
  expect(slots.filter((s) => s.group_key === "funds").length).toBe(3);
  expect((await take("US-B1B2-01")).body).toMatchObject({
    need_visit: true,
    submit_place: { embassy_type: 4 },
    urgent_tiers: [{ tier_code: "U1", tier_kind: "slot" }],
    cover: { mode: "all" },
  });
  expect((await take("VN-EVISA-S-01")).body).toMatchObject({ embassy: null, identities: ["general"], photo_rule: { h_px: 709 } });
});

/** What the best supplier of a product takes for an adult, and at which terms. */
const bestAt = async (sku_id: number, at: Date, tier: string | null = null) => {
  const best = await inTransaction(open.db, (tx) => match(tx, { sku_id, date: null, band: "adult", tier }, at));
  return best && { ...best, settle_price: best.amount?.cny_amount };
};

test("the best supplier by priority, with its price of the moment", async () => {
  const id = (await sku("JP-TOUR-S-01")).id;
  const best = await bestAt(id, now);
  expect(best).toMatchObject({ settle_price: 102_000, cost: { embassy_included: true }, supplier_name: "沪东签证演示" });
  await open.db
    .updateTable("supplier_products")
    .set({ valid_to: "2026-08-31" })
    .where("id", "=", best?.supplier_product_id ?? 0)
    .execute();
  expect(await bestAt(id, now)).toMatchObject({ settle_price: 103_000 });
  const us = (await sku("US-B1B2-01")).id;
  expect(await bestAt(us, now, "U1")).toMatchObject({ settle_price: 20_000 + 56_000, cost: { embassy_included: false } });
  expect(await bestAt(999, now)).toBeNull();
});

test("a cost counts from its instant", async () => {
  const id = (await sku("KR-TOUR-S-01")).id;
  const matched = await open.db.selectFrom("supplier_products").select("id").where("sku_id", "=", id).executeTakeFirstOrThrow();
  await open.db
    .insertInto("supplier_prices")
    .values({ supplier_product_id: matched.id, adult: 60_000, effective_at: later, review: "approved", created_at: now })
    .execute();
  await open.db
    .insertInto("supplier_prices")
    .values({ supplier_product_id: matched.id, adult: 1, effective_at: now, review: "pending", created_at: now })
    .execute();
  expect((await bestAt(id, new Date(later.getTime() - 1)))?.settle_price).toBe(56_000);
  expect((await bestAt(id, later))?.settle_price).toBe(60_000);
});

test("a child's service costs no more than an adult's", async () => {
  const dear = await rows<{ sku_no: string }>(
    open.db,
    q`select k.sku_no from skus k join sku_prices r on r.sku_id = k.id and r.price_kind = 'retail' join sku_prices e on e.sku_id = k.id and e.price_kind = 'embassy_fee'
      where r.child - e.child > r.adult - e.adult`,
  );
  // The worked example of the product area keeps its figures.
  expect(dear.map((d) => d.sku_no)).toEqual(["FR-SCH-01"]);
});
