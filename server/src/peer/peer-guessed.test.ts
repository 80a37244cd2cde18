/** What an attacker found: what is masked or out of sight is not guessed by pickers, counts and quotes, and nobody is given what he may not see. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import type { Client } from "../testing/client.ts";
import { makePeer } from "../testing/make/peer.ts";
import { peerOrder } from "../testing/make/peer-money.ts";
import { OrderDesk } from "../testing/make/order.ts";
import { key, TransferDesk, transferBody } from "../testing/make/peer-transfer.ts";
import { workOrderDeskOf } from "../testing/make/work-order.ts";
import { refusalOf } from "../testing/make/supplier-desk.ts";

let app: TestApp;
let admin: Client;
let ids: ReadonlyMap<string, number>;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  ids = new Map(staff.map((w) => [w.account, w.id]));
});
const idOf = (account: string): number => ids.get(account) ?? 0;

test("a picker finds a peer by number and short name, never by what it does not show", async () => {
  const peer = await makePeer(app.db, { short_name: "蓝海国旅" });
  const stored = await row<{ credit_code: string; name: string }>(app.db, q`select credit_code, name from peers where id = ${peer.id}`);
  const viewer = await app.as("viewer");
  const found = async (keyword: string) => (await viewer.call("peer_pick", { ids: [peer.id], keyword })).list.map((p) => p.id);
  expect([await found("蓝海"), await found(peer.peer_no)]).toEqual([[peer.id], [peer.id]]);
  expect([await found(stored?.credit_code ?? ""), await found((stored?.credit_code ?? "").slice(0, 6))]).toEqual([[], []]);
});

test("members of a group are counted as they are listed: within the reader's sight", async () => {
  await makePeer(app.db, { bd_owner_id: idOf("business_1") });
  await rows(
    app.db,
    q`with r as (insert into roles (name, note, module_group, data_scope, created_at, updated_at)
        values ('分组自己', '', ${[may.peer_group]}, 'own', ${app.clock.now()}, ${app.clock.now()}) returning id)
      update workers set role_id = (select id from r) where account = 'viewer'`,
  );
  const ask = { kind: "audience" as const, rule: { level_from: "V1" as const } };
  const { total, list } = await (await app.as("viewer")).call("peer_group_preview", ask);
  expect([total, list]).toEqual([0, []]);
  expect((await admin.call("peer_group_preview", ask)).total).toBeGreaterThan(0);
});

test("credit code and full name of a peer out of sight are not guessed by its work orders, their tasks, its logins or locked levels", async () => {
  const desk = await workOrderDeskOf(app);
  const handler = await app.as("finance");
  await rows(
    app.db,
    q`with r as (insert into roles (name, note, module_group, data_scope, created_at, updated_at)
        values ('工单自己', '', ${[may.workbench, may.peer, may.peer_work_order]}, 'own', ${app.clock.now()}, ${app.clock.now()}) returning id)
      update workers set role_id = (select id from r) where id = ${handler.id}`,
  );
  const peer = await desk.peer({ short_name: "远山商旅", bd_owner_id: idOf("business_1") });
  const stored = await row<{ credit_code: string }>(app.db, q`select credit_code from peers where id = ${peer.id}`);
  const code = stored?.credit_code ?? "";
  const w = await desk.add((await desk.config()).id, peer.id);
  await rows(app.db, q`update work_orders set handler_id = ${handler.id} where id = ${w.id}`);
  const asked = async (by: Client, keyword: string) => {
    const [list, tasks, hits] = [
      await by.call("work_order_query", { keyword }),
      await by.call("task_query", { queue: ["work_order"], scope: "mine", keyword }),
      await by.call("search_query", { q: keyword }),
    ];
    return [list.total, tasks.total, hits.groups.filter((g) => g.key === "work_order").length];
  };
  expect(await asked(handler, "远山")).toEqual([1, 1, 1]);
  expect(await asked(handler, code)).toEqual([0, 0, 0]);
  expect((await admin.call("work_order_query", { keyword: code })).total).toBe(1);
  // Whoever looks after logins alone.
  await rows(app.db, q`update roles set module_group = ${[may.peer_manager, may.peer_level]}, data_scope = 'all' where name = '工单自己'`);
  await rows(app.db, q`update peers set level_locked_until = '2099-01-01' where id = ${peer.id}`);
  const clerk = await app.as("finance");
  const guessed = async (keyword: string) => [
    (await clerk.call("peer_account_query", { keyword })).total,
    (await clerk.call("peer_level_lock_query", { keyword })).total,
  ];
  expect([await guessed("远山"), await guessed(code)]).toEqual([
    [1, 1],
    [0, 0],
  ]);
});

test("what a peer has is quoted while its order is to be paid, not after", async () => {
  const peer = await makePeer(app.db, { settle_mode: "credit", credit_days: 30, credit_limit: 5_000_000 });
  const desk = new OrderDesk(app.database, app.clock, ids);
  const order = await peerOrder(desk, peer.id);
  expect((await admin.call("order_pay_quote", { id: order.id })).account?.peer_id).toBe(peer.id);
  await rows(app.db, q`update orders set order_status = 'completed' where id = ${order.id}`);
  expect((await refusalOf(admin.raw("order_pay_quote", { id: order.id })))[1]).toBe("订单不在待支付状态，不能登记收款");
});

test("peers are given to nobody who may not see them, and commission begins near the day of the transfer", async () => {
  await makePeer(app.db, { bd_owner_id: idOf("business_2") });
  const desk = new TransferDesk(admin);
  const to = (account: string, more = {}) => transferBody(idOf("business_2"), [idOf(account)], more);
  const { total, fault } = await desk.trial(to("content"));
  expect(fault).toMatch(/没有「同行列表」权限，请更换接收人/);
  const add = (body: ReturnType<typeof to>) => refusalOf(admin.raw("peer_transfer_add", { ...body, expected_count: total, ...key() }));
  expect((await add(to("content")))[1]).toBe(fault);
  expect((await add(to("business_1", { commission_from: "1990-01-01" })))[1]).toBe("归属日与生效日相差不能超过92天");
});

test("the owner's mobile, to which its links go, changes by a reviewed request alone", async () => {
  const peer = await makePeer(app.db);
  const { list } = await admin.call("peer_account_query", { peer_id: [peer.id] });
  const owner = list.find((a) => a.role === "owner");
  const sent = { id: owner?.id ?? 0, version: owner?.version ?? 0, mobile: "13912345678" };
  expect(await refusalOf(admin.raw("peer_account_update", sent))).toEqual(["bad_input", "主账号的手机需通过「主账号更换」申请修改"]);
});
