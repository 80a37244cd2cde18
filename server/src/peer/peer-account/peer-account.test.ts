import { beforeAll, describe, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { md5Of } from "../../account/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { asWrite } from "../../testing/ctx.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { accountMay, passwdByLink } from "../index.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  await site();
});
const key = () => ({ idempotency_key: crypto.randomUUID() });
type Facts = Omit<InputOf<"peer_account_add">, "idempotency_key">;
let made = 0;
const facts = (peer_id: number, more: Partial<Facts> = {}): Facts => ({
  peer_id,
  account: `Operator_${++made}`,
  name: "赵操作",
  mobile: `1371000${String(1_000 + made)}`,
  role: "operator",
  order_limit: 500_000,
  can_pay: false,
  ...more,
});
/** Where the links of logins lead to. */
const site = async (): Promise<void> => {
  const { version } = await admin.call("sys_config_query", {});
  await admin.call("sys_config_update", { version, peer_site_url: "https://peer.example.com" });
};
const seen = async (id: number) => ({ id, version: (await admin.call("peer_account_get", { id })).version });
const use = (token_link: string | null) => {
  const token = new URLSearchParams((token_link ?? "").split("?")[1]).get("token") ?? "";
  return asWrite(app.db, null, app.clock.now(), (ctx) => passwdByLink(ctx, { token, passwd: md5Of("new password 1") }));
};

describe("peer 23: logins", () => {
  test("peer 23: the owner account is neither disabled nor made by hand nor given another role", async () => {
    const { id: peer_id, account_id } = await makePeer(app.db);
    const stays = ["guard_failed", "主账号不能停用，请先更换主账号"];
    expect(await refusalOf(admin.raw("peer_account_disable", { ...(await seen(account_id)), reason: "测试停用" }))).toEqual(stays);
    const byChange = "主账号的更换需提交变更申请";
    expect((await refusalOf(admin.raw("peer_account_update", { ...(await seen(account_id)), role: "viewer" })))[1]).toBe(byChange);
    expect((await refusalOf(admin.raw("peer_account_add", { ...facts(peer_id, { role: "owner" }), ...key() })))[1]).toBe(byChange);
    const { id } = await admin.call("peer_account_add", { ...facts(peer_id), ...key() });
    expect((await refusalOf(admin.raw("peer_account_update", { ...(await seen(id)), role: "owner" })))[1]).toBe(byChange);
  });

  test("peer 23: a mobile is on one enabled account, also under a race; a disabled one gives it back", async () => {
    const [a, b] = [await makePeer(app.db), await makePeer(app.db)];
    const mobile = "13710009999";
    const answers = await Promise.all([a, b].map((p) => admin.raw("peer_account_add", { ...facts(p.id, { mobile }), ...key() })));
    expect(answers.map((r) => r.msg).toSorted()).toEqual(["", "该手机号已是同行账号"].toSorted());
    const holder = await row<{ id: number }>(app.db, q`select id from peer_accounts where name = '赵操作' and mobile = '137****9999'`);
    await admin.call("peer_account_disable", { ...(await seen(holder?.id ?? 0)), reason: "员工离职" });
    const other = await admin.call("peer_account_add", { ...facts(a.id, { mobile }), ...key() });
    expect(await refusalOf(admin.raw("peer_account_enable", await seen(holder?.id ?? 0)))).toEqual(["duplicate", "该手机号已是同行账号"]);
    await admin.call("peer_account_update", { ...(await seen(other.id)), mobile: "13710008888" });
    await admin.call("peer_account_enable", await seen(holder?.id ?? 0));
    expect((await admin.call("peer_account_query", { keyword: mobile })).list.map((x) => x.id)).toEqual([holder?.id]);
    expect((await admin.call("peer_account_query", { keyword: "8888" })).list.map((x) => x.id)).toContain(other.id);
  });

  test("peer 23: without an address of the peers' site there is no link to hand over", async () => {
    const { id: peer_id } = await makePeer(app.db);
    const { version } = await admin.call("sys_config_query", {});
    await admin.call("sys_config_update", { version, peer_site_url: "" });
    const added = await admin.call("peer_account_add", { ...facts(peer_id), ...key() });
    expect(added).toMatchObject({ delivery: "unsent", no_site: true, token_link: null });
    await site();
    const { token_link } = await admin.call("peer_account_reset", { ...(await seen(added.id)), ...key() });
    expect(token_link).toMatch(/^https:\/\/peer\.example\.com\/passwd\?token=/);
  });

  test("the site of a link is a host that can be: no script, no name before it, no way behind it, no port beyond the last", async () => {
    const { version } = await admin.call("sys_config_query", {});
    const set = (peer_site_url: string) => admin.raw("sys_config_update", { version, peer_site_url }).then((a) => a.status);
    const wrong = ["javascript:alert(1)", "http://a.cn", "https://u:p@a.cn", "https://a.cn/x", "https://a.cn?x", "https://a.cn#x"];
    for (const url of [...wrong, "https://a.cn:99999", "https://a.cn:65536", "https://a.cn:0", "https://a..cn", "https://-a.cn"])
      expect([url, await set(url)]).toEqual([url, 400]);
    expect(await set("https://a-b.example.com:65535")).toBe(200);
    await site();
  });

  test("peer 23: a link works once, 30 minutes, is shown once and stands in no log, message or stored answer", async () => {
    const { id: peer_id } = await makePeer(app.db);
    const body = { ...facts(peer_id), ...key() };
    const first = await admin.call("peer_account_add", body);
    expect(first).toMatchObject({ delivery: "unsent", until: "2026-11-20T02:30:00.000Z" });
    expect((await admin.call("peer_account_add", body)).token_link).toBeNull();
    const again = await admin.call("peer_account_reset", { ...(await seen(first.id)), ...key() });
    await expect(use(first.token_link)).rejects.toThrow("链接已失效，请联系您的客服重新发送");
    app.clock.set("2026-11-20T02:29:59.000Z");
    expect(await use(again.token_link)).toEqual({ account_id: first.id, peer_id });
    await expect(use(again.token_link)).rejects.toThrow("链接已失效");
    const third = await admin.call("peer_account_reset", { ...(await seen(first.id)), ...key() });
    app.clock.set("2026-11-20T02:59:59.000Z");
    await expect(use(third.token_link)).rejects.toThrow("链接已失效");
    for (const { token_link } of [first, again, third])
      for (const table of ["operation_logs", "outbound_messages", "idempotency_keys", "peer_accounts", "jobs"]) {
        const token = (token_link ?? "").split("token=")[1] ?? "";
        expect(token).toHaveLength(43);
        const [found] = await rows(
          app.db,
          q`select 1 as x from (select to_jsonb(t)::text as all from ${{ pieces: [table], values: [] }} t) s where s.all like ${`%${token}%`}`,
        );
        expect(found, table).toBeUndefined();
      }
    expect(await admin.call("peer_account_get", { id: first.id })).toMatchObject({ reset_delivery: "unsent" });
  });

  test("peer 23: who is disabled loses his sessions and his link; what a login may is said by its role, limit and peer", async () => {
    const { id: peer_id, account_id } = await makePeer(app.db);
    const { id, token_link } = await admin.call("peer_account_add", { ...facts(peer_id, { can_pay: true }), ...key() });
    const may = (account: number, act: Parameters<typeof accountMay>[2], amount = 0) =>
      accountMay(app.db, account, act, amount, app.clock.now());
    expect(await may(id, "order", 500_000)).toBeNull();
    expect(await may(id, "order", 500_001)).toBe("超过单笔上限 ¥5,000.00");
    expect(await may(id, "account")).toBe("该账号没有此权限");
    expect(await may(account_id, "pay", 9_999_999)).toBeNull();
    await rows(
      app.db,
      q`insert into peer_holds (peer_id, kind, blocks, reason, opened_at) values (${peer_id}, 'risk', '{order}', '核查资料', ${app.clock.now()})`,
    );
    expect(await may(account_id, "order")).toBe("管控：核查资料");
    expect(await may(account_id, "pay")).toBeNull();
    const round = async () => (await row<{ n: number }>(app.db, q`select session_round as n from peer_accounts where id = ${id}`))?.n;
    const before = await round();
    await admin.call("peer_account_disable", { ...(await seen(id)), reason: "员工离职" });
    expect(await round()).toBe((before ?? 0) + 1);
    await expect(use(token_link)).rejects.toThrow("链接已失效");
    expect(await may(id, "view")).toBe("该账号已停用");
    expect((await admin.call("peer_log_query", { id: peer_id })).list.map((l) => l.reason)).toContain("员工离职");
  });
});

test("a login is found by account, name, its peer, and by its mobile whole or the last four; by how long it was not used", async () => {
  const { id: peer_id } = await makePeer(app.db, { short_name: "云帆假期" });
  const { id } = await admin.call("peer_account_add", {
    ...facts(peer_id, { account: "yunfan_ops", name: "周晓帆", mobile: "13812345678" }),
    ...key(),
  });
  const other = await admin.call("peer_account_add", { ...facts(peer_id, { mobile: "13812340000", role: "viewer" }), ...key() });
  const found = async (filter: object) => (await admin.call("peer_account_query", filter)).list.map((a) => a.id);
  for (const keyword of ["yunfan_OPS", "晓帆", "13812345678", "5678"]) expect([keyword, await found({ keyword })]).toEqual([keyword, [id]]);
  expect(await found({ keyword: "云帆" })).toEqual(expect.arrayContaining([id, other.id]));
  expect(await found({ keyword: "1381234567" })).not.toContain(id);
  expect(await found({ peer_id: [peer_id], role: ["viewer"] })).toEqual([other.id]);
  await rows(app.db, q`update peer_accounts set last_login_at = ${new Date(app.clock.now().getTime() - 40 * 86_400_000)} where id = ${id}`);
  expect(await found({ peer_id: [peer_id], inactive_days: 30 })).toEqual(expect.arrayContaining([id]));
  expect(await found({ peer_id: [peer_id], inactive_days: 60 })).not.toContain(id);
});

test("one mobile in full is logged and counted, of a peer and of a login", async () => {
  const { id, account_id } = await makePeer(app.db, { contact_mobile: "13677778888" });
  expect(await admin.call("peer_reveal", { noun: "peer", id })).toEqual({ mobile: "13677778888" });
  expect(await admin.call("peer_reveal", { noun: "peer_account", id: account_id })).toEqual({ mobile: "13677778888" });
  const looks = await rows<{ noun_id: string }>(app.db, q`select noun_id from operation_logs where kind = 'reveal' and noun = 'peer'`);
  expect(looks.map((l) => Number(l.noun_id))).toEqual([id, id]);
});
