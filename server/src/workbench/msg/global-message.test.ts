import { beforeAll, expect, test } from "vitest";
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { q, row } from "#kit/db/sql.ts";
import { TEST_NOW, testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { bannerBody } from "../../testing/make/msg.ts";

let app: TestApp;
let admin: Client;
let expert: Client;
let viewer: Client;
const HOUR = 3_600_000;
const key = () => ({ idempotency_key: crypto.randomUUID() });
type More = Partial<Omit<InputOf<"global_message_add">, "idempotency_key">>;

beforeAll(async () => {
  app = await testApp();
  [admin, expert, viewer] = [await app.as("admin"), await app.as("expert"), await app.as("viewer")];
});
const add = async (more: More = {}): Promise<number> =>
  (await admin.call("global_message_add", { ...bannerBody(app.clock.now(), more), ...key() })).id;
const refused = async (more: More): Promise<string> =>
  (await admin.raw("global_message_add", { ...bannerBody(app.clock.now(), more), ...key() })).msg;
const banner = async (who: Client): Promise<OutputOf<"message_get">["banner"]> => (await who.call("message_get", {})).banner;
const listed = async (id: number) => (await admin.call("global_message_query", { page_size: 100 })).list.find((g) => g.id === id);
const end = async (id: number): Promise<void> => {
  await admin.call("global_message_end", { id, version: (await listed(id))?.version ?? 0 });
};
const later = (hours: number): string => new Date(app.clock.now().getTime() + hours * HOUR).toISOString();

test("workbench 19: shown between its times, to whom it means alone", async () => {
  const role = await row<{ id: number }>(app.db, q`select role_id as id from workers where account = 'expert'`);
  const id = await add({ audience: "roles", role_ids: [role?.id ?? 0], start_at: later(1), end_at: later(3) });
  expect([await banner(expert), (await listed(id))?.global_status]).toEqual([null, "scheduled"]);
  app.clock.advance(HOUR);
  expect(await banner(expert)).toMatchObject({ id, title: "系统维护通知", level: "info", must_confirm: false });
  expect(await banner(viewer)).toBeNull();
  expect((await viewer.raw("global_message_confirm", { id })).ret).not.toBe(0);
  app.clock.advance(2 * HOUR);
  expect([await banner(expert), (await listed(id))?.global_status]).toEqual([null, "ended"]);
  app.clock.set(TEST_NOW);
});

test("workbench 19: it stays until it is confirmed, once each; ended, it is gone for everybody at once", async () => {
  const id = await add({ must_confirm: true, level: "critical" });
  const other = await add({ title: "普通的一条" });
  expect([(await banner(expert))?.id, (await banner(expert))?.must_confirm]).toEqual([id, true]);
  for (let n = 0; n < 2; n++) await expert.call("global_message_confirm", { id });
  expect((await banner(expert))?.id).toBe(other);
  const staff = await row<{ n: number }>(app.db, q`select count(*)::int as n from workers where status = 1`);
  expect(await listed(id)).toMatchObject({
    confirmed_count: 1,
    audience_count: staff?.n,
    global_status: "live",
    created_by_name: "系统管理员",
  });
  expect((await banner(viewer))?.id).toBe(id);
  await end(id);
  expect([(await banner(viewer))?.id, (await listed(id))?.global_status]).toEqual([other, "ended"]);
  await end(other);
  expect(await banner(viewer)).toBeNull();
  const closed = await listed(other);
  expect((await admin.raw("global_message_end", { id: other, version: closed?.version ?? 0 })).msg).toBe("状态已变化，请刷新后再试");
});

test("its times, audience and link are judged; it asks for a right of its own", async () => {
  expect(await refused({ end_at: "" })).toBe("请选择结束时间");
  expect(await refused({ end_at: later(-1) })).toBe("结束时间须晚于现在");
  expect(await refused({ start_at: later(3), end_at: later(2) })).toBe("结束时间须晚于开始时间");
  expect(await refused({ end_at: later(31 * 24) })).toBe("展示时间最长30天");
  expect(await refused({ audience: "teams" })).toBe("请选择团队");
  expect(await refused({ audience: "roles", role_ids: [999_999] })).toBe("所选角色已不存在，请重新选择");
  expect(await refused({ audience: "all", team_ids: [1] })).toBe("范围为指定团队时才选择团队");
  expect(await refused({ link: "https://example.com" })).toBe("链接应为系统内页面，如 /order/list");
  expect(await refused({ link: "//evil.com" })).toBe("链接应为系统内页面，如 /order/list");
  expect((await expert.raw("global_message_query", {})).status).toBe(403);
});
