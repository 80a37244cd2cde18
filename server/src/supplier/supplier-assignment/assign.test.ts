import { beforeAll, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { Refusal } from "#kit/http/refuse.ts";
import { asWrite, principalFor } from "../../testing/ctx.ts";
import { orderDesk, type OrderDesk } from "../../testing/make/order.ts";
import { assign, replan, releaseSupplier, type Assigned } from "../index.ts";

const DAY = "2026-09-29";
let desk: OrderDesk;
let sku_id: number;
/** The matches of the product, best first. */
let matches: number[];
let people: number[] = [];
let order_id: number;
beforeAll(async () => {
  desk = await orderDesk();
  const made = await desk.order({ people: 50 });
  order_id = made.id;
  people = made.people;
  sku_id = (await desk.person(made.people[0] ?? 0)).sku_id;
  const found = await rows<{ id: number }>(desk.db, q`select id from supplier_products where sku_id = ${sku_id} order by priority`);
  matches = found.map((m) => m.id);
}, 120_000);

const at = () => new Date("2026-09-01T02:00:00Z");
const inCtx = <T>(work: Parameters<typeof asWrite<T>>[3]): Promise<T> =>
  asWrite(desk.db, principalFor({ worker_id: desk.me.worker_id }), at(), work);
const give = (applicant_id: number, more: Partial<Parameters<typeof assign>[1]> = {}): Promise<Assigned | null> =>
  inCtx((ctx) =>
    assign(ctx, { applicant_id, order_id, sku_id, date: DAY, band: "adult", tier: null, supplier_product_id: matches[0] ?? 0, ...more }),
  );
/** "ok" or the refusal. */
const heard = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "ok",
    (e: unknown) => {
      if (e instanceof Refusal) return `${e.code} ${e.message}`;
      throw e;
    },
  );
const open = (where = q`true`) =>
  rows<{ applicant_id: number; supplier_product_id: number; planned_date: string }>(
    desk.db,
    q`select applicant_id, supplier_product_id, planned_date from supplier_assignments where released_at is null and ${where} order by id`,
  );
const onDay = async (): Promise<number> => (await open(q`supplier_product_id = ${matches[0]} and planned_date = ${DAY}`)).length;
const quota = (n: number | null, id = matches[0]) => rows(desk.db, q`update supplier_products set daily_quota = ${n} where id = ${id}`);
const freed = () => rows(desk.db, q`delete from supplier_assignments`);

test("supplier 1: with 4 of 5 places taken two at once get one, and a release frees exactly one", async () => {
  await freed();
  await quota(5);
  for (const id of people.slice(0, 4)) await give(id);
  const two = await Promise.all(people.slice(4, 6).map((id) => heard(give(id))));
  expect(two.toSorted()).toEqual(["limit_exceeded 9月29日名额已满（5/5）", "ok"]);
  expect(await onDay()).toBe(5);
  expect(await heard(give(people[6] ?? 0))).toBe("limit_exceeded 9月29日名额已满（5/5）");
  expect(await inCtx((ctx) => releaseSupplier(ctx, people[0] ?? 0, "取消"))).toBe(true);
  expect(await inCtx((ctx) => releaseSupplier(ctx, people[0] ?? 0, "取消"))).toBe(false);
  expect(await onDay()).toBe(4);
  expect([await heard(give(people[6] ?? 0)), await heard(give(people[7] ?? 0))]).toEqual(["ok", "limit_exceeded 9月29日名额已满（5/5）"]);
});

test("supplier 2: asked twice it leaves one open row; a re-route releases and opens in one transaction", async () => {
  await freed();
  await quota(null);
  const [one = 0] = people;
  const both = await Promise.all([give(one), give(one), give(one)]);
  expect(new Set(both.map((a) => a?.supplier_product_id)).size).toBe(1);
  expect(await rows(desk.db, q`select id from supplier_assignments`)).toHaveLength(1);
  const failed = inCtx(async (ctx) => {
    await assign(ctx, { applicant_id: one, order_id, sku_id, date: DAY, band: "adult", tier: null, supplier_product_id: matches[1] ?? 0 });
    throw new Refusal("state_changed");
  });
  await expect(failed).rejects.toThrow();
  expect((await open()).map((r) => r.supplier_product_id)).toEqual([matches[0]]);
  await give(one, { supplier_product_id: matches[1] ?? 0, reason: "名额调整" });
  expect((await open()).map((r) => r.supplier_product_id)).toEqual([matches[1]]);
  expect(await rows(desk.db, q`select release_reason from supplier_assignments where released_at is not null`)).toEqual([
    { release_reason: "名额调整" },
  ]);
});

test("supplier 3: the terms are frozen: a later cost, trigger or rule of refusals changes no open assignment", async () => {
  await freed();
  const [one = 0] = people;
  const set = (adult: number, effective: string) =>
    rows(
      desk.db,
      q`insert into supplier_prices (supplier_product_id, adult, urgent, embassy_included, embassy_fee, effective_at, review, created_at)
        values (${matches[0]}, ${adult}, '{"U1": 20000}', true, 71500, ${effective}, 'approved', ${at()})`,
    );
  await set(103_000, "2026-08-31T00:00:00Z");
  const taken = await give(one, { tier: "U1" });
  expect(taken).toMatchObject({ settle_price: 123_000, embassy_part: 71_500, settle_trigger: "submitted" });
  await set(110_000, "2026-09-01T01:59:00Z");
  await rows(desk.db, q`update suppliers set settle_trigger = 'completed', on_refusal = 'none' where id = ${taken?.supplier_id}`);
  expect(await give(one, { tier: "U1" })).toEqual(taken);
  expect(await inCtx((ctx) => replan(ctx, one, "2026-09-30"))).toEqual({ ...taken, planned_date: "2026-09-30" });
  expect(await give(people[1] ?? 0, { tier: "U1" })).toMatchObject({ settle_price: 130_000, settle_trigger: "completed" });
});

test("supplier 5: a foreign cost is frozen in CNY at the rate of its price", async () => {
  await freed();
  await rows(
    desk.db,
    q`insert into supplier_prices (supplier_product_id, adult, embassy_included, currency, rate, effective_at, review, created_at)
      values (${matches[1]}, 3500, false, 'USD', 7.1234, '2026-08-31T00:00:00Z', 'approved', ${at()})`,
  );
  const [one = 0] = people;
  expect(await give(one, { supplier_product_id: matches[1] ?? 0 })).toMatchObject({ settle_price: 24_932 });
  await rows(desk.db, q`update supplier_prices set rate = 8 where supplier_product_id = ${matches[1]} and currency = 'USD'`);
  expect(await rows(desk.db, q`select amount, currency, rate::text as rate, cny_amount from supplier_assignments`)).toEqual([
    { amount: 3_500, currency: "USD", rate: "7.12340000", cny_amount: 24_932 },
  ]);
});

test("the whole ranking is kept with why each lost; where the day is full for all, the next free one is taken", async () => {
  await freed();
  for (const id of matches) await quota(1, id);
  const best = (id: number) => give(id, { supplier_product_id: null });
  for (const [i] of matches.entries()) expect((await best(people[i] ?? 0))?.supplier_product_id).toBe(matches[i]);
  const late = await best(people[20] ?? 0);
  expect(late).toMatchObject({ supplier_product_id: matches[0], planned_date: "2026-09-30" });
  const [kept] = await rows<{ ranking: { reason: string | null; cause: string | null; next_free: string | null }[] }>(
    desk.db,
    q`select ranking from supplier_assignments where applicant_id = ${people[1]}`,
  );
  expect(kept?.ranking.find((r) => r.cause === "quota")).toMatchObject({ reason: "9月29日名额已满（1/1）", next_free: "2026-09-30" });
  expect(await heard(inCtx((ctx) => replan(ctx, people[20] ?? 0, DAY)))).toBe("limit_exceeded 9月29日名额已满（1/1）");
  expect(await heard(give(people[21] ?? 0, { date: "2026-10-03" }))).toMatch(/^guard_failed 「.+」不能承接：10月3日不能送签/);
  for (const id of matches) await quota(null, id);
});

test("50 parallel callers never exceed a quota and never leave two open rows", async () => {
  await freed();
  const [a = 0, b = 0] = matches;
  await quota(7, a);
  await quota(9, b);
  const days = [DAY, "2026-09-30"];
  // Everybody is asked for at least three times at once, for both suppliers, days and the best.
  const calls = Array.from({ length: 50 }, (_, i) => {
    const id = people[i % 16] ?? 0;
    const date = days[i % 2] ?? DAY;
    if (i % 5 === 4) return () => inCtx((ctx) => replan(ctx, id, date));
    if (i % 7 === 6) return () => inCtx((ctx) => releaseSupplier(ctx, id, "取消"));
    return () => give(id, { date, supplier_product_id: [a, b, null][i % 3] ?? null });
  });
  const said = await Promise.all([...calls, ...calls].map((c) => heard(c())));
  expect(said.every((s) => s === "ok" || s.startsWith("limit_exceeded") || s.startsWith("state_changed"))).toBe(true);
  const left = await open();
  expect(new Set(left.map((r) => r.applicant_id)).size).toBe(left.length);
  const counts = Map.groupBy(left, (r) => `${r.supplier_product_id} ${r.planned_date}`);
  for (const [key, list] of counts)
    expect(list.length, key).toBeLessThanOrEqual(key.startsWith(`${a} `) ? 7 : key.startsWith(`${b} `) ? 9 : 99);
  // All fifty for one day and one supplier: as many as it has places.
  await freed();
  const all = await Promise.all(people.map((id) => heard(give(id))));
  expect([all.filter((s) => s === "ok").length, await onDay()]).toEqual([7, 7]);
});
