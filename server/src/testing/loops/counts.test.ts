/** Badge = tab = list = export count, through the endpoints, over demo orders and random filters of every field the contract names. */
import { beforeAll, describe, expect, test } from "vitest";
import { applicantApi, applicantFilter } from "@visadesk/contract/order/applicant.ts";
import { orderFilter } from "@visadesk/contract/order/order.ts";
import { orderListApi } from "@visadesk/contract/order/order-list.ts";
import { allows, may } from "@visadesk/contract/permissions.ts";
import { TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import { keysOf, metaOf, unwrap, type z } from "@visadesk/contract/kit/field.ts";
import {
  ADJUST_QUEUES,
  APPLICANT_QUEUES,
  MATCH_QUEUES,
  PARCEL_QUEUES,
  PEER_QUEUES,
  PEER_APPLY_QUEUES,
  PEER_CALL_QUEUES,
  QUEUES,
  SUPPLIER_QUEUES,
} from "@visadesk/contract/workbench/queues.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { desks } from "../../workbench/desks.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { makePeer } from "../make/peer.ts";
import { testApp, type TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { plainPerson } from "./parts/plain.ts";

const FILTERS = 120;
const DAY = 86_400_000;
let app: TestApp;
const known: Record<string, unknown[]> = {};
beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 400 });
  await rows(
    app.db,
    q`update orders set expert_id = (select id from workers where account = 'expert') where expert_id is not null and id % 3 = 0`,
  );
  // Nobody looks after it: one of a queue.
  await makePeer(app.db, {}, app.clock.now());
  // Jobs that the clock has made due change rows; what follows counts what stands still.
  await app.runJobs();
  const column = async (sql: ReturnType<typeof q>): Promise<unknown[]> => (await rows<{ v: unknown }>(app.db, sql)).map((r) => r.v);
  known["country_id"] = await column(q`select distinct country_id as v from orders`);
  known["sku_id"] = await column(q`select distinct sku_id as v from orders`);
  known["expert_id"] = await column(q`select distinct expert_id as v from orders where expert_id is not null`);
  known["cs_owner_id"] = await column(q`select distinct cs_owner_id as v from orders where cs_owner_id is not null`);
  known["bd_owner_id"] = await column(q`select distinct id as v from workers where account like 'business%'`);
  known["visit_place_id"] = await column(q`select distinct visit_place_id as v from sku_snapshots where visit_place_id is not null`);
  known["peer_id"] = await column(q`select id as v from peers`);
  known["supplier_id"] = await column(q`select distinct supplier_id as v from applicants where supplier_id is not null`);
  const people = await column(q`select id as v from applicants where passport_no is not null order by id limit 5`);
  known["keyword"] = [
    ...(await column(q`select distinct left(name_cn, 1) as v from applicants`)),
    ...(await column(q`select order_no as v from orders order by id limit 5`)),
    ...(await Promise.all(people.map(async (id) => (await plainPerson(app.db, Number(id))).passport_no))),
    "zh",
    "%",
  ];
  known["queue"] = Object.keys(APPLICANT_QUEUES);
}, 120_000);

type Roll = () => number;
/** Small seeded generator, so that a failing filter can be run again. */
function dice(seed: number): Roll {
  let s = seed;
  return () => (s = (s * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296;
}
const pick = <T>(roll: Roll, list: readonly T[]): T | undefined => list[Math.floor(roll() * list.length)];
const between = (roll: Roll, from: number, to: number): number => from + Math.floor(roll() * (to - from + 1));

function range(roll: Roll, ahead: boolean): { from?: string; to?: string } {
  const at = (days: number): string => new Date(app.clock.now().getTime() + days * DAY).toISOString();
  const from = ahead ? between(roll, -60, 40) : -between(roll, 20, 500);
  const text = roll() < 0.5 ? (days: number): string => at(days).slice(0, 10) : at;
  const [a, b] = [text(from), text(from + between(roll, 1, 200))];
  return roll() < 0.2 ? { from: a } : roll() < 0.2 ? { to: b } : { from: a, to: b };
}

/** Words of a filter that takes any text. */
const TEXTS = ["a", "酒", "%", "_"];

/** A value for one filter field, by its kind and the rows there are. */
function valueFor(name: string, type: z.core.$ZodType, roll: Roll): unknown {
  const inner = unwrap(type);
  const def = inner._zod.def as { type: string; element?: z.core.$ZodType; entries?: Record<string, unknown>; shape?: object };
  if (def.type === "array" && def.element)
    return [...new Set(Array.from({ length: between(roll, 1, 3) }, () => valueFor(name, def.element as z.core.$ZodType, roll)))];
  if (known[name]) return pick(roll, known[name]);
  const options = metaOf(type)?.options;
  if (options)
    return def.type === "number" || def.type === "int" ? Number(pick(roll, Object.keys(options))) : pick(roll, Object.keys(options));
  if (def.entries) return pick(roll, Object.values(def.entries));
  if (def.type === "boolean") return roll() < 0.5;
  if (def.type === "number") return between(roll, 0, 2);
  if (metaOf(type)?.kind === "money") return { from: between(roll, 0, 80_000), to: between(roll, 80_000, 400_000) };
  if (def.type === "object") return range(roll, name === "travel_date");
  if (def.type === "string") return pick(roll, TEXTS);
  throw new Error(`no value for ${name}`);
}

function someFilter(shape: Readonly<Record<string, z.core.$ZodType>>, roll: Roll): Record<string, unknown> {
  const share = pick(roll, [0.04, 0.08, 0.15]) ?? 0.1;
  return Object.fromEntries(
    Object.entries(shape)
      .filter(([name]) => roll() < (name === "tab" ? 0.3 : share))
      .map(([name, type]) => [name, valueFor(name, type, roll)]),
  );
}

const capped = (n: number): { total: number; total_capped: boolean } => ({ total: Math.min(n, TOTAL_CAP), total_capped: n > TOTAL_CAP });
/** Rows by going through every page. */
async function rowsListed(client: Client, name: "order_query" | "applicant_query", filter: Record<string, unknown>): Promise<number> {
  const ids = new Set<number>();
  for (let page = 1; ; page++) {
    const { list } = await client.call(name, { ...filter, page, page_size: 100, count: false });
    for (const r of list) ids.add(r.id);
    if (list.length < 100) return ids.size;
  }
}
async function rowsExported(client: Client, endpoint: string, filter: Record<string, unknown>, expected: number): Promise<number | null> {
  const { id } = await client.call("export_add", {
    endpoint,
    filter,
    format: "csv",
    expected_count: expected,
    idempotency_key: crypto.randomUUID(),
  });
  await app.runJobs();
  const task = await client.call("export_get", { id });
  expect(task, JSON.stringify(filter)).toMatchObject({ status: "done" });
  // A worker may order twenty a day; this one orders more.
  await rows(app.db, q`delete from export_tasks`);
  return task.row_count;
}

describe.each([
  ["order_query", orderListApi.order_query, orderFilter],
  ["applicant_query", applicantApi.applicant_query, applicantFilter],
] as const)("%s", (name, _endpoint, shape) => {
  test(`order 18: ${FILTERS} random filters give the same number in list, tab, figures and export, in every scope`, async () => {
    const roll = dice(name.length * 31);
    const clients = await Promise.all(["admin", "manager", name === "order_query" ? "business_1" : "expert"].map((a) => app.as(a)));
    let nonEmpty = 0;
    for (let i = 0; i < FILTERS; i++) {
      const client = clients[i % clients.length];
      if (!client) throw new Error("no client");
      const filter = someFilter(shape, roll);
      const said = JSON.stringify(filter);
      const n = await rowsListed(client, name, filter);
      const { total, total_capped } = await client.call(name, { ...filter, page_size: 1 });
      expect({ total, total_capped }, said).toEqual(capped(n));
      const counts =
        name === "order_query" ? await client.call("order_total_get", filter) : await client.call("applicant_stat_get", filter);
      const tab = typeof filter["tab"] === "string" ? filter["tab"] : "all";
      expect(counts.tabs[tab], said).toEqual(capped(n));
      if ("figures" in counts) expect(counts.figures, said).toMatchObject({ orders: n });
      if (i % 6 === 0) expect(await rowsExported(client, name, filter, n), said).toBe(n);
      if (n > 0) nonEmpty++;
    }
    expect(nonEmpty).toBeGreaterThan(FILTERS / 3);
  }, 240_000);

  test("the tabs of one filter add up to all", async () => {
    const admin = await app.as("admin");
    const counts = name === "order_query" ? await admin.call("order_total_get", {}) : await admin.call("applicant_stat_get", {});
    const { all, ...others } = counts.tabs;
    expect(Object.values(others).reduce((n, t) => n + t.total, 0)).toBe(all?.total);
    for (const [tab, count] of Object.entries(others))
      expect((await admin.call(name, { tab: tab as never, page_size: 1 })).total, tab).toBe(count.total);
    expect(all?.total).toBe(
      (
        await row<{ n: number }>(
          app.db,
          name === "order_query" ? q`select count(*)::int as n from orders` : q`select count(*)::int as n from applicants`,
        )
      )?.n,
    );
  });
});

const queues = keysOf(QUEUES);
/** Lists beside the applicants' that a tile opens. */
const QUEUE_LISTS = [
  ["price_adjustment_query", keysOf(ADJUST_QUEUES)],
  ["supplier_query", keysOf(SUPPLIER_QUEUES)],
  ["supplier_product_query", keysOf(MATCH_QUEUES)],
  ["supplier_parcel_query", keysOf(PARCEL_QUEUES)],
  ["peer_query", keysOf(PEER_QUEUES)],
  ["peer_application_query", keysOf(PEER_APPLY_QUEUES)],
  ["peer_call_query", keysOf(PEER_CALL_QUEUES)],
] as const;
test("workbench 1, 2: every badge is the number of rows behind it, every tile that of its scope", async () => {
  for (const account of ["admin", "manager", "expert", "product"]) {
    const client = await app.as(account);
    const badges = await client.call("order_stat_query", {});
    for (const queue of queues) {
      const { total } = await client.call("task_query", { queue: [queue] });
      expect([queue, badges[`todo_${queue}_count`]], account).toEqual([queue, total]);
    }
    for (const queue of keysOf(APPLICANT_QUEUES))
      // Experts start no refunds.
      if (account !== "product" && !(account === "expert" && queue === "refund_todo"))
        expect((await client.call("applicant_query", { queue, page_size: 1 })).total, `${account} ${queue}`).toBe(
          badges[`todo_${queue}_count`],
        );
    for (const [name, keys] of QUEUE_LISTS)
      if (account === "admin")
        for (const queue of keys)
          expect((await client.call(name, { queue: queue as never, page_size: 1 })).total, `${name} ${queue}`).toBe(
            badges[`todo_${queue}_count`],
          );
    expect(badges["task_count"], account).toBe((await client.call("task_query", {})).total);
    for (const scope of ["mine", "team", "all"] as const) {
      const tiles = new Map((await client.call("task_stat_get", { scope })).queues.map((t) => [t.key, t.count]));
      for (const queue of queues)
        expect((await client.call("task_query", { queue: [queue], scope })).total, `${account} ${queue} ${scope}`).toBe(
          tiles.get(queue) ?? 0,
        );
    }
  }
  expect((await (await app.as("expert")).call("task_query", {})).total).toBeGreaterThan(0);
});

test("a queue whose right is not held has no badge, no tile and no rows", async () => {
  const rights = new Map(desks.flatMap((d) => d.queues.map((x) => [x.key, x.may] as const)));
  expect([...rights.keys()].toSorted()).toEqual([...queues].toSorted());
  for (const account of ["expert", "service", "product"]) {
    const client = await app.as(account);
    const held = await row<{ codes: number[] }>(
      app.db,
      q`select r.module_group as codes from workers w join roles r on r.id = w.role_id where w.account = ${account}`,
    );
    const codes = new Set(held?.codes);
    const badges = await client.call("order_stat_query", {});
    const tiles = codes.has(may.workbench) ? (await client.call("task_stat_get", { scope: "all" })).queues.map((t) => t.key) : [];
    for (const [queue, right] of rights) {
      if (allows(right, codes)) continue;
      expect([badges[`todo_${queue}_count`], tiles.includes(queue)], `${account} ${queue}`).toEqual([0, false]);
      if (codes.has(may.workbench)) expect((await client.call("task_query", { queue: [queue], scope: "all" })).total, queue).toBe(0);
    }
  }
});
