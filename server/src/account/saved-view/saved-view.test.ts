import { beforeAll, beforeEach, expect, test } from "vitest";
import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { allows, may } from "@visadesk/contract/permissions.ts";
import { runDue } from "#kit/job-runner.ts";
import { makeCtx } from "#kit/call/run.ts";
import { testDesk, type Desk } from "../../testing/loops/parts/calls.ts";
import { useLists, viewWatchJob } from "../index.ts";

let desk: Desk;
let isOpen = true;
const watch = viewWatchJob(() => Promise.resolve(isOpen));
beforeAll(async () => {
  desk = await testDesk();
});
beforeEach(() => desk.reset());

test("saved views: mine, shared ones read-only, five pinned, counted by the list itself in my scope", async () => {
  const admin = await desk.signIn("admin");
  const viewer = await desk.signIn("viewer");
  const hold = (codes: number[]) => desk.db.updateTable("roles").set({ module_group: codes }).where("name", "=", "仅首页").execute();
  const view = { route: "worker-list" as const, endpoint: "worker_query", query: { filter: { status: [1] } } };
  const made = await admin("saved_view_add", { ...view, name: "在职", share: "all", pinned: true });
  expect(await admin.ends("saved_view_add", { ...view, name: "在职" })).toBe("duplicate");
  // Shared with everybody is shared with everybody who may open the list.
  expect((await viewer("saved_view_query", {})).list).toEqual([]);
  await hold([may.worker]);
  expect((await viewer("saved_view_query", { route: "worker-list" })).list).toMatchObject([
    { id: made.id, pinned: false, owner_name: "系统管理员" },
  ]);
  expect(await viewer.ends("saved_view_update", { id: made.id, version: made.version, name: "改名" })).toBe("not_found");
  expect(await viewer.ends("saved_view_remove", { id: made.id })).toBe("not_found");
  for (let i = 2; i <= 5; i++) await admin("saved_view_add", { ...view, name: `视图${i}`, pinned: true });
  expect(await admin.ends("saved_view_add", { ...view, name: "视图6", pinned: true })).toBe("limit_exceeded");
  const recent = await admin("saved_view_add", { ...view, name: "近7天登录", query: { filter: { last_login_at: "d-6~d" } } });
  const counts = await admin("saved_view_count", { ids: [made.id, recent.id] });
  const all = await admin("worker_query", { status: [1] });
  expect(counts.list).toEqual([
    { id: made.id, total: all.total, total_capped: false },
    { id: recent.id, total: 2, total_capped: false },
  ]);
  await hold([]);
  expect((await viewer("saved_view_count", { ids: [made.id] })).list).toEqual([]);
});

test("a view is kept and shared only by whoever holds its list's codes, and only of a list of ours", async () => {
  const admin = await desk.signIn("admin");
  const viewer = await desk.signIn("viewer");
  const query = { filter: {} };
  for (const [route, rule] of Object.entries(listRoutes)) {
    const body = { route, endpoint: "worker_query", name: route.slice(0, 20), query, share: "all" };
    expect(await viewer.ends("saved_view_add", body), route).toBe(403);
    expect(allows(rule.may, new Set()), route).toBe(false);
    expect(await admin.ends("saved_view_add", body), route).toBe("ok");
  }
  expect((await viewer("saved_view_query", {})).list).toEqual([]);
  for (const route of ["//evil.example", "/order/list", "https://evil.example", "javascript:alert(1)", "no-such-list", "constructor"])
    expect(await admin.ends("saved_view_add", { route, endpoint: "worker_query", name: "别处", query }), route).toBe(400);
  for (const endpoint of ["session_query", "no_such_query", "__proto__", "oss_account_add"])
    expect(await admin.ends("saved_view_add", { route: "worker-list", endpoint, name: "别处", query }), endpoint).toBe("bad_input");
  // Rights that went away take the sharing with them.
  const manager = await desk.signIn("manager");
  const made = await manager("saved_view_add", { route: "ve-evaluate-list", endpoint: "expert_query", name: "专家", query });
  await desk.db.updateTable("roles").set({ module_group: [] }).where("name", "=", "订单主管").execute();
  expect(await manager.ends("saved_view_update", { id: made.id, version: made.version, share: "all" })).toBe(403);
  expect(await manager.ends("saved_view_remove", { id: made.id })).toBe("ok");
});

test("a watched view tells its owner once when it rises above its number, in working hours, by his own rights", async () => {
  const manager = await desk.signIn("manager");
  const hold = (codes: number[]) =>
    desk.db.updateTable("roles").set({ module_group: codes, data_scope: "own" }).where("name", "=", "订单主管").execute();
  await hold([may.worker]);
  const told = () =>
    desk.db
      .selectFrom("outbound_messages")
      .select(["content", "receiver_worker_id", "ref_id"])
      .where("template", "=", "view_watch")
      .execute();
  const look = async (minutes: number) => {
    desk.clock.advance(minutes * 60_000);
    await runDue({ db: desk.db, defs: [watch], clock: desk.clock, ctxOf: (db, now) => makeCtx(desk.parts, db, {}, null, now) });
    return told();
  };
  useLists(desk.parts.serving);
  const query = { filter: { is_weak: true } };
  const view = await manager("saved_view_add", { route: "worker-list", endpoint: "worker_query", name: "弱密码", query, watch: 0 });
  expect(await look(10)).toEqual([]);
  // Others' are out of his scope; his own is not.
  await desk.db.updateTable("workers").set({ is_weak: true }).where("account", "=", "expert").execute();
  expect(await look(10)).toEqual([]);
  await desk.db.updateTable("workers").set({ is_weak: true }).where("id", "=", manager.id).execute();
  isOpen = false;
  expect(await look(10)).toEqual([]);
  isOpen = true;
  const once = [{ content: "视图“弱密码”现有 1 条，超过您设的 0 条", receiver_worker_id: manager.id, ref_id: view.id }];
  expect(await look(10)).toEqual(once);
  expect(await look(10)).toEqual(once);
  await desk.db.updateTable("workers").set({ is_weak: false }).where("id", "=", manager.id).execute();
  await look(10);
  await desk.db.updateTable("workers").set({ is_weak: true }).where("id", "=", manager.id).execute();
  await hold([]);
  expect(await look(10)).toHaveLength(1);
  await hold([may.worker]);
  expect(await look(10)).toHaveLength(2);
});

test("a filter by a personal number is not kept in a view", async () => {
  const admin = await desk.signIn("admin");
  const query = { filter: { keyword: "13812345678", status: [1] }, tab: "to_hand_over" };
  const made = await admin("saved_view_add", { route: "worker-list", endpoint: "worker_query", name: "找人", query });
  expect(made.query).toEqual({ filter: { status: [1] }, tab: "to_hand_over" });
  const next = { id: made.id, version: made.version, query: { filter: { keyword: "张三" } } };
  expect((await admin("saved_view_update", next)).query).toEqual({ filter: { keyword: "张三" } });
});

test("a view is what its list understands: anything else would watch every row", async () => {
  const admin = await desk.signIn("admin");
  const body = { route: "worker-list", endpoint: "worker_query", name: "看全部" };
  for (const query of [
    { status: [1] },
    { filter: { no_such_field: 1 } },
    { filter: { status: "全部" } },
    { filter: { last_login_at: "today" } },
    { filter: {}, sort: "no_such_column" },
    { filter: [] },
  ])
    expect([query, await admin.ends("saved_view_add", { ...body, query })]).toEqual([query, "bad_input"]);
  const made = await admin("saved_view_add", { ...body, route: "worker-list", query: { filter: { status: [1] }, page_size: 50 } });
  expect(await admin.ends("saved_view_update", { id: made.id, version: made.version, query: { status: [1] } })).toBe("bad_input");
});

test("a view of a tab that only the console knows counts what the tab shows", async () => {
  const admin = await desk.signIn("admin");
  const view = { route: "worker-list" as const, endpoint: "worker_query" };
  const query = { filter: {}, tab: "off", stage: { status: [0] } };
  const { id } = await admin("saved_view_add", { ...view, name: "停用", query });
  const off = await admin("worker_query", { status: [0] });
  expect(off.total).not.toBe((await admin("worker_query", {})).total);
  expect((await admin("saved_view_count", { ids: [id] })).list).toEqual([{ id, total: off.total, total_capped: false }]);
  expect(await admin.ends("saved_view_add", { ...view, name: "别的", query: { filter: {}, stage: { nothing: 1 } } })).toBe("bad_input");
});
