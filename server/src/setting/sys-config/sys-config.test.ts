import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { InputOf } from "@visadesk/contract/index.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { isPrivateAddress, fetchText, OutgoingError } from "#kit/http/outgoing.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { md5Of } from "../../account/index.ts";
import { Client } from "../../testing/client.ts";
import { DEMO_PASSWORD } from "../index.ts";
import { addressPlace } from "./sys-config.rules.ts";
import { seedDemoOrders } from "../../order/index.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
});

type Values = Omit<InputOf<"sys_config_update">, "version">;
const save = async (values: Values) => {
  const { version } = await admin.call("sys_config_query", {});
  return admin.raw("sys_config_update", { version, ...values });
};
const saved = async (values: Values): Promise<void> => {
  const a = await save(values);
  expect([a.status, a.ret], a.msg).toEqual([200, 0]);
};
const lastLog = () =>
  row<{ kind: string; changes: unknown }>(
    app.db,
    q`select kind, changes from operation_logs where endpoint = 'sys_config_update' order by id desc limit 1`,
  );

describe("parameters", () => {
  test("defaults first; each change is logged with before and after; who saved last is told", async () => {
    const { values, updated } = await admin.call("sys_config_query", {});
    expect(values).toMatchObject({
      platform_name: "签证业务管理平台",
      session_idle_hours: 12,
      log_keep_days: 1095,
      erase_after_months: 24,
    });
    expect(updated).toEqual([]);
    await saved({
      totp_policy: "off",
      session_idle_hours: 8,
      work_hours: [
        ["08:30", "12:00"],
        ["13:30", "18:00"],
      ],
    });
    expect(await lastLog()).toEqual({
      kind: "config",
      changes: [
        { field: "totp_policy", label: "两步验证", before: "自愿开启", after: "不使用" },
        { field: "session_idle_hours", label: "闲置退出(小时)", before: 12, after: 8 },
        { field: "work_hours", label: "工作时间", before: "09:00-12:00、13:00-18:00", after: "08:30-12:00、13:30-18:00" },
      ],
    });
    const now = await admin.call("sys_config_query", {});
    expect(now.updated.map((u) => [u.key, u.worker_name])).toEqual([
      ["session_idle_hours", "系统管理员"],
      ["totp_policy", "系统管理员"],
      ["work_hours", "系统管理员"],
    ]);
    expect(await admin.call("sys_config_get", {})).toMatchObject({ totp_policy: "off" });
  });

  test("two people at once: the second is told what is stored now", async () => {
    const { version } = await admin.call("sys_config_query", {});
    await admin.call("sys_config_update", { version, company_name: "甲公司" });
    const late = await admin.raw("sys_config_update", { version, company_name: "乙公司" });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ current: { company_name: "甲公司" } });
  });

  test("setting 20: 179 days are refused, 180 are taken", async () => {
    expect(await save({ log_keep_days: 179 })).toMatchObject({ ret: 1, msg: "日志至少保留180天", body: { code: "guard_failed" } });
    await saved({ log_keep_days: 180 });
  });

  test("setting 24: values out of range name their field", async () => {
    const wrong: [Values, string][] = [
      [{ session_idle_hours: 25 }, "闲置退出(小时)"],
      [{ session_max_days: 0 }, "最长登录(天)"],
      [{ auto_lock_minutes: 4 }, "自动锁屏(分钟)"],
      [{ erase_after_months: 5 }, "个人信息保留(月)"],
      [{ addr_hosts: ["https://a.example.com"] }, "地址库主机"],
      [{ addr_hosts: ["a.example.com; script-src *"] }, "地址库主机"],
      [{ work_hours: [["13:00", "12:00"]] }, "工作时间"],
      [
        {
          work_hours: [
            ["09:00", "12:00"],
            ["11:00", "18:00"],
          ],
        },
        "工作时间",
      ],
      [{ work_hours: [["9点", "12:00"]] }, "开始时间"],
      [{ platform_name: "" }, "平台名称"],
    ];
    for (const [values, label] of wrong) {
      const a = await save(values);
      expect([a.status, a.msg.includes(label)], `${JSON.stringify(values)} ${a.msg}`).toEqual([400, true]);
    }
  });

  test("nobody without 101001102 reads or writes them", async () => {
    for (const account of ["manager", "viewer"]) {
      const other = await app.as(account);
      expect((await other.raw("sys_config_query", {})).status).toBe(403);
      expect((await other.raw("sys_config_update", { version: 0, company_name: "x" })).status).toBe(403);
    }
  });
});

describe("address library", () => {
  const put = async (name: string, text: string): Promise<string> => {
    const dir = path.join(app.dataDir, "texts");
    mkdirSync(dir, { recursive: true });
    const file = path.join(dir, name);
    writeFileSync(file, text);
    await app.parts.files.put(`public/${name}`, file, "application/json");
    return `/storage/public/${name}`;
  };

  test("a link is fetched and its shape looked at before it is saved", async () => {
    const good = await put("lib-good.json", JSON.stringify({ "86": { "110000": "北京市" }, "110000": { "110100": "市辖区" } }));
    await saved({ addr_download_url: good });
    expect((await admin.call("sys_config_get", {})).addr_download_url).toBe(good);
    for (const [name, text] of [
      ["lib-a.json", "<html>"],
      ["lib-b.json", "[]"],
      ["lib-c.json", JSON.stringify({ "86": {} })],
      ["lib-d.json", JSON.stringify({ "86": { abc: "x" } })],
    ] as const) {
      const a = await save({ addr_download_url: await put(name, text) });
      expect([a.ret, a.msg], name).toEqual([17, "地址库格式不正确"]);
    }
    expect((await save({ addr_download_url: "/storage/public/none.json" })).msg).toContain("没有这个文件");
    for (const link of ["https://cdn.example.com/a.json", "ftp://a/b", "/../etc/passwd", "javascript:alert(1)"])
      expect((await save({ addr_download_url: link })).ret, link).toBe(17);
    expect((await admin.call("sys_config_get", {})).addr_download_url).toBe(good);
  });

  test("only our own paths and https links of listed hosts are read", () => {
    const hosts = ["cdn.example.com"];
    expect(addressPlace("/storage/public/a.json", hosts, undefined)).toEqual({ path: "/storage/public/a.json" });
    expect(addressPlace("https://desk.example.com/storage/public/a.json", hosts, "desk.example.com")).toEqual({
      path: "/storage/public/a.json",
    });
    expect(addressPlace("https://cdn.example.com/a.json", hosts, undefined)).toHaveProperty("url");
    for (const link of [
      "http://cdn.example.com/a.json",
      "https://cdn.example.com.evil.org/a",
      "https://u:p@cdn.example.com/a",
      "//evil.org/a",
      "",
    ])
      expect(addressPlace(link, hosts, undefined), link).toBeNull();
  });

  test("nothing is read from a private network", async () => {
    for (const address of [
      "127.0.0.1",
      "10.1.2.3",
      "172.16.0.1",
      "192.168.1.1",
      "169.254.169.254",
      "100.64.0.1",
      "0.0.0.0",
      "::1",
      "fe80::1",
      "fd00::1",
      "::ffff:10.0.0.1",
      "::127.0.0.1",
      "::ffff:0:127.0.0.1",
      "64:ff9b:1::10.0.0.1",
      "2002:7f00:1::1",
      "2001::1",
      "fec0::1",
    ])
      expect(isPrivateAddress(address), address).toBe(true);
    for (const address of ["8.8.8.8", "114.114.114.114", "2400:3200::1"]) expect(isPrivateAddress(address), address).toBe(false);
    const limits = { maxBytes: 10, timeoutMs: 1_000, privateHosts: [] };
    await expect(fetchText(new URL("https://127.0.0.1/x"), limits)).rejects.toThrow(OutgoingError);
    await expect(fetchText(new URL("https://localhost/x"), limits)).rejects.toThrow("内网");
    await expect(fetchText(new URL("http://8.8.8.8/x"), limits)).rejects.toThrow("https");
  });

  test("its hosts reach the security policy of every answer, and the console", async () => {
    const policy = async (): Promise<string> =>
      String((await app.http.inject({ method: "GET", url: "/healthz" })).headers["content-security-policy"]);
    expect(await policy()).toMatch(/connect-src 'self'(;|$)/);
    await saved({ addr_hosts: ["cdn.example.com", "img.example.com:8443"] });
    await expect.poll(policy).toContain("connect-src 'self' https://cdn.example.com https://img.example.com:8443");
    expect((await admin.call("sys_config_get", {})).addr_hosts).toEqual(["cdn.example.com", "img.example.com:8443"]);
    await saved({ addr_hosts: [] });
    await expect.poll(policy).not.toContain("example.com");
  });
});

test("idle hours end a session by the stored value", async () => {
  await saved({ session_idle_hours: 1 });
  const manager = await app.as("manager");
  await manager.call("preference_query", {});
  app.clock.advance(59 * 60_000);
  await admin.call("preference_query", {});
  expect((await manager.raw("preference_query", {})).status).toBe(200);
  app.clock.advance(60 * 60_000 + 61_000);
  expect((await manager.raw("preference_query", {})).status).toBe(401);
  expect((await admin.raw("preference_query", {})).status).toBe(401);
});

test("other working hours: how many due times move is said before, moved after, and nothing else is touched", async () => {
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 300 });
  const fresh = await testSession();
  const dues = () =>
    rows<{ id: number; due: string | null; status: string }>(
      app.db,
      q`select id, status_due_at as due, applicant_status as status from applicants order by id`,
    );
  const before = await dues();
  const hours: [string, string][] = [
    ["10:00", "12:00"],
    ["13:00", "17:00"],
  ];
  const { open, moved } = await fresh.call("work_hours_preview", { work_hours: hours });
  expect(open).toBeGreaterThan(20);
  expect(moved).toBeGreaterThan(0);
  expect(moved).toBeLessThanOrEqual(open);
  const { version } = await fresh.call("sys_config_query", {});
  await fresh.call("sys_config_update", { version, work_hours: hours });
  expect(await dues()).toEqual(before);
  await app.runJobs();
  const after = await dues();
  expect(after.filter((a, i) => a.due !== before[i]?.due)).toHaveLength(moved);
  expect(after.map((a) => a.status)).toEqual(before.map((a) => a.status));
  expect(await fresh.call("work_hours_preview", { work_hours: hours })).toEqual({ open, moved: 0 });
});

/** Signed in anew: the test before let every session lapse. */
async function testSession(): Promise<Client> {
  const now = (): Date => app.clock.now();
  const info = await new Client(app.send, now).call("open/oss_login", { account: "admin", passwd: md5Of(DEMO_PASSWORD) });
  return new Client(app.send, now, info.token, info.id);
}
