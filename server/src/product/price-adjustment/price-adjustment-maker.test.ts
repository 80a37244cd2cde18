import { beforeAll, describe, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { q, rows } from "#kit/db/sql.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { cell, key, priceDesk } from "../../testing/make/price.ts";
import { ruledAmount } from "./price-adjustment.rules.ts";

let app: TestApp;
let desk: ReturnType<typeof priceDesk>;
let product: Client;
let manager: Client;
beforeAll(async () => {
  app = await testApp();
  desk = priceDesk(app);
  product = await app.as("product");
  manager = await app.as("manager");
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 600 });
});

type Rule = NonNullable<InputOf<"price_adjustment_add">["rule"]>;
const levels: Rule = {
  targets: [{ price_kind: "level", ref_id: "V1" }],
  bands: ["adult", "child"],
  op: "add",
  value: -1_000,
  round: "none",
};
const bulk = async (nos: string[], rule: Partial<Rule>, dry_run = false) => ({
  ...(await desk.ask("JP-TOUR-S-01", [])),
  cells: undefined,
  sku_ids: await Promise.all(nos.map(desk.skuId)),
  rule: { ...levels, ...rule },
  dry_run,
  ...key(),
});

test("a rule moves an amount by yuan, percent or to a value, and rounds half up", () => {
  const rule = { op: "add", value: 2_000, round: "none" } as const;
  expect(ruledAmount(118_800, rule)).toBe(120_800);
  expect(ruledAmount(118_800, { ...rule, op: "percent", value: 250 })).toBe(121_770);
  expect(ruledAmount(118_800, { op: "percent", value: 250, round: "yuan" })).toBe(121_800);
  expect(ruledAmount(118_800, { op: "percent", value: 250, round: "ten" })).toBe(122_000);
  expect(ruledAmount(118_800, { op: "percent", value: -250, round: "none" })).toBe(115_830);
  expect(ruledAmount(118_800, { op: "set", value: 99_950, round: "ten" })).toBe(100_000);
  expect(ruledAmount(500, { op: "add", value: -1_000, round: "none" })).toBe(-500);
});

describe("many products at once", () => {
  test("a trial says what would become of each and keeps nothing; asking opens one request each in one batch", async () => {
    const nos = ["FR-SCH-01", "IT-SCH-01", "US-EVUS-01"];
    const trial = await product.call("price_adjustment_add", await bulk(nos, {}, true));
    expect(trial).toMatchObject({ batch_no: null, opened: 3 });
    expect(trial.results[0]).toMatchObject({ ok: true, sku_no: "FR-SCH-01", adjust_no: null, below_floor: false });
    expect(trial.results[0]?.cells).toEqual([
      cell("level", 134_000, 133_000, { ref_id: "V1" }),
      cell("level", 106_000, 105_000, { ref_id: "V1", band: "child" }),
    ]);
    expect(await rows(app.db, q`select id from price_adjustments`)).toEqual([]);

    const done = await product.call("price_adjustment_add", await bulk(nos, {}));
    expect([done.opened, done.results.every((r) => r.adjust_no !== null)]).toEqual([3, true]);
    const made = await rows<{ batch_no: string }>(app.db, q`select batch_no from price_adjustments`);
    expect(made.map((m) => m.batch_no)).toEqual([done.batch_no, done.batch_no, done.batch_no]);
    const told = await desk.messages("price_adjustment_review");
    expect(told.map((m) => m.receiver_worker_id)).not.toContain(product.id);
    expect(told.map((m) => m.receiver_worker_id)).toContain(manager.id);
    expect(new Set(told.map((m) => m.content))).toEqual(new Set(["周启明提交了3 个商品调价单，请到“调价审核”处理"]));
  });

  test("each stands or falls by itself", async () => {
    const { opened, results } = await product.call(
      "price_adjustment_add",
      await bulk(["FR-SCH-01", "HK-LPASS-01", "VN-EVISA-S-01"], { value: -1_000 }),
    );
    expect(opened).toBe(2);
    expect(results.map((r) => r.ok)).toEqual([false, true, true]);
    expect(results[0]?.msg).toMatch(/^该价格已有待审核的调价单 TJ\d+$/);
    const trial = await product.call("price_adjustment_add", await bulk(["FR-SCH-01", "IT-SCH-01"], {}, true));
    expect(trial.results.map((r) => r.msg)).toEqual([results[0]?.msg, expect.stringMatching(/^该价格已有/)]);
    const negative = await product.raw(
      "price_adjustment_add",
      await bulk(["HK-LPASS-01"], { targets: [{ price_kind: "retail", ref_id: "" }], value: -90_000 }),
    );
    expect([negative.ret, negative.msg]).toEqual([1, "调整后的价格小于0，请减小幅度"]);
    const unknown = await product.raw(
      "price_adjustment_add",
      await bulk(["HK-LPASS-01"], { targets: [{ price_kind: "peer", ref_id: null }] }),
    );
    expect(unknown.msg).toBe("所选级别没有价格或价格不变");
  });

  test("a body that cannot be is refused with the field named", async () => {
    const issue = async (more: object) => {
      const { body } = await product.raw("price_adjustment_add", {
        ...(await desk.ask("SA-EVISA-01", [cell("retail", 99_800, 100_800)])),
        ...more,
      });
      return (body as { issues?: { path: string; message: string }[] }).issues?.[0];
    };
    expect(await issue({ cells: undefined })).toEqual({ path: "cells", message: "请填写新的价格或调整规则" });
    expect(await issue({ sku_ids: [1, 2] })).toEqual({ path: "cells", message: "多个商品请用批量规则调价" });
    expect(await issue({ cells: [cell("retail", 1, 2), cell("retail", 1, 3)] })).toEqual({ path: "cells", message: "同一价格填写了两次" });
    expect(await issue({ effect_mode: "at" })).toEqual({ path: "effective_at", message: "请选择生效时间" });
    expect(await issue({ effect_mode: "at", effective_at: "2026-11-19T00:00:00Z" })).toMatchObject({ path: "effective_at" });
    expect(await issue({ reason: "贵了" })).toEqual({ path: "reason", message: "说明为5至200个字" });
    const far = await product.refused(
      "price_adjustment_add",
      await desk.ask("SA-EVISA-01", [cell("retail", 99_800, 100_800)], { effect_mode: "at", effective_at: "2027-06-01T00:00:00Z" }),
    );
    expect(far.answer.msg).toBe("生效时间最多提前180天");
  });
});

test("while cells are typed the check says what would remain, and why it would be refused", async () => {
  const sku_id = await desk.skuId("TR-EVISA-01");
  const check = (cells: ReturnType<typeof cell>[]) => product.call("price_adjustment_check", { sku_id, cells, effective_at: null });
  const low = await check([cell("level", 53_800, 45_500, { ref_id: "V3" })]);
  expect(low).toMatchObject({ ok: true, below_floor: true, sku_no: "TR-EVISA-01" });
  expect(low.margins?.find((m) => m.ref_id === "V3")).toMatchObject({ old: 8_800, new: 500 });
  expect(await check([cell("level", 53_800, 90_000, { ref_id: "V3" })])).toMatchObject({ ok: false, msg: "同行价不能高于门市价" });
  expect(await rows(app.db, q`select id from price_adjustments where target_id = ${sku_id}`)).toEqual([]);
});

test("a request is the maker's to take back, and nobody else's; a refused one tells him why", async () => {
  const id = await desk.asked(product, "TR-EVISA-01", [cell("retail", 59_800, 60_800)]);
  const stranger = await desk.person("maker02", [may.sku]);
  const other = await stranger.refused("price_adjustment_withdraw", await desk.version(id));
  expect([other.code, other.answer.msg]).toEqual(["not_allowed", "只能撤销自己提交的调价单"]);
  const mine = await product.call("price_adjustment_mine_query", {
    adjustment_status: ["pending"],
    sku_id: [await desk.skuId("TR-EVISA-01")],
  });
  expect(mine.list).toMatchObject([{ id, target_no: "TR-EVISA-01", maker_name: "周启明", margin_old: 14_800, margin_new: 15_800 }]);
  expect(mine.list[0]?.moves.find((m) => m.move === "withdraw")?.ok).toBe(true);
  expect((await stranger.call("price_adjustment_mine_query", {})).total).toBe(0);
  expect(await product.call("price_adjustment_withdraw", await desk.version(id))).toMatchObject({ adjustment_status: "withdrawn" });

  // The cell is free again.
  const again = await desk.asked(product, "TR-EVISA-01", [cell("retail", 59_800, 61_800)]);
  const rejected = await manager.call("price_adjustment_reject", {
    ids: [again, 999_999],
    reject_kind: "basis",
    review_text: "请附供应商通知",
  });
  expect(rejected).toMatchObject({
    done: 1,
    results: [
      { id: again, ok: true, msg: "" },
      { id: 999_999, ok: false, msg: "调价单不存在" },
    ],
  });
  const [told] = (await desk.messages("price_adjustment_decided")).slice(-1);
  expect([told?.receiver_worker_id, told?.content]).toEqual([
    product.id,
    expect.stringMatching(/^您提交的调价单 TJ\d+ 被驳回：依据不足：请附供应商通知$/),
  ]);
  expect((await desk.retail("TR-EVISA-01")).length).toBe(1);
});

test("an effective change is undone by a new request with old and new changed round, once", async () => {
  const id = await desk.asked(product, "ID-EVOA-01", [cell("retail", 35_800, 36_800), cell("level", 33_800, 34_800, { ref_id: "V1" })]);
  const waiting = await product.refused("price_adjustment_revert", { ...(await desk.version(id)), reason: "供应商恢复原价" });
  expect(waiting.code).toBe("state_changed");
  await desk.approve(manager, id);
  const back = await product.call("price_adjustment_revert", { ...(await desk.version(id)), reason: "供应商恢复原价" });
  expect(back).toMatchObject({ adjustment_status: "pending", reason_kind: "correct", maker_name: "周启明" });
  expect(back.revert_no).toMatch(/^TJ/);
  expect(back.cells).toEqual([cell("retail", 36_800, 35_800), cell("level", 34_800, 33_800, { ref_id: "V1" })]);
  await desk.approve(manager, back.id);
  expect((await desk.retail("ID-EVOA-01")).length).toBe(3);
  const late = await product.refused("price_adjustment_revert", { ...(await desk.version(id)), reason: "供应商恢复原价" });
  expect([late.code, late.answer.msg]).toEqual(["state_changed", "当前价已变为 ¥358.00，不能冲回"]);
  const log = await rows<{ noun: string }>(
    app.db,
    q`select noun from operation_logs where endpoint = 'price_adjustment_approve' and noun_no = 'ID-EVOA-01' and changes::text like '%等级价 V1%'`,
  );
  expect(log.length).toBe(2);
});

test("an official fee that was passed moves its row with currency, rate and fee, and its undoing puts them back", async () => {
  const [old] = await rows<{ adult: number; rate: string; foreign_adult: number; official_fee_id: number }>(
    app.db,
    q`select adult, rate::text, foreign_adult, official_fee_id from sku_prices where sku_id = ${await desk.skuId("AU-600-01")} and price_kind = 'embassy_fee'`,
  );
  const admin = await app.as("admin");
  const [former] = (await admin.call("official_fee_query", { keyword: "澳大利亚600旅游" })).list;
  const fee = await admin.call("official_fee_save", {
    country_ids: ["AU"],
    name: former?.name ?? "",
    fee_kind: "embassy",
    currency: "AUD",
    adult: 26_000,
    child: null,
    effective_from: "2026-11-20T12:00:00+08:00",
    effective_to: null,
    source_url: "https://immi.homeaffairs.gov.au",
    ...key(),
  });
  await product.call("official_fee_adjust", {
    id: fee.id,
    keep: "service",
    sku_ids: [await desk.skuId("AU-600-01")],
    expected_count: 1,
    ...key(),
  });
  const [request] = (await manager.call("price_adjustment_query", { source: ["fee"] })).list;
  expect(request).toMatchObject({ target_no: "AU-600-01", reason_kind: "embassy", country_name: "澳大利亚" });
  await desk.approve(manager, request?.id ?? 0);
  const skuAu = await desk.skuId("AU-600-01");
  const feeRows = () =>
    rows(
      app.db,
      q`select adult, currency, foreign_adult, rate::text, official_fee_id from sku_prices where sku_id = ${skuAu} and price_kind = 'embassy_fee' order by id`,
    );
  expect((await feeRows())[1]).toEqual({
    adult: 122_720,
    currency: "AUD",
    foreign_adult: 26_000,
    rate: "4.720000",
    official_fee_id: fee.id,
  });
  app.clock.set("2026-11-20T04:00:00.000Z");
  await app.runJobs();
  const back = await product.call("price_adjustment_revert", { ...(await desk.version(request?.id ?? 0)), reason: "使馆推迟调整收费" });
  await desk.approve(manager, back.id);
  expect((await feeRows())[2]).toEqual({ ...old, currency: "AUD" });
});

test("what the last 30 days sold is counted at the new prices", async () => {
  const [best] = await rows<{ sku_no: string; id: number }>(
    app.db,
    q`select k.sku_no, k.id from orders o join skus k on k.id = o.sku_id where o.paid_at > ${app.clock.now()}::timestamptz - interval '30 days' and k.child_age = 0
      group by k.id, k.sku_no order by count(*) desc, k.id limit 1`,
  );
  const [counted] = await rows<{ n: number }>(
    app.db,
    q`select count(*)::int as n from orders o join applicants a on a.order_id = o.id where o.sku_id = ${best?.id} and o.paid_at >= ${app.clock.now()}::timestamptz - interval '30 days'
      and o.order_status not in ('cancelled', 'deleted') and a.applicant_status <> 'cancelled'`,
  );
  const n = counted?.n ?? 0;
  expect(n).toBeGreaterThan(0);
  const price = await desk.retail(best?.sku_no ?? "");
  const old = (price.at(-1) as { adult: number }).adult;
  const admin = await app.as("admin");
  const id = await desk.asked(admin, best?.sku_no ?? "", [cell("retail", old, old + 1_500)]);
  const { replay } = await manager.call("price_adjustment_get", { id });
  expect(replay).toMatchObject({ people: n, touched: n, income: n * 1_500, margin: n * 1_500, fallen: 0 });
  expect(replay?.tiers).toEqual([{ ...cell("retail", old, old + 1_500), n, income: n * 1_500 }]);
});
