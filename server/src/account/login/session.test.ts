import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testDesk, type Desk } from "../../testing/loops/parts/calls.ts";
import { seal, unseal } from "./keys.ts";
import { md5Of } from "./passwd.ts";
import { base32, fromBase32, stepAt, totpAt } from "./totp.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await testDesk();
});
beforeEach(() => desk.reset());

const HOUR = 3_600_000;
const browser = { "sec-fetch-site": "same-origin" };
const cookieIn = (headers: Record<string, string>): string => (headers["Set-Cookie"] ?? "").split(";")[0] ?? "";
const ping = "preference_query" as const;

describe("account 6: how long a session lives", () => {
  test("idle 12 hours", async () => {
    desk.clock.set("2026-11-20T01:00:00.000Z");
    const me = await desk.signIn("expert");
    desk.clock.set("2026-11-20T04:00:00.000Z");
    await me(ping, {});
    await expect
      .poll(() => desk.db.selectFrom("sessions").select("last_seen_at").executeTakeFirst())
      .toEqual({ last_seen_at: "2026-11-20T04:00:00.000Z" });
    desk.clock.set("2026-11-20T16:00:01.000Z");
    expect(await me.ends(ping, {})).toBe(401);
    const other = await desk.signIn("expert");
    desk.clock.advance(12 * HOUR - 1000);
    expect(await other.ends(ping, {})).toBe("ok");
  });

  test("seven days at most, however busy", async () => {
    const me = await desk.signIn("expert");
    for (let h = 1; h < 7 * 24; h++) {
      desk.clock.advance(HOUR);
      expect(await me.ends(ping, {}), `hour ${h}`).toBe("ok");
      await expect
        .poll(async () => (await desk.db.selectFrom("sessions").select("last_seen_at").executeTakeFirst())?.last_seen_at)
        .toBe(desk.clock.now().toISOString());
    }
    desk.clock.advance(HOUR);
    expect(await me.ends(ping, {})).toBe(401);
  });

  test("an 11th sign-in ends the first", async () => {
    const sessions: Awaited<ReturnType<Desk["signIn"]>>[] = [];
    for (let i = 0; i < 11; i++) {
      desk.clock.advance(1000);
      sessions.push(await desk.signIn("expert"));
    }
    expect(await sessions[0]?.ends(ping, {})).toBe(401);
    expect(await sessions[1]?.ends(ping, {})).toBe("ok");
    expect(await desk.db.selectFrom("sessions").select("end_reason").where("ended_at", "is not", null).execute()).toEqual([
      { end_reason: "crowd" },
    ]);
  });
});

describe("account 7: both halves of a browser's session", () => {
  test("the token without the cookie is 401, with it it works; a plain client needs none", async () => {
    const signed = await desk.login("expert", "visadesk", { headers: browser });
    const cookie = cookieIn(signed.headers);
    expect(signed.headers["Set-Cookie"]).toMatch(/^vd_s=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800$/);
    expect(await desk.ending(ping, {}, { token: signed.token })).toBe(401);
    expect(await desk.ending(ping, {}, { token: signed.token, headers: { cookie: cookie.slice(0, -3) + "abc" } })).toBe(401);
    expect(await desk.ending(ping, {}, { token: signed.token, headers: { cookie: `a=b; ${cookie}; c=d` } })).toBe("ok");
    const plain = await desk.login("expert");
    expect(await desk.ending(ping, {}, { token: plain.token })).toBe("ok");
    await desk.db.updateTable("sessions").set({ ended_at: desk.clock.now(), end_reason: "disabled" }).execute();
    // Why it ended is told to whoever holds both halves.
    await expect(desk.answer(ping, {}, { token: signed.token })).rejects.toMatchObject({ status: 401, msg: null });
    await expect(desk.answer(ping, {}, { token: signed.token, headers: { cookie } })).rejects.toMatchObject({
      msg: "您的账号已停用，如有疑问请联系管理员",
    });
  });

  test("under TLS the cookie is a __Host- one", async () => {
    const signed = await desk.login("expert", "visadesk", { headers: { ...browser, "x-forwarded-proto": "https" } });
    expect(signed.headers["Set-Cookie"]).toMatch(/^__Host-vd_s=.*; Secure$/);
    expect(await desk.ending(ping, {}, { token: signed.token, headers: { cookie: cookieIn(signed.headers) } })).toBe("ok");
  });

  test("a token of platform 25 on platform 20 is 403", async () => {
    const me = await desk.login("expert");
    expect(await desk.ending(ping, {}, { token: me.token, platform: 20 })).toBe(403);
  });

  test("only a hash of the token is stored", async () => {
    const me = await desk.login("expert");
    expect(JSON.stringify(await desk.db.selectFrom("sessions").selectAll().execute())).not.toContain(me.token);
  });
});

test("account 8: logout, and a session ended from another device, are 401 at the next call", async () => {
  const a = await desk.signIn("expert");
  const b = await desk.signIn("expert");
  const { list } = await a("session_query", {});
  expect(list.map((s) => s.is_current)).toEqual([false, true]);
  await a("session_end", { id: list[0]?.id ?? 0 });
  expect(await b.ends(ping, {})).toBe(401);
  const out = await desk.answer("session_logout", {}, { token: a.token });
  expect(out.headers["clear-site-data"]).toBe('"cache"');
  expect(await a.ends(ping, {})).toBe(401);
  const c = await desk.signIn("viewer");
  expect(await c.ends("session_end", { id: list[0]?.id ?? 0 })).toBe("not_found");
});

describe("account 9: changing my own password", () => {
  test("a short password is taken and marked weak; the other session ends, this one goes on", async () => {
    const here = await desk.signIn("expert");
    const there = await desk.signIn("expert");
    await here("oss_account_update", { id: here.id, account: "Expert", passwd: md5Of("abc") });
    expect(await there.ends(ping, {})).toBe(401);
    const account = await here("oss_account_query", { id: here.id });
    expect([account.is_weak, account.must_change]).toEqual([true, false]);
    expect(await desk.ending("open/oss_login", { account: "expert", passwd: md5Of("visadesk") })).toBe("login_failed");
    await desk.signIn("expert", "abc");
    await here("oss_account_update", { id: here.id, account: "expert", passwd: md5Of("correct horse battery") });
    expect((await here("oss_account_query", { id: here.id })).is_weak).toBe(false);
  });

  test("half an hour after the last sign-in or unlock the present one is asked for first, on the ladder of unlock", async () => {
    const me = await desk.signIn("expert");
    const until = async () => (await me("oss_account_query", { id: me.id })).proved_until;
    expect(await until()).toBe(new Date(desk.clock.now().getTime() + 30 * 60_000).toISOString());
    const change = (passwd: string) => me.ends("oss_account_update", { id: me.id, account: "expert", passwd: md5Of(passwd) });
    desk.clock.advance(30 * 60_000);
    expect(await change("first new password")).toBe("ok");
    desk.clock.advance(1000);
    expect(await change("second new password")).toBe("confirm_needed");
    expect(await me.ends(ping, {})).toBe("ok");
    expect(await me.ends("session_unlock", { passwd: md5Of("visadesk") })).toBe("login_failed");
    expect(await change("second new password")).toBe("confirm_needed");
    await me("session_unlock", { passwd: md5Of("first new password") });
    desk.clock.advance(30 * 60_000);
    expect(await change("second new password")).toBe("ok");
    desk.clock.advance(1000);
    for (let i = 0; i < 5; i++) expect(await me.ends("session_unlock", { passwd: md5Of("no") })).toBe("login_failed");
    expect(await change("third new password")).toBe(401);
  });

  test("a password handed out by others is asked for as well", async () => {
    await desk.db.updateTable("workers").set({ must_change: true }).where("account", "=", "expert").execute();
    const me = await desk.signIn("expert");
    desk.clock.advance(31 * 60_000);
    const change = () => me.ends("oss_account_update", { id: me.id, account: "expert", passwd: md5Of("correct horse battery") });
    expect(await change()).toBe("confirm_needed");
    await me("session_unlock", { passwd: md5Of("visadesk") });
    expect(await change()).toBe("ok");
  });

  test("a strict policy refuses listed passwords", async () => {
    await desk.db
      .insertInto("sys_configs")
      .values({ key: "password_policy", value: JSON.stringify("strict"), updated_at: desk.clock.now() })
      .execute();
    const me = await desk.signIn("expert");
    expect(await me.ends("oss_account_update", { id: me.id, account: "expert", passwd: md5Of("123456") })).toBe("weak_passwd");
  });
});

test("account 10: another's id, another account name or further fields change nothing; after 12 hours sign in again", async () => {
  const me = await desk.signIn("expert");
  const other = await desk.signIn("viewer");
  const before = await desk.db.selectFrom("workers").selectAll().orderBy("id").execute();
  const passwd = md5Of("something else");
  expect(await me.ends("oss_account_update", { id: other.id, account: "viewer", passwd })).toBe("not_allowed");
  expect(await me.ends("oss_account_update", { id: me.id, account: "viewer", passwd })).toBe("not_allowed");
  expect(await me.ends("oss_account_update", { id: me.id, passwd })).toBe("not_allowed");
  for (const extra of [{ role_id: 1 }, { module_group: [101001] }, { status: 1 }, { nickname: "新名" }]) {
    expect(await me.ends("oss_account_update", { id: me.id, account: "expert", passwd, ...extra }), JSON.stringify(extra)).toBe(400);
  }
  for (let i = 0; i < 2; i++) {
    desk.clock.advance(6 * HOUR);
    await me(ping, {});
    await expect
      .poll(
        async () =>
          (await desk.db.selectFrom("sessions").select("last_seen_at").where("worker_id", "=", me.id).executeTakeFirst())?.last_seen_at,
      )
      .toBe(desk.clock.now().toISOString());
  }
  desk.clock.advance(1000);
  expect(await me.ends("oss_account_update", { id: me.id, account: "expert", passwd })).toBe("relogin_needed");
  expect(await desk.db.selectFrom("workers").selectAll().orderBy("id").execute()).toEqual(before);
});

describe("lock", () => {
  test("a locked screen answers unlock and logout only; five wrong passwords end the session", async () => {
    const me = await desk.signIn("expert");
    await me("session_lock", {});
    expect(await me.ends(ping, {})).toBe("screen_locked");
    expect(await me.ends("session_unlock", { passwd: md5Of("no") })).toBe("login_failed");
    await me("session_unlock", { passwd: md5Of("visadesk") });
    expect(await me.ends(ping, {})).toBe("ok");
    await me("session_lock", {});
    for (let i = 0; i < 5; i++) expect(await me.ends("session_unlock", { passwd: md5Of("no") })).toBe("login_failed");
    expect(await me.ends("session_unlock", { passwd: md5Of("visadesk") })).toBe(401);
    await desk.signIn("expert");
  });
});

describe("two-step", () => {
  const at = (secret: string): string => totpAt(secret, stepAt(desk.clock.now()));

  test("RFC 6238 and RFC 4648 vectors", () => {
    const secret = base32(Buffer.from("12345678901234567890"));
    expect(secret).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    expect(fromBase32(secret).toString()).toBe("12345678901234567890");
    expect([59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000].map((s) => totpAt(secret, Math.floor(s / 30), 8))).toEqual([
      "94287082",
      "07081804",
      "14050471",
      "89005924",
      "69279037",
    ]);
    expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
  });

  test("the secret is sealed; sign-in asks a code, each code counts once, a recovery code works once", async () => {
    const me = await desk.signIn("expert");
    const { secret, uri } = await me("totp_start", {});
    expect(uri).toContain(`secret=${secret}`);
    const stored = await desk.db.selectFrom("workers").select("totp_secret").where("id", "=", me.id).executeTakeFirstOrThrow();
    expect(stored.totp_secret).not.toContain(secret);
    expect(unseal(stored.totp_secret ?? "")).toBe(secret);
    expect(await me.ends("totp_confirm", { code: "000000" })).toBe("totp_wrong");
    const { recovery_codes } = await me("totp_confirm", { code: at(secret) });
    expect(recovery_codes).toHaveLength(10);
    const enter = (code?: string) =>
      desk.ending("open/oss_login", { account: "expert", passwd: md5Of("visadesk"), ...(code !== undefined && { code }) });
    expect(await enter()).toBe("totp_required");
    expect(await enter(at(secret))).toBe("totp_wrong");
    desk.clock.advance(30_000);
    expect(await enter(at(secret))).toBe("ok");
    expect(await enter(at(secret))).toBe("totp_wrong");
    expect(await enter(recovery_codes[0])).toBe("ok");
    expect(await enter(recovery_codes[0])).toBe("totp_wrong");
    expect(JSON.stringify(await desk.db.selectFrom("workers").select("recovery_codes").execute())).not.toContain(recovery_codes[1]);
    expect(await me.ends("totp_stop", { code: "12" })).toBe("totp_wrong");
    await me("totp_stop", { code: recovery_codes[2] ?? "" });
    expect(await enter()).toBe("ok");
  });

  test("asking for a code does not climb the ladder, wrong codes do", async () => {
    const me = await desk.signIn("expert");
    const { secret } = await me("totp_start", {});
    await me("totp_confirm", { code: at(secret) });
    const enter = (code?: string) =>
      desk.ending("open/oss_login", { account: "expert", passwd: md5Of("visadesk"), ...(code !== undefined && { code }) });
    for (let i = 0; i < 8; i++) expect(await enter()).toBe("totp_required");
    for (let i = 0; i < 5; i++) expect(await enter("000000")).toBe("totp_wrong");
    expect(await enter()).toBe(429);
  });

  test("sealed text opens again and not when changed", () => {
    expect(unseal(seal("秘密"))).toBe("秘密");
    const bytes = Buffer.from(seal("秘密"), "base64");
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(() => unseal(bytes.toString("base64"))).toThrow();
  });
});

test("preferences and drafts are each worker's own", async () => {
  const a = await desk.signIn("expert");
  const b = await desk.signIn("manager");
  await a("preference_update", { key: "theme", value: { mode: "dark" } });
  await a("preference_update", { key: "theme", value: { mode: "light" } });
  expect(await a("preference_query", {})).toEqual({ list: [{ key: "theme", value: { mode: "light" } }] });
  expect(await b("preference_query", {})).toEqual({ list: [] });
  expect(await a.ends("preference_update", { key: "big", value: { text: "字".repeat(11_000) } })).toBe("limit_exceeded");
  await a("draft_save", { key: "order-entry:new", content: { note: "写到一半", passwd: "x" }, base_version: 3 });
  expect((await a("draft_get", { key: "order-entry:new" })).draft).toEqual({
    content: { note: "写到一半" },
    base_version: 3,
    saved_at: desk.clock.now().toISOString(),
  });
  expect((await b("draft_get", { key: "order-entry:new" })).draft).toBeNull();
  expect(JSON.stringify(await desk.db.selectFrom("drafts").select("content").execute())).not.toContain("写到一半");
  // Passing state of a screen would crowd the log of what people did.
  const logged = await desk.db.selectFrom("operation_logs").select("endpoint").distinct().execute();
  expect(logged.map((l) => l.endpoint).toSorted()).toEqual(["open/oss_login", "preference_update"]);
  desk.clock.advance(8 * 24 * HOUR);
  expect((await (await desk.signIn("expert"))("draft_get", { key: "order-entry:new" })).draft).toBeNull();
});

test("a fault report reaches the holders of 员工与团队, ten an hour", async () => {
  const me = await desk.signIn("expert");
  const report = { sentence: "页面空白", route: "/order/list", version: "1.0.2", clock_skew_ms: 12, browser: "test", calls: [] };
  for (let i = 0; i < 10; i++) await me("client_report_add", { ...report, idempotency_key: crypto.randomUUID() });
  expect(await me.ends("client_report_add", { ...report, idempotency_key: crypto.randomUUID() })).toBe(429);
  const messages = await desk.db.selectFrom("outbound_messages").select(["receiver_worker_id", "content"]).execute();
  expect(messages).toHaveLength(10);
  expect(messages[0]?.content).toContain("页面空白");
});
