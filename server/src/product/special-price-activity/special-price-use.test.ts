import { beforeAll, expect, test } from "vitest";
import { inTransaction, type Db } from "#kit/db/db.ts";
import { onEmbedded } from "../../testing/database.ts";
import { orderDesk, personData, type OrderDesk } from "../../testing/make/order.ts";
import { orderArea } from "../../order/index.ts";
import { asWrite, readCtx } from "../../testing/ctx.ts";
import { release, reserve } from "../index.ts";

let desk: OrderDesk;
beforeAll(async () => {
  desk = await orderDesk("2026-09-01T02:00:00.000Z");
});

interface Limits {
  per_order?: number;
  per_buyer?: number;
  total_limit?: number;
}
let made = 0;
/** A running special of a product; one product has one at a time, so every test takes its own. */
async function special(sku_no: string, adult: number, limits: Limits = {}): Promise<number> {
  const activity = await desk.db
    .insertInto("special_price_activities")
    .values({
      name: `名额${++made}`,
      end: "customer",
      start_at: "2026-08-31T00:00:00Z",
      end_at: "2026-09-30T00:00:00Z",
      activity_status: "published",
      created_at: desk.clock.now(),
      updated_at: desk.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const item = await desk.db
    .insertInto("special_price_items")
    .values({ activity_id: activity.id, sku_id: await desk.sku(sku_no), adult, ...limits })
    .returning("id")
    .executeTakeFirstOrThrow();
  return item.id;
}
const soldOf = async (id: number): Promise<number> =>
  (await desk.db.selectFrom("special_price_items").select("sold").where("id", "=", id).executeTakeFirstOrThrow()).sold;
const usesOf = (id: number) =>
  desk.db
    .selectFrom("special_price_uses")
    .select(["order_id", "qty", "saved", "released_at"])
    .where("item_id", "=", id)
    .orderBy("id")
    .execute();

/** A body for order_add at the price of now. */
async function order(sku_no: string, people = 1, contact_mobile = "13900001111") {
  const entry = await desk.entry({ sku_no, people });
  const { quote_hash, amount_payable } = await desk.call("order_quote", { ...entry, contact_mobile });
  const body = {
    ...entry,
    // A day on which many products take effect.
    effect_date: entry.travel_date,
    quote_hash,
    contact_name: "李四",
    contact_mobile,
    return_mode: "pickup" as const,
    confirm_duplicate: true,
  };
  return { body, amount_payable };
}
const place = async (sku_no: string, people = 1, mobile?: string) => desk.call("order_add", (await order(sku_no, people, mobile)).body);
const cancel = async (id: number): Promise<void> => {
  const { order: o } = await desk.facts(id);
  await desk.call("order_cancel", { id, version: o.version, cancel_reason: "customer", reason: "客户不去了" });
};

/** Runs the job that ends unpaid orders, as the runner does. */
async function expire(): Promise<void> {
  const ctx = Object.assign(readCtx(desk.db, null, desk.clock.now()), {
    job_id: 1,
    signal: new AbortController().signal,
    change: <T>(work: Parameters<typeof asWrite<T>>[3]) => asWrite(desk.db, null, desk.clock.now(), work),
  });
  const none = () => Promise.resolve();
  await orderArea.jobs.find((j) => j.name === "order_pay_expire")?.run(ctx, {}, { set: none, throwIfCancelled: none });
}

test("an order takes the special's room, keeps it in its quote and gives it back once when it is cancelled", async () => {
  const item = await special("JP-TOUR-S-01", 107_900, { total_limit: 5 });
  const { body, amount_payable } = await order("JP-TOUR-S-01", 2);
  expect(amount_payable).toBe(2 * 107_900);
  const { id } = await desk.call("order_add", body);
  expect([await soldOf(item), await usesOf(item)]).toEqual([2, [{ order_id: id, qty: 2, saved: 2 * 10_900, released_at: null }]]);
  const kept = await desk.db.selectFrom("orders").select("quote").where("id", "=", id).executeTakeFirstOrThrow();
  expect(kept.quote).toMatchObject({
    special: { item_id: item, qty: 2, base: 118_800 },
    people: [{ source: "special" }, { source: "special" }],
  });
  await cancel(id);
  expect([await soldOf(item), (await usesOf(item)).length]).toEqual([0, 1]);
  await inTransaction(desk.db, (tx) => release(tx, id, desk.clock.now()));
  expect(await soldOf(item)).toBe(0);
});

test("reserving twice for one order takes one room", async () => {
  const item = await special("KR-TOUR-S-01", 60_000, { total_limit: 3 });
  const { id } = await place("KR-TOUR-S-01");
  const quoted = { item_id: item, activity_id: 1, name: "", stack_coupon: false, qty: 1, saved: 9_800, base: 69_800 };
  const take = (db: Db) => reserve(db, quoted, id, { kind: "direct" }, desk.clock.now());
  await inTransaction(desk.db, take);
  expect(await soldOf(item)).toBe(1);
});

test("an expired order that comes back takes its room again, or hears that the price has changed", async () => {
  const item = await special("KR-TOUR-5Y-01", 120_000, { total_limit: 1 });
  const { id } = await place("KR-TOUR-5Y-01");
  const now = desk.clock.now();
  const day = (n: number): void => desk.clock.set(new Date(now.getTime() + n * 86_400_000).toISOString());
  const back = async () => ({ id, version: (await desk.facts(id)).order.version });
  day(2);
  await expire();
  expect(await soldOf(item)).toBe(0);
  await desk.call("order_restore", await back());
  expect(await soldOf(item)).toBe(1);
  day(4);
  await expire();
  await place("KR-TOUR-5Y-01", 1, "13900003333");
  expect(await desk.refused("order_restore", await back())).toMatchObject({ code: "price_changed", msg: "价格已变化，请重新下单" });
  expect(await soldOf(item)).toBe(1);
  day(0);
});

test("an order that is not paid in time gives its room back", async () => {
  const item = await special("GB-VISIT-6M-01", 190_000, { total_limit: 1 });
  const { id } = await place("GB-VISIT-6M-01");
  expect(await soldOf(item)).toBe(1);
  const now = desk.clock.now();
  desk.clock.set("2026-09-20T02:00:00.000Z");
  await expire();
  desk.clock.set(now.toISOString());
  expect([(await desk.facts(id)).order.cancel_reason, await soldOf(item)]).toEqual(["timeout", 0]);
});

test("limits per order and per buyer; the buyer is known by his number, and hears what he had", async () => {
  const item = await special("AU-600-01", 180_000, { per_order: 2, per_buyer: 3 });
  expect((await order("AU-600-01", 3)).amount_payable).toBe(3 * 188_000);
  await place("AU-600-01", 2);
  // Asked without a number nobody knows him; his order is told.
  const entry = await desk.entry({ sku_no: "AU-600-01", people: 2 });
  const { quote_hash } = await desk.call("order_quote", entry);
  const { body } = await order("AU-600-01", 2);
  expect(await desk.refused("order_add", { ...body, quote_hash })).toMatchObject({
    code: "sold_out",
    msg: "特价每人限购3份，已购2份，请按 ¥1,880.00 下单",
  });
  expect((await order("AU-600-01", 2)).amount_payable).toBe(2 * 188_000);
  expect((await order("AU-600-01", 1)).amount_payable).toBe(180_000);
  expect((await order("AU-600-01", 2, "13900002222")).amount_payable).toBe(2 * 180_000);
  expect(await soldOf(item)).toBe(2);
});

test("product 12: whoever comes after the last place hears so with the usual price, and can order at it", async () => {
  const item = await special("JP-TOUR-5Y-01", 200_000, { total_limit: 10 });
  await desk.db.updateTable("special_price_items").set({ sold: 9 }).where("id", "=", item).execute();
  const { body } = await order("JP-TOUR-5Y-01");
  await desk.call("order_add", body);
  expect(await desk.refused("order_add", body)).toMatchObject({ code: "sold_out", msg: "特价名额已用完，请按 ¥2,080.00 下单" });
  expect((await order("JP-TOUR-5Y-01")).amount_payable).toBe(208_000);
  expect(await soldOf(item)).toBe(10);
});

test("product 12: of two orders at once for the last place one succeeds, on PostgreSQL", async ({ skip }) => {
  if (onEmbedded()) skip();
  const item = await special("JP-TOUR-3Y-01", 180_000, { total_limit: 10 });
  for (let round = 0; round < 5; round++) {
    await desk.db.updateTable("special_price_items").set({ sold: 9 }).where("id", "=", item).execute();
    const { body } = await order("JP-TOUR-3Y-01");
    const answers = await Promise.allSettled([0, 1].map(() => desk.call("order_add", body)));
    const lost = answers.filter((a) => a.status === "rejected");
    expect(lost.map((a) => String((a.reason as Error).message))).toEqual(["特价名额已用完，请按 ¥1,980.00 下单"]);
    const won = answers.find((a) => a.status === "fulfilled");
    expect(await soldOf(item)).toBe(10);
    await Promise.all([0, 1].map(() => inTransaction(desk.db, (tx) => release(tx, won?.value.id ?? 0, desk.clock.now()))));
    expect(await soldOf(item)).toBe(9);
  }
});

test(
  "50 buyers at once for 20 places: never one too many, and every cancelled place goes back once, on PostgreSQL",
  { timeout: 60_000 },
  async ({ skip }) => {
    if (onEmbedded()) skip();
    const item = await special("VN-EVISA-M-01", 50_000, { total_limit: 20 });
    const bodies = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const { body } = await order("VN-EVISA-M-01", 1, `139${String(10_000_000 + i)}`);
        return { ...body, applicants: [personData(i)] };
      }),
    );
    const answers = await Promise.allSettled(bodies.map((b) => desk.call("order_add", b)));
    const won = answers.flatMap((a) => (a.status === "fulfilled" ? [a.value.id] : []));
    const lost = answers.flatMap((a) => (a.status === "rejected" ? [(a.reason as Error).message] : []));
    expect([won.length, new Set(lost)]).toEqual([20, new Set(["特价名额已用完，请按 ¥538.00 下单"])]);
    expect([await soldOf(item), (await usesOf(item)).length]).toEqual([20, 20]);
    const back = won.slice(0, 7);
    // Each is cancelled by two people at once: one of them succeeds.
    await Promise.allSettled([...back, ...back].map((id) => cancel(id)));
    const open = (await usesOf(item)).filter((u) => u.released_at === null);
    expect([await soldOf(item), open.length]).toEqual([13, 13]);
  },
);

test("two orders of one buyer at once never pass his limit, on PostgreSQL", async ({ skip }) => {
  if (onEmbedded()) skip();
  const item = await special("VN-EVISA-S-01", 30_000, { per_buyer: 1 });
  const { body } = await order("VN-EVISA-S-01");
  const answers = await Promise.allSettled([0, 1, 2].map(() => desk.call("order_add", body)));
  expect(answers.filter((a) => a.status === "fulfilled")).toHaveLength(1);
  expect(await soldOf(item)).toBe(1);
});
