import { beforeAll, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { causeOf } from "./sku-scan.rules.ts";

test("the cause is what took most of the margin since the last night", () => {
  const before = { cost: 100_000, fees: 70_000, lowest: 110_000, floor: 1_000 };
  expect(causeOf(before, { ...before, cost: 104_000, lowest: 109_000 })).toBe("cost");
  expect(causeOf(before, { ...before, lowest: 100_500, floor: 2_000 })).toBe("lowest");
  expect(causeOf(before, { ...before, floor: 20_000 })).toBe("floor");
  expect(causeOf(before, before)).toBeNull();
  expect(causeOf(null, before)).toBeNull();
});

let app: TestApp;
beforeAll(async () => {
  // Wednesday evening in Shanghai.
  app = await testApp({ now: "2026-09-16T12:00:00.000Z" });
});
const told = async (template: string): Promise<string[]> =>
  (
    await rows<{ content: string }>(
      app.db,
      q`select m.content from outbound_messages m join workers w on w.id = m.receiver_worker_id where m.template = ${template} and w.account = 'product' order by m.id`,
    )
  ).map((m) => m.content);
/** The morning of a day: the jobs of the night and of 08:30 have run. */
const morning = async (day: string): Promise<void> => {
  for (const at of [`${day}T02:31:00+08:00`, `${day}T08:31:00+08:00`]) {
    app.clock.set(new Date(at).toISOString());
    await app.runJobs();
  }
};

test("a margin that sank overnight and a product that cannot be ordered any more are told once, in words, without amounts", async () => {
  await morning("2026-09-17");
  const before = [await told("sku_margin_scan"), await told("sku_block_scan")];
  await rows(
    app.db,
    q`insert into supplier_prices (supplier_product_id, adult, embassy_included, centre_included, effective_at, review, created_at)
      select m.id, 300000, true, true, ${app.clock.now()}, 'approved', ${app.clock.now()} from supplier_products m join skus k on k.id = m.sku_id where k.sku_no = 'JP-TOUR-S-01'`,
  );
  await rows(app.db, q`update spus set status = 0 where visa_product_unit_code = 'KR-TOUR-S'`);
  await morning("2026-09-18");
  const margins = (await told("sku_margin_scan")).slice(before[0]?.length);
  expect(margins).toHaveLength(1);
  expect(margins[0]).toContain("1个在售商品的毛利低于底线，主要原因：供应商成本上涨（1个）：");
  expect(margins[0]).not.toMatch(/¥|\d{4}/);
  const blocks = (await told("sku_block_scan")).slice(before[1]?.length);
  expect(blocks).toHaveLength(1);
  expect(blocks[0]).toMatch(/新出现不可下单：.*（SPU已停用）/);

  // Saturday: nobody reads it; on Monday it is no news any more.
  await morning("2026-09-19");
  await morning("2026-09-21");
  expect((await told("sku_block_scan")).length).toBe((before[1]?.length ?? 0) + 1);
});
