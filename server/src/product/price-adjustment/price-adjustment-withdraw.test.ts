/** Requests for amounts that are no product's prices: taken back by their maker, told in their own words. */
import { beforeAll, expect, test } from "vitest";
import { rateRef } from "@visadesk/contract/product/price/insurance.rules.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
});

const key = () => ({ idempotency_key: crypto.randomUUID() });
const WITHDRAW = {
  insurance_product: "insurance_product_adjust_withdraw",
  refuse_no_worry_product: "refuse_no_worry_product_adjust_withdraw",
} as const;
interface Asked {
  kind: keyof typeof WITHDRAW;
  target: number;
  id: number;
  version: number;
  adjust_no: string;
}
async function asked(kind: Asked["kind"], target: number, adjust_no: string): Promise<Asked> {
  const found = await row<{ id: number; version: number }>(
    app.db,
    q`select id, version from price_adjustments where adjust_no = ${adjust_no}`,
  );
  if (!found) throw new Error(`${adjust_no} is not there`);
  return { kind, target, adjust_no, ...found };
}

async function askInsurance(): Promise<Asked> {
  const { list } = await admin.call("insurance_product_query", { product_status: ["on_sale"] });
  const product = await admin.call("insurance_product_get", { id: list[0]?.id ?? 0 });
  const { adjust_no } = await admin.call("insurance_product_adjust", {
    id: product.id,
    reason_kind: "market",
    reason: "同类产品已涨价",
    cells: product.rates
      .slice(0, 1)
      .map((r) => ({ price_kind: "premium" as const, ref_id: rateRef(r), old: r.premium, new: r.premium + 1_000 })),
    ...key(),
  });
  return asked("insurance_product", product.id, adjust_no);
}

let made = 0;
async function askProtection(): Promise<Asked> {
  const at = app.clock.now();
  const { id } = await app.db
    .insertInto("refuse_no_worry_products")
    .values({
      name: `调价无忧${++made}`,
      scope: "full",
      rate: 100,
      pricing: "percent",
      price_rate: 600,
      first_listed_at: at,
      created_at: at,
      updated_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { adjust_no } = await admin.call("refuse_no_worry_product_adjust", {
    id,
    price_rate: 700,
    reason_kind: "market",
    reason: "同行普遍上调",
    effective_at: null,
    ...key(),
  });
  return asked("refuse_no_worry_product", id, adjust_no);
}
const withdraw = (a: Asked) => admin.call(WITHDRAW[a.kind], { id: a.id, version: a.version });
const said = async (endpoint: (typeof WITHDRAW)[Asked["kind"]], a: Asked) => {
  const { code, answer } = await admin.refused(endpoint, { id: a.id, version: a.version });
  return [code, answer.msg];
};

test.each([
  ["insurance", askInsurance],
  ["refusal protection", askProtection],
])("a request for %s is taken back by its maker, and the product's log tells it", async (_, ask) => {
  const first = await ask();
  const other = first.kind === "insurance_product" ? WITHDRAW.refuse_no_worry_product : WITHDRAW.insurance_product;
  expect(await said(other, first)).toEqual(["not_found", "调价单不存在"]);
  const live = () =>
    first.kind === "insurance_product"
      ? admin.call("insurance_product_get", { id: first.target })
      : admin.call("refuse_no_worry_product_get", { id: first.target });
  expect((await live()).adjustments).toMatchObject([{ id: first.id, version: first.version, maker_id: admin.id }]);

  await rows(app.db, q`update price_adjustments set maker_id = null where id = ${first.id}`);
  expect(await said(WITHDRAW[first.kind], first)).toEqual(["not_allowed", "只能撤销自己提交的调价单"]);
  await rows(app.db, q`update price_adjustments set maker_id = ${admin.id} where id = ${first.id}`);

  expect(await withdraw(first)).toEqual({ ok: true });
  expect((await live()).adjustments).toEqual([]);
  expect(await row(app.db, q`select adjustment_status from price_adjustments where id = ${first.id}`)).toEqual({
    adjustment_status: "withdrawn",
  });
  const log =
    first.kind === "insurance_product"
      ? await admin.call("insurance_product_log_query", { id: first.target })
      : await admin.call("refuse_no_worry_product_log_query", { id: first.target });
  expect(log.list[0]?.changes).toMatchObject([{ label: "撤销调价单", before: first.adjust_no, after: null }]);
  expect((await said(WITHDRAW[first.kind], { ...first, version: first.version + 1 }))[0]).toBe("state_changed");
});

test("a product's own request is not theirs to take back", async () => {
  const [sku] = (await admin.call("sku_query", { keyword: "FR-SCH-01" })).list;
  const old = sku?.retail_adult ?? 0;
  const { results } = await admin.call("price_adjustment_add", {
    sku_ids: [sku?.id ?? 0],
    cells: [{ price_kind: "retail", ref_id: "", band: "adult", old, new: old + 1_000 }],
    reason_kind: "market",
    reason: "同行普遍上调",
    effect_mode: "now",
    effective_at: null,
    dry_run: false,
    ...key(),
  });
  const request = await asked("insurance_product", sku?.id ?? 0, results[0]?.adjust_no ?? "");
  for (const endpoint of Object.values(WITHDRAW)) expect(await said(endpoint, request)).toEqual(["not_found", "调价单不存在"]);
});

test("a rate is a percentage in list, log and refusal, never an amount of money", async () => {
  const request = await askProtection();
  const { list } = await admin.call("price_adjustment_query", { keyword: request.adjust_no });
  expect(list[0]?.change_text).toBe("费率 6% → 7%");
  const { history } = await admin.call("price_adjustment_get", { id: request.id });
  expect(history[0]?.changes).toMatchObject([{ label: "费率", before: "6%", after: "7%" }]);
  await rows(app.db, q`update refuse_no_worry_products set price_rate = 650 where id = ${request.target}`);
  const manager = await app.as("manager");
  const refused = await manager.raw("price_adjustment_approve", { ids: [request.id], ...key() });
  expect(refused.msg).toBe("当前价已变为 6.5%，请重新提交");
});

test("what a protection costs is asked for at the time of the call", async () => {
  const at = app.clock.now();
  const { id } = await app.db
    .insertInto("refuse_no_worry_products")
    .values({
      name: "定时无忧",
      scope: "full",
      rate: 100,
      pricing: "fixed",
      price: 4_800,
      product_status: "on_sale",
      first_listed_at: at,
      created_at: at,
      updated_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const sku = await app.db.selectFrom("skus").select("id").where("sku_no", "=", "JP-TOUR-S-01").executeTakeFirstOrThrow();
  await app.db.insertInto("refuse_no_worry_links").values({ sku_id: sku.id, product_id: id, created_at: at }).execute();
  const later = new Date("2099-01-01T00:00:00Z");
  await app.db
    .insertInto("refuse_no_worry_prices")
    .values({ product_id: id, price_kind: "premium", amount: 5_800, effective_from: later, created_at: app.clock.now() })
    .execute();
  const price = async () => (await admin.call("sku_get", { id: sku.id })).protections.find((p) => p.id === id)?.price;
  const picked = async () =>
    (await admin.call("sku_pick", { keyword: "JP-TOUR-S-01" })).list[0]?.protections.find((p) => p.id === id)?.price;
  expect([await price(), await picked()]).toEqual([4_800, 4_800]);
  // Sessions end by the clock: a new app user signs in then.
  app.clock.set(later.toISOString());
  admin = await app.as("expert");
  expect(await picked()).toBe(5_800);
});
