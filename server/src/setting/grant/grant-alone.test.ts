import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allCodes, may } from "@visadesk/contract/permissions.ts";
import { splitGrant } from "@visadesk/contract/setting/grant.rules.ts";
import { riskyPairs } from "@visadesk/contract/setting/risky-pair.ts";
import { testDesk, type Desk } from "../../testing/loops/parts/calls.ts";
import { grantDesk, reason, type GrantDesk } from "../../testing/make/grant.ts";
import { disableAt, key, type Signed } from "../../testing/make/staff.ts";
import { removedCodes } from "./grant-change.rules.ts";

let desk: Desk;
let make: GrantDesk;
beforeAll(async () => {
  desk = await testDesk();
  make = grantDesk(desk);
});
beforeEach(() => desk.reset());

const HOUR = 3_600_000;

describe("setting 5: a lone role administrator", () => {
  const isSole = async (by: Signed): Promise<boolean> => (await by("role_pick", {})).is_sole;

  test("applies at once, marked 单人生效 in the change and in the log", async () => {
    const admin = await desk.signIn("admin");
    await make.addCode(admin, "内容运营", may.withdraw, {});
    expect((await make.roleNamed("内容运营")).module_group).toContain(may.withdraw);
    const [change] = (await admin("grant_change_query", {})).list;
    expect(change).toMatchObject({ grant_status: "approved", is_sole: true, checker_name: null });
    const { list } = await admin("operation_log_query", { kind: ["grant"] });
    const act = list.filter((l) => l.request_id === list[0]?.request_id);
    expect(act).toMatchObject([{ noun: "role", noun_no: "内容运营", reason: "单人生效：提现管理", label: "编辑角色" }]);
    expect(list[0]?.change_text).toContain("提现");
    expect(await isSole(admin)).toBe(true);
  });

  test("the log says what a new role and a new worker were given, in one row each", async () => {
    const admin = await desk.signIn("admin");
    const form = { name: "出纳", note: "付款登记", module_group: [may.withdraw], data_scope: "team" as const };
    const role = await admin("role_add", { ...form, ...key() });
    const team = (await admin("team_pick", {})).list.find((t) => t.name === "商务");
    const person = { account: "cashier01", nickname: "小钱", mobile: "13812345678", email: "qian@example.com" };
    await admin("oss_account_add", { ...person, role_id: role.id, team_id: team?.id ?? 0, ...key() });
    const { list } = await admin("operation_log_query", { kind: ["grant"], at: { from: desk.clock.now().toISOString() } });
    expect(list.map((l) => [l.noun, l.reason, l.change_text])).toEqual([
      [
        "worker",
        "单人生效：提现管理、扩大数据范围",
        "昵称：空 → 小钱；工作手机：空 → 138****5678；邮箱：空 → q***@example.com；角色：空 → 出纳；团队：空 → 商务；数据范围：空 → 本团队",
      ],
      ["role", "单人生效：提现管理", "备注：空 → 付款登记；增加权限：空 → 提现管理；数据范围：空 → 本团队"],
    ]);
    expect(JSON.stringify(await desk.db.selectFrom("operation_logs").select("changes").execute())).not.toContain("13812345678");
  });

  test("disabling the other one an hour before does not open this way, eight days before does", async () => {
    await make.person("second", allCodes);
    let admin = await desk.signIn("admin");
    expect(await admin("role_pick", {})).toMatchObject({ is_sole: false, no_checker: false });
    const other = await make.workerRow("second");
    await disableAt(admin, other.id, "离职");
    desk.clock.advance(HOUR);
    admin = await desk.signIn("admin");
    expect(await isSole(admin)).toBe(false);
    const role = await make.roleNamed("内容运营");
    const asked = { id: role.id, module_group: [...role.module_group, may.withdraw] };
    expect(await admin("role_impact_get", asked)).toMatchObject({ is_sole: false, no_checker: true });
    expect(await admin("role_pick", {})).toMatchObject({ is_sole: false, no_checker: true });
    await make.addCode(admin, "内容运营", may.withdraw);
    expect((await make.roleNamed("内容运营")).module_group).not.toContain(may.withdraw);
    await admin("grant_change_withdraw", { ...(await make.only(admin)).seen, ...key() });
    desk.clock.advance(8 * 24 * HOUR);
    admin = await desk.signIn("admin");
    expect(await isSole(admin)).toBe(true);
    await make.addCode(admin, "内容运营", may.withdraw, {});
    expect((await make.roleNamed("内容运营")).module_group).toContain(may.withdraw);
  });

  test.each(["his role loses 101002", "he is moved to another role"])("nor does it when %s", async (how) => {
    const { id, role_id } = await make.person("second", [may.worker, may.role]);
    const admin = await desk.signIn("admin");
    if (how.startsWith("his")) await admin("role_update", { id: role_id, version: 1, module_group: [may.worker] });
    else await admin("oss_account_update", { id, role_id: (await make.roleNamed("仅首页")).id });
    expect(await isSole(admin)).toBe(false);
    desk.clock.advance(8 * 24 * HOUR);
    expect(await isSole(await desk.signIn("admin"))).toBe(true);
  });
});

test("setting 24: a reason of four characters and a short rejection are refused with the field's label", async () => {
  const admin = await desk.signIn("admin");
  const { id, version } = await make.roleNamed("财务");
  await expect(admin("role_update", { id, version, reason: "四个字啊" })).rejects.toMatchObject({
    status: 400,
    msg: "授权原因为5至200个字",
  });
  await expect(admin("grant_change_reject", { id: 1, version: 1, reject_text: "不", ...key() })).rejects.toMatchObject({
    status: 400,
    msg: "驳回原因为2至200个字",
  });
  const form = { note: "", module_group: [], data_scope: "own" as const };
  await expect(admin("role_copy", { id, name: "一", ...form, ...key() })).rejects.toMatchObject({
    status: 400,
    msg: "角色名称为2至20个字",
  });
  await expect(admin("role_compare_get", { ids: [id] })).rejects.toMatchObject({ status: 400, msg: "请选择2至4个角色" });
});

test("taken away codes may be given back for a week; sensitive ones wait like any other", async () => {
  await make.person("second", allCodes);
  const admin = await desk.signIn("admin");
  const { id, version, module_group } = await make.roleNamed("财务");
  const kept = module_group.filter((c) => c !== may.order_view && c !== may.payout_register);
  const cut = await admin("role_update", { id, version, module_group: kept });
  expect(cut.removed_codes).toEqual([may.order_view, may.payout_register]);
  const back = await admin("role_update", { id, version: cut.version, module_group: [...kept, ...cut.removed_codes], reason });
  expect(back).toMatchObject({ removed_codes: [may.payout_register], pending_id: (await make.only(admin)).change.id });
  expect(back.module_group).toContain(may.order_view);
  desk.clock.advance(7 * 24 * HOUR + 1);
  expect(await (await desk.signIn("admin"))("role_get", { id })).toMatchObject({ removed_codes: [], removed_at: null });
});

test("who holds a code, and how roles differ", async () => {
  const admin = await desk.signIn("admin");
  const who = await admin("role_who_query", { code: may.payout_register });
  expect(who.roles.map((r) => r.name).sort()).toEqual(["超级管理员", "财务"].sort());
  expect(who.workers.map((w) => `${w.account} ${w.role_name}`).toSorted()).toEqual(["admin 超级管理员", "finance 财务"]);
  expect(await admin.ends("role_who_query", { code: 123 })).toBe("bad_input");
  const ids = [(await make.roleNamed("内容运营")).id, (await make.roleNamed("仅首页")).id];
  const compared = await admin("role_compare_get", { ids });
  expect(compared.roles.map((r) => r.id)).toEqual(ids);
  expect(compared.rows.every((r) => r.held[0] && !r.held[1])).toBe(true);
  expect(compared.rows).toHaveLength((await make.roleNamed("内容运营")).module_group.length);
  expect(await admin.ends("role_compare_get", { ids: [ids[0], 999_999] })).toBe("not_found");
  const { list } = await admin("role_matrix_query", { keyword: "仅首页" });
  expect(list[0]).toMatchObject({ name: "仅首页", [`c${may.order_view}`]: false });
});

describe("rules", () => {
  test("only what is added and sensitive waits, and a wider scope over sensitive codes", () => {
    const before = { codes: [may.order_view, may.balance], data_scope: "own" as const };
    expect(splitGrant(before, { codes: [may.order_view], data_scope: "own" }).held).toBeNull();
    expect(splitGrant(before, { codes: [may.order_view], data_scope: "all" }).held).toBeNull();
    expect(splitGrant(before, { codes: [...before.codes, may.country, may.invoice], data_scope: "own" })).toEqual({
      now: { codes: [...before.codes, may.country], data_scope: "own" },
      held: { added_sensitive: [may.invoice], scope: false },
    });
    expect(splitGrant(before, { codes: before.codes, data_scope: "all" })).toEqual({
      now: before,
      held: { added_sensitive: [], scope: true },
    });
  });

  test("codes of earlier edits stay undoable for a week, those given back do not", () => {
    const now = new Date("2026-11-20T00:00:00Z");
    const role = { codes: [1, 2, 3], removed_codes: [8, 9], removed_at: "2026-11-15T00:00:00Z" };
    expect(removedCodes(role, [1, 9], now)).toEqual([2, 3, 8]);
    expect(removedCodes({ ...role, removed_at: "2026-11-12T00:00:00Z" }, [1], now)).toEqual([2, 3]);
  });

  test("risky pairs in one hand", () => {
    const pair = (codes: number[]) => riskyPairs(codes).map((p) => p.codes);
    expect(pair([may.order_refund_start, may.refund_final])).toEqual([[may.order_refund_start, may.refund_final]]);
    expect(pair([may.supplier_product, may.price_adjustment, may.withdraw])).toEqual([[may.supplier_product, may.price_adjustment]]);
    expect(pair([may.role, may.balance, may.invoice])).toEqual([[may.role, may.balance, may.invoice]]);
    expect(pair([may.order_refund_start, may.withdraw])).toEqual([]);
    expect(pair([may.order_pay_register, may.refund_review, may.payout_register])).toEqual([
      [may.order_pay_register, may.payout_register],
      [may.refund_review, may.payout_register],
    ]);
    expect(riskyPairs(allCodes)).toHaveLength(8);
  });
});
