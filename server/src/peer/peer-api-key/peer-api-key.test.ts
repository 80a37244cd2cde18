import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { refusalOf } from "../../testing/make/supplier-desk.ts";
import { apiKeyOf } from "../index.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
});
const key = () => ({ idempotency_key: crypto.randomUUID() });
const plain = (peer_id: number) => ({ peer_id, callback_url: "", ip_list: [], note: "" });

test("two keys are enabled at once, also under a race; a disabled one gives its place back", async () => {
  const { id } = await makePeer(app.db);
  const answers = await Promise.all([1, 2, 3, 4].map(() => admin.raw("peer_api_key_add", { ...plain(id), ...key() })));
  expect(answers.map((a) => a.msg).toSorted()).toEqual(["", "", "最多两个启用的密钥", "最多两个启用的密钥"]);
  const { list } = await admin.call("peer_api_key_query", { peer_id: id });
  const [first] = list;
  if (!first) throw new Error("no key");
  await admin.call("peer_api_key_disable", { id: first.id, version: first.version, reason: "轮换密钥" });
  await admin.call("peer_api_key_add", { ...plain(id), ...key() });
  expect(await refusalOf(admin.raw("peer_api_key_update", { id: first.id, version: first.version + 1, note: "旧的" }))).toEqual([
    "state_changed",
    "该密钥已停用",
  ]);
});

test("the secret is answered once, kept sealed, and opened for who signs with it while key and peer are on", async () => {
  const { id } = await makePeer(app.db);
  const body = { ...plain(id), ip_list: ["203.0.113.8", "2001:db8::/32"], ...key() };
  const made = await admin.call("peer_api_key_add", body);
  expect(made.secret).toHaveLength(43);
  expect((await admin.call("peer_api_key_add", body)).secret).toBeNull();
  for (const table of ["operation_logs", "idempotency_keys", "peer_api_keys"]) {
    const [found] = await rows(
      app.db,
      q`select 1 as x from (select to_jsonb(t)::text as all from ${{ pieces: [table], values: [] }} t) s where s.all like ${`%${made.secret}%`}`,
    );
    expect(found, table).toBeUndefined();
  }
  expect(await apiKeyOf(app.db, { access_key: made.access_key })).toMatchObject({
    peer_id: id,
    secret: made.secret,
    ip_list: body.ip_list,
  });
  expect(await apiKeyOf(app.db, { peer_id: id })).toMatchObject({ access_key: made.access_key });
  await admin.call("peer_api_key_disable", { id: made.id, version: made.version, reason: "停止对接" });
  expect(await apiKeyOf(app.db, { access_key: made.access_key })).toBeNull();
});

test("a callback into a private network is refused, however it is written, and so is what is no address", async () => {
  const { id } = await makePeer(app.db);
  const add = (more: object) => refusalOf(admin.raw("peer_api_key_add", { ...plain(id), ...key(), ...more }));
  for (const host of ["127.0.0.1", "10.0.0.8:8443", "192.168.1.2", "0x7f.1", "169.254.169.254"])
    expect((await add({ callback_url: `https://${host}/hook` }))[1], host).toBe("回调地址不能指向内网");
  expect((await add({ callback_url: "http://203.0.113.8/hook" }))[1]).toBe("回调地址应为 https:// 开头的公网地址");
  for (const callback_url of ["https://a.b:99999/", "https://a.%00/"])
    expect((await add({ callback_url }))[1], callback_url).toBe("回调地址应为 https:// 开头的公网地址");
  for (const ip of ["300.1.1.1", "10.0.0.0/40", "abc"]) expect((await add({ ip_list: [ip] }))[1], ip).toBe("IP格式不正确");
  const made = await admin.call("peer_api_key_add", { ...plain(id), callback_url: "https://203.0.113.8/hook", ...key() });
  expect(
    await refusalOf(admin.raw("peer_api_key_update", { id: made.id, version: made.version, callback_url: "https://10.1.1.1/hook" })),
  ).toEqual(["bad_input", "回调地址不能指向内网"]);
  expect(await row(app.db, q`select callback_url from peer_api_keys where id = ${made.id}`)).toEqual({
    callback_url: "https://203.0.113.8/hook",
  });
});
