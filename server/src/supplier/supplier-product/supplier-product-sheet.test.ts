/** A match beside its waiting cost: on the screen, to its maker, in the sheet. */
import { expect, test } from "vitest";
import { supplierProductApi } from "@visadesk/contract/supplier/supplier-product.ts";
import { testApp } from "../../testing/app.ts";
import { key, matchDesk } from "../../testing/make/match.ts";

const app = await testApp();
const desk = matchDesk(app);
const admin = await app.as("admin");

test("a cost that waits is named by its request, to its maker as his own, and in the sheet as on the screen", async () => {
  const m = await desk.match("IT-SCH-01");
  const made = await desk.propose(admin, m, { adult: (await desk.proposal(m)).adult - 500 });
  const request = { adjust_no: made.adjust_no, adjust_id: await desk.requestOf(made.adjust_no) };
  expect(await admin.call("supplier_product_get", { id: m.id })).toMatchObject({ ...request, own_price_id: made.id });
  const seenBy = await (await app.as("product")).call("supplier_product_get", { id: m.id });
  expect(seenBy).toMatchObject({ ...request, own_price_id: null });
  const told = (more: object) =>
    supplierProductApi.supplier_product_query.sheet?.["state_text"]?.value({ ...seenBy, ...more } as never, app.clock.now());
  expect([told({}), told({ adjust_no: null })]).toEqual(["已匹配，调价审核中", "已匹配"]);
  await admin.call("supplier_price_withdraw", { id: made.id, ...key() });
});
