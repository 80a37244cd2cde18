import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allCodes } from "@visadesk/contract/permissions.ts";
import { onEmbedded } from "../../testing/database.ts";
import { runCall } from "#kit/call/run.ts";
import { endingOf, testDesk, type Desk } from "../../testing/loops/parts/calls.ts";
import { md5Of } from "../../account/index.ts";
import { emptyHanded, hireAt, key, type Signed } from "../../testing/make/staff.ts";
import { scopeOf } from "../index.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await testDesk({ max: 20 });
});
beforeEach(() => desk.reset());

const hire = (admin: Signed, account: string, codes: number[], more: Parameters<typeof hireAt>[4] = {}) =>
  hireAt(desk, admin, account, codes, more);
const ping = "preference_query" as const;
const roleId = async (name: string): Promise<number> =>
  (await desk.db.selectFrom("roles").select("id").where("name", "=", name).executeTakeFirstOrThrow()).id;
const workerRow = (account: string) => desk.db.selectFrom("workers").selectAll().where("account", "=", account).executeTakeFirstOrThrow();

const as = (account: string): Promise<Signed> => desk.signIn(account, "given password");

describe("setting 2: not myself, not my own role, nobody above me", () => {
  test("my role, my team, the role I hold", async () => {
    const admin = await desk.signIn("admin");
    const { role, id } = await hire(admin, "personnel", [101001, 101002, 100301]);
    const boss = await as("personnel");
    const mine = await boss("role_get", { id: role });
    expect(await boss.ends("oss_account_update", { id, role_id: await roleId("仅首页") })).toBe("not_allowed");
    expect(await boss.ends("oss_account_update", { id, team_id: 1 })).toBe("not_allowed");
    expect(await boss.ends("role_update", { id: role, version: mine.version, note: "更大" })).toBe("not_allowed");
    expect(await boss.ends("role_remove", { id: role })).toBe("not_allowed");
    expect(await boss.ends("oss_account_update", { id, nickname: "改个昵称" })).toBe("ok");
  });

  test("a worker or a role with a code I lack", async () => {
    const admin = await desk.signIn("admin");
    await hire(admin, "personnel", [101001, 101002, 100301]);
    const boss = await as("personnel");
    const finance = await workerRow("finance");
    const financeRole = await admin("role_get", { id: await roleId("财务") });
    expect(await boss.ends("oss_account_update", { id: finance.id, nickname: "改名" })).toBe("not_allowed");
    expect(await boss.ends("worker_disable", { id: finance.id, version: finance.version, reason: "测试", ...emptyHanded() })).toBe(
      "not_allowed",
    );
    expect(await boss.ends("worker_passwd_reset", { id: finance.id })).toBe("not_allowed");
    expect(await boss.ends("worker_unlock", { id: finance.id })).toBe("not_allowed");
    expect(await boss.ends("worker_session_end", { id: finance.id })).toBe("not_allowed");
    expect(await boss.ends("role_update", { id: financeRole.id, version: financeRole.version, note: "x" })).toBe("not_allowed");
    expect(await boss.ends("role_update", { id: await roleId("超级管理员"), version: 1, note: "x" })).toBe("not_allowed");
    expect(await boss.ends("oss_account_update", { id: (await workerRow("admin")).id, nickname: "x" })).toBe("not_allowed");
    expect(await workerRow("finance")).toEqual(finance);
  });

  test("without 101001 nobody else's account is read or changed", async () => {
    const expert = await desk.signIn("expert");
    const other = await workerRow("viewer");
    expect(await expert.ends("oss_account_query", { id: other.id })).toBe("not_found");
    expect(await expert.ends("oss_account_query", { id: 999_999 })).toBe("not_found");
    expect(await expert.ends("oss_account_update", { id: other.id, nickname: "x" })).toBe(403);
    const admin = await desk.signIn("admin");
    expect((await admin("oss_account_query", { id: other.id })).account).toBe("viewer");
  });
});

describe("setting 3: the last administrator", () => {
  test("two who disable each other at once: one succeeds", async ({ skip }) => {
    if (onEmbedded()) skip();
    const admin = await desk.signIn("admin");
    await hire(admin, "admin_b", [...allCodes]);
    await hire(admin, "admin_c", [...allCodes]);
    await desk.db.updateTable("workers").set({ status: 0 }).where("account", "=", "admin").execute();
    for (let round = 0; round < 5; round++) {
      const [b, c] = await Promise.all([as("admin_b"), as("admin_c")]);
      const rows = await desk.db
        .selectFrom("workers")
        .select(["id", "version"])
        .where("account", "in", ["admin_b", "admin_c"])
        .orderBy("account")
        .execute();
      const endings = await Promise.all([
        b.ends("worker_disable", { id: c.id, version: rows[1]?.version ?? 0, reason: "互相停用", ...emptyHanded() }),
        c.ends("worker_disable", { id: b.id, version: rows[0]?.version ?? 0, reason: "互相停用", ...emptyHanded() }),
      ]);
      expect(endings.filter((e) => e === "ok")).toHaveLength(1);
      // The loser was disabled while he waited, or would have been the last.
      expect(["last_admin", "not_allowed", 401]).toContain(endings.find((e) => e !== "ok"));
      const left = await desk.db
        .selectFrom("workers")
        .select("id")
        .where("account", "in", ["admin_b", "admin_c"])
        .where("status", "=", 1)
        .execute();
      expect(left).toHaveLength(1);
      await desk.db.updateTable("workers").set({ status: 1, must_change: false }).where("account", "in", ["admin_b", "admin_c"]).execute();
    }
  });

  test("removing 101002 from the last such role, moving its last holder or disabling him is refused", async () => {
    const admin = await desk.signIn("admin");
    await hire(admin, "keeper", [101001, 101002, 100301]);
    const { role, id } = await hire(admin, "last_one", [101001, 101002]);
    const home = await roleId("仅首页");
    const keeper = await as("keeper");
    const call = { name: "", body: {}, request_id: "", platform: 25 as const, token: keeper.token, headers: {}, ip: "10.0.0.1", agent: "" };
    const { principal } = await desk.parts.principalOf({ ...call, now: desk.clock.now() });
    // The keeper's call is on its way when he and the first administrator are disabled.
    await desk.db.updateTable("workers").set({ status: 0 }).where("account", "in", ["admin", "keeper"]).execute();
    const late = (name: string, body: unknown) =>
      runCall(
        { ...desk.parts, principalOf: () => Promise.resolve({ principal }) },
        { ...call, name, body, request_id: crypto.randomUUID() },
      ).then(() => "ok" as const, endingOf);
    const { version } = await workerRow("last_one");
    expect(await late("role_update", { id: role, version: 1, module_group: [101001] })).toBe("last_admin");
    expect(await late("oss_account_update", { id, role_id: home })).toBe("last_admin");
    expect(await late("worker_disable", { id, version, reason: "停用", ...emptyHanded() })).toBe("last_admin");
    expect(await workerRow("last_one")).toMatchObject({ status: 1, role_id: role, version });
    await desk.db.updateTable("workers").set({ status: 1 }).where("account", "=", "admin").execute();
    expect(await late("worker_disable", { id, version, reason: "停用", ...emptyHanded() })).toBe("ok");
  });
});

describe("setting 4: changes hold at the next call", () => {
  test("a code removed from the role is refused, the session lives, the header's role version rises", async () => {
    const admin = await desk.signIn("admin");
    const { role } = await hire(admin, "somebody", [101001, 101002]);
    const me = await as("somebody");
    expect(await me.ends("role_query", {})).toBe("ok");
    await admin("role_update", { id: role, version: 1, module_group: [101001] });
    expect(await me.ends("role_query", {})).toBe(403);
    expect(await me.ends("worker_query", {})).toBe("ok");
    expect((await me("oss_account_query", { id: me.id })).role_version).toBe(2);
  });

  test("another role, disabled, reset, ended: 401, and why", async () => {
    const admin = await desk.signIn("admin");
    const { id } = await hire(admin, "somebody", [100301]);
    const enter = () => as("somebody");
    let me = await enter();
    const ended = (msg: string) => expect(desk.answer(ping, {}, { token: me.token })).rejects.toMatchObject({ status: 401, msg });
    await admin("oss_account_update", { id, role_id: await roleId("仅首页") });
    await ended("您的角色已更换，请重新登录");
    me = await enter();
    await admin("worker_session_end", { id });
    await ended("此次登录已被下线，请重新登录");
    me = await enter();
    await admin("worker_disable", { id, version: (await workerRow("somebody")).version, reason: "离职", ...emptyHanded() });
    await ended("您的账号已停用，如有疑问请联系管理员");
    expect(await desk.ending("open/oss_login", { account: "somebody", passwd: md5Of("given password") })).toBe("login_failed");
    await admin("worker_enable", { id, version: (await workerRow("somebody")).version, ...key() });
    me = await enter();
    expect(await me.ends(ping, {})).toBe("must_change_passwd");
    await me("oss_account_update", { id, account: "somebody", passwd: md5Of("another password") });
    await admin("worker_passwd_reset", { id });
    await ended("管理员重置了您的密码或两步验证，请重新登录");
    const reasons = await desk.db.selectFrom("sessions").select("end_reason").where("worker_id", "=", id).orderBy("id").execute();
    expect(reasons.map((r) => r.end_reason)).toEqual(["role", "admin", "disabled", "reset"]);
  });

  test("with the memory of sessions on, another process hears of a change within moments", async ({ skip }) => {
    if (onEmbedded()) skip();
    const { openSessions } = await import("../../account/index.ts");
    const gate = openSessions(desk.db, desk.open.url);
    try {
      await expect.poll(() => gate.cached(), { timeout: 5000 }).toBe(true);
      const admin = await desk.signIn("admin");
      const { id } = await hire(admin, "somebody", [100301]);
      const me = await as("somebody");
      const asked = () => gate.principalOf({ token: me.token, headers: {}, platform: 25, now: desk.clock.now() });
      expect((await asked()).principal?.worker_id).toBe(id);
      // Past every door of ours, as another process would.
      await desk.db.updateTable("workers").set({ status: 0 }).where("id", "=", id).execute();
      await expect.poll(async () => (await asked()).reason, { timeout: 2000 }).toBe("disabled");
    } finally {
      await gate.close();
    }
  });
});

describe("setting 6: what a role may hold", () => {
  const add = (by: Signed, module_group: number[], data_scope: "all" | "team" | "own" = "own") =>
    by.ends("role_add", { name: `角色${crypto.randomUUID().slice(0, 8)}`, note: "", module_group, data_scope, ...key() });

  test("a button without its screen and an unknown code are refused; 101001101 alone is a role", async () => {
    const admin = await desk.signIn("admin");
    expect(await add(admin, [100301002])).toBe("bad_input");
    expect(await add(admin, [100301, 100301002])).toBe("ok");
    expect(await add(admin, [123456])).toBe("bad_input");
    expect(await add(admin, [])).toBe("ok");
    await hire(admin, "auditor1", [101001101], { data_scope: "own" });
    const auditor = await as("auditor1");
    expect([await auditor.ends("operation_log_query", {}), await auditor.ends("worker_query", {})]).toEqual(["ok", 403]);
  });

  test("codes and scope stay within the giver's own", async () => {
    const admin = await desk.signIn("admin");
    const team = await desk.db.selectFrom("teams").select("id").where("name", "=", "商务").executeTakeFirstOrThrow();
    const { id } = await hire(admin, "team_boss", [101001, 101002, 100301], { data_scope: "team", team_id: team.id });
    await desk.db.updateTable("teams").set({ leader_id: id }).where("id", "=", team.id).execute();
    const boss = await as("team_boss");
    expect(await add(boss, [100301], "all")).toBe("grant_exceeds");
    expect(await add(boss, [100301, 100302], "team")).toBe("grant_exceeds");
    expect(await add(boss, [100301], "team")).toBe("ok");
    const wide = await admin("role_add", { name: "全部范围", note: "", module_group: [100301], data_scope: "all", ...key() });
    const give = { account: "newcomer", nickname: "新人", team_id: team.id };
    expect(await boss.ends("oss_account_add", { ...give, role_id: wide.id, ...key() })).toBe("grant_exceeds");
    expect(await boss.ends("oss_account_add", { ...give, team_id: team.id - 1, ...key() })).toBe("out_of_scope");
    expect(await boss.ends("oss_account_add", { ...give, role_id: await roleId("超级管理员"), ...key() })).toBe("grant_exceeds");
    expect(await boss.ends("oss_account_add", { ...give, ...key() })).toBe("ok");
    const outside = await workerRow("viewer");
    expect(await boss.ends("oss_account_update", { id: outside.id, nickname: "x" })).toBe("not_found");
    const seen = await boss("worker_query", { page_size: 100 });
    expect(seen.list.every((w) => w.team_id === team.id)).toBe(true);
    expect(seen.total).toBe(5);
  });

  test("a removed role leaves in the log what it held", async () => {
    const admin = await desk.signIn("admin");
    const { id } = await admin("role_add", { name: "短期角色", note: "暑期", module_group: [100301], data_scope: "team", ...key() });
    await admin("role_remove", { id });
    const [row] = (await admin("operation_log_query", { noun: "role", noun_id: String(id) })).list;
    expect([row?.endpoint, ...(row?.changes.map((c) => c.before) ?? [])]).toEqual([
      "role_remove",
      "暑期",
      ["订单查看（100301）"],
      "本团队",
    ]);
  });

  test("a role in use is not removed; a stale version is 409; names are unique", async () => {
    const admin = await desk.signIn("admin");
    const { role } = await hire(admin, "somebody", [100301]);
    expect(await admin.ends("role_remove", { id: role })).toBe("in_use");
    await admin("role_update", { id: role, version: 1, note: "一" });
    expect(await admin.ends("role_update", { id: role, version: 1, note: "二" })).toBe(409);
    expect(await admin.ends("role_update", { id: role, version: 2, name: "财务" })).toBe("duplicate");
    const impact = await admin("role_impact_get", { id: role, module_group: [100302] });
    expect(impact).toMatchObject({ added: [100302], removed: [100301], workers: [{ nickname: "somebody" }] });
  });
});

test("setting 7: a tree of teams; disabled members count; no scope sees rows without owner but all", async () => {
  const times = { created_at: desk.clock.now(), updated_at: desk.clock.now() };
  const at = { passwd: "x", passwd_at: desk.clock.now(), ...times };
  const person = async (account: string, team_id: number | null, status: 0 | 1 = 1): Promise<number> => {
    const row = { account, nickname: account, team_id, status, ...at };
    return (await desk.db.insertInto("workers").values(row).returning("id").executeTakeFirstOrThrow()).id;
  };
  const team = async (name: string, parent_id: number | null): Promise<number> => {
    const row = { name, parent_id, ...times };
    return (await desk.db.insertInto("teams").values(row).returning("id").executeTakeFirstOrThrow()).id;
  };
  const a = await team("甲队", null);
  const b = await team("乙队", a);
  const c = await team("丙队", b);
  const leader = await person("leader_a", a);
  await desk.db.updateTable("teams").set({ leader_id: leader }).where("id", "=", a).execute();
  const [memberA, memberB, gone] = [await person("member_a", a), await person("member_b", b), await person("gone_c", c, 0)];
  const scope = (id: number, data_scope: "all" | "team" | "own") => scopeOf(desk.db, { id, team_id: id === memberB ? b : a, data_scope });
  expect(await scope(leader, "team")).toEqual([leader, memberA, memberB, gone]);
  expect(await scope(memberA, "team")).toEqual([leader, memberA]);
  expect(await scope(memberB, "team")).toEqual([memberB]);
  expect(await scope(memberA, "own")).toEqual([memberA]);
  expect(await scope(memberA, "all")).toBeNull();
});

test("setting 24: a nickname of 21 characters and a short reason are refused with the field's label", async () => {
  const admin = await desk.signIn("admin");
  const { id, version } = await workerRow("viewer");
  await expect(admin("oss_account_update", { id, nickname: "字".repeat(21) })).rejects.toMatchObject({
    status: 400,
    msg: "昵称最多20个字符",
  });
  await expect(admin("worker_disable", { id, version, reason: "无", ...emptyHanded() })).rejects.toMatchObject({
    status: 400,
    msg: "原因至少2个字符",
  });
});

test("lists: filters of staff and roles", async () => {
  const admin = await desk.signIn("admin");
  const names = async (filter: object): Promise<string[]> =>
    (await admin("worker_query", { ...filter, page_size: 100, sort: "account", order: "asc" })).list.map((w) => w.account);
  expect(await names({ keyword: "林晓" })).toEqual(["expert"]);
  expect(await names({ code: 100801 })).toEqual(["admin", "finance"]);
  expect(await names({ is_locked: true })).toEqual([]);
  for (let i = 0; i < 5; i++) await desk.ending("open/oss_login", { account: "viewer", passwd: md5Of("x") });
  expect(await names({ is_locked: true })).toEqual(["viewer"]);
  const finance = (await admin("worker_query", { keyword: "finance" })).list[0];
  expect(finance).toMatchObject({ role_name: "财务", data_scope: "all", is_leader: false, open_applicants: 0 });
  expect(finance?.sensitive_count).toBeGreaterThan(10);
  const roles = await admin("role_query", { page_size: 100, sort: "worker_count", order: "desc" });
  expect(roles.list.find((r) => r.name === "商务")).toMatchObject({ worker_count: 3, data_scope: "team" });
  expect(roles.list[0]).toMatchObject({ name: "签证专家", worker_count: 13, screen_count: 2, button_count: 1, sensitive_count: 1 });
  expect((await admin("role_query", { code: 100801 })).list.map((r) => r.name).sort()).toEqual(["超级管理员", "财务"].sort());
  expect((await admin("worker_pick", { codes: [100302] })).list.length).toBe(15);
});
