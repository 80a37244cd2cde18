/** `fields` of a list: the answer holds what was asked for and nothing else, with the values of the whole row. */
import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { shapeOf, z } from "@visadesk/contract/kit/field.ts";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../app.ts";
import type { Client } from "../client.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 60 });
  admin = await app.as("admin");
}, 120_000);

type Row = Record<string, unknown>;
async function rowsOf(name: string, input: object): Promise<Row[]> {
  const answer = await admin.raw(name, input);
  if (answer.ret !== 0) throw new Error(answer.msg);
  return (answer.body as { list: Row[] }).list;
}
const picked = (row: Row, fields: readonly string[]): Row => Object.fromEntries(fields.map((f) => [f, row[f]]));

const lists = allEndpoints.filter((e) => e.kind === "list" && z.safeParse(e.input, {}).success);

test("most lists need no more than their defaults", () => {
  expect(lists.length).toBeGreaterThan(30);
});

describe.each(lists.map((e) => [e.name, e] as const))("%s", (name, endpoint) => {
  test("answers the fields asked for", async () => {
    const keys = endpoint.row ? Object.keys(shapeOf(endpoint.row)) : [];
    const asked = [keys[0] ?? "", keys.at(-1) ?? ""];
    const whole = await rowsOf(name, { page_size: 5 });
    expect(await rowsOf(name, { page_size: 5, fields: asked })).toEqual(whole.map((r) => picked(r, asked)));
    await expect(rowsOf(name, { fields: ["no_such_field"] })).rejects.toThrow("没有这一列");
  });
});

test("every choice of an order's fields answers what the whole row says", async () => {
  const keys = Object.keys(orderListApi.order_query.row.shape);
  const whole = await rowsOf("order_query", { page_size: 30, sort: "created_at" });
  expect(whole.length).toBe(30);
  const choices = [...keys.map((k) => [k]), ...keys.map((_, i) => keys.filter((_k, n) => (n * 7 + i) % 3 === 0))];
  for (const fields of choices)
    expect(await rowsOf("order_query", { page_size: 30, sort: "created_at", fields }), fields.join()).toEqual(
      whole.map((r) => picked(r, fields)),
    );
});
