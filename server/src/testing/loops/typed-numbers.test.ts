/**
 * Numbers that people typed into keywords and filters, over the contract: none of them stands in the operation log, in
 * export tasks, saved views or preferences.
 */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { shapeOf, unwrap, z } from "@visadesk/contract/kit/field.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";
import { maskNumbers } from "@visadesk/contract/kit/mask-numbers.ts";
import { writeLog } from "#kit/call/log.ts";
import { makeCtx } from "#kit/call/run.ts";
import { q, raw, row } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { OrderDesk } from "../make/order.ts";
import { sampleOf } from "../sample.ts";
import { plainPerson } from "./parts/plain.ts";
import { someOf } from "./parts/some-of.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
});
// Exports are few a day.
beforeEach(() => app.db.deleteFrom("export_tasks").execute());

const NUMBERS = ["E87654321", "139 8765 4321", "11010519491231002X", "６２２２０２９８７６５４３２１０９８７"];
const STORES = ["operation_logs", "export_tasks", "saved_views", "preferences"] as const;
const bare = (text: string): string => text.normalize("NFKC").replace(/[^0-9A-Za-z]/g, "");

/** Which stores hold more of a number than its mask shows, however it is written; of the log the rows since the last look. */
let looked = 0;
async function holding(numbers: readonly string[]): Promise<string[]> {
  const parts = numbers.map((n) => `%${bare(n).slice(1, -1)}%`);
  const found: string[] = [];
  for (const table of STORES) {
    const hit = await row<{ text: string }>(
      app.db,
      q`select t::text as text from ${raw(table)} t where ${table === "operation_logs" ? q`id > ${looked}` : raw("true")} and regexp_replace(normalize(t::text, NFKC), '[^0-9A-Za-z]', '', 'g') like any(${parts}) limit 1`,
    );
    if (hit) found.push(`${table}: ${hit.text}`);
  }
  looked = (await row<{ id: number }>(app.db, q`select coalesce(max(id), 0) as id from operation_logs`))?.id ?? 0;
  return found;
}

type Z = z.core.$ZodType;
/** Does this input take free text? */
const takesText = (type: Z): boolean => {
  const def = unwrap(type)._zod.def as { type: string; element?: Z };
  return def.type === "array" && def.element ? takesText(def.element) : def.type === "string" && NUMBERS.some((n) => fits(type, n));
};
const fits = (type: Z, n: string): boolean => z.safeParse(type, n).success || z.safeParse(type, [n]).success;
const valueFor = (type: Z, n: string): unknown => (z.safeParse(type, n).success ? n : [n]);

const textsOf = (input: Z): string[] =>
  Object.entries(shapeOf(input))
    .filter(([name, type]) => name !== "idempotency_key" && takesText(type))
    .map(([name]) => name);
const lists = allEndpoints.filter((e) => e.kind === "list");
const fields = lists
  .flatMap((e) => textsOf(e.input).map((name) => [e.name, name, e] as const))
  .map(([endpoint, name, e], turn) => [endpoint, name, e, turn] as const);

test("there are such inputs", () => {
  expect(fields.length).toBeGreaterThan(20);
});

const exported = new Set<string>();
describe.each(fields)("%s: %s", (endpoint, name, e, turn) => {
  const type = shapeOf(e.input)[name] ?? e.input;
  const typed = someOf(
    NUMBERS.filter((n) => fits(type, n)),
    1,
    turn,
  );

  test("exported, kept as a view and as a setting", async () => {
    for (const n of typed) {
      const filter = { ...(sampleOf(e.input) as object), [name]: valueFor(type, n) };
      await admin.raw(endpoint, filter);
      if (e.exports) {
        const key = crypto.randomUUID();
        const made = await admin.raw("export_add", { endpoint, filter, format: "csv", idempotency_key: key });
        expect(made.status, made.msg).toBe(200);
        if (made.ret === 0) exported.add(`${endpoint} ${name}`);
        await app.db.updateTable("export_tasks").set({ status: "cancelled" }).execute();
      }
      await admin.call("preference_update", { key: `recent:${n}`, value: { recent: [filter] } });
    }
    expect(await holding(typed)).toEqual([]);
    await app.db.deleteFrom("export_tasks").execute();
  });
});

test("exports were among them", () => {
  expect(exported.size).toBeGreaterThan(10);
});

/** Changes whose texts end in the log: what they are about, why, and under what name. */
const ENDING = new Set(["session_logout", "session_lock", "session_end"]);
const writes = allEndpoints.filter((e) => (e.kind === "write" || e.kind === "move") && !e.upload && !ENDING.has(e.name));
test.each(writes.map((e) => [e.name, e] as const))("%s: nothing typed into it stays in the log", async (endpoint, e) => {
  const sample = sampleOf(e.input) as Record<string, unknown>;
  for (const n of NUMBERS) {
    const texts = textsOf(e.input).filter((name) => fits(shapeOf(e.input)[name] ?? e.input, n));
    if (texts.length === 0) continue;
    const body = { ...sample, ...Object.fromEntries(texts.map((name) => [name, valueFor(shapeOf(e.input)[name] ?? e.input, n)])) };
    await admin.raw(endpoint, { ...body, ...(e.key && { idempotency_key: crypto.randomUUID() }) });
  }
  expect(await holding(NUMBERS)).toEqual([]);
});

test("a log row masks what was typed, keeps our own numbers and those of papers and parcels", async () => {
  const ctx = makeCtx(app.parts, app.db, { name: "test_save", request_id: crypto.randomUUID() }, null, app.clock.now());
  const change = (field: string, after: unknown) => ({ field, label: field, before: null, after });
  const entry = {
    noun_no: "13987654321",
    reason: "V260720000123 的客人护照 E87654321",
    changes: [change("note", "电话139 8765 4321"), change("waybill_no", "6222029876543210987"), change("ids", [42])],
    actor: { kind: "worker" as const, id: null, name: "11010519491231002X" },
  };
  await writeLog(app.db, ctx, { name: "test_save", kind: "write" }, [entry], "ok", 1);
  const logged = await row(
    app.db,
    q`select noun_no, reason, actor_name, jsonb_path_query_array(changes, '$[*].after') as after from operation_logs where endpoint = 'test_save'`,
  );
  expect(logged).toEqual({
    noun_no: "139****4321",
    reason: "V260720000123 的客人护照 E****4321",
    actor_name: mask("id_card", "11010519491231002X"),
    after: ["电话139****4321", "6222029876543210987", [42]],
  });
});

test("a view is kept under a masked name, without the filter by a number; an export still runs with the true ones", async () => {
  const workers = await app.db.selectFrom("workers").select(["account", "id"]).execute();
  const desk = new OrderDesk(app.database, app.clock, new Map(workers.map((w) => [w.account, w.id])));
  const { people } = await desk.order();
  const { passport_no: n } = await plainPerson(app.db, people[0] ?? 0);
  const view = await admin.call("saved_view_add", {
    route: "order-list",
    endpoint: "applicant_query",
    name: `找${n}`,
    query: { filter: { keyword: n } },
  });
  expect([view.name, view.query]).toEqual([`找${maskNumbers(n)}`, { filter: {} }]);
  const again = await admin.call("saved_view_update", {
    id: view.id,
    version: view.version,
    name: `再找${n}`,
    query: { filter: { keyword: n } },
  });
  expect(again.name).toBe(`再找${maskNumbers(n)}`);
  const task = await admin.call("export_add", {
    endpoint: "applicant_query",
    filter: { keyword: n },
    format: "xlsx",
    idempotency_key: crypto.randomUUID(),
  });
  const sealed = await row<{ filter_sealed: string | null }>(app.db, q`select filter_sealed from export_tasks where id = ${task.id}`);
  expect(sealed?.filter_sealed).toBeTruthy();
  expect(await holding([n])).toEqual([]);
  await app.runJobs();
  expect(await admin.call("export_get", { id: task.id })).toMatchObject({ status: "done", row_count: 1 });
  const ended = await row(app.db, q`select filter_sealed, filter from export_tasks where id = ${task.id}`);
  expect(ended).toEqual({ filter_sealed: null, filter: { keyword: maskNumbers(n) } });
  expect(await holding([n])).toEqual([]);
});
