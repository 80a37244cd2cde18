/** Orders in their last steps follow whoever takes them over; what was reached before stays with the expert who reached it. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { leaverApp, rowsNaming } from "../../testing/make/leaver.ts";
import { key } from "../../testing/make/staff.ts";

let app: TestApp;
let admin: Client;
let staff: ReadonlyMap<string, number>;
let expert: number;
beforeAll(async () => {
  ({ app, admin, staff } = await leaverApp());
  // Somebody whose cases have all ended, some of them in orders that wait for their evaluation.
  const found = await row<{ id: number }>(
    app.db,
    q`select expert_id as id from orders where order_status = 'pending_evaluate' and expert_id is not null group by 1 order by count(*) desc, 1 limit 1`,
  );
  expert = found?.id ?? 0;
  await rows(
    app.db,
    q`update orders o set expert_id = ${staff.get("taker01")} where o.expert_id = ${expert} and o.order_status not in ('shipped', 'pending_evaluate', 'completed')`,
  );
}, 120_000);

const YEAR = { from: "2025-12-01T00:00:00.000Z", to: "2026-12-01T00:00:00.000Z" };
const results = (worker: number) => admin.call("applicant_query", { expert_id: [worker], result_at: YEAR, page_size: 1 });

test("an expert with finished cases alone is not left with orders that are still open", async () => {
  const preview = await admin.call("worker_disable_preview", { id: expert });
  const done = preview.rows.find((r) => r.kind === "order_done");
  expect(preview.rows.map((r) => r.kind)).toContain("order_done");
  expect(preview.rows.map((r) => r.kind)).not.toContain("order_expert");
  const [mine, of] = [await results(expert), await results(staff.get("taker01") ?? 0)];
  expect(mine.total).toBeGreaterThan(0);
  const order = await row<{ id: number }>(
    app.db,
    q`select id from orders where expert_id = ${expert} and order_status = 'pending_evaluate' order by id limit 1`,
  );

  const receivers = preview.rows.map((r) => ({ kind: r.kind, worker_ids: [staff.get("taker01") ?? 0] }));
  const { version, hash } = preview;
  const receipt = await admin.call("worker_disable", { id: expert, version, reason: "离职", hash, receivers, ...key() });
  expect(receipt.rows.find((r) => r.kind === "order_done")?.to).toMatchObject([{ nickname: "接手人", count: done?.count }]);
  expect(await rowsNaming(app.db, expert)).toEqual({});
  expect((await admin.call("order_get", { id: order?.id ?? 0 })).expert_name).toBe("接手人");

  expect([(await results(expert)).total, (await results(staff.get("taker01") ?? 0)).total]).toEqual([mine.total, of.total]);
  await admin.call("order_evaluate_add", { order_id: order?.id ?? 0, score: 5, content: "" });
  expect(await row(app.db, q`select expert_id from order_evaluates where order_id = ${order?.id}`)).toEqual({ expert_id: expert });
});

test("a result belongs to the expert of its moment: taken back and reached again it is the new one's", async () => {
  const person = await row<{ id: number; order_id: number; result_at: string; was: number }>(
    app.db,
    q`select a.id, a.order_id, a.result_at, a.result_expert_id as was from applicants a where a.result_at is not null and a.expert_id is not null order by a.id limit 1`,
  );
  expect(person?.was).toEqual(expect.any(Number));
  const of = async () =>
    (await row<{ id: number | null }>(app.db, q`select result_expert_id as id from applicants where id = ${person?.id}`))?.id;
  const other = staff.get("manager") ?? 0;
  await rows(app.db, q`update orders set expert_id = ${other} where id = ${person?.order_id}`);
  expect(await of()).toBe(person?.was);
  await rows(app.db, q`update applicants set result_at = null where id = ${person?.id}`);
  expect(await of()).toBeNull();
  await rows(app.db, q`update applicants set result_at = ${person?.result_at} where id = ${person?.id}`);
  expect(await of()).toBe(other);
});
