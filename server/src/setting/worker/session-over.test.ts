import { beforeAll, expect, test } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { q, row } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { sampleOf } from "../../testing/sample.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const guarded = allEndpoints.filter((e) => e.may !== "open");
const idOf = async (sql: ReturnType<typeof q>): Promise<number> => (await row<{ id: number }>(app.db, sql))?.id ?? 0;

test.each(["another role", "a new password", "sent off"] as const)(
  "setting 4: after %s the next request is 401 on every path, files and exports included",
  async (how) => {
    const admin = await app.as("admin");
    const account = { "another role": "viewer", "a new password": "service", "sent off": "expert" }[how];
    const me = await app.as(account);
    expect((await me.raw("preference_query", {})).status).toBe(200);
    const id = await idOf(q`select id from workers where account = ${account}`);
    if (how === "another role") {
      const role_id = await idOf(q`select id from roles where name = '内容运营'`);
      await admin.call("oss_account_update", { id, role_id });
    } else if (how === "a new password") await admin.call("worker_passwd_reset", { id });
    else await admin.call("worker_session_end", { id });
    const paths = guarded.map((e) => e.name);
    for (const path of ["file_link_get", "export_link_get", "export_add", "order_query"]) expect(paths).toContain(path);
    for (const e of guarded) {
      const answer = await me.raw(e.name, sampleOf(e.input));
      expect([e.name, answer.status]).toEqual([e.name, 401]);
    }
  },
);
