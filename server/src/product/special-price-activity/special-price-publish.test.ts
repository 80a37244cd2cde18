import { beforeAll, expect, test } from "vitest";
import { testApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { onEmbedded } from "../../testing/database.ts";
import { makeGroup } from "../../testing/make/peer.ts";
import { asBody, SpecialDesk } from "../../testing/make/special-price.ts";

let admin: Client;
let desk: SpecialDesk;
beforeAll(async () => {
  const app = await testApp({ now: "2026-09-01T02:00:00.000Z" });
  admin = await app.as("admin");
  desk = new SpecialDesk(app, admin);
});
const key = () => ({ idempotency_key: crypto.randomUUID() });

test("product 13: overlapping specials of a product are refused where audiences meet, allowed where they are apart or touch", async () => {
  const jp = [await desk.item("JP-TOUR-S-02", 108_000)];
  const first = await desk.publish(await desk.add(jp, { name: "全部同行特价" }));
  const clash = ["overlap", "商品 JP-TOUR-S-02 与活动「全部同行特价」时间重叠"];
  expect(await desk.refusedPublish(await desk.add(jp, { level_ids: ["V2"] }))).toEqual(clash);
  expect(await desk.refusedPublish(await desk.add(jp, { group_ids: [await makeGroup(desk.app.db, "华东同业")] }))).toEqual(clash);
  expect(await desk.publish(await desk.add(jp, { end: "customer" }))).toMatchObject({ state: "not_started" });
  const after = await desk.publish(await desk.add(jp, { name: "接着的特价", start_at: first.end_at, end_at: desk.day(3) }));
  expect(after.state).toBe("not_started");
  expect(await desk.publish(await desk.add(jp, { start_at: desk.day(0.5), end_at: first.start_at }))).toMatchObject({
    activity_status: "published",
  });
  const kr = [await desk.item("KR-TOUR-S-01", 60_000)];
  await desk.publish(await desk.add(kr, { level_ids: ["V1"] }));
  await desk.publish(await desk.add(kr, { level_ids: ["V2"] }));
  expect((await desk.refusedPublish(await desk.add(kr, { level_ids: ["V2", "V3"] })))[0]).toBe("overlap");
  // A stopped one is in nobody's way; a later end may not reach into the next one.
  const wide = asBody(first);
  expect(await admin.refused("special_price_activity_update", { ...wide, end_at: desk.day(2.5) })).toMatchObject({
    code: "overlap",
    answer: { msg: "商品 JP-TOUR-S-02 与活动「接着的特价」时间重叠" },
  });
  await desk.stop(after);
  expect(await admin.call("special_price_activity_update", { ...wide, end_at: desk.day(2.5) })).toMatchObject({
    version: first.version + 1,
  });
});

test("product 13: of two who publish overlapping specials at once one succeeds, on PostgreSQL", async ({ skip }) => {
  if (onEmbedded()) skip();
  for (let round = 0; round < 5; round++) {
    const items = [await desk.item("TR-EVISA-01", 55_000), await desk.item("SA-EVISA-01", 95_000)];
    const drafts = await Promise.all(
      [0, 1].map((n) => desk.add(n ? items : items.toReversed(), { start_at: desk.day(10 + round), end_at: desk.day(11 + round) })),
    );
    const answers = await Promise.all(
      drafts.map(({ id, version }) => admin.raw("special_price_activity_publish", { id, version, ...key() })),
    );
    expect(answers.map((a) => (a.body as { code?: string }).code ?? "ok").sort()).toEqual(["ok", "overlap"]);
  }
});

test("product 10: a special below the floor needs the code and another person than who made it or set its price", async () => {
  const seller = await desk.workerWith("special01", ["special_price", "cost_view"]);
  const blind = await desk.workerWith("special02", ["special_price"]);
  const other = await desk.workerWith("special03", ["special_price", "cost_view", "price_adjustment", "price_floor"]);
  // Cost 1,020.00 with the fee in it: 1,029.99 leaves one cent too little over the floor of 10.00.
  const low = await desk.add([await desk.item("JP-TOUR-S-01", 102_999)], {}, seller);
  expect(await desk.refusedPublish(low, seller)).toEqual(["below_floor", "商品 JP-TOUR-S-01 特价毛利 ¥9.99 低于底线 ¥10.00，需放行权限"]);
  expect(await desk.refusedPublish(low, blind)).toEqual(["below_floor", "商品 JP-TOUR-S-01 特价毛利低于底线，需放行权限"]);
  const own = await desk.add([await desk.item("JP-TOUR-S-01", 102_999)], {}, other);
  expect(await desk.refusedPublish(own, other)).toEqual([
    "below_floor",
    "商品 JP-TOUR-S-01 特价毛利 ¥9.99 低于底线 ¥10.00，需他人放行发布",
  ]);
  // Somebody else's draft whose price he set is his own as well.
  const edited = await other.call("special_price_activity_update", { ...asBody(low), items: [await desk.item("JP-TOUR-S-01", 102_998)] });
  expect((await desk.refusedPublish(edited, other))[0]).toBe("below_floor");
  const again = await seller.call("special_price_activity_update", {
    ...asBody(edited),
    items: [await desk.item("JP-TOUR-S-01", 102_999)],
  });
  const published = await desk.publish(again, other);
  expect(published).toMatchObject({ activity_status: "published", published_by_name: "special03" });
  // Exactly on the floor nobody has to be asked; and a published one cannot sink below it by its editor.
  const fair = await desk.publish(await desk.add([await desk.item("JP-TOUR-S-01", 103_000)], { end: "customer" }, seller), seller);
  expect(
    await seller.refused("special_price_activity_update", { ...asBody(fair), items: [await desk.item("JP-TOUR-S-01", 102_999)] }),
  ).toMatchObject({ code: "below_floor" });
  expect((await admin.call("special_price_activity_get", { id: fair.id })).items[0]?.adult).toBe(103_000);
});
