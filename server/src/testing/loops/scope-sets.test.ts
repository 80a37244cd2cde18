/** Three workers × three scopes: every way to orders and applicants shows the same set, and what lies outside is like nothing. */
import { beforeAll, describe, expect, test } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../app.ts";
import type { Client } from "../client.ts";

const PEOPLE = ["scope_lead", "scope_mate", "scope_alone"] as const;
const SCOPES = ["own", "team", "all"] as const;
type Account = (typeof PEOPLE)[number];
type Scope = (typeof SCOPES)[number];
const MISSING = 987_654_321;

interface Order {
  id: number;
  order_no: string;
  owners: number[];
  people: number[];
  /** A paper of one of them. */
  paper: { key: string; applicant: number } | null;
}
let app: TestApp;
let orders: Order[];
/** Beginnings of order numbers, each of several orders. */
let words: string[];
let id: ReadonlyMap<string, number>;
const roles = new Map<Scope, number>();

/** 甲 is led by scope_lead, 乙 lies below it; a disabled member still counts; scope_alone has no team. */
async function staff(): Promise<void> {
  const { db } = app;
  const at = app.clock.now();
  for (const scope of SCOPES) {
    const codes = [may.workbench, may.order_view, may.order_process, may.export];
    const made = await row<{ id: number }>(
      db,
      q`insert into roles (name, module_group, data_scope, created_at, updated_at) values (${`范围${scope}`}, ${codes}::int4[], ${scope}, ${at}, ${at}) returning id`,
    );
    roles.set(scope, made?.id ?? 0);
  }
  const above = await row<{ id: number }>(
    db,
    q`insert into teams (name, created_at, updated_at) values ('范围甲', ${at}, ${at}) returning id`,
  );
  const below = await row<{ id: number }>(
    db,
    q`insert into teams (name, parent_id, created_at, updated_at) values ('范围乙', ${above?.id}, ${at}, ${at}) returning id`,
  );
  const person = (account: string, team: number | null, status = 1) =>
    rows(
      db,
      q`insert into workers (account, nickname, passwd, passwd_at, role_id, team_id, status, created_at, updated_at)
        select ${account}, ${account}, w.passwd, w.passwd_at, ${roles.get("own")}::int8, ${team}::int8, ${status}, ${at}::timestamptz, ${at}::timestamptz from workers w where w.account = 'admin'`,
    );
  await person("scope_lead", above?.id ?? null);
  await person("scope_mate", above?.id ?? null);
  await person("scope_gone", above?.id ?? null, 0);
  await person("scope_below", below?.id ?? null);
  await person("scope_alone", null);
  await rows(db, q`update teams set leader_id = (select id from workers where account = 'scope_lead') where id = ${above?.id}`);
  id = new Map((await rows<{ id: number; account: string }>(db, q`select id, account from workers`)).map((w) => [w.account, w.id]));
}

beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 70 });
  await app.runJobs();
  await staff();
  const turn = [...PEOPLE, "scope_gone", "scope_below", "expert", null].map((a) => (a === null ? null : (id.get(a) ?? null)));
  const ids = (await rows<{ id: number }>(app.db, q`select id from orders order by id`)).map((o) => o.id);
  const at = (n: number): number | null => turn[n % turn.length] ?? null;
  for (const [i, order] of ids.entries()) {
    await rows(
      app.db,
      q`update orders set expert_id = ${at(i)}, cs_owner_id = ${at(i * 3 + 1)}, bd_owner_id = ${i % 5 === 0 ? at(i + 2) : null}, created_by = ${i % 4 === 0 ? at(i + 3) : null} where id = ${order}`,
    );
  }
  // One of them, with people and papers, is nobody's.
  await rows(
    app.db,
    q`update orders set expert_id = null, cs_owner_id = null, bd_owner_id = null, created_by = null
      where id = (select min(m.order_id) from applicant_materials m join material_files f on f.material_id = m.id)`,
  );
  orders = await rows<Order>(
    app.db,
    q`
    select o.id, o.order_no, array_remove(array[o.expert_id, o.cs_owner_id, o.bd_owner_id, o.created_by], null) as owners, array(select a.id from applicants a where a.order_id = o.id order by a.id) as people,
      (select json_build_object('key', f.file, 'applicant', m.applicant_id) from material_files f join applicant_materials m on m.id = f.material_id where m.order_id = o.id order by f.id limit 1) as paper
    from orders o order by o.id`,
  );
  words = [...Map.groupBy(orders, (o) => o.order_no.slice(0, 5))]
    .filter(([, of]) => of.length > 2)
    .map(([word]) => word)
    .slice(0, 4);
  expect(words).toHaveLength(4);
}, 120_000);

const MEMBERS: Readonly<Record<Account, readonly string[]>> = {
  scope_lead: ["scope_lead", "scope_mate", "scope_gone", "scope_below"],
  scope_mate: ["scope_lead", "scope_mate", "scope_gone"],
  scope_alone: ["scope_alone"],
};
function expected(account: Account, scope: Scope): Order[] {
  if (scope === "all") return orders;
  const seen = (scope === "own" ? [account] : MEMBERS[account]).map((a) => id.get(a) ?? 0);
  return orders.filter((o) => o.owners.some((w) => seen.includes(w)));
}
/** The same session with another scope: a role holds from the next request on. */
async function seeing(account: Account, scope: Scope): Promise<Client> {
  await rows(app.db, q`update workers set role_id = ${roles.get(scope)}::int8 where account = ${account}`);
  return app.as(account);
}
const sorted = (list: readonly number[]): number[] => [...list].sort((a, b) => a - b);

async function listed(me: Client, name: "order_query" | "applicant_query"): Promise<number[]> {
  const found: number[] = [];
  for (let page = 1; ; page++) {
    const { list } = await me.call(name, { page, page_size: 100 });
    found.push(...list.map((r) => r.id));
    if (list.length < 100) return sorted(found);
  }
}
async function exported(me: Client, endpoint: string): Promise<number | null> {
  const task = await me.call("export_add", { endpoint, filter: {}, format: "csv", idempotency_key: crypto.randomUUID() });
  await app.runJobs();
  return (await me.call("export_get", { id: task.id })).row_count;
}

/** Nothing of this order tells a caller whether it exists. */
async function likeMissing(me: Client, outside: Order | undefined): Promise<void> {
  expect(outside).toBeDefined();
  const away = outside?.paper;
  for (const [name, hidden, missing] of [
    ["order_get", { id: outside?.id }, { id: MISSING }],
    ["applicant_get", { order_id: outside?.id, id: outside?.people[0] }, { order_id: MISSING, id: MISSING }],
    ["order_log_query", { order_id: outside?.id }, { order_id: MISSING }],
    ["custody_query", { applicant_id: outside?.people[0] }, { applicant_id: MISSING }],
    [
      "file_link_get",
      { key: away?.key, noun: "applicant", noun_id: away?.applicant },
      { key: away?.key, noun: "applicant", noun_id: MISSING },
    ],
    ["file_link_get", { key: away?.key, noun: "order", noun_id: outside?.id }, { key: away?.key, noun: "order", noun_id: MISSING }],
  ] as const) {
    const [a, b] = [await me.raw(name, hidden), await me.raw(name, missing)];
    expect([a.status, a.ret, a.msg, a.body], name).toEqual([b.status, b.ret, b.msg, b.body]);
    expect(a.status !== 200 || a.ret !== 0 || JSON.stringify(a.body).includes('"list":[]'), name).toBe(true);
  }
}

describe.each(PEOPLE.flatMap((p) => SCOPES.map((s) => [p, s] as const)))("setting 8: %s with scope %s", (account, scope) => {
  test("list, count, search, tasks and export are the same set", async () => {
    const me = await seeing(account, scope);
    const mine = expected(account, scope);
    const people = mine.flatMap((o) => o.people);
    expect(mine.length).toBeGreaterThan(5);
    expect(scope === "all" || mine.length < orders.length).toBe(true);
    // setting 7: what has no owner is seen with `all` alone.
    expect(mine.some((o) => o.owners.length === 0)).toBe(scope === "all");
    expect(await listed(me, "order_query")).toEqual(mine.map((o) => o.id));
    expect(await listed(me, "applicant_query")).toEqual(sorted(people));
    const totals = await me.call("order_total_get", {});
    // Who stands in a cancelled order is no longer counted as a person to serve.
    const served = await row<{ n: number }>(
      app.db,
      q`select coalesce(sum(applicant_count), 0)::int as n from orders where id = any(${mine.map((o) => o.id)}::int8[]) and cancelled_at is null`,
    );
    expect([totals.figures.orders, totals.figures.persons, totals.tabs["all"]?.total]).toEqual([mine.length, served?.n, mine.length]);
    expect((await me.call("applicant_stat_get", {})).tabs["all"]?.total).toBe(people.length);
    for (const word of words) {
      const { groups } = await me.call("search_query", { q: word, groups: ["order"] });
      expect([word, groups[0]?.total ?? 0]).toEqual([word, mine.filter((o) => o.order_no.startsWith(word)).length]);
    }
    const tasks = await me.call("task_query", { scope: "all", page_size: 100 });
    const all = await (await app.as("admin")).call("task_query", { scope: "all", page_size: 100 });
    const visible = all.list.filter((t) => mine.some((o) => o.id === t.order_id)).map((t) => t.source_id);
    expect(sorted(tasks.list.map((t) => t.source_id))).toEqual(sorted(visible));
    expect([await exported(me, "order_query"), await exported(me, "applicant_query")]).toEqual([mine.length, people.length]);
  });

  test("a record or a file outside answers like a missing one", async () => {
    const me = await seeing(account, scope);
    const mine = expected(account, scope);
    const inside = mine.find((o) => o.paper !== null);
    const away = orders.filter((o) => o.paper !== null && !mine.includes(o));
    const outside = [away.find((o) => o.owners.length > 0), away.find((o) => o.owners.length === 0)];
    const paper = inside?.paper;
    expect((await me.call("order_get", { id: inside?.id ?? 0 })).id).toBe(inside?.id);
    expect((await me.call("applicant_get", { order_id: inside?.id ?? 0, id: inside?.people[0] ?? 0 })).id).toBe(inside?.people[0]);
    expect((await me.raw("file_link_get", { key: paper?.key, noun: "applicant", noun_id: paper?.applicant })).ret).toBe(0);
    if (scope === "all") return expect(away).toEqual([]);
    for (const o of outside) await likeMissing(me, o);
    return undefined;
  });
});
