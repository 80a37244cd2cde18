/** Accounts looked after: locks, second steps, one-time passwords, long absence, and what only the host may do. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import type { Ctx } from "#kit/call/context.ts";
import { inTransaction } from "#kit/db/db.ts";
import { runHost } from "#kit/host.ts";
import { makeCtx } from "#kit/call/run.ts";
import { md5Of } from "../../account/index.ts";
import { hostCommands } from "../../host.ts";
import { testDesk, type Desk } from "../../testing/loops/parts/calls.ts";
import { hireAt, key, type Signed } from "../../testing/make/staff.ts";
import { jobs } from "./worker.jobs.ts";

let desk: Desk;
let admin: Signed;
beforeAll(async () => {
  desk = await testDesk({ max: 10 });
});
beforeEach(async () => {
  await desk.reset();
  admin = await desk.signIn("admin");
});
const DAY = 86_400_000;
const told = async (template: string): Promise<{ receiver: string; content: string }[]> =>
  rows(
    desk.db,
    q`select w.account as receiver, m.content from outbound_messages m join workers w on w.id = m.receiver_worker_id where m.template = ${template} order by m.id`,
  );
const worker = async (account: string) =>
  desk.db.selectFrom("workers").selectAll().where("account", "=", account).executeTakeFirstOrThrow();

describe("setting 4 and 17: what a manager takes off an account", () => {
  test("a reset password works once, is said to its owner, and the old one fails", async () => {
    const { id } = await hireAt(desk, admin, "somebody", [100301]);
    const me = await desk.signIn("somebody", "given password");
    const { once_passwd } = await admin("worker_passwd_reset", { id });
    expect(await me.ends("preference_query", {})).toBe(401);
    expect(await desk.ending("open/oss_login", { account: "somebody", passwd: md5Of("given password") })).toBe("login_failed");
    const fresh = await desk.signIn("somebody", once_passwd);
    expect(await desk.ending("open/oss_login", { account: "somebody", passwd: md5Of(once_passwd) })).toBe("login_failed");
    expect(await fresh.ends("preference_query", {})).toBe("must_change_passwd");
    expect(await fresh.ends("worker_query", {})).toBe("must_change_passwd");
    await fresh("oss_account_update", { id, account: "somebody", passwd: md5Of("a new password") });
    expect(await fresh.ends("preference_query", {})).toBe("ok");
    expect(await told("passwd_reset")).toEqual([{ receiver: "somebody", content: "您的密码由系统管理员重置，全部登录已退出" }]);
    const logs = await rows<{ text: string }>(desk.db, q`select l::text as text from operation_logs l`);
    expect(logs.some((l) => l.text.includes(once_passwd) || l.text.includes(md5Of(once_passwd)))).toBe(false);
  });

  test("a one-time password lapses after 24 hours", async () => {
    const { id } = await hireAt(desk, admin, "somebody", [100301]);
    const { once_passwd } = await admin("worker_passwd_reset", { id });
    desk.clock.advance(DAY + 1_000);
    expect(await desk.ending("open/oss_login", { account: "somebody", passwd: md5Of(once_passwd) })).toBe("login_failed");
  });

  test("the list says until when a one-time password lets in, and nothing once it is changed", async () => {
    const { id } = await hireAt(desk, admin, "somebody", [100301]);
    const listed = async () => {
      const [w] = (await admin("worker_query", { keyword: "somebody" })).list;
      return [w?.must_change, w?.once_until];
    };
    await desk.signIn("somebody", "given password");
    const { once_passwd } = await admin("worker_passwd_reset", { id });
    const handedOut = desk.clock.now().getTime();
    expect(await listed()).toEqual([true, new Date(handedOut + DAY).toISOString()]);
    expect(JSON.stringify(await admin("worker_query", { keyword: "somebody" }))).not.toContain(once_passwd);
    desk.clock.advance(60_000);
    const me = await desk.signIn("somebody", once_passwd);
    expect(await listed()).toEqual([true, new Date(handedOut + 60_000).toISOString()]);
    await me("oss_account_update", { id, account: "somebody", passwd: md5Of("a new password") });
    expect(await listed()).toEqual([false, null]);
  });

  test("the second step is taken off by somebody else only, and ends his sessions", async () => {
    const { id } = await hireAt(desk, admin, "somebody", [100301]);
    const me = await desk.signIn("somebody", "given password");
    expect(await admin.ends("worker_totp_reset", { id })).toBe("guard_failed");
    await rows(
      desk.db,
      q`update workers set totp_at = ${desk.clock.now()}, totp_secret = 'x', recovery_codes = '{a,b}' where id in (${id}, ${admin.id})`,
    );
    expect(await admin.ends("worker_totp_reset", { id: admin.id })).toBe("not_allowed");
    await admin("worker_totp_reset", { id });
    expect(await worker("somebody")).toMatchObject({ totp_at: null, totp_secret: null, recovery_codes: [] });
    expect(await me.ends("preference_query", {})).toBe(401);
    expect((await told("totp_reset")).map((t) => t.receiver)).toEqual(["somebody"]);
  });

  test("unlocking needs a lock", async () => {
    const { id } = await worker("viewer");
    expect(await admin.ends("worker_unlock", { id })).toBe("guard_failed");
    for (let i = 0; i < 5; i++) await desk.ending("open/oss_login", { account: "viewer", passwd: md5Of("x") });
    expect((await admin("worker_query", { is_locked: true })).list.map((w) => w.account)).toEqual(["viewer"]);
    await admin("worker_unlock", { id });
    expect((await admin("worker_query", { is_locked: true })).total).toBe(0);
    expect((await desk.signIn("viewer")).id).toBe(id);
  });

  test("a lock of his own browser, or of his second step, is shown and taken off as well", async () => {
    const { id } = await worker("viewer");
    for (const guard of ["3f9a", "totp"]) {
      await rows(
        desk.db,
        q`insert into login_guards (kind, key, fails, first_at, last_at)
          select 'device', k, 100, ${desk.clock.now()}, ${desk.clock.now()} from unnest(${[`${id}:${guard}`, `${id}9:${guard}`]}::text[]) k`,
      );
      expect(
        (await admin("worker_query", { is_locked: true })).list.map((w) => w.account),
        guard,
      ).toEqual(["viewer"]);
      await admin("worker_unlock", { id });
      expect((await admin("worker_query", { is_locked: true })).total, guard).toBe(0);
      await rows(desk.db, q`delete from login_guards`);
    }
  });

  test("enabling gives no right that I lack, and asks for a new password", async () => {
    await hireAt(desk, admin, "personnel", [101001, 101002, 100301]);
    const boss = await desk.signIn("personnel", "given password");
    const finance = await worker("finance");
    await admin("worker_disable_now", { id: finance.id, version: finance.version, reason: "离职", ...key() });
    const off = await worker("finance");
    expect(await boss.ends("worker_enable", { id: off.id, version: off.version, ...key() })).toBe("not_allowed");
    await admin("worker_enable", { id: off.id, version: off.version, ...key() });
    expect(await worker("finance")).toMatchObject({ status: 1, must_change: true });
  });
});

test("setting 8: a manager of own scope sees and manages himself alone, one of team scope his teams", async () => {
  const own = await hireAt(desk, admin, "own_boss", [101001], { data_scope: "own" });
  const me = await desk.signIn("own_boss", "given password");
  expect((await me("worker_query", { page_size: 100 })).list.map((w) => w.id)).toEqual([own.id]);
  const { id } = await worker("viewer");
  for (const name of ["worker_session_end", "worker_unlock", "worker_totp_reset", "worker_disable_preview"] as const)
    expect([await me.ends(name, { id }), await me.ends(name, { id: 987_654 })], name).toEqual(["not_found", "not_found"]);
  expect(await me.ends("oss_account_update", { id, nickname: "改名" })).toBe("not_found");
  expect(await me.ends("oss_account_update", { id: own.id, nickname: "自己改名" })).toBe("ok");
  const led = await row<{ id: number }>(desk.db, q`select id from teams where name = '商务'`);
  const boss = await hireAt(desk, admin, "team_boss", [101001], { data_scope: "team" });
  await rows(desk.db, q`update teams set leader_id = ${boss.id} where id = ${led?.id}`);
  const lead = await desk.signIn("team_boss", "given password");
  const seen = (await lead("worker_query", { page_size: 100 })).list;
  expect(seen.filter((w) => w.id !== boss.id).every((w) => w.team_id === led?.id)).toBe(true);
  expect(seen).toHaveLength(4);
});

test("setting 24: sentences name the field", async () => {
  const { id, version } = await worker("viewer");
  const say = (input: object) => admin.ends("worker_disable_now", { id, version, ...input, ...key() });
  expect(await say({ reason: "无" })).toBe(400);
  await expect(admin("worker_disable_now", { id, version, reason: "", ...key() })).rejects.toMatchObject({
    status: 400,
    msg: "请输入原因",
  });
  await expect(admin("worker_query", { idle_days: 0 })).rejects.toMatchObject({ status: 400, msg: "未登录天数不能小于1" });
});

test("setting 18: one account however it is written, and no odd ones", async () => {
  const add = (account: string) => admin.ends("oss_account_add", { account, nickname: "新人", ...key() });
  expect(await add("Admin01")).toBe("ok");
  expect([await add("ADMIN01"), await add("ａｄｍｉｎ０１")]).toEqual(["duplicate", "duplicate"]);
  for (const wrong of ["abcde", "a".repeat(21), "ab cd ef", "abcd-ef", "abcdef😀"])
    await expect(admin("oss_account_add", { account: wrong, nickname: "新人", ...key() })).rejects.toMatchObject({
      status: 400,
      msg: "账号为6-20位字母、数字或下划线",
    });
  const made = await worker("admin01");
  expect(await admin.ends("oss_account_update", { id: made.id, account: "other_01", nickname: "改名" })).toBe("not_allowed");
  expect(await worker("admin01")).toEqual(made);
});

describe("long absence", () => {
  const watch = async (): Promise<void> => {
    const [job] = jobs;
    if (!job) throw new Error("no job");
    const ctx = makeCtx(desk.parts, desk.db, {}, null, desk.clock.now());
    const change = <T>(work: (c: Ctx) => Promise<T>): Promise<T> =>
      inTransaction(desk.db, (tx) => work(makeCtx(desk.parts, tx, {}, null, desk.clock.now())));
    await job.run(
      Object.assign(ctx, { change, job_id: 1, signal: new AbortController().signal }),
      {},
      { set: () => Promise.resolve(), throwIfCancelled: () => Promise.resolve() },
    );
  };

  test("is a filter, and every morning a message to those who manage staff", async () => {
    desk.clock.advance(89 * DAY);
    admin = await desk.signIn("admin");
    await watch();
    expect(await told("account_watch")).toEqual([]);
    desk.clock.advance(2 * DAY);
    admin = await desk.signIn("admin");
    const idle = await admin("worker_query", { idle_days: 90, page_size: 100, status: [1] });
    expect(idle.list.map((w) => w.account)).not.toContain("admin");
    expect(idle.list.map((w) => w.account)).toContain("viewer");
    const lapsed = await admin("oss_account_add", { account: "newcomer", nickname: "新来的", ...key() });
    desk.clock.advance(2 * DAY);
    await watch();
    const messages = await told("account_watch");
    expect(messages.map((m) => m.receiver)).toEqual(["admin", "admin"]);
    expect(messages[0]?.content).toContain(`等${idle.total}人，请确认是否停用`);
    expect(messages[1]?.content).toBe("一次性密码已失效且没有改密：新来的，请重新重置");
    expect(lapsed.once_passwd).not.toBeNull();
  });
});

describe("host commands", () => {
  const run = async (...words: string[]): Promise<string[]> => {
    const lines: string[] = [];
    const code = await runHost(desk.parts, hostCommands, words, { dataDir: "", print: (line) => void lines.push(line) });
    if (code !== 0) throw new Error(lines.join("\n"));
    return lines;
  };
  const logged = () =>
    row<{ endpoint: string; noun_no: string | null; reason: string | null }>(
      desk.db,
      q`select endpoint, noun_no, reason from operation_logs where actor_kind = 'host' order by id desc limit 1`,
    );

  test("worker reset-password hands out a password that works, and leaves a row", async () => {
    const me = await desk.signIn("viewer");
    const [line] = await run("worker", "reset-password", "VIEWER");
    const once = line?.split("：")[1] ?? "";
    expect(once).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}$/);
    expect(await me.ends("preference_query", {})).toBe(401);
    expect((await desk.signIn("viewer", once)).id).toBe(me.id);
    expect(await logged()).toEqual({ endpoint: "host/worker reset-password", noun_no: "viewer", reason: null });
  });

  test("worker unlock and sessions revoke", async () => {
    await expect(run("worker", "unlock", "viewer")).rejects.toThrow("账号 viewer 没有登录失败记录，不需要解锁");
    for (let i = 0; i < 5; i++) await desk.ending("open/oss_login", { account: "viewer", passwd: md5Of("x") });
    expect(await run("worker", "unlock", "viewer")).toEqual(["账号 viewer 已解锁"]);
    expect((await logged())?.endpoint).toBe("host/worker unlock");
    const me = await desk.signIn("viewer");
    expect(await run("sessions", "revoke", "viewer")).toEqual(["账号 viewer 已退出 1 个登录"]);
    expect([await me.ends("preference_query", {}), await admin.ends("preference_query", {})]).toEqual([401, "ok"]);
    expect(await run("sessions", "revoke", "--all")).toEqual(["1 人已退出 1 个登录"]);
    expect(await admin.ends("preference_query", {})).toBe(401);
    expect(await logged()).toEqual({ endpoint: "host/sessions revoke", noun_no: null, reason: "全部强制下线，1 人" });
  });

  test("an unknown account or command changes nothing and says so", async () => {
    await expect(run("worker", "unlock", "nobody")).rejects.toThrow("账号 nobody 不存在");
    await expect(run("worker", "fly", "admin")).rejects.toThrow("没有这个命令：worker fly admin");
    await expect(run("worker", "unlock")).rejects.toThrow("用法：worker unlock <账号>");
    await expect(run("sessions", "revoke")).rejects.toThrow("请指定账号，或用 --all");
    await expect(run("help")).rejects.toThrow("worker reset-password <账号>");
    expect(await logged()).toBeUndefined();
  });
});
