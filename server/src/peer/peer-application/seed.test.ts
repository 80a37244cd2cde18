import { expect, test } from "vitest";
import { creditCodeFault } from "@visadesk/contract/kit/credit-code.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp } from "../../testing/app.ts";
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
