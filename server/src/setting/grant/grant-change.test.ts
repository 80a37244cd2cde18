import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allCodes, may } from "@visadesk/contract/permissions.ts";
import { makeCtx } from "#kit/call/run.ts";
import { testDesk, type Desk } from "../../testing/loops/parts/calls.ts";
import { grantDesk, reason, type GrantDesk } from "../../testing/make/grant.ts";
import { key, type Signed } from "../../testing/make/staff.ts";
import { md5Of } from "../../account/index.ts";
import { expireGrants } from "./grant-change.ts";

let desk: Desk;
let make: GrantDesk;
beforeAll(async () => {
  desk = await testDesk();
  make = grantDesk(desk);
});
beforeEach(() => desk.reset());

const HOUR = 3_600_000;
const given = md5Of("given password");
type Role = Awaited<ReturnType<GrantDesk["roleNamed"]>>;

describe("setting 5: with two role administrators a sensitive code waits for the other", () => {
  let admin: Signed;
  let second: Signed;
  let cashier: { before: number[]; role: Role };
  /** 财务 without 100813102, which one of them ticks. */
  beforeEach(async () => {
    const { id, module_group } = await make.roleNamed("财务");
    const before = module_group.filter((c) => c !== may.payout_register);
    await desk.db.updateTable("roles").set({ module_group: before }).where("id", "=", id).execute();
    await make.person("second", allCodes);
    admin = await desk.signIn("admin");
    second = await desk.signIn("second");
    cashier = { before, role: await make.roleNamed("财务") };
  });

  test("the role stays as it is, one change waits; a reason is needed, a second change for it is refused", async () => {
    const { id, version } = cashier.role;
    const wanted = [...cashier.before, may.payout_register];
    expect(await admin.ends("role_update", { id, version, module_group: wanted })).toBe("bad_input");
    await make.addCode(admin, "财务", may.payout_register);
    expect(await make.roleNamed("财务")).toEqual(cashier.role);
    const { change } = await make.only(admin);
    expect(change).toMatchObject({
      kind: "role",
      target_name: "财务",
      added_sensitive: [may.payout_register],
      reason,
      maker_name: "系统管理员",
      is_sole: false,
      gainers: [{ nickname: "吴静怡" }],
    });
    expect((await admin("role_get", { id })).pending_id).toBe(change.id);
    expect(await admin.ends("role_update", { id, version, module_group: wanted, reason })).toBe("in_use");
    const told = await desk.db.selectFrom("outbound_messages").select(["template", "receiver_worker_id"]).execute();
    expect(told).toEqual([{ template: "grant_review", receiver_worker_id: second.id }]);
  });

  test("an account whose password the maker reset within seven days is no second person", async () => {
    const { once_passwd } = await admin("worker_passwd_reset", { id: second.id });
    await desk.db.updateTable("workers").set({ must_change: false }).where("id", "=", second.id).execute();
    await make.person("third", allCodes);
    await make.addCode(admin, "财务", may.payout_register);
    const { seen } = await make.only(admin);
    const taken = await desk.signIn("second", once_passwd);
    expect((await make.only(taken)).change.moves).toContainEqual({
      move: "approve",
      ok: false,
      missing: expect.stringContaining("由其他角色管理员复核") as unknown,
    });
    expect(await taken.ends("grant_change_approve", { ...seen, ...key() })).toBe("maker_is_checker");
    expect((await make.roleNamed("财务")).module_group).not.toContain(may.payout_register);
    const third = await desk.signIn("third");
    expect((await third("grant_change_approve", { ...seen, ...key() })).grant_status).toBe("approved");
  });

  test("neither the maker nor who gains may confirm it; the other's yes applies it at once", async () => {
    await desk.db.updateTable("workers").set({ role_id: cashier.role.id }).where("account", "=", "content").execute();
    await make.person("third", allCodes);
    const third = await desk.signIn("third");
    await make.addCode(admin, "财务", may.payout_register);
    const { seen } = await make.only(admin);
    await desk.db
      .updateTable("roles")
      .set({ module_group: [...cashier.before, may.role] })
      .where("id", "=", cashier.role.id)
      .execute();
    const gainer = await desk.signIn("finance");
    expect(await admin.ends("grant_change_approve", { ...seen, ...key() })).toBe("maker_is_checker");
    expect(await admin.ends("grant_change_reject", { ...seen, reject_text: "不同意", ...key() })).toBe("maker_is_checker");
    expect(await gainer.ends("grant_change_approve", { ...seen, ...key() })).toBe("maker_is_checker");
    expect(await second.ends("grant_change_withdraw", { ...seen, ...key() })).toBe("not_allowed");
    expect((await make.roleNamed("财务")).module_group).not.toContain(may.payout_register);
    expect((await second("grant_change_approve", { ...seen, ...key() })).grant_status).toBe("approved");
    expect(await make.roleNamed("财务")).toMatchObject({ version: cashier.role.version + 1 });
    expect((await make.roleNamed("财务")).module_group).toContain(may.payout_register);
    expect(await third.ends("grant_change_approve", { ...seen, ...key() })).toBe("state_changed");
    const log = await desk.db
      .selectFrom("operation_logs")
      .select(["noun", "kind", "reason"])
      .where("endpoint", "=", "grant_change_approve")
      .orderBy("id")
      .execute();
    expect(log).toEqual([
      { noun: "role", kind: "grant", reason: `复核通过：${reason}` },
      { noun: "grant_change", kind: "grant", reason },
    ]);
  });

  test("an edit of the role meanwhile makes the yes fail; it can be withdrawn and asked anew", async () => {
    await make.addCode(admin, "财务", may.payout_register);
    const { seen } = await make.only(admin);
    await second("role_update", { id: cashier.role.id, version: cashier.role.version, note: "改了备注" });
    const { change } = await make.only(second);
    expect(change.moves).toContainEqual({ move: "approve", ok: false, missing: "角色已变化，请重新提交" });
    await expect(second("grant_change_approve", { ...seen, ...key() })).rejects.toMatchObject({
      code: "state_changed",
      message: "角色已变化，请重新提交",
    });
    expect((await admin("grant_change_withdraw", { ...seen, ...key() })).grant_status).toBe("withdrawn");
    await make.addCode(admin, "财务", may.payout_register);
    const again = await make.only(second);
    await second("grant_change_approve", { ...again.seen, ...key() });
    expect((await make.roleNamed("财务")).module_group).toContain(may.payout_register);
  });

  test("plain changes of the same save hold at once, the sensitive rest waits", async () => {
    const { id, version } = cashier.role;
    const kept = cashier.before.filter((c) => c !== may.export);
    await admin("role_update", { id, version, note: "新备注", module_group: [...kept, may.country, may.payout_register], reason });
    const saved = await make.roleNamed("财务");
    expect(saved).toMatchObject({ note: "新备注", version: version + 1 });
    expect(new Set(saved.module_group)).toEqual(new Set([...kept, may.country]));
    const { seen, change } = await make.only(second);
    expect(change.new.module_group).toContain(may.country);
    await second("grant_change_approve", { ...seen, ...key() });
    expect(new Set((await make.roleNamed("财务")).module_group)).toEqual(new Set([...kept, may.country, may.payout_register]));
  });

  test("a wider scope over sensitive codes waits too, over plain ones it does not", async () => {
    await desk.db.updateTable("roles").set({ data_scope: "own" }).where("name", "in", ["财务", "内容运营"]).execute();
    const content = await make.roleNamed("内容运营");
    await admin("role_update", { id: content.id, version: content.version, data_scope: "all" });
    expect(await make.roleNamed("内容运营")).toMatchObject({ data_scope: "all" });
    const { id, version } = await make.roleNamed("财务");
    await admin("role_update", { id, version, data_scope: "all", reason });
    expect(await make.roleNamed("财务")).toMatchObject({ data_scope: "own", version });
    const { seen } = await make.only(second);
    await second("grant_change_approve", { ...seen, ...key() });
    expect(await make.roleNamed("财务")).toMatchObject({ data_scope: "all" });
  });

  test("a rejected change leaves the role and tells the maker why", async () => {
    await make.addCode(admin, "财务", may.payout_register);
    const { seen } = await make.only(second);
    const done = await second("grant_change_reject", { ...seen, reject_text: "出纳已有两人", ...key() });
    expect(done).toMatchObject({ grant_status: "rejected", reject_text: "出纳已有两人", checker_name: "second", moves: [] });
    expect(await make.roleNamed("财务")).toEqual(cashier.role);
    const told = await desk.db
      .selectFrom("outbound_messages")
      .select("content")
      .where("template", "=", "grant_decided")
      .executeTakeFirstOrThrow();
    expect(told.content).toBe("您为“财务”提交的授权变更已驳回：出纳已有两人");
  });

  test("the checker must hold every code himself", async () => {
    const small = await make.person("small", [may.role, may.balance]);
    await make.addCode(admin, "财务", may.payout_register);
    const { seen } = await make.only(admin);
    expect(small.id).toBeGreaterThan(0);
    const call = await desk.signIn("small");
    expect((await make.only(call)).change.moves[0]).toMatchObject({ move: "approve", ok: false });
    expect(await call.ends("grant_change_approve", { ...seen, ...key() })).toBe("not_allowed");
  });

  test("a new role and a copy are saved without their sensitive codes, and cannot be removed while these wait", async () => {
    const codes = [may.order_view, may.balance, may.order_refund_start];
    const made = await admin("role_add", { name: "退款专员", note: "", module_group: codes, data_scope: "all", reason, ...key() });
    expect(made.module_group).toEqual([may.order_view]);
    const { seen } = await make.only(second);
    expect(await admin.ends("role_remove", { id: made.id })).toBe("in_use");
    await second("grant_change_approve", { ...seen, ...key() });
    expect((await make.roleNamed("退款专员")).module_group).toEqual(codes);
    const form = { note: "", module_group: codes, data_scope: "team" as const, reason };
    const copy = await admin("role_copy", { id: made.id, name: "退款专员二", ...form, ...key() });
    expect(copy).toMatchObject({ name: "退款专员二", module_group: [may.order_view], data_scope: "team" });
    const builtin = await make.roleNamed("超级管理员");
    expect(await admin.ends("role_copy", { id: builtin.id, name: "超级二", ...form, ...key() })).toBe("not_allowed");
  });

  test("a sensitive role reaches a worker only with the other's yes; the worker himself may not give it", async () => {
    const role = await make.roleNamed("财务");
    const { id, waits } = await admin("oss_account_add", {
      account: "newcomer",
      nickname: "小周",
      role_id: role.id,
      passwd: given,
      reason,
      ...key(),
    });
    expect([waits, (await make.workerRow("newcomer")).role_id]).toEqual([true, null]);
    const first = await make.only(second);
    expect(first.change).toMatchObject({
      kind: "assign",
      target_name: "小周",
      new: { role_name: "财务" },
      gainers: [{ nickname: "小周" }],
    });
    await second("grant_change_approve", { ...first.seen, ...key() });
    expect((await make.workerRow("newcomer")).role_id).toBe(role.id);
    const viewer = await make.workerRow("viewer");
    const token = await desk.signIn("viewer");
    expect(await admin("oss_account_update", { id: viewer.id, nickname: "郑安安", role_id: role.id, reason })).toEqual({
      ok: true,
      waits: true,
    });
    expect(await make.workerRow("viewer")).toMatchObject({ nickname: "郑安安", role_id: viewer.role_id });
    expect(await token.ends("preference_query", {})).toBe("ok");
    const next = await make.only(second);
    await second("grant_change_approve", { ...next.seen, ...key() });
    expect(await token.ends("preference_query", {})).toBe(401);
    expect((await make.workerRow("viewer")).role_id).toBe(role.id);
    // Fewer sensitive rights than before wait for nobody.
    const plain = await make.roleNamed("内容运营");
    expect(await admin("oss_account_update", { id, role_id: plain.id })).toEqual({ ok: true });
  });

  test("a worker who gains by a change of his own role does not confirm it", async () => {
    const role = await make.roleNamed("财务");
    await desk.db.updateTable("workers").set({ role_id: null }).where("account", "=", "second").execute();
    await make.person("third", allCodes);
    await admin("oss_account_update", { id: second.id, role_id: role.id, reason });
    const third = await desk.signIn("third");
    const { seen } = await make.only(third);
    await desk.db
      .updateTable("workers")
      .set({ role_id: (await make.roleNamed("角色second")).id })
      .where("account", "=", "second")
      .execute();
    expect(await second.ends("grant_change_approve", { ...seen, ...key() })).toBe("maker_is_checker");
    // His role is not the one the maker saw.
    expect(await third.ends("grant_change_approve", { ...seen, ...key() })).toBe("state_changed");
  });

  test("what nobody decided in seven days is over", async () => {
    await make.addCode(admin, "财务", may.payout_register);
    const { seen } = await make.only(second);
    desk.clock.advance(7 * 24 * HOUR);
    second = await desk.signIn("second");
    expect(await second.ends("grant_change_approve", { ...seen, ...key() })).toBe("too_late");
    const ctx = makeCtx(desk.parts, desk.db, {}, null, desk.clock.now());
    expect([await expireGrants(ctx), await expireGrants(ctx)]).toEqual([1, 0]);
    expect((await second("grant_change_query", {})).list[0]).toMatchObject({ grant_status: "expired", moves: [] });
  });
});
