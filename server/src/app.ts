/** Puts a server together from its parts. `start.ts` starts it, tests inject calls into it. */
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { FRONT_VERSION } from "@visadesk/contract/kit/constants.ts";
import { area } from "#kit/area.ts";
import type { Clock } from "#kit/clock.ts";
import type { Config } from "#kit/config.ts";
import type { Db, OpenDb } from "#kit/db/db.ts";
import type { FileStore } from "#kit/files/files.ts";
import { exportRoute } from "#kit/export/export-route.ts";
import { firstLoad } from "#kit/first-load.ts";
import { hostEndpoint } from "#kit/host.ts";
import { createHttp, type HttpParts } from "#kit/http/http.ts";
import { startJobs, type JobRunner } from "#kit/job-runner.ts";
import type { JobParts } from "#kit/jobs.ts";
import type { Logger } from "#kit/call/logger.ts";
import { observeCall, observeJob, metricsRoute } from "#kit/http/metrics.ts";
import { openApi } from "#kit/http/openapi.ts";
import { makeCtx } from "#kit/call/run.ts";
import { storageRoutes } from "#kit/files/storage.ts";
import { onRightsChanged, openSessions, principalOfSession, useLists } from "./account/index.ts";
import { jobs, lists, serving } from "./areas.ts";
import { hostCommands } from "./host.ts";
import { numberSubjects } from "./order/index.ts";
import { config as sysConfig, nameActs, operationLogJobs, revealAllowed, watchReads } from "./setting/index.ts";

export const consoleDir = path.resolve(import.meta.dirname, "../../console/dist");

export interface AppOptions {
  config: Pick<Config, "accessKey" | "accessSecret" | "demo" | "trustedProxies" | "metricsOpen" | "dataDir">;
  database: OpenDb;
  /** For LISTEN; null on the embedded database, which has one connection. */
  listenUrl: string | null;
  clock: Clock;
  files: FileStore;
  log: Logger;
  consoleDir: string | null;
  ready?: () => Promise<{ ok: boolean; detail: Record<string, unknown> }>;
}

export interface App {
  http: FastifyInstance;
  parts: HttpParts;
  jobParts: JobParts;
  startJobs(): JobRunner;
  /** Stops taking calls, lets the running ones end. The database is the caller's. */
  close(): Promise<void>;
}

export async function createApp(o: AppOptions): Promise<App> {
  const { db, pool, embedded } = o.database;
  const sessions = openSessions(db, o.listenUrl);
  useLists(serving);
  const defs = [...jobs, ...area("setting", { serving: {}, jobs: operationLogJobs(o.config.dataDir) }).jobs];
  nameActs([
    ...defs.map((d) => [d.name, d.label] as const),
    ...Object.entries(hostCommands).map(([name, c]) => [hostEndpoint(name), c.label] as const),
  ]);
  const fault = (error: unknown, requestId: string): void => o.log.error({ err: error, request_id: requestId }, "fault");
  const hosts = await watchHosts(db);
  let closing = false;
  const parts: HttpParts = {
    db,
    clock: o.clock,
    files: o.files,
    serving,
    principalOf: (call) => sessions.principalOf(call),
    config: sysConfig,
    onFault: fault,
    onRead: watchReads(db, o.clock),
    lookups: { allowed: revealAllowed, subjects: numberSubjects },
    pairs: [{ key: o.config.accessKey, secret: o.config.accessSecret }],
    consoleDir: o.consoleDir,
    demo: o.config.demo,
    trustedProxies: o.config.trustedProxies,
    addrHosts: hosts.now,
    tls: false,
    ready: async () => (closing ? { ok: false, detail: { closing } } : (o.ready ?? (() => databaseReady(o.database)))()),
    openapi: () => openApi(allEndpoints, FRONT_VERSION),
    observe: (call) => observeCall(o.log, call),
    plugins: [
      exportRoute({ db, files: o.files, clock: o.clock, lists, principalOfSession }),
      storageRoutes({ files: o.files, clock: o.clock, onFault: fault }),
      metricsRoute({ pool, db, open: o.config.metricsOpen }),
    ],
  };
  const http = await createHttp(parts);
  const jobParts: JobParts = {
    db,
    defs,
    clock: o.clock,
    ctxOf: (on, now) => makeCtx(parts, on, {}, null, now),
    onFault: (error, job) => o.log.error({ err: error, job }, "job failed"),
    observe: observeJob,
  };
  return {
    http,
    parts,
    jobParts,
    startJobs: () => startJobs({ ...jobParts, embedded }),
    close: async () => {
      closing = true;
      await http.close();
      hosts.stop();
      await sessions.close();
    },
  };
}

/** Hosts of the address library, read again after every change of the parameters; a database that is away changes nothing. */
async function watchHosts(db: Db): Promise<{ now: () => readonly string[]; stop: () => void }> {
  let hosts: readonly string[] = [];
  const read = async (): Promise<void> => {
    hosts = await sysConfig(db, "addr_hosts");
  };
  await read();
  return { now: () => hosts, stop: onRightsChanged(() => void read().catch(() => undefined)) };
}

/** Reachable within a second? The health page also says what the embedded database does not promise. */
async function databaseReady({ pool, embedded }: OpenDb): Promise<{ ok: boolean; detail: Record<string, unknown> }> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("no answer within a second")), 1000).unref());
  const database = embedded ? "embedded, safe against process kill, not against power loss" : "postgresql";
  return Promise.race([pool.query("select 1"), late]).then(
    () => ({ ok: true, detail: { database, first_load: firstLoad() } }),
    () => ({ ok: false, detail: { database: `${database}, away` } }),
  );
}
