/** Prometheus figures: calls by endpoint, jobs, event loop, memory, connections. `GET /metrics`, loopback only unless opened. */
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Db } from "../db/db.ts";
import type { HttpParts } from "./http.ts";
import type { JobParts } from "../jobs.ts";
import type { Logger } from "../call/logger.ts";
import { HttpError } from "./refuse.ts";
import { q, rows } from "../db/sql.ts";

export const registry = new Registry();
const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
const calls = new Histogram({
  name: "visadesk_call_seconds",
  help: "Time of a call, by endpoint and HTTP status",
  labelNames: ["endpoint", "status"],
  buckets: BUCKETS,
  registers: [registry],
});
const refused = new Counter({
  name: "visadesk_refusals_total",
  help: "Business refusals, by endpoint and ret",
  labelNames: ["endpoint", "ret"],
  registers: [registry],
});
const jobs = new Histogram({
  name: "visadesk_job_seconds",
  help: "Time of a job, by name and outcome",
  labelNames: ["job", "outcome"],
  buckets: [0.01, 0.1, 1, 10, 60, 600],
  registers: [registry],
});
collectDefaultMetrics({ register: registry, prefix: "visadesk_" });

type ObservedCall = Parameters<NonNullable<HttpParts["observe"]>>[0];

/** Counts one answered call and writes its line. */
export function observeCall(log: Logger, call: ObservedCall): void {
  calls.observe({ endpoint: call.name, status: call.status }, call.ms / 1000);
  if (call.ret > 0) refused.inc({ endpoint: call.name, ret: call.ret });
  log.info(
    {
      endpoint: call.name,
      status: call.status,
      ret: call.ret,
      ms: Math.round(call.ms * 10) / 10,
      bytes: call.bytes,
      worker_id: call.principal?.worker_id ?? null,
      request_id: call.request_id,
    },
    "call",
  );
}

export const observeJob: NonNullable<JobParts["observe"]> = (job, outcome, ms) => jobs.observe({ job, outcome }, ms / 1000);

const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

/** The route. A proxy on the same machine is no loopback caller: it says for whom it asks. */
export function metricsRoute(parts: { pool: pg.Pool; db: Db; open: boolean }): (app: FastifyInstance) => void {
  const own = new Registry();
  new Gauge({
    name: "visadesk_connections",
    help: "Database connections of this process",
    labelNames: ["state"],
    registers: [own],
    collect() {
      this.set({ state: "open" }, parts.pool.totalCount);
      this.set({ state: "idle" }, parts.pool.idleCount);
      this.set({ state: "wanted" }, parts.pool.waitingCount);
    },
  });
  new Gauge({
    name: "visadesk_jobs",
    help: "Jobs that are not finished",
    labelNames: ["state"],
    registers: [own],
    async collect() {
      const found = await rows<{ state: string; n: number }>(
        parts.db,
        q`select state, count(*)::int as n from jobs where state in ('waiting', 'running') group by state`,
      );
      this.reset();
      for (const { state, n } of found) this.set({ state }, n);
    },
  });
  const both = Registry.merge([registry, own]);
  return (app) => {
    app.get("/metrics", async (req, reply) => {
      const near = LOOPBACK.has(req.ip) && req.headers["x-forwarded-for"] === undefined && req.headers["forwarded"] === undefined;
      if (!parts.open && !near) throw new HttpError(404, null);
      return reply
        .header("cache-control", "no-store")
        .type(both.contentType)
        .send(await both.metrics());
    });
  };
}
