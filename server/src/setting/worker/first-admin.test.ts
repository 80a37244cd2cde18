import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "#kit/config.ts";
import { LocalFiles } from "#kit/files/files-local.ts";
import { q, raw, rows } from "#kit/db/sql.ts";
import { testDesk, type Desk } from "../../testing/loops/parts/calls.ts";
import { emptyTables } from "../../testing/database.ts";
import { md5Of } from "../../account/index.ts";
import { firstData } from "../../first-data.ts";
import { ensureFirstAdmin } from "../index.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await testDesk();
});
beforeEach(() => desk.reset());

const key = (): { idempotency_key: string } => ({ idempotency_key: crypto.randomUUID() });
const ping = "preference_query" as const;
const workerRow = (account: string) => desk.db.selectFrom("workers").selectAll().where("account", "=", account).executeTakeFirstOrThrow();

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const tables = await rows<{ name: string }>(
    desk.db,
    q`select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  const texts: string[] = [];
  for (const { name } of tables)
    texts.push(...(await rows<{ t: string }>(desk.db, q`select to_jsonb(x)::text as t from ${raw(name)} x`)).map((r) => r.t));
  return texts.join("\n");
}

describe("setting 16: the first administrator", () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "visadesk-first-"));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const config = readConfig({ ADMIN_ACCOUNT: "Admin", DATA_DIR: dataDir });
  const WEAK = ["123456", "abc", "password123", "Admin@123", "19901231"];

  test("a fresh start without demo: printed once, must change to a good one, dead after 24 hours", async () => {
    await emptyTables(desk.db);
    const files = new LocalFiles(path.join(dataDir, "files"), Buffer.from("secret"));
    const begin = async () => (await firstData({ db: desk.db, files, config, clock: desk.clock })).lines;
    const [line = "", ...more] = await begin();
    const first = /^首个管理员 admin，一次性密码 ([2-9a-z]{4}-[2-9a-z]{4})，24小时内有效，登录后须修改$/.exec(line)?.[1] ?? "";
    expect([first.length, more, await begin()]).toEqual([9, [], []]);
    const staff = await desk.db.selectFrom("workers").select(["account", "must_change", "status"]).execute();
    expect(staff).toEqual([{ account: "admin", must_change: true, status: 1 }]);
    desk.clock.advance(86_400_000);
    expect(await desk.ending("open/oss_login", { account: "admin", passwd: md5Of(first) })).toBe("login_failed");
    const second = /一次性密码 (\S{9})，/.exec((await begin())[0] ?? "")?.[1] ?? "";
    const me = await desk.signIn("admin", second);
    expect(await me.ends("role_query", {})).toBe("must_change_passwd");
    const change = (password: string) => me.ends("oss_account_update", { id: me.id, account: "admin", passwd: md5Of(password) });
    for (const weak of [...WEAK, second]) expect(await change(weak), weak).toBe("weak_passwd");
    expect(await change("a good long one")).toBe("ok");
    expect((await me("role_query", {})).list[0]).toMatchObject({ is_builtin: true, worker_count: 1 });
    desk.clock.advance(86_400_000);
    await desk.signIn("admin", "a good long one");
    expect(await begin()).toEqual([]);
    for (const weak of WEAK) expect(await desk.ending("open/oss_login", { account: "admin", passwd: md5Of(weak) })).toBe("login_failed");
    const kept = await everything();
    expect(kept).toContain('"account": "admin"');
    for (const password of [first, second, "a good long one", ...WEAK]) expect(kept.includes(md5Of(password)), password).toBe(false);
    for (const password of [first, second, "a good long one"]) expect(kept.includes(password), password).toBe(false);
  });

  test("a listed password is refused at start, and no stored text equals the MD5 of a demo password", async () => {
    const kept = await everything();
    expect(kept).toContain('"account": "viewer"');
    expect(kept.includes(md5Of("visadesk"))).toBe(false);
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
