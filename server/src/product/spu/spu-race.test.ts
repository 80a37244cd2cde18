/** One order of locks: the SPU before its products. */
import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { onEmbedded } from "../../testing/database.ts";

let app: TestApp;
let product: Client;
beforeAll(async () => {
  app = await testApp();
  product = await app.as("product");
});

const CODE = "JP-TOUR-S";
const spu = () => product.call("spu_get", { visa_product_unit_code: CODE });
async function offSale(): Promise<{ id: number; version: number }> {
  const sku = await app.db.selectFrom("skus").select(["id", "version"]).where("sku_no", "=", `${CODE}-01`).executeTakeFirstOrThrow();
  await product.call("sku_off_sale", { ...sku, reason_kind: "other", reason: "核对资料后再上架" });
  return { id: sku.id, version: sku.version + 1 };
}
const waiting = async (): Promise<number> =>
  (
    await row<{ n: number }>(
      app.db,
      q`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  )?.n ?? 0;

test("who lists a product waits for its SPU without holding the product, on PostgreSQL", async ({ skip }) => {
  if (onEmbedded()) skip();
  const sku = await offSale();
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const saving = inTransaction(app.db, async (tx) => {
    await rows(tx, q`select id from spus where visa_product_unit_code = ${CODE} for update`);
    held.resolve();
    await go.promise;
    // The step in which somebody who saves the SPU writes to its products.
    return rows(tx, q`select id from skus where id = ${sku.id} for update nowait`);
  });
  await held.promise;
  const listing = product.raw("sku_on_sale", sku);
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1).finally(go.resolve);
  expect(await saving).toHaveLength(1);
  expect((await listing).ret).toBe(0);
});

test("of people who save a SPU and list its product at the same moment all succeed, on PostgreSQL", async ({ skip }) => {
  if (onEmbedded()) skip();
  for (let round = 0; round < 8; round++) {
    const sku = await offSale();
    const { id, version } = await spu();
    const answers = await Promise.all([
      product.raw("spu_update", { id, version, keywords: `樱花 第${round}次` }),
      product.raw("sku_on_sale", sku),
    ]);
    expect(answers.map((a) => [a.status, a.ret, a.msg])).toEqual(answers.map(() => [200, 0, ""]));
  }
});
