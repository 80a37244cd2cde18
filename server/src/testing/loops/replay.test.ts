/** A request id that another process has seen: this one's memory does not know it, the database does. */
import { beforeAll, expect, test } from "vitest";
import { HEADERS } from "@visadesk/contract/kit/envelope.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { q, row } from "#kit/db/sql.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../app.ts";
import { signedHeaders, type Client } from "../client.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 5 });
  admin = await app.as("admin");
}, 120_000);

const count = (table: string): Promise<{ n: number } | undefined> =>
  table === "order_notes"
    ? row(app.db, q`select count(*)::int as n from order_notes`)
    : row(app.db, q`select count(*)::int as n from operation_logs where endpoint = 'order_note_add'`);

test.each([
  ["a change that would succeed", 0],
  ["one that would be refused", 999_999],
])("account 1: 403 请求重复 and nothing written: %s", async (_what, other) => {
  const order = (await row<{ id: number }>(app.db, q`select min(id) as id from orders`))?.id ?? 0;
  const before = [await count("order_notes"), await count("operation_logs")];
  const headers = signedHeaders(app.clock.now(), admin.token);
  await row(app.db, q`insert into seen_requests (request_id, at) values (${headers[HEADERS.request_id]}, ${app.clock.now()})`);
  const answer = await app.send(
    "/api/order_note_add",
    headers,
    JSON.stringify({ order_id: other || order, kind: "internal", content: "又一次" }),
  );
  expect([answer.status, answer.msg]).toEqual([403, TEXTS.replayed]);
  expect([await count("order_notes"), await count("operation_logs")]).toEqual(before);
});
