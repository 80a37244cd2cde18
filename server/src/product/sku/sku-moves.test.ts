import { beforeAll, expect, test } from "vitest";
import type { OutputOf } from "@visadesk/contract/index.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { inTransaction } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { asWrite, principalFor } from "../../testing/ctx.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { skuMoveServer } from "../index.ts";
import { onEmbedded } from "../../testing/database.ts";
import { OrderDesk } from "../../testing/make/order.ts";

let app: TestApp;
let maker: Client;
let admin: Client;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp();
  maker = await app.as("product");
  admin = await app.as("admin");
  const staff = await app.db.selectFrom("workers").select(["account", "id"]).execute();
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});

type Edit = OutputOf<"sku_edit_get">;
const key = () => ({ idempotency_key: crypto.randomUUID() });
const edit = (id: number): Promise<Edit> => admin.call("sku_edit_get", { id });
const idOf = async (no: string): Promise<number> =>
  (await app.db.selectFrom("skus").select("id").where("sku_no", "=", no).executeTakeFirstOrThrow()).id;
let copies = 0;
/** A draft of `as`, complete: a copy is served by who serves its model. */
async function ready(as: Client, no = "JP-TOUR-S-01"): Promise<Edit> {
  const from = await edit(await idOf(no));
  const { embassy_id, submit_place_id } = from;
  const level = `上架${++copies}`;
  const { id } = await as.call("sku_copy", {
    id: from.id,
    name: `${from.name}${level}`,
    service_level: level,
    embassy_id,
    submit_place_id,
    ...key(),
  });
  return edit(id);
}
const OFF = { reason_kind: "season", reason: "淡季停办" } as const;
const list = (s: Pick<Edit, "id" | "version">, as: Client) => as.call("sku_on_sale", { id: s.id, version: s.version });
const said = async (name: "sku_on_sale" | "sku_archive" | "sku_restore", s: Pick<Edit, "id" | "version">, as = maker) => {
  const { code, answer } = await as.refused(name, { id: s.id, version: s.version });
  return [code, answer.msg];
};
const cheap = (s: Edit, adult: number): Edit["prices"] => s.prices.map((r) => (r.price_kind === "level" ? { ...r, adult } : r));

test("a complete draft is listed, taken off with its reason, put away and brought back", async () => {
  const s = await ready(maker);
  await list(s, maker);
  const on = await edit(s.id);
  expect(on).toMatchObject({ sku_status: "on_sale", first_listed_at: app.clock.now().toISOString() });
  await maker.call("sku_off_sale", { id: s.id, version: on.version, ...OFF });
  const off = await edit(s.id);
  expect((await maker.call("sku_get", { id: s.id })).off_reason).toBe("季节性停办：淡季停办");
  await maker.call("sku_archive", { id: s.id, version: off.version });
  const archived = await edit(s.id);
  expect(await maker.refused("sku_update", { id: s.id, version: archived.version, name: "改名" })).toMatchObject({
    answer: { msg: "商品已归档，请先恢复再编辑" },
  });
  // Meanwhile somebody made the same product again: two of a kind are not sold.
  const { embassy_id, submit_place_id, service_level, visa_product_unit_code } = archived;
  const twin = await maker.call("sku_add", {
    visa_product_unit_code,
    name: "顶替",
    service_level,
    embassy_id,
    submit_place_id,
    cover_mode: "district",
    ...key(),
  });
  expect(await said("sku_restore", archived)).toEqual(["duplicate", expect.stringContaining(`与商品${twin.sku_no}相同`)]);
  await maker.call("sku_remove", { id: twin.id, version: 1 });
  await maker.call("sku_restore", { id: s.id, version: archived.version });
  await list(await edit(s.id), maker);
  expect((await edit(s.id)).first_listed_at).toBe(on.first_listed_at);
});

test("product 15: listing names what is missing, and the identity without a must paper", async () => {
  const s = await ready(maker);
  const bare = await maker.call("sku_update", {
    id: s.id,
    version: s.version,
    refund_policy_id: null,
    work_days_min: 0,
    work_days_max: 0,
    papers: s.papers.map((p) =>
      p.identity === "student" || p.identity === "retired" ? { ...p, owner: "optional" as const, group_key: "", need_n: 1 } : p,
    ),
  });
  expect(await said("sku_on_sale", bare)).toEqual([
    "incomplete",
    "还差3项：时效、资料（退休人员、在校学生至少需要一项必交资料）、退款政策",
  ]);
  const whole = await maker.call("sku_update", {
    id: s.id,
    version: bare.version,
    refund_policy_id: s.refund_policy_id,
    work_days_min: s.work_days_min,
    work_days_max: s.work_days_max,
    papers: s.papers,
  });
  await list(whole, maker);
});

test("product 15: a disabled paper counts for nothing, in the list as in the listing", async () => {
  const s = await ready(maker);
  const row = async () => (await maker.call("sku_query", { keyword: s.sku_no })).list[0]?.completeness ?? 0;
  const incomplete = async () => (await maker.call("sku_stat_get", {}))["incomplete"] ?? 0;
  const [whole, others] = [await row(), await incomplete()];
  const papers = s.papers.filter((p) => p.identity === "student" && p.owner === "must").map((p) => p.document_id);
  const status = (to: 0 | 1) => app.db.updateTable("documents").set({ status: to }).where("id", "in", papers).execute();
  await status(0);
  expect(await said("sku_on_sale", s)).toEqual(["incomplete", expect.stringContaining("在校学生至少需要一项必交资料")]);
  expect(await row()).toBeLessThan(whole);
  expect(await incomplete()).toBeGreaterThan(others);
  await status(1);
  expect([await row(), await incomplete()]).toEqual([whole, others]);
});

test("product 15: what is on sale may not lose a must-part", async () => {
  const s = await ready(maker);
  await list(s, maker);
  const on = await edit(s.id);
  const fault = async (change: object) => {
    const { answer } = await maker.refused("sku_update", { id: on.id, version: on.version, ...change });
    return (answer.body as { issues: { message: string }[] }).issues.map((i) => i.message);
  };
  expect(await fault({ refund_policy_id: null })).toEqual(["请选择退款政策"]);
  expect(await fault({ mail_centre_id: null })).toEqual(["请选择收件中心"]);
  expect(await fault({ papers: on.papers.filter((p) => p.identity !== "employed") })).toEqual(["在职人员至少需要一项必交资料"]);
  expect(await fault({ work_days_min: 0, work_days_max: 0 })).toEqual(["请输入预计办理工作日"]);
  expect((await edit(s.id)).version).toBe(on.version);
});

test("a product of a disabled SPU is neither listed nor restored", async () => {
  const s = await ready(maker, "KR-TOUR-S-01");
  const status = (to: 0 | 1) => app.db.updateTable("spus").set({ status: to }).where("visa_product_unit_code", "=", "KR-TOUR-S").execute();
  await status(0);
  expect(await said("sku_on_sale", s)).toEqual(["guard_failed", "所属SPU已停用"]);
  await maker.call("sku_archive", { id: s.id, version: s.version });
  expect(await said("sku_restore", await edit(s.id))).toEqual(["guard_failed", "所属SPU已停用"]);
  await status(1);
});

test("product 10: a price below the floor is let through by somebody with the code, never by whoever wrote the prices", async () => {
  // Cost 102,000 with the fee included, floor 1,000.
  const byMaker = await ready(maker);
  const low = await maker.call("sku_update", { id: byMaker.id, version: byMaker.version, prices: cheap(byMaker, 102_900) });
  expect(await said("sku_on_sale", low)).toEqual(["below_floor", "等级价 V1毛利 ¥9.00 低于底线 ¥10.00，需他人放行上架"]);
  // Admin holds the code; once he has written a price of it himself, he is an editor for ever.
  const byAdmin = await ready(admin);
  const own = await admin.call("sku_update", { id: byAdmin.id, version: byAdmin.version, prices: cheap(byAdmin, 102_900) });
  expect((await said("sku_on_sale", own, admin))[0]).toBe("below_floor");
  const after = await maker.call("sku_update", { id: own.id, version: own.version, prices: cheap(own, 102_950) });
  expect((await said("sku_on_sale", after, admin))[0]).toBe("below_floor");
  await list(low, admin);
  expect((await edit(low.id)).sku_status).toBe("on_sale");
});

test("product 10: who may not see costs is refused without a figure", async () => {
  const s = await ready(maker);
  const low = await maker.call("sku_update", { id: s.id, version: s.version, prices: cheap(s, 102_900) });
  const blind = principalFor({ worker_id: 1, codes: ["sku"] });
  const listing = asWrite(app.db, blind, app.clock.now(), async (ctx) => {
    await skuMoveServer.sku_on_sale.run({ id: low.id, version: low.version }, ctx, null);
  });
  await expect(listing).rejects.toThrow(/^等级价 V1毛利低于底线，需他人放行上架$/);
});

test("product 11: taking it off does not open the prices of a product that was ever listed", async () => {
  const s = await ready(maker);
  await list(s, maker);
  const on = await edit(s.id);
  await maker.call("sku_off_sale", { id: s.id, version: on.version, ...OFF });
  const off = await edit(s.id);
  const { code, answer } = await maker.refused("sku_update", { id: s.id, version: off.version, prices: cheap(off, 110_000) });
  expect([code, answer.msg]).toEqual(["locked", "已上架过的商品请走调价审核"]);
  expect(await maker.refused("sku_update", { id: s.id, version: off.version, visa_product_unit_code: "JP-TOUR-3Y" })).toMatchObject({
    answer: { msg: "已上架过的商品不能更换所属SPU" },
  });
  // The same grid sent back is no change of a price.
  const named = await maker.call("sku_update", { id: s.id, version: off.version, name: "改个名称", prices: off.prices });
  await list(named, maker);
  expect((await edit(s.id)).prices).toEqual(s.prices);
});

test("a product with open orders is not put away", async () => {
  const id = await idOf("KR-TOUR-S-01");
  for (let n = 0; n < 3; n++) await desk.order({ sku_no: "KR-TOUR-S-01" });
  const s = await edit(id);
  await maker.call("sku_off_sale", { id, version: s.version, ...OFF });
  expect(await said("sku_archive", await edit(id))).toEqual(["in_use", "仍有3个在办订单"]);
  await list(await edit(id), admin);
});

test("of two who list or take off at once the slower hears that the state has changed", async ({ skip }) => {
  if (onEmbedded()) skip();
  for (let round = 0; round < 5; round++) {
    const s = await ready(maker, "JP-TOUR-3Y-01");
    for (const name of ["sku_on_sale", "sku_off_sale"] as const) {
      const { version } = await edit(s.id);
      const body = { id: s.id, version, ...(name === "sku_off_sale" && OFF) };
      const answers = await Promise.all([maker.raw(name, body), admin.raw(name, body)]);
      expect(answers.map((a) => a.ret).toSorted((a, b) => a - b)).toEqual([0, 2]);
      expect(answers.find((a) => a.ret === 2)?.msg).toBe("状态已变化，请刷新后再试");
    }
  }
});

test("a product is not listed past somebody who disables its SPU at that moment", async ({ skip }) => {
  if (onEmbedded()) skip();
  const s = await ready(maker, "JP-TOUR-3Y-01");
  const code = s.visa_product_unit_code;
  const { promise: isHeld, resolve } = Promise.withResolvers<void>();
  const disabling = inTransaction(app.db, async (tx) => {
    await rows(tx, q`update spus set status = 0 where visa_product_unit_code = ${code}`);
    resolve();
    await sleep(300);
  });
  await isHeld;
  expect(await maker.raw("sku_on_sale", { id: s.id, version: s.version })).toMatchObject({ ret: 1, msg: "所属SPU已停用" });
  await disabling;
  expect((await edit(s.id)).sku_status).toBe("draft");
  await app.db.updateTable("spus").set({ status: 1 }).where("visa_product_unit_code", "=", code).execute();
});

test("many at once: each stands or falls by itself, by ids or by the list's filter", async () => {
  const [a, b] = [await ready(maker), await ready(maker)];
  const bare = await maker.call("sku_update", { id: b.id, version: b.version, refund_policy_id: null });
  const ask = { move: "on_sale" as const, ids: [a.id, bare.id], expected_count: 2 };
  expect(await maker.refused("sku_move_batch", { ...ask, expected_count: 3, ...key() })).toMatchObject({ code: "count_changed" });
  expect(await maker.call("sku_move_batch", { ...ask, ...key() })).toEqual({
    results: [
      { id: a.id, ok: true, msg: "" },
      { id: b.id, ok: false, msg: `${b.sku_no}：还差1项：退款政策` },
    ],
    done: 1,
  });
  expect(await maker.refused("sku_move_batch", { ...ask, move: "off_sale", ...key() })).toMatchObject({
    answer: { msg: "请选择下架原因" },
  });
  const filter = { keyword: a.name };
  const off = { move: "off_sale" as const, filter, ...OFF, ...key() };
  expect(await maker.refused("sku_move_batch", { ...off, expected_count: 7 })).toMatchObject({ code: "count_changed" });
  expect(await maker.call("sku_move_batch", { ...off, expected_count: 1 })).toMatchObject({ results: [{ id: a.id, ok: true }], done: 1 });
  const { id: policy } = await app.db
    .selectFrom("refund_policies")
    .select("id")
    .where("status", "=", 1)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  await maker.call("sku_policy_batch", { ids: [a.id, b.id], expected_count: 2, refund_policy_id: policy, ...key() });
  expect([(await edit(a.id)).refund_policy_id, (await edit(b.id)).refund_policy_id]).toEqual([policy, policy]);
  const logged = await app.db
    .selectFrom("operation_logs")
    .select("noun_id")
    .where("endpoint", "=", "sku_policy_batch")
    .where("result", "=", "ok")
    .execute();
  expect(logged.map((l) => l.noun_id)).toEqual(expect.arrayContaining([String(b.id)]));
});

test("a product that is on sale already says so: nothing has changed", async () => {
  const s = await ready(maker);
  await list(s, maker);
  expect(await said("sku_on_sale", await edit(s.id))).toEqual(["state_changed", "商品已是“在售”状态"]);
  expect(await said("sku_restore", await edit(s.id))).toEqual(["state_changed", "商品为“在售”状态，不能恢复"]);
});
