import { beforeAll, describe, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { centsAt, currencyDigits, feeCents, feeText, parseFee } from "@visadesk/contract/base-data/official-fee.rules.ts";
import { boundsFault, feeCells, marginsOf } from "../../product/price-adjustment/price-adjustment.rules.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";

let app: TestApp;
/** Holds 100907, 100201 and 100201101. */
let product: Client;
beforeAll(async () => {
  app = await testApp();
  product = await app.as("product");
});

const key = () => ({ idempotency_key: crypto.randomUUID() });
type Fee = Omit<InputOf<"official_fee_save">, "idempotency_key">;
const japan: Fee = {
  country_ids: ["JP"],
  name: "日本短期滞在·单次",
  fee_kind: "embassy",
  currency: "CNY",
  adult: 78_000,
  child: null,
  effective_from: "2026-12-01T00:00:00+08:00",
  effective_to: null,
  source_url: "https://www.cn.emb-japan.go.jp",
};
const save = (form: Partial<Fee> = {}) => product.call("official_fee_save", { ...japan, ...form, ...key() });
const refused = async (form: Partial<Fee>) => {
  const { msg, body } = await product.raw("official_fee_save", { ...japan, ...form, ...key() });
  return { msg, code: (body as { code?: string } | null)?.code };
};
const named = async (keyword: string) => (await product.call("official_fee_query", { keyword })).list.filter((f) => f.name === keyword);

describe("base-data 24: a new fee moves the prices that rest on it", () => {
  test("it ends the former row, names exactly the products linked, opens one request each, and none more the second time", async () => {
    const fee = await save();
    expect(fee).toMatchObject({ fee_state: "pending", former_count: 2, sku_count: 0, adjust_open: 0, is_verify_due: true });
    const [former, next] = await named("日本短期滞在·单次");
    expect(former).toMatchObject({ adult: 71_500, fee_state: "current", sku_count: 2 });
    expect(Date.parse(former?.effective_to ?? "")).toBe(Date.parse(japan.effective_from));
    expect(next?.id).toBe(fee.id);

    const { list, total, needs_rate } = await product.call("official_fee_affected_query", { id: fee.id, keep: "service" });
    expect([total, needs_rate, list.map((c) => c.sku_no)]).toEqual([2, false, ["JP-TOUR-S-01", "JP-TOUR-S-02"]]);
    // Retail 1188.00 → 1253.00 keeps the service part; the supplier's price holds the fee, so the margin shows 65.00 more until he moves.
    expect(list[0]).toMatchObject({ fee_old: 71_500, fee_new: 78_000, retail_old: 118_800, retail_new: 125_300, fee_in_cost: true });
    expect((list[0]?.margin_new ?? 0) - (list[0]?.margin_old ?? 0)).toBe(6_500);
    expect(list[0]?.cells).toEqual([
      { price_kind: "embassy_fee", ref_id: "", band: "adult", old: 71_500, new: 78_000 },
      { price_kind: "retail", ref_id: "", band: "adult", old: 118_800, new: 125_300 },
      { price_kind: "level", ref_id: "V1", band: "adult", old: 115_800, new: 122_300 },
      { price_kind: "level", ref_id: "V2", band: "adult", old: 112_800, new: 119_300 },
      { price_kind: "level", ref_id: "V3", band: "adult", old: 109_800, new: 116_300 },
    ]);

    const body = { id: fee.id, keep: "service" as const, sku_ids: list.map((c) => c.sku_id), expected_count: total };
    const stale = await product.raw("official_fee_adjust", { ...body, expected_count: 1, ...key() });
    expect(stale.body).toMatchObject({ code: "count_changed", count: 2 });
    const done = await product.call("official_fee_adjust", { ...body, ...key() });
    expect([done.opened, done.results.map((r) => r.ok)]).toEqual([2, [true, true]]);
    const opened = await app.db.selectFrom("price_adjustments").selectAll().orderBy("id").execute();
    expect(opened.map((a) => [a.adjustment_status, a.batch_no, a.source, a.effect_mode])).toEqual([
      ["pending", done.batch_no, "fee", "at"],
      ["pending", done.batch_no, "fee", "at"],
    ]);
    for (const a of opened) expect(Date.parse(String(a.effective_at))).toBe(Date.parse(japan.effective_from));

    const again = await product.call("official_fee_adjust", { ...body, ...key() });
    expect([again.opened, again.batch_no]).toEqual([0, null]);
    expect(again.results[0]?.msg).toBe(`该价格已有待审核的调价单 ${opened[0]?.adjust_no}`);
    expect(await app.db.selectFrom("price_adjustments").select("id").execute()).toHaveLength(2);
    expect((await named("日本短期滞在·单次"))[1]).toMatchObject({ adjust_open: 2 });
  });

  test("the product shows the request, and its price has not moved", async () => {
    const sku = await app.db.selectFrom("skus").select("id").where("sku_no", "=", "JP-TOUR-S-01").executeTakeFirstOrThrow();
    const detail = await product.call("sku_get", sku);
    expect(detail.retail_adult).toBe(118_800);
    expect(detail.adjustments).toMatchObject([
      { adjustment_status: "pending", maker_name: "周启明", source: "fee", reason_kind: "embassy" },
    ]);
    expect(detail.adjustments[0]?.reason).toBe("日本短期滞在·单次：CNY 715.00 改为 CNY 780.00，2026-12-01 00:00 起");
  });

  test("without 100201 nobody adjusts, without 100201101 nobody sees a margin", async () => {
    const [, next] = await named("日本短期滞在·单次");
    const body = { id: next?.id ?? 0, keep: "service" as const };
    expect((await (await app.as("finance")).raw("official_fee_affected_query", body)).status).toBe(403);
    await app.db
      .updateTable("roles")
      .set({ module_group: [100907] })
      .where("name", "=", "内容运营")
      .execute();
    const content = await app.as("content");
    const seen = await content.call("official_fee_affected_query", body);
    expect(seen.list.map((c) => [c.margin_old, c.margin_new])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect((await content.raw("official_fee_adjust", { ...body, sku_ids: [1], expected_count: 2, ...key() })).status).toBe(403);
  });

  test("the database itself holds one open request per cell, and a decided one frees it", async () => {
    const cell = await app.db
      .selectFrom("price_adjustment_cells")
      .selectAll()
      .where("is_open", "=", true)
      .orderBy("id")
      .executeTakeFirstOrThrow();
    const { id: _, ...same } = cell;
    await expect(app.db.insertInto("price_adjustment_cells").values(same).execute()).rejects.toMatchObject({ code: "23505" });
    await app.db.updateTable("price_adjustments").set({ adjustment_status: "withdrawn" }).where("id", "=", cell.adjustment_id).execute();
    const left = await app.db
      .selectFrom("price_adjustment_cells")
      .select("is_open")
      .where("adjustment_id", "=", cell.adjustment_id)
      .execute();
    expect(left.every((c) => !c.is_open)).toBe(true);
  });
});

describe("official fees in time", () => {
  test("two rows of a name never meet: 生效时间重叠", async () => {
    expect(await refused({ name: "泰国TR旅游·单次", country_ids: ["TH"], effective_from: "2026-11-01T00:00:00+08:00" })).toMatchObject({
      code: "overlap",
    });
    const third = await refused({ effective_from: "2026-11-25T00:00:00+08:00" });
    expect([third.code, third.msg]).toEqual(["overlap", "生效时间重叠：同名收费已有 2026-12-01 00:00 至 长期 的记录"]);
    expect(await refused({ effective_from: "2027-01-01T00:00:00+08:00", effective_to: "2026-12-31T00:00:00+08:00" })).toMatchObject({
      code: "bad_input",
      msg: "失效时间应晚于生效时间",
    });
    const gap = await save({ name: "新收费", effective_from: "2027-01-01T00:00:00+08:00", effective_to: "2027-02-01T00:00:00+08:00" });
    const next = await save({ name: "新收费", effective_from: "2027-02-01T00:00:00+08:00" });
    expect([gap.fee_state, next.fee_state]).toEqual(["pending", "pending"]);
  });

  test("what has begun keeps its amount; what has not may be moved, and the former follows it", async () => {
    const [current] = await named("日本短期滞在·两次");
    if (!current) throw new Error("no fee");
    const form = { ...japan, name: "日本短期滞在·两次", adult: 150_000 };
    const locked = await refused({ ...form, id: current.id, version: current.version, effective_from: current.effective_from });
    expect([locked.code, locked.msg]).toEqual(["locked", "已生效的官方收费不能修改成人，请新增一条并填写新的生效时间"]);
    const next = await save(form);
    const later = await save({ ...form, id: next.id, version: next.version, adult: 155_000, effective_from: "2027-01-01T00:00:00+08:00" });
    expect(later).toMatchObject({ id: next.id, adult: 155_000 });
    expect(Date.parse((await named("日本短期滞在·两次"))[0]?.effective_to ?? "")).toBe(Date.parse("2027-01-01T00:00:00+08:00"));
    await save({ ...form, id: next.id, version: later.version, adult: 155_000, effective_from: "2026-12-15T00:00:00+08:00" });
    expect(Date.parse((await named("日本短期滞在·两次"))[0]?.effective_to ?? "")).toBe(Date.parse("2026-12-15T00:00:00+08:00"));
  });

  test("a stamp names its source and goes with a changed fact", async () => {
    const [fee] = await named("新加坡入境签证·每人");
    if (!fee) throw new Error("no fee");
    await product.call("official_fee_verify", { id: fee.id, version: fee.version, source: "https://www.ica.gov.sg" });
    const [stamped] = await named(fee.name);
    expect(stamped).toMatchObject({ is_verify_due: false, source_url: "https://www.ica.gov.sg", verified_by_name: "周启明" });
    const { id, country_ids, name, currency, adult, child, effective_from } = fee;
    const row = { id, country_ids, name, currency, adult, child, effective_from, version: stamped?.version };
    const saved = await save({ ...row, source_url: "https://www.ica.gov.sg/fees" });
    expect(saved).toMatchObject({ verified_at: null, is_verify_due: true });
  });

  test("seeds: KR's 460.00 stands as 260.00 for the mission and 200.00 for the centre, each on its own row", async () => {
    const rows = await app.db
      .selectFrom("sku_prices")
      .innerJoin("skus", "skus.id", "sku_prices.sku_id")
      .innerJoin("official_fees", "official_fees.id", "sku_prices.official_fee_id")
      .select(["price_kind", "sku_prices.adult", "fee_kind", "official_fees.name"])
      .where("sku_no", "=", "KR-TOUR-S-01")
      .orderBy("price_kind", "desc")
      .execute();
    expect(rows).toEqual([
      { price_kind: "embassy_fee", adult: 26_000, fee_kind: "embassy", name: "韩国C-3·单次" },
      { price_kind: "centre_fee", adult: 20_000, fee_kind: "centre", name: "韩国签证中心服务费·单次" },
    ]);
  });
});

test("a foreign fee is judged at the typed rate, else at each product's own; a price that would not hold says so", async () => {
  const fee = await save({ name: "申根C类短期", country_ids: ["FR", "IT", "DE"], currency: "EUR", adult: 9_500, child: 4_800 });
  const own = await product.call("official_fee_affected_query", { id: fee.id, keep: "service" });
  expect(own.needs_rate).toBe(false);
  const paris = own.list.find((c) => c.sku_no.startsWith("FR-SCH"));
  expect(paris).toMatchObject({ rate: "8.000000", fee_old: 72_000, fee_new: 76_000 });
  const bands = paris?.cells.filter((c) => c.price_kind === "embassy_fee").map((c) => [c.band, c.old, c.new]);
  expect(bands).toEqual([
    ["adult", 72_000, 76_000],
    ["child", 36_000, 38_400],
  ]);
  const typed = await product.call("official_fee_affected_query", { id: fee.id, rate: "8.1234", keep: "price" });
  expect(typed.list.find((c) => c.sku_id === paris?.sku_id)).toMatchObject({
    rate: "8.1234",
    fee_new: 77_172,
    retail_new: paris?.retail_old,
  });
  const dear = await product.call("official_fee_affected_query", { id: fee.id, rate: "80", keep: "price" });
  expect(dear.list[0]?.fault).toMatch(/^售价不能低于签证费/);
  const kept = await product.call("official_fee_adjust", {
    id: fee.id,
    rate: "80",
    keep: "price",
    sku_ids: dear.list.map((c) => c.sku_id),
    expected_count: dear.total,
    ...key(),
  });
  expect(kept.opened).toBe(0);
  expect((await product.raw("official_fee_affected_query", { id: fee.id, rate: "0", keep: "price" })).msg).toBe(
    "汇率应为大于0的数，最多六位小数",
  );
});

test("rules: amounts of any currency are exact", () => {
  expect([currencyDigits("JPY"), currencyDigits("EUR"), currencyDigits("KWD")]).toEqual([0, 2, 3]);
  expect([feeText(3_000, "JPY"), feeText(9_000, "EUR"), feeText(5, "USD"), feeText(1_234_567, "KWD")]).toEqual([
    "JPY 3,000",
    "EUR 90.00",
    "USD 0.05",
    "KWD 1,234.567",
  ]);
  expect([parseFee("90", "EUR"), parseFee("1,234.5", "EUR"), parseFee("1.5", "JPY"), parseFee("x", "EUR")]).toEqual([
    9_000,
    123_450,
    null,
    null,
  ]);
  expect(centsAt(3_500, 2, "7.1234")).toBe(24_932);
  expect([
    feeCents(3_000, "JPY", "0.046512"),
    feeCents(20_000, "KWD", "23.5"),
    feeCents(100, "USD", null),
    feeCents(5, "CNY", null),
  ]).toEqual([13_954, 47_000, null, 5]);
});

test("rules: sale prices follow the fee band by band; margins count what the supplier's price does not hold", () => {
  const row = (price_kind: "retail" | "level" | "embassy_fee", adult: number, child: number | null, ref_id = "") => ({
    price_kind,
    ref_id,
    adult,
    child,
  });
  const sku = {
    child_age: 12,
    rows: [row("retail", 100_000, 80_000), row("level", 95_000, 75_000, "V1"), row("embassy_fee", 50_000, 30_000)],
  };
  const cells = feeCells(sku, "embassy_fee", { adult: 60_000, child: 30_000 }, "service");
  expect(cells.map((c) => [c.price_kind, c.ref_id, c.band, c.new])).toEqual([
    ["embassy_fee", "", "adult", 60_000],
    ["retail", "", "adult", 110_000],
    ["level", "V1", "adult", 105_000],
  ]);
  expect(boundsFault(sku, cells)).toBeNull();
  const dear = feeCells(sku, "embassy_fee", { adult: 60_000, child: 78_000 }, "price");
  expect(boundsFault(sku, dear)).toBe("售价不能低于签证费（¥780.00）");
  const [retail] = marginsOf(sku, cells, { adult: 20_000, child: null, embassy_included: false, centre_included: false });
  expect(retail).toEqual({ price_kind: "retail", ref_id: "", band: "adult", old: 30_000, new: 30_000 });
  expect(marginsOf(sku, cells, null)).toEqual([]);
});
