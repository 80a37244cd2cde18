/** Demo exhibitions stand by their own rules, and are made once. */
import { expect, test } from "vitest";
import { exhibitionLeadFlow } from "@visadesk/contract/peer/exhibition/exhibition.flow.ts";
import { testApp } from "../../testing/app.ts";
import { seedApplications } from "../peer-application/seed.ts";
import { seedPeers } from "../peer/seed.ts";
import { seedExhibitions } from "./seed.ts";

const FILE = "private/5a/peerpaper000001.jpg";
test("three exhibitions with leads in every state, read by the list like any other", async () => {
  const app = await testApp();
  const now = app.clock.now();
  await seedPeers(app.db, FILE, now);
  await seedApplications(app.db, FILE, now);
  await seedExhibitions(app.db, now);
  await seedExhibitions(app.db, now);
  const admin = await app.as("admin");
  const { list } = await admin.call("peer_exhibition_query", {});
  expect(list.map((e) => e.exhibition_status).toSorted()).toEqual(["closed", "preparing", "running"]);
  const leads = await admin.call("exhibition_lead_query", { page_size: 100 });
  expect(new Set(leads.list.map((l) => l.lead_status))).toEqual(new Set(Object.keys(exhibitionLeadFlow.states)));
  expect(leads.list.some((l) => l.kind === "peer")).toBe(true);
  const over = list.find((e) => e.exhibition_status === "closed");
  expect([over?.won, over?.cost_total]).toEqual([2, 5_224_000]);
  for (const e of list) expect((await admin.call("peer_exhibition_get", { id: e.id })).name).toBe(e.name);
});
