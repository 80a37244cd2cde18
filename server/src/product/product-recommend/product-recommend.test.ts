import { beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { mostAtOnce, shownNow, type Item, type RecommendedSku } from "./product-recommend.rules.ts";

const NOW = new Date("2026-11-20T02:00:00.000Z");
let app: TestApp;
let admin: Client;
const skus = new Map<string, number>();
beforeAll(async () => {
  app = await testApp({ now: NOW.toISOString() });
  admin = await app.as("admin");
  for (const s of await app.db.selectFrom("skus").select(["id", "sku_no"]).execute()) skus.set(s.sku_no, s.id);
});
const hours = (n: number): string => new Date(NOW.getTime() + n * 3_600_000).toISOString();
const item = (sku_id: number, more: Partial<Item> = {}): Item => ({
  sku_id,
  label: "",
  start_at: null,
  end_at: null,
  province_codes: [],
  ...more,
});
const of = (no: string, more: Partial<Item> = {}): Item => item(skus.get(no) ?? 0, more);
const slots = async () => (await admin.call("product_recommend_query", { page_size: 100 })).list;
const slotOf = async (position: string, end: string) => {
  const slot = (await slots()).find((s) => s.position === position && s.end === end);
  if (!slot) throw new Error(`no slot ${position} ${end}`);
  return slot;
};
const save = async (slot: { id: number }, items: readonly Item[]) => {
  const { version } = await admin.call("product_recommend_get", { id: slot.id });
  return admin.call("product_recommend_item_save", { id: slot.id, version, items: [...items] });
};

describe("slots", () => {
  test("ten of them, one per position and end, the demo's items counted as they stand now", async () => {
    const all = await slots();
    expect(all.length).toBe(10);
    expect(new Set(all.map((s) => `${s.position} ${s.end}`)).size).toBe(10);
    const hot = all[0];
    expect(hot).toMatchObject({
      position: "home_hot",
      end: "customer",
      item_count: 6,
      live_count: 3,
      impressions_7: null,
      click_rate: null,
    });
    expect(hot?.next_change_at).toBe(hours(72));
    const { items } = await admin.call("product_recommend_get", { id: hot?.id ?? 0 });
    expect(items.map((i) => [i.sku_no, i.state, i.reason])).toEqual([
      ["JP-TOUR-S-01", "live", null],
      ["KR-TOUR-S-01", "live", null],
      ["FR-SCH-01", "live", null],
      ["EG-STICKER-01", "skipped", "商品草稿"],
      ["US-B1B2-01", "waiting", null],
      ["VN-EVISA-S-01", "over", null],
    ]);
    expect(items[0]?.lowest_price).toBe(118_800);
  });

  test("what the front ends report counts for seven days; unreported is unknown, not zero", async () => {
    const { id } = await slotOf("home_hot", "customer");
    const sku_id = skus.get("JP-TOUR-S-01") ?? 0;
    const report = (day: string, impressions: number, clicks: number) =>
      app.db.insertInto("product_recommend_counts").values({ slot_id: id, sku_id, day, impressions, clicks }).execute();
    await report("2026-11-13", 9_000, 9_000);
    await report("2026-11-14", 600, 30);
    await report("2026-11-20", 400, 20);
    expect(await slotOf("home_hot", "customer")).toMatchObject({ impressions_7: 1_000, clicks_7: 50, click_rate: 5, orders_7: null });
    const { items } = await admin.call("product_recommend_get", { id });
    expect(items.slice(0, 2).map((i) => [i.impressions_7, i.clicks_7])).toEqual([
      [1_000, 50],
      [null, null],
    ]);
  });

  test("a slot is renamed, filled and switched off by version; off it shows nothing", async () => {
    const slot = await slotOf("search_empty", "peer");
    const facts = { id: slot.id, name: "搜索无结果", max_items: 5, fill: "none" as const };
    const after = await admin.call("product_recommend_update", { ...facts, version: slot.version });
    expect(after).toMatchObject({ name: "搜索无结果", max_items: 5, fill: "none", version: slot.version + 1 });
    expect((await admin.raw("product_recommend_update", { ...facts, version: slot.version })).status).toBe(409);
    await admin.call("product_recommend_disable", { id: slot.id, version: after.version });
    expect(await admin.refused("product_recommend_disable", { id: slot.id, version: after.version + 1 })).toMatchObject({
      code: "state_changed",
    });
    expect((await admin.refused("product_recommend_item_preview", { id: slot.id })).answer.msg).toBe("推荐位已停用，启用后才会展示");
    await admin.call("product_recommend_enable", { id: slot.id, version: after.version + 1 });
    expect((await admin.call("product_recommend_item_preview", { id: slot.id })).list).toEqual([]);
  });
});

describe("items", () => {
  test("the whole list is saved in its order by the slot's version; of two people one hears that it changed", async () => {
    const slot = await slotOf("pay_success", "peer");
    const items = [of("FR-SCH-01", { label: "下一站" }), of("JP-TOUR-S-01"), of("KR-TOUR-S-01")];
    const saved = await save(slot, items);
    expect(saved.items.map((i) => i.sku_no)).toEqual(["FR-SCH-01", "JP-TOUR-S-01", "KR-TOUR-S-01"]);
    const turned = await save(slot, items.toReversed().slice(0, 2));
    expect(turned.items.map((i) => i.sku_no)).toEqual(["KR-TOUR-S-01", "JP-TOUR-S-01"]);
    const ask = (list: Item[]) => admin.raw("product_recommend_item_save", { id: slot.id, version: turned.version, items: list });
    const answers = await Promise.all([ask(items), ask([of("US-B1B2-01")])]);
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test("超过展示上限: only what stands there at one time counts", async () => {
    const slot = await slotOf("detail_related", "peer");
    const nos = ["JP-TOUR-S-01", "KR-TOUR-S-01", "FR-SCH-01", "US-B1B2-01", "VN-EVISA-S-01"] as const;
    const { version } = await admin.call("product_recommend_get", { id: slot.id });
    const all = nos.map((no) => of(no));
    expect(await admin.refused("product_recommend_item_save", { id: slot.id, version, items: all })).toMatchObject({
      code: "limit_exceeded",
      answer: { msg: "超过展示上限4" },
    });
    const handed = [of(nos[0], { end_at: hours(5) }), ...nos.slice(1, 4).map((no) => of(no)), of(nos[4], { start_at: hours(5) })];
    expect((await save(slot, handed)).item_count).toBe(5);
    const now = await admin.call("product_recommend_get", { id: slot.id });
    expect(
      await admin.refused("product_recommend_update", { id: slot.id, version: now.version, name: now.name, max_items: 3, fill: "none" }),
    ).toMatchObject({ code: "limit_exceeded", answer: { msg: "超过展示上限3" } });
  });

  test("wrong items are refused at their place", async () => {
    const slot = await slotOf("country", "peer");
    const issue = async (items: Item[]) => {
      const { answer } = await admin.refused("product_recommend_item_save", { id: slot.id, version: slot.version, items });
      return (answer.body as { issues: unknown[] }).issues[0];
    };
    const jp = of("JP-TOUR-S-01");
    expect(await issue([jp, jp])).toEqual({ path: "items.1.sku_id", message: "同一商品只能推荐一次" });
    expect(await issue([{ ...jp, start_at: hours(2), end_at: hours(2) }])).toEqual({
      path: "items.0.end_at",
      message: "结束时间应晚于开始时间",
    });
    expect(await issue([item(999_999)])).toEqual({ path: "items.0.sku_id", message: "商品不存在" });
    expect(await issue([{ ...jp, province_codes: ["999999"] }])).toEqual({ path: "items.0.province_codes", message: "省份编码不存在" });
  });

  test("此刻看到: in order, by place, skipped with the reason, filled with the best sold", async () => {
    const slot = await slotOf("home_hot", "customer");
    const seen = await admin.call("product_recommend_item_preview", { id: slot.id, province_code: "440000" });
    expect(seen.list.slice(0, 2).map((i) => [i.sku_no, i.is_filled])).toEqual([
      ["KR-TOUR-S-01", false],
      ["FR-SCH-01", false],
    ]);
    expect(seen.list.length).toBe(slot.max_items);
    expect(seen.list.slice(2).every((i) => i.is_filled)).toBe(true);
    expect(seen.skipped.map((s) => [s.sku_no, s.reason])).toEqual([
      ["JP-TOUR-S-01", "不在推荐地区"],
      ["EG-STICKER-01", "商品草稿"],
      ["US-B1B2-01", "未开始"],
      ["VN-EVISA-S-01", "已过期"],
    ]);
    const unsaved = await admin.call("product_recommend_item_preview", { id: slot.id, items: [of("US-B1B2-01", { label: "试" })] });
    expect(unsaved.list[0]).toMatchObject({ sku_no: "US-B1B2-01", label: "试", is_filled: false });
    expect((await admin.call("product_recommend_get", { id: slot.id })).items.length).toBe(6);
  });
});

describe("rules", () => {
  const sku = (id: number, more: Partial<RecommendedSku> = {}): RecommendedSku => ({
    id,
    sku_no: `S${id}`,
    name: `商品${id}`,
    flag_emoji: "",
    country_name: "日本",
    lowest_price: 100,
    sku_status: "on_sale",
    ends: ["customer"],
    sale_blocks: [],
    ...more,
  });
  const seen = (items: Item[], known: RecommendedSku[], more: { max_items?: number; best?: RecommendedSku[] } = {}) => {
    const slot = { end: "customer" as const, max_items: more.max_items ?? 3, fill: more.best ? ("sales" as const) : ("none" as const) };
    const facts = { now: NOW, province: null };
    const { list, skipped } = shownNow(slot, items, new Map(known.map((s) => [s.id, s])), more.best ?? [], facts);
    return { list: list.map((s) => [s.sku.id, s.is_filled]), skipped };
  };

  test("a time holds from its start to before its end, to the millisecond", () => {
    const at = NOW.toISOString();
    expect(seen([item(1, { start_at: at })], [sku(1)]).list).toEqual([[1, false]]);
    expect(seen([item(1, { end_at: at })], [sku(1)]).skipped).toEqual([{ sku_id: 1, reason: "已过期" }]);
    expect(mostAtOnce([item(1, { end_at: at }), item(2, { start_at: at })])).toBe(1);
    expect(mostAtOnce([item(1, { end_at: hours(1) }), item(2, { start_at: at })])).toBe(2);
    expect(mostAtOnce([])).toBe(0);
  });

  test("a blocked, unlisted or foreign-end product leaves its place to the next one", () => {
    const known = [sku(1, { sale_blocks: ["SPU已停用"] }), sku(2, { sku_status: "off_sale" }), sku(3, { ends: ["peer"] }), sku(4)];
    expect(
      seen(
        [1, 2, 3, 4].map((id) => item(id)),
        known,
        { max_items: 1 },
      ),
    ).toEqual({
      list: [[4, false]],
      skipped: [
        { sku_id: 1, reason: "SPU已停用" },
        { sku_id: 2, reason: "商品已下架" },
        { sku_id: 3, reason: "未上架直客端" },
      ],
    });
  });

  test("filling never repeats what the list names, nor goes beyond the limit", () => {
    const known = [sku(1), sku(2)];
    const waiting = item(2, { start_at: hours(1) });
    expect(seen([item(1), waiting], known, { best: [sku(2), sku(1), sku(7), sku(8), sku(9)] }).list).toEqual([
      [1, false],
      [7, true],
      [8, true],
    ]);
  });
});
