/** One database of a size with both servers on it: ours through its own start, bare beside it. */
import { createHash, randomBytes } from "node:crypto";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { may } from "@visadesk/contract/permissions.ts";
import { loadSealKeys } from "../../server/src/kit/seal/seal-keys.ts";
import { signedHeaders } from "../../server/src/testing/client.ts";
import { freePort, ServerProcess } from "../../server/src/testing/process.ts";
import type { Postgres } from "../../server/src/testing/pg.ts";
import { loadOrders } from "../bench-load.ts";
import { once, type Request } from "./wire.ts";

export interface Samples {
  ids: number[];
  /** Three-character names of contacts, two-character fragments, last ten digits of order numbers: eight or nine may be a passport's, and looking one up is counted. */
  names: string[];
  fragments: string[];
  digits: string[];
  versions: Map<number, number>;
  /** Key of the last row of page 999 of the year's list. */
  cursor: string;
  month: { from: string; to: string };
  year: { from: string; to: string };
  matches: { month: number; year: number };
}
export interface Setting {
  orders: number;
  url: string;
  samples: Samples;
  oursPort: number;
  barePort: number;
  oursPid: number;
  /** Milliseconds until ready, on an existing database. */
  startMs: number;
  /** As one who sees every order, as the head of a team of ten, or as one of the busiest experts. */
  ours(name: string, input: object, scope?: Scope): Request;
  bare(name: string, input: object): Request;
  stop(): Promise<void>;
}

const CODES = [may.workbench, may.order_view, may.order_process, may.order_entry, may.order_pay_register];
const BARE = path.resolve(import.meta.dirname, "bare.ts");

async function asAdmin(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const s of statements) await client.query(s);
  } finally {
    await client.end();
  }
}

type Scope = "all" | "team" | "own";
/** Who calls with which scope; experts of the loaded orders are among them. */
const CALLERS: Readonly<Record<Scope, string>> = {
  all: "insert into workers (account, nickname, passwd, passwd_at, created_at, updated_at) values ('bench', '测量', '-', now(), now(), now()) returning id",
  team: `with head as (select min(id) as id from workers where account like 'bench%' and account <> 'bench'),
    team as (insert into teams (name, leader_id, created_at, updated_at) select '测量组', id, now(), now() from head returning id, leader_id),
    members as (update workers w set team_id = t.id from team t where w.id between t.leader_id and t.leader_id + 9 returning w.id)
    select min(leader_id) as id from team, (select count(*) from members) m`,
  own: "select min(id) + 10 as id from workers where account like 'bench%' and account <> 'bench'",
};

/** Signs a worker of the order desk in; answers the token. */
async function signIn(url: string, scope: Scope): Promise<string> {
  const token = randomBytes(32).toString("hex");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(CALLERS[scope]);
    const id = Number(rows[0]?.id);
    await client.query(
      `insert into roles (name, data_scope, module_group, created_at, updated_at) values ('测量岗${scope}', '${scope}', '{${CODES.join(",")}}', now(), now())`,
    );
    await client.query(`update workers set role_id = (select id from roles where name = '测量岗${scope}'), status = 1 where id = ${id}`);
    await client.query(
      `insert into sessions (worker_id, platform, token_hash, ip, ends_at, created_at, last_seen_at) values (${id}, 25, '${createHash("sha256").update(token).digest("hex")}', '127.0.0.1', now() + interval '1 day', now(), now())`,
    );
  } finally {
    await client.end();
  }
  return token;
}

async function takeSamples(url: string): Promise<Samples> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const list = async (text: string, values: unknown[] = []): Promise<string[]> =>
    (await client.query<string[]>({ text, values, rowMode: "array" })).rows.map((r) => String(r[0]));
  const day = (n: number): string => new Date(Date.now() + n * 86_400_000).toISOString();
  const [month, year] = [
    { from: day(-90), to: day(-80) },
    { from: day(-400), to: day(-280) },
  ];
  const where = "order_status = 'completed' and created_at >= $1 and created_at < $2";
  const count = async (r: { from: string; to: string }): Promise<number> =>
    Number((await list(`select count(*) from orders where ${where}`, [r.from, r.to]))[0]);
  const matches = { month: await count(month), year: await count(year) };
  const key = (
    await client.query<{ k: string; id: string }>(
      `select created_at::text as k, id from orders where ${where} order by created_at desc, id desc limit 1 offset $3`,
      [year.from, year.to, Math.min(999 * 20, matches.year - 21) - 1],
    )
  ).rows[0];
  const versions = (
    await client.query<{ id: string; version: number }>(
      "select id, version from orders where order_status = 'processing' order by id desc limit 400",
    )
  ).rows;
  const samples: Samples = {
    ids: (await list("select id from orders where order_status = 'completed' order by rnd(id, 77) limit 2000")).map(Number),
    names: await list("select contact_name from orders where length(contact_name) = 3 order by rnd(id, 78) limit 1000"),
    fragments: await list("select right(contact_name, 2) from orders where length(contact_name) = 3 order by rnd(id, 79) limit 1000"),
    digits: await list("select right(order_no, 10) from orders order by rnd(id, 80) limit 1000"),
    versions: new Map(versions.map((v) => [Number(v.id), v.version])),
    cursor: Buffer.from(JSON.stringify([key?.k, Number(key?.id)])).toString("base64url"),
    month,
    year,
    matches,
  };
  await client.end();
  return samples;
}

async function startBare(url: string): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort();
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", BARE], {
    env: { ...process.env, DATABASE_URL: url, PORT: String(port) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  for (let i = 0; i < 100; i++) {
    if ((await once(port, { path: "/plain", headers: "", body: "{}" })).status === 200) return { child, port };
    await sleep(50);
  }
  throw new Error("the bare server did not start");
}

/** Resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kb ?? 0) / 1024;
}

export async function prepare(postgres: Postgres, orders: number, say: (line: string) => void): Promise<Setting> {
  const name = `bench_${orders}`;
  await asAdmin(postgres.url, `create database ${name}`);
  const url = postgres.urlOf(name);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "visadesk-bench-"));
  // The loader seals with the keys of the server that reads.
  const SEAL_KEY = randomBytes(32).toString("base64");
  loadSealKeys(dataDir, SEAL_KEY);
  const server = new ServerProcess(await freePort(), { DATABASE_URL: url, DATA_DIR: dataDir, SEAL_KEY });
  // The first start migrates and puts the reference data in.
  await server.start(60_000);
  await server.kill("SIGTERM");
  await loadOrders(url, orders, new Date(), say);
  // What the plain LIKE of the bare server stands on; ours has its own index of character pairs.
  await asAdmin(
    url,
    "create extension if not exists pg_trgm",
    "create index bench_name on orders using gin (contact_name gin_trgm_ops) with (fastupdate = off)",
    "create index bench_no on orders using gin (order_no gin_trgm_ops) with (fastupdate = off)",
    "vacuum analyze",
  );
  const tokens = { own: await signIn(url, "own"), team: await signIn(url, "team"), all: await signIn(url, "all") };
  const samples = await takeSamples(url);
  const startMs = await server.start(60_000);
  const bare = await startBare(url);
  const headers = (scope: Scope): string =>
    Object.entries(signedHeaders(new Date(), tokens[scope]))
      .filter(([k]) => k !== "content-type")
      .map(([k, v]) => `${k}: ${v}\r\n`)
      .join("");
  return {
    orders,
    url,
    samples,
    oursPort: Number(new URL(server.url).port),
    barePort: bare.port,
    oursPid: server.pid ?? 0,
    startMs,
    ours: (endpoint, input, scope = "all") => ({
      path: `/api/${endpoint}`,
      headers: headers(scope),
      body: JSON.stringify(input),
      begins: '{"ret":0',
    }),
    bare: (route, input) => ({ path: `/${route}`, headers: "", body: JSON.stringify(input) }),
    stop: async () => {
      bare.child.kill();
      await server.kill("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
      await asAdmin(postgres.url, `drop database ${name} with (force)`);
    },
  };
}
