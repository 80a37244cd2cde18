import { beforeAll, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { asBody, SpecialDesk, type SpecialBody } from "../../testing/make/special-price.ts";
import { quote } from "../index.ts";

const MINUTE = 60_000;
let app: TestApp;
let admin: Client;
let product: Client;
let desk: SpecialDesk;
beforeAll(async () => {
  app = await testApp({ now: "2026-09-01T02:00:00.000Z" });
  admin = await app.as("admin");
  product = await app.as("product");
  desk = new SpecialDesk(app, admin);
});
const key = () => ({ idempotency_key: crypto.randomUUID() });

test("a special stands below retail and at or above the fees, per band; the field is named", async () => {
  const fault = async (it: SpecialBody["items"][number]) => {
    const { answer } = await admin.refused("special_price_activity_add", desk.body([it]));
    return (answer.body as { issues: { path: string; message: string }[] }).issues[0];
  };
  expect(await fault(await desk.item("JP-TOUR-S-01", 118_800))).toEqual({
    path: "items.0.adult",
    message: "特价应低于门市价 ¥1,188.00：JP-TOUR-S-01",
  });
  expect(await fault(await desk.item("JP-TOUR-S-01", 71_499))).toMatchObject({ message: "特价不能低于官方收费 ¥715.00：JP-TOUR-S-01" });
  expect(await fault(await desk.item("FR-SCH-01", 130_000))).toEqual({ path: "items.0.child", message: "请输入儿童特价：FR-SCH-01" });
  expect(await fault(await desk.item("FR-SCH-01", 130_000, { child: 110_000 }))).toMatchObject({ path: "items.0.child" });
  expect((await desk.add([await desk.item("JP-TOUR-S-01", 71_500)])).items[0]).toMatchObject({ adult: 71_500, child: null });
  // A product without child price keeps no child special.
  expect((await desk.add([await desk.item("JP-TOUR-S-01", 100_000, { child: 90_000 })])).items[0]?.child).toBeNull();
});

test("audience and times that contradict themselves are refused at their field", async () => {
  const items = [await desk.item("JP-TOUR-S-01", 108_000)];
  const fault = async (more: Partial<SpecialBody>) => {
    const { answer } = await admin.refused("special_price_activity_add", desk.body(items, more));
    return (answer.body as { issues: unknown[] }).issues[0];
  };
  expect(await fault({ start_at: desk.day(2), end_at: desk.day(2) })).toEqual({ path: "end_at", message: "结束时间应晚于开始时间" });
  expect(await fault({ warm_at: desk.day(1.5) })).toEqual({ path: "warm_at", message: "预热时间不能晚于开始时间" });
  expect(await fault({ level_ids: ["V1"], group_ids: [1] })).toEqual({ path: "group_ids", message: "等级与分组只能选其一" });
  expect(await fault({ group_ids: [999_999] })).toEqual({ path: "group_ids", message: "分组不存在或已停用，请重新选择" });
  expect(await fault({ end: "customer", level_ids: ["V1"] })).toEqual({ path: "level_ids", message: "直客端活动不分等级" });
  expect(await fault({ name: (await desk.add(items)).name })).toMatchObject({ path: "name", message: "已有同名活动，请换一个名称" });
  for (const [more, msg] of [
    [{ items: [] }, "请至少选择一个商品"],
    [{ name: "" }, "请输入活动名称"],
    [{ items: [...items, ...items] }, "同一个商品只能添加一次"],
  ] as const) {
    const answer = await admin.raw("special_price_activity_add", { ...desk.body(items), ...more });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(msg) as unknown]);
  }
});

test("cost and floor are absent for those who may not see them", async () => {
  const draft = await desk.add([await desk.item("JP-TOUR-S-01", 108_000)]);
  const blind = await desk.workerWith("special04", ["special_price"]);
  for (const answer of [
    await blind.call("special_price_activity_get", { id: draft.id }),
    await blind.call("special_price_activity_sku_query", { keyword: "JP-TOUR-S-01" }),
  ])
    expect(JSON.stringify(answer)).not.toMatch(/cost_adult|cost_child|margin_floor|102000/);
  const seen = await admin.call("special_price_activity_sku_query", { keyword: "JP-TOUR-S-01" });
  expect(seen.list[0]).toMatchObject({ cost_adult: 102_000, margin_floor: 1_000, retail_adult: 118_800, fee_adult: 71_500 });
  expect(seen.list[0]?.levels.map((l) => [l.ref_id, l.adult])).toEqual([
    ["V1", 115_800],
    ["V2", 112_800],
    ["V3", 109_800],
  ]);
});

test("states follow the clock; while it runs only end, note and higher limits change; stopping gives the usual price at once", async () => {
  const start = app.clock.now();
  const after = (minutes: number): string => new Date(start.getTime() + minutes * MINUTE).toISOString();
  const sku = await desk.skuId("VN-EVISA-M-01");
  const priceNow = async () =>
    (await quote(app.db, sku, { buyer: { kind: "direct" }, applicants: [{}] }, app.clock.now())).people[0]?.price;
  const draft = await desk.add([await desk.item("VN-EVISA-M-01", 50_000, { total_limit: 10 })], {
    end: "customer",
    warm_at: after(1),
    start_at: after(2),
    end_at: after(4),
    stack_coupon: true,
  });
  let live = await desk.publish(draft);
  const at = async (minutes: number): Promise<string> => {
    app.clock.set(after(minutes));
    live = await admin.call("special_price_activity_get", { id: live.id });
    return live.state;
  };
  expect([draft.state, live.state]).toEqual(["draft", "not_started"]);
  expect([await at(1), await priceNow()]).toEqual(["warming", 53_800]);
  expect([await at(2 - 1 / MINUTE), await priceNow()]).toEqual(["warming", 53_800]);
  expect([await at(2), await priceNow()]).toEqual(["running", 50_000]);
  const quoted = await quote(app.db, sku, { buyer: { kind: "direct" }, applicants: [{}] }, app.clock.now());
  expect(quoted.special).toMatchObject({ item_id: live.items[0]?.id, stack_coupon: true, qty: 1, saved: 3_800, base: 53_800 });

  const whole = asBody(live);
  const [line] = whole.items ?? [];
  if (!line) throw new Error("the activity has an item");
  for (const change of [
    { name: "另一个名字" },
    { start_at: desk.day(0.01) },
    { stack_coupon: false },
    { items: [{ ...line, adult: 49_000 }] },
    { items: [{ ...line, total_limit: 9 }] },
    { items: [{ ...line, per_buyer: 1 }] },
    { items: [line, await desk.item("VN-EVISA-S-01", 30_000)] },
  ])
    expect(await admin.refused("special_price_activity_update", { ...whole, ...change })).toMatchObject({
      code: "locked",
      answer: { msg: "活动进行中不可改价，请终止后新建" },
    });
  const longer = await admin.call("special_price_activity_update", {
    ...whole,
    end_at: after(6),
    note: "加量",
    items: [{ ...line, total_limit: 20 }],
  });
  expect(longer).toMatchObject({ note: "加量", total: 20, state: "running" });
  live = longer;
  expect(await at(5)).toBe("running");
  expect(await desk.stop(live)).toMatchObject({ state: "stopped", stop_reason: "价格有误" });
  expect(await priceNow()).toBe(53_800);
  expect(
    await admin.refused("special_price_activity_update", asBody(await admin.call("special_price_activity_get", { id: live.id }))),
  ).toMatchObject({
    code: "locked",
  });
  const log = await admin.call("special_price_activity_log_query", { id: live.id });
  expect(log.list.map((l) => l.label)).toEqual(["终止", "编辑限时特价", "发布", "新增限时特价"]);
  expect(log.list[0]).toMatchObject({ reason: "价格有误", changes: [{ before: "已发布", after: "已终止" }] });
  expect(log.list[1]?.changes.map((c) => [c.label, c.before, c.after])).toContainEqual([
    "VN-EVISA-M-01",
    "¥500.00 · 总量10",
    "¥500.00 · 总量20",
  ]);
});

test("an ended activity is neither stopped nor edited; without times nothing is published; only drafts are removed", async () => {
  const items = [await desk.item("IN-EVISA-01", 60_000)];
  const past = await desk.add(items, { start_at: desk.day(-2), end_at: desk.day(-1) });
  expect(await desk.refusedPublish(past)).toEqual(["bad_input", "结束时间应晚于现在"]);
  const copy = await admin.call("special_price_activity_copy", { id: past.id, name: "复制的特价" });
  expect(copy).toMatchObject({ state: "draft", start_at: null, end_at: null, item_count: 1 });
  expect(copy.items[0]).toMatchObject({ adult: 60_000, sold: 0 });
  expect(await desk.refusedPublish(copy)).toEqual(["bad_input", "请选择开始时间"]);
  const timed = await admin.call("special_price_activity_update", { ...asBody(copy), start_at: desk.day(-1), end_at: desk.day(0.001) });
  const live = await desk.publish(timed);
  expect(live.state).toBe("running");
  expect(await admin.refused("special_price_activity_remove", { id: live.id, version: live.version })).toMatchObject({
    code: "state_changed",
  });
  app.clock.set(desk.day(0.001));
  expect(
    await admin.refused("special_price_activity_stop", { id: live.id, version: live.version, reason: "太晚了", ...key() }),
  ).toMatchObject({
    answer: { msg: "活动已结束，无需终止" },
  });
  expect(await admin.refused("special_price_activity_update", asBody(live))).toMatchObject({ code: "locked" });
  // What is over no longer holds its name.
  await admin.call("special_price_activity_remove", { id: past.id, version: past.version });
  expect(await desk.add(items, { name: "复制的特价" })).toMatchObject({ state: "draft" });
  expect(await admin.refused("special_price_activity_get", { id: past.id })).toMatchObject({ code: "not_found" });
});

test("a stale save answers 409 with what is stored, in the form's shape", async () => {
  const draft = await desk.add([await desk.item("IN-EVISA-01", 60_000)]);
  const saved = await admin.call("special_price_activity_update", { ...asBody(draft), note: "先到" });
  const { answer } = await product.refused("special_price_activity_update", { ...asBody(draft), note: "后到" });
  expect(answer).toMatchObject({ status: 409, body: { current: { note: "先到", version: saved.version, items: asBody(saved).items } } });
});

test("the list finds by name, end, state, product, level and time", async () => {
  const items = [await desk.item("ID-EVOA-01", 33_000)];
  const a = await desk.publish(
    await desk.add(items, { name: "找得到甲", level_ids: ["V4"], start_at: desk.day(40), end_at: desk.day(41) }),
  );
  const b = await desk.add(items, { name: "找得到乙", end: "customer", start_at: desk.day(50), end_at: desk.day(51) });
  const ids = async (f: InputOf<"special_price_activity_query">) =>
    (await admin.call("special_price_activity_query", { keyword: "找得到", ...f })).list.map((r) => r.id);
  expect(await ids({ sort: "start_at", order: "asc" })).toEqual([a.id, b.id]);
  expect(await ids({ end: ["customer"] })).toEqual([b.id]);
  expect(await ids({ state: ["not_started"] })).toEqual([a.id]);
  expect(await ids({ level_ids: ["V4"] })).toEqual([a.id]);
  expect(await ids({ period: { from: desk.day(40.5), to: desk.day(45) } })).toEqual([a.id]);
  expect(await ids({ sku_id: [await desk.skuId("ID-EVOA-01")] })).toHaveLength(2);
  expect(await ids({ sku_id: [await desk.skuId("IN-EVISA-01")] })).toEqual([]);
  const ofSku = await product.call("special_price_item_query", { sku_id: await desk.skuId("ID-EVOA-01") });
  expect(ofSku.list.map((r) => [r.name, r.state, r.audience])).toEqual([
    ["找得到甲", "not_started", "V4"],
    ["找得到乙", "draft", "全部直客"],
  ]);
});

test("start and end within a day are told to the maker, each once", async () => {
  const a = await desk.publish(
    await desk.add([await desk.item("HK-LPASS-01", 19_000)], { name: "提醒我", start_at: desk.day(0.5), end_at: desk.day(5) }, product),
    product,
  );
  const told = () =>
    app.db
      .selectFrom("outbound_messages as m")
      .innerJoin("workers as w", "w.id", "m.receiver_worker_id")
      .select(["w.account", "m.content"])
      .where("m.ref_noun", "=", "special_price_activity")
      .where("m.ref_id", "=", a.id)
      .orderBy("m.id")
      .execute();
  const hour = async (): Promise<void> => {
    app.clock.set(new Date(app.clock.now().getTime() + 3_600_000).toISOString());
    await app.runJobs();
  };
  await hour();
  await hour();
  expect(await told()).toEqual([
    { account: "product", content: expect.stringMatching(/^限时特价「提醒我」将于 09-0\d \d\d:\d\d 开始$/) as unknown },
  ]);
  app.clock.set(new Date(Date.parse(a.end_at ?? "") - 3 * 3_600_000).toISOString());
  await hour();
  await hour();
  expect((await told()).map((m) => m.content.slice(-2))).toEqual(["开始", "结束"]);
});
