import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { nouns } from "../../nouns.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { sampleOf } from "../sample.ts";
import { refusalOf } from "./parts/judged.ts";

let app: TestApp;
let admin: Client;
const columns = new Map<string, readonly string[]>();
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 20 });
  const all = await rows<{ table: string; name: string }>(
    app.db,
    q`select table_name as "table", column_name as name from information_schema.columns where table_schema = 'public' order by 1, 2`,
  );
  for (const [table, of] of Map.groupBy(all, (c) => c.table))
    columns.set(
      table,
      of.map((c) => c.name),
    );
});

/** Beginnings of endpoints that change rows of no noun of their name. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  order_pay: ["orders", "order_payments"],
  applicant_form: ["applicant_materials"],
  product_recommend_item: ["product_recommend_items"],
  erasure: ["erasure_runs"],
  oss_account: ["workers"],
  "open/oss_login": ["workers", "sessions"],
  session: ["sessions"],
  totp: ["workers"],
  preference: ["preferences"],
  draft: ["drafts"],
  presence: ["presences"],
  client_report: ["operation_logs"],
  message: ["outbound_messages"],
  task: ["task_marks"],
  export: ["export_tasks"],
  refuse_claim: ["applicants", "refuse_claims"],
  settle_allocation: ["settle_allocations", "settlements"],
  ...Object.fromEntries(
    ["insurance_product", "refuse_no_worry_product"].map((n) => [`${n}_adjust`, ["price_adjustments", "price_adjustment_cells"]]),
  ),
};
const TABLES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(nouns.map((n) => [n.name, [n.table, ...n.parts]])),
  ...OTHERS,
};
/** The longest fitting name wins. */
const tablesOf = (endpoint: string): readonly string[] => {
  const noun = Object.keys(TABLES)
    .filter((n) => endpoint.startsWith(n))
    .sort((a, b) => b.length - a.length)[0];
  return TABLES[noun ?? ""] ?? [];
};
const fingerprint = async (table: string): Promise<string> =>
  (await row<{ h: string }>(app.db, q`select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as h from ${raw(table)} t`))?.h ??
  "";

const changing = allEndpoints.filter((e) => (e.kind === "write" || e.kind === "move") && !e.upload);

test("every changing endpoint says which table it changes", () => {
  expect(changing.filter((e) => tablesOf(e.name).length === 0).map((e) => e.name)).toEqual([]);
  for (const e of changing) for (const table of tablesOf(e.name)) expect(columns.has(table), table).toBe(true);
});

let turn = 0;

describe("mass assignment: columns of its table that an endpoint does not take are refused, and nothing changes", () => {
  test.each(changing.map((e) => [e.name, e] as const))("%s", async (name, e) => {
    const tables = tablesOf(name);
    const extra = [...new Set(tables.flatMap((t) => columns.get(t) ?? []))].filter((c) => !(c in shapeOf(e.input)));
    expect(extra.length).toBeGreaterThan(0);
    const before = await Promise.all(tables.map(fingerprint));
    const sample = sampleOf(e.input) as Record<string, unknown>;
    const id = (
      await row<{ id: string }>(
        app.db,
        q`select min(id)::text as id from ${raw(columns.get(tables[0] ?? "")?.includes("id") ? (tables[0] ?? "orders") : "orders")}`,
      )
    )?.id;
    const client = e.may === "open" ? app.anonymous : admin;
    const body = {
      ...sample,
      ...("id" in shapeOf(e.input) && /^\d+$/.test(id ?? "") && { id: Number(id) }),
      ...(e.key && { idempotency_key: crypto.randomUUID() }),
    };
    for (const column of extra)
      expect(JSON.stringify(refusalOf(e, { ...body, [column]: 1 })?.body), column).toContain(`不支持的字段：${column}`);
    // And so does a call, which asks the same judge before anything else: one column at each endpoint, other ones at others.
    const column = extra[turn++ % extra.length] ?? "";
    const answer = await client.raw(name, { ...body, [column]: 1 });
    expect([answer.status, JSON.stringify(answer.body)], column).toEqual([
      400,
      expect.stringContaining(`不支持的字段：${column}`) as unknown,
    ]);
    expect(await Promise.all(tables.map(fingerprint))).toEqual(before);
  });
});
