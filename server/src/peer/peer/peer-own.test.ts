/** A BD and a customer service of their own peers: what they see, export, count and act upon. */
import { beforeAll, expect, test } from "vitest";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { PEER_QUEUES } from "@visadesk/contract/workbench/queues.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { workerId } from "../../testing/make/supplier.ts";

const CODES = [may.workbench, may.peer, may.peer_review, may.peer_api_key, may.peer_manager, may.peer_transfer];
let app: TestApp;
let people: Readonly<Record<"own" | "team" | "all", Client>>;
let mine: { id: number; account_id: number };
let foreign: { id: number; account_id: number };
beforeAll(async () => {
  app = await testApp();
  for (const [scope, account] of [
    ["own", "business_1"],
    ["team", "business_2"],
    ["all", "business_3"],
  ] as const)
    await rows(
      app.db,
      q`with r as (insert into roles (name, note, module_group, data_scope, created_at, updated_at)
          values (${`商务${scope}`}, '', ${[...CODES]}, ${scope}, ${app.clock.now()}, ${app.clock.now()}) returning id)
        update workers set role_id = (select id from r) where account = ${account}`,
    );
  const by = (account: string) => workerId(app.db, account);
  const [bd, mate, cs] = [await by("business_1"), await by("business_2"), await by("service_1")];
  mine = await makePeer(app.db, { bd_owner_id: bd, cs_owner_id: cs, contact_mobile: "13911112222" });
  await makePeer(app.db, { bd_owner_id: cs, cs_owner_id: bd });
  await makePeer(app.db, { created_by: bd });
  await makePeer(app.db, {
    bd_owner_id: mate,
    cs_owner_id: cs,
    papers: [{ kind: "business_licence", number: "", valid_from: "2020-01-01", valid_to: "2026-11-25" }],
  });
  foreign = await makePeer(app.db, { bd_owner_id: cs, cs_owner_id: cs, contact_mobile: "13933334444" });
  await makePeer(app.db, {
    bd_owner_id: bd,
    papers: [{ kind: "business_licence", number: "", valid_from: "2020-01-01", valid_to: "2026-11-01" }],
  });
  people = { own: await app.as("business_1"), team: await app.as("business_2"), all: await app.as("business_3") };
});

test("peer 24: a BD sees, counts and finds only own peers, a team its members', all everything", async () => {
  const totals = { own: 4, team: 5, all: 6 };
  for (const scope of keysOf(totals)) {
    const by = people[scope];
    expect([scope, (await by.call("peer_query", {})).total]).toEqual([scope, totals[scope]]);
    expect([scope, (await by.call("peer_stat_get", {}))["all"]]).toEqual([scope, totals[scope]]);
    expect([scope, (await by.call("peer_account_query", {})).total]).toEqual([scope, totals[scope]]);
  }
  const found = async (by: Client) => (await by.call("search_query", { q: "测试同行" })).groups.find((g) => g.key === "peer")?.total ?? 0;
  expect([await found(people.own), await found(people.all)]).toEqual([4, 6]);
  expect((await people.own.call("peer_query", { keyword: "13933334444" })).total).toBe(0);
  expect((await people.own.call("peer_query", { keyword: "13911112222" })).total).toBe(1);
});

test("peer 24: another's peer answers as a missing one to every call that names it", async () => {
  const key = { idempotency_key: crypto.randomUUID() };
  const login = { account: "somebody_1", name: "钱操作", mobile: "13766667777", role: "operator", order_limit: null, can_pay: false };
  const paper = { kind: "contract", number: "1", id_card_no: null, valid_from: "2026-01-01", valid_to: null, files: [], note: "" };
  const calls = (id: number, account: number): readonly (readonly [string, object])[] => [
    ["peer_get", { id }],
    ["peer_log_query", { id }],
    ["peer_owner_query", { peer_id: id }],
    ["peer_document_query", { peer_id: id }],
    ["peer_api_key_query", { peer_id: id }],
    ["peer_update", { id, version: 1, note: "x" }],
    ["peer_close", { id, version: 1, reason: "双方终止合作", ...key }],
    ["peer_reopen", { id, version: 1, reason: "双方恢复合作", ...key }],
    ["peer_reveal", { noun: "peer", id }],
    ["peer_reveal", { noun: "peer_account", id: account }],
    ["peer_document_add", { peer_id: id, ...paper, ...key }],
    ["peer_api_key_add", { peer_id: id, callback_url: "", ip_list: [], note: "", ...key }],
    ["peer_account_add", { peer_id: id, ...login, ...key }],
    ["peer_account_get", { id: account }],
    ["peer_account_update", { id: account, version: 1, name: "孙操作" }],
    ["peer_account_enable", { id: account, version: 1 }],
    ["peer_account_disable", { id: account, version: 1, reason: "测试" }],
    ["peer_account_reset", { id: account, version: 1, ...key }],
  ];
  const hidden = calls(foreign.id, foreign.account_id);
  const missing = calls(987_654, 987_654);
  for (const [i, [name, body]] of hidden.entries()) {
    const answer = await refusalOf(people.own.raw(name, body));
    expect(answer, name).toEqual(await refusalOf(people.own.raw(name, missing[i]?.[1] ?? {})));
    expect(answer[0], name).toBe("not_found");
  }
  expect((await people.own.call("peer_get", { id: mine.id })).id).toBe(mine.id);
});

test("peer 24: the counter of a queue is the list's total for every scope", async () => {
  const expected = {
    own: { peer_paper: 1, peer_unowned: 2 },
    team: { peer_paper: 1, peer_unowned: 2 },
    all: { peer_paper: 0, peer_unowned: 2 },
  };
  for (const scope of keysOf(expected)) {
    const by = people[scope];
    const badges = await by.call("order_stat_query", {});
    for (const queue of keysOf(PEER_QUEUES)) {
      const { total } = await by.call("peer_query", { queue });
      expect([scope, queue, badges[`todo_${queue}_count`], (await by.call("task_query", { queue: [queue] })).total]).toEqual([
        scope,
        queue,
        total,
        total,
      ]);
      expect([scope, queue, total]).toEqual([scope, queue, expected[scope][queue]]);
    }
  }
});

test("each tile of the head is the number of rows behind it, the foot adds up what is filtered", async () => {
  const stat = await people.all.call("peer_stat_get", {});
  const total = async (filter: object) => (await people.all.call("peer_query", filter)).total;
  expect(stat["unowned"]).toBe(await total({ is_unowned: true }));
  expect(stat["lost"]).toBe(await total({ activity: ["lost"], state: ["active", "frozen"] }));
  expect(stat["active"]).toBe(await total({ state: ["active"] }));
  expect(stat["frozen"]).toBe(await total({ state: ["frozen"] }));
  expect(await total({ paper: "expired" })).toBe(1);
  expect(await total({ paper: "expiring" })).toBe(1);
  for (const filter of [
    { no_order_days: 30 },
    { balance_below: 100 },
    { approved_at: { from: "2025-01-01" } },
    { is_overdue: false },
    { is_locked: false },
  ])
    expect([JSON.stringify(filter), await total(filter)]).toEqual([JSON.stringify(filter), 6]);
  for (const filter of [
    { available_below: 100 },
    { is_overdue: true },
    { is_locked: true },
    { settle_mode: ["credit"] },
    { city_code: ["440100"] },
  ])
    expect([JSON.stringify(filter), await total(filter)]).toEqual([JSON.stringify(filter), 0]);
});

test("another address brings a peer to nobody who only sees it: what is a colleague's stays his", async () => {
  const { own, all } = people;
  await rows(
    app.db,
    q`insert into region_owners (kind, name, worker_id, area_codes, from_date, created_at, updated_at)
      values ('bd', '福建', ${own.id}, '{350000}', '2026-01-01', ${app.clock.now()}, ${app.clock.now()})`,
  );
  const address = { province_code: "350000", city_code: "350100", county_code: "350102", detail: "八一七路1号" };
  const move = async (id: number) => ({ id, version: (await own.call("peer_get", { id })).version, address, move_owners: true });
  for (const seen of [{ created_by: own.id }, { cs_owner_id: own.id }]) {
    const { id } = await makePeer(app.db, { bd_owner_id: all.id, ...seen });
    const taken = own.raw("peer_update", await move(id));
    expect(await refusalOf(taken)).toEqual(["out_of_scope", "不能借更换地区接手他人的同行，请由其负责人或主管更换"]);
    expect(await own.call("peer_get", { id })).toMatchObject({ bd_owner_id: all.id });
    await own.call("peer_update", { ...(await move(id)), move_owners: false });
  }
  // What is nobody's goes where its region goes.
  const free = await makePeer(app.db, { bd_owner_id: null, created_by: own.id });
  await own.call("peer_update", await move(free.id));
  expect(await own.call("peer_get", { id: free.id })).toMatchObject({ bd_owner_id: own.id });
});
