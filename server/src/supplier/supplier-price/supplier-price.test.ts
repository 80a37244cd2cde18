/** Costs of matches: proposed, passed by somebody else, in force by time alone. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { key, matchDesk } from "../../testing/make/match.ts";
import { usableMatches } from "../index.ts";

let app: TestApp;
let desk: ReturnType<typeof matchDesk>;
let admin: Client;
let manager: Client;
beforeAll(async () => {
  app = await testApp();
  desk = matchDesk(app);
  admin = await app.as("admin");
  manager = await app.as("manager");
});
const approve = async (adjust_no: string | null) =>
  manager.call("price_adjustment_approve", { ids: [await desk.requestOf(adjust_no)], ...key() });
const costOf = async (sku_id: number, supplier_id: number, at: Date): Promise<number | undefined> =>
  (await usableMatches(app.db, sku_id, at)).find((m) => m.supplier_id === supplier_id)?.adult;

test("supplier 6: a cost holds from its instant, a late approval from the approval, a withdrawn one never", async () => {
  const m = await desk.match("JP-TOUR-S-01");
  const at = new Date("2026-11-30T16:00:00Z");
  const before = (await costOf(m.sku_id, m.supplier_id, app.clock.now())) ?? 0;
  const made = await desk.propose(admin, m, { adult: 101_000, effective_at: at.toISOString() });
  await approve(made.adjust_no);
  expect([await costOf(m.sku_id, m.supplier_id, new Date(at.getTime() - 1000)), await costOf(m.sku_id, m.supplier_id, at)]).toEqual([
    before,
    101_000,
  ]);
  // Nothing is on record before it holds; then exactly the job's rows, by whoever passed it.
  expect((await desk.changes(m.id)).filter((c) => c.source === "review")).toEqual([]);
  const shown = await admin.call("supplier_product_get", { id: m.id });
  expect([shown.adult, shown.next_adult, shown.next_at]).toEqual([before, 101_000, at.toISOString()]);

  // Called off before its time: A stays.
  await manager.call("price_adjustment_revoke", {
    id: await desk.requestOf(made.adjust_no),
    version:
      (await row<{ version: number }>(app.db, q`select version from price_adjustments where adjust_no = ${made.adjust_no}`))?.version ?? 0,
    review_text: "供应商改口",
  });
  expect(await costOf(m.sku_id, m.supplier_id, at)).toBe(before);

  // Decided after its time: from the decision on. A decided row is never decided again.
  const late = await desk.propose(admin, m, { adult: 100_500, effective_at: "2026-11-20T03:00:00Z" });
  app.clock.advance(2 * 3_600_000);
  await approve(late.adjust_no);
  const kept = await row<{ effective_at: string; review: string }>(
    app.db,
    q`select effective_at, review from supplier_prices where id = ${late.id}`,
  );
  expect([new Date(kept?.effective_at ?? 0).getTime(), kept?.review]).toEqual([app.clock.now().getTime(), "approved"]);
  expect(await costOf(m.sku_id, m.supplier_id, new Date("2026-11-20T03:30:00Z"))).toBe(before);
  expect((await manager.raw("price_adjustment_approve", { ids: [await desk.requestOf(late.adjust_no)], ...key() })).ret).toBe(2);
  expect((await admin.raw("supplier_price_withdraw", { id: late.id, ...key() })).msg).toBe("该结算价已通过，请在调价审核中取消生效");
});

test("supplier 6: what comes into force by time alone is told by the job, once", async () => {
  const m = await desk.match("JP-TOUR-3Y-01");
  const at = new Date(app.clock.now().getTime() + 3_600_000);
  const before = (await costOf(m.sku_id, m.supplier_id, app.clock.now())) ?? 0;
  const made = await desk.propose(admin, m, {
    adult: before - 1_000,
    child: m.child_age > 0 ? before : null,
    effective_at: at.toISOString(),
  });
  await approve(made.adjust_no);
  await app.runJobs();
  expect(await desk.changes(m.id)).toEqual([]);
  app.clock.advance(2 * 3_600_000);
  await app.runJobs();
  await app.runJobs();
  const changes = await desk.changes(m.id);
  expect(changes.filter((c) => c.field === "adult")).toEqual([
    { field: "adult", old_value: before, new_value: before - 1_000, source: "review", adjust_no: made.adjust_no },
  ]);
  const told = await rows<{ content: string }>(app.db, q`select content from outbound_messages where template = 'supplier_price_begun'`);
  expect(told.map((t) => t.content).filter((c) => c.includes("JP-TOUR-3Y-01"))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^沪东签证演示对JP-TOUR-3Y-01的结算价自 .+ 起生效$/)]),
  );
});

test("supplier 7: a fee above the cost, a time in the past, a steep step in few words, a cost of nothing, a tier the product has not", async () => {
  const m = await desk.match("JP-TOUR-S-02");
  const said = async (more: object) => {
    const a = await admin.raw("supplier_price_propose", { ...(await desk.proposal(m, more)), ...key() });
    return [a.status, a.msg, (a.body as { issues?: { path: string }[] } | null)?.issues?.[0]?.path];
  };
  expect(await said({ adult: 71_500, child: m.child_age > 0 ? 71_500 : null, embassy_included: true, embassy_fee: 80_000 })).toEqual([
    200,
    "使馆费不能大于结算价",
    "embassy_fee",
  ]);
  expect(await said({ effective_at: "2026-11-01T00:00:00Z" })).toEqual([200, "生效时间不能早于现在", "effective_at"]);
  expect(await said({ embassy_included: false, embassy_fee: 100 })).toEqual([200, "不含使馆费时请将使馆费填0", "embassy_fee"]);
  expect(await said({ urgent: { Z9: 100 } })).toEqual([200, "商品没有加急档Z9", "urgent"]);
  const steep = [200, "涨跌超过10%，说明至少10个字", "reason"];
  expect(await said({ adult: 900_000, reason: "供应商涨价" })).toEqual(steep);
  const low = { embassy_included: false, embassy_fee: 0 };
  expect(await said({ ...low, adult: 6_200, child: m.child_age > 0 ? 6_200 : null, reason: "供应商降价" })).toEqual(steep);
  expect(await said({ ...low, adult: 0, child: m.child_age > 0 ? 6_200 : null })).toEqual([200, "成本须大于0", "adult"]);
  expect(await said({ adult: 71_500, child: 0 })).toEqual([200, "成本须大于0", "child"]);
  expect(await said({})).toEqual([200, "新旧价格相同", undefined]);
  expect((await said({ adult: 100.5 }))[0]).toBe(400);
  expect(
    await said({ currency: "CHF", adult: 3_500, child: m.child_age > 0 ? 3_500 : null, embassy_included: false, embassy_fee: 0 }),
  ).toEqual([200, "缺少汇率", undefined]);
  expect(await row(app.db, q`select id from supplier_prices where supplier_product_id = ${m.id} and review = 'pending'`)).toBeUndefined();
});

test("supplier 5: a foreign cost keeps the rate of its day, and the product is judged in CNY", async () => {
  const m = await desk.match("VN-EVISA-S-01");
  await rows(app.db, q`update spus set margin_floor = -1000000 where visa_product_unit_code = 'VN-EVISA-S'`);
  await rows(
    app.db,
    q`update sku_prices set currency = 'USD', rate = 7.1234 where currency = 'USD' or id = (select min(id) from sku_prices where price_kind = 'embassy_fee')`,
  );
  const made = await desk.propose(admin, m, {
    currency: "USD",
    adult: 3_500,
    child: null,
    urgent: {},
    embassy_included: false,
    embassy_fee: 0,
    centre_included: false,
  });
  const cells = await rows<{ ref_id: string; new: number }>(
    app.db,
    q`select ref_id, "new" from price_adjustment_cells where adjustment_id = ${await desk.requestOf(made.adjust_no)} and ref_id = ${String(made.id)}`,
  );
  expect(cells).toEqual([{ ref_id: String(made.id), new: 24_932 }]);
  await approve(made.adjust_no);
  await rows(app.db, q`update sku_prices set rate = 8 where currency = 'USD'`);
  expect((await admin.call("sku_query", { keyword: "VN-EVISA-S-01" })).list[0]?.total_cost).toBeGreaterThanOrEqual(24_932);
  const { list } = await admin.call("supplier_price_query", { supplier_product_id: m.id });
  expect(list.filter((p) => p.is_in_force)).toMatchObject([{ adult: 3_500, currency: "USD", rate: "7.12340000" }]);
});

test("supplier 8: a double click opens one request; the key with another body is refused; a second open one too", async () => {
  const m = await desk.match("JP-TOUR-5Y-01");
  const body = await desk.proposal(m, { adult: 170_000, child: m.child_age > 0 ? 170_000 : null });
  const [a, b] = await Promise.all([admin.raw("supplier_price_propose", body), admin.raw("supplier_price_propose", body)]);
  expect([a.ret, b.ret, JSON.stringify(a.body)]).toEqual([0, 0, JSON.stringify(b.body)]);
  expect(await rows(app.db, q`select id from supplier_prices where supplier_product_id = ${m.id} and review = 'pending'`)).toHaveLength(1);
  expect((await admin.raw("supplier_price_propose", { ...body, adult: 170_100 })).status).toBe(409);
  const no = (a.body as { adjust_no: string }).adjust_no;
  expect((await admin.raw("supplier_price_propose", { ...body, ...key(), adult: 170_100 })).msg).toBe(`该价格已有待审核的调价单 ${no}`);
  // Ten people at once: one request.
  await admin.call("supplier_price_withdraw", { id: (a.body as { id: number }).id, ...key() });
  const many = await Promise.all(
    Array.from({ length: 10 }, (_, i) => admin.raw("supplier_price_propose", { ...body, ...key(), adult: 170_200 + i })),
  );
  expect(many.filter((x) => x.ret === 0)).toHaveLength(1);
  expect(new Set(many.filter((x) => x.ret !== 0).map((x) => x.msg.replace(/TJ\d+/, "TJ")))).toEqual(
    new Set(["该价格已有待审核的调价单 TJ"]),
  );
});

test("every amount of a cost is a cell of its own, and none passes without a second person", async () => {
  const m = await desk.match("US-B1B2-01");
  const base = await desk.proposal(m);
  const made = await admin.call("supplier_price_propose", {
    ...base,
    adult: base.adult + 1_000,
    urgent: Object.fromEntries((await tiers(m.sku_id)).map((t) => [t, 9_900])),
    embassy_included: true,
    embassy_fee: 10_000,
  });
  const cells = await rows<{ ref_id: string; band: string }>(
    app.db,
    q`select ref_id, band from price_adjustment_cells where adjustment_id = ${await desk.requestOf(made.adjust_no)} order by id`,
  );
  expect(cells.map((c) => c.ref_id.replace(/^\d+/, ""))).toEqual(
    expect.arrayContaining(["", ...(await tiers(m.sku_id)).map((t) => `:${t}`), ":embassy"]),
  );
  expect((await admin.raw("price_adjustment_approve", { ids: [await desk.requestOf(made.adjust_no)], ...key() })).ret).toBe(8);
  const drawer = await manager.call("price_adjustment_get", { id: await desk.requestOf(made.adjust_no) });
  expect(drawer.change_text).toContain("供应商成本 含使馆费");
  expect(drawer.cost_supplier).toEqual({ id: m.supplier_id, name: "英美加演示" });
  expect(drawer.reason).toBe("英美加演示：供应商来函调整结算价，附邮件");
  await approve(made.adjust_no);
  expect(await admin.call("supplier_product_get", { id: m.id })).toMatchObject({
    adult: base.adult + 1_000,
    embassy_fee: 10_000,
    adjust_no: null,
  });
});
const tiers = async (sku_id: number): Promise<string[]> =>
  ((await row<{ t: { tier_code: string }[] }>(app.db, q`select urgent_tiers as t from skus where id = ${sku_id}`))?.t ?? []).map(
    (t) => t.tier_code,
  );

test("the first cost of a product never on sale holds at once; the second waits", async () => {
  const from = await row<{ id: number; embassy_id: number | null; submit_place_id: number | null }>(
    app.db,
    q`select id, embassy_id, submit_place_id from skus where sku_no = 'JP-TOUR-S-01'`,
  );
  const sku = await admin.call("sku_copy", {
    id: from?.id ?? 0,
    embassy_id: from?.embassy_id ?? null,
    submit_place_id: from?.submit_place_id ?? null,
    name: "首次报价",
    service_level: "首报",
    ...key(),
  });
  await rows(
    app.db,
    q`delete from supplier_prices where supplier_product_id in (select id from supplier_products where sku_id = ${sku.id})`,
  );
  const [one, two] = await rows<{ id: number }>(app.db, q`select id from supplier_products where sku_id = ${sku.id} order by priority`);
  const facts = { sku_id: sku.id, supplier_id: 0, version: 1, priority: 1, child_age: 12 };
  const age = await row<{ n: number }>(app.db, q`select child_age as n from skus where id = ${sku.id}`);
  const ask = (id: number, adult: number) =>
    desk.propose(admin, { ...facts, id, child_age: age?.n ?? 0 }, { adult, child: (age?.n ?? 0) > 0 ? adult : null });
  expect((await ask(one?.id ?? 0, 90_000)).adjust_no).toBeNull();
  expect((await ask(one?.id ?? 0, 91_000)).adjust_no).toMatch(/^TJ/);
  expect((await ask(two?.id ?? 0, 92_000)).adjust_no).toMatch(/^TJ/);
});

test("of costs that are proposed at once for a product never on sale one is the first, the others wait", async () => {
  const all = await rows<{ id: number; sku_id: number; supplier_id: number; n: number }>(
    app.db,
    q`select m.id, m.sku_id, m.supplier_id, row_number() over (partition by m.sku_id order by m.id) as n from supplier_products m join skus k on k.id = m.sku_id
      where k.child_age = 0 and m.status = 1 and not exists (select from supplier_prices p where p.supplier_product_id = m.id and p.review = 'pending')`,
  );
  const products = [...Map.groupBy(all, (m) => m.sku_id)].filter(([, list]) => list.length > 1).slice(0, 6);
  expect(products.length).toBeGreaterThan(2);
  for (const [sku_id, list] of products) {
    await rows(app.db, q`update skus set sku_status = 'draft', first_listed_at = null where id = ${sku_id}`);
    await rows(
      app.db,
      q`delete from supplier_prices where supplier_product_id in (select id from supplier_products where sku_id = ${sku_id}) and review <> 'pending'`,
    );
    const facts = { version: 1, priority: 1, child_age: 0 };
    const said = await Promise.all(list.map((m, i) => desk.propose(admin, { ...facts, ...m }, { adult: 500_000 + i, urgent: {} })));
    expect([sku_id, said.filter((a) => a.adjust_no === null).length]).toEqual([sku_id, 1]);
    const approved = await rows(
      app.db,
      q`select p.id from supplier_prices p join supplier_products m on m.id = p.supplier_product_id where m.sku_id = ${sku_id} and p.review = 'approved'`,
    );
    expect(approved).toHaveLength(1);
  }
});
