import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startEmbedded, type Embedded, type EmbeddedOptions } from "./embedded.ts";
import { DirectoryInUse } from "./embedded-lock.ts";

let home: string;
let running: Embedded[] = [];
const lines: string[] = [];

beforeAll(() => {
  home = mkdtempSync(path.join(os.tmpdir(), "vd-embedded-"));
  return () => rmSync(home, { recursive: true, force: true });
});
afterEach(async () => {
  await Promise.all(running.map((e) => e.stop()));
  running = [];
  lines.length = 0;
});

async function start(options: EmbeddedOptions = {}): Promise<Embedded> {
  const embedded = await startEmbedded(home, { log: (line) => lines.push(line), ...options });
  running.push(embedded);
  return embedded;
}

async function connect({ host, port }: Embedded): Promise<pg.Client> {
  const client = new pg.Client({ host, port, user: "postgres", database: "postgres" });
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

const restarted = (e: Embedded): Promise<string> => new Promise((resolve) => e.onRestart(resolve));
const values = async (c: pg.Client): Promise<unknown[]> =>
  (await c.query("select v from t order by v")).rows.map((r: { v: unknown }) => r.v);

describe("embedded database", { timeout: 60_000 }, () => {
  it("starts anew in a smaller process, with all that was written, and nobody is told of an accident", async () => {
    // Probes that bear a busy machine: what is tried is the end of the old process, which is no accident.
    const embedded = await start({ probeMs: 50, probesMissed: 40 });
    const a = await connect(embedded);
    await a.query("create table renewed as select i as v, repeat('x', 900) as t from generate_series(1, 10000) i order by 2, 1 desc");
    const before = embedded.pid;
    let told = 0;
    embedded.onRestart(() => told++);
    await embedded.renew();
    expect(embedded.pid).not.toBe(before);
    const b = await connect(embedded);
    expect((await b.query("select count(*)::int as n from renewed")).rows[0]).toEqual({ n: 10_000 });
    await b.query("drop table renewed");
    await expect.poll(() => lines).toEqual([]);
    expect(told).toBe(0);
  });

  it("keeps what was written over a stop, on a private socket, with its settings", async () => {
    const first = await start();
    expect(statSync(first.host).mode & 0o777).toBe(0o700);
    const a = await connect(first);
    await a.query("create extension btree_gist");
    await a.query("create table t (v int primary key)");
    await a.query("insert into t values (1)");
    expect((await a.query("show max_wal_size")).rows[0]).toEqual({ max_wal_size: "64MB" });
    await first.checkpoint();
    await a.end();
    await first.stop();
    expect(existsSync(first.host)).toBe(false);
    expect(existsSync(path.join(home, "pg.lock"))).toBe(false);
    expect(existsSync(path.join(home, "pg.new"))).toBe(false);

    expect(await values(await connect(await start()))).toEqual([1]);
  });

  it("refuses a second server on the same directory in one line", async () => {
    const first = await start();
    const error = await startEmbedded(home).then(
      () => null,
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(DirectoryInUse);
    expect(String(error)).toContain("数据目录正被另一个服务使用");
    expect(String(error)).not.toContain("\n");
    expect(await values(await connect(first))).toEqual([1]);
  });

  it("comes back on the same socket with every acknowledged row after the child is killed under load", async () => {
    const embedded = await start();
    const client = await connect(embedded);
    const back = restarted(embedded);
    let acknowledged = 1;
    setTimeout(() => process.kill(embedded.pid ?? 0, "SIGKILL"), 150);
    const lost = (async () => {
      for (;;) {
        await client.query("insert into t values ($1)", [acknowledged + 1]);
        acknowledged += 1;
      }
    })();
    await expect(lost).rejects.toThrow();
    expect(await back).toContain("SIGKILL");
    const rows = await values(await connect(embedded));
    expect(acknowledged).toBeGreaterThan(1);
    expect(rows.slice(0, acknowledged)).toEqual(Array.from({ length: acknowledged }, (_, i) => i + 1));
    expect(rows.length - acknowledged).toBeLessThanOrEqual(1);
  });

  it("kills and restarts a child that does not answer", async () => {
    const embedded = await start({ probeMs: 50, probesMissed: 4 });
    const back = restarted(embedded);
    const before = embedded.pid;
    process.kill(before ?? 0, "SIGSTOP");
    expect(await back).toBe("did not answer");
    expect(embedded.pid).not.toBe(before);
    expect((await values(await connect(embedded))).length).toBeGreaterThan(1);
  });

  it("does its maintenance between exchanges, never inside one", async () => {
    const embedded = await start({ probeMs: 2, checkpointMs: 3, probesMissed: 2_000 });
    const client = await connect(embedded);
    await client.query("create table m (v int)");
    await client.query("begin");
    for (let i = 0; i < 60; i++) await client.query({ name: "put", text: "insert into m values ($1)", values: [i] });
    await client.query("commit");
    for (let i = 0; i < 60; i++) expect((await client.query("select $1::int as v", [i])).rows).toEqual([{ v: i }]);
    await expect(client.query("select $1::int / 0", [1])).rejects.toThrow("division by zero");
    expect((await client.query("select count(*)::int as n from m")).rows).toEqual([{ n: 60 }]);
    await client.query("drop table m");
    expect(lines).toEqual([]);
  }, 180_000);

  it("lets a client reconnect after the last one left in the middle of a transaction", async () => {
    const embedded = await start();
    const first = await connect(embedded);
    await first.query("begin");
    await first.query("insert into t values (1000000)");
    first.connection.stream.destroy();
    const second = await connect(embedded);
    expect(await values(second)).not.toContain(1_000_000);
  });

  it("serves two clients in turns, exchange by exchange, and the one when the other is gone in the middle", async () => {
    const embedded = await start();
    const [a, b] = [await connect(embedded), await connect(embedded)];
    await a.query("create table turns (who text, v int)");
    const put = async (client: pg.Client, who: string): Promise<void> => {
      for (let i = 0; i < 150; i++) {
        if (i % 10 === 0) await client.query("begin");
        await client.query("insert into turns select $1, $2::int where $3::text = $1", [who, i, who]);
        expect((await client.query("select $1::text as who", [who])).rows).toEqual([{ who }]);
        if (i % 10 === 5) await client.query("commit");
      }
      await client.query("commit");
    };
    await Promise.all([put(a, "a"), put(b, "b")]);
    expect((await a.query("select who, count(*)::int as n from turns group by who order by who")).rows).toEqual([
      { who: "a", n: 150 },
      { who: "b", n: 150 },
    ]);
    // A Parse without its Sync.
    b.connection.parse({ name: "", text: "select nothing from nowhere", types: [] }, false);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const asked = a.query("select count(*)::int as n from turns where who = $1", ["a"]);
    b.connection.stream.destroy();
    expect((await asked).rows).toEqual([{ n: 150 }]);
    await a.query("drop table turns");
  });

  it("takes over from a server that was killed, and from a lock without a living holder", async () => {
    const script = `import { startEmbedded } from ${JSON.stringify(path.join(import.meta.dirname, "embedded.ts"))};
      const e = await startEmbedded(process.argv[1]); console.log(e.pid); setInterval(() => {}, 1000);`;
    const server = spawn(process.execPath, ["--input-type=module", "-e", script, home], { stdio: ["ignore", "pipe", "inherit"] });
    const childPid = Number(await new Promise<string>((resolve) => server.stdout.once("data", (d: Buffer) => resolve(d.toString()))));
    process.kill(childPid, "SIGSTOP");
    server.kill("SIGKILL");
    await new Promise((resolve) => server.once("exit", resolve));
    const next = await start();
    expect((await values(await connect(next))).length).toBeGreaterThan(1);
    const lock = readFileSync(path.join(home, "pg.lock"), "utf8");
    await next.stop();
    writeFileSync(path.join(home, "pg.lock"), lock);
    expect((await values(await connect(await start()))).length).toBeGreaterThan(1);
  });
});
