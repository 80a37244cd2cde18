import { beforeAll, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { seedRegions } from "../index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: "2026-11-20T00:00:00.000Z" });
  const staff = await app.db.selectFrom("workers").select(["account", "id"]).execute();
  await seedRegions(app.db, new Map(staff.map((w) => [w.account, w.id])), app.clock.now());
});

const told = async (): Promise<string[]> =>
  (await rows<{ content: string }>(app.db, q`select content from outbound_messages where template = 'region_watch' order by id`)).map(
    (m) => m.content,
  );
const at = async (time: string): Promise<void> => {
  app.clock.set(time);
  await app.runJobs();
};

test("gaps and disabled owners are told to those who manage regions, on working days only", async () => {
  await at("2026-11-20T00:00:00.000Z");
  expect(await told()).toEqual([]);
  await rows(app.db, q`update region_owners set to_date = '2026-11-20' where kind = 'cs' and name = '东北'`);
  await rows(app.db, q`update workers set status = 0 where account = 'business_2'`);
  // 2026-11-21 and 22 are a weekend.
  await at("2026-11-21T00:00:00.000Z");
  await at("2026-11-22T00:00:00.000Z");
  expect(await told()).toEqual([]);
  await at("2026-11-23T00:00:00.000Z");
  const [content] = await told();
  expect(await told()).toHaveLength(1);
  expect(content).toContain("客服：辽宁省、吉林省、黑龙江省无人负责");
  expect(content).toMatch(/商务：华东（.+）、港澳台（.+）的负责人已停用/);
});
