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
