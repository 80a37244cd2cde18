/**
 * Calls of the account and setting areas through the real runner, in process, on a clock that tests move.
 *
 *   const desk = await testDesk();   const admin = await desk.signIn("admin");   await admin("role_query", {});
 */
import { noSubjects } from "../../no-subjects.ts";
import type { EndpointName, InputOf, OutputOf } from "@visadesk/contract/index.ts";
import type { RefusalCode } from "@visadesk/contract/kit/errors.ts";
import { PLATFORM, type Platform } from "@visadesk/contract/kit/constants.ts";
import { TestClock } from "#kit/clock.ts";
import type { Holding } from "#kit/seal/holding.ts";
import { HttpError, Refusal } from "#kit/http/refuse.ts";
import { runCall, type Answer, type AppParts } from "#kit/call/run.ts";
import type { Serving } from "#kit/call/serve.ts";
import { accountServer, md5Of, openSessions, personalServer, useCheapPasswords, useLists, useTestKeys } from "../../../account/index.ts";
import {
  config,
  DEMO_PASSWORD,
  dutyServer,
  expertServer,
  grantChangeServer,
  operationLogServer,
  regionOwnerServer,
  roleServer,
  seedStaff,
  teamServer,
  workerDisableServer,
  workerServer,
} from "../../../setting/index.ts";
import { regionFigures } from "../../../peer/index.ts";
import { holdings } from "../../../holdings.ts";
import { opened } from "../../../opened.ts";
import { emptyTables, testDatabase, type TestDatabase } from "../../database.ts";
import { asWired } from "../../strict.ts";

/** These areas keep no applicants. */

export interface CallFacts {
  token?: string;
  ip?: string;
  platform?: Platform;
  headers?: Record<string, string>;
  /** Sent as it is; for bodies the contract does not know. */
  raw?: unknown;
}
export interface Outcome<T = unknown> {
  body: T;
  headers: Record<string, string>;
}
/** How a call ended: `ok`, a refusal's name, or an HTTP status. */
export type Ending = "ok" | RefusalCode | number;
export type Caller = <N extends EndpointName>(name: N, input: InputOf<N>, facts?: CallFacts) => Promise<OutputOf<N>>;

export interface Desk {
  readonly open: TestDatabase;
  readonly db: TestDatabase["db"];
  readonly clock: TestClock;
  readonly parts: AppParts;
  reset(): Promise<void>;
  answer<N extends EndpointName>(name: N, input: InputOf<N>, facts?: CallFacts): Promise<Outcome<OutputOf<N>>>;
  /** Runs a call and answers how it ended. */
  ending<N extends EndpointName>(name: N, input: InputOf<N>, facts?: CallFacts): Promise<Ending>;
  login(account: string, password?: string, facts?: CallFacts): Promise<{ token: string; id: number; headers: Record<string, string> }>;
  signIn(
    account: string,
    password?: string,
  ): Promise<Caller & { token: string; id: number; ends: (name: EndpointName, input: unknown, facts?: CallFacts) => Promise<Ending> }>;
}

const noFiles = {
  put: () => Promise.resolve(),
  get: () => Promise.resolve(null),
  reseal: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  link: (key: string) => `/storage/${key}`,
  secondsLeft: () => 0,
};

export const endingOf = (error: unknown): Ending => {
  if (error instanceof Refusal) return error.code;
  if (error instanceof HttpError) return error.status;
  throw error;
};

export interface DeskOptions {
  listen?: boolean;
  max?: number;
  holdings?: readonly Holding[];
  /** Passwords cost what they cost in service. */
  realPasswords?: boolean;
}

function secretsFor({ realPasswords = false }: DeskOptions): void {
  useTestKeys();
  if (!realPasswords) useCheapPasswords();
}

/** The eight demo accounts, signed in for the first calls; made once per file. */
export async function testDesk(options: DeskOptions = {}): Promise<Desk> {
  secretsFor(options);
  const open = await testDatabase({ max: options.max ?? 10 });
  const clock = new TestClock("2026-11-20T01:00:00.000Z");
  const serving: Serving = {
    ...accountServer,
    ...personalServer(opened),
    ...roleServer,
    ...grantChangeServer,
    ...workerServer(options.holdings ?? holdings),
    ...workerDisableServer(options.holdings ?? holdings),
    ...teamServer,
    ...regionOwnerServer({ regionFigures }),
    ...expertServer,
    ...dutyServer,
    ...operationLogServer(noSubjects),
  };
  useLists(serving);
  const gate = openSessions(open.db, options.listen ? open.url : null);
  const parts: AppParts = { db: open.db, clock, files: noFiles, serving, principalOf: (c) => gate.principalOf(c), config };
  const answer: Desk["answer"] = async (name, input, facts = {}) => {
    const done: Answer = await runCall(parts, {
      name,
      body: facts.raw ?? input,
      request_id: crypto.randomUUID(),
      platform: facts.platform ?? PLATFORM.console,
      token: facts.token ?? "",
      headers: facts.headers ?? {},
      ip: facts.ip ?? "10.0.0.1",
      agent: "test",
    });
    return { body: asWired(name, input, done.body) as never, headers: done.headers };
  };
  const ending: Desk["ending"] = (name, input, facts) => answer(name, input, facts).then(() => "ok" as const, endingOf);
  const login: Desk["login"] = async (account, password = DEMO_PASSWORD, facts) => {
    const { body, headers } = await answer("open/oss_login", { account, passwd: md5Of(password) }, facts);
    return { token: body.token, id: body.id, headers };
  };
  return {
    open,
    db: open.db,
    clock,
    parts,
    answer,
    ending,
    login,
    reset: async () => {
      await emptyTables(open.db);
      clock.set("2026-11-20T01:00:00.000Z");
      await seedStaff(open.db, clock.now());
    },
    signIn: async (account, password) => {
      const { token, id } = await login(account, password);
      const call: Caller = async (name, input, facts) => (await answer(name, input, { token, ...facts })).body;
      const ends = (name: EndpointName, input: unknown, facts?: CallFacts): Promise<Ending> =>
        ending(name, input as never, { token, ...facts });
      return Object.assign(call, { token, id, ends });
    },
  };
}
