import { expect, test } from "vitest";
import { q, row, type Sql } from "#kit/db/sql.ts";
import { testApp } from "../../testing/app.ts";

test("an insurer bears it where one is named; one that is no insurer or not at work is refused at its field", async () => {
  const app = await testApp();
  const admin = await app.as("admin");
  const ofKind = (where: Sql) =>
    row<{ id: number; short_name: string }>(app.db, q`select id, short_name from suppliers where ${where} order by id limit 1`);
  const insurer = await ofKind(q`kind = 'insurer' and supplier_status = 'active'`);
  const agency = await ofKind(q`kind = 'submit_agency'`);
  const made = await admin.call("refuse_no_worry_product_add", {
    name: "保司承保",
    scope: "full",
    rate: 100,
    cap: 0,
    supplier_id: insurer?.id ?? null,
    pricing: "fixed",
    price: 9_800,
    price_rate: 0,
    price_min: 0,
    exclusions: { identities: [], age_below: 0, age_above: 0, refusal_within_years: 0 },
    buy_until: "order",
    proof_days: 7,
    appeal_times: 1,
    proofs: ["letter"],
    clause: "因使领馆拒签退还费用。",
  });
  expect(made).toMatchObject({ supplier_id: insurer?.id, supplier_name: insurer?.short_name });
  const seen = async () => ({ id: made.id, version: (await admin.call("refuse_no_worry_product_get", { id: made.id })).version });
  const refused = await admin.refused("refuse_no_worry_product_update", { ...(await seen()), supplier_id: agency?.id ?? 0 });
  expect(refused.answer.msg).toBe("请选择保司");
  const own = await admin.call("refuse_no_worry_product_update", { ...(await seen()), supplier_id: null });
  expect(own).toMatchObject({ supplier_id: null, supplier_name: null });
});
