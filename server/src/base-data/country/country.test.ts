import { beforeAll, describe, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { newCountry } from "../../testing/once/country.ts";

let app: TestApp;
let product: Client;
beforeAll(async () => {
  app = await testApp();
  product = await app.as("product");
});

const key = () => ({ idempotency_key: crypto.randomUUID() });
const country = (id: string) => product.call("country_detail_get", { id });
const update = async (id: string, form: Partial<InputOf<"country_update">>) =>
  product.raw("country_update", { id, version: (await country(id)).version, ...form });

describe("base-data 22: regions of China, and the list everybody reads", () => {
  test.each([
    [{ name_zh: "台湾" }, "name_zh"],
    [{ is_region: false }, "is_region"],
  ])("TW saved with %o is refused", async (form, path) => {
    const answer = await update("TW", form);
    expect(answer.body).toMatchObject({ code: "bad_input", issues: [{ path }] });
    expect(answer.msg).toContain("港澳台须标为中国的地区");
    expect(await country("TW")).toMatchObject({ name_zh: "中国台湾", is_region: true, flag_emoji: "" });
  });

  test("/country_get answers 250 rows to any account, 401 without a session", async () => {
    const viewer = await app.as("viewer");
    expect(await viewer.call("country_get", {})).toHaveLength(250);
    expect((await app.anonymous.raw("country_get", {})).status).toBe(401);
  });
});

describe("countries", () => {
  test("a code and a name are taken once; the flag follows from the code", async () => {
    const taken = await product.raw("country_add", { ...newCountry, code2: "JP", ...key() });
    expect([taken.msg, taken.body]).toEqual(["代码已存在", expect.objectContaining({ code: "duplicate" })]);
    const named = await product.raw("country_add", { ...newCountry, name_zh: "日本", ...key() });
    expect(named.msg).toBe("中文名已存在");
    const small = await product.raw("country_add", { ...newCountry, code2: "jp", ...key() });
    expect([small.status, small.msg]).toEqual([400, "两位代码应为两位大写字母"]);
    expect(await product.call("country_add", { ...newCountry, ...key() })).toEqual({ id: "XA" });
    expect(await country("XA")).toMatchObject({ flag_emoji: "🇽🇦", status: 1, is_verify_due: true, used_count: 0 });
    const { version } = await country("XA");
    await product.call("country_remove", { id: "XA", version });
    expect((await product.raw("country_remove", { id: "ES", version: (await country("ES")).version })).msg).toBe("已被使用，只能禁用");
  });

  test("a cover must have been uploaded for everybody to see", async () => {
    const missing = await update("FR", { cover: "public/00/nothing-there.png" });
    expect([missing.msg, missing.body]).toEqual(["封面文件不存在，请重新上传", expect.objectContaining({ code: "bad_input" })]);
    const private_ = await update("FR", { cover: "private/00/nothing-there.png" });
    expect(private_.msg).toBe("封面文件不存在，请重新上传");
  });

  test("a changed fact clears the stamp, a remark does not; after its months it is due again", async () => {
    await product.call("country_verify", { id: "FR", version: (await country("FR")).version, source: "https://france-visas.gouv.fr" });
    expect(await country("FR")).toMatchObject({ is_verify_due: false, verified_by_name: "周启明", source: "https://france-visas.gouv.fr" });
    await update("FR", { remark: "春节前核对" });
    expect((await country("FR")).is_verify_due).toBe(false);
    const due = await product.call("country_query", { is_verify_due: false });
    expect(due.list.map((c) => c.id)).toEqual(["FR"]);
    const saved = await update("FR", { passport_months: 3 });
    expect(saved.body).toMatchObject({ passport_months: 3, verified_at: null, is_verify_due: true });
    await product.call("country_verify", { id: "FR", version: (await country("FR")).version, source: "使馆来电" });
    expect((await country("FR")).is_verify_due).toBe(false);
    await app.db.updateTable("countries").set({ verified_at: "2026-05-20T01:59:59Z" }).where("id", "=", "FR").execute();
    expect((await country("FR")).is_verify_due).toBe(true);
  });

  test("whoever needs a visa has no days without one", async () => {
    const refused = await update("AE", { visa_policy: "required", visa_free_days: 30 });
    expect([refused.ret, (refused.body as { issues: unknown[] }).issues]).toEqual([
      17,
      [{ path: "visa_free_days", message: "签证政策为“需签证”时没有停留天数，请清空或更改签证政策" }],
    ]);
    expect((await update("AE", { visa_policy: "free", visa_free_days: 30 })).ret).toBe(0);
    // The days stay behind when the policy alone changes.
    expect((await update("AE", { visa_policy: "required" })).ret).toBe(17);
    expect((await update("AE", { visa_policy: "required", visa_free_days: null })).ret).toBe(0);
  });

  test("a stale version is a conflict that shows what is stored now", async () => {
    const { version } = await country("DE");
    await update("DE", { plug: "C、F型 230V 50Hz" });
    const stale = await product.raw("country_update", { id: "DE", version, plug: "F型" });
    expect([stale.status, stale.body]).toMatchObject([409, { current: { plug: "C、F型 230V 50Hz" } }]);
  });

  test("the list finds by name, pinyin and code, and counts what rests on a country", async () => {
    for (const keyword of ["日本", "riben", "JP", "jpn", "japan"])
      expect((await product.call("country_query", { keyword })).list.map((c) => c.id)).toContain("JP");
    const [japan] = (await product.call("country_query", { keyword: "JP" })).list;
    const related = await product.call("country_product_query", { record_id: "JP", sku_status: ["on_sale"] });
    expect(japan).toMatchObject({ used_count: related.total, fee_count: 3, time_zone: "Asia/Tokyo", spu_count: 3 });
    expect(japan?.embassy_count).toBeGreaterThan(5);
    const { list, total } = await product.call("country_query", { page_size: 50 });
    expect(total).toBe(250);
    expect(list.slice(0, 19).every((c) => c.status === 1)).toBe(true);
  });
});

test("a changed passport rule names the people not yet submitted, too short passports first", async () => {
  const desk = new OrderDesk(
    app.database,
    app.clock,
    new Map((await app.db.selectFrom("workers").select(["id", "account"]).execute()).map((w) => [w.account, w.id])),
  );
  const order = await desk.order({ people: 2 });
  const [first = 0, second = 0] = order.people;
  const { return_date, travel_date } = await app.db
    .selectFrom("orders")
    .select(["return_date", "travel_date"])
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  const home = return_date ?? travel_date ?? "";
  await app.db
    .updateTable("applicants")
    .set({ passport_expiry_date: `${Number(home.slice(0, 4)) + 1}${home.slice(4)}` })
    .where("id", "=", second)
    .execute();
  const [{ country_id } = { country_id: "" }] = await app.db.selectFrom("orders").select("country_id").where("id", "=", order.id).execute();
  const impact = (passport_months: number) => product.call("country_impact_get", { id: country_id, passport_months });
  expect(await impact(6)).toEqual({ total: 2, short: 0, orders: 1 });
  expect(await impact(13)).toEqual({ total: 2, short: 1, orders: 1 });
  const { list } = await product.call("country_impact_query", { country_id, passport_months: 13 });
  expect(list.map((p) => [p.id, p.is_short])).toEqual([
    [second, true],
    [first, false],
  ]);
  expect(list[0]?.name_cn).toMatch(/\*/);
  await app.db.updateTable("applicants").set({ applicant_status: "in_embassy" }).where("id", "=", second).execute();
  expect(await impact(13)).toEqual({ total: 1, short: 0, orders: 1 });
});

test("the sheet for the phone: fees in both currencies, missions with dates, products on sale", async () => {
  const { id: place } = await app.db
    .selectFrom("embassies")
    .select("id")
    .where("name", "=", "日本驻上海总领事馆")
    .executeTakeFirstOrThrow();
  const at = app.clock.now();
  await app.db
    .insertInto("appointments")
    .values({ place_id: place, earliest_date: "2026-12-01", checked_at: at, created_at: at, updated_at: at })
    .execute();
  const japan = await product.call("country_sheet_get", { id: "JP" });
  // Its goods are stickers: the sheet names no other way in.
  expect([japan.country.visa_policy, japan.country.visa_free_days]).toEqual(["required", null]);
  const service = await app.as("service");
  expect((await service.call("country_sheet_get", { id: "JP" })).fees).toEqual(japan.fees);
  expect((await service.raw("country_detail_get", { id: "JP" })).status).toBe(403);
  expect(japan.fees.find((f) => f.name === "日本短期滞在·单次")).toMatchObject({ adult: 71_500, rate: null, cny_adult: 71_500 });
  expect(japan.missions.find((m) => m.id === place)).toMatchObject({ district_name: "上海领区", earliest_date: "2026-12-01" });
  expect(japan.products.map((p) => p.sku_no)).toContain("JP-TOUR-S-01");
  const france = await product.call("country_sheet_get", { id: "FR" });
  expect(france.fees.find((f) => f.name === "申根C类短期")).toMatchObject({
    currency: "EUR",
    adult: 9_000,
    rate: "8.000000",
    cny_adult: 72_000,
    cny_child: 36_000,
  });
});
