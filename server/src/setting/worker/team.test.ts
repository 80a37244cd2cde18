import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { md5Of } from "../../account/index.ts";
import { testDesk, type Desk } from "../../testing/loops/parts/calls.ts";
import { branchOf, parentFault } from "./team.rules.ts";
import { scopeOf } from "../index.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await testDesk();
});
beforeEach(() => desk.reset());

type Signed = Awaited<ReturnType<Desk["signIn"]>>;
const key = (): { idempotency_key: string } => ({ idempotency_key: crypto.randomUUID() });
const idOf = async (account: string): Promise<number> =>
  (await desk.db.selectFrom("workers").select("id").where("account", "=", account).executeTakeFirstOrThrow()).id;
const teamOf = async (account: string): Promise<number | null> =>
  (await desk.db.selectFrom("workers").select("team_id").where("account", "=", account).executeTakeFirstOrThrow()).team_id;
const named = async (by: Signed, name: string) => {
  const { list } = await by("team_query", {});
  const team = list.find((t) => t.name === name);
  if (!team) throw new Error(`no team ${name}`);
  return team;
};
const form = { parent_id: null, leader_id: null, country_ids: [], member_ids: [] };
const refusal = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "ok",
    (e: Error) => e.message,
  );

/** Leader of a team who manages staff with scope 团队 and holds what an expert holds. */
async function teamBoss(admin: Signed, team: string): Promise<Signed> {
  const { id: team_id } = await named(admin, team);
  const { list } = await admin("role_query", { keyword: "签证专家" });
  const role = await admin("role_add", {
    name: "组长角色",
    note: "",
    module_group: [...(list[0]?.module_group ?? []), 101001],
    data_scope: "team",
    ...key(),
  });
  const { id } = await admin("oss_account_add", {
    account: "team_boss",
    nickname: "组长",
    role_id: role.id,
    team_id,
    passwd: md5Of("given password"),
    ...key(),
  });
  await desk.db.updateTable("workers").set({ must_change: false }).where("id", "=", id).execute();
  const { version } = await named(admin, team);
  await admin("team_update", { id: team_id, version, leader_id: id });
  return desk.signIn("team_boss", "given password");
}

test("the tree: branches, levels and circles", () => {
  const tree = [
    { id: 1, parent_id: null },
    { id: 2, parent_id: 1 },
    { id: 3, parent_id: 2 },
    { id: 4, parent_id: null },
    { id: 5, parent_id: 4 },
  ];
  expect(branchOf(tree, 1)).toEqual([1, 2, 3]);
  expect(parentFault(tree, 1, 3)).toBe("上级不能是自己的下级");
  expect(parentFault(tree, 4, 4)).toBe("上级不能是自己的下级");
  expect(parentFault(tree, null, 3)).toMatch("最多3级");
  expect(parentFault(tree, 4, 2)).toMatch("最多3级");
  expect(parentFault(tree, 4, 1)).toBeNull();
  expect(parentFault(tree, null, 2)).toBeNull();
});

test("setting 7: teams made on the page carry the scope: a leader sees the teams below his", async () => {
  const admin = await desk.signIn("admin");
  const leader = await idOf("jpkr_1");
  const member = await idOf("jpkr_2");
  const below = await idOf("schengen_2");
  const a = await admin("team_add", { ...form, name: "甲队", leader_id: leader, member_ids: [leader, member], ...key() });
  const b = await admin("team_add", { ...form, name: "乙队", parent_id: a.id, ...key() });
  const c = await admin("team_add", { ...form, name: "丙队", parent_id: b.id, member_ids: [below], ...key() });
  expect(await admin.ends("team_add", { ...form, name: "丁队", parent_id: c.id, ...key() })).toBe("bad_input");
  expect(await scopeOf(desk.db, { id: leader, team_id: a.id, data_scope: "team" })).toEqual([leader, member, below].sort((x, y) => x - y));
  expect(await scopeOf(desk.db, { id: member, team_id: a.id, data_scope: "team" })).toEqual([leader, member].sort((x, y) => x - y));
});

test("setting 24: a circle, a taken name, no leader, a disabled leader, an unknown country are refused in words", async () => {
  const admin = await desk.signIn("admin");
  const leader_id = await idOf("expert");
  const a = await admin("team_add", { ...form, name: "甲队", leader_id, ...key() });
  const b = await admin("team_add", { ...form, name: "乙队", parent_id: a.id, ...key() });
  expect(await refusal(admin("team_update", { id: a.id, version: 1, parent_id: b.id }))).toBe("上级不能是自己的下级");
  expect(await refusal(admin("team_add", { ...form, name: "甲队", leader_id, ...key() }))).toBe("团队名称已存在");
  expect(await refusal(admin("team_add", { ...form, name: "戊队", ...key() }))).toBe("请选择组长");
  expect(await refusal(admin("team_add", { ...form, name: "戊队", leader_id, country_ids: ["ZZ"], ...key() }))).toMatch("国家 ZZ 不存在");
  await desk.db.updateTable("workers").set({ status: 0 }).where("account", "=", "ukus_2").execute();
  expect(await refusal(admin("team_add", { ...form, name: "戊队", leader_id: await idOf("ukus_2"), ...key() }))).toMatch(
    "组长须为启用的员工",
  );
  expect(await desk.db.selectFrom("teams").select("id").where("name", "=", "戊队").execute()).toEqual([]);
});

describe("members", () => {
  test("come and go with the team's record, each move logged; a stale page meets 409", async () => {
    const admin = await desk.signIn("admin");
    const japan = await named(admin, "日韩");
    const europe = await named(admin, "申根");
    const guest = await idOf("schengen_2");
    const ids = japan.members.map((m) => m.id);
    const gone = await idOf("jpkr_3");
    await admin("team_update", { id: japan.id, version: japan.version, member_ids: [...ids.filter((i) => i !== gone), guest] });
    expect([await teamOf("schengen_2"), await teamOf("jpkr_3")]).toEqual([japan.id, null]);
    const logged = await desk.db
      .selectFrom("operation_logs")
      .select(["noun", "noun_id", "kind"])
      .where("endpoint", "=", "team_update")
      .orderBy("id")
      .execute();
    expect(logged.map((l) => [l.noun, l.noun_id, l.kind])).toEqual([
      ["team", String(japan.id), "grant"],
      ["worker", String(guest), "grant"],
      ["worker", String(gone), "grant"],
    ]);
    expect(await admin.ends("team_update", { id: europe.id, version: europe.version, name: "欧洲" })).toBe(409);
  });

  test("somebody who joined elsewhere meanwhile is not thrown out by an old page", async () => {
    const admin = await desk.signIn("admin");
    const japan = await named(admin, "日韩");
    await admin("oss_account_update", { id: await idOf("schengen_2"), team_id: japan.id });
    expect(await admin.ends("team_update", { id: japan.id, version: japan.version, member_ids: japan.members.map((m) => m.id) })).toBe(409);
    expect(await teamOf("schengen_2")).toBe(japan.id);
  });

  test("setting 2: neither myself nor somebody who may do more is moved", async () => {
    const admin = await desk.signIn("admin");
    const boss = await teamBoss(admin, "日韩");
    const japan = await named(boss, "日韩");
    const ids = japan.members.map((m) => m.id);
    expect(await admin.ends("team_update", { id: japan.id, version: japan.version, member_ids: [...ids, await idOf("admin")] })).toBe(
      "not_allowed",
    );
    expect(await boss.ends("team_update", { id: japan.id, version: japan.version, member_ids: ids.filter((i) => i !== boss.id) })).toBe(
      "out_of_scope",
    );
    const sub = await boss("team_add", { ...form, name: "韩国组", parent_id: japan.id, member_ids: [await idOf("jpkr_2")], ...key() });
    expect(await teamOf("jpkr_2")).toBe(sub.id);
    const strong = await admin("role_add", { name: "更大", note: "", module_group: [100303], data_scope: "own", ...key() });
    await admin("oss_account_update", { id: await idOf("jpkr_3"), role_id: strong.id });
    expect(await refusal(boss("team_update", { id: sub.id, version: 1, member_ids: [await idOf("jpkr_2"), await idOf("jpkr_3")] }))).toBe(
      "不能管理权限高于自己的账号",
    );
    expect(await boss.ends("team_update", { id: sub.id, version: 1, member_ids: [await idOf("jpkr_2"), boss.id] })).toBe("not_allowed");
    expect(await boss.ends("team_update", { id: sub.id, version: 1, member_ids: [await idOf("jpkr_2"), await idOf("schengen_2")] })).toBe(
      "not_found",
    );
  });
});

test("a leader manages his own branch only: others are like none, figures stay hidden", async () => {
  const admin = await desk.signIn("admin");
  const boss = await teamBoss(admin, "日韩");
  const japan = await named(boss, "日韩");
  const europe = await named(boss, "申根");
  expect([japan.is_mine, japan.open_applicants, japan.overdue]).toEqual([true, 0, 0]);
  expect([europe.is_mine, europe.open_applicants, europe.overdue]).toEqual([false, null, null]);
  expect(await boss.ends("team_update", { id: europe.id, version: europe.version, name: "欧洲" })).toBe("not_found");
  expect(await boss.ends("team_update", { id: 999_999, version: 1, name: "欧洲" })).toBe("not_found");
  expect(await boss.ends("team_add", { ...form, name: "自立", leader_id: boss.id, ...key() })).toBe("out_of_scope");
  expect(await boss.ends("team_update", { id: japan.id, version: japan.version, parent_id: europe.id })).toBe("out_of_scope");
  expect(await boss.ends("team_update", { id: japan.id, version: japan.version, leader_id: await idOf("schengen_1") })).toBe(
    "out_of_scope",
  );
  const viewer = await desk.signIn("viewer");
  expect((await viewer("team_query", {})).list.every((t) => !t.is_mine && t.open_applicants === null)).toBe(true);
  expect(await viewer.ends("team_add", { ...form, name: "自立", leader_id: viewer.id, ...key() })).toBe(403);
});

test("a team is disabled only without enabled members and teams below", async () => {
  const admin = await desk.signIn("admin");
  const japan = await named(admin, "日韩");
  const n = japan.members.filter((m) => m.status === 1).length;
  expect(await refusal(admin("team_disable", { id: japan.id, version: japan.version }))).toBe(`团队还有 ${n} 名成员`);
  const a = await admin("team_add", { ...form, name: "甲队", leader_id: await idOf("expert"), ...key() });
  const b = await admin("team_add", { ...form, name: "乙队", parent_id: a.id, ...key() });
  expect(await refusal(admin("team_disable", { id: a.id, version: 1 }))).toBe("团队还有 1 个下级团队");
  await admin("team_disable", { id: b.id, version: 1 });
  await admin("team_disable", { id: a.id, version: 1 });
  expect(await admin.ends("team_disable", { id: a.id, version: 2 })).toBe("state_changed");
  expect(await admin.ends("team_enable", { id: b.id, version: 2 })).toBe("guard_failed");
  expect(await admin.ends("team_update", { id: a.id, version: 2, member_ids: [await idOf("jpkr_2")] })).toBe("guard_failed");
  expect((await admin("team_pick", {})).list.map((t) => t.name)).not.toContain("甲队");
  await admin("team_enable", { id: a.id, version: 2 });
  await admin("team_enable", { id: b.id, version: 2 });
  expect((await named(admin, "乙队")).status).toBe(1);
});

test("nobody comes back into a team that was disabled meanwhile", async () => {
  const admin = await desk.signIn("admin");
  const { id } = await admin("team_add", { ...form, name: "旧队", leader_id: await idOf("expert"), ...key() });
  const person = await idOf("jpkr_2");
  await admin("oss_account_update", { id: person, team_id: id });
  const version = async () => (await admin("oss_account_query", { id: person })).version;
  await admin("worker_disable_now", { id: person, version: await version(), reason: "休长假", ...key() });
  await admin("team_disable", { id, version: (await named(admin, "旧队")).version });
  const enable = async () => admin("worker_enable", { id: person, version: await version(), ...key() });
  expect(await refusal(enable())).toBe("他的团队“旧队”已停用，请先给他换团队或启用该团队");
  expect((await admin("oss_account_query", { id: person })).status).toBe(0);
  await admin("oss_account_update", { id: person, team_id: (await named(admin, "日韩")).id });
  await enable();
  expect((await admin("oss_account_query", { id: person })).status).toBe(1);
});

test("the log tells names where a change holds ids", async () => {
  const admin = await desk.signIn("admin");
  const { id, version, leader_id, leader_name, members } = await named(admin, "日韩");
  const next = members.find((m) => m.id !== leader_id);
  await admin("team_update", { id, version, leader_id: next?.id ?? 0 });
  const { list } = await admin("operation_log_query", { noun: "team", noun_id: String(id) });
  const { changes } = await admin("operation_log_get", { id: list[0]?.id ?? 0 });
  expect(changes).toContainEqual({ field: "leader_id", label: "组长", before: leader_name, after: next?.nickname });
});
