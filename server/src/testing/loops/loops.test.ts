import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints, allFlows } from "@visadesk/contract/index.ts";
import { CLOCK_SKEW_MS } from "@visadesk/contract/kit/constants.ts";
import { HEADERS } from "@visadesk/contract/kit/envelope.ts";
import { TEXTS, refusals } from "@visadesk/contract/kit/errors.ts";
import { codesOf, permissionLabel } from "@visadesk/contract/permissions.ts";
import { testApp, type TestApp } from "../app.ts";
import { Client, PAIR } from "../client.ts";
import { storeSampleFiles } from "../make/hung-files.ts";
import { hostileBodies, sampleOf } from "../sample.ts";
import { refusalOf } from "./parts/judged.ts";
import { someOf } from "./parts/some-of.ts";

let app: TestApp;
let admin: Client;
let nobody: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  await storeSampleFiles(app.db, admin.id);
  nobody = await app.as("viewer");
});

const guarded = allEndpoints.filter((e) => e.may !== "open");
const coded = guarded.filter((e) => e.may !== "staff");
const named = (list: typeof guarded) => list.map((e) => [e.name, e] as const);

describe.each(named([...allEndpoints]))("gate of %s", (name, e) => {
  const body = sampleOf(e.input);

  test("account 1: no signature, a foreign one, a changed byte → 403 请求签名无效", async () => {
    for (const headers of [{ authorization: "" }, { authorization: "Basic AAAA" }]) {
      const a = await admin.raw(name, body, { headers });
      expect([a.status, a.msg]).toEqual([403, TEXTS.bad_signature]);
    }
    const wrong = await admin.raw(name, body, { pair: { key: PAIR.key, secret: "wrong" } });
    expect([wrong.status, wrong.msg]).toEqual([403, TEXTS.bad_signature]);
  });

  test("account 1: a clock off by more than five minutes → 403 without msg, and the clock it was judged by", async () => {
    for (const off of [CLOCK_SKEW_MS + 1000, -CLOCK_SKEW_MS - 1000]) {
      const a = await admin.raw(name, body, { now: new Date(app.clock.now().getTime() + off) });
      expect([a.status, a.msg, a.headers["date"]]).toEqual([403, "", app.clock.now().toUTCString()]);
    }
  });

  test("account 1: a replayed request id → 403 请求重复", async () => {
    const id = crypto.randomUUID();
    await app.anonymous.raw(name, {}, { headers: { [HEADERS.request_id]: id } });
    const again = await app.anonymous.raw(name, {}, { headers: { [HEADERS.request_id]: id } });
    expect([again.status, again.msg]).toEqual([403, TEXTS.replayed]);
  });

  test("account 14: an old version → 426 before anything else happens", async () => {
    const a = await admin.raw(name, body, { headers: { [HEADERS.version]: "1.0.1" } });
    expect(a.status).toBe(426);
  });
});

describe.each(named(guarded))("session of %s", (name, e) => {
  const body = sampleOf(e.input);

  test("account 2: a valid signature without a live session → 401", async () => {
    expect((await app.anonymous.raw(name, body)).status).toBe(401);
    const unknown = new Client(app.send, () => app.clock.now(), "x".repeat(43));
    expect((await unknown.raw(name, body)).status).toBe(401);
  });

  test("account 8: expired sessions and disabled workers → 401", async () => {
    expect((await app.expired.raw(name, body)).status).toBe(401);
    expect((await app.disabled.raw(name, body)).status).toBe(401);
  });

  test("account 7: a token of another platform → 403", async () => {
    const a = await admin.raw(name, body, { headers: { [HEADERS.platform]: "20" } });
    expect(a.status === 401 || (a.status === 403 && a.msg === TEXTS.wrong_platform)).toBe(true);
  });
});

test.each(named(coded))("permission of %s: without its code → 403 没有权限", async (name, e) => {
  const a = await nobody.raw(name, sampleOf(e.input));
  expect(a.status).toBe(403);
  expect(a.msg.startsWith(TEXTS.no_permission)).toBe(true);
  expect(codesOf(e.may).map(permissionLabel)).toContain(a.msg.slice(TEXTS.no_permission.length));
});

const NUMBERS = new Set<number>([0, ...Object.values(refusals).map(([n]) => n)]);
const isEnvelope = (a: { status: number; ret: number; msg: string }): boolean =>
  a.status === 200 ? NUMBERS.has(a.ret) : [400, 403, 409, 413, 415, 429].includes(a.status) && a.ret === -1;

/** Bodies that no endpoint takes. */
const CROOKED = [
  '{"__proto__":{"polluted":1}}',
  '{"a":{"constructor":1}}',
  "[".repeat(60) + "]".repeat(60),
  `{"a":${'{"a":'.repeat(40)}1${"}".repeat(40)}}`,
  "[]",
  "null",
  "{",
  '"text"',
];
let turn = 0;

describe.each(named(guarded.filter((e) => !["session_logout", "session_lock", "session_end"].includes(e.name))))(
  "input of %s",
  (name, e) => {
    test("malformed fields give a valid envelope, never a 500", async () => {
      const worker = await app.as("admin");
      const sent = new Set<string>();
      for (const { field, value, body } of hostileBodies(e.input)) {
        // What the contract refuses is judged here, and sent with one field of the endpoint; what it takes reaches the handler.
        if (refusalOf(e, body) && sent.has(value)) continue;
        sent.add(value);
        const a = await worker.raw(name, {
          ...body,
          ...(e.key && field !== "idempotency_key" && { idempotency_key: crypto.randomUUID() }),
        });
        expect(isEnvelope(a), `${field} = ${JSON.stringify(body[field])?.slice(0, 60)} → ${a.status} ${a.ret} ${a.msg}`).toBe(true);
        if (a.status === 400) expect((a.body as { issues: unknown[] }).issues.length).toBeGreaterThan(0);
      }
    }, 60_000);

    test("unknown fields, prototype keys and deep JSON are refused with 400", async () => {
      const sample = sampleOf(e.input) as object;
      for (const text of [JSON.stringify({ ...sample, no_such_field: 1 }), ...someOf(CROOKED, 3, turn++)]) {
        expect((await admin.raw(name, null, { text })).status, text.slice(0, 40)).toBe(400);
      }
      expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    });
  },
);

test("an unknown endpoint and a wrong method answer 404", async () => {
  expect((await admin.raw("no_such_call")).status).toBe(404);
  expect((await app.http.inject({ method: "GET", url: "/api/order_query" })).statusCode).toBe(404);
});

test("a body over one megabyte → 413", async () => {
  const a = await admin.raw("order_query", null, { text: `{"keyword":"${"x".repeat(1_100_000)}"}` });
  expect(a.status).toBe(413);
});

describe.each(Object.entries(allFlows))("flow %s", (_key, flow) => {
  test("order 13: no state outside the flow is stored", async () => {
    const columns = await app.statesStored(flow.noun);
    for (const state of columns) expect(Object.keys(flow.states)).toContain(state);
  });
});
