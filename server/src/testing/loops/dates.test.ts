/**
 * Hostile dates in every date, time and range of every endpoint: what the contract does not take is refused with the
 * field named, what it just takes never breaks a query. A date field added later is in it without a line.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { metaOf, shapeOf, unwrap, type z } from "@visadesk/contract/kit/field.ts";
import { q, rows } from "#kit/db/sql.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../app.ts";
import type { RawAnswer } from "../client.ts";
import { sampleOf } from "../sample.ts";
import { refusalOf } from "./parts/judged.ts";
import { someOf } from "./parts/some-of.ts";

type Z = z.core.$ZodType;
type Kind = "date" | "time" | "range";
interface DateField {
  readonly kind: Kind;
  /** Keys from the input down; 0 is the one element of an array. */
  readonly path: readonly (string | 0)[];
}

const isRange = (type: Z): boolean => {
  const { from, to, ...rest } = shapeOf(type);
  return [from, to].every((t) => t && unwrap(t)._zod.def.type === "string" && !metaOf(t)) && Object.keys(rest).length === 0;
};

function* datesOf(type: Z, path: DateField["path"] = []): Generator<DateField> {
  const kind = metaOf(type)?.kind;
  if (kind === "date" || kind === "time") return yield { kind, path };
  if (isRange(type)) {
    yield { kind: "range", path: [...path, "from"] };
    return yield { kind: "range", path: [...path, "to"] };
  }
  const def = unwrap(type)._zod.def as { type: string; element?: Z; options?: Z[] };
  if (def.element) yield* datesOf(def.element, [...path, 0]);
  for (const option of def.options ?? []) yield* datesOf(option, path);
  for (const [key, field] of Object.entries(shapeOf(type))) yield* datesOf(field, [...path, key]);
}

/** A valid body with `value` at the path. */
function bodyWith(type: Z, path: DateField["path"], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inner = unwrap(type);
  const def = inner._zod.def as { element?: Z; options?: Z[] };
  if (key === 0) return [bodyWith(def.element as Z, rest, value)];
  const holder = def.options?.find((o) => Object.hasOwn(shapeOf(o), key)) ?? inner;
  return { ...(sampleOf(holder) as object), [key]: bodyWith(shapeOf(holder)[key] as Z, rest, value) };
}

const WORDS = ["-4713-01-01", "+010000-01-01", "0000-01-01", "0001-01-01", "1899-12-31", "3000-01-01", "9999-12-31", "275760-09-13"];
const NEVER = [
  "2026-02-30",
  "2026-13-01",
  "infinity",
  "-infinity",
  "epoch",
  "now",
  "today",
  "allballs",
  "2026-11-20 BC",
  "24:00",
  "NaN",
  "١٩٩٩-٠١-٠١",
];
const TIMES = [
  "0001-01-01T00:00:00+14:00",
  "9999-12-31T23:59:59-12:00",
  "-004713-01-01T00:00:00Z",
  "+275760-09-13T00:00:00.001Z",
  "2026-11-20T00:00:00+23:59",
  "2026-11-20T00:00:00-15:59",
  "2026-02-30T00:00:00Z",
  "2026-11-20T25:00:00Z",
  `2026-11-20T00:00:00.${"1".repeat(300)}Z`,
];
const HOSTILE = [...WORDS, ...NEVER, ...TIMES];
const DAYS = ["1900-01-01", "2999-12-31"];
const INSTANTS = [
  "1900-01-01T00:00:00+08:00",
  "2999-12-31T23:59:59.999999999+08:00",
  "2026-11-20T00:00:00+14:00",
  "2026-11-20T00:00:00-14:59",
];
const EDGES: Readonly<Record<Kind, readonly string[]>> = { date: DAYS, time: INSTANTS, range: [...DAYS, ...INSTANTS] };

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 30 });
}, 120_000);

const call = async (name: string, body: unknown): Promise<RawAnswer> => (await app.as("admin")).raw(name, body);
const said = (a: RawAnswer): string => `${a.status} ${a.ret} ${a.msg}`;

interface Refused {
  status: number;
  msg: string;
  paths: string[];
}
const refusedBy = ({ status, msg, body }: { status: number; msg: string | null; body: unknown }): Refused => {
  const { issues = [] } = (body ?? {}) as { issues?: { path: string }[] };
  return { status, msg: msg ?? "", paths: issues.map((i) => i.path) };
};

/** What the input stage says; null: it takes the body. */
const judgedBy = (e: Endpoint, body: unknown): Refused | null => {
  const fault = refusalOf(e, body);
  return fault && refusedBy(fault);
};

const dated = allEndpoints
  .filter((e) => e.may !== "open")
  .flatMap((e) => [...datesOf(e.input)].map((f) => [`${e.name} ${f.path.join(".")}`, e, f] as const));

test("the walk finds dates, times and ranges, at any depth", () => {
  const count = (kind: Kind): number => dated.filter(([, , f]) => f.kind === kind).length;
  expect([count("date") > 20, count("time") > 5, count("range") > 25]).toEqual([true, true, true]);
  const names = dated.map(([name]) => name);
  for (const name of ["worker_query last_login_at.from", "order_add applicants.0.birth_date"]) expect(names).toContain(name);
});

let turn = 0;
describe.each(dated)("%s", (_name, e, field) => {
  const bodyOf = (value: string): Record<string, unknown> => ({
    ...(bodyWith(e.input, field.path, value) as object),
    ...(e.key && { idempotency_key: crypto.randomUUID() }),
  });

  test("what is no date here is refused, with the field named", async () => {
    for (const value of HOSTILE) {
      const refused = judgedBy(e, bodyOf(value));
      expect([refused?.status, refused?.paths.includes(field.path.join("."))], `${value} → ${refused?.paths.join()}`).toEqual([400, true]);
      expect(refused?.msg).toMatch(/\p{Script=Han}/u);
    }
    // And so does a call, which asks the same judge before anything else: one value a field, another at each.
    const body = bodyOf(HOSTILE[turn++ % HOSTILE.length] ?? "");
    expect(refusedBy(await call(e.name, body))).toEqual(judgedBy(e, body));
  });

  test("the first and the last day never break it", async () => {
    for (const value of EDGES[field.kind]) {
      const a = await call(e.name, bodyOf(value));
      expect(a.status, `${value} → ${said(a)}`).toBeLessThan(500);
      const paths = (a.body as { issues?: { path: string }[] } | null)?.issues?.map((i) => i.path) ?? [];
      expect(a.status === 400 && paths.includes(field.path.join(".")) && a.msg.includes("1900"), said(a)).toBe(false);
    }
  });
});

const lists = allEndpoints.filter((e) => e.kind === "list");
const ranges = dated
  .filter(([, e, f]) => f.kind === "range" && f.path.length === 2 && f.path[1] === "from" && e.kind === "list")
  // A list of the parts of one record is no view.
  .filter(([, e]) => (e.input as z.ZodType).safeParse({}).success);

test.each(ranges)("%s: of a saved view and of an export", async (_name, e, { path }) => {
  const admin = await app.as("admin");
  for (const [i, value] of someOf([...HOSTILE, ...DAYS], 6, turn++).entries()) {
    const field = String(path[0]);
    const stored = {
      route: "admin-order-list" as const,
      endpoint: e.name,
      name: `视图${i}`,
      query: { filter: { [field]: `${value}~${value}` } },
    };
    const added = await call("saved_view_add", stored);
    // Refused in words where the list would not take it; one that was kept before counts nothing and breaks nothing.
    if (HOSTILE.includes(value) || added.ret !== 0) expect(said(added), value).toMatch(/^200 17 .*1900/);
    const view = added.ret === 0 ? (added.body as { id: number }) : await admin.call("saved_view_add", { ...stored, query: {} });
    await rows(app.db, q`update saved_views set query = ${JSON.stringify(stored.query)} where id = ${view.id}`);
    expect(said(await call("saved_view_count", { ids: [view.id] })), value).toMatch(/^200 0/);
    await admin.call("saved_view_remove", { id: view.id });
    if (!HOSTILE.includes(value) || !e.exports) continue;
    const task = { endpoint: e.name, filter: { [field]: { from: value } }, format: "csv", idempotency_key: crypto.randomUUID() };
    expect((await call("export_add", task)).status, value).toBe(400);
  }
});

test.each(lists.map((e, i) => [e.name, e, i] as const))("%s: a cursor made by hand", async (name, e, i) => {
  for (const key of someOf([...HOSTILE, ...DAYS, ...INSTANTS, "", "1e400"], 9, i)) {
    const cursor = Buffer.from(JSON.stringify([key, 1])).toString("base64url");
    const a = await call(name, { ...(sampleOf(e.input) as object), cursor });
    expect(a.status, `${key.slice(0, 40)} → ${said(a)}`).toBeLessThan(500);
  }
});
