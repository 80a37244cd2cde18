import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { openDb, type OpenDb } from "#kit/db/db.ts";
import { migrate } from "#kit/db/migrate.ts";
import { onEmbedded, testDatabase } from "../../testing/database.ts";

/** As in production: the application's role owns its database and is no superuser. */
const APP = "visadesk_app";
let app: OpenDb;
const insert = `insert into operation_logs (at, request_id, actor_kind, actor_name, kind, endpoint, area, result) values ('2026-11-20T02:00:00Z', 'x', 'system', '', 'write', 'x', 'setting', 'ok')`;

beforeAll(async () => {
  if (onEmbedded()) return;
  const { url, pool } = await testDatabase({ blank: true });
  const name = new URL(url).pathname.slice(1);
  await pool.query(`do $$ begin create role ${APP} login; exception when duplicate_object then null; end $$`);
  await pool.query(`alter database ${pg.escapeIdentifier(name)} owner to ${APP}`);
  const own = new URL(url);
  own.username = APP;
  app = openDb({ url: own.href, max: 2 });
  await migrate(app.pool);
});

test.skipIf(onEmbedded())("setting 19: UPDATE, DELETE and TRUNCATE as the application role fail; chaining and the purge work", async () => {
  const run = (statement: string): Promise<unknown> => app.pool.query(statement);
  for (let i = 0; i < 3; i++) await run(insert);
  for (const statement of [
    "update operation_logs set reason = 'x'",
    "delete from operation_logs",
    "truncate operation_logs",
    "delete from log_anchors",
    "update log_anchors set month = '2026-01'",
  ])
    await expect(run(statement), statement).rejects.toThrow("permission denied");
  await run("update operation_logs set seq = id, hash = 'h' || id");
  await expect(run("update operation_logs set hash = 'x' where seq = 1")).rejects.toThrow("append-only");
  await run(
    "insert into log_anchors (month, row_count, first_seq, last_seq, first_hash, last_hash, created_at) values ('2026-01', 2, 1, 2, 'h1', 'h2', '2026-11-20T02:00:00Z')",
  );
  expect((await app.pool.query<{ gone: number }>("select operation_logs_purge(2) as gone")).rows).toEqual([{ gone: 2 }]);
  await expect(run("delete from operation_logs")).rejects.toThrow("permission denied");
  await app.close();
});
