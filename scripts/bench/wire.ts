/**
 * A light HTTP/1.1 client for measuring: one request in flight per connection, no object per header. The client shares
 * the machine with what it measures, so it must cost little.
 */
import net from "node:net";

export interface Request {
  path: string;
  headers: string;
  body: string;
  /** How a good answer begins; ours says ret 0 in its envelope. */
  begins?: string;
}
export interface Round {
  /** Answers per second. */
  rate: number;
  p50: number;
  p99: number;
  answers: number;
  /** First answer that was no success; a scenario with one is void. */
  fault: string | null;
}

const HEAD_END = Buffer.from("\r\n\r\n");

class Connection {
  readonly #socket: net.Socket;
  #chunks: Buffer[] = [];
  #size = 0;
  #need = -1;
  #done: ((body: Buffer, status: number) => void) | null = null;
  #status = 0;
  constructor(port: number) {
    this.#socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (d: Buffer) => this.#take(d));
    this.#socket.on("error", () => this.#finish(Buffer.from("connection lost"), 0));
  }
  #take(data: Buffer): void {
    this.#chunks.push(data);
    this.#size += data.length;
    if (this.#need < 0) {
      const all = this.#chunks.length === 1 ? data : Buffer.concat(this.#chunks);
      const end = all.indexOf(HEAD_END);
      if (end < 0) return;
      const head = all.toString("latin1", 0, end);
      this.#status = Number(head.slice(9, 12));
      this.#need = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      this.#chunks = [all];
    }
    if (this.#size < this.#need) return;
    const whole = this.#chunks.length === 1 ? (this.#chunks[0] ?? data) : Buffer.concat(this.#chunks);
    this.#finish(whole.subarray(whole.indexOf(HEAD_END) + 4), this.#status);
  }
  #finish(body: Buffer, status: number): void {
    this.#chunks = [];
    this.#size = 0;
    this.#need = -1;
    const done = this.#done;
    this.#done = null;
    done?.(body, status);
  }
  ask(r: Request): Promise<{ body: Buffer; status: number }> {
    return new Promise((resolve) => {
      this.#done = (body, status) => resolve({ body, status });
      this.#socket.write(
        `POST ${r.path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(r.body)}\r\n${r.headers}\r\n${r.body}`,
      );
    });
  }
  close(): void {
    this.#socket.destroy();
  }
}

const quantile = (sorted: readonly number[], q: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;

/** Asks for `seconds` over `connections`; `next` makes the n-th request. */
export async function drive(port: number, connections: number, seconds: number, next: (n: number) => Request): Promise<Round> {
  const pool = Array.from({ length: connections }, () => new Connection(port));
  const times: number[] = [];
  let fault: string | null = null;
  let n = 0;
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    pool.map(async (c) => {
      while (performance.now() < until && fault === null) {
        const asked = performance.now();
        const request = next(n++);
        const { body, status } = await c.ask(request);
        times.push(performance.now() - asked);
        if (status !== 200 || (request.begins && !body.toString("latin1", 0, request.begins.length).startsWith(request.begins)))
          fault = `${status} ${body.toString("utf8", 0, 300)}`;
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  for (const c of pool) c.close();
  times.sort((a, b) => a - b);
  return { rate: times.length / elapsed, p50: quantile(times, 0.5), p99: quantile(times, 0.99), answers: times.length, fault };
}

/** One answer, for checks before a scenario is measured. */
export async function once(port: number, r: Request): Promise<{ status: number; text: string }> {
  const c = new Connection(port);
  const { body, status } = await c.ask(r);
  c.close();
  return { status, text: body.toString() };
}
