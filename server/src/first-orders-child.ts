/** Makes the demo orders of a first start in a process of its own and ends. Started by first-orders.ts; ends with its server. */
import { enableCompileCache } from "node:module";
import path from "node:path";
import process from "node:process";
import type { Config } from "#kit/config.ts";
import type { Embedded } from "#kit/db/embedded/embedded.ts";

export interface OrdersAsked {
  config: Config;
  now: string;
  /** Where the embedded database listens; null: PostgreSQL. */
  socket: Pick<Embedded, "host" | "port"> | null;
}
export type ToOrders = ({ kind: "make" } & OrdersAsked) | { kind: "go" };
export type FromOrders = { kind: "chunk"; done: number; count: number } | { kind: "failed"; why: string };

const tell = (message: FromOrders): Promise<void> => new Promise((resolve) => process.send?.(message, () => resolve()));

let goOn = (): void => undefined;
async function onChunk(done: number, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  goOn = resolve;
  await tell({ kind: "chunk", done, count });
  await promise;
}

async function make({ config, now, socket }: OrdersAsked): Promise<void> {
  enableCompileCache(path.resolve(import.meta.dirname, "../../node_modules/.cache/visadesk"));
  const { openDb } = await import("#kit/db/db.ts");
  const { openFiles } = await import("#kit/files/files-open.ts");
  const { loadSealKeys } = await import("#kit/seal/seal-keys.ts");
  const { firstOrders } = await import("./first-data.ts");
  // What areas ask of one another is filled there; the demo's acts ask it too.
  await import("./areas.ts");
  loadSealKeys(config.dataDir, config.sealKey);
  const open = openDb(
    socket ? { ...socket, max: 1, embedded: true, beside: true } : { url: config.databaseUrl ?? "", max: 2, plain: config.plainDriver },
  );
  try {
    await firstOrders({ db: open.db, files: openFiles(config), embedded: socket !== null, now: new Date(now) }, onChunk);
  } finally {
    await open.close();
  }
}

// Ctrl-C reaches the whole terminal group; the server says when we end.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit(1));
process.on("message", (m: ToOrders) => {
  if (m.kind === "go") return goOn();
  void make(m).then(
    () => process.exit(0),
    async (e: unknown) => {
      await tell({ kind: "failed", why: e instanceof Error ? (e.stack ?? e.message) : String(e) });
      process.exit(1);
    },
  );
});
