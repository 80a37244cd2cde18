/** A server process of its own, for proofs that kill it. */
import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { aheadBy, type Clock } from "#kit/clock.ts";
import { Client, type RawAnswer, type Send } from "./client.ts";

const MAIN = path.resolve(import.meta.dirname, "../main.ts");
const MAIN_AHEAD = path.resolve(import.meta.dirname, "main-ahead.ts");

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
      .once("error", reject)
      .listen(0, "127.0.0.1", () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
      });
  });

export class ServerProcess {
  private child: ChildProcess | null = null;
  private ended: Promise<number | null> = Promise.resolve(null);
  readonly url: string;
  lines = "";
  readonly env: Readonly<Record<string, string>>;
  private readonly entry: readonly string[];
  private readonly clock: Clock;
  /** With `ahead` on a set clock, so many milliseconds ahead of the machine's. */
  constructor(port: number, env: Record<string, string>, ahead?: number) {
    this.entry = ahead === undefined ? [MAIN] : [MAIN_AHEAD, String(ahead)];
    this.clock = aheadBy(ahead ?? 0);
    this.url = `http://127.0.0.1:${port}`;
    this.env = { DEMO: "0", LOG_LEVEL: "silent", HOST: "127.0.0.1", PORT: String(port), ...env };
  }

  /** Starts and waits until it is ready; answers the milliseconds it took. */
  async start(withinMs = 90_000): Promise<number> {
    const started = performance.now();
    this.spawn();
    while (performance.now() - started < withinMs) {
      if (this.child?.exitCode !== null) throw new Error(`the server ended while starting: ${this.lines}`);
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      if (answer?.ok) return performance.now() - started;
      await sleep(40);
    }
    throw new Error(`not ready within ${withinMs} ms: ${this.lines}`);
  }

  /** Starts without waiting; for servers that must refuse. */
  spawn(): void {
    const { DATABASE_URL: _, ...env } = process.env;
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...this.entry], {
      env: { ...env, ...this.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    this.lines = "";
    for (const out of [child.stdout, child.stderr]) out.on("data", (d: Buffer) => (this.lines += d.toString()));
    this.ended = new Promise((resolve) => child.once("exit", resolve));
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }
  get alive(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }
  exit(): Promise<number | null> {
    return this.ended;
  }
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<number | null> {
    this.child?.kill(signal);
    return this.ended;
  }

  readonly send: Send = async (url, headers, body): Promise<RawAnswer> => {
    const res = await fetch(this.url + url, { method: "POST", headers, body, signal: AbortSignal.timeout(20_000) });
    const envelope = (await res.json()) as { ret: number; msg: string; body: unknown };
    return { status: res.status, ...envelope, headers: Object.fromEntries(res.headers) };
  };

  client(token: string | null = null, id = 0): Client {
    return new Client(this.send, () => this.clock.now(), token, id);
  }
  async login(account: string, passwd: string): Promise<Client> {
    const info = await this.client().call("open/oss_login", { account, passwd });
    return this.client(info.token, info.id);
  }
}
