import { beforeAll, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { rateRef } from "@visadesk/contract/product/price/insurance.rules.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { asWrite, principalFor } from "../../testing/ctx.ts";
import { onEmbedded } from "../../testing/database.ts";
import { insuranceQuote } from "../index.ts";
import { insuranceAdjust } from "./insurance-adjust.ts";

let app: TestApp;
let admin: Client;
let id = 0;
beforeAll(async () => {
  app = await testApp({ now: "2026-09-01T02:00:00.000Z" });
  admin = await app.as("admin");
  id = (await admin.call("insurance_product_query", { keyword: "ATSCH01" })).list[0]?.id ?? 0;
});

const REF = "basic:8-10:18-70";
const premium = (old: number, next: number, ref_id = REF) => ({ price_kind: "premium" as const, ref_id, old, new: next });
type Ask = InputOf<"insurance_product_adjust">;
const ask = (cells: Ask["cells"], more: Partial<Ask> = {}): Ask => ({
  id,
  reason_kind: "supplier",
  reason: "保司上调费率",
  cells,
  idempotency_key: crypto.randomUUID(),
  ...more,
});
const said = async (cells: Ask["cells"], more: Partial<Ask> = {}, by = admin) => {
  const { code, answer } = await by.refused("insurance_product_adjust", ask(cells, more));
  return [code, answer.msg];
};
const adult = { departure: "2026-10-01", return_date: "2026-10-09", birth_date: "1990-05-20" };
const premiumAt = async (at: string): Promise<number | null> =>
  (await insuranceQuote(app.db, id, adult, new Date(at))).prices[0]?.premium ?? null;
const asAdmin = <T>(run: (ctx: Ctx) => Promise<T>): Promise<T> =>
  asWrite(app.db, principalFor({ worker_id: admin.id }), app.clock.now(), run);
const close = (adjust_no: string) =>
  rows(app.db, q`update price_adjustments set adjustment_status = 'withdrawn' where adjust_no = ${adjust_no}`);
const history = () =>
  rows(
    app.db,
    q`select premium, cost, effective_from, effective_to from insurance_rates where product_id = ${id} and plan_key = 'basic' and day_from = 8 and age_from = 18 order by effective_from`,
  );

test("a request names its cells, changes nothing yet and stands in the product's log; the same cell is asked for once", async () => {
  const { adjust_no } = await admin.call("insurance_product_adjust", ask([premium(13_000, 13_800)]));
  expect(await premiumAt("2026-09-01T02:00:01Z")).toBe(13_000);
  const { adjustments } = await admin.call("insurance_product_get", { id });
  expect(adjustments).toMatchObject([
    { adjust_no, adjustment_status: "pending", cells: [{ price_kind: "premium", ref_id: REF, band: "adult", new: 13_800 }] },
  ]);
  const log = await admin.call("insurance_product_log_query", { id });
  expect(log.list[0]).toMatchObject({
    label: "申请调价",
    reason: "保司上调费率",
    changes: [{ label: "提交调价单", after: adjust_no }],
  });
  expect(await said([premium(13_000, 14_000)])).toEqual(["duplicate", `该价格已有待审核的调价单 ${adjust_no}`]);
  await close(adjust_no);
});

test("what does not fit is refused with the rate's name", async () => {
  expect(await said([premium(12_999, 14_000)])).toEqual(["state_changed", "基础 8–10 天 / 18–70 岁 当前价已变为 ¥130.00，请重新提交"]);
  expect(await said([premium(13_000, 7_000)])).toEqual(["guard_failed", "基础 8–10 天 / 18–70 岁 的保费不能低于成本"]);
  expect(await said([premium(13_000, 13_000)])).toEqual(["guard_failed", "新旧价格相同"]);
  expect(await said([premium(1, 2, "basic:8-9:18-70")])).toEqual(["guard_failed", "基础 8–9 天 / 18–70 岁 没有保费"]);
  expect((await said([premium(13_000, 14_000)], { effective_at: "2027-09-01T00:00:00Z" }))[1]).toBe("生效时间最多提前180天");
  const draft = (await admin.call("insurance_product_query", { keyword: "HNSCH02" })).list[0]?.id ?? 0;
  expect(await said([premium(13_000, 14_000)], { id: draft })).toEqual(["guard_failed", "还没有上架过，请直接编辑费率"]);
});

test("an approved change holds from its instant on, takes premium and cost of a rate together, and is taken back exactly", async () => {
  const before = await history();
  const at = new Date("2026-10-01T00:00:00+08:00");
  const cells = [
    { ...premium(13_000, 15_000), band: "adult" as const },
    { price_kind: "cost" as const, ref_id: REF, band: "adult" as const, old: 7_150, new: 8_000 },
  ];
  expect(await insuranceAdjust.current(app.db, id, cells, at)).toEqual([13_000, 7_150]);
  expect(await insuranceAdjust.current(app.db, id, [{ price_kind: "retail", ref_id: "", band: "adult" }], at)).toEqual([null]);
  expect([...(await insuranceAdjust.names(app.db, [id])).values()]).toEqual([{ no: "ATSCH01", name: "安途申根旅行保险" }]);
  const { adjust_no } = await admin.call("insurance_product_adjust", ask([premium(13_000, 15_000)], { effective_at: at.toISOString() }));
  const adjustment_id = (await row<{ id: number }>(app.db, q`select id from price_adjustments where adjust_no = ${adjust_no}`))?.id ?? 0;
  const change = { adjustment_id, target_id: id, cells, at };
  const { version } = await admin.call("insurance_product_get", { id });
  await asAdmin((ctx) => insuranceAdjust.apply(ctx, change));
  expect([await premiumAt("2026-09-30T15:59:59.999Z"), await premiumAt("2026-09-30T16:00:00.000Z")]).toEqual([13_000, 15_000]);
  expect(await insuranceAdjust.current(app.db, id, cells, at)).toEqual([15_000, 8_000]);
  expect((await admin.call("insurance_product_get", { id })).version).toBeGreaterThan(version);
  // A second change that begins at the same instant is taken back without the first.
  const second = { ...change, cells: [{ ...premium(15_000, 16_000), band: "adult" as const }] };
  await asAdmin((ctx) => insuranceAdjust.apply(ctx, second));
  expect(await premiumAt("2026-10-02T00:00:00Z")).toBe(16_000);
  await asAdmin((ctx) => insuranceAdjust.undo(ctx, second));
  expect(await premiumAt("2026-10-02T00:00:00Z")).toBe(15_000);
  await asAdmin((ctx) => insuranceAdjust.undo(ctx, change));
  expect(await history()).toEqual(before);
  await close(adjust_no);
});

test("who may not see costs asks for none and sees none of a request", async () => {
  const cost = { price_kind: "cost" as const, ref_id: REF, old: 7_150, new: 7_200 };
  const { adjust_no } = await admin.call("insurance_product_adjust", ask([cost]));
  await rows(
    app.db,
    q`update roles set module_group = array_remove(module_group, 100201101), version = version + 1
      where id = (select role_id from workers where account = 'product')`,
  );
  const blind = await app.as("product");
  expect((await blind.call("insurance_product_get", { id })).adjustments).toMatchObject([{ adjust_no, cells: [] }]);
  expect((await said([cost], {}, blind))[0]).toBe("not_allowed");
  await close(adjust_no);
});

test("of two who ask for one cell at once one succeeds", async ({ skip }) => {
  if (onEmbedded()) skip();
  const { rates } = await admin.call("insurance_product_get", { id });
  const asks = rates.slice(0, 5).map((r) => [premium(r.premium, r.premium + 100, rateRef(r))]);
  expect(asks).toHaveLength(5);
  for (const cells of asks) {
    const answers = await Promise.all([0, 1].map(() => admin.raw("insurance_product_adjust", ask(cells))));
    expect(answers.map((a) => a.ret).sort((a, b) => a - b)).toEqual([0, 11]);
  }
});
