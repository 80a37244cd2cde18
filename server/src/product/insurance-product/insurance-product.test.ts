import { beforeAll, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { onEmbedded } from "../../testing/database.ts";
import { insuranceQuote } from "../index.ts";

let app: TestApp;
let admin: Client;
let insurer = 0;
let clause = "";
beforeAll(async () => {
  app = await testApp({ now: "2026-09-01T02:00:00.000Z" });
  admin = await app.as("admin");
  insurer = (await admin.call("insurance_product_insurer_pick", { keyword: "安途" })).list[0]?.id ?? 0;
  clause =
    (await row<{ key: string }>(app.db, q`select key from files where content_type = 'application/pdf' and not is_private`))?.key ?? "";
});

type Facts = InputOf<"insurance_product_add">;
type Rate = Facts["rates"][number];
const plan = {
  key: "basic",
  name: "基础",
  medical_currency: "EUR" as const,
  medical_cover: 3_000_000,
  sum_insured: 30_000_000,
  day_from: 1,
  day_to: 30,
  age_from: 0,
  age_to: 80,
};
const rate = (day_from: number, day_to: number, age_from: number, age_to: number, more: Partial<Rate> = {}): Rate => ({
  plan_key: "basic",
  day_from,
  day_to,
  age_from,
  age_to,
  premium: 10_000,
  cost: 6_000,
  ...more,
});
const tiled = [rate(1, 7, 0, 70), rate(8, 10, 0, 70, { premium: 13_000 }), rate(11, 30, 0, 70), rate(1, 30, 71, 80, { premium: 26_000 })];
let made = 0;
const facts = (more: Partial<Facts> = {}): Facts => {
  made += 1;
  return {
    name: `测试保险${made}`,
    code: `TEST${String(made).padStart(3, "0")}`,
    supplier_id: insurer,
    region: "schengen",
    country_ids: [],
    plans: [plan],
    rates: tiled,
    min_lead_hours: 24,
    surrender: "before_start",
    clause_file: clause,
    ...more,
  };
};
const listed = async (more: Partial<Facts> = {}) => {
  const p = await admin.call("insurance_product_add", facts(more));
  return admin.call("insurance_product_on_sale", { id: p.id, version: p.version });
};
const said = async (p: { id: number; version: number }, by: Client = admin) => {
  const { code, answer } = await by.refused("insurance_product_on_sale", { id: p.id, version: p.version });
  return [code, answer.msg];
};

test("product 19: a matrix with a hole at age 70 cannot be listed, one with two rates over a cell not even kept; a full one can", async () => {
  const f = facts({ rates: [rate(1, 30, 0, 69), rate(1, 30, 71, 80)] });
  let p = await admin.call("insurance_product_add", f);
  expect(await said(p)).toEqual(["incomplete", "计划「基础」缺少 1–30 天 / 70 岁的费率"]);
  expect((await admin.call("insurance_product_get", { id: p.id })).moves).toEqual([
    { move: "on_sale", ok: false, missing: "计划「基础」缺少 1–30 天 / 70 岁的费率" },
  ]);
  const double = await admin.refused("insurance_product_update", {
    ...f,
    id: p.id,
    version: p.version,
    rates: [rate(1, 30, 0, 70), rate(1, 30, 70, 80)],
  });
  expect([double.code, double.answer.msg]).toEqual(["bad_input", "计划「基础」的 1–30 天 / 70 岁有多条费率，请只保留一条"]);
  p = await admin.call("insurance_product_update", { ...f, id: p.id, version: p.version, rates: tiled, clause_file: null });
  expect(await said(p)).toEqual(["incomplete", "还没有条款，请先上传条款PDF"]);
  p = await admin.call("insurance_product_update", { ...f, id: p.id, version: p.version, rates: tiled });
  expect(await admin.call("insurance_product_on_sale", { id: p.id, version: p.version })).toMatchObject({
    product_status: "on_sale",
    first_listed_at: app.clock.now().toISOString(),
    premium_from: 10_000,
    cost_from: 6_000,
    policies_30: 0,
    claims: 0,
  });
});

test("product 19: the database itself takes no second rate for a day and age that are sold", async () => {
  const p = await listed();
  const insert = (from: string, to: string | null) =>
    rows(
      app.db,
      q`insert into insurance_rates (product_id, plan_key, day_from, day_to, age_from, age_to, premium, effective_from, effective_to)
        values (${p.id}, 'basic', 10, 12, 70, 71, 1, ${from}, ${to})`,
    );
  await expect(insert("2026-09-02T00:00:00Z", null)).rejects.toThrow(/exclusion|conflicting/);
  await insert("2026-08-01T00:00:00Z", "2026-08-02T00:00:00Z");
});

test("product 19: 2026-10-01 to 2026-10-09 counts 9 days and falls into 8–10; the birthday decides the age", async () => {
  const { id } = await listed();
  const quote = (birth_date: string, return_date = "2026-10-09") =>
    admin.call("insurance_product_quote", { id, departure: "2026-10-01", return_date, birth_date });
  expect(await quote("1990-05-20")).toMatchObject({
    days: 9,
    age: 36,
    buy_until: "2026-09-29T16:00:00.000Z",
    is_late: false,
    prices: [{ plan_key: "basic", premium: 13_000, cost: 6_000, band: "8–10 天 / 0–70 岁", fault: null }],
  });
  expect((await quote("1955-10-02")).prices[0]).toMatchObject({ premium: 13_000, band: "8–10 天 / 0–70 岁" });
  expect((await quote("1955-10-01")).prices[0]).toMatchObject({ premium: 26_000, band: "1–30 天 / 71–80 岁" });
  expect((await quote("1945-09-01")).prices[0]).toMatchObject({ premium: null, fault: "可投保 0–80 岁" });
  expect((await quote("1990-05-20", "2026-11-01")).prices[0]).toMatchObject({ premium: null, fault: "可投保 1–30 天" });
  expect(
    (await admin.refused("insurance_product_quote", { id, departure: "2026-10-01", return_date: "2026-09-30", birth_date: "1990-05-20" }))
      .answer.msg,
  ).toBe("返回日期不能早于出发日期");
  const trip = { departure: "2026-10-01", return_date: "2026-10-09", birth_date: "1990-05-20" };
  expect((await insuranceQuote(app.db, id, trip, new Date("2026-09-29T16:00:01Z"))).is_late).toBe(true);
});

test("after the first listing terms and amounts stand, the rest is edited; off sale and on again keeps them", async () => {
  const f = facts();
  const draft = await admin.call("insurance_product_add", f);
  const p = await admin.call("insurance_product_on_sale", { id: draft.id, version: draft.version });
  const refused = async (more: Partial<Facts>, version = p.version) => {
    const { code, answer } = await admin.refused("insurance_product_update", { ...f, id: p.id, version, ...more });
    return [code, answer.msg];
  };
  expect(await refused({ rates: tiled.map((r) => ({ ...r, premium: r.premium + 1 })) })).toEqual([
    "locked",
    "已上架过的保险产品请申请调价，不能直接修改费率",
  ]);
  expect(await refused({ plans: [{ ...plan, medical_cover: 5_000_000 }] })).toEqual(["locked", "已上架过，不能修改计划"]);
  expect(await refused({ code: "OTHER01" })).toEqual(["locked", "已上架过，不能修改编码"]);
  const off = await admin.call("insurance_product_off_sale", { id: p.id, version: p.version, reason: "保司暂停出单" });
  expect(off).toMatchObject({ product_status: "off_sale", off_reason: "保司暂停出单" });
  expect((await refused({ rates: [] }, off.version))[0]).toBe("locked");
  const renamed = await admin.call("insurance_product_update", {
    ...f,
    id: p.id,
    version: off.version,
    name: "改名后的测试保险",
    min_lead_hours: 48,
  });
  const again = await admin.call("insurance_product_on_sale", { id: p.id, version: renamed.version });
  expect(again).toMatchObject({ product_status: "on_sale", off_reason: null, min_lead_hours: 48, first_listed_at: p.first_listed_at });
  expect((await admin.refused("insurance_product_remove", { id: p.id, version: again.version })).code).toBe("state_changed");
  const stale = await admin.refused("insurance_product_update", { ...f, id: p.id, version: 1 });
  expect(stale.answer).toMatchObject({ status: 409, body: { current: { version: again.version, plans: [plan], min_lead_hours: 48 } } });
  expect((stale.answer.body as { current: { rates: Rate[] } }).current.rates).toHaveLength(tiled.length);
});

test("a premium below its cost is listed only by somebody else who may release it", async () => {
  const product = await app.as("product");
  const f = facts({ rates: [rate(1, 30, 0, 80, { premium: 5_000 })] });
  const p = await product.call("insurance_product_add", f);
  const text = "计划「基础」1–30 天 / 0–80 岁 毛利 -¥10.00 低于底线 ¥0.00，需他人放行上架";
  expect(await said(p, product)).toEqual(["below_floor", text]);
  const mine = await admin.call("insurance_product_add", facts({ rates: f.rates }));
  expect(await said(mine)).toEqual(["below_floor", text]);
  expect(await admin.call("insurance_product_on_sale", { id: p.id, version: p.version })).toMatchObject({ product_status: "on_sale" });
});

test("product 21: without the code no answer of insurance holds a cost, and a save without it keeps the stored one", async () => {
  await rows(
    app.db,
    q`update roles set module_group = array_remove(module_group, 100201101), version = version + 1
      where id = (select role_id from workers where account = 'product')`,
  );
  const blind = await app.as("product");
  const f = facts();
  const p = await admin.call("insurance_product_add", f);
  const answers = [
    await blind.call("insurance_product_query", {}),
    await blind.call("insurance_product_get", { id: p.id }),
    await blind.call("insurance_product_log_query", { id: p.id }),
    await blind.call("insurance_product_quote", { id: p.id, departure: "2026-10-01", return_date: "2026-10-09", birth_date: "1990-05-20" }),
  ];
  expect(JSON.stringify(answers)).not.toMatch(/cost|成本/);
  const bare = f.rates.map(({ plan_key, day_from, day_to, age_from, age_to, premium }) => ({
    plan_key,
    day_from,
    day_to,
    age_from,
    age_to,
    premium: premium + 500,
  }));
  const saved = await blind.call("insurance_product_update", { ...f, id: p.id, version: p.version, rates: bare });
  expect((await admin.call("insurance_product_get", { id: p.id })).rates.map((r) => [r.premium, r.cost])).toEqual(
    expect.arrayContaining([
      [10_500, 6_000],
      [13_500, 6_000],
    ]),
  );
  expect((await blind.refused("insurance_product_update", { ...f, id: p.id, version: saved.version })).code).toBe("not_allowed");
  const fresh = await blind.call("insurance_product_add", facts({ rates: bare }));
  expect((await said(fresh, blind))[1]).toBe("计划「基础」的 1–7 天 / 0–70 岁还没有成本，请由可查看成本的同事填写");
});

test("what a form cannot know is named at its field", async () => {
  const refused = async (more: Partial<Facts>) => {
    const { code, answer } = await admin.refused("insurance_product_add", facts(more));
    return [code, answer.msg];
  };
  const { code, name } = await admin.call("insurance_product_add", facts());
  expect(await refused({ code })).toEqual(["duplicate", "编码已存在"]);
  expect(await refused({ name })).toEqual(["duplicate", "名称已存在"]);
  expect(await refused({ supplier_id: 1 })).toEqual(["bad_input", "请选择保司"]);
  expect(await refused({ country_ids: ["JP"] })).toEqual(["bad_input", "日本不在申根，请去掉或更改地区"]);
  expect(await refused({ country_ids: ["XX"] })).toEqual(["bad_input", "国家/地区不存在，请重新选择"]);
  expect(await refused({ clause_file: "public/aa/nothing0001.pdf" })).toEqual(["bad_input", "条款PDF文件不存在，请重新上传"]);
  expect(await refused({ rates: [rate(1, 30, 0, 80, { plan_key: "other" })] })).toEqual([
    "bad_input",
    "费率所属的计划不存在，请刷新后重填",
  ]);
  const lower = await admin.raw("insurance_product_add", facts({ code: "abc" }));
  expect([lower.status, JSON.stringify(lower.body)]).toEqual([400, expect.stringContaining("编码应为5-12位大写字母或数字") as unknown]);
});

test("goods hold their insurance: the country stays covered, a draft they name stays; a free draft goes", async () => {
  const f = facts({ country_ids: ["FR", "DE"] });
  const p = await admin.call("insurance_product_add", f);
  await rows(
    app.db,
    q`update skus set insurance_product_ids = insurance_product_ids || ${p.id}::int8 where visa_product_unit_code = 'FR-SCH'`,
  );
  const detail = await admin.call("insurance_product_get", { id: p.id });
  expect(detail.sku_count).toBe(detail.skus.length);
  expect(detail.skus.map((s) => s.sku_no)).toContain("FR-SCH-01");
  const narrower = await admin.refused("insurance_product_update", { ...f, id: p.id, version: p.version, country_ids: ["DE"] });
  expect([narrower.code, narrower.answer.msg]).toEqual(["in_use", "商品 FR-SCH-01（法国）推荐了本产品，不能去掉法国"]);
  expect((await admin.refused("insurance_product_remove", { id: p.id, version: p.version })).code).toBe("in_use");
  const free = await admin.call("insurance_product_add", facts());
  await admin.call("insurance_product_remove", { id: free.id, version: free.version });
  expect((await admin.refused("insurance_product_get", { id: free.id })).code).toBe("not_found");
});

test("the list finds by name, insurer, country and state; the picker says why a product does not fit", async () => {
  const names = async (filter: InputOf<"insurance_product_query">) =>
    (await admin.call("insurance_product_query", { page_size: 100, ...filter })).list.map((p) => p.code);
  expect(await names({ keyword: "申根旅行" })).toEqual(["ATSCH01"]);
  expect(await names({ keyword: "hnworld" })).toEqual(["HNWORLD"]);
  expect(await names({ country_id: ["KR"] })).toEqual(expect.arrayContaining(["ATASIA1", "HNWORLD"]));
  expect(await names({ country_id: ["KR"] })).not.toContain("ATSCH01");
  expect(await names({ product_status: ["off_sale"], region: ["world"] })).toEqual(["HNWORLD"]);
  const { list } = await admin.call("insurance_product_pick", { country_id: "FR" });
  expect(list.find((p) => p.code === "ATSCH01")?.fault).toBeNull();
  expect(list.find((p) => p.code === "ATASIA1")?.fault).toBe("「安途亚洲畅游保险」的保障地区不含法国");
  expect(list.map((p) => p.code)).not.toContain("HNWORLD");
  const off = (await admin.call("insurance_product_query", { keyword: "HNWORLD" })).list[0]?.id ?? 0;
  expect((await admin.call("insurance_product_pick", { ids: [off] })).list.map((p) => p.code)).toEqual(["HNWORLD"]);
});

test("of two who list at once one succeeds", async ({ skip }) => {
  if (onEmbedded()) skip();
  const other = await app.as("product");
  for (let round = 0; round < 5; round++) {
    const p = await admin.call("insurance_product_add", facts());
    const answers = await Promise.all([admin, other].map((c) => c.raw("insurance_product_on_sale", { id: p.id, version: p.version })));
    expect(answers.map((a) => a.ret).sort((a, b) => a - b)).toEqual([0, 2]);
  }
});
