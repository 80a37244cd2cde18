/**
 * Every endpoint that takes the version its caller saw, called twenty times at once with one version on PostgreSQL: at most
 * one goes through, the others hear a conflict or a sentence. For every update exactly one does; of the other acts those
 * that a demo row lets through are told apart, so that the loop cannot go blind.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { q, raw, rows } from "#kit/db/sql.ts";
import { columnsOf } from "#kit/noun/noun.ts";
import { nouns } from "../../nouns.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../app.ts";
import type { Client, RawAnswer } from "../client.ts";
import { paperList } from "../make/paper-list.ts";
import { demoWorkOrders } from "../make/work-order.ts";
import { sampleOf } from "../sample.ts";
import { demoRows, NO_RECORD, recordsToUpdate, type Stored } from "./parts/update-records.ts";
import { fitted, isOptional, leavesOf, otherValues, put, type Values } from "./parts/update-values.ts";

const AT_ONCE = 20;
let app: TestApp;
let admin: Client;
let records: ReadonlyMap<string, Stored>;
beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 40 });
  admin = await app.as("admin");
  await demoWorkOrders(app);
  records = await recordsToUpdate(app, admin);
}, 120_000);

const changing = (e: Endpoint): boolean => e.kind === "write" || e.kind === "move";
// What a browser reports holds the console's version, not a record's.
const versioned = allEndpoints.filter((e) => changing(e) && "version" in shapeOf(e.input) && e.name !== "client_report_add");
const updates = versioned.filter((e) => e.name.endsWith("_update") && !(e.name in NO_RECORD));
const acts = versioned.filter((e) => !e.name.endsWith("_update"));

/** What the last ones heard, for a test that fails. */
let heard = "";
const isDone = (a: RawAnswer): boolean => a.status === 200 && a.ret === 0;
/** Twenty at once; how many went through. Whoever did not is told why. */
async function crowd(e: Endpoint, body: Values): Promise<number> {
  const call = (): Promise<RawAnswer> => admin.raw(e.name, { ...body, ...(e.key && { idempotency_key: crypto.randomUUID() }) });
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, call));
  for (const a of answers.filter((x) => !isDone(x)))
    expect([a.status < 500 && a.msg !== "", e.name, a.status, a.msg]).toEqual([true, e.name, a.status, a.msg]);
  heard = answers.find((x) => !isDone(x))?.msg ?? "";
  const done = answers.filter(isDone).length;
  expect(done, `${e.name} went through ${done} times`).toBeLessThanOrEqual(1);
  return done;
}

/** Its record with one field changed to a value that is taken, sent by all at once. */
async function crowdOfUpdate(e: Endpoint, stored: Stored): Promise<boolean> {
  const now = await stored.read();
  const form = fitted(e.input, now);
  const shape = shapeOf(e.input);
  const heads = ["id", "version", "reason", "worker_id"].filter((f) => f in shape);
  const needed = Object.keys(shape).filter((f) => !isOptional(shape[f] ?? e.input) && f !== "idempotency_key");
  const paths = Object.keys(shape).filter((f) => !heads.includes(f) && f in now && f !== "idempotency_key");
  for (const path of paths.flatMap((f) => leavesOf(shape[f] ?? e.input, form[f], f)).slice(0, 12))
    for (const value of await otherValues(app, e.input, path, now, 2)) {
      const sent = put(form, path, value);
      const names = new Set([...heads, ...needed, path.split(".")[0] ?? ""]);
      const fallback = (f: string): unknown => (f === "reason" || needed.includes(f) ? sampleOf(shape[f] ?? e.input) : undefined);
      const body = Object.fromEntries([...names].map((f) => [f, sent[f] ?? (f === path ? value : fallback(f))]));
      if ((await crowd(e, body)) === 1) return true;
    }
  return false;
}

/** Rows that may still be changed, where the first of the list may not. */
async function open(name: string): Promise<Stored[]> {
  const read = async (endpoint: string, input: Values): Promise<Values> => (await admin.raw(endpoint, input)).body as Values;
  if (name === "applicant_update") {
    // Those of the demo's oldest orders have gone to their missions.
    const { id } = await (await paperList(app)).desk.order({ people: 1 });
    const people = await rows<{ id: number }>(app.db, q`select id from applicants where order_id = ${id}`);
    return people.map((p) => ({ read: () => read("applicant_get", p) }));
  }
  if (name !== "order_wish_update") return [];
  const found = await rows<{ id: number }>(
    app.db,
    q`select o.id from orders o join sku_snapshots s on s.id = o.snapshot_id
      where o.visit_wish is not null and (s.body -> 'need_visit')::text = 'true' order by o.id limit 2`,
  );
  return found.map((o) => ({ read: () => read("order_get", o) }));
}

describe("twenty saves at once with one version: one is stored", () => {
  test.each(updates.map((e) => [e.name, e] as const))("%s", async (name, e) => {
    const whole = records.get(name);
    for (const stored of [...(await open(name)), ...(whole ? [whole] : [])]) if (await crowdOfUpdate(e, stored)) return;
    for (const stored of await demoRows(admin, name)) if (await crowdOfUpdate(e, stored)) return;
    expect.fail(`${name} was never stored: ${heard}`);
  });
});

/** The rows an act names, those of a state it starts from first. */
async function rowsFor(e: Endpoint): Promise<{ id: number | string; version: number }[]> {
  const noun = nouns.filter((n) => e.name.startsWith(`${n.name}_`)).toSorted((a, b) => b.name.length - a.name.length)[0];
  // A push names the product's version it was made for; its own rows have none.
  if (!noun || !columnsOf(noun.table).includes("version")) return [];
  const from = e.flow && e.move ? (e.flow.moves[e.move]?.from ?? []) : [];
  const first = noun.state && from.length > 0 ? q`${raw(noun.state)} = any(${from})` : q`true`;
  return rows(
    app.db,
    q`select ${raw(noun.key)} as id, version from ${raw(noun.table)} where ${first} order by ${raw(noun.key)} desc limit 2`,
  );
}

const through: string[] = [];
describe("twenty acts at once with one version: at most one goes through", () => {
  test.each(acts.map((e) => [e.name, e] as const))("%s", async (name, e) => {
    const sample = sampleOf(e.input) as Values;
    for (const seen of await rowsFor(e)) {
      if ((await crowd(e, { ...sample, ...seen })) === 0) continue;
      through.push(name);
      return;
    }
  });

  test("many of them do go through", () => {
    expect(through.length, through.join(" ")).toBeGreaterThan(18);
  });
});
