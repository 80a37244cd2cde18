/** What a region says of the peers of its places. */
import { beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { key, TransferDesk, transferBody } from "../../testing/make/peer-transfer.ts";
import { makePeer } from "../../testing/make/peer.ts";
import { OFFICE, workerId } from "../../testing/make/supplier.ts";

let app: TestApp;
let admin: Client;
let [a, b] = [0, 0];
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  [a, b] = [await workerId(app.db, "business_1"), await workerId(app.db, "business_2")];
});
const region = (name: string, worker_id: number, area_codes: string[], from_date = "2026-11-20") =>
  admin.call("region_owner_add", { kind: "bd", name, worker_id, area_codes, from_date, ...key() });
const figures = async (name: string) => {
  const [r] = (await admin.call("region_owner_query", { kind: "bd", keyword: name })).list;
  return [r?.peer_count, r?.peer_new, r?.peer_differing];
};

test("its peers, those of the last 30 days and those of others; a city of its own is not its province's; to come says nothing", async () => {
  const suzhou = { province_code: "320000", city_code: "320500", county_code: "320505", detail: "狮山路1号" };
  const nanjing = { province_code: "320000", city_code: "320100", county_code: "320102", detail: "中山路1号" };
  await region("江苏", a, ["320000"]);
  await region("苏州", b, ["320500"]);
  await region("上海", a, [OFFICE.province_code], "2026-12-01");
  await makePeer(app.db, { address: nanjing, bd_owner_id: a, approved_at: app.clock.now() });
  await makePeer(app.db, { address: nanjing, bd_owner_id: b });
  await makePeer(app.db, { address: suzhou, bd_owner_id: a });
  await makePeer(app.db);
  expect([await figures("江苏"), await figures("苏州"), await figures("上海")]).toEqual([
    [2, 1, 1],
    [1, 0, 1],
    [null, null, null],
  ]);
});

test("a transfer by region gives each to whose place it is", async () => {
  const body = transferBody(b, [a], { split: "region", selection: "filter", filter: { province_code: ["320000"] } });
  await new TransferDesk(admin).confirmed(body);
  await app.runJobs();
  expect(await figures("江苏")).toEqual([2, 1, 0]);
  const trial = await new TransferDesk(admin).trial(transferBody(a, [b, admin.id], { split: "region" }));
  const suzhou = trial.lines.find((l) => l.place_text.includes("苏州"));
  expect([trial.total, suzhou?.to_worker_id]).toEqual([3, b]);
});
