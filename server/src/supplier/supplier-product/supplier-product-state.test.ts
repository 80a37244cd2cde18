/** Matches enabled, added and disabled: what they rest on stands still meanwhile, and who sells their products hears of it. */
import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { key, matchDesk, type MatchFacts } from "../../testing/make/match.ts";
import { match } from "../index.ts";
import { usableSkus } from "./supply.ts";

let app: TestApp;
let desk: ReturnType<typeof matchDesk>;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  desk = matchDesk(app);
  admin = await app.as("admin");
});
const seen = async (m: Pick<MatchFacts, "id">) => ({ id: m.id, version: await desk.versionOf(m.id) });
const statusOf = async (m: Pick<MatchFacts, "id">) =>
  (await row<{ status: number }>(app.db, q`select status from supplier_products where id = ${m.id}`))?.status;
const enable = async (m: MatchFacts): Promise<string> => (await admin.raw("supplier_product_enable", await seen(m))).msg;
const disable = async (m: MatchFacts, more: object = {}) =>
  admin.raw("supplier_product_disable", { ...(await seen(m)), reason: "合作调整", ...more });

test("a match is enabled only where its supplier still hands in", async () => {
  const m = await desk.match("FR-SCH-01");
  await disable(m, { confirm_last: true });
  const serves = await row<{ serves: unknown }>(app.db, q`select serves from suppliers where id = ${m.supplier_id}`);
  await rows(app.db, q`update suppliers set serves = '[{"country_id":"BR","embassy_ids":[]}]' where id = ${m.supplier_id}`);
  expect([await enable(m), await statusOf(m)]).toEqual(["领区不在供应商可送范围", 0]);
  await rows(app.db, q`update suppliers set serves = ${JSON.stringify(serves?.serves)}::jsonb where id = ${m.supplier_id}`);
  await enable(m);
  expect(await statusOf(m)).toBe(1);
});

test("nothing is enabled or added for a supplier that ends meanwhile", async () => {
  const m = await desk.match("IT-SCH-01");
  await disable(m, { confirm_last: true });
  await rows(app.db, q`update suppliers set serves = serves || '[{"country_id":"JP","embassy_ids":[]}]' where id = ${m.supplier_id}`);
  const free = await row<{ id: number }>(
    app.db,
    q`select k.id from skus k join suppliers s on s.id = ${m.supplier_id} and s.serves @> jsonb_build_array(jsonb_build_object('country_id', k.country_id))
      where not exists (select from supplier_products x where x.sku_id = k.id and x.supplier_id = s.id) order by k.id limit 1`,
  );
  const body = { supplier_id: m.supplier_id, sku_ids: [free?.id ?? 0], ...key() };
  const asked = await seen(m);
  // Ended by somebody whose transaction is still open when both calls are made.
  const [ended, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ending = inTransaction(app.db, async (tx) => {
    await rows(tx, q`update suppliers set supplier_status = 'ended' where id = ${m.supplier_id}`);
    ended.resolve();
    await goOn.promise;
  });
  await ended.promise;
  const calls = [admin.raw("supplier_product_enable", asked), admin.raw("supplier_product_add", body)] as const;
  await new Promise((done) => setTimeout(done, 400));
  goOn.resolve();
  await ending;
  const [enabled, added] = await Promise.all(calls);
  expect([enabled.msg, added.msg]).toEqual(["该供应商不在合作，不能启用", "该供应商不在合作，不能匹配"]);
  expect(await statusOf(m)).toBe(0);
  await rows(app.db, q`update suppliers set supplier_status = 'active' where id = ${m.supplier_id}`);
});

const told = (): Promise<{ template: string; content: string }[]> =>
  rows(app.db, q`select distinct template, content from outbound_messages where template like 'sku_supply%' order by 1, 2`);

test("who sells a product hears that its last match was disabled, and that one is enabled again", async () => {
  const all = await rows<MatchFacts>(
    app.db,
    q`select m.id, m.version, m.sku_id, m.supplier_id, m.priority, k.child_age from supplier_products m join skus k on k.id = m.sku_id
      where k.sku_no = 'JP-TOUR-S-02' and m.status = 1 order by m.priority`,
  );
  await rows(app.db, q`delete from outbound_messages`);
  const [first, ...others] = all;
  if (!first) throw new Error("no match");
  for (const m of others) expect((await disable(m)).ret).toBe(0);
  expect(await told()).toEqual([]);
  expect((await disable(first)).ret).not.toBe(0);
  expect(await told()).toEqual([]);
  await disable(first, { confirm_last: true });
  expect(await told()).toEqual([
    { template: "sku_supply_lost", content: expect.stringMatching(/^「.+」的匹配已停用，1个在售商品没有可用的供应商：.+/) as string },
  ]);
  await enable(first);
  expect((await told()).at(0)).toEqual({
    template: "sku_supply_back",
    content: expect.stringMatching(/^「.+」的匹配已启用，1个在售商品可以下单了：/) as string,
  });
  // Several at once are one message.
  const ids = [first.id];
  await admin.call("supplier_product_disable_batch", { ids, reason: "合作调整", confirm_last: true, ...key() });
  expect((await told()).map((t) => t.content).filter((c) => c.startsWith("匹配已批量停用"))).toHaveLength(1);
  await enable(first);
  // A term that is over takes it away as well.
  await admin.call("supplier_product_update", { ...(await seen(first)), valid_to: "2026-01-01" });
  expect((await told()).map((t) => t.content).filter((c) => c.includes("合作有效期已修改，1个在售商品没有"))).toHaveLength(1);
});

test("who sells the products of a supplier hears that it ended and nobody else does them", async () => {
  const m = await desk.match("FR-SCH-01");
  await rows(app.db, q`update supplier_products set status = 0 where sku_id = ${m.sku_id} and id <> ${m.id}`);
  expect(await usableSkus(app.db, [m.sku_id], app.clock.now())).toEqual([m.sku_id]);
  await rows(app.db, q`delete from outbound_messages`);
  const s = await admin.call("supplier_get", { id: m.supplier_id });
  await admin.call("supplier_end", { id: s.id, version: s.version, reason: "不再合作" });
  const ended = (await told()).filter((t) => t.content.startsWith(`供应商「${s.short_name}」终止合作`));
  expect(ended.map((t) => t.template)).toEqual(["sku_supply_lost"]);
});

test("one question for all products says what the ranking of each says", async () => {
  const skus = await rows<{ id: number; supplier_id: number; n: number }>(
    app.db,
    q`select k.id, m.supplier_id, row_number() over (order by k.id)::int as n from skus k
      left join lateral (select supplier_id from supplier_products where sku_id = k.id order by priority limit 1) m on true where k.sku_status = 'on_sale'`,
  );
  // Every way in which nobody is left: disabled, over, no paper, no cost, no rate.
  const spoil = [
    q`update supplier_products set status = 0 where sku_id = any`,
    q`update supplier_products set valid_to = '2026-01-01', valid_from = null where sku_id = any`,
    q`update supplier_prices set effective_at = '2027-01-01' where supplier_product_id in (select m.id from supplier_products m where m.sku_id = any`,
    q`update supplier_prices set currency = 'USD', rate = null where supplier_product_id in (select m.id from supplier_products m where m.sku_id = any`,
  ];
  for (const [i, statement] of spoil.entries()) {
    const ids = skus.filter((k) => k.n % 6 === i).map((k) => k.id);
    await rows(app.db, i < 2 ? q`${statement}(${ids}::int8[])` : q`${statement}(${ids}::int8[]))`);
  }
  const stopped = skus.find((k) => k.n % 6 === 5)?.supplier_id ?? 0;
  await rows(app.db, q`update supplier_documents set valid_to = '2026-01-01', valid_from = '2025-01-01' where supplier_id = ${stopped}`);
  const now = app.clock.now();
  const each = await Promise.all(
    skus.map(async ({ id }) => ((await match(app.db, { sku_id: id, date: null, band: "adult", tier: null }, now)) ? [id] : [])),
  );
  const ids = skus.map((k) => k.id);
  const can = await usableSkus(app.db, ids, now);
  expect(can).toEqual(each.flat().sort((a, b) => a - b));
  expect([can.length > 0, can.length < ids.length]).toEqual([true, true]);
});
