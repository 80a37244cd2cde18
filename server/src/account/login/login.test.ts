import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testDesk, type Desk } from "../../testing/loops/parts/calls.ts";
import { closedFor, netOf } from "./login.rules.ts";
import { hashPasswd, md5Of, verifyPasswd } from "./passwd.ts";
import { isWeakPasswd } from "./weak-passwd.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await testDesk({ realPasswords: true });
});
beforeEach(() => desk.reset());

const MINUTE = 60_000;
let nets = 0;
/** An address of a network nobody used yet. */
const freshIp = (): string => `10.${Math.floor(++nets / 250)}.${nets % 250}.7`;
const guess = (account: string, password = "wrong password", facts = {}) =>
  desk.ending("open/oss_login", { account, passwd: md5Of(password) }, { ip: freshIp(), ...facts });
const evaluated = async (): Promise<number> =>
  Number(
    (
      await desk.db
        .selectFrom("operation_logs")
        .select((e) => e.fn.countAll<number>().as("n"))
        .where("kind", "=", "login_fail")
        .executeTakeFirstOrThrow()
    ).n,
  );

test("every demo account signs in and reads itself", async () => {
  for (const name of ["admin", "manager", "expert", "product", "finance", "service", "content", "viewer"]) {
    const me = await desk.signIn(name);
    const account = await me("oss_account_query", { id: me.id });
    expect([account.account, account.must_change, account.login_at]).toEqual([name, false, desk.clock.now().toISOString()]);
  }
});

test("account 3: MD5 of known texts; upper case, 31 characters and clear text are 400", async () => {
  expect(md5Of("visadesk")).toBe("74f8d5f9d8b6b5d096ee459f0a13a46a");
  expect(md5Of("密码")).toBe("a8105204604a0b11e916f3879aae3b0b");
  const right = md5Of("visadesk");
  for (const passwd of [right.toUpperCase(), right.slice(1), "visadesk"])
    expect(await desk.ending("open/oss_login", { account: "admin", passwd })).toBe(400);
});

describe("account 4: one answer for every wrong sign-in", () => {
  const sentence = (account: string, password: string) =>
    desk.login(account, password, { ip: freshIp() }).then(
      () => null,
      (e: Error & { body?: unknown }) => JSON.stringify([e.message, e.body]),
    );

  test("unknown account, wrong password, disabled worker and lapsed one-time password answer alike", async () => {
    await desk.db.updateTable("workers").set({ status: 0 }).where("account", "=", "content").execute();
    await desk.db.updateTable("workers").set({ must_change: true, once_until: desk.clock.now() }).where("account", "=", "viewer").execute();
    const answers = [
      await sentence("nobody_here", "visadesk"),
      await sentence("admin", "wrong"),
      await sentence("content", "visadesk"),
      await sentence("viewer", "visadesk"),
    ];
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("账号或密码错误");
  });

  test("an unknown name takes as long as a known one", { retry: 2 }, async () => {
    const times: Record<string, number[]> = { known: [], unknown: [] };
    for (let i = 0; i < 40; i++) {
      for (const kind of ["known", "unknown"]) {
        await desk.db.deleteFrom("login_guards").execute();
        const started = performance.now();
        expect(await guess(kind === "known" ? "admin" : "nobody_here")).toBe("login_failed");
        times[kind]?.push(performance.now() - started);
      }
    }
    const median = (list: number[] = []): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
    expect(Math.abs(median(times["known"]) - median(times["unknown"])) / median(times["known"])).toBeLessThan(0.15);
  });
});

describe("account 5: the ladder", () => {
  test("5 wrong close for one minute, 10 for fifteen, 100 until somebody unlocks", () => {
    expect([1, 4, 5, 9, 10, 99, 100, 5000].map(closedFor)).toEqual([0, 0, 1, 1, 15, 15, null, null]);
  });

  test("5 wrong at 10:00:00: 429 at 10:00:59, evaluated at 10:01:00; the 10th closes for 15 minutes", async () => {
    desk.clock.set("2026-11-20T10:00:00.000Z");
    for (let i = 0; i < 5; i++) expect(await guess("admin")).toBe("login_failed");
    desk.clock.set("2026-11-20T10:00:59.000Z");
    await expect(desk.login("admin", "visadesk", { ip: freshIp() })).rejects.toMatchObject({
      status: 429,
      msg: "尝试次数过多，请1分钟后再试",
      headers: { "retry-after": "1" },
    });
    desk.clock.set("2026-11-20T10:01:00.000Z");
    for (let i = 6; i <= 10; i++) {
      expect(await guess("admin")).toBe("login_failed");
      if (i < 10) desk.clock.advance(MINUTE);
    }
    desk.clock.advance(15 * MINUTE - 1000);
    expect(await guess("admin", "visadesk")).toBe(429);
    desk.clock.advance(1000);
    expect(await guess("admin", "visadesk")).toBe("ok");
    expect(await guess("admin")).toBe("login_failed");
  });

  test("guesses all day long: 100 are evaluated, then the right password is refused; a known device still signs in", async () => {
    const browser = { "sec-fetch-site": "same-origin" };
    const first = await desk.login("admin", "visadesk", { headers: browser });
    const cookie = (first.headers["set-cookie"] ?? "").split(";")[0] ?? "";
    expect(cookie).toMatch(/^vd_d=/);
    for (let i = 0; i < 425; i++) {
      await guess(i % 2 ? "admin" : " ＡＤＭＩＮ ", `guess ${i}`, {
        headers: { "x-forwarded-for": `9.9.${i % 255}.1`, "user-agent": `agent ${i}` },
      });
      desk.clock.advance(4 * MINUTE);
    }
    expect(await evaluated()).toBe(100);
    await expect(desk.login("admin", "visadesk", { ip: freshIp() })).rejects.toMatchObject({
      status: 429,
      msg: "尝试次数过多，账号已锁定，请联系管理员解锁",
    });
    expect(await guess("admin", "visadesk", { headers: { ...browser, cookie } })).toBe("ok");
    expect(await guess("admin", "visadesk")).toBe(429);
    const admin = await desk.login("admin", "visadesk", { headers: { ...browser, cookie } });
    await desk.db.updateTable("sessions").set({ cookie_hash: null }).execute();
    await desk.answer("worker_unlock", { id: admin.id }, { token: admin.token });
    expect(await guess("admin", "visadesk")).toBe("ok");
  });

  test("parallel guesses cannot outrun it", async () => {
    const endings = await Promise.all(Array.from({ length: 40 }, () => guess("admin")));
    expect(endings.filter((e) => e === "login_failed")).toHaveLength(5);
    expect(endings.filter((e) => e === 429)).toHaveLength(35);
  });

  test("a network that fails 50 times in ten minutes waits fifteen", async () => {
    for (let i = 0; i < 50; i++) expect(await guess(`somebody_${i}`, "x", { ip: "203.0.113.9" })).toBe("login_failed");
    expect(await guess("admin", "visadesk", { ip: "203.0.113.200" })).toBe(429);
    expect(await guess("admin", "visadesk", { ip: "203.0.114.9" })).toBe("ok");
    desk.clock.advance(15 * MINUTE);
    expect(await guess("admin", "visadesk", { ip: "203.0.113.200" })).toBe("ok");
  });

  test("a network closed by invented names keeps no known device out: it meets its own ladder alone", async () => {
    const ip = "203.0.113.9";
    const browser = { "sec-fetch-site": "same-origin" };
    const { headers } = await desk.login("admin", "visadesk", { ip, headers: browser });
    const known = { ip, headers: { ...browser, cookie: (headers["set-cookie"] ?? "").split(";")[0] ?? "" } };
    for (let i = 0; i < 56; i++) await guess(`invented_${i}`, "x", { ip });
    expect(await guess("admin", "visadesk", { ip })).toBe(429);
    expect(await guess("expert", "visadesk", known)).toBe(429);
    expect(await guess("admin", "visadesk", known)).toBe("ok");
    for (let i = 0; i < 5; i++) expect(await guess("admin", "wrong", known)).toBe("login_failed");
    expect(await guess("admin", "visadesk", known)).toBe(429);
  });

  test("a known device's own slips do not close its network", async () => {
    const ip = "203.0.113.9";
    const browser = { "sec-fetch-site": "same-origin" };
    const { headers } = await desk.login("admin", "visadesk", { ip, headers: browser });
    const known = { ip, headers: { ...browser, cookie: (headers["set-cookie"] ?? "").split(";")[0] ?? "" } };
    for (let i = 0; i < 49; i++) await guess(`somebody_${i}`, "x", { ip });
    expect(await guess("admin", "wrong", known)).toBe("login_failed");
    expect(await guess("expert", "visadesk", { ip })).toBe("ok");
  });

  test("networks are /24 and /64", () => {
    expect(["203.0.113.9", "::ffff:203.0.113.77", "2001:db8:1:2:3:4:5:6", "2001:DB8:1:2::9", "::1"].map(netOf)).toEqual([
      "203.0.113.0/24",
      "203.0.113.0/24",
      "2001:db8:1:2::/64",
      "2001:db8:1:2::/64",
      "0:0:0:0::/64",
    ]);
  });
});

describe("passwords", () => {
  test("the stored form is argon2id and never the MD5", async () => {
    const md5 = md5Of("visadesk");
    const stored = await hashPasswd(md5);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=[0-9a-f]{8}\$/);
    expect(stored).not.toContain(md5);
    expect([await verifyPasswd(md5, stored), await verifyPasswd(md5Of("x"), stored), await verifyPasswd(md5, null)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("a hash of a lost pepper is no password's, and nobody's fault", async () => {
    const stored = (await hashPasswd(md5Of("visadesk"))).replace(/keyid=[0-9a-f]{8}/, "keyid=00000000");
    expect(await verifyPasswd(md5Of("visadesk"), stored)).toBe(false);
  });

  test("two run at a time, fifty wait, the next is 503", async () => {
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => verifyPasswd(md5Of("x"), null)));
    expect(results.filter((r) => r.status === "fulfilled")).toHaveLength(52);
    expect(results.filter((r) => r.status === "rejected").map((r) => (r.reason as { status: number }).status)).toEqual(
      Array.from({ length: 8 }, () => 503),
    );
  });

  test("listed passwords are known by their hash", async () => {
    for (const weak of ["1", "1234", "123456", "abc", "~ {", "a1!", "password123", "Admin@123", "19901231"])
      expect(await isWeakPasswd(md5Of(weak)), weak).toBe(true);
    for (const fine of ["visadesk", "correct horse battery", "k9#vQz"]) expect(await isWeakPasswd(md5Of(fine)), fine).toBe(false);
    // Two million hashes each.
  }, 120_000);
});
