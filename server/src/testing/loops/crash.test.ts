import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { TEST_NOW } from "../business.ts";
import type { Client } from "../client.ts";
import { embeddedTemplate } from "../embedded-template.ts";
import { ensurePostgres } from "../pg.ts";
import { freePort, ServerProcess } from "../process.ts";
import { msAhead } from "../set-clock.ts";

/** Kills in a row; `npm run soak` takes the whole number. */
const ROUNDS = process.env["SOAK"] ? 40 : 4;
/** One clock for a server and those that follow it. */
const AHEAD = msAhead(TEST_NOW);
const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
const cleanups: (() => Promise<unknown> | void)[] = [];
afterAll(async () => {
  for (const clean of cleanups.reverse()) await clean();
});

async function serverOn(env: Record<string, string>): Promise<ServerProcess> {
  const dir = mkdtempSync(path.join(os.tmpdir(), "visadesk-crash-"));
  // An embedded directory with its tables, as every embedded test begins; making one is not what is proved here.
  if (!env["DATABASE_URL"]) cpSync(path.join(await embeddedTemplate(), "pg"), path.join(dir, "pg"), { recursive: true });
  const server = new ServerProcess(await freePort(), { DATA_DIR: dir, ADMIN_PASSWORD: "first-password", ...env }, AHEAD);
  cleanups.push(
    () => rmSync(dir, { recursive: true, force: true }),
    () => server.kill(),
  );
  return server;
}

async function firstAdmin(server: ServerProcess): Promise<Client> {
  const first = await server.login("admin", md5("first-password"));
  await first.call("oss_account_update", { id: first.id, account: "admin", passwd: md5("second password of admin") });
  return server.login("admin", md5("second password of admin"));
}

interface Intent {
  name: string;
  key: string;
}
const add = (client: Client, { name, key }: Intent) =>
  client.raw("role_add", { name, note: "", module_group: [may.order_view], data_scope: "own", idempotency_key: key });

/** Writes until the server is gone; answers what was acknowledged and what was left unknown. */
async function writeUntilKilled(client: Client, round: number): Promise<{ acknowledged: Intent[]; unknown: Intent[] }> {
  const acknowledged: Intent[] = [];
  const unknown: Intent[] = [];
  const writer = async (w: number): Promise<void> => {
    for (let n = 0; ; n++) {
      const intent = { name: `r${round}w${w}n${n}`, key: crypto.randomUUID() };
      const answer = await add(client, intent).catch(() => null);
      if (answer?.status !== 200) return void unknown.push(intent);
      if (answer.ret === 0) acknowledged.push(intent);
    }
  };
  await Promise.all([0, 1, 2, 3].map(writer));
  return { acknowledged, unknown };
}

async function allRoles(client: Client): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; ; page++) {
    const { list } = await client.call("role_query", { page, page_size: 100, count: false, sort: "name", order: "asc" });
    names.push(...list.map((r) => r.name));
    if (list.length < 100) return names;
  }
}

async function survives(server: ServerProcess): Promise<void> {
  await server.start();
  let client = await firstAdmin(server);
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const writing = writeUntilKilled(client, round);
    await sleep(150 + 20 * (round % 7));
    await server.kill();
    const result = await writing;
    await server.start();
    client = server.client(client.token, client.id);
    // The same intents again with their keys: done once, whether or not the first try had come through.
    for (const intent of [...result.unknown, ...result.acknowledged.slice(-2)]) expect((await add(client, intent)).ret).toBe(0);
    acknowledged.push(...result.acknowledged.map((i) => i.name), ...result.unknown.map((i) => i.name));
  }
  const stored = await allRoles(client);
  expect(new Set(stored).size).toBe(stored.length);
  expect(acknowledged.filter((name) => !stored.includes(name))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(ROUNDS);
  // setting 19: left alone, the running server seals its log by itself.
  const unchained = async (): Promise<number> => (await client.call("operation_log_stat_get", {})).unchained;
  await expect.poll(unchained, { timeout: 8_000, interval: 250 }).toBe(0);
  expect(await client.call("operation_log_verify", {})).toMatchObject({ broken_seq: null });
}

describe("kill -9 under write load: no acknowledged write lost, nothing doubled", () => {
  test(`embedded database, ${ROUNDS} rounds`, async () => survives(await serverOn({})), 600_000);

  test(`PostgreSQL, ${ROUNDS} rounds`, async () => {
    const postgres = await ensurePostgres({ fsync: true });
    cleanups.push(() => postgres.stop());
    await survives(await serverOn({ DATABASE_URL: postgres.url }));
  }, 600_000);
});

test("two embedded servers on one directory: the second refuses with a clear line", async () => {
  const first = await serverOn({});
  await first.start();
  const dir = first.env["DATA_DIR"] ?? "";
  const second = new ServerProcess(await freePort(), { DATA_DIR: dir }, AHEAD);
  second.spawn();
  expect(await second.exit()).not.toBe(0);
  expect(second.lines).toMatch(/正被|已被|占用|正在使用/);
  expect(first.alive).toBe(true);
  await first.kill("SIGTERM");
}, 60_000);

test("database restart under load: 503, then recovery, the process lives", async () => {
  const postgres = await ensurePostgres();
  cleanups.push(() => postgres.stop());
  const server = await serverOn({ DATABASE_URL: postgres.url });
  await server.start();
  const client = await firstAdmin(server);
  const statuses = new Set<number>();
  let running = true;
  const load = Promise.all(
    [0, 1, 2, 3].map(async (w) => {
      for (let n = 0; running; n++) statuses.add((await add(client, { name: `d${w}n${n}`, key: crypto.randomUUID() })).status);
    }),
  );
  for (let i = 0; i < 3; i++) {
    await sleep(300);
    await postgres.crash();
    await sleep(200);
    expect((await client.raw("order_stat_query", {})).status).toBe(503);
    await postgres.start();
    let recovered = 0;
    for (const end = performance.now() + 5000; performance.now() < end && recovered !== 200;)
      recovered = (await client.raw("order_stat_query", {})).status;
    expect(recovered).toBe(200);
  }
  running = false;
  await load;
  expect([...statuses].sort((a, b) => a - b)).toEqual([200, 503]);
  expect(server.alive).toBe(true);
  expect(await server.kill("SIGTERM")).toBe(0);
}, 120_000);
