/** 使领馆与签证中心 and 领区检查 through the whole server. */
import { beforeAll, describe, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
});

const idOf = async (name: string): Promise<number> =>
  (await row<{ id: number }>(app.db, q`select id from embassies where name = ${name}`))?.id ?? 0;
const get = async (name: string) => admin.call("embassy_get", { id: await idOf(name) });
const query = (input: Omit<InputOf<"embassy_query">, "page">) => admin.call("embassy_query", { page_size: 100, ...input });
const names = async (input: Omit<InputOf<"embassy_query">, "page">) => (await query(input)).list.map((e) => e.name);
/** The body of an update: what a form always sends, and what is changed. */
type Sent = Pick<Awaited<ReturnType<typeof get>>, "id" | "version" | "embassy_type" | "country_id" | "name">;
const changed = ({ id, version, embassy_type, country_id, name }: Sent, set: Partial<InputOf<"embassy_update">>) => ({
  id,
  version,
  embassy_type,
  country_id,
  name,
  ...set,
});
const update = (post: Sent, set: Partial<InputOf<"embassy_update">>) => admin.call("embassy_update", changed(post, set));
/** Sentence and fields of a call that must be refused. */
async function refused(name: string, input: unknown): Promise<{ code: unknown; msg: string; paths: string[] }> {
  const a = await admin.raw(name, input);
  expect([a.status, a.ret]).not.toEqual([200, 0]);
  const body = a.body as { code?: string; issues?: { path: string; message: string }[] } | null;
  return { code: body?.code ?? a.status, msg: body?.issues?.[0]?.message ?? a.msg, paths: (body?.issues ?? []).map((i) => i.path) };
}
const centre = { embassy_type: 4, country_id: "JP" };

describe("使领馆与签证中心", () => {
  test("every seeded post waits for verification and shows what rests on it", async () => {
    expect(await query({ is_verify_due: true, page_size: 1 })).toMatchObject({ total: 215 + 8 + 9 });
    expect(await query({ is_verify_due: false })).toMatchObject({ total: 0 });
    const shanghai = await get("日本驻上海总领事馆");
    const used = await admin.call("embassy_product_query", { record_id: shanghai.id, sku_status: ["on_sale"] });
    expect(shanghai).toMatchObject({ province_count: 5, used_count: used.total, is_open_today: true, closed_because: null });
    expect(used.total).toBeGreaterThan(0);
    const union = await get("意大利签证申请中心（演示·上海）");
    expect(union).toMatchObject({ parent_names: ["意大利驻上海总领事馆"], province_count: 4, domicile_limit: false });
    expect(union.address_text).toContain("上海市");
  });

  test("posts that most products use come first, disabled ones last; every filter keeps what it says", async () => {
    const { list } = await query({});
    const ranks = list.map((e) => (e.status === 0 ? -1 : e.used_count));
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
    expect([ranks[0], ranks.at(-1)]).toEqual([Math.max(...ranks), -1]);
    expect(ranks[0]).toBeGreaterThan(0);
    expect(await names({ country_id: ["JP"], province_code: "210000" })).toEqual([
      "日本驻沈阳总领事馆",
      "日本驻沈阳总领事馆大连领事办公室",
    ]);
    expect(await names({ keyword: "印度驻", domicile_limit: true })).toHaveLength(3);
    expect(await names({ country_id: ["IT"], province_code: "310000" })).toEqual([
      "意大利驻上海总领事馆",
      "意大利签证申请中心（演示·上海）",
    ]);
    expect((await query({ embassy_type: [4], no_address: true })).total).toBe(0);
    expect((await query({ operator: ["vfs"] })).list.every((e) => e.embassy_type === 4)).toBe(true);
    expect((await query({ city: "沈阳", status: 1 })).list.every((e) => e.city === "沈阳" && e.status === 1)).toBe(true);
  });

  test("what is missing is said at its field", async () => {
    const jp = { embassy_type: 2, country_id: "JP", name: "日本驻测试总领事馆" };
    expect(await refused("embassy_add", { ...jp, embassy_type: undefined })).toMatchObject({ msg: "请选择类型", paths: ["embassy_type"] });
    expect(await refused("embassy_add", { ...jp, country_id: "" })).toMatchObject({ msg: "请选择国家" });
    expect(await refused("embassy_add", { ...jp, country_id: "XX" })).toMatchObject({ msg: "请选择国家", paths: ["country_id"] });
    expect(await refused("embassy_add", { ...jp, name: "" })).toMatchObject({ msg: "请输入名称" });
    expect(await refused("embassy_add", { ...jp, name: "日本驻上海总领事馆" })).toMatchObject({ code: "duplicate", msg: "名称已存在" });
    expect(await refused("embassy_add", { ...jp, domicile_limit: true })).toMatchObject({
      code: "bad_input",
      msg: "领区至少选择一个省份",
      paths: ["district_area"],
    });
    const area = (province_code: string, only_cities: string[], except_cities: string[] = []) => ({
      ...jp,
      domicile_limit: true,
      district_area: [{ province_code, only_cities, except_cities }],
    });
    expect((await refused("embassy_add", area("210000", ["310100"]))).msg).toBe("城市不属于所选省份");
    expect((await refused("embassy_add", area("210000", [], ["999999"]))).msg).toBe("城市不属于所选省份");
    expect((await refused("embassy_add", area("210000", ["210100"], ["210200"]))).msg).toBe("辽宁省的受理城市与不受理城市只能填一种");
    expect((await refused("embassy_add", area("999999", []))).msg).toBe("地址编码不存在");
    expect((await refused("embassy_add", { ...jp, open_from: "16:00", open_to: "09:00" })).paths).toEqual(["open_to"]);
    expect((await refused("embassy_add", { ...jp, email: "无" })).msg).toBe("请输入正确的邮箱");
    expect((await refused("embassy_add", { ...jp, website: "ftp://x" })).msg).toBe("请输入以http或https开头的网址");
  });

  test("base-data 7: an address is of the library; its names stay beside the codes", async () => {
    const at = (province_code: string, city_code: string, county_code: string) => ({
      province_code,
      city_code,
      county_code,
      detail: "1号",
    });
    const put = (name: string, address: object) => refused("embassy_add", { ...centre, name, address });
    expect((await put("东莞中心", at("440000", "441900", "440106"))).msg).toBe("地址编码不存在");
    expect((await put("广州中心", at("440000", "440100", ""))).msg).toBe("请选择区县");
    expect((await put("广州中心", at("440000", "440100", "440305"))).msg).toBe("地址编码不存在");
    const dongguan = await admin.call("embassy_add", { ...centre, name: "日本东莞中心", address: at("440000", "441900", "") });
    expect(dongguan).toMatchObject({ address_text: "广东省东莞市1号", city: "东莞", is_verify_due: true, status: 1 });
    await admin.call("embassy_add", { ...centre, name: "日本香港中心", address: at("810000", "810001", "") });
    expect(await row(app.db, q`select address from embassies where id = ${dongguan.id}`)).toMatchObject({
      address: { province: "广东省", city: "东莞市", county: "" },
    });
  });

  test("a visa centre belongs to missions of its country; other types keep nothing of a centre", async () => {
    const shanghai = await idOf("日本驻上海总领事馆");
    expect(await refused("embassy_add", { ...centre, country_id: "KR", name: "错配中心", parent_ids: [shanghai] })).toMatchObject({
      msg: "所属使领馆须为同一国家的使领馆",
      paths: ["parent_ids"],
    });
    const made = await admin.call("embassy_add", { ...centre, name: "日本上海中心", parent_ids: [shanghai], operator: "vfs" });
    expect(made).toMatchObject({ province_count: 5, operator: "vfs" });
    const area = [{ province_code: "310000", only_cities: [], except_cities: [] }];
    const moved = await update(made, { embassy_type: 2, domicile_limit: true, district_area: area });
    expect(moved).toMatchObject({ parent_ids: [], operator: "embassy", district_area: area, province_count: 1 });
    await admin.call("embassy_remove", { id: moved.id, version: moved.version });
  });

  test("verification is stamped with what it rests on; a changed fact clears it, a remark does not; months end it", async () => {
    const post = await get("印度驻上海总领事馆");
    const { id, version } = post;
    expect(await refused("embassy_verify", { id, version, source: "" })).toMatchObject({ msg: "请输入核验依据" });
    await admin.call("embassy_verify", { id, version, source: "官网 2026-11-20" });
    const stamped = await admin.call("embassy_get", { id });
    expect(stamped).toMatchObject({ is_verify_due: false, verified_by_name: "系统管理员", source: "官网 2026-11-20" });
    expect((await admin.raw("embassy_update", changed(post, { remark: "晚" }))).status).toBe(409);
    const noted = await update(stamped, { remark: "门口有寄存" });
    expect(noted.is_verify_due).toBe(false);
    expect((await query({ country_id: ["IN"], is_verify_due: false })).total).toBe(1);
    await rows(app.db, q`update embassies set verified_at = verified_at - interval '6 months' where id = ${id}`);
    expect((await query({ country_id: ["IN"], is_verify_due: false })).total).toBe(0);
    expect(await update(noted, { open_to: "15:00" })).toMatchObject({
      is_verify_due: true,
      verified_at: null,
      open_to: "15:00",
    });
    const log = await row<{ changes: unknown }>(
      app.db,
      q`select changes from operation_logs where endpoint = 'embassy_update' and result = 'ok' order by id desc limit 1`,
    );
    expect(log?.changes).toEqual([{ field: "open_to", label: "受理结束", before: "17:00", after: "15:00" }]);
  });

  test("a post that appointments or centres name stays; a spare one of another country takes no products", async () => {
    const spare = await admin.call("embassy_add", { embassy_type: 2, country_id: "JP", name: "日本驻备用总领事馆" });
    const child = await admin.call("embassy_add", { ...centre, name: "日本备用中心", parent_ids: [spare.id] });
    expect(await refused("embassy_remove", { id: spare.id, version: spare.version })).toMatchObject({
      code: "in_use",
      msg: "已被使用，只能禁用",
    });
    await admin.call("embassy_remove", { id: child.id, version: child.version });
    await admin.call("embassy_remove", { id: spare.id, version: spare.version });
    const [sku] = await rows<{ id: number; embassy_id: number }>(
      app.db,
      q`select id, embassy_id from skus where embassy_id = ${await idOf("日本驻上海总领事馆")} limit 1`,
    );
    expect(
      await refused("embassy_replace", {
        id: sku?.embassy_id,
        to_id: await idOf("韩国驻上海总领事馆"),
        sku_ids: [sku?.id],
        expected_count: 1,
        idempotency_key: crypto.randomUUID(),
      }),
    ).toMatchObject({ msg: "只能替换为同一国家的使领馆" });
  });
});

describe("领区检查", () => {
  const check = (country_id: string) => admin.call("district_check_get", { country_id });

  test.each(["JP", "KR", "IN"])("base-data 6: %s has 31 provinces, none missing, none double", async (country) => {
    const found = await check(country);
    expect(found).toMatchObject({ missing: 0, double: 0 });
    expect(found.provinces).toHaveLength(31);
    expect(new Set(found.provinces.map((p) => p.province_state))).toEqual(new Set(["unique"]));
    expect(found.regions.map((p) => p.province_name)).toEqual(["台湾省", "香港特别行政区", "澳门特别行政区"]);
  });

  test("base-data 6: 辽宁 is split by 大连市, and each cell says its share", async () => {
    const { posts, provinces } = await check("JP");
    const liaoning = provinces.find((p) => p.province_code === "210000");
    const shares = posts.map((p, i) => [p.district_name, liaoning?.cells[i]?.text]).filter(([, text]) => text);
    expect(shares).toEqual([
      ["沈阳领区", "除大连市外"],
      ["大连领区", "仅大连市"],
    ]);
  });

  test("a gap and an overlap are found with their cities; a country without limits is 不限", async () => {
    const post = await get("日本驻沈阳总领事馆");
    const { district_area } = post;
    const split = district_area.map((a) =>
      a.province_code === "210000" ? { ...a, except_cities: [], only_cities: ["210100", "210200"] } : a,
    );
    const broken = await update(post, { district_area: split.filter((a) => a.province_code !== "220000") });
    const found = await check("JP");
    expect(found).toMatchObject({ missing: 2, double: 0 });
    const of = (code: string) => found.provinces.find((p) => p.province_code === code);
    expect(of("220000")).toMatchObject({ province_state: "missing" });
    expect(of("210000")).toMatchObject({ province_state: "missing", double_cities: ["大连市"] });
    expect(of("210000")?.missing_cities).toContain("鞍山市");
    expect(of("210000")?.cells.filter((c) => c?.is_double)).toHaveLength(2);
    await update(broken, { district_area });
    const us = await check("US");
    expect(us).toMatchObject({ posts: [], missing: 0, double: 0 });
    expect(us.unlimited.map((p) => p.name)).toContain("美国驻华大使馆");
    expect(us.provinces[0]?.province_state).toBe("unlimited");
  });

  test("base-data 5: the simulator names the post, the reason and the extra paper", async () => {
    const ask = (input: Omit<InputOf<"district_accepts_get">, "country_id">) =>
      admin.call("district_accepts_get", { country_id: "JP", ...input });
    const at = async (name: string, input: Parameters<typeof ask>[0]) => (await ask(input)).list.find((p) => p.name === name);
    const dalian = { household_province: "210000", household_city: "210200", relation: "self" as const };
    expect((await ask(dalian)).list[0]).toMatchObject({
      name: "日本驻沈阳总领事馆大连领事办公室",
      ok: true,
      reason: "户籍在领区内",
      extra_paper: null,
    });
    expect(await at("日本驻沈阳总领事馆", dalian)).toMatchObject({ ok: false, reason: "不在受理领区：沈阳领区不受理辽宁省大连市" });
    const moved = { household_province: "410000", household_city: "410100", residence_province: "310000", residence_city: "310100" };
    expect(await at("日本驻上海总领事馆", { ...moved, relation: "self" })).toMatchObject({
      ok: true,
      reason: "居住地在领区内",
      extra_paper: "居住证",
    });
    const henan = { household_province: "410000", household_city: "410100", main_province: "310000", main_city: "310100" };
    expect(await at("日本驻上海总领事馆", { ...henan, relation: "spouse" })).toMatchObject({ ok: true, reason: "直系亲属随主申请人" });
    expect(await at("日本驻上海总领事馆", { ...henan, relation: "other" })).toMatchObject({ ok: false });
    expect(await refused("district_accepts_get", { country_id: "JP", ...dalian, household_city: "310100" })).toMatchObject({
      msg: "地址编码不存在",
      paths: ["household_city"],
    });
  });
});
