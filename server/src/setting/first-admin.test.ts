import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testDesk, type Desk } from "../testing/calls.ts";
import { md5Of } from "../account/index.ts";
import { ensureFirstAdmin } from "./index.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await testDesk();
});
beforeEach(() => desk.reset());

const key = (): { idempotency_key: string } => ({ idempotency_key: crypto.randomUUID() });
const ping = "preference_query" as const;
const workerRow = (account: string) => desk.db.selectFrom("workers").selectAll().where("account", "=", account).executeTakeFirstOrThrow();

describe("setting 16: the first administrator", () => {
  const options = { account: "Admin", password: null };

  test("printed once, must change, dead after 24 hours unless changed", async () => {
    await desk.db.deleteFrom("experts").execute();
    await desk.db.updateTable("teams").set({ leader_id: null }).execute();
    await desk.db.deleteFrom("workers").execute();
    await desk.db.deleteFrom("roles").execute();
    const made = await ensureFirstAdmin(desk.db, options, desk.clock.now());
    expect(made?.account).toBe("admin");
    expect(made?.password).toMatch(/^[2-9a-z]{4}-[2-9a-z]{4}$/);
    expect(await ensureFirstAdmin(desk.db, options, desk.clock.now())).toBeNull();
    expect(JSON.stringify(await desk.db.selectFrom("workers").selectAll().execute())).not.toContain(md5Of(made?.password ?? ""));
    desk.clock.advance(86_400_000);
    expect(await desk.ending("open/oss_login", { account: "admin", passwd: md5Of(made?.password ?? "") })).toBe("login_failed");
    const again = await ensureFirstAdmin(desk.db, options, desk.clock.now());
    const me = await desk.signIn("admin", again?.password ?? "");
    expect(await me.ends("role_query", {})).toBe("must_change_passwd");
    expect(await me.ends("oss_account_update", { id: me.id, account: "admin", passwd: md5Of(again?.password ?? "") })).toBe("weak_passwd");
    await me("oss_account_update", { id: me.id, account: "admin", passwd: md5Of("a good long one") });
    expect((await me("role_query", {})).list[0]).toMatchObject({ is_builtin: true, worker_count: 1 });
    desk.clock.advance(86_400_000);
    await desk.signIn("admin", "a good long one");
    await expect(ensureFirstAdmin(desk.db, { account: "admin", password: "12345678" }, desk.clock.now())).resolves.toBeNull();
  });

  test("a listed password is refused at start, and no stored text equals the MD5 of a demo password", async () => {
    const dump = JSON.stringify(await desk.db.selectFrom("workers").selectAll().execute());
    expect(dump).not.toContain(md5Of("visadesk"));
    await desk.db.deleteFrom("experts").execute();
    await desk.db.updateTable("teams").set({ leader_id: null }).execute();
    await desk.db.deleteFrom("workers").execute();
    await expect(ensureFirstAdmin(desk.db, { account: "admin", password: "password123" }, desk.clock.now())).rejects.toThrow(
      "ADMIN_PASSWORD",
    );
  });
});

test("setting 17: a one-time password lets in once, allows only the change, is in no log", async () => {
  const admin = await desk.signIn("admin");
  const { id, once_passwd } = await admin("oss_account_add", { account: "newcomer", nickname: "新人", ...key() });
  const once = once_passwd ?? "";
  const me = await desk.signIn("newcomer", once);
  expect(await desk.ending("open/oss_login", { account: "newcomer", passwd: md5Of(once) })).toBe("login_failed");
  for (const name of ["worker_pick", "preference_query", "session_query"] as const)
    expect(await me.ends(name, {})).toBe("must_change_passwd");
  expect(await me.ends("oss_account_query", { id })).toBe("ok");
  await me("oss_account_update", { id, account: "newcomer", passwd: md5Of("my own password") });
  expect(await me.ends(ping, {})).toBe("ok");
  expect(await desk.ending("open/oss_login", { account: "newcomer", passwd: md5Of(once) })).toBe("login_failed");
  await desk.signIn("newcomer", "my own password");
  const logs = JSON.stringify(await desk.db.selectFrom("operation_logs").selectAll().execute());
  for (const secret of [once, md5Of(once), md5Of("my own password")]) expect(logs).not.toContain(secret);
  const reset = await admin("worker_passwd_reset", { id });
  desk.clock.advance(86_400_000);
  expect(await desk.ending("open/oss_login", { account: "newcomer", passwd: md5Of(reset.once_passwd) })).toBe("login_failed");
});

test("setting 18: one account per written form, 6 to 20 word characters, never renamed", async () => {
  const admin = await desk.signIn("admin");
  const add = (account: string) => admin.ends("oss_account_add", { account, nickname: "新人", ...key() });
  expect(await add("Admin01")).toBe("ok");
  for (const same of ["ADMIN01", "ａｄｍｉｎ０１", "admin01 "]) expect(await add(same), same).toBe("duplicate");
  for (const bad of ["admin", "a".repeat(21), "ad min", "a-bcdef", "用户名用户名", "admin0😀"]) expect(await add(bad), bad).toBe(400);
  await desk.db.updateTable("workers").set({ must_change: false }).where("account", "=", "admin01").execute();
  const { id } = await workerRow("admin01");
  expect(await admin.ends("oss_account_update", { id, account: "admin02", nickname: "x" })).toBe("not_allowed");
  expect(await admin.ends("oss_account_update", { id, account: "ADMIN01", nickname: "好" })).toBe("ok");
});
