/** A BD's own calls of the morning, under his own code. */
import { beforeAll, expect, test } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { workerId } from "../../testing/make/supplier.ts";

let app: TestApp;
let bd: Client;
let mine: number[];
let foreign: number;
const listed = (peer: number, worker: number, day: string, weight: number) =>
  rows<{ id: number }>(
    app.db,
    q`insert into peer_calls (peer_id, worker_id, listed_on, sentence, weight, created_at, updated_at)
      values (${peer}, ${worker}, ${day}::date, '近两周 3 单，平时每周 9 单', ${weight}, ${app.clock.now()}, ${app.clock.now()}) returning id`,
  );

beforeAll(async () => {
  app = await testApp();
  await rows(
    app.db,
    q`with r as (insert into roles (name, note, module_group, data_scope, created_at, updated_at)
        values ('只看同行', '', ${[may.workbench, may.peer]}, 'own', ${app.clock.now()}, ${app.clock.now()}) returning id)
      update workers set role_id = (select id from r) where account = 'business_1'`,
  );
  const [me, other] = [await workerId(app.db, "business_1"), await workerId(app.db, "business_2")];
  const own = [await makePeer(app.db, { bd_owner_id: me, contact_mobile: "13911112222" }), await makePeer(app.db, { bd_owner_id: me })];
  mine = own.map((p) => p.id);
  for (const [i, p] of own.entries()) await listed(p.id, me, "2026-11-20", 9 - i);
  await listed(mine[0] ?? 0, me, "2026-11-12", 5);
  const theirs = await makePeer(app.db, { bd_owner_id: other });
  [foreign] = (await listed(theirs.id, other, "2026-11-20", 99)).map((c) => c.id) as [number];
  bd = await app.as("business_1");
});

test("peer 24: a BD finds this morning's calls under the code of peers alone, the heaviest first, their numbers masked", async () => {
  const today = await bd.call("peer_call_query", { listed_on: { from: "2026-11-20", to: "2026-11-20" } });
  expect(today.list.map((c) => [c.peer_id, c.contact_mobile])).toEqual([
    [mine[0], "139****2222"],
    [mine[1], expect.stringMatching(/^136\*{4}/)],
  ]);
  expect((await bd.call("peer_call_query", {})).list.map((c) => c.listed_on)).toEqual(["2026-11-20", "2026-11-20", "2026-11-12"]);
  expect((await bd.call("order_stat_query", {}))["todo_peer_call_count"]).toBe(2);
  expect((await bd.call("task_query", { queue: ["peer_call"] })).list[0]?.opens).toMatchObject({ route: "peer-list" });
  expect((await bd.call("peer_call_query", { queue: "peer_call" })).total).toBe(2);
});

test("what came of a call is said once, takes it off the queue and stands in the peer's log; another's call is as if it were not there", async () => {
  const { list } = await bd.call("peer_call_query", { queue: "peer_call" });
  const [call] = list;
  const told = { id: call?.id ?? 0, version: call?.version ?? 0, result_text: "下周出团" };
  expect((await bd.raw("peer_call_contact", told)).status).toBe(400);
  expect(await bd.call("peer_call_contact", { ...told, result: "promised" })).toMatchObject({
    result: "promised",
    contacted_by_name: "叶舟",
  });
  expect((await bd.call("peer_call_query", { queue: "peer_call" })).list.map((c) => c.peer_id)).toEqual([mine[1]]);
  expect((await bd.call("peer_log_query", { id: mine[0] ?? 0 })).list[0]).toMatchObject({ reason: "下周出团" });
  const missing = await refusalOf(bd.raw("peer_call_contact", { id: 987_654, version: 1, result: "busy", result_text: "" }));
  expect(await refusalOf(bd.raw("peer_call_contact", { id: foreign, version: 1, result: "busy", result_text: "" }))).toEqual(missing);
});
