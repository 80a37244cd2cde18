import { expect, test } from "vitest";
import { creditCodeFault } from "@visadesk/contract/kit/credit-code.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp } from "../../testing/app.ts";
import { seedPeers } from "../peer/seed.ts";
import { seedApplicationLog } from "./seed-log.ts";
import { seedApplications } from "./seed.ts";

test("the demo has applications in every state that waits or came to nothing, once; somebody else may decide about each", async () => {
  const app = await testApp();
  for (let n = 0; n < 2; n++) await seedApplications(app.db, "private/5a/demo.jpg", app.clock.now());
  const admin = await app.as("admin");
  const { list } = await admin.call("peer_application_query", { sort: "submitted_at", order: "desc" });
  const states = [...Map.groupBy(list, (a) => a.application_status)].map(([s, of]) => [s, of.length]);
  expect(Object.fromEntries(states)).toEqual({
    pending: 4,
    returned: 1,
    rejected: 1,
    withdrawn: 1,
  });
  expect(list.filter((a) => a.is_overdue)).toHaveLength(1);
  for (const { credit_code } of await rows<{ credit_code: string }>(app.db, q`select credit_code from peer_applications`))
    expect([credit_code, creditCodeFault(credit_code)]).toEqual([credit_code, null]);
  for (const a of list.filter((x) => x.application_status === "pending"))
    expect((await admin.call("peer_application_get", { id: a.id })).moves).toContainEqual({ move: "approve", ok: true, missing: null });
});

test("each demo application has the log that its acts would have left, oldest first, once", async () => {
  const app = await testApp();
  const now = app.clock.now();
  await seedApplications(app.db, "private/5a/demo.jpg", now);
  await seedPeers(app.db, "private/5a/demo.jpg", now, 3);
  for (let n = 0; n < 2; n++) await seedApplicationLog(app.db);
  const admin = await app.as("admin");
  const { list } = await admin.call("peer_application_query", {});
  const acts = new Map<string, string[]>();
  for (const a of list) {
    const log = await admin.call("peer_application_log_query", { id: a.id });
    const said = log.list.map((l) =>
      l.changes.length > 1 ? l.label : `${l.label}${l.reason ? "：…" : ""} → ${String(l.changes[0]?.after)}`,
    );
    acts.set(`${a.application_status} ${a.round}`, said.toReversed());
    expect(log.list.every((l) => l.actor_name !== "")).toBe(true);
  }
  expect(Object.fromEntries(acts)).toEqual({
    "pending 1": ["新增同行"],
    "pending 2": ["新增同行", "退回补充：… → 待补充", "重新提交 → 待审核"],
    "returned 1": ["新增同行", "退回补充：… → 待补充"],
    "rejected 1": ["新增同行", "驳回入驻申请：… → 已驳回"],
    "withdrawn 1": ["新增同行", "撤回 → 已撤回"],
    "approved 1": ["新增同行", "通过入驻申请 → 已通过"],
  });
  const ats = await rows<{ at: string }>(app.db, q`select at from operation_logs where noun = 'peer_application' order by id`);
  expect(ats).toEqual(ats.toSorted((x, y) => Date.parse(x.at) - Date.parse(y.at)));
});
