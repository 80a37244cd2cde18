import { beforeAll, expect, test } from "vitest";
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { PermissionName } from "@visadesk/contract/permissions.ts";
import { quote, skuEditServer } from "../index.ts";
import { principalFor, readCtx } from "../../testing/ctx.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { makeGroup } from "../../testing/make/peer.ts";
import { onEmbedded } from "../../testing/database.ts";

let app: TestApp;
let maker: Client;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  maker = await app.as("product");
  admin = await app.as("admin");
});

type Edit = OutputOf<"sku_edit_get">;
const key = () => ({ idempotency_key: crypto.randomUUID() });
const idOf = async (no: string): Promise<number> =>
  (await app.db.selectFrom("skus").select("id").where("sku_no", "=", no).executeTakeFirstOrThrow()).id;
const edit = async (id: number, as = maker): Promise<Edit> => as.call("sku_edit_get", { id });
let copies = 0;
/** A draft with everything JP-TOUR-S-01 has, at another service level. */
const copied = async (no = "JP-TOUR-S-01", as = maker): Promise<Edit> => {
  const from = await edit(await idOf(no));
  const level = `试${++copies}`;
  const { embassy_id, submit_place_id } = from;
  const made = await as.call("sku_copy", {
    id: from.id,
    name: `副本${level}`,
    service_level: level,
    embassy_id,
    submit_place_id,
    ...key(),
  });
  return edit(made.id, as);
};
const save = (s: Edit, change: Partial<InputOf<"sku_update">>, as = maker): Promise<Edit> =>
  as.call("sku_update", { id: s.id, version: s.version, ...change });
const fault = async (s: Edit, change: Partial<InputOf<"sku_update">>) => {
  const { code, answer } = await maker.refused("sku_update", { id: s.id, version: s.version, ...change });
  return { code, msg: answer.msg, issues: (answer.body as { issues?: { path: string; message: string }[] }).issues ?? [] };
};
const said = async (s: Edit, change: Partial<InputOf<"sku_update">>): Promise<string[]> =>
  (await fault(s, change)).issues.map((i) => `${i.path}：${i.message}`);
const priced = (s: Edit, kind: string, ref: string, change: object): Edit["prices"] =>
  s.prices.map((r) => (r.price_kind === kind && r.ref_id === ref ? { ...r, ...change } : r));
const stored = async (id: number) => ({
  sku: await app.db.selectFrom("skus").select(["name", "version"]).where("id", "=", id).executeTakeFirst(),
  papers: await app.db.selectFrom("sku_documents").selectAll().where("sku_id", "=", id).orderBy("id").execute(),
  prices: await app.db.selectFrom("sku_prices").selectAll().where("sku_id", "=", id).orderBy("id").execute(),
});

test("a new product is a draft with a number of its own; a copy takes fields, prices and papers along", async () => {
  const { spus } = await maker.call("sku_start_get", {});
  expect(spus.find((s) => s.visa_product_unit_code === "JP-TOUR-S")).toMatchObject({ country_id: "JP", country_name: "日本" });
  const start = {
    visa_product_unit_code: "JP-TOUR-S",
    name: "东京线上 日本单次",
    service_level: "线上",
    embassy_id: null,
    submit_place_id: null,
  };
  const made = await maker.call("sku_add", { ...start, cover_mode: "all", ...key() });
  expect(made.sku_no).toMatch(/^JP-TOUR-S-\d{2}$/);
  expect(await edit(made.id)).toMatchObject({ sku_status: "draft", passport_months: 6, prices: [], papers: [], work_days_max: 0 });
  expect(await maker.refused("sku_add", { ...start, cover_mode: "all", ...key() })).toMatchObject({ code: "duplicate" });
  const found = await maker.call("sku_query", { keyword: "东京线上" });
  expect(found.list.map((s) => s.sku_no)).toEqual([made.sku_no]);
  const byWord = async (keyword: string) => (await maker.call("sku_query", { keyword })).list.map((s) => s.sku_no);
  for (const word of ["dongjingxianshang", "djxs"]) expect(await byWord(word)).toEqual([made.sku_no]);
  const from = await edit(await idOf("JP-TOUR-S-01"));
  const copy = await copied();
  expect(copy.sku_no).not.toBe(made.sku_no);
  expect(copy).toMatchObject({
    sku_status: "draft",
    first_listed_at: null,
    identities: from.identities,
    refund_policy_id: from.refund_policy_id,
  });
  expect(copy.prices).toEqual(from.prices);
  expect(copy.papers).toEqual(from.papers);
  expect(await byWord("fubenshi")).toContain(copy.sku_no);
  await save(copy, { name: "加办银座" });
  expect([await byWord("jiabanyinzuo"), await byWord("jbyz")]).toEqual([[copy.sku_no], [copy.sku_no]]);
  expect(await byWord("fubenshi")).not.toContain(copy.sku_no);
});

test("what a new product names must be there and of its country", async () => {
  const start = { visa_product_unit_code: "JP-TOUR-S", name: "新商品", service_level: "新", submit_place_id: null };
  const other = await app.db.selectFrom("embassies").select("id").where("country_id", "=", "US").executeTakeFirstOrThrow();
  const words = async (more: { embassy_id: number | null; cover_mode: "all" | "district" | "area" }) =>
    ((await maker.refused("sku_add", { ...start, ...more, ...key() })).answer.body as { issues: { message: string }[] }).issues.map(
      (i) => i.message,
    );
  expect(await words({ embassy_id: null, cover_mode: "district" })).toEqual(["请选择送签使领馆"]);
  expect(await words({ embassy_id: null, cover_mode: "area" })).toEqual(["请选择受理范围"]);
  expect(await words({ embassy_id: other.id, cover_mode: "all" })).toEqual(["送签使领馆不属于该商品的国家，请重新选择"]);
  expect(await words({ embassy_id: 999_999, cover_mode: "all" })).toEqual(["送签使领馆不存在，请重新选择"]);
});

test("nobody is sent to a place whose address is not known", async () => {
  const s = await copied();
  const nowhere = await app.db
    .selectFrom("embassies")
    .select("id")
    .where("country_id", "=", s.country_id)
    .where("address", "is", null)
    .where("status", "=", 1)
    .executeTakeFirstOrThrow();
  expect(await said(s, { submit_place_id: nowhere.id })).toEqual(["submit_place_id：该地点未录入地址，请先在使领馆与签证中心补充"]);
});

test("a save says at its field what does not fit together", async () => {
  const s = await copied();
  expect(await said(s, { work_days_min: 9, work_days_max: 3 })).toEqual(["work_days_max：最短工作日不能大于最长"]);
  expect(await said(s, { need_training: true })).toEqual(["need_training：面签辅导仅用于需要面签的商品，请先打开面签"]);
  expect(await said(s, { cover_mode: "area" })).toEqual(["cover_area：请选择受理范围"]);
  expect(await said(s, { embassy_id: null })).toEqual(["embassy_id：请选择送签使领馆"]);
  expect(await said(s, { cover_mode: "area", cover_area: [{ province_code: "990000", only_cities: [], except_cities: [] }] })).toEqual([
    "cover_area：受理省市有误，请重新选择",
  ]);
  expect(await said(s, { identities: ["general", "employed"], papers: [] })).toEqual(["identities：通用身份不能与其他身份同时选择"]);
  expect((await fault(s, { identities: [] })).issues[0]?.message).toBe("请选择适用身份");
  const [paper] = s.papers;
  if (!paper) throw new Error("a copy has papers");
  expect(await said(s, { papers: [paper, paper] })).toEqual([expect.stringContaining("重复，请移除一行")]);
  expect(await said(s, { papers: [{ ...paper, group_key: "资金", need_n: 2 }] })).toEqual([
    "papers.0.document_id：在职人员的任选组「资金」只有1项，不能要求2项",
  ]);
  expect(await said(s, { papers: [{ ...paper, identity: "general" }] })).toEqual([
    "papers.0.document_id：「通用身份」不在适用身份中，请移除它的资料",
  ]);
  expect((await edit(s.id)).version).toBe(s.version);
});

test("prices of a product that was never listed are written within their bounds", async () => {
  const s = await copied();
  expect(await said(s, { prices: s.prices.filter((r) => r.price_kind !== "retail") })).toEqual(["prices：请输入门市价"]);
  expect(await said(s, { prices: priced(s, "level", "V2", { adult: 118_801 }) })).toEqual(["prices：同行价不能高于门市价"]);
  expect(await said(s, { prices: priced(s, "level", "V2", { adult: 71_499 }) })).toEqual(["prices：售价不能低于签证费"]);
  expect(await said(s, { child_age: 12 })).toContain("prices：请输入门市价的儿童价");
  const [row] = s.prices;
  if (!row) throw new Error("a copy has prices");
  expect((await fault(s, { prices: [...s.prices, row] })).issues[0]?.message).toBe("门市价重复，请保留一行");
  const tier = { tier_code: "U1", name: "加急", tier_kind: "issue" as const, work_days_min: 1, work_days_max: 2 };
  expect(await said(s, { urgent_tiers: [tier] })).toEqual(["prices：请输入「加急」的加急费"]);
  const ref_id = String(await makeGroup(app.db, "华东同业"));
  const group = { ...row, price_kind: "group" as const, ref_id, adult: 110_800 };
  expect(await said(s, { prices: [...s.prices, { ...group, ref_id: "G1" }] })).toEqual(["prices：分组价的分组不存在或已停用，请重新选择"]);
  expect(await said(s, { prices: [...s.prices, { ...group, price_kind: "peer", ref_id: "999999" }] })).toEqual([
    "prices：客户专属价的同行不存在或已停用，请重新选择",
  ]);
  const saved = await save(s, {
    urgent_tiers: [tier],
    prices: [...priced(s, "level", "V2", { adult: 112_700 }), group, { ...row, price_kind: "urgent", ref_id: "U1", adult: 30_000 }],
  });
  expect(saved.prices.map((r) => [r.price_kind, r.ref_id, r.adult])).toContainEqual(["level", "V2", 112_700]);
  expect(saved.prices.map((r) => [r.price_kind, r.ref_id, r.adult])).toContainEqual(["group", ref_id, 110_800]);
  expect(saved.ref_names).toEqual([{ price_kind: "group", ref_id, name: "华东同业" }]);
  expect(saved.version).toBe(s.version + 1);
  const log = await rows<{ label: string; before: string; after: string }>(
    app.db,
    q`select c->>'label' as label, c->>'before' as before, c->>'after' as after from operation_logs l, json_array_elements(l.changes::json) c where l.endpoint = 'sku_update' and l.noun_id = ${String(s.id)} and l.result = 'ok'`,
  );
  expect(log).toContainEqual({ label: "分组价 华东同业", before: null, after: "¥1,108.00" });
  expect(log).toContainEqual({ label: "等级价 V2", before: "¥1,128.00", after: "¥1,127.00" });
});

test("product 4: a foreign fee is frozen at its rate, rounded half up; the CNY amount is never taken from the caller", async () => {
  const s = await copied("FR-SCH-01");
  const fee = s.prices.find((r) => r.price_kind === "embassy_fee");
  expect(fee).toMatchObject({ currency: "EUR", rate: "8", foreign_child: 4_500, child: 36_000 });
  const saved = await save(s, { prices: priced(s, "embassy_fee", "", { adult: 1, child: 1, foreign_child: 4_567, rate: "7.8645" }) });
  // 45.67 × 7.8645 = 359.1717… → 359.17
  expect(saved.prices.find((r) => r.price_kind === "embassy_fee")).toMatchObject({ rate: "7.8645", child: 35_917, adult: 70_781 });
  expect(await said(saved, { prices: priced(saved, "embassy_fee", "", { rate: null }) })).toContain(
    "prices：签证费为外币，请输入原币金额和汇率",
  );
  expect(await said(saved, { prices: priced(saved, "embassy_fee", "", { currency: "USD" }) })).toContain(
    "prices：所选官方收费与价格的类型或币种不一致，请重新选择",
  );
});

test("product 21: the form carries cost and floor only for those who may see them", async () => {
  const id = await idOf("JP-TOUR-S-01");
  const as = async (...codes: PermissionName[]) =>
    skuEditServer.sku_edit_get.run({ id }, readCtx(app.db, principalFor({ worker_id: 1, codes }), app.clock.now()), null);
  expect(await as("sku", "cost_view")).toMatchObject({ cost: { adult: 102_000 }, margin_floor: 1_000, has_cost: true });
  const plain = await as("sku");
  expect(plain).toMatchObject({ cost: null, margin_floor: null, has_cost: true });
  expect(JSON.stringify(plain)).not.toContain("102000");
});

test("product 23: nothing is saved when one of 200 rows of papers is wrong", async () => {
  const s = await copied();
  const all = await app.db.selectFrom("documents").select("id").where("status", "=", 1).orderBy("id").execute();
  const papers: Edit["papers"] = s.identities
    .flatMap((identity) =>
      all.map(({ id }) => ({
        identity,
        document_id: id,
        owner: "must" as const,
        when: "always" as const,
        group_key: "",
        need_n: 1,
        copies: null,
        note: "",
      })),
    )
    .slice(0, 200);
  expect(papers).toHaveLength(200);
  const before = await stored(s.id);
  const wrong = papers.map((p, i) => (i === 137 ? { ...p, document_id: 987_654 } : p));
  expect(await said(s, { name: "不该保存", papers: wrong, prices: priced(s, "level", "V1", { adult: 117_000 }) })).toEqual([
    "papers.137.document_id：第138行的资料不存在，请移除后重新添加",
  ]);
  expect(await stored(s.id)).toEqual(before);
  const saved = await save(s, { papers });
  expect(saved.papers).toEqual(papers);
});

test("product 23: a stale version answers 409 with the other's changes and changes nothing", async () => {
  const s = await copied();
  await save(s, { name: "同事先改的名称", work_days_max: 12 }, admin);
  const before = await stored(s.id);
  const answer = await maker.raw("sku_update", { id: s.id, version: s.version, name: "我的名称" });
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({ current: { version: s.version + 1, name: "同事先改的名称", work_days_max: 12, papers: s.papers } });
  expect(await stored(s.id)).toEqual(before);
});

test("product 23: of two who save at once one succeeds and the other is shown what changed", async ({ skip }) => {
  if (onEmbedded()) skip();
  for (let round = 0; round < 5; round++) {
    const s = await copied();
    const send = (c: Client, name: string) => c.raw("sku_update", { id: s.id, version: s.version, name });
    const answers = await Promise.all([send(maker, `甲${round}`), send(admin, `乙${round}`)]);
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    const shown = lost?.body as { current: Edit } | undefined;
    expect(shown?.current.name).toBe((won?.body as Edit | undefined)?.name);
  }
});

test("a disabled paper stays where it is and is never newly asked for", async () => {
  const s = await copied();
  const [first] = s.papers;
  if (!first) throw new Error("a copy has papers");
  const spare = await app.db
    .insertInto("documents")
    .values({ kind: 1, name: "停用的资料", requirement: "", status: 0, created_at: app.clock.now(), updated_at: app.clock.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(await said(s, { papers: [...s.papers, { ...first, document_id: spare.id }] })).toEqual([
    `papers.${s.papers.length}.document_id：资料「停用的资料」已停用，请替换`,
  ]);
  await app.db.updateTable("documents").set({ status: 0 }).where("id", "=", first.document_id).execute();
  const kept = await save(s, { papers: s.papers.map((p) => ({ ...p, note: "更新备注" })) });
  expect(kept.documents.find((d) => d.id === first.document_id)?.status).toBe(0);
  await app.db.updateTable("documents").set({ status: 1 }).where("id", "=", first.document_id).execute();
});

test("product 17: without a travel date the day of ordering decides who is a child", async () => {
  const id = await idOf("FR-SCH-01");
  const people = async (birth_date: string, travel_date: string | null) =>
    (await quote(app.db, id, { buyer: { kind: "direct" }, travel_date, applicants: [{ birth_date }] }, app.clock.now())).people[0]
      ?.is_child;
  // Ordered on 2026-11-20: the twelfth birthday is the day after, or that very day.
  expect(await people("2014-11-21", null)).toBe(true);
  expect(await people("2014-11-20", null)).toBe(false);
  expect(await people("2014-11-21", "2026-11-21")).toBe(false);
  expect(await people("2014-11-21", "2026-11-20")).toBe(true);
});

test("only a draft that nobody knows is removed", async () => {
  const s = await copied();
  expect(await maker.refused("sku_remove", { id: await idOf("KR-TOUR-S-01"), version: 1 })).toMatchObject({ code: "state_changed" });
  const asked = {
    target_kind: "sku" as const,
    target_id: s.id,
    reason_kind: "market" as const,
    reason: "跟随市场",
    effect_mode: "now" as const,
  };
  await app.db
    .insertInto("price_adjustments")
    .values({ ...asked, adjust_no: "TJ260918999999", source: "staff", created_at: app.clock.now(), updated_at: app.clock.now() })
    .execute();
  expect(await maker.refused("sku_remove", { id: s.id, version: s.version })).toMatchObject({ code: "in_use" });
  await app.db.deleteFrom("price_adjustments").where("target_id", "=", s.id).execute();
  await maker.call("sku_remove", { id: s.id, version: s.version });
  expect((await stored(s.id)).prices).toEqual([]);
  expect((await maker.refused("sku_edit_get", { id: s.id })).code).toBe("not_found");
});
