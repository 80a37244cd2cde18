/** Requests that begin a price which does not exist yet, and that end one. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { cell, key, priceDesk, type Cell } from "../../testing/make/price.ts";
import { makeGroup, makePeer } from "../../testing/make/peer.ts";
import { beginEndFault, boundsFault, marginsOf, rowsAfter } from "./price-adjustment.rules.ts";

let app: TestApp;
let desk: ReturnType<typeof priceDesk>;
let product: Client;
let manager: Client;
beforeAll(async () => {
  app = await testApp();
  desk = priceDesk(app);
  product = await app.as("product");
  manager = await app.as("manager");
});

const begin = (price_kind: Cell["price_kind"], ref_id: string, amount: number, more: Partial<Cell> = {}) =>
  cell(price_kind, null, amount, { ref_id, ...more });
const end = (price_kind: Cell["price_kind"], ref_id: string, amount: number, more: Partial<Cell> = {}) =>
  cell(price_kind, amount, null, { ref_id, ...more });
const HOUR = 3_600_000;
const inHours = (n: number): string => new Date(app.clock.now().getTime() + n * HOUR).toISOString();
/** Rows of a price that ever held or will: amount, whether it has an end. */
const history = (no: string, kind: string, ref: string) =>
  rows<{ adult: number; child: number | null; ended: boolean }>(
    app.db,
    q`select p.adult, p.child, p.effective_to is not null as ended from sku_prices p join skus k on k.id = p.sku_id
      where k.sku_no = ${no} and p.price_kind = ${kind} and p.ref_id = ${ref} and (p.effective_to is null or p.effective_to > p.effective_from) order by p.effective_from, p.id`,
  );
const view = async (id: number) => manager.call("price_adjustment_get", { id });
const revoke = async (id: number) =>
  manager.raw("price_adjustment_revoke", { id, version: (await view(id)).version, review_text: "时间安排有变化" });
const asking = async (no: string, cells: Cell[]) =>
  (await product.raw("price_adjustment_add", { ...(await desk.ask(no, cells)), ...key() })).msg;

describe("a price that does not exist yet", () => {
  test("begins when it is passed, with its margin judged; taking it back asks for its end, which falls back to the level before", async () => {
    const no = "JP-TOUR-S-01";
    const of = String((await makePeer(app.db, { short_name: "沪上同业" })).id);
    expect(await history(no, "peer", of)).toEqual([]);
    const id = await desk.asked(product, no, [begin("peer", of, 109_000)]);
    const waiting = await view(id);
    expect(waiting.margins?.find((m) => m.price_kind === "peer")).toMatchObject({ old: null, new: 7_000 });
    expect(waiting.change_text).toBe("客户专属价 沪上同业 无 → ¥1,090.00");
    expect(await history(no, "peer", of)).toEqual([]);
    await desk.approve(manager, id);
    expect(await history(no, "peer", of)).toEqual([{ adult: 109_000, child: null, ended: false }]);
    const passed = await view(id);
    const back = await product.call("price_adjustment_revert", { id, version: passed.version, reason: "客户合作已终止" });
    expect(back.cells).toEqual([{ ...end("peer", of, 109_000), ref_name: "沪上同业" }]);
    app.clock.advance(HOUR);
    await desk.approve(manager, back.id);
    expect(await history(no, "peer", of)).toEqual([{ adult: 109_000, child: null, ended: true }]);
  });

  test("product 9: one that was arranged and revoked before its time leaves no trace", async () => {
    const no = "JP-TOUR-3Y-01";
    const id = await desk.asked(product, no, [begin("level", "V5", 190_000)], { effect_mode: "at", effective_at: inHours(24) });
    await desk.approve(manager, id);
    expect(await history(no, "level", "V5")).toEqual([{ adult: 190_000, child: null, ended: false }]);
    expect((await asking(no, [begin("level", "V5", 191_000)])).slice(0, 11)).toBe("等级价 V5已排定 2");
    expect((await revoke(id)).ret).toBe(0);
    expect(await history(no, "level", "V5")).toEqual([]);
  });

  test("below the floor only with the code, too dear or too cheap not at all", async () => {
    const [one, two] = [String(await makeGroup(app.db, "华东同业")), String(await makeGroup(app.db, "华南同业"))];
    const id = await desk.asked(product, "JP-TOUR-S-01", [begin("group", one, 102_500)]);
    expect((await view(id)).below_floor).toBe(true);
    const { msg } = await manager.raw("price_adjustment_approve", { ids: [id], ...key() });
    expect(msg).toBe("低于毛利底线，需放行权限");
    expect(await asking("JP-TOUR-S-01", [begin("group", two, 130_000)])).toBe("同行价不能高于门市价");
    expect(await asking("JP-TOUR-S-01", [begin("group", two, 70_000)])).toBe("售价不能低于签证费（¥715.00）");
    expect(await asking("JP-TOUR-S-01", [begin("level", "V1", 110_000)])).toBe("当前价已变为 ¥1,158.00，请重新提交");
  });

  test("of a group or a peer nobody knows, or that is out of use, cannot begin; one that stands may end", async () => {
    const [group, peer] = [await makeGroup(app.db, "西南同业"), (await makePeer(app.db)).id];
    const unknown = (kind: string) => `${kind}不存在或已停用，请重新选择`;
    expect(await asking("JP-TOUR-S-01", [begin("group", "G1", 110_000)])).toBe(unknown("分组价的分组"));
    expect(await asking("JP-TOUR-S-01", [begin("peer", "999999", 110_000)])).toBe(unknown("客户专属价的同行"));
    const id = await desk.asked(product, "JP-TOUR-S-01", [begin("group", String(group), 110_000), begin("peer", String(peer), 109_500)]);
    await desk.approve(manager, id);
    await rows(app.db, q`update peer_groups set status = 0 where id = ${group}`);
    expect(await asking("JP-TOUR-3Y-01", [begin("group", String(group), 150_000)])).toBe(unknown("分组价的分组"));
    expect((await view(await desk.asked(product, "JP-TOUR-S-01", [end("group", String(group), 110_000)]))).change_text).toBe(
      "分组价 西南同业 ¥1,100.00 → 无",
    );
  });

  test("where children pay a price of their own, both begin and end together", async () => {
    const no = "FR-SCH-01";
    const child = { band: "child" as const };
    expect(await asking(no, [begin("level", "V5", 130_000)])).toBe("等级价 V5的成人与儿童须一起新增或取消");
    const id = await desk.asked(product, no, [begin("level", "V5", 130_000), begin("level", "V5", 105_000, child)]);
    await desk.approve(manager, id);
    expect(await history(no, "level", "V5")).toEqual([{ adult: 130_000, child: 105_000, ended: false }]);
    expect(await asking(no, [end("level", "V5", 130_000)])).toBe("等级价 V5的成人与儿童须一起新增或取消");
    expect(await asking(no, [end("level", "V5", 130_000), cell("level", 105_000, 104_000, { ref_id: "V5", ...child })])).toBe(
      "等级价 V5的成人与儿童须一起新增或取消",
    );
  });
});

describe("a price that ends", () => {
  test("holds until its time and no longer; revoked before, it goes on", async () => {
    const no = "JP-TOUR-5Y-01";
    const [before] = await history(no, "level", "V1");
    const old = before?.adult ?? 0;
    const id = await desk.asked(product, no, [end("level", "V1", old)], { effect_mode: "at", effective_at: inHours(24) });
    await desk.approve(manager, id);
    const level = async () => (await product.call("sku_get", { id: await desk.skuId(no) })).prices.some((p) => p.ref_id === "V1");
    expect([await history(no, "level", "V1"), await level()]).toEqual([[{ adult: old, child: null, ended: true }], true]);
    expect((await asking(no, [end("level", "V1", old)])).slice(0, 11)).toBe("等级价 V1已排定 2");
    expect((await revoke(id)).ret).toBe(0);
    expect(await history(no, "level", "V1")).toEqual([{ adult: old, child: null, ended: false }]);
    const again = await desk.asked(product, no, [end("level", "V1", old)], { effect_mode: "at", effective_at: inHours(2) });
    await desk.approve(manager, again);
    app.clock.advance(3 * HOUR);
    expect(await level()).toBe(false);
  });

  test("an end on which another price was begun is not revoked before that one", async () => {
    const no = "IT-SCH-01";
    const child = { band: "child" as const };
    const rowsBefore = await history(no, "level", "V2");
    const [adult, kid] = [rowsBefore[0]?.adult ?? 0, rowsBefore[0]?.child ?? 0];
    const at = (n: number) => ({ effect_mode: "at" as const, effective_at: inHours(n) });
    const ended = await desk.asked(product, no, [end("level", "V2", adult), end("level", "V2", kid, child)], at(24));
    await desk.approve(manager, ended);
    const begun = await desk.asked(product, no, [begin("level", "V2", adult - 100), begin("level", "V2", kid - 100, child)], at(48));
    await desk.approve(manager, begun);
    expect((await revoke(ended)).msg).toMatch(/^调价单 TJ\d+ 以此价格为准，请先取消它$/);
    expect((await revoke(begun)).ret).toBe(0);
    expect((await revoke(ended)).ret).toBe(0);
    expect(await history(no, "level", "V2")).toEqual(rowsBefore);
  });

  test("retail price and embassy fee never end, nor the fee of a tier that is still sold", async () => {
    expect(await asking("US-B1B2-01", [end("retail", "", 178_000)])).toBe("门市价不能取消，请改为新的金额");
    expect(await asking("US-B1B2-01", [end("urgent", "U1", 80_000)])).toBe("加急档U1还在，不能取消它的加急费");
    expect(await asking("US-B1B2-01", [begin("urgent", "U9", 10_000)])).toBe("加急档U9不存在，请先在商品中添加");
    expect(await asking("JP-TOUR-S-01", [begin("level", "V9", 110_000)])).toBe("等级为V1至V5");
  });
});

test("what holds after a change: begun prices count for bounds and margins, ended ones no more", () => {
  const sku = {
    child_age: 0,
    urgent_tiers: [],
    rows: [
      { price_kind: "retail" as const, ref_id: "", adult: 1_000, child: null },
      { price_kind: "level" as const, ref_id: "V1", adult: 900, child: null },
      { price_kind: "centre_fee" as const, ref_id: "", adult: 950, child: null },
    ],
  };
  const cost = { adult: 100, child: null, embassy_included: false, centre_included: false };
  expect(boundsFault(sku, [])).toBe("售价不能低于签证费（¥9.50）");
  const cells = [end("level", "V1", 900), begin("level", "V2", 980)];
  expect(boundsFault(sku, cells)).toBeNull();
  expect(rowsAfter(sku, cells).map((r) => [r.price_kind, r.ref_id, r.adult])).toEqual([
    ["retail", "", 1_000],
    ["centre_fee", "", 950],
    ["level", "V2", 980],
  ]);
  expect(marginsOf(sku, cells, cost).map((m) => [m.ref_id, m.old, m.new])).toEqual([
    ["", -50, -50],
    ["V2", null, -70],
  ]);
  expect(marginsOf(sku, [end("centre_fee", "", 950)], cost).map((m) => [m.ref_id, m.old, m.new])).toEqual([
    ["", -50, 900],
    ["V1", -150, 800],
  ]);
  expect(beginEndFault(sku, [begin("level", "V2", 1, { band: "child" }), begin("level", "V2", 1)])).toBe("等级价 V2没有儿童价，请只填成人");
  expect(beginEndFault(sku, [begin("peer", " ", 1)])).toBe("请输入客户");
});
