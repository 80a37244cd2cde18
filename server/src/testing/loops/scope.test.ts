/** A worker with every code and a data scope of his own: records of others are to him as if they were not there. */
import { CashDesk } from "../make/cash.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { shapeOf, unwrap } from "@visadesk/contract/kit/field.ts";
import { isRecordNoun } from "@visadesk/contract/record-nouns.ts";
import { allCodes } from "@visadesk/contract/permissions.ts";
import { q, raw, row, rows } from "#kit/db/sql.ts";
import { columnsOf } from "#kit/noun/noun.ts";
import { nouns } from "../../nouns.ts";
import { opened } from "../../opened.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { hangPayment } from "../make/embassy.ts";
import { hangPolicy } from "../make/policy.ts";
import { hangExpire, hangRefund } from "../make/refund.ts";
import { workOrderDeskOf } from "../make/work-order.ts";
import { sampleOf } from "../sample.ts";

let app: TestApp;
let outsider: Client;
let admin: Client;
let untouched: string[];
/** Nouns of an order: its table, or one with its number, which has its owners. */
const owned = nouns.filter((n) => n.table === "orders" || columnsOf(n.table).includes("order_id"));
const TABLES = [
  ...new Set([...owned.flatMap((n) => [n.table, ...n.parts]), "submission_batches", "submissions", "custodies", "order_logs"]),
];
/** The field that names a record, by the noun of the endpoint where it is called `id`; a visit is named by its person. */
const NOUNS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(owned.map((n) => [n.name, n.table])),
  submission_batch: "submission_batches",
  applicant_form: "applicant_materials",
  visit: "applicants",
  custody: "applicant_materials",
};
/** The same in fields: `applicant_id`, `applicant_ids`, and materials by their short name. */
const FIELDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(owned.flatMap((n) => [`${n.name}_id`, `${n.name}_ids`].map((f) => [f, n.table]))),
  material_id: "applicant_materials",
  material_ids: "applicant_materials",
  ids: "applicants",
};
const MISSING = 987_654_321;

beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 40 });
  await rows(
    app.db,
    q`insert into order_diffs (diff_no, order_id, fee_kind, amount, reason, payer, is_blocking, created_at) select 'BC202611200001', min(id), 'other', 100, '补收快递费', 'customer', false, ${app.clock.now()} from orders`,
  );
  await hangExpire(app.db, app.clock.now());
  await hangRefund(app.db, app.clock.now());
  await hangPayment(app.db, app.clock.now());
  await hangPolicy(app.db, app.clock.now());
  const desk = await workOrderDeskOf(app);
  await desk.add((await desk.config()).id, (await desk.peer()).id);
  await (await CashDesk.of(app)).passed(10_000);
  await rows(
    app.db,
    q`insert into roles (name, note, module_group, data_scope, created_at, updated_at) values ('全能', '', ${[...allCodes]}, 'own', ${app.clock.now()}, ${app.clock.now()})`,
  );
  await rows(
    app.db,
    q`insert into workers (account, nickname, passwd, passwd_at, role_id, created_at, updated_at)
      select 'outsider', '外人', w.passwd, w.passwd_at, r.id, w.created_at, w.updated_at from workers w, roles r where w.account = 'admin' and r.name = '全能'`,
  );
  await rows(
    app.db,
    q`insert into settlements (settle_no, kind, supplier_id, order_id, cycle_start, cycle_end, due_on, created_at, updated_at)
      select 'JS261120000001', 'supplier', min(s.id), (select min(id) from orders), '2026-10-01', '2026-10-31', '2026-11-30', ${app.clock.now()}, ${app.clock.now()} from suppliers s`,
  );
  outsider = await app.as("outsider");
  untouched = await fingerprint();
});

/** The longest fitting name; one of a noun that hangs on no order is none of these. */
const nounOf = (endpoint: string): string | undefined => {
  const [name = ""] = [...nouns.map((n) => n.name), ...Object.keys(NOUNS)]
    .filter((n) => endpoint.startsWith(`${n}_`))
    .sort((a, b) => b.length - a.length);
  return name in NOUNS ? name : undefined;
};
const tableOf = (endpoint: string, field: string): string | undefined => (field === "id" ? NOUNS[nounOf(endpoint) ?? ""] : FIELDS[field]);
/** Fields of an endpoint that name records with an owner. A worker's or a mission's id names none. */
const naming = (e: (typeof allEndpoints)[number]): string[] =>
  Object.keys(shapeOf(e.input)).filter((f) => nounOf(e.name) !== undefined && tableOf(e.name, f) !== undefined);
const about = allEndpoints.filter((e) => naming(e).length > 0 && e.kind !== "list");

const fingerprint = async (): Promise<string[]> =>
  Promise.all(
    TABLES.map(
      async (t) =>
        (await row<{ h: string }>(app.db, q`select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as h from ${raw(t)} t`))
          ?.h ?? "",
    ),
  );

/** A well-formed body that names existing or missing records. */
async function bodyFor(e: (typeof allEndpoints)[number], exists: boolean): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {
    ...(sampleOf(e.input) as Record<string, unknown>),
    ...(e.key && { idempotency_key: crypto.randomUUID() }),
  };
  for (const field of naming(e)) {
    const table = tableOf(e.name, field) ?? "";
    const versioned = "version" in shapeOf(e.input) && field === "id";
    const found = await row<{ id: number; version: number }>(
      app.db,
      q`select id, ${raw(versioned ? "version" : "1")} as version from ${raw(table)} order by id limit 1`,
    );
    if (!found) throw new Error(`no row in ${table}`);
    const id = exists ? found.id : MISSING;
    body[field] = unwrap(shapeOf(e.input)[field] ?? e.input)._zod.def.type === "array" ? [id] : id;
    if (versioned) body["version"] = found.version;
  }
  return body;
}
const plain = (text: string): string => text.replaceAll(/\d{4,}/g, "#").replaceAll(/"id":\d+/g, '"id":#');

test("there are endpoints about owned records, and the administrator sees them", async () => {
  expect(about.length).toBeGreaterThan(45);
  expect(outsider.id).not.toBe(admin.id);
  for (const e of about.filter((x) => ["order_get", "submission_batch_get", "order_diff_query"].includes(x.name)))
    expect((await admin.raw(e.name, await bodyFor(e, true))).ret, e.name).toBe(0);
});

describe("order 16: a record out of scope answers as a missing one, and nothing changes", () => {
  test.each(about.map((e) => [e.name, e] as const))("%s", async (name, e) => {
    const hidden = await outsider.raw(name, await bodyFor(e, true));
    const missing = await outsider.raw(name, await bodyFor(e, false));
    expect([hidden.status, hidden.ret, hidden.msg, plain(JSON.stringify(hidden.body))]).toEqual([
      missing.status,
      missing.ret,
      missing.msg,
      plain(JSON.stringify(missing.body)),
    ]);
    expect(await fingerprint()).toEqual(untouched);
  });
});

test("order 16: lists, counters and figures of a worker without orders are empty", async () => {
  expect((await outsider.call("order_query", {})).total).toBe(0);
  expect((await outsider.call("applicant_query", {})).total).toBe(0);
  expect((await outsider.call("order_total_get", {})).figures).toMatchObject({ orders: 0, amount_paid: 0 });
  expect((await outsider.call("order_stat_query", {}))["task_count"]).toBe(0);
  const word = (await admin.call("order_query", { page_size: 1 })).list[0]?.order_no.slice(0, 5) ?? "";
  const found = async (by: Client): Promise<number | undefined> =>
    (await by.call("search_query", { q: word })).groups.find((g) => g.key === "order")?.total;
  expect(await found(admin)).toBeGreaterThan(0);
  expect((await found(outsider)) ?? 0).toBe(0);
});

/** Tables whose rows are seen by some only; what refers to one of them is seen by the same. */
const SCOPED = ["orders", "applicants", "suppliers", "supplier_parcels", "peers"];
/** Base data and products that name one: everybody's who holds the code. */
const SHARED: ReadonlySet<string> = new Set(["insurance_product", "refuse_no_worry_product", "appointment"]);
test("the log of whatever hangs on an order, a supplier or a peer is asked for its scope", async () => {
  const referring = await rows<{ name: string }>(
    app.db,
    q`select distinct c.conrelid::regclass::text as name from pg_constraint c where c.contype = 'f' and c.confrelid::regclass::text = any(${SCOPED}::text[])`,
  );
  const tables = new Set([...SCOPED, ...referring.map((r) => r.name)]);
  const unasked = nouns.filter((n) => isRecordNoun(n.name) && tables.has(n.table) && !SHARED.has(n.name) && !opened[n.name].where);
  expect(unasked.map((n) => `${n.name}: say in its area's opened who sees it`)).toEqual([]);
});
