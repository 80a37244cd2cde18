import { beforeAll, expect, test } from "vitest";
import { type InputOf } from "@visadesk/contract/index.ts";
import type { PermissionName } from "@visadesk/contract/permissions.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { inTransaction } from "#kit/db.ts";
import { only } from "#kit/objects.ts";
import { rows, q } from "#kit/sql.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import type { Client } from "../testing/client.ts";
import { onEmbedded } from "../testing/database.ts";
import { quote } from "./index.ts";

const DAY = 86_400_000;
let app: TestApp;
let admin: Client;
let product: Client;
const MINUTE = 60_000;
beforeAll(async () => {
  app = await testApp({ now: "2026-09-01T02:00:00.000Z" });
  admin = await app.as("admin");
  product = await app.as("product");
});

type Body = InputOf<"special_price_activity_add">;
type Item = Body["items"][number];
const key = () => ({ idempotency_key: crypto.randomUUID() });
const day = (n: number): string => new Date(app.clock.now().getTime() + n * DAY).toISOString();
const skuId = async (no: string): Promise<number> =>
  (await app.db.selectFrom("skus").select("id").where("sku_no", "=", no).executeTakeFirstOrThrow()).id;
const item = async (no: string, adult: number, more: Partial<Item> = {}): Promise<Item> => ({
  sku_id: await skuId(no),
  adult,
  child: null,
  per_order: 0,
  per_buyer: 0,
  total_limit: 0,
  ...more,
});
let made = 0;
const body = (items: Item[], more: Partial<Body> = {}): Body => ({
  name: `特价${++made}`,
  end: "peer",
  level_ids: [],
  group_ids: [],
  warm_at: null,
  start_at: day(1),
  end_at: day(2),
  stack_coupon: false,
  note: "",
  items,
  ...more,
});
const add = (items: Item[], more: Partial<Body> = {}, as = admin) => as.call("special_price_activity_add", body(items, more));
type Made = Awaited<ReturnType<typeof add>>;
const publish = ({ id, version }: Made, as = admin) => as.call("special_price_activity_publish", { id, version, ...key() });
const refusedPublish = async ({ id, version }: Made, as = admin) => {
  const { code, answer } = await as.refused("special_price_activity_publish", { id, version, ...key() });
  return [code, answer.msg];
};
const stop = ({ id, version }: Made) => admin.call("special_price_activity_stop", { id, version, reason: "价格有误", ...key() });
/** The body of an update that changes nothing yet. */
const asBody = (a: Made): InputOf<"special_price_activity_update"> => ({
  ...only(a, ["id", "version", "name", "end", "level_ids", "group_ids", "warm_at", "start_at", "end_at", "stack_coupon", "note"]),
  items: a.items.map((i) => ({
    sku_id: i.sku.sku_id,
    adult: i.adult,
    child: i.child,
    per_order: i.per_order,
    per_buyer: i.per_buyer,
    total_limit: i.total_limit,
  })),
});

test("a special stands below retail and at or above the fees, per band; the field is named", async () => {
  const fault = async (it: Item) => {
    const { answer } = await admin.refused("special_price_activity_add", body([it]));
    return (answer.body as { issues: { path: string; message: string }[] }).issues[0];
  };
  expect(await fault(await item("JP-TOUR-S-01", 118_800))).toEqual({
    path: "items.0.adult",
    message: "特价应低于门市价 ¥1,188.00：JP-TOUR-S-01",
  });
  expect(await fault(await item("JP-TOUR-S-01", 71_499))).toMatchObject({ message: "特价不能低于官方收费 ¥715.00：JP-TOUR-S-01" });
  expect(await fault(await item("FR-SCH-01", 130_000))).toEqual({ path: "items.0.child", message: "请输入儿童特价：FR-SCH-01" });
  expect(await fault(await item("FR-SCH-01", 130_000, { child: 110_000 }))).toMatchObject({ path: "items.0.child" });
  expect((await add([await item("JP-TOUR-S-01", 71_500)])).items[0]).toMatchObject({ adult: 71_500, child: null });
  // A product without child price keeps no child special.
  expect((await add([await item("JP-TOUR-S-01", 100_000, { child: 90_000 })])).items[0]?.child).toBeNull();
});

test("audience and times that contradict themselves are refused at their field", async () => {
  const items = [await item("JP-TOUR-S-01", 108_000)];
  const fault = async (more: Partial<Body>) => {
    const { answer } = await admin.refused("special_price_activity_add", body(items, more));
    return (answer.body as { issues: unknown[] }).issues[0];
  };
  expect(await fault({ start_at: day(2), end_at: day(2) })).toEqual({ path: "end_at", message: "结束时间应晚于开始时间" });
  expect(await fault({ warm_at: day(1.5) })).toEqual({ path: "warm_at", message: "预热时间不能晚于开始时间" });
  expect(await fault({ level_ids: ["V1"], group_ids: ["G1"] })).toEqual({ path: "group_ids", message: "等级与分组只能选其一" });
  expect(await fault({ end: "customer", level_ids: ["V1"] })).toEqual({ path: "level_ids", message: "直客端活动不分等级" });
  expect(await fault({ name: (await add(items)).name })).toMatchObject({ path: "name", message: "已有同名活动，请换一个名称" });
  for (const [more, msg] of [
    [{ items: [] }, "请至少选择一个商品"],
    [{ name: "" }, "请输入活动名称"],
    [{ items: [...items, ...items] }, "同一个商品只能添加一次"],
  ] as const) {
    const answer = await admin.raw("special_price_activity_add", { ...body(items), ...more });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(msg) as unknown]);
  }
});

test("product 13: overlapping specials of a product are refused where audiences meet, allowed where they are apart or touch", async () => {
  const jp = [await item("JP-TOUR-S-02", 108_000)];
  const first = await publish(await add(jp, { name: "全部同行特价" }));
  const clash = ["overlap", "商品 JP-TOUR-S-02 与活动「全部同行特价」时间重叠"];
  expect(await refusedPublish(await add(jp, { level_ids: ["V2"] }))).toEqual(clash);
  expect(await refusedPublish(await add(jp, { group_ids: ["G1"] }))).toEqual(clash);
  expect(await publish(await add(jp, { end: "customer" }))).toMatchObject({ state: "not_started" });
  const after = await publish(await add(jp, { name: "接着的特价", start_at: first.end_at, end_at: day(3) }));
  expect(after.state).toBe("not_started");
  expect(await publish(await add(jp, { start_at: day(0.5), end_at: first.start_at }))).toMatchObject({ activity_status: "published" });
  const kr = [await item("KR-TOUR-S-01", 60_000)];
  await publish(await add(kr, { level_ids: ["V1"] }));
  await publish(await add(kr, { level_ids: ["V2"] }));
  expect((await refusedPublish(await add(kr, { level_ids: ["V2", "V3"] })))[0]).toBe("overlap");
  // A stopped one is in nobody's way; a later end may not reach into the next one.
  const wide = asBody(first);
  expect(await admin.refused("special_price_activity_update", { ...wide, end_at: day(2.5) })).toMatchObject({
    code: "overlap",
    answer: { msg: "商品 JP-TOUR-S-02 与活动「接着的特价」时间重叠" },
  });
  await stop(after);
  expect(await admin.call("special_price_activity_update", { ...wide, end_at: day(2.5) })).toMatchObject({ version: first.version + 1 });
});

test("product 13: of two who publish overlapping specials at once one succeeds, on PostgreSQL", async ({ skip }) => {
  if (onEmbedded()) skip();
  for (let round = 0; round < 5; round++) {
    const items = [await item("TR-EVISA-01", 55_000), await item("SA-EVISA-01", 95_000)];
    const drafts = await Promise.all(
      [0, 1].map((n) => add(n ? items : items.toReversed(), { start_at: day(10 + round), end_at: day(11 + round) })),
    );
    const answers = await Promise.all(
      drafts.map(({ id, version }) => admin.raw("special_price_activity_publish", { id, version, ...key() })),
    );
    expect(answers.map((a) => (a.body as { code?: string }).code ?? "ok").sort()).toEqual(["ok", "overlap"]);
  }
});

/** Signs in as a worker of a role of his own. */
async function workerWith(account: string, codes: readonly PermissionName[]): Promise<Client> {
  await rows(
    app.db,
    q`
    with r as (insert into roles (name, module_group, data_scope) values (${account}, ${codes.map((c) => may[c])}::int[], 'all') returning id)
    insert into workers (account, nickname, passwd, role_id) select ${account}, ${account}, passwd, r.id from workers, r where account = 'admin'`,
  );
  return app.as(account);
}

test("product 10: a special below the floor needs the code and another person than who made it or set its price", async () => {
  const seller = await workerWith("special01", ["special_price", "cost_view"]);
  const blind = await workerWith("special02", ["special_price"]);
  const other = await workerWith("special03", ["special_price", "cost_view", "price_adjustment", "price_floor"]);
  // Cost 1,020.00 with the fee in it: 1,029.99 leaves one cent too little over the floor of 10.00.
  const low = await add([await item("JP-TOUR-S-01", 102_999)], {}, seller);
  expect(await refusedPublish(low, seller)).toEqual(["below_floor", "商品 JP-TOUR-S-01 特价毛利 ¥9.99 低于底线 ¥10.00，需放行权限"]);
  expect(await refusedPublish(low, blind)).toEqual(["below_floor", "商品 JP-TOUR-S-01 特价毛利低于底线，需放行权限"]);
  const own = await add([await item("JP-TOUR-S-01", 102_999)], {}, other);
  expect(await refusedPublish(own, other)).toEqual(["below_floor", "商品 JP-TOUR-S-01 特价毛利 ¥9.99 低于底线 ¥10.00，需他人放行发布"]);
  // Somebody else's draft whose price he set is his own as well.
  const edited = await other.call("special_price_activity_update", { ...asBody(low), items: [await item("JP-TOUR-S-01", 102_998)] });
  expect((await refusedPublish(edited, other))[0]).toBe("below_floor");
  const again = await seller.call("special_price_activity_update", { ...asBody(edited), items: [await item("JP-TOUR-S-01", 102_999)] });
  const published = await publish(again, other);
  expect(published).toMatchObject({ activity_status: "published", published_by_name: "special03" });
  // Exactly on the floor nobody has to be asked; and a published one cannot sink below it by its editor.
  const fair = await publish(await add([await item("JP-TOUR-S-01", 103_000)], { end: "customer" }, seller), seller);
  expect(
    await seller.refused("special_price_activity_update", { ...asBody(fair), items: [await item("JP-TOUR-S-01", 102_999)] }),
  ).toMatchObject({ code: "below_floor" });
  expect((await admin.call("special_price_activity_get", { id: fair.id })).items[0]?.adult).toBe(103_000);
});

test("cost and floor are absent for those who may not see them", async () => {
  const draft = await add([await item("JP-TOUR-S-01", 108_000)]);
  const blind = await workerWith("special04", ["special_price"]);
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
  const sku = await skuId("VN-EVISA-M-01");
  const priceNow = async () =>
    (await quote(app.db, sku, { buyer: { kind: "direct" }, applicants: [{}] }, app.clock.now())).people[0]?.price;
  const draft = await add([await item("VN-EVISA-M-01", 50_000, { total_limit: 10 })], {
    end: "customer",
    warm_at: after(1),
    start_at: after(2),
    end_at: after(4),
    stack_coupon: true,
  });
  let live = await publish(draft);
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
  const [only] = whole.items;
  if (!only) throw new Error("the activity has an item");
  for (const change of [
    { name: "另一个名字" },
    { start_at: day(0.01) },
    { stack_coupon: false },
    { items: [{ ...only, adult: 49_000 }] },
    { items: [{ ...only, total_limit: 9 }] },
    { items: [{ ...only, per_buyer: 1 }] },
    { items: [only, await item("VN-EVISA-S-01", 30_000)] },
  ])
    expect(await admin.refused("special_price_activity_update", { ...whole, ...change })).toMatchObject({
      code: "locked",
      answer: { msg: "活动进行中不可改价，请终止后新建" },
    });
  const longer = await admin.call("special_price_activity_update", {
    ...whole,
    end_at: after(6),
    note: "加量",
    items: [{ ...only, total_limit: 20 }],
  });
  expect(longer).toMatchObject({ note: "加量", total: 20, state: "running" });
  live = longer;
  expect(await at(5)).toBe("running");
  expect(await stop(live)).toMatchObject({ state: "stopped", stop_reason: "价格有误" });
  expect(await priceNow()).toBe(53_800);
  expect(
    await admin.refused("special_price_activity_update", asBody(await admin.call("special_price_activity_get", { id: live.id }))),
  ).toMatchObject({
    code: "locked",
  });
  const log = await admin.call("special_price_activity_log_query", { activity_id: live.id });
  expect(log.list.map((l) => l.label)).toEqual(["终止", "编辑限时特价", "发布", "新增限时特价"]);
  expect(log.list[0]).toMatchObject({ reason: "价格有误", changes: [{ before: "已发布", after: "已终止" }] });
  expect(log.list[1]?.changes.map((c) => [c.label, c.before, c.after])).toContainEqual([
    "VN-EVISA-M-01",
    "¥500.00 · 总量10",
    "¥500.00 · 总量20",
  ]);
});

test("an ended activity is neither stopped nor edited; without times nothing is published; only drafts are removed", async () => {
  const items = [await item("IN-EVISA-01", 60_000)];
  const past = await add(items, { start_at: day(-2), end_at: day(-1) });
  expect(await refusedPublish(past)).toEqual(["bad_input", "结束时间应晚于现在"]);
  const copy = await admin.call("special_price_activity_copy", { id: past.id, name: "复制的特价" });
  expect(copy).toMatchObject({ state: "draft", start_at: null, end_at: null, item_count: 1 });
  expect(copy.items[0]).toMatchObject({ adult: 60_000, sold: 0 });
  expect(await refusedPublish(copy)).toEqual(["bad_input", "请选择开始时间"]);
  const timed = await admin.call("special_price_activity_update", { ...asBody(copy), start_at: day(-1), end_at: day(0.001) });
  const live = await publish(timed);
  expect(live.state).toBe("running");
  expect(await admin.refused("special_price_activity_remove", { id: live.id, version: live.version })).toMatchObject({
    code: "state_changed",
  });
  app.clock.set(day(0.001));
  expect(
    await admin.refused("special_price_activity_stop", { id: live.id, version: live.version, reason: "太晚了", ...key() }),
  ).toMatchObject({
    answer: { msg: "活动已结束，无需终止" },
  });
  expect(await admin.refused("special_price_activity_update", asBody(live))).toMatchObject({ code: "locked" });
  // What is over no longer holds its name.
  await admin.call("special_price_activity_remove", { id: past.id, version: past.version });
  expect(await add(items, { name: "复制的特价" })).toMatchObject({ state: "draft" });
  expect(await admin.refused("special_price_activity_get", { id: past.id })).toMatchObject({ code: "not_found" });
});

test("a stale save answers 409 with what is stored, in the form's shape", async () => {
  const draft = await add([await item("IN-EVISA-01", 60_000)]);
  const saved = await admin.call("special_price_activity_update", { ...asBody(draft), note: "先到" });
  const { answer } = await product.refused("special_price_activity_update", { ...asBody(draft), note: "后到" });
  expect(answer).toMatchObject({ status: 409, body: { current: { note: "先到", version: saved.version, items: asBody(saved).items } } });
});

test("the list finds by name, end, state, product, level and time", async () => {
  const items = [await item("ID-EVOA-01", 33_000)];
  const a = await publish(await add(items, { name: "找得到甲", level_ids: ["V4"], start_at: day(40), end_at: day(41) }));
  const b = await add(items, { name: "找得到乙", end: "customer", start_at: day(50), end_at: day(51) });
  const ids = async (f: InputOf<"special_price_activity_query">) =>
    (await admin.call("special_price_activity_query", { keyword: "找得到", ...f })).list.map((r) => r.id);
  expect(await ids({ sort: "start_at", order: "asc" })).toEqual([a.id, b.id]);
  expect(await ids({ end: ["customer"] })).toEqual([b.id]);
  expect(await ids({ state: ["not_started"] })).toEqual([a.id]);
  expect(await ids({ level_ids: ["V4"] })).toEqual([a.id]);
  expect(await ids({ period: { from: day(40.5), to: day(45) } })).toEqual([a.id]);
  expect(await ids({ sku_id: [await skuId("ID-EVOA-01")] })).toHaveLength(2);
  expect(await ids({ sku_id: [await skuId("IN-EVISA-01")] })).toEqual([]);
  const ofSku = await product.call("special_price_item_query", { sku_id: await skuId("ID-EVOA-01") });
  expect(ofSku.list.map((r) => [r.name, r.state, r.audience])).toEqual([
    ["找得到甲", "not_started", "V4"],
    ["找得到乙", "draft", "全部直客"],
  ]);
});

test("start and end within a day are told to the maker, each once", async () => {
  const a = await publish(
    await add([await item("HK-LPASS-01", 19_000)], { name: "提醒我", start_at: day(0.5), end_at: day(5) }, product),
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
  expect(
    await inTransaction(app.db, (tx) =>
      tx.selectFrom("special_price_activities").select("end_told").where("id", "=", a.id).executeTakeFirstOrThrow(),
    ),
  ).toEqual({
    end_told: a.end_at,
  });
});
