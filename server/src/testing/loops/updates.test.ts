/**
 * What a form does to a stored record, over every update of the contract: a field sent alone is stored and read back, or
 * refused with a sentence; what was left out stays as it was; a stale version is told what is stored now.
 */
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { metaOf, shapeOf, z } from "@visadesk/contract/kit/field.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../app.ts";
import type { Client, RawAnswer } from "../client.ts";
import { sampleOf } from "../sample.ts";
import { demoRows, NO_RECORD, recordsToUpdate, type Stored } from "./parts/update-records.ts";
import { fitted, isOptional, leavesOf, otherValues, put, typeAt, valueAt, type Values } from "./parts/update-values.ts";

let app: TestApp;
let admin: Client;
let records: ReadonlyMap<string, Stored>;
beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 12 });
  admin = await app.as("admin");
  records = await recordsToUpdate(app, admin);
}, 120_000);

const updates = allEndpoints.filter((e) => e.name.endsWith("_update") && "version" in shapeOf(e.input));
type Update = (typeof updates)[number];
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
  // The list tells its members as people.
  team_update: (_, path) => path === "member_ids",
};
/** Fields that mean something only beside another one: what was sent may take the other along. */
const TOGETHER: readonly (readonly string[])[] = [
  ["category", "sub_type"],
  ["household_province", "household_city"],
  ["page_type", "max_pages"],
  ["source", "source_id", "inviter_code"],
  ["pricing", "price_rate", "price_min", "price"],
  ["embassy_type", "operator", "parent_ids", "domicile_limit", "district_area"],
];
const isTakenAlong = (sent: string, other: string): boolean => TOGETHER.some((group) => group.includes(sent) && group.includes(other));

/** A list of keys is a set. */
const inOrder = (v: unknown): unknown =>
  Array.isArray(v) && v.every((x) => typeof x !== "object") ? v.map(String).toSorted() : (v ?? null);
const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(inOrder(a), inOrder(b));
/** Rows may stand elsewhere once what they are sorted by has changed. */
function holdsRow(after: Values, sent: Values, path: string): boolean {
  const [field = "", at = ""] = path.split(".");
  const [list, row] = [after[field], valueAt(sent, `${field}.${at}`)];
  return /^\d+$/.test(at) && Array.isArray(list) && list.some((r) => isDeepStrictEqual(r, row));
}
function isKept(e: Update, path: string, sent: Values, after: Values): boolean {
  const [value, found] = [valueAt(sent, path), valueAt(after, path)];
  const personal = metaOf(typeAt(e.input, path))?.personal;
  return same(found, value) || holdsRow(after, sent, path) || (personal !== undefined && found === mask(personal, String(value)));
}

/** What names the record, where that is no id. */
const KEYS: Readonly<Record<string, string>> = { peer_level_update: "code" };
/** Id, version and what the update asks for each time, as the record holds it, with these fields. */
function bodyOf(e: Update, form: Values, fields: readonly string[]): Values {
  const asked = Object.entries(shapeOf(e.input)).filter(([name, type]) => HEADS.has(name) || !isOptional(type));
  const carried = asked.map(([name, type]) => [name, form[name] ?? (z.safeParse(type, null).success ? null : sampleOf(type))]);
  const key = e.key ? { idempotency_key: crypto.randomUUID() } : {};
  const body: Values = { ...Object.fromEntries(carried), ...Object.fromEntries(fields.map((f) => [f, form[f]])), ...key };
  return Object.fromEntries(Object.entries(body).filter(([, v]) => v !== undefined));
}

class Told {
  readonly stored: string[] = [];
  readonly refused: string[] = [];
  readonly faults: string[] = [];

  refusal(path: string, answer: RawAnswer): void {
    if (!answer.msg) this.faults.push(`${path}: refused without a sentence`);
  }
  done(e: Update, path: string, sent: Values, [before, after]: readonly [Values, Values]): void {
    const [field = ""] = path.split(".");
    if (isKept(e, path, sent, after)) this.stored.push(path);
    else this.faults.push(`${path}: ${JSON.stringify(valueAt(sent, path))} answered as done → ${JSON.stringify(valueAt(after, path))}`);
    for (const other of Object.keys(shapeOf(e.input)))
      if (other !== field && !HEADS.has(other) && !isTakenAlong(field, other) && !same(before[other], after[other]))
        this.faults.push(`${path} moved ${other}: ${JSON.stringify(before[other])} → ${JSON.stringify(after[other])}`);
  }
}

/** Tries other values of one field until one is taken; what the record holds afterwards is what was sent, and nothing else moved. */
async function tryField(e: Update, stored: Stored, path: string, told: Told): Promise<void> {
  const before = await stored.read();
  const form = fitted(e.input, before);
  for (const value of await otherValues(app, e.input, path, before, stored.isListed ? 4 : 70)) {
    const sent = put(form, path, value);
    const answer = await admin.raw(e.name, bodyOf(e, sent, path.split(".").slice(0, 1)));
    if (answer.status === 200 && answer.ret === 0) return told.done(e, path, sent, [before, await stored.read()]);
    told.refusal(path, answer);
  }
  told.refused.push(path);
}

async function tryRecord(e: Update, stored: Stored): Promise<{ told: Told; paths: string[] }> {
  const now = await stored.read();
  const form = fitted(e.input, now);
  const fields = Object.entries(shapeOf(e.input)).filter(([field]) => !HEADS.has(field) && KEYS[e.name] !== field && field in now);
  const paths = fields.flatMap(([field, type]) => (stored.isListed ? [field] : leavesOf(type, form[field], field)));
  const told = new Told();
  for (const path of paths) if (DERIVED[e.name]?.(now, path) !== true) await tryField(e, stored, path, told);
  return { told, paths };
}

test("every update of the contract is tried, or says why not", async () => {
  const tried = updates.filter((e) => !(e.name in NO_RECORD)).map((e) => e.name);
  expect(Object.keys(NO_RECORD).filter((name) => !updates.some((e) => e.name === name))).toEqual([]);
  expect([...records.keys()].filter((name) => !tried.includes(name))).toEqual([]);
});

describe.each(updates.filter((e) => !(e.name in NO_RECORD)).map((e) => [e.name, e] as const))("%s", (name, e) => {
  test("a field sent alone is stored or refused in words, and nothing else moves", async () => {
    const whole = records.get(name);
    const all = [...(whole ? [whole] : []), ...(await demoRows(admin, name))];
    expect(all).not.toHaveLength(0);
    for (const stored of all) {
      const { told, paths } = await tryRecord(e, stored);
      expect(told.faults).toEqual([]);
      if (stored.isListed) continue;
      expect(told.stored, `refused: ${told.refused.join(", ")}`).not.toHaveLength(0);
      // What fits with nothing else is refused; most fields stand for themselves.
      expect(told.refused.length, told.refused.join(", ")).toBeLessThanOrEqual(stored.refused ?? Math.ceil(paths.length / 2));
    }
  });

  test("a stale version is told what is stored now, field by field, masked", async () => {
    const stored = (await demoRows(admin, name))[0] ?? records.get(name);
    const now = (await stored?.read()) ?? {};
    const answer = await admin.raw(name, { ...bodyOf(e, fitted(e.input, now), []), version: Number(now["version"]) + 50 });
    expect(answer.status, answer.msg).toBe(409);
    const { current } = (answer.body ?? {}) as { current?: Values };
    const held = Object.keys(shapeOf(e.input)).filter((field) => field in now && field !== "idempotency_key");
    const shown = (of: Values | undefined): Values => Object.fromEntries(held.map((f) => [f, of?.[f] ?? null]));
    expect(shown(current)).toEqual(shown(now));
  });
});
