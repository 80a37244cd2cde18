/** One field changed alone, over every `*_update`: it is stored and read back, or refused in words; never answered 成功 and dropped. */
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { testApp, type TestApp } from "./app.ts";
import type { Client } from "./client.ts";
import { NO_RECORD, recordsToUpdate, type Stored } from "./alone-records.ts";
import { fitted, isOptional, leavesOf, otherValues, put, valueAt, type Values } from "./alone-values.ts";

let app: TestApp;
let admin: Client;
let records: ReadonlyMap<string, Stored>;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  records = await recordsToUpdate(app, admin);
});

const updates = allEndpoints.filter((e) => e.name.endsWith("_update") && "version" in shapeOf(e.input));
/** Not fields of the record: who is meant, why, and what the caller saw. */
const HEADS: ReadonlySet<string> = new Set(["id", "version", "reason", "worker_id", "idempotency_key", "expected_count"]);
const rowOf = (values: Values, path: string, field: string): unknown => valueAt(values, path.replace(/\.[^.]+$/, `.${field}`));
const isFee = (kind: unknown): boolean => kind === "embassy_fee" || kind === "centre_fee";
/** What is worked out from another field of the record, so that what is typed does not count. */
const DERIVED: Readonly<Record<string, (now: Values, path: string) => boolean>> = {
  // A foreign fee follows from its amount and rate; only fees are foreign.
  sku_update: (now, path) =>
    /^prices\.\d+\.(currency|foreign_adult|foreign_child|rate|child)$/.test(path) ||
    (/^prices\.\d+\.adult$/.test(path) && rowOf(now, path, "currency") !== "CNY") ||
    (/^prices\.\d+\.official_fee_id$/.test(path) && !isFee(rowOf(now, path, "price_kind"))),
  // A paper of one page has one.
  elec_update: (_, path) => path === "max_pages",
  // What our own staff say names no supplier.
  appointment_update: (now, path) => now["source"] === "staff" && path === "supplier_id",
  // Only a visa centre has them.
  embassy_update: (now, path) => now["embassy_type"] !== 4 && (path === "operator" || path === "parent_ids"),
  refuse_no_worry_product_update: (now, path) => now["pricing"] === "fixed" && (path === "price_rate" || path === "price_min"),
  // The list tells its members as people.
  team_update: (_, path) => path === "member_ids",
};

/** A list of keys is a set. */
const inOrder = (v: unknown): unknown => (Array.isArray(v) && v.every((x) => typeof x !== "object") ? v.map(String).toSorted() : v);
/** Rows may stand elsewhere once what they are sorted by has changed. */
function holdsRow(after: Values, sent: Values, path: string): boolean {
  const [field = "", at = ""] = path.split(".");
  const [list, row] = [after[field], valueAt(sent, `${field}.${at}`)];
  return /^\d+$/.test(at) && Array.isArray(list) && list.some((r) => isDeepStrictEqual(r, row));
}

interface Told {
  stored: string[];
  refused: string[];
  dropped: string[];
}
type Update = (typeof updates)[number];

/** Tries other values of one field until one is taken; what the record holds afterwards is what was sent. */
async function tryField(e: Update, stored: Stored, path: string, told: Told): Promise<void> {
  const shape = shapeOf(e.input);
  const [field = ""] = path.split(".");
  const now = await stored.read();
  for (const value of await otherValues(app, e.input, path, now)) {
    const form = fitted(e.input, now);
    const changed = put(form, path, value);
    const required = Object.keys(shape).filter((name) => !isOptional(shape[name]));
    const body = Object.fromEntries([...required, "id", "version", field].filter((n) => n in changed).map((n) => [n, changed[n]]));
    const key = e.key ? { idempotency_key: crypto.randomUUID() } : {};
    const answer = await admin.raw(e.name, { ...body, ...stored.also, ...key });
    if (answer.status !== 200 || answer.ret !== 0) continue;
    const after = await stored.read();
    const found = valueAt(after, path);
    const isKept = isDeepStrictEqual(inOrder(found), inOrder(value)) || holdsRow(after, changed, path);
    (isKept ? told.stored : told.dropped).push(isKept ? path : `${path}: ${JSON.stringify(value)} → ${JSON.stringify(found)}`);
    return;
  }
  told.refused.push(path);
}

test("every update of the contract is tried, or says why not", () => {
  expect([...records.keys(), ...Object.keys(NO_RECORD)].toSorted()).toEqual(updates.map((e) => e.name).toSorted());
});

describe.each(updates.filter((e) => !(e.name in NO_RECORD)).map((e) => [e.name, e] as const))("%s", (name, e) => {
  test("keeps each field that is changed alone", async () => {
    const stored = records.get(name);
    if (!stored) throw new Error("no record");
    const now = await stored.read();
    const form = fitted(e.input, now);
    const paths = Object.entries(shapeOf(e.input)).flatMap(([field, type]) => (HEADS.has(field) ? [] : leavesOf(type, form[field], field)));
    const told: Told = { stored: [], refused: [], dropped: [] };
    for (const path of paths) if (DERIVED[name]?.(now, path) !== true) await tryField(e, stored, path, told);
    expect(told.dropped).toEqual([]);
    expect(told.stored, `refused: ${told.refused.join(", ")}`).not.toHaveLength(0);
    // What fits with nothing else is refused; most fields stand for themselves.
    expect(told.refused.length, told.refused.join(", ")).toBeLessThanOrEqual(stored.refused ?? Math.ceil(paths.length / 2));
  });
});
