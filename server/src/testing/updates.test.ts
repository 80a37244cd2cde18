/**
 * What a form does to a stored record, over every update of the contract: a field sent alone is stored and read back, or
 * refused with a sentence; what was left out stays as it was; a stale version is told what is stored now.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { allApi, allEndpoints } from "@visadesk/contract/index.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { metaOf, shapeOf, unwrap, z } from "@visadesk/contract/kit/field.ts";
import { seedDemoOrders } from "../order/index.ts";
import { testApp, type TestApp } from "./app.ts";
import type { Client } from "./client.ts";
import { sampleOf } from "./sample.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 12 });
  admin = await app.as("admin");
}, 120_000);

type Row = Record<string, unknown>;
type Type = z.core.$ZodType;
const api = allApi as Readonly<Record<string, Endpoint>>;

/** Updates whose record is read by another name than its own. */
const READERS: Readonly<Record<string, string>> = { order_wish: "order_get", applicant_settle_price: "applicant_get", sku: "sku_edit_get" };
/** Not a demo row each: kept by tests of their own. */
const ELSEWHERE = new Set(["saved_view", "sys_config", "oss_account", "special_price_activity", "appointment", "region_owner"]);
/** Fields that mean something only beside another one: what was sent may take the other along, or be taken back by it. */
const TOGETHER: readonly (readonly string[])[] = [
  ["category", "sub_type"],
  ["household_province", "household_city"],
  ["page_type", "max_pages"],
  ["pricing", "price_rate", "price_min", "price"],
  ["embassy_type", "operator", "parent_ids"],
];

const nounOf = (e: Endpoint): string => e.name.replace(/_update$/, "");
const updates = allEndpoints.filter((e) => e.name.endsWith("_update") && "version" in shapeOf(e.input) && !ELSEWHERE.has(nounOf(e)));
const isOptional = (type: Type): boolean => type._zod.def.type === "optional";
const OWN = new Set(["id", "version", "idempotency_key", "worker_id"]);

async function listed(noun: string, page: number): Promise<Row[]> {
  const list = api[`${noun}_query`] ?? api[`${noun.split("_")[0] ?? ""}_query`];
  if (!list) throw new Error(`${noun} has no list`);
  const answer = await admin.raw(list.name, list.kind === "list" ? { page_size: 100, page } : {});
  return (answer.body as { list?: Row[] }).list ?? [];
}
const rowsOf = async (noun: string): Promise<Row[]> => (await listed(noun, 1)).slice(0, 2);

async function readInList(noun: string, id: unknown): Promise<Row> {
  for (let page = 1; page < 5; page++) {
    const found = (await listed(noun, page)).find((r) => r["id"] === id);
    if (found) return found;
  }
  throw new Error(`${noun} ${String(id)} is not in its list`);
}

/** The record as its form reads it. */
async function read(noun: string, row: Row): Promise<Row> {
  const get = api[READERS[noun] ?? `${noun}_get`];
  const keys = get ? Object.keys(shapeOf(get.input)) : [];
  if (!get || keys.length === 0) return readInList(noun, row["id"]);
  const answer = await admin.raw(get.name, Object.fromEntries(keys.map((k) => [k, row[k]])));
  if (answer.ret !== 0) throw new Error(`${get.name}: ${answer.msg}`);
  const body = answer.body as Row;
  return get.name === "expert_get" ? (body["expert"] as Row) : body;
}

/** Another value that the type takes, near to the one that is stored. */
function otherThan(type: Type, now: unknown): unknown {
  const options = Object.keys(metaOf(type)?.options ?? {});
  const near: unknown[] =
    typeof now === "boolean"
      ? [!now]
      : typeof now === "number"
        ? [now + 1, now - 1, ...options.map(Number)]
        : typeof now === "string"
          ? [...options, `${now}补`, now.slice(0, -1)]
          : Array.isArray(now)
            ? [now.slice(0, -1), now.slice(1)]
            : [];
  return [...near, sampleOf(unwrap(type)), null].find(
    (v) => v !== undefined && JSON.stringify(v) !== JSON.stringify(now) && z.safeParse(type, v).success,
  );
}

/** Lists of codes are kept in an order of their own. */
const inOrder = (v: unknown): unknown => (Array.isArray(v) && v.every((x) => typeof x !== "object") ? v.map(String).sort() : (v ?? null));
const same = (a: unknown, b: unknown): boolean => JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));
const isTakenAlong = (sent: string, other: string): boolean => TOGETHER.some((group) => group.includes(sent) && group.includes(other));

/** Id, version and what the update asks for each time, as the record holds it. */
function carried(e: Endpoint, row: Row): Row {
  const names = Object.entries(shapeOf(e.input)).filter(([name, type]) => OWN.has(name) || !isOptional(type));
  const body = Object.fromEntries(
    names.map(([name, type]) => [name, row[name] ?? (z.safeParse(type, null).success ? null : sampleOf(type))]),
  );
  return e.key ? { ...body, idempotency_key: crypto.randomUUID() } : body;
}

test("most updates are looked at", () => {
  expect(updates.length).toBeGreaterThan(15);
});

describe.each(updates.map((e) => [e.name, e] as const))("%s", (name, e) => {
  const noun = nounOf(e);

  test("a field sent alone is stored or refused, and nothing else moves", async () => {
    const faults: string[] = [];
    for (const row of await rowsOf(noun))
      for (const [field, type] of Object.entries(shapeOf(e.input))) {
        const before = await read(noun, row);
        if (OWN.has(field) || !isOptional(type) || !(field in before)) continue;
        const value = otherThan(type, before[field]);
        if (value === undefined) continue;
        const answer = await admin.raw(name, { ...carried(e, before), [field]: value });
        const after = await read(noun, row);
        if (answer.ret !== 0 && !answer.msg) faults.push(`${field}: refused without a sentence`);
        const isStored =
          metaOf(type)?.personal !== undefined ||
          metaOf(type)?.kind === "rich_text" ||
          same(after[field], value) ||
          TOGETHER.some((g) => g.includes(field));
        if (answer.ret === 0 && !isStored)
          faults.push(`${field}: sent ${JSON.stringify(value)}, answered as done, stored ${JSON.stringify(after[field])}`);
        for (const other of Object.keys(shapeOf(e.input)))
          if (other !== field && !OWN.has(other) && !isTakenAlong(field, other) && !same(before[other], after[other]))
            faults.push(`${field} moved ${other}: ${JSON.stringify(before[other])} → ${JSON.stringify(after[other])}`);
      }
    expect(faults).toEqual([]);
  });

  test("a stale version is told what is stored now, field by field, masked", async () => {
    const [row] = await rowsOf(noun);
    const now = await read(noun, row ?? {});
    const answer = await admin.raw(name, { ...carried(e, now), version: Number(now["version"]) + 50 });
    expect(answer.status, answer.msg).toBe(409);
    const { current } = (answer.body ?? {}) as { current?: Row };
    const held = Object.keys(shapeOf(e.input)).filter((field) => field in now && field !== "idempotency_key");
    expect(Object.fromEntries(held.map((f) => [f, current?.[f] ?? null]))).toEqual(
      Object.fromEntries(held.map((f) => [f, now[f] ?? null])),
    );
  });
});
