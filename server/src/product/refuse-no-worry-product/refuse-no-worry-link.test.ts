import { beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";

let app: TestApp;
let admin: Client;
let made = 0;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
});
const key = () => ({ idempotency_key: crypto.randomUUID() });
const product = async (): Promise<number> => {
  const at = app.clock.now();
  const { id } = await app.db
    .insertInto("refuse_no_worry_products")
    .values({
      name: `关联测试${++made}`,
      scope: "full",
      rate: 100,
      pricing: "percent",
      price_rate: 600,
      price_min: 6_800,
      created_at: at,
      updated_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};
const linksOf = async (product_id: number, more: object = {}) =>
  (await admin.call("refuse_no_worry_link_query", { product_id, page_size: 100, ...more })).list;
const japan = { country_id: ["JP"] };

describe("links of a protection", () => {
  test("added by what products are, as many as the dry run counted; those linked already are left as they are", async () => {
    const product_id = await product();
    const found = await admin.call("refuse_no_worry_link_check", { product_id, filter: japan });
    expect(found).toMatchObject({ linked: 0 });
    expect(found.count).toBeGreaterThan(1);
    expect(found.examples.every((name) => name.includes("日本"))).toBe(true);
    const ask = { product_id, filter: japan, price_override: null };
    expect(await admin.refused("refuse_no_worry_link_add", { ...ask, expected_count: found.count + 1, ...key() })).toMatchObject({
      code: "count_changed",
      answer: { msg: "符合条件的商品数已变化，请重新确认", body: { count: found.count } },
    });
    expect(await admin.call("refuse_no_worry_link_add", { ...ask, expected_count: found.count, ...key() })).toEqual({ added: found.count });
    const links = await linksOf(product_id);
    expect(links.length).toBe(found.count);
    const [first] = links;
    expect(first).toMatchObject({ country_id: "JP", price_override: null, sold: 0, paid: 0 });
    expect(first?.price).toBe(Math.max(6_800, Math.floor(((first?.retail_adult ?? 0) * 600 + 5_000) / 10_000)));
    expect(await admin.call("refuse_no_worry_link_check", { product_id, filter: japan })).toEqual({
      count: 0,
      linked: found.count,
      examples: [],
    });
    expect((await admin.refused("refuse_no_worry_link_add", { ...ask, expected_count: 0, ...key() })).answer.msg).toBe(
      "没有可关联的商品，请调整范围",
    );
    expect((await admin.refused("refuse_no_worry_link_check", { product_id, filter: {} })).answer.msg).toBe(
      "请选择国家、签证类型、签证形式或商品",
    );
  });

  test("a price of its own wins on that product, is found by its filter, and is taken back", async () => {
    const product_id = await product();
    const { count } = await admin.call("refuse_no_worry_link_check", { product_id, filter: japan });
    await admin.call("refuse_no_worry_link_add", { product_id, filter: japan, expected_count: count, price_override: 9_900, ...key() });
    const [one, ...others] = await linksOf(product_id);
    expect([one?.price, others[0]?.price]).toEqual([9_900, 9_900]);
    const ids = others.map((l) => l.id);
    expect(await admin.call("refuse_no_worry_link_update", { product_id, ids, price_override: null })).toEqual({ changed: ids.length });
    expect((await linksOf(product_id, { has_override: true })).map((l) => l.id)).toEqual([one?.id]);
    expect((await admin.refused("refuse_no_worry_link_update", { product_id, ids, price_override: null })).answer.msg).toBe("新旧价格相同");
    const log = await admin.call("refuse_no_worry_product_log_query", { id: product_id });
    expect(log.list[0]?.changes[0]).toMatchObject({ before: "¥99.00", after: "按产品定价" });
  });

  test("links of another product, or gone ones, are refused and nothing is removed", async () => {
    const [mine, other] = [await product(), await product()];
    for (const product_id of [mine, other])
      await admin.call("refuse_no_worry_link_add", {
        product_id,
        filter: { keyword: "JP-TOUR-S-01" },
        expected_count: 1,
        price_override: null,
        ...key(),
      });
    const [a] = await linksOf(mine);
    const [b] = await linksOf(other);
    const ids = [a?.id ?? 0, b?.id ?? 0];
    expect(await admin.refused("refuse_no_worry_link_remove", { product_id: mine, ids })).toMatchObject({ code: "count_changed" });
    expect((await linksOf(mine)).length).toBe(1);
    expect(await admin.call("refuse_no_worry_link_remove", { product_id: mine, ids: ids.slice(0, 1) })).toEqual({ removed: 1 });
    expect([(await linksOf(mine)).length, (await linksOf(other)).length]).toEqual([0, 1]);
  });

  test("two people who add the same products at once: the second hears that the number has changed", async () => {
    const product_id = await product();
    const { count } = await admin.call("refuse_no_worry_link_check", { product_id, filter: japan });
    const ask = () =>
      admin.raw("refuse_no_worry_link_add", { product_id, filter: japan, expected_count: count, price_override: null, ...key() });
    const answers = await Promise.all([ask(), ask()]);
    const said = answers.map((a) => (a.ret === 0 ? "ok" : (a.body as { code: string }).code));
    expect(said.toSorted()).toEqual(["count_changed", "ok"]);
    expect((await linksOf(product_id)).length).toBe(count);
  });
});

describe("the own price of a protection that was listed", () => {
  const listed = async () => {
    const product_id = await product();
    await app.db
      .updateTable("refuse_no_worry_products")
      .set({ first_listed_at: app.clock.now(), product_status: "on_sale" })
      .where("id", "=", product_id)
      .execute();
    const { count } = await admin.call("refuse_no_worry_link_check", { product_id, filter: japan });
    await admin.call("refuse_no_worry_link_add", { product_id, filter: japan, expected_count: count, price_override: null, ...key() });
    return { product_id, links: await linksOf(product_id) };
  };
  const ask = { reason_kind: "market" as const, reason: "同行普遍上调", effective_at: null };
  const approve = async (adjust_no: string, by: Client) => {
    const { id } = await app.db.selectFrom("price_adjustments").select("id").where("adjust_no", "=", adjust_no).executeTakeFirstOrThrow();
    expect((await by.call("price_adjustment_approve", { ids: [id], ...key() })).done).toBe(1);
    return id;
  };

  test("is not written at once, neither on a link nor with a new one", async () => {
    const { product_id, links } = await listed();
    const ids = links.map((l) => l.id);
    expect((await admin.refused("refuse_no_worry_link_update", { product_id, ids, price_override: 9_900 })).answer.msg).toBe(
      "已上架过的产品，单独定价请走调价审核",
    );
    await admin.call("refuse_no_worry_link_remove", { product_id, ids });
    const again = { product_id, filter: japan, expected_count: ids.length, price_override: 9_900, ...key() };
    expect((await admin.refused("refuse_no_worry_link_add", again)).answer.msg).toBe("已上架过的产品请先关联，再申请单独定价");
  });

  test("product 7: begins when a second person passes it, in list, product and sale alike, and is taken back the same way", async () => {
    const maker = await app.as("product");
    const { product_id, links } = await listed();
    const [one, two] = links;
    const ids = [one?.id ?? 0, two?.id ?? 0];
    const asked = await maker.call("refuse_no_worry_link_adjust", { product_id, ids, price_override: 9_900, ...ask, ...key() });
    expect(asked.changed).toBe(2);
    expect((await linksOf(product_id)).every((l) => l.price_override === null)).toBe(true);
    expect(
      (await maker.refused("refuse_no_worry_link_adjust", { product_id, ids, price_override: 9_800, ...ask, ...key() })).answer.msg,
    ).toBe(`该价格已有待审核的调价单 ${asked.adjust_no}`);
    const id = await approve(asked.adjust_no, admin);
    expect((await linksOf(product_id, { has_override: true })).map((l) => [l.sku_no, l.price, l.price_override])).toEqual(
      [one, two].map((l) => [l?.sku_no, 9_900, 9_900]),
    );
    const sold = (await admin.call("sku_get", { id: one?.sku_id ?? 0 })).protections.find((p) => p.id === product_id);
    expect(sold?.price).toBe(9_900);
    const seen = await admin.call("price_adjustment_get", { id });
    expect(seen.change_text).toContain(`单独定价 ${one?.sku_no} 按产品定价 → ¥99.00`);
    const back = await maker.call("refuse_no_worry_link_adjust", {
      product_id,
      ids: ids.slice(0, 1),
      price_override: null,
      ...ask,
      ...key(),
    });
    app.clock.advance(1_000);
    await approve(back.adjust_no, admin);
    expect((await linksOf(product_id, { has_override: true })).map((l) => l.sku_no)).toEqual([two?.sku_no]);
  });

  test("one that is arranged holds from its time on, keeps its product from being taken off, and is revoked without a trace", async () => {
    const maker = await app.as("product");
    const { product_id, links } = await listed();
    const ids = links.slice(0, 1).map((l) => l.id);
    const effective_at = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    const body = { product_id, ids, price_override: 9_900, ...ask, effective_at };
    const { adjust_no } = await maker.call("refuse_no_worry_link_adjust", { ...body, ...key() });
    const id = await approve(adjust_no, admin);
    expect((await linksOf(product_id, { has_override: true })).length).toBe(0);
    expect((await admin.refused("refuse_no_worry_link_remove", { product_id, ids })).answer.msg).toBe(
      `商品 ${links[0]?.sku_no} 有待生效的调价单 ${adjust_no}，请先取消生效`,
    );
    const { version } = await admin.call("price_adjustment_get", { id });
    await admin.call("price_adjustment_revoke", { id, version, review_text: "时间安排有变化" });
    app.clock.advance(7_200_000);
    expect((await linksOf(product_id, { has_override: true })).length).toBe(0);
    expect(await admin.call("refuse_no_worry_link_remove", { product_id, ids })).toEqual({ removed: 1 });
  });

  test("a request for a product that was taken off meanwhile is refused, and what was passed once does not come back", async () => {
    const maker = await app.as("product");
    const { product_id, links } = await listed();
    const ids = links.slice(0, 1).map((l) => l.id);
    const no = links[0]?.sku_no ?? "";
    const first = await maker.call("refuse_no_worry_link_adjust", { product_id, ids, price_override: 9_900, ...ask, ...key() });
    await approve(first.adjust_no, admin);
    const second = await maker.call("refuse_no_worry_link_adjust", { product_id, ids, price_override: 9_500, ...ask, ...key() });
    await admin.call("refuse_no_worry_link_remove", { product_id, ids });
    const waiting = await app.db
      .selectFrom("price_adjustments")
      .select("id")
      .where("adjust_no", "=", second.adjust_no)
      .executeTakeFirstOrThrow();
    expect((await admin.refused("price_adjustment_approve", { ids: [waiting.id], ...key() })).answer.msg).toBe(
      "没有单独定价 " + no + "，不能调整",
    );
    const add = { product_id, filter: { keyword: no }, expected_count: 1, price_override: null, ...key() };
    await admin.call("refuse_no_worry_link_add", add);
    expect((await linksOf(product_id)).find((l) => l.sku_no === no)?.price_override).toBeNull();
  });
});
