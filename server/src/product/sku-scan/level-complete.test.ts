/** 同行价 of a product that is sold to peers: each level in use has a price or a rule. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { factsOf } from "@visadesk/contract/product/sku/sku-edit.rules.ts";
import { missingMust } from "@visadesk/contract/product/completeness.rules.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";

let app: TestApp;
let admin: Client;
let id = 0;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  id = (await row<{ id: number }>(app.db, q`select id from skus where sku_no = 'JP-TOUR-S-01'`))?.id ?? 0;
});
const rule = (level: string, kind: "none" | "percent", status = 1) =>
  rows(
    app.db,
    q`update peer_levels set fallback = ${JSON.stringify(kind === "none" ? { kind } : { kind, rate: 9_800 })}::jsonb, status = ${status}, version = version + 1 where code = ${level}`,
  );
const percent = async () => (await admin.call("sku_get", { id })).completeness;
/** As the form says it. */
const said = async () => {
  const sku = await admin.call("sku_edit_get", { id });
  return missingMust(factsOf(sku, sku, (paper) => sku.documents.find((d) => d.id === paper))).find((p) => p.name === "同行价")?.message;
};

test("a level without either is missing in the list and in the form; its rule, its price or its end mend it", async () => {
  const whole = await percent();
  expect(await said()).toBeUndefined();
  for (const level of ["V4", "V5"]) await rule(level, "none");
  expect(await percent()).toBeLessThan(whole);
  expect(await said()).toBe("请输入等级价V4、V5");
  await rule("V4", "percent");
  expect(await said()).toBe("请输入等级价V5");
  await rule("V5", "none", 0);
  expect([await said(), await percent()]).toEqual([undefined, whole]);
  await rule("V5", "none");
  await rows(
    app.db,
    q`insert into sku_prices (sku_id, price_kind, ref_id, adult, effective_from, created_at) values (${id}, 'level', 'V5', 100000, '2024-01-01', ${app.clock.now()})`,
  );
  expect([await said(), await percent()]).toEqual([undefined, whole]);
});
