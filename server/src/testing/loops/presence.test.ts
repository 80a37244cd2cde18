/**
 * Presence of every noun: told to those who may have the record open, and to nobody else. What one may open is asked of
 * the noun's own read, so a read that grows narrower turns this red until its door follows.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { PRESENCE_NOUNS, type PresenceNoun } from "@visadesk/contract/account/personal.ts";
import { allApi, type EndpointName } from "@visadesk/contract/index.ts";
import { inTransaction } from "#kit/db/db.ts";
import { q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { seedAppointments } from "../../base-data/index.ts";
import { opened } from "../../opened.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { seedSpecials } from "../../product/index.ts";
import { seedRegions } from "../../setting/index.ts";
import { testApp, type TestApp } from "../app.ts";
import type { Client } from "../client.ts";

const ACCOUNTS = ["admin", "manager", "expert", "product", "finance", "service", "content", "viewer"];
const MISSING = 999_999_999;
const textOf = async (query: Sql): Promise<string> => (await row<{ text: string }>(app.db, query))?.text ?? "none of this name";
/** Nouns whose read takes something else than the id, or which have only a list. */
const READS: Partial<Record<PresenceNoun, (id: number) => Promise<{ name: EndpointName; input: object }>>> = {
  applicant: async (id) => ({
    name: "applicant_get",
    input: { id, order_id: (await row<{ o: number }>(app.db, q`select order_id as o from applicants where id = ${id}`))?.o ?? MISSING },
  }),
  spu: async (id) => ({
    name: "spu_get",
    input: { visa_product_unit_code: await textOf(q`select visa_product_unit_code as text from spus where id = ${id}`) },
  }),
  worker: async (id) => ({
    name: "worker_query",
    input: { keyword: await textOf(q`select account as text from workers where id = ${id}`) },
  }),
};

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const now = app.clock.now();
  await seedDemoOrders(app.db, app.parts.files, now, { count: 40 });
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  await seedRegions(app.db, new Map(staff.map((w) => [w.account, w.id])), now);
  await seedAppointments(app.db, now);
  await inTransaction(app.db, (tx) => seedSpecials(tx, now));
}, 120_000);

/** A few records of a noun, spread over the table. */
async function recordsOf(noun: PresenceNoun): Promise<number[]> {
  const { from, id, where } = opened[noun];
  const admin = { me: { scope_ids: null, data_scope: "all" } } as never;
  const found = await rows<{ id: number }>(
    app.db,
    q`select ${raw(id)} as id from ${raw(from)} where ${(await where?.(admin)) ?? raw("true")} order by md5(${raw(id)}::text) limit 6`,
  );
  return found.map((r) => r.id);
}
/** Does the noun's own read show this one record to the caller? */
async function mayRead(client: Client, noun: PresenceNoun, id: number): Promise<boolean> {
  const read = READS[noun] ?? (() => Promise.resolve({ name: `${noun}_get` as EndpointName, input: { id } }));
  const { name, input } = await read(id);
  expect(allApi).toHaveProperty([name]);
  const a = await client.raw(name, input);
  const list = (a.body as { list?: { id: number }[] } | null)?.list;
  return a.status === 200 && a.ret === 0 && (list?.some((r) => r.id === id) ?? true);
}

describe.each(Object.keys(PRESENCE_NOUNS) as PresenceNoun[])("%s", (noun) => {
  test("whoever may not open it neither learns who is there nor is seen there", async () => {
    const ids = await recordsOf(noun);
    expect(ids.length, "records to try").toBeGreaterThan(0);
    let refused = 0;
    for (const id of [...ids, MISSING])
      for (const account of ACCOUNTS) {
        const client = await app.as(account);
        const a = await client.raw("presence_ping", { noun, id, mode: "view" });
        const sees = await mayRead(client, noun, id);
        expect([a.status, a.ret === 0], `${account} ${noun} ${id}: ${a.msg}`).toEqual([200, sees]);
        const there = await row<{ n: number }>(
          app.db,
          q`select count(*)::int as n from presences where noun = ${noun} and noun_id = ${id} and worker_id = ${client.id}`,
        );
        expect(there?.n).toBe(sees ? 1 : 0);
        if (!sees) {
          refused++;
          expect([a.body, a.msg]).toEqual([
            { code: "not_found" },
            (await client.raw("presence_ping", { noun, id: MISSING, mode: "view" })).msg,
          ]);
        }
      }
    expect(refused).toBeGreaterThan(ACCOUNTS.length);
  });
});

test("the others on a record are told for a minute, and no row of it is kept in the log", async () => {
  const [a, b] = [await app.as("admin"), await app.as("manager")];
  const [id = 0] = await recordsOf("order");
  app.clock.advance(61_000);
  expect((await a.call("presence_ping", { noun: "order", id, mode: "edit" })).others).toEqual([]);
  app.clock.advance(50_000);
  const ping = { noun: "order", id, mode: "view" } as const;
  expect((await b.call("presence_ping", ping)).others).toMatchObject([{ worker_id: a.id, mode: "edit" }]);
  app.clock.advance(20_000);
  expect((await b.call("presence_ping", ping)).others).toEqual([]);
  expect(await app.db.selectFrom("operation_logs").select("id").where("endpoint", "=", "presence_ping").execute()).toEqual([]);
});

test("a noun that nothing opens is refused", async () => {
  const admin = await app.as("admin");
  for (const noun of ["session", "operation_log", "workers; --", ""])
    expect((await admin.raw("presence_ping", { noun, id: 1, mode: "view" })).status).toBe(400);
});
