/** Matches: made, changed, sorted, taken away; what the list and its tabs show; the record of every change. */
import { beforeAll, describe, expect, test } from "vitest";
import { CHANGE_FIELDS, MATCH_TABS } from "@visadesk/contract/supplier/supplier.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { grantDesk } from "../../testing/make/grant.ts";
import { key, matchDesk, type MatchFacts } from "../../testing/make/match.ts";

let app: TestApp;
let desk: ReturnType<typeof matchDesk>;
let admin: Client;
let manager: Client;
beforeAll(async () => {
  app = await testApp();
  desk = matchDesk(app);
  admin = await app.as("admin");
  manager = await app.as("manager");
});
const skuId = async (no: string): Promise<number> =>
  (await row<{ id: number }>(app.db, q`select id from skus where sku_no = ${no}`))?.id ?? 0;
const supplierId = async (no: string): Promise<number> =>
  (await row<{ id: number }>(app.db, q`select id from suppliers where supplier_no = ${no}`))?.id ?? 0;
const seen = async (m: Pick<MatchFacts, "id">) => ({ id: m.id, version: await desk.versionOf(m.id) });
const said = async (name: string, body: object): Promise<[string | undefined, string]> => {
  const a = await admin.raw(name, body);
  return [(a.body as { code?: string } | null)?.code, a.msg];
};

describe("supplier 15: one row per changed field, with what was and what is", () => {
  /** What stands in the row of a match and its cost in force, by the fields of the record. */
  const facts = async (id: number): Promise<Record<string, unknown>> => {
    const m = await row<Record<string, unknown>>(
      app.db,
      q`select m.supplier_code, m.supplier_title, m.priority, m.daily_quota, m.submit_weekdays, m.lead_min, m.lead_max, m.valid_from, m.valid_to, m.status,
          p.adult, p.child, p.urgent, p.embassy_included, p.centre_included, p.embassy_fee, p.currency
        from supplier_products m left join lateral (select * from supplier_prices x where x.supplier_product_id = m.id and x.review = 'approved' and x.effective_at <= ${app.clock.now()}
          order by x.effective_at desc, x.id desc limit 1) p on true where m.id = ${id}`,
    );
    return m ?? {};
  };
  /** Does it and holds the record against the difference of the rows. */
  async function told(id: number, act: () => Promise<unknown>): Promise<string[]> {
    const [before, count] = [await facts(id), (await desk.changes(id)).length];
    await act();
    const [after, left] = [await facts(id), (await desk.changes(id)).slice(count)];
    const moved = Object.keys(after).filter((f) => JSON.stringify(before[f]) !== JSON.stringify(after[f]));
    expect(left.map((c) => c.field).sort()).toEqual(moved.sort());
    for (const c of left) expect([c.field, c.old_value, c.new_value]).toEqual([c.field, before[c.field], after[c.field]]);
    return moved;
  }
  const covered = new Set<string>();
  const note = (fields: string[]): void => fields.forEach((f) => covered.add(f));

  test("every writer of a match", async () => {
    const m = await desk.match("FR-SCH-01");
    const update = (set: object) => async () => admin.call("supplier_product_update", { ...(await seen(m)), ...set });
    const values: Record<string, unknown> = {
      supplier_code: "OL-01",
      supplier_title: "法签个人",
      priority: 41,
      daily_quota: 12,
      submit_weekdays: [4, 2],
      lead_min: 2,
      lead_max: 61,
      valid_from: "2026-01-01",
      valid_to: "2027-12-31",
    };
    for (const [field, value] of Object.entries(values)) {
      expect(await told(m.id, update({ [field]: value, reason: "按来函调整" }))).toEqual([field]);
      covered.add(field);
      // Said again it is no change.
      expect(await told(m.id, update({ [field]: value }))).toEqual([]);
    }
    note(await told(m.id, update({ daily_quota: null, valid_from: null, supplier_title: "法签" })));
    note(
      await told(m.id, async () => admin.call("supplier_product_disable", { ...(await seen(m)), reason: "停一停", confirm_last: true })),
    );
    note(await told(m.id, async () => admin.call("supplier_product_enable", await seen(m))));
    note(
      await told(m.id, () =>
        admin.call("supplier_product_disable_batch", { ids: [m.id], reason: "再停一停", confirm_last: true, ...key() }),
      ),
    );
    note(await told(m.id, async () => admin.call("supplier_product_enable", await seen(m))));
  });

  test("a cost that is passed, in all its parts", async () => {
    const m = await desk.match("US-B1B2-01");
    const tier =
      (await row<{ t: string }>(app.db, q`select urgent_tiers->0->>'tier_code' as t from skus where id = ${m.sku_id}`))?.t ?? "U1";
    const base = await desk.proposal(m);
    const steps = [
      { adult: base.adult + 500, ...(m.child_age > 0 && { child: base.adult + 400 }) },
      { urgent: { [tier]: 12_300 } },
      { embassy_included: true, embassy_fee: 11_000 },
      { centre_included: !base.centre_included, adult: base.adult + 600 },
    ];
    for (const step of steps) {
      const made = await desk.propose(admin, m, step);
      note(
        await told(m.id, async () => manager.call("price_adjustment_approve", { ids: [await desk.requestOf(made.adjust_no)], ...key() })),
      );
    }
    expect((await desk.changes(m.id)).every((c) => c.source === "review" && c.adjust_no !== null)).toBe(true);

    const france = await desk.match("FR-SCH-01");
    const child = await desk.propose(admin, france, { child: 9_000 });
    note(
      await told(france.id, async () =>
        manager.call("price_adjustment_approve", { ids: [await desk.requestOf(child.adjust_no)], ...key() }),
      ),
    );
  });

  test("sorting, adding, copying and removing", async () => {
    const [a, b] = [await desk.match("JP-TOUR-S-01"), await desk.match("JP-TOUR-S-01", 1)];
    const sort = async () =>
      admin.call("supplier_product_sort", { sku_id: a.sku_id, ids: [b.id, a.id], seen: [await seen(a), await seen(b)] });
    note(await told(a.id, sort));
    expect((await desk.changes(b.id)).map((c) => [c.field, c.old_value, c.new_value])).toEqual([["priority", 2, 1]]);

    const supplier_id = await supplierId("GY0006");
    const target = a.sku_id;
    await rows(app.db, q`update suppliers set serves = serves || '[{"country_id":"JP","embassy_ids":[]}]' where id = ${supplier_id}`);
    await admin.call("supplier_product_add", { supplier_id, sku_ids: [target], ...key() });
    const made = await row<{ id: number; version: number }>(
      app.db,
      q`select id, version from supplier_products where supplier_id = ${supplier_id} and sku_id = ${target}`,
    );
    expect((await desk.changes(made?.id ?? 0)).map((c) => [c.field, c.source])).toEqual([["created", "console"]]);
    covered.add("created");
    await admin.call("supplier_product_remove", { id: made?.id ?? 0, version: made?.version ?? 0 });
    expect((await desk.changes(made?.id ?? 0)).slice(1)).toEqual([
      { field: "status", old_value: 1, new_value: null, source: "console", adjust_no: null },
    ]);

    const from = await row<{ embassy_id: number | null; submit_place_id: number | null }>(
      app.db,
      q`select embassy_id, submit_place_id from skus where id = ${a.sku_id}`,
    );
    const copy = await admin.call("sku_copy", {
      id: a.sku_id,
      embassy_id: from?.embassy_id ?? null,
      submit_place_id: from?.submit_place_id ?? null,
      name: "复制一份",
      service_level: "复制",
      ...key(),
    });
    const copies = await rows<{ supplier_product_id: number; field: string; source: string }>(
      app.db,
      q`select supplier_product_id, field, source from supplier_changes where sku_id = ${copy.id} order by id`,
    );
    expect(new Set(copies.map((c) => c.supplier_product_id)).size).toBe(2);
    expect(copies.filter((c) => c.field === "created")).toHaveLength(2);
    expect(copies.every((c) => c.source === "system")).toBe(true);
    // Those of a first cost, which no other writer has from nothing.
    note(copies.map((c) => c.field));
  });

  test("no field is without a writer, and nobody changes a row of the record", async () => {
    const all = Object.keys(CHANGE_FIELDS);
    expect(all.filter((f) => !covered.has(f))).toEqual([]);
    await expect(rows(app.db, q`update supplier_changes set reason = 'x'`)).rejects.toThrow();
    await expect(rows(app.db, q`delete from supplier_changes`)).rejects.toThrow();
  });
});

test("two people sort at once: one order stands whole, the other hears that it moved", async () => {
  const matches = await rows<{ id: number; version: number; sku_id: number }>(
    app.db,
    q`select id, version, sku_id from supplier_products where sku_id = ${await skuId("JP-TOUR-3Y-01")} and status = 1 order by priority`,
  );
  expect(matches.length).toBeGreaterThan(1);
  const [first] = matches;
  const asked = matches.map(({ id, version }) => ({ id, version }));
  const orders = Array.from({ length: 10 }, () => asked.map((m) => m.id).toReversed());
  const answers = await Promise.all(
    orders.map((ids) => admin.raw("supplier_product_sort", { sku_id: first?.sku_id ?? 0, ids, seen: asked })),
  );
  expect(answers.filter((a) => a.status === 200 && a.ret === 0)).toHaveLength(1);
  expect(new Set(answers.filter((a) => a.status !== 200).map((a) => `${a.status} ${a.msg}`))).toEqual(
    new Set(["409 记录已被他人修改，请刷新后再试"]),
  );
  const after = await rows<{ id: number; priority: number }>(
    app.db,
    q`select id, priority from supplier_products where sku_id = ${first?.sku_id ?? 0} and status = 1 order by priority`,
  );
  expect(after).toEqual(asked.toReversed().map((m, i) => ({ id: m.id, priority: i + 1 })));
  const changes = await rows(app.db, q`select id from supplier_changes where sku_id = ${first?.sku_id ?? 0} and field = 'priority'`);
  expect(changes).toHaveLength(matches.length - (matches.length % 2));
  expect(await said("supplier_product_sort", { sku_id: first?.sku_id ?? 0, ids: [first?.id ?? 0], seen: asked })).toEqual([
    "count_changed",
    "该商品启用中的匹配已变化，请刷新后再排",
  ]);
});

test("what cannot be matched says why", async () => {
  const supplier_id = await supplierId("GY0001");
  const [japan, france] = [await skuId("JP-TOUR-S-01"), await skuId("FR-SCH-01")];
  const add = (body: object) => said("supplier_product_add", { supplier_id, ...body, ...key() });
  expect(await add({ sku_ids: [japan] })).toEqual(["duplicate", "该商品已匹配此供应商"]);
  expect(await add({ sku_ids: [france] })).toEqual(["guard_failed", "领区不在供应商可送范围"]);
  const { results, done } = await admin.call("supplier_product_add", { supplier_id, sku_ids: [japan, france], ...key() });
  expect([done, results.map((r) => r.msg).sort()]).toEqual([0, ["该商品已匹配此供应商", "领区不在供应商可送范围"].sort()]);
  expect(await add({ sku_ids: [japan, france], supplier_code: "A1" })).toEqual([
    "bad_input",
    "供应商编码各不相同，匹配多个商品时请留空，之后逐个填写",
  ]);
  const [a, b] = [await desk.match("JP-TOUR-S-02"), await desk.match("JP-TOUR-S-02", 1)];
  const update = async (m: MatchFacts, set: object) => said("supplier_product_update", { ...(await seen(m)), ...set });
  expect(await update(b, { priority: a.priority })).toEqual(["duplicate", expect.stringMatching(/^优先级 1 已被「.+」占用$/)]);
  expect(await update(a, { lead_min: 20, lead_max: 3 })).toEqual(["bad_input", "最长时效不能小于最短时效"]);
  expect(await update(a, { valid_from: "2027-01-02", valid_to: "2027-01-01" })).toEqual(["bad_input", "结束日期不能早于开始日期"]);
  expect(await said("supplier_product_remove", await seen(a))).toEqual(["in_use", "已有业务，只能停用"]);
  expect((await admin.raw("supplier_product_update", { id: a.id, version: 99, lead_max: 30 })).status).toBe(409);
});

test("the last usable supplier of a product on sale is disabled only when that is meant", async () => {
  const [a, b] = [await desk.match("JP-TOUR-S-02"), await desk.match("JP-TOUR-S-02", 1)];
  await admin.call("supplier_product_disable", { ...(await seen(b)), reason: "合作调整" });
  const last = { ...(await seen(a)), reason: "合作调整" };
  expect(await said("supplier_product_disable", last)).toEqual(["confirm_needed", "这是该商品最后一个可用供应商，停用后将无法分派"]);
  expect(await said("supplier_product_disable_batch", { ids: [a.id], reason: "合作调整", ...key() })).toEqual([
    "confirm_needed",
    "这是该商品最后一个可用供应商，停用后将无法分派",
  ]);
  await admin.call("supplier_product_disable", { ...last, confirm_last: true });
  // The product stands without anybody: a row of its own, and 无有效供应商报价.
  const gap = (await admin.call("supplier_product_query", { tab: "unmatched", sku_id: [a.sku_id] })).list;
  expect(gap).toMatchObject([{ id: -a.sku_id, sku_no: "JP-TOUR-S-02", supplier_id: null, match_state: "unmatched", status: null }]);
  expect((await admin.call("sku_query", { keyword: "JP-TOUR-S-02" })).list[0]?.sale_blocks).toContain("无有效供应商报价");
  // Its place was taken meanwhile.
  await admin.call("supplier_product_enable", await seen(b));
  await admin.call("supplier_product_update", { ...(await seen(b)), priority: a.priority });
  expect(await said("supplier_product_enable", await seen(a))).toEqual(["duplicate", expect.stringMatching(/^优先级 1 已被「.+」占用$/)]);
});

test("tab = list = count, for every scope; what is another's is as if it were not there", async () => {
  await rows(
    app.db,
    q`update suppliers set owner_id = (select id from workers where account = 'product') where supplier_no in ('GY0003', 'GY0004')`,
  );
  const { role_id } = await grantDesk({ db: app.db, clock: app.clock } as never).person("buyer01", [may.supplier_product]);
  await rows(app.db, q`update roles set data_scope = 'own' where id = ${role_id}`);
  await rows(app.db, q`update suppliers set owner_id = (select id from workers where account = 'buyer01') where supplier_no = 'GY0001'`);
  const buyer = await app.as("buyer01");
  for (const by of [admin, buyer]) {
    const counts = await by.call("supplier_product_stat_get", {});
    expect(Object.keys(counts).sort()).toEqual(Object.keys(MATCH_TABS).sort());
    for (const tab of Object.keys(MATCH_TABS) as (keyof typeof MATCH_TABS)[]) {
      const { list, total } = await by.call("supplier_product_query", { tab, page_size: 100 });
      expect([tab, total, list.length]).toEqual([tab, counts[tab], Math.min(100, counts[tab] ?? 0)]);
    }
  }
  const mine = (await buyer.call("supplier_product_query", { page_size: 100 })).list.filter((r) => r.id > 0);
  expect(new Set(mine.map((r) => r.supplier_name))).toEqual(new Set(["沪东签证演示"]));
  const [one] = mine;
  const beside = async (by: typeof buyer) => (await by.call("supplier_price_query", { supplier_product_id: one?.id ?? 0 })).sku;
  expect("sale" in (await beside(buyer))).toBe(false);
  expect((await beside(admin)).sale?.levels[0]?.name).toBe("门市价");
  // Margins need a right of their own; costs come with the list.
  expect(mine.some((r) => "margin" in r)).toBe(false);
  expect(mine.every((r) => r.adult !== undefined)).toBe(true);
  expect(
    (await admin.call("supplier_product_query", { page_size: 100 })).list.some((r) => r.margin !== undefined && r.margin !== null),
  ).toBe(true);
  const other = await desk.match("FR-SCH-01");
  const calls: [string, object][] = [
    ["supplier_product_get", { id: other.id }],
    ["supplier_price_query", { supplier_product_id: other.id }],
    ["supplier_product_update", { ...(await seen(other)), lead_max: 33 }],
    ["supplier_product_disable", { ...(await seen(other)), reason: "别人的" }],
    ["supplier_product_remove", await seen(other)],
    ["supplier_price_propose", await desk.proposal(other, { adult: 1_000 })],
  ];
  for (const [name, body] of calls) expect([name, (await buyer.raw(name, body)).msg]).toEqual([name, "供应商不存在或无权查看"]);
  expect((await buyer.call("supplier_change_query", { supplier_product_id: other.id })).total).toBe(0);
});

test("rows are asked for by number, and tabs counted under the filter of the list", async () => {
  const m = await desk.match("IT-SCH-01");
  expect((await admin.call("supplier_product_query", { ids: [m.id] })).list.map((r) => r.id)).toEqual([m.id]);
  const { total } = await admin.call("supplier_product_query", { sku_id: [m.sku_id] });
  expect((await admin.call("supplier_product_stat_get", { sku_id: [m.sku_id] }))["all"]).toBe(total);
  expect((await admin.call("supplier_product_stat_get", {}))["all"]).toBeGreaterThan(total ?? 0);
});

test("the record reads as people speak", async () => {
  const m = await desk.match("IT-SCH-01");
  await admin.call("supplier_product_update", { ...(await seen(m)), submit_weekdays: [2, 4], daily_quota: 8, reason: "来函" });
  const made = await desk.propose(admin, m, { adult: 90_000 });
  const { list } = await admin.call("supplier_change_query", { supplier_product_id: m.id, field: ["submit_weekdays", "daily_quota"] });
  expect(Object.fromEntries(list.map((c) => [c.field, [c.old_text, c.new_text, c.reason]]))).toEqual({
    submit_weekdays: ["周一、周二、周三、周四、周五", "周二、周四", "来函"],
    daily_quota: ["不限", "8", "来函"],
  });
  expect(made.adjust_no).toMatch(/^TJ/);
});
