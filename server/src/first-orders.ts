/**
 * The demo orders of a first start, seen from the server: they are made by a process that ends, since what a load takes of a
 * heap is not given back (decision 31). It tells how far it is before each chunk and waits for the word to go on.
 */
import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { giveWay, setFirstLoad } from "#kit/first-load.ts";
import type { FromOrders, OrdersAsked, ToOrders } from "./first-orders-child.ts";

const childFile = path.join(import.meta.dirname, "first-orders-child.ts");

export class FirstOrders {
  /** Resolves when all orders are there, rejects when they are not. */
  readonly made: Promise<void>;
  readonly #child: ChildProcess;
  #told = 0;

  constructor({ config, now, socket }: OrdersAsked) {
    this.#child = fork(childFile, [], { execArgv: [], stdio: ["ignore", "inherit", "inherit", "ipc"], serialization: "json" });
    this.made = this.#watch();
    this.#send({ kind: "make", config, now, socket: socket && { host: socket.host, port: socket.port } });
  }

  /** What is half made goes when the next start begins anew. */
  end(): void {
    this.#child.kill("SIGKILL");
  }

  #send(message: ToOrders): void {
    this.#child.send(message, () => undefined);
  }

  #watch(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let why = "";
    this.#child.on("message", (m: FromOrders) => {
      if (m.kind === "chunk") void this.#chunk(m.done, m.count);
      if (m.kind === "failed") why = m.why;
    });
    this.#child.on("error", reject);
    // Its connection is gone by then.
    this.#child.on("exit", (code, signal) => {
      if (code !== 0) return reject(new Error(why || `ended with ${signal ?? code}`));
      console.log("演示数据已就绪");
      resolve();
    });
    return promise;
  }

  /** Says how far it is at each fifth. */
  async #chunk(done: number, count: number): Promise<void> {
    await giveWay();
    setFirstLoad({ done, count });
    const fifth = Math.floor((done * 5) / count);
    if (fifth !== this.#told) console.log(`演示订单 ${done.toLocaleString("en-US")} / ${count.toLocaleString("en-US")}`);
    this.#told = fifth;
    this.#send({ kind: "go" });
  }
}
