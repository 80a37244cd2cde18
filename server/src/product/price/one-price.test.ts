/** 价格解释 and the quote of an order: one answer, whatever is sold, to how many, when and at which special. */
import { beforeAll, describe, expect, test } from "vitest";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { SpecialDesk } from "../../testing/make/special-price.ts";

const ADULT = "1980-01-01";
interface Product {
  id: number;
  sku_no: string;
  child_age: number;
  tiers: string[];
  retail: number;
  child: number | null;
}
let app: TestApp;
let admin: Client;
let products: Product[];
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  products = await rows<Product>(
    app.db,
    q`select k.id, k.sku_no, k.child_age, array(select t->>'tier_code' from jsonb_array_elements(k.urgent_tiers) t) as tiers, p.adult as retail, p.child
      from skus k join sku_prices p on p.sku_id = k.id and p.price_kind = 'retail' and p.effective_to is null where k.sku_status = 'on_sale' order by k.id`,
  );
  await specials();
});

/** Every second product in a special of a day, with all kinds of limits. */
async function specials(): Promise<void> {
  const desk = new SpecialDesk(app, admin);
  const limits = [{}, { total_limit: 2 }, { per_order: 1 }, { per_buyer: 2 }];
  await app.db.updateTable("special_price_activities").set({ activity_status: "stopped" }).execute();
  for (const [i, p] of products.filter((_, n) => n % 2 === 0).entries()) {
    const child = p.child === null ? null : p.child - 100;
    await desk.publish(await desk.add([await desk.item(p.sku_no, p.retail - 100, { child, ...limits[i % 4] })], { end: "customer" }));
  }
}

/** The day of the specials, so many days from now. */
const move = (days: number) =>
  rows(
    app.db,
    q`update special_price_activities set start_at = ${app.clock.now()}::timestamptz + make_interval(days => ${days}), end_at = ${app.clock.now()}::timestamptz + make_interval(days => ${days + 1})
      where activity_status = 'published'`,
  );

const PARTIES = [
  [1, 0],
  [2, 0],
  [2, 1],
  [3, 2],
] as const;

async function compare(p: Product, faults: string[]): Promise<number> {
  const today = shanghaiDate(app.clock.now());
  let specialsSeen = 0;
  for (const [adults, children] of PARTIES)
    for (const urgent_tier_code of [null, ...p.tiers]) {
      const people = [...Array<string>(adults).fill(ADULT), ...Array<string>(children).fill(today)];
      const tier = urgent_tier_code === null ? {} : { urgent_tier_code };
      const told = await admin.call("sku_price_quote", { sku_id: p.id, end: "customer", adults, children, ...tier });
      const charged = await admin.call("order_quote", {
        sku_id: p.id,
        customer_kind: "direct",
        applicants: people.map((birth_date) => ({ birth_date })),
        ...tier,
      });
      if (told.total !== charged.amount_total)
        faults.push(`${p.sku_no} ${adults}+${children} ${urgent_tier_code}: ${told.total} ≠ ${charged.amount_total}`);
      if (told.people.some((x) => x.source === "special")) specialsSeen += 1;
    }
  return specialsSeen;
}

describe("what is told is what is charged", () => {
  test.each([
    ["before the special", 1, false],
    ["while it runs", 0, true],
    ["after it", -1, false],
  ])("%s", async (_, days, isSpecial) => {
    const faults: string[] = [];
    let seen = 0;
    await move(days);
    for (const p of products) seen += await compare(p, faults);
    expect(faults).toEqual([]);
    expect(seen > 10).toBe(isSpecial);
    expect(products.length).toBeGreaterThan(20);
  });

  test("the ladder names the special first; one without room says why it lost", async () => {
    await move(0);
    const [, , limited] = products;
    const ask = { sku_id: limited?.id ?? 0, end: "customer" as const, children: 0 };
    const two = await admin.call("sku_price_quote", { ...ask, adults: 2 });
    expect(two.people[0]?.ladder[0]).toMatchObject({ source: "special", label: "限时特价", lost: null });
    expect(two.script[0]).toContain("限时特价");
    const three = await admin.call("sku_price_quote", { ...ask, adults: 3 });
    expect(three.people[0]?.ladder.map((c) => [c.source, c.lost])).toEqual([
      ["special", "名额只剩2份"],
      ["retail", null],
    ]);
  });
});
