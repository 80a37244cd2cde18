import { beforeAll, describe, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { proposedName } from "@visadesk/contract/product/sku/sku-generate.rules.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { newSpu } from "../../testing/once/spu.ts";
import { coverModeOf, nextNumbers, tiersOf } from "./sku-generate.rules.ts";

let app: TestApp;
let product: Client;
beforeAll(async () => {
  app = await testApp();
  product = await app.as("product");
});

type Ask = Omit<InputOf<"sku_generate">, "idempotency_key">;
const key = () => ({ idempotency_key: crypto.randomUUID() });
const missionAt = async (country: string, district: string): Promise<number> =>
  (
    await row<{ id: number }>(
      app.db,
      q`select id from embassies where country_id = ${country} and district_name = ${district} and embassy_type <> 4`,
    )
  )?.id ?? 0;
const skuId = async (no: string): Promise<number> =>
  (await row<{ id: number }>(app.db, q`select id from skus where sku_no = ${no}`))?.id ?? 0;
const count = async (code: string): Promise<number> =>
  (await row<{ n: number }>(app.db, q`select count(*)::int as n from skus where visa_product_unit_code = ${code}`))?.n ?? 0;
const ask = async (from: string | null, more: Partial<Ask> = {}): Promise<Ask> => ({
  visa_product_unit_code: "JP-TOUR-S",
  rows: [
    { embassy_id: await missionAt("JP", "上海领区"), service_level: "标准", name: "上海送签 日本单次旅游签证" },
    { embassy_id: await missionAt("JP", "广州领区"), service_level: "标准", name: "广州送签 日本单次旅游签证" },
    { embassy_id: await missionAt("JP", "广州领区"), service_level: "尊享", name: "广州送签 日本单次旅游签证 尊享" },
  ],
  tier_kinds: ["issue"],
  from_sku_id: from === null ? null : await skuId(from),
  ...more,
});

describe("product 24: the generator twice", () => {
  test("a double click with one key makes the drafts once; another key lists them all as skipped", async () => {
    const body = { ...(await ask("JP-TOUR-S-01")), ...key() };
    const [first, second] = await Promise.all([product.call("sku_generate", body), product.call("sku_generate", body)]);
    expect(second).toEqual(first);
    expect(first.made.map((s) => [s.sku_no, s.name])).toEqual([
      ["JP-TOUR-S-03", "广州送签 日本单次旅游签证"],
      ["JP-TOUR-S-04", "广州送签 日本单次旅游签证 尊享"],
    ]);
    expect(first.skipped).toEqual([{ name: "上海送签 日本单次旅游签证", sku_no: "JP-TOUR-S-01" }]);
    expect(await count("JP-TOUR-S")).toBe(4);

    const again = await product.call("sku_generate", { ...body, ...key() });
    expect(again.made).toEqual([]);
    expect(again.skipped.map((s) => s.sku_no)).toEqual(["JP-TOUR-S-01", "JP-TOUR-S-03", "JP-TOUR-S-04"]);
    expect(await count("JP-TOUR-S")).toBe(4);
  });

  test("two people at once with keys of their own make every draft once", async () => {
    const body = await ask(null, {
      rows: [{ embassy_id: await missionAt("JP", "重庆领区"), service_level: "标准", name: "重庆送签 日本单次旅游签证" }],
    });
    const answers = await Promise.all([1, 2, 3].map(() => product.call("sku_generate", { ...body, ...key() })));
    expect(answers.map((a) => a.made.length).toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    expect(answers.map((a) => a.skipped.length).toSorted((a, b) => a - b)).toEqual([0, 1, 1]);
  });
});

test("removing an SPU and generating its SKU at once: one of them loses", async () => {
  const form = { ...newSpu, visa_product_unit_code: "AU-RACE-01", name: "同时操作", stay_max: 7 };
  const { id } = await product.call("spu_add", { ...form, ...key() });
  const rowsOf = [{ embassy_id: null, service_level: "标准", name: "同时生成" }];
  const [removed, made] = await Promise.allSettled([
    product.call("spu_remove", { id, version: 1 }),
    product.call("sku_generate", { visa_product_unit_code: "AU-RACE-01", rows: rowsOf, tier_kinds: [], from_sku_id: null, ...key() }),
  ]);
  const left = await row<{ spus: number; skus: number }>(
    app.db,
    q`select (select count(*)::int from spus where id = ${id}) as spus, (select count(*)::int from skus where visa_product_unit_code = 'AU-RACE-01') as skus`,
  );
  expect([removed.status, made.status].toSorted((a, b) => a.localeCompare(b))).toEqual(["fulfilled", "rejected"]);
  expect(left).toEqual(removed.status === "fulfilled" ? { spus: 0, skus: 0 } : { spus: 1, skus: 1 });
});

describe("a draft", () => {
  test("takes papers, prices from now on and the policy of its sibling, but no supplier and no sale", async () => {
    const [from, to] = [await skuId("JP-TOUR-S-01"), await skuId("JP-TOUR-S-03")];
    const papers = (id: number) =>
      rows(
        app.db,
        q`select identity, document_id, owner, "when", group_key, need_n, copies, note, sort from sku_documents where sku_id = ${id} order by identity, sort, document_id`,
      );
    expect(await papers(to)).toEqual(await papers(from));
    const prices = (id: number) =>
      rows(
        app.db,
        q`select price_kind, ref_id, adult, child, currency, foreign_adult, rate, official_fee_id, effective_to from sku_prices where sku_id = ${id} order by price_kind, ref_id`,
      );
    expect(await prices(to)).toEqual(await prices(from));
    const [since] = await rows<{ at: string }>(app.db, q`select min(effective_from) as at from sku_prices where sku_id = ${to}`);
    expect(new Date(since?.at ?? 0)).toEqual(app.clock.now());
    const { list } = await product.call("sku_query", { keyword: "JP-TOUR-S-03" });
    expect(list[0]).toMatchObject({
      sku_status: "draft",
      cover_mode: "district",
      district_name: "广州领区",
      has_urgent: true,
      work_days_min: 7,
      work_days_max: 10,
    });
    const detail = await product.call("sku_get", { id: to });
    expect(detail).toMatchObject({ refund_policy_name: "标准退款政策(贴纸签)", suppliers: [], first_listed_at: null });
    expect(detail.urgent_tiers).toEqual([
      { tier_code: "U1", name: "加急出签", tier_kind: "issue", work_days_min: 7, work_days_max: 10, fee: 0 },
    ]);
    expect(detail.cover_area.map((a) => a.province)).toEqual(["广东省", "福建省", "广西壮族自治区", "海南省"]);
  });

  test("the fees of tiers that are not ticked stay behind; a kept tier keeps its fee", async () => {
    const rowsOf = async (level: string) => [
      {
        embassy_id: (await row<{ id: number }>(app.db, q`select embassy_id as id from skus where sku_no = 'US-B1B2-01'`))?.id ?? 0,
        service_level: level,
        name: `美国签证 ${level}`,
      },
    ];
    const from = await skuId("US-B1B2-01");
    const base = { visa_product_unit_code: "US-B1B2", from_sku_id: from };
    const kept = await product.call("sku_generate", { ...base, rows: await rowsOf("加急"), tier_kinds: ["slot"], ...key() });
    const left = await product.call("sku_generate", { ...base, rows: await rowsOf("普通"), tier_kinds: [], ...key() });
    expect((await product.call("sku_get", { id: kept.made[0]?.id ?? 0 })).urgent_tiers).toMatchObject([
      { tier_code: "U1", tier_kind: "slot", fee: 80_000 },
    ]);
    const plain = await product.call("sku_get", { id: left.made[0]?.id ?? 0 });
    expect([plain.urgent_tiers, plain.prices.filter((p) => p.price_kind === "urgent")]).toEqual([[], []]);
    // The same mission keeps the sibling's place of submission.
    expect(plain.submit_place_name).toBe((await product.call("sku_get", { id: from })).submit_place_name);
  });

  test("without a sibling it starts with what the country asks of a passport", async () => {
    const made = await product.call("sku_generate", {
      visa_product_unit_code: "HK-LPASS",
      rows: [{ embassy_id: null, service_level: "专车", name: "香港L签过关服务 专车" }],
      tier_kinds: [],
      from_sku_id: null,
      ...key(),
    });
    const country = await row<{ passport_months: number; passport_pages: number }>(
      app.db,
      q`select passport_months, blank_pages as passport_pages from countries where id = 'HK'`,
    );
    expect(await product.call("sku_get", { id: made.made[0]?.id ?? 0 })).toMatchObject({
      ...country,
      cover_mode: "all",
      prices: [],
      documents: [],
      sku_status: "draft",
    });
    expect((await product.call("sku_query", { keyword: "zhuanche" })).list.map((s) => s.sku_no)).toEqual(["HK-LPASS-02"]);
  });

  test("every draft and the SPU have a log row of their own", async () => {
    const { id } = await product.call("spu_get", { visa_product_unit_code: "JP-TOUR-S" });
    const { list } = await product.call("spu_log_query", { id });
    expect(list.at(-1)).toMatchObject({
      label: "生成SKU",
      changes: [{ after: "JP-TOUR-S-03 广州送签 日本单次旅游签证" }, { after: "JP-TOUR-S-04 广州送签 日本单次旅游签证 尊享" }],
    });
    const own = await row<{ n: number }>(
      app.db,
      q`select count(*)::int as n from operation_logs where noun = 'sku' and noun_no like 'JP-TOUR-S-0%' and endpoint = 'sku_generate'`,
    );
    expect(own?.n).toBe(3);
  });

  test("a draft whose urgent fee nobody typed yet takes every other save; its listing asks for the fee", async () => {
    const { made } = await product.call("sku_generate", {
      ...(await ask("JP-TOUR-S-01", { tier_kinds: ["issue"] })),
      rows: [{ embassy_id: await missionAt("JP", "广州领区"), service_level: "无费", name: "广州送签 无费" }],
      ...key(),
    });
    const id = made[0]?.id ?? 0;
    const saved = await product.call("sku_update", { id, version: 1, tips: "请提前预约" });
    expect([saved.tips, saved.prices.some((p) => p.price_kind === "urgent")]).toEqual(["请提前预约", false]);
    const fee = saved.prices.map((p) => (p.price_kind === "retail" ? { ...p, adult: p.adult + 100 } : p));
    expect((await product.call("sku_update", { id, version: saved.version, prices: fee })).prices).toEqual(fee);
    const refused = await product.refused("sku_on_sale", { id, version: saved.version + 1 });
    expect(refused.answer.msg).toContain("加急费");
  });
});

describe("refused", () => {
  test.each([
    [
      "a row that stands twice",
      {
        rows: [
          { embassy_id: null, service_level: "标准", name: "甲" },
          { embassy_id: null, service_level: "标准", name: "乙" },
        ],
      },
      "第2行与前面的行重复，请去掉一行",
    ],
    ["a mission of another country", { rows: [{ embassy_id: 0, service_level: "标准", name: "首尔" }] }, "送签使领馆不属于日本或已禁用"],
    ["a sibling of another SPU", { from_sku_id: -1 }, "只能复制同一SPU的商品，请重新选择"],
    ["nothing chosen", { rows: [] }, "请选择要生成的商品"],
  ])("%s", async (_, more, message) => {
    const korea = await missionAt("KR", "上海领区");
    const other = await skuId("KR-TOUR-S-01");
    const before = await count("JP-TOUR-S");
    const input = { ...(await ask(null)), ...more, ...key() };
    const body = {
      ...input,
      rows: input.rows.map((r) => (r.embassy_id === 0 ? { ...r, embassy_id: korea } : r)),
      from_sku_id: input.from_sku_id === -1 ? other : input.from_sku_id,
    };
    const answer = await product.raw("sku_generate", body);
    expect(answer.ret).not.toBe(0);
    expect(JSON.stringify(answer)).toContain(message);
    expect(await count("JP-TOUR-S")).toBe(before);
  });

  test("needs the codes of SPU and of SKU", async () => {
    await rows(app.db, q`update roles set module_group = array[100210] where id = (select role_id from workers where account = 'content')`);
    const clerk = await app.as("content");
    expect((await clerk.call("spu_query", {})).total).toBeGreaterThan(0);
    expect((await clerk.raw("sku_generate", { ...(await ask(null)), ...key() })).status).toBe(403);
  });
});

describe("rules", () => {
  test("names say place and level where they differ", () => {
    const shanghai = { city: "上海", embassy_type: 2 };
    const names = [
      proposedName({ spu_name: "日本单次", mission: shanghai, service_level: "标准" }),
      proposedName({ spu_name: "日本单次", mission: shanghai, service_level: "尊享" }),
      proposedName({ spu_name: "日本单次", mission: null, service_level: "标准" }),
      proposedName({ spu_name: "越南电子签", mission: { city: "河内", embassy_type: 5 }, service_level: "标准" }),
      proposedName({ spu_name: "长".repeat(60), mission: shanghai, service_level: "标准" }),
    ];
    expect(names.slice(0, 4)).toEqual(["上海送签 日本单次", "上海送签 日本单次 尊享", "日本单次", "越南电子签"]);
    expect(names[4]).toHaveLength(50);
  });

  test("numbers go on behind the highest ever given, past 99", () => {
    expect(nextNumbers("A", ["A-01", "A-07"], 2)).toEqual(["A-08", "A-09"]);
    expect(nextNumbers("A", [], 1)).toEqual(["A-01"]);
    expect(nextNumbers("A", ["A-99"], 2)).toEqual(["A-100", "A-101"]);
  });

  test("a mission gives its district, its openness, or a hole that somebody must fill", () => {
    const mission = { id: 1, embassy_type: 2, domicile_limit: true, has_area: true };
    expect(coverModeOf(mission, null)).toBe("district");
    expect(coverModeOf({ ...mission, domicile_limit: false }, null)).toBe("all");
    expect(coverModeOf({ ...mission, has_area: false }, "district")).toBe("area");
    expect(coverModeOf({ ...mission, has_area: false }, "all")).toBe("all");
    expect([coverModeOf(null, null), coverModeOf({ ...mission, embassy_type: 5 }, null)]).toEqual(["all", "all"]);
  });

  test("a new tier never takes a code that was used", () => {
    const slot = { tier_code: "U1", name: "约号", tier_kind: "slot" as const, work_days_min: 1, work_days_max: 2 };
    const days = { work_days_min: 5, work_days_max: 8 };
    expect(tiersOf(["slot", "issue"], [slot], days)).toEqual([slot, { tier_code: "U2", name: "加急出签", tier_kind: "issue", ...days }]);
    expect(tiersOf(["queue", "issue"], [slot], days).map((t) => [t.tier_code, t.tier_kind])).toEqual([
      ["U2", "queue"],
      ["U3", "issue"],
    ]);
  });
});
