import { beforeAll, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { Refusal } from "#kit/http/refuse.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { principalFor, readCtx } from "../../testing/ctx.ts";
import { priceDecide, usableMatches } from "../index.ts";

const at = new Date("2026-12-01T00:00:00Z");
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
const decide = (id: number, verdict: Parameters<typeof priceDecide>[2]) =>
  priceDecide(readCtx(app.db, principalFor({ worker_id: 1, codes: [] }), app.clock.now()), id, verdict, at).then(
    () => "ok",
    (e: unknown) => (e instanceof Refusal ? `${e.code} ${e.message}` : e),
  );
/** A waiting price of the first supplier of a product. */
const waiting = async (adult: number): Promise<number> =>
  (
    await rows<{ id: number }>(
      app.db,
      q`insert into supplier_prices (supplier_product_id, adult, embassy_included, review, created_at)
        select m.id, ${adult}, true, 'pending', ${app.clock.now()} from supplier_products m join skus k on k.id = m.sku_id where k.sku_no = 'JP-TOUR-S-01' and m.priority = 1 returning id`,
    )
  )[0]?.id ?? 0;
const costAt = async (when: Date): Promise<number | undefined> => {
  const [sku] = await rows<{ id: number }>(app.db, q`select id from skus where sku_no = 'JP-TOUR-S-01'`);
  return (await usableMatches(app.db, sku?.id ?? 0, when))[0]?.adult;
};

test("an approved supplier price holds from its instant, and can be withdrawn before it", async () => {
  const id = await waiting(99_000);
  expect(await costAt(at)).toBe(102_000);
  expect(await decide(id, "approved")).toBe("ok");
  expect([await costAt(new Date(at.getTime() - 1)), await costAt(at)]).toEqual([102_000, 99_000]);
  expect(await decide(id, "approved")).toBe("state_changed 供应商报价已通过，请刷新后再试");
  expect(await decide(id, "rejected")).toBe("state_changed 供应商报价已通过，请刷新后再试");
  expect(await decide(id, "withdrawn")).toBe("ok");
  expect(await costAt(at)).toBe(102_000);
});

test("a rejected one stays out, one in force cannot be withdrawn, an unknown one is not found", async () => {
  const id = await waiting(98_000);
  expect(await decide(id, "rejected")).toBe("ok");
  expect(await costAt(at)).toBe(102_000);
  expect(await decide(id, "approved")).toBe("state_changed 供应商报价已驳回，请刷新后再试");
  const [current] = await rows<{ id: number }>(
    app.db,
    q`select min(id) as id from supplier_prices where review = 'approved' and effective_at < ${app.clock.now()}`,
  );
  expect(await decide(current?.id ?? 0, "withdrawn")).toBe("state_changed 供应商报价已通过，请刷新后再试");
  expect(await decide(999_999, "approved")).toBe("not_found 供应商报价不存在");
});
