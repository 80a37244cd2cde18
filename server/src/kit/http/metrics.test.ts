import fastify from "fastify";
import { expect, test } from "vitest";
import { TEST_NOW } from "../../testing/business.ts";
import { testDatabase } from "../../testing/database.ts";
import { openLog } from "../call/logger.ts";
import { metricsRoute, observeCall, observeJob } from "./metrics.ts";

const { db, pool } = await testDatabase();
const lines: string[] = [];
const log = openLog("info", { write: (line: string) => void lines.push(line) });

test("calls, jobs and connections are counted; a call is one line", async () => {
  observeCall(log, { name: "order_query", status: 200, ret: 5, ms: 12.345, principal: null, request_id: "r1", bytes: 10 });
  observeJob("job_sweep", "done", 20);
  await db.insertInto("jobs").values({ job: "x", run_at: TEST_NOW, created_at: TEST_NOW }).execute();
  const app = fastify();
  metricsRoute({ pool, db, open: false })(app);
  const text = (await app.inject("/metrics")).body;
  expect(text).toContain('visadesk_call_seconds_count{endpoint="order_query",status="200"} 1');
  expect(text).toContain('visadesk_refusals_total{endpoint="order_query",ret="5"} 1');
  expect(text).toContain('visadesk_job_seconds_count{job="job_sweep",outcome="done"} 1');
  expect(text).toContain('visadesk_jobs{state="waiting"} 1');
  expect(text).toMatch(/visadesk_connections\{state="open"\} \d/);
  expect(text).toContain("visadesk_nodejs_eventloop_lag_seconds");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "info", endpoint: "order_query", ret: 5, ms: 12.3, msg: "call" });
  await app.close();
});

test("not for others, and not through a proxy on the same machine", async () => {
  const status = async (open: boolean, remoteAddress: string, headers = {}): Promise<number> => {
    const app = fastify();
    metricsRoute({ pool, db, open })(app);
    const answer = await app.inject({ url: "/metrics", remoteAddress, headers });
    await app.close();
    return answer.statusCode;
  };
  expect(await status(false, "127.0.0.1")).toBe(200);
  expect(await status(false, "10.0.0.5")).not.toBe(200);
  expect(await status(false, "127.0.0.1", { "x-forwarded-for": "1.2.3.4" })).not.toBe(200);
  expect(await status(true, "10.0.0.5")).toBe(200);
});

test("secrets and quoted rows are hidden", () => {
  lines.length = 0;
  const error = Object.assign(new Error("duplicate key"), {
    detail: "Key (mobile)=(13800138000) already exists.",
    where: "in 13800138000",
  });
  log.error({ err: error, passwd: "abc123", headers: { "x-token": "abc123", cookie: "abc123" }, body: { mobile: "13800138000" } }, "fault");
  expect(lines[0]).not.toMatch(/abc123|13800138000/);
  expect(lines[0]).toContain("duplicate key");
});
