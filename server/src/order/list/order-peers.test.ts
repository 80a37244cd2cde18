/** Orders beside their peers: in both lists and their sheets, on the order's page, and before one is entered. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { OrderDesk, type Made } from "../../testing/make/order.ts";
import { makeGroup, makePeer } from "../../testing/make/peer.ts";
import { SpecialDesk } from "../../testing/make/special-price.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { peerOrder } from "../../testing/make/peer-money.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";

let app: TestApp;
let admin: Client;
let desk: OrderDesk;
let peers: { gold: number; plain: number };
let orders: { gold: Made; plain: Made; direct: Made };
beforeAll(async () => {
  app = await testApp({ max: 20 });
  admin = await app.as("admin");
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  peers = {
    gold: (await makePeer(app.db, { level_id: "V3", short_name: "金牌同业" })).id,
    plain: (await makePeer(app.db, { level_id: "V1", short_name: "普通同业" })).id,
  };
  orders = { gold: await peerOrder(desk, peers.gold), plain: await peerOrder(desk, peers.plain), direct: await desk.order() };
});

describe("lists", () => {
  const said = async (filter: { peer_id?: number[]; level_id?: ("V1" | "V3")[] }) => {
    const [list, people, total] = await Promise.all([
      admin.call("order_query", { ...filter, page_size: 50 }),
      admin.call("applicant_query", { ...filter, page_size: 50 }),
      admin.call("order_total_get", filter),
    ]);
    const ours = Object.values(orders).map((o) => o.id);
    return [
      list.list.filter((o) => ours.includes(o.id)).map((o) => [o.id, o.peer_name, o.level_id]),
      people.list.filter((a) => ours.includes(a.order_id)).map((a) => [a.order_id, a.peer_name, a.level_id]),
      total.figures.orders === list.total,
    ];
  };
  test("find the orders and people of a peer and of a level, and name them", async () => {
    const gold = [[orders.gold.id, "金牌同业", "V3"]];
    expect(await said({ peer_id: [peers.gold] })).toEqual([gold, gold, true]);
    expect(await said({ level_id: ["V3"] })).toEqual([gold, gold, true]);
    expect(await said({ peer_id: [peers.gold], level_id: ["V1"] })).toEqual([[], [], true]);
    const plain = [orders.plain.id, "普通同业", "V1"];
    const both = await said({ level_id: ["V1", "V3"] });
    expect(both[0]).toEqual(expect.arrayContaining([...gold, plain]));
    expect(both[1]).toEqual(expect.arrayContaining([...gold, plain]));
  });
  test("leave the column of a direct customer's order empty", async () => {
    const { peer_id, peer_name, level_id } = await admin.call("order_get", { id: orders.direct.id });
    expect([peer_id, peer_name, level_id]).toEqual([null, null, null]);
  });
});

test("the order's page names its peer and the work orders about it, to whoever may see the order", async () => {
  const [form] = (await admin.call("work_order_form_get", { peer_id: peers.gold })).list.filter((c) => c.code === "URGENCY");
  const { work_order_no } = await admin.call(
    "work_order_add",
    keyed({
      peer_id: peers.gold,
      config_id: form?.config_id ?? 0,
      order_id: orders.gold.id,
      title: "客户催进度",
      text: "什么时候送签",
      answers: {},
    }),
  );
  const page = await admin.call("order_get", { id: orders.gold.id });
  expect([page.peer_id, page.peer_name, page.level_id]).toEqual([peers.gold, "金牌同业", "V3"]);
  expect(page.work_orders.map((w) => [w.work_order_no, w.title, w.work_order_status])).toEqual([[work_order_no, "客户催进度", "pending"]]);
  expect((await admin.call("order_get", { id: orders.direct.id })).work_orders).toEqual([]);
});

describe("before an order is entered", () => {
  test("peer 10: a frozen peer is told with its cause as soon as it is chosen, and what it can pay with otherwise", async () => {
    expect(await admin.call("order_buyer_get", { peer_id: peers.gold })).toMatchObject({
      peer_name: "金牌同业",
      level_id: "V3",
      level_name: "金牌",
      stop: null,
      account: { principal: 0, gift: 0, credit_available: 0 },
    });
    const { id } = await makePeer(app.db);
    await admin.call("peer_hold_add", keyed({ peer_id: id, kind: "risk" as const, blocks: ["order" as const], reason: "多次恶意退款" }));
    expect((await admin.call("order_buyer_get", { peer_id: id })).stop).toMatch(/^该同行已冻结，不能下单：.*多次恶意退款/);
    expect(await refusalOf(admin.raw("order_buyer_get", { peer_id: 999_999 }))).toEqual(["bad_input", "同行不存在"]);
  });
});

describe("每月免费加急", () => {
  const urgent = async (peer_id: number) => ({
    ...(await desk.entry({ customer_kind: "peer", peer_id, people: 2, sku_no: URGENT_SKU })),
    urgent_tier_code: "U1",
  });
  const feesOf = (lines: readonly { kind: string; amount: number; payable: number }[]) =>
    lines.filter((l) => l.kind === "urgent").map((l) => (l.payable === 0 ? "free" : l.payable === l.amount ? "paid" : "part"));
  const add = async (entry: Awaited<ReturnType<typeof urgent>>, quote_hash: string) =>
    admin.raw(
      "order_add",
      keyed({
        ...entry,
        quote_hash,
        effect_date: entry.travel_date,
        contact_name: "李四",
        contact_mobile: "13900001111",
        return_mode: "pickup" as const,
        confirm_duplicate: true,
      }),
    );
  const left = async (id: number) => (await admin.call("order_buyer_get", { peer_id: id })).free_urgent_left;
  const URGENT_SKU = "US-EVUS-01";

  test("as many people as the level has left pay no urgent fee; a cancelled order gives them back, and takes them again", async () => {
    const { id } = await makePeer(app.db, { level_id: "V4" });
    expect(await left(id)).toBe(3);
    const entry = await urgent(id);
    const first = await admin.call("order_quote", entry);
    expect(feesOf(first.lines)).toEqual(["free", "free"]);
    expect(first.discount_total).toBe(first.lines.filter((l) => l.kind === "urgent").reduce((n, l) => n + l.amount, 0));
    const made = (await add(entry, first.quote_hash)).body as { id: number };
    expect(await left(id)).toBe(1);
    const second = await admin.call("order_quote", entry);
    expect(feesOf(second.lines)).toEqual(["free", "paid"]);
    await add(entry, second.quote_hash);
    expect(await left(id)).toBe(0);
    expect(feesOf((await admin.call("order_quote", entry)).lines)).toEqual(["paid", "paid"]);
    const { version } = (await desk.facts(made.id)).order;
    await admin.call("order_cancel", { id: made.id, version, cancel_reason: "customer", reason: "客户不去了" });
    expect(await left(id)).toBe(2);
    await rows(app.db, q`update orders set cancel_reason = 'timeout' where id = ${made.id}`);
    await admin.call("order_restore", { id: made.id, version: (await desk.facts(made.id)).order.version });
    expect(await left(id)).toBe(0);
  });

  test("two orders at once do not both take the last one", async () => {
    const { id } = await makePeer(app.db, { level_id: "V3" });
    const entry = { ...(await urgent(id)) };
    const { quote_hash, lines } = await admin.call("order_quote", entry);
    expect(feesOf(lines)).toEqual(["free", "paid"]);
    const answers = await Promise.all([add(entry, quote_hash), add(entry, quote_hash)]);
    expect(answers.map((a) => a.msg).toSorted()).toContain("价格已变化，请重新确认");
    expect(answers.filter((a) => a.ret === 0)).toHaveLength(1);
    expect(await left(id)).toBe(0);
  });

  test("direct customers and levels without any pay it", async () => {
    const { id } = await makePeer(app.db, { level_id: "V1" });
    expect(feesOf((await admin.call("order_quote", await urgent(id))).lines)).toEqual(["paid", "paid"]);
  });
});

test("product 13: a special of a level or of a group is had by the orders of its peers alone", async () => {
  const special = new SpecialDesk(app, admin);
  const group = await makeGroup(app.db, "华东同业");
  const [grouped, levelled, other] = [
    (await makePeer(app.db, { level_id: "V1", service_group_id: group })).id,
    (await makePeer(app.db, { level_id: "V5" })).id,
    (await makePeer(app.db, { level_id: "V1" })).id,
  ];
  const begin = async (sku_no: string, more: object) => {
    const items = [await special.item(sku_no, 108_000)];
    await special.publish(await special.add(items, { start_at: special.day(0.01), end_at: special.day(2), ...more }));
  };
  const paid = async (peer_id: number, sku_no: string) =>
    (await admin.call("order_quote", await desk.entry({ sku_no, customer_kind: "peer", peer_id }))).lines.find((l) => l.kind === "service")
      ?.source;
  await begin("JP-TOUR-S-01", { group_ids: [group] });
  await begin("JP-TOUR-S-02", { level_ids: ["V5"] });
  app.clock.advance(3_600_000);
  expect([await paid(grouped, "JP-TOUR-S-01"), await paid(levelled, "JP-TOUR-S-01")]).toEqual([
    "限时特价",
    expect.not.stringMatching("特价"),
  ]);
  expect([await paid(levelled, "JP-TOUR-S-02"), await paid(other, "JP-TOUR-S-02")]).toEqual([
    "限时特价",
    expect.not.stringMatching("特价"),
  ]);
  expect((await admin.call("special_price_activity_query", {})).list.map((a) => a.audience)).toEqual(
    expect.arrayContaining(["分组 华东同业", "V5"]),
  );
});
