/**
 * The whole server in one process on a database of its own, called without a network.
 *
 *   const app = await testApp();                 // reference data and demo staff, a clock that tests move
 *   const expert = await app.as("expert");       await expert.call("applicant_query", {});
 */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import type { FastifyInstance } from "fastify";
import { DEV_ACCESS_KEY, DEV_ACCESS_SECRET } from "@visadesk/contract/kit/constants.ts";
import { TestClock } from "#kit/clock.ts";
import type { Db } from "#kit/db/db.ts";
import { runDue } from "#kit/job-runner.ts";
import { openLog } from "#kit/call/logger.ts";
import { LocalFiles } from "#kit/files/files-local.ts";
import type { HttpParts } from "#kit/http/http.ts";
import { q, raw, rows } from "#kit/db/sql.ts";
import { createApp } from "../app.ts";
import { nouns } from "../nouns.ts";
import { DEMO_PASSWORD } from "../setting/index.ts";
import { seedBusiness, TEST_NOW, testSecrets } from "./business.ts";
import { Client, type Send, sendTo } from "./client.ts";
import { testDatabase, type TestDatabase } from "./database.ts";

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
export { TEST_NOW };

export interface TestApp {
  db: Db;
  database: TestDatabase;
  clock: TestClock;
  http: FastifyInstance;
  parts: HttpParts;
  send: Send;
  dataDir: string;
  anonymous: Client;
  /** A client whose session is over, and one whose worker is disabled. */
  expired: Client;
  disabled: Client;
  /** Signs in with a demo account; one session per account and test app. */
  as(account: string): Promise<Client>;
  /** Runs every due job now. */
  runJobs(): Promise<number>;
  /** Distinct states stored for a noun. */
  statesStored(noun: string): Promise<string[]>;
}

export interface TestAppOptions {
  now?: string;
  max?: number;
}

/** A worker who signed in and was disabled afterwards. */
async function signInLeaver(db: Db, signIn: (account: string) => Promise<Client>): Promise<Client> {
  await rows(
    db,
    q`insert into workers (account, nickname, passwd, role_id, passwd_at, created_at, updated_at)
      select 'leaver01', '离职员工', passwd, role_id, passwd_at, created_at, updated_at from workers where account = 'admin'`,
  );
  const client = await signIn("leaver01");
  await rows(db, q`update workers set status = 0 where account = 'leaver01'`);
  // He was never there to confirm a grant: admin stays the only role administrator.
  await rows(db, q`delete from former_role_admins`);
  return client;
}

/** Call at the top of a test file or in its beforeAll; it closes after the file. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  testSecrets();
  const now = options.now ?? TEST_NOW;
  const database = await testDatabase({ max: options.max ?? 10, seeded: now === TEST_NOW });
  const clock = new TestClock(now);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "visadesk-test-"));
  const files = new LocalFiles(path.join(dataDir, "files"), Buffer.from("test secret of signed links"));
  const { db } = database;
  if (!database.seeded) await seedBusiness(db, clock.now());
  const config = {
    accessKey: DEV_ACCESS_KEY,
    accessSecret: DEV_ACCESS_SECRET,
    demo: true,
    trustedProxies: [],
    metricsOpen: false,
    dataDir,
  };
  const app = await createApp({ config, database, listenUrl: null, clock, files, log: openLog("silent"), consoleDir: null });
  afterAll(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const send = sendTo(app.http);
  const read = (): Date => clock.now();
  const signIn = async (account: string): Promise<Client> => {
    const info = await new Client(send, read).call("open/oss_login", { account, passwd: md5(DEMO_PASSWORD) });
    return new Client(send, read, info.token, info.id);
  };
  const known = new Map<string, Promise<Client>>();
  const as = (account: string): Promise<Client> =>
    known.get(account) ?? known.set(account, signIn(account)).get(account) ?? signIn(account);
  const expired = await signIn("content");
  await expired.call("session_logout", {});
  const disabled = await signInLeaver(db, signIn);
  return {
    db,
    database,
    clock,
    http: app.http,
    parts: app.parts,
    send,
    dataDir,
    as,
    expired,
    disabled,
    anonymous: new Client(send, read),
    runJobs: () => runDue(app.jobParts),
    statesStored: async (noun) => {
      const { table, state } = nouns.find((n) => n.name === noun) ?? { table: "", state: "" };
      return (await rows<{ s: string }>(db, q`select distinct ${raw(state ?? "state")} as s from ${raw(table)}`)).map((r) => r.s);
    },
  };
}
