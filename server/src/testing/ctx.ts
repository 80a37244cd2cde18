/** A context for tests of one area's functions, without signing in. Calls go through `testApp` instead. */
import { may, type PermissionName } from "@visadesk/contract/permissions.ts";
import type { Ctx, DataScope, Principal, SysConfig } from "#kit/call/context.ts";
import { inTransaction, type Db } from "#kit/db/db.ts";
import { makeCtx, type AppParts } from "#kit/call/run.ts";
import { TestClock } from "#kit/clock.ts";
import { config as stored } from "../setting/index.ts";
import { TEST_NOW } from "./business.ts";

export interface PrincipalFacts {
  worker_id: number;
  codes?: readonly PermissionName[];
  data_scope?: DataScope;
  scope_ids?: readonly number[] | null;
  covers?: readonly number[];
  nickname?: string;
}

export const principalFor = (facts: PrincipalFacts): Principal => ({
  worker_id: facts.worker_id,
  account: `worker${facts.worker_id}`,
  nickname: facts.nickname ?? "测试",
  role_id: 1,
  role_name: "测试",
  role_version: 1,
  codes: new Set((facts.codes ?? []).map((name) => may[name])),
  data_scope: facts.data_scope ?? "all",
  team_id: null,
  scope_ids: facts.scope_ids === undefined ? null : facts.scope_ids,
  covers: facts.covers ?? [],
  session_id: 1,
  platform: 25,
  login_at: TEST_NOW,
  proved_at: TEST_NOW,
  locked: false,
  must_change: false,
  must_totp: false,
});

const noFiles = {
  put: () => Promise.resolve(),
  get: () => Promise.resolve(null),
  reseal: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  link: (key: string) => `/storage/${key}`,
  secondsLeft: () => 0,
};

/** Application parts around a test database. */
export const partsFor = (db: Db, config: Partial<SysConfig> = {}): AppParts => ({
  db,
  clock: new TestClock(TEST_NOW),
  files: noFiles,
  serving: {},
  principalOf: () => Promise.resolve({ principal: null }),
  config: (at, key) => (key in config ? Promise.resolve(config[key] as SysConfig[typeof key]) : stored(at, key)),
});

/** Runs `work` in one transaction as `principal` at `now`, as the runner would. */
export const asWrite = <T>(db: Db, principal: Principal | null, now: Date, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx) => work(makeCtx(partsFor(db, {}), tx, { name: "test", request_id: crypto.randomUUID() }, principal, now)));

/** A read's context on the pool. */
export const readCtx = (db: Db, principal: Principal | null, now: Date): Ctx =>
  makeCtx(partsFor(db), db, { name: "test", request_id: crypto.randomUUID() }, principal, now);
