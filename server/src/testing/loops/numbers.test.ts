/** Numbers that are none, too large or too fine, in every place of every input, at any depth. */
import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import { MAX_SAFE } from "@visadesk/contract/kit/field-number.ts";
import { parseInput } from "#kit/call/input.ts";
import { HttpError } from "#kit/http/refuse.ts";
import { testApp, type TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { numberPlaces } from "../sample.ts";

/** What no field takes; JSON has a word for the last alone. */
const NEVER = [Number.NaN, -Infinity, -1e308, 1e308, Number.MAX_SAFE_INTEGER + 2, Infinity];
/** What some take: the least and the most of columns, a fraction, below nothing. */
const SOMETIMES = [-1, 0, 0.5, 1.005, 2 ** 31 - 1, 2 ** 31, 2 ** 32, MAX_SAFE, -MAX_SAFE];
const taking = allEndpoints.map((e) => [e.name, e, numberPlaces(e.input)] as const).filter(([, , places]) => places.length > 0);

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
});

/** What the input stage says against the body; a sample may have faults beside the number's. */
function faultsOf(e: Endpoint, body: unknown): Issue[] {
  try {
    parseInput(e, body);
    return [];
  } catch (fault) {
    if (!(fault instanceof HttpError)) throw fault;
    return (fault.body as { issues: Issue[] }).issues;
  }
}

test("there are such places, in lists and records too", () => {
  const paths = taking.flatMap(([name, , places]) => places.map((p) => `${name} ${p.path}`));
  expect(paths).toEqual(expect.arrayContaining(["supplier_parcel_add items.0.count", "supplier_price_propose urgent.any"]));
});

test.each(taking)("%s takes no number that is none, and says so at its place", (_name, e, places) => {
  for (const p of places)
    for (const value of NEVER) {
      const fault = faultsOf(e, p.body(value)).find((i) => i.path === p.path);
      expect(fault, `${p.path} takes ${value}`).toBeDefined();
      expect(fault?.message, p.path).toMatch(/\p{Script=Han}/u);
    }
});

const ofSuppliers = taking.filter(([name]) => name.startsWith("supplier_"));
describe.each(ofSuppliers)("%s over the wire", (name, e, places) => {
  const keyed = (body: unknown): object => ({ ...(body as object), ...(e.key && { idempotency_key: crypto.randomUUID() }) });
  test("1e999 in its bytes is refused; what its type takes is answered in words", async () => {
    for (const p of places) {
      const text = JSON.stringify(keyed(p.body("@"))).replace('"@"', "1e999");
      const endless = await admin.raw(name, null, { text });
      expect([p.path, endless.status]).toEqual([p.path, 400]);
      for (const value of SOMETIMES) {
        const body = keyed(p.body(value));
        if (faultsOf(e, body).length > 0) continue;
        const a = await admin.raw(name, body);
        expect([200, 400, 403, 409, 429], `${p.path} = ${value}: ${a.msg}`).toContain(a.status);
        if (a.ret !== 0) expect(a.msg, `${p.path} = ${value}`).toMatch(/\p{Script=Han}/u);
      }
    }
  });
});
