import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { exportApi } from "@visadesk/contract/kit/export.ts";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import {
  accountServer,
  md5Of,
  openSessions,
  principalOfSession,
  principalOfWorker,
  sealedWorker,
  useTestKeys,
} from "../../account/index.ts";
import { config, DEMO_PASSWORD, operationLogServer, roleServer, seedStaff, workerServer } from "../../setting/index.ts";
import { TestClock } from "#kit/clock.ts";
import type { Ctx } from "#kit/call/context.ts";
import { LocalFiles } from "#kit/files/files-local.ts";
import { createHttp, type HttpParts } from "#kit/http/http.ts";
import { runDue } from "#kit/job-runner.ts";
import type { JobParts } from "#kit/jobs.ts";
import { makeCtx } from "#kit/call/run.ts";
import { sealMove } from "#kit/seal/seal-move.ts";
import { sealFields } from "#kit/seal/seal.ts";
import { q, rows } from "#kit/db/sql.ts";
import { Client, sendTo } from "../../testing/client.ts";
import { emptyTables, testDatabase } from "../../testing/database.ts";
import { quietHttp } from "../../testing/quiet-http.ts";
import { noSubjects } from "../../testing/no-subjects.ts";
import { zipEntry } from "../../testing/zip-entry.ts";
import { fileJobs, releaseFiles } from "../../files/index.ts";
import { exportRoute } from "./export-route.ts";
import { exportJobs, exportSealSources } from "./export.jobs.ts";
import { exportServer } from "./export.ts";

useTestKeys();
const { db } = await testDatabase();
const clock = new TestClock("2026-11-20T01:00:00Z");
const home = mkdtempSync(path.join(os.tmpdir(), "visadesk-export-test-"));
const files = new LocalFiles(home, "test");
const served = operationLogServer(noSubjects).operation_log_query;
// The log's own limit of rows is proven beside the log; here its list stands for any long one.
const { export_alone_max: _limit, ...unlimited } = served.endpoint;
const lists = { ...accountServer, ...workerServer([]), ...roleServer, operation_log_query: { ...served, endpoint: unlimited } };
const gate = openSessions(db, null);
const [faults, approved] = [[] as unknown[], { principalOfWorker, approvalRows: () => Promise.resolve(50_000) }];
const parts: HttpParts = {
  db,
  clock,
  files,
  config,
  serving: { ...lists, ...exportServer(lists, approved) },
  principalOf: (c) => gate.principalOf(c),
  onFault: (e) => void faults.push(e),
  ...quietHttp,
  plugins: [exportRoute({ db, files, clock, lists, principalOfSession })],
};
const app = await createHttp(parts);
const jobs: JobParts = {
  db,
  defs: [...exportJobs(lists, { readers: [], sheets: [], ...approved, releaseFiles }), ...fileJobs([]), sealMove(exportSealSources)],
  clock,
  ctxOf: (on, now) => makeCtx(parts, on, {}, null, now),
  onFault: (e) => void faults.push(e),
};
const send = sendTo(app);
const signIn = async (account: string): Promise<Client> => {
  const { token, id } = await new Client(send, () => clock.now()).call("open/oss_login", { account, passwd: md5Of(DEMO_PASSWORD) });
  return new Client(send, () => clock.now(), token, id);
};
let admin: Client;
afterAll(async () => {
  await app.close();
  await gate.close();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(async () => {
  await emptyTables(db);
  clock.set("2026-11-20T01:00:00Z");
  faults.length = 0;
  await seedStaff(db, clock.now());
  admin = await signIn("admin");
});

type AddInput = Omit<Input<typeof exportApi.export_add>, "idempotency_key">;
const askFor = (more: Partial<AddInput>) =>
  ({ endpoint: "worker_query", filter: {}, format: "csv", idempotency_key: crypto.randomUUID(), ...more }) as const;
const add = (client: Client, more: Partial<AddInput> = {}) => client.call("export_add", askFor(more));
const refusedAdd = (client: Client, more: Partial<AddInput> = {}) => client.refused("export_add", askFor(more));
const linkTo = async (client: Client, id: number): Promise<string> => (await client.call("export_link_get", { id })).url;
const fetchFile = async (client: Client, id: number) => app.inject({ method: "GET", url: await linkTo(client, id) });

describe("what is in the file", () => {
  test("the rows and order of the screen, labels and words, personal fields masked", async () => {
    const mobile = sealFields(sealedWorker, "expert", { mobile: "13800138000" });
    await db
      .updateTable("workers")
      .set({ ...mobile, nickname: "=HYPERLINK(1)" })
      .where("account", "=", "expert")
      .execute();
    const screen = await admin.call("worker_query", { sort: "account", order: "asc", page_size: 100 });
    const task = await add(admin, {
      filter: { sort: "account", order: "asc" },
      columns: ["account", "nickname", "status", "is_weak", "updated_at"],
      expected_count: screen.total,
    });
    expect(task).toMatchObject({ status: "waiting", format: "csv", is_masked: true, progress_total: screen.total });
    expect(task.export_no).toMatch(/^DC261120\d{6}$/);
    await runDue(jobs);
    expect(faults).toEqual([]);
    const text = (await fetchFile(admin, task.id)).body.replace("\ufeff", "").trim().split("\r\n");
    expect(text[0]).toBe("账号,昵称,状态,弱密码,更新时间");
    expect(text.slice(1, -1).map((l) => l.split(",")[0])).toEqual(screen.list.map((w) => w.account));
    expect(text.at(-1)).toMatch(/^导出说明：任务号 DC261120000001；导出人 系统管理员（admin）；.*；行数 \d+；个人信息 已脱敏；筛选 无$/);
    expect(text.find((l) => l.startsWith("expert,"))).toContain("'=HYPERLINK(1)");
    expect(text[1]).toMatch(/启用/);
    expect(text[1]).toMatch(/2026-11-20 09:00:00$/);
    expect(await admin.call("export_get", { id: task.id })).toMatchObject({
      status: "done",
      row_count: screen.total,
      progress: screen.total,
    });
  });

  test("XLSX carries a watermark sheet: who, when, which filter, how many", async () => {
    const task = await add(admin, { format: "xlsx", filter: { status: [1] } });
    await runDue(jobs);
    const file = (await fetchFile(admin, task.id)).rawPayload;
    const mark = zipEntry(file, "xl/worksheets/sheet2.xml");
    for (const word of [task.export_no, "（admin）", "2026-11-20 09:00:00", "筛选：状态", "启用", "已脱敏"]) expect(mark).toContain(word);
    expect(zipEntry(file, "xl/worksheets/sheet1.xml")).toContain("账号");
  });

  test("50,000 rows by key, every one once, memory flat", async () => {
    await rows(
      db,
      q`
      insert into operation_logs (at, request_id, actor_kind, actor_name, kind, endpoint, area, result)
      select ${clock.now()}::timestamptz - (n / 3) * interval '1 second', 'bulk' || n, 'system', '系统', 'chat', 'x', 'account', 'ok' from generate_series(1, 50000) n`,
    );
    const task = await add(admin, {
      endpoint: "operation_log_query",
      filter: { kind: ["chat"] },
      format: "xlsx",
      columns: ["at", "request_id"],
    });
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    await runDue(jobs);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1_048_576);
    expect(await admin.call("export_get", { id: task.id })).toMatchObject({ status: "done", row_count: 50_000 });
    const xml = zipEntry((await fetchFile(admin, task.id)).rawPayload, "xl/worksheets/sheet1.xml");
    expect(new Set(xml.match(/bulk\d+/g)).size).toBe(50_000);
    expect(xml.match(/<row>/g)?.length).toBe(50_001);
  });
});

test("an area's own reader is asked with the parsed filter, the chosen columns and the owner's rights", async () => {
  const asked: unknown[] = [];
  async function* batches(ctx: Ctx, filter: object, columns: readonly string[]): AsyncGenerator<Record<string, unknown>[]> {
    asked.push([ctx.me.account, filter, columns]);
    yield await Promise.resolve([{ account: "read fast", passwd: "never" }]);
  }
  const task = await add(admin, { filter: { status: [1], page: 4 }, columns: ["account"] });
  await runDue({
    ...jobs,
    defs: exportJobs(lists, { readers: [{ endpoint: "worker_query", batches }], sheets: [], ...approved, releaseFiles }),
  });
  expect(asked).toEqual([["admin", expect.objectContaining({ status: [1], page: 1 }), ["id", "account"]]]);
  expect((await fetchFile(admin, task.id)).body).toMatch(/^\ufeff账号\r\nread fast\r\n导出说明：.*\r\n$/);
});

describe("who may", () => {
  test("a list without its code, no list, no exported list, unknown columns and filters are refused", async () => {
    const viewer = await signIn("viewer");
    expect((await refusedAdd(viewer)).answer.status).toBe(403);
    for (const endpoint of ["worker_pick", "no_such", "__proto__", "session_query"])
      expect((await refusedAdd(admin, { endpoint })).code).toBe("bad_input");
    expect((await refusedAdd(admin, { columns: ["passwd"] })).code).toBe("bad_input");
    expect((await refusedAdd(admin, { filter: { nonsense: 1 } })).answer.status).toBe(400);
    expect(await db.selectFrom("export_tasks").selectAll().execute()).toEqual([]);
  });

  test("changed rows are told before anything is made", async () => {
    expect((await refusedAdd(admin, { expected_count: 3 })).answer).toMatchObject({
      ret: 3,
      msg: expect.stringMatching(/^数据已变化（3→\d+），请确认后重试$/) as string,
    });
  });

  test("three at once, twenty a day", async () => {
    for (let i = 0; i < 3; i++) await add(admin);
    expect((await refusedAdd(admin)).code).toBe("limit_exceeded");
    for (let i = 3; i < 20; i++) {
      await runDue(jobs);
      await add(admin);
    }
    await runDue(jobs);
    expect((await refusedAdd(admin)).answer.msg).toContain("20次");
    clock.advance(25 * 3_600_000);
    admin = await signIn("admin");
    expect((await add(admin)).status).toBe("waiting");
  });

  test("rights are those of the run: a code that was taken away stops the job, a disabled worker too", async () => {
    const task = await add(admin);
    await db
      .updateTable("workers")
      .set({ role_id: (await db.selectFrom("roles").select("id").where("is_builtin", "=", false).executeTakeFirstOrThrow()).id })
      .where("account", "=", "admin")
      .execute();
    await rows(db, q`update roles set module_group = '{}' where not is_builtin`);
    await runDue(jobs);
    expect(
      await db.selectFrom("export_tasks").select(["status", "error"]).where("id", "=", task.id).executeTakeFirstOrThrow(),
    ).toMatchObject({ status: "failed", error: expect.stringContaining("没有权限") as string });
  });

  test("others see neither the task nor its file", async () => {
    const task = await add(admin);
    await runDue(jobs);
    const manager = await signIn("manager");
    expect((await manager.refused("export_get", { id: task.id })).code).toBe("not_found");
    expect((await manager.refused("export_link_get", { id: task.id })).code).toBe("not_found");
    expect((await manager.refused("export_cancel", { id: task.id })).code).toBe("not_found");
    expect((await manager.call("export_query", {})).list).toEqual([]);
    expect((await admin.call("export_query", {})).list.map((t) => t.id)).toEqual([task.id]);
  });
});

describe("the link", () => {
  const done = async (): Promise<number> => {
    const { id } = await add(admin);
    await runDue(jobs);
    return id;
  };
  const get = (url: string, method: "GET" | "HEAD" = "GET") => app.inject({ method, url });

  test("is good once and for 15 minutes; looking ahead does not use it up", async () => {
    const id = await done();
    const { url, filename } = await admin.call("export_link_get", { id });
    expect(filename).toMatch(/^DC\d{12}-员工.*\.csv$/);
    expect((await get(url, "HEAD")).statusCode).toBe(404);
    const first = await get(url);
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect(first.headers["content-disposition"]).toMatch(/^attachment; filename="DC/);
    expect((await get(url)).statusCode).toBe(403);
    const second = await admin.call("export_link_get", { id });
    clock.advance(15 * 60_000 + 1_000);
    expect((await get(second.url)).statusCode).toBe(403);
    const kinds = await rows<{ kind: string }>(db, q`select kind from operation_logs where kind in ('export', 'download') order by id`);
    expect(kinds.map((l) => l.kind)).toEqual(["export", "download", "download"]);
  });

  test("dies with its session, its worker and its code", async () => {
    const id = await done();
    let url = await linkTo(admin, id);
    await rows(db, q`update sessions set ended_at = ${clock.now()}, end_reason = 'logout'`);
    expect((await get(url)).statusCode).toBe(403);
    admin = await signIn("admin");
    url = await linkTo(admin, id);
    await rows(db, q`update workers set status = 0 where account = 'admin'`);
    expect((await get(url)).statusCode).toBe(403);
    await rows(db, q`update workers set status = 1 where account = 'admin'`);
    url = await linkTo(admin, id);
    await rows(db, q`update roles set is_builtin = false, module_group = '{}' where is_builtin`);
    expect((await get(url)).statusCode).toBe(403);
  });

  test("after seven days the file is gone", async () => {
    const id = await done();
    const stored = await db.selectFrom("export_tasks").select("file_key").where("id", "=", id).executeTakeFirstOrThrow();
    expect((await files.get(String(stored.file_key)))?.size).toBeGreaterThan(0);
    clock.advance(7 * 86_400_000 + 1_000);
    admin = await signIn("admin");
    expect((await admin.refused("export_link_get", { id })).code).toBe("too_late");
    await runDue(jobs);
    expect(await admin.call("export_get", { id })).toMatchObject({ status: "expired" });
    expect((await admin.refused("export_link_get", { id })).code).toBe("too_late");
    const { file_key } = await db.selectFrom("export_tasks").select("file_key").where("id", "=", id).executeTakeFirstOrThrow();
    expect(file_key).toBeNull();
    expect(await files.get(String(stored.file_key))).toBeNull();
  });

  test("none before it is done; a cancelled one never runs", async () => {
    const { id } = await add(admin);
    expect((await admin.refused("export_link_get", { id })).code).toBe("state_changed");
    await admin.call("export_cancel", { id });
    expect(await admin.call("export_get", { id })).toMatchObject({ status: "cancelled" });
    await runDue(jobs);
    expect(await admin.call("export_get", { id })).toMatchObject({ status: "cancelled", row_count: null });
    expect((await admin.refused("export_cancel", { id })).code).toBe("state_changed");
  });
});
