/** Demo groups are read like any other, and are made once. */
import { expect, test } from "vitest";
import { testApp } from "../../testing/app.ts";
import { seedPeers } from "../peer/seed.ts";
import { seedGroups } from "./seed-groups.ts";

test("groups of both kinds with members; levels that are locked", async () => {
  const app = await testApp();
  const now = app.clock.now();
  await seedPeers(app.db, "private/5a/peerpaper000001.jpg", now);
  await seedGroups(app.db, now);
  await seedGroups(app.db, now);
  const admin = await app.as("admin");
  const { list } = await admin.call("peer_group_query", {});
  expect(list.map((g) => `${g.kind} ${g.mode ?? ""}`).toSorted()).toEqual([
    "audience fixed",
    "audience rule",
    "audience rule",
    "audience rule",
    "service ",
    "service ",
  ]);
  expect(list.find((g) => g.mode === "fixed")?.member_count).toBe(8);
  expect((await admin.call("peer_level_lock_query", {})).total).toBeGreaterThan(0);
});
