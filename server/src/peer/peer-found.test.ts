/** 全局搜索 of applications and work orders, where the workbench's queues lead, and the erasure of people who never became a peer's. */
import { beforeAll, expect, test } from "vitest";
import { q, rows } from "#kit/db/sql.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import type { Client } from "../testing/client.ts";
import { asWrite } from "../testing/ctx.ts";
import { keyed } from "../testing/make/peer-terms.ts";
import { ApplicationDesk } from "../testing/make/peer-application.ts";
import { workOrderDeskOf, type WorkOrderDesk } from "../testing/make/work-order.ts";
import { peerDesks, personalErase } from "./index.ts";

let app: TestApp;
let admin: Client;
let own: Client;
let desk: WorkOrderDesk;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  desk = await workOrderDeskOf(app);
  await rows(
    app.db,
    q`with r as (insert into roles (name, note, module_group, data_scope, created_at, updated_at)
        values ('商务自己', '', ${[may.workbench, may.peer, may.peer_work_order]}, 'own', ${app.clock.now()}, ${app.clock.now()}) returning id)
      update workers set role_id = (select id from r) where account in ('business_1', 'business_2')`,
  );
  own = await app.as("business_1");
});
const found = async (by: Client, word: string, key: string) =>
  (await by.call("search_query", { q: word })).groups.find((g) => g.key === key)?.list.map((h) => [h.no, h.tag, h.matched, h.route]);

test("peer 24: an application is found by number, name and code, by whoever sees it; once passed by its number alone", async () => {
  const applications = new ApplicationDesk(app, await app.as("business_2"), admin);
  const a = await applications.handedIn({ name: "云岭山海旅行社有限公司" });
  const hit = (tag: string, matched: string) => [[a.application_no, tag, matched, "peer-applicant-view"]];
  expect(await found(admin, "云岭山海", "peer_application")).toEqual(hit("待审核", "名称"));
  expect(await found(admin, a.application_no, "peer_application")).toEqual(hit("待审核", "申请号"));
  expect(await found(own, "云岭山海", "peer_application")).toBeUndefined();
  expect((await applications.pass([a])).ret).toBe(0);
  expect(await found(admin, "云岭山海", "peer_application")).toBeUndefined();
  expect(await found(admin, a.application_no, "peer_application")).toEqual(hit("已通过", "申请号"));
});

test("peer 24: a work order is found by number, title and peer, by whoever sees it", async () => {
  const { id } = await desk.peer({ short_name: "云海同业" });
  const config = await desk.config();
  const w = await desk.add(config.id, id, { title: "加急送签咨询" });
  const hit = (matched: string) => [[w.work_order_no, "待受理", matched, "peer-work-order-list"]];
  expect(await found(admin, "加急送签", "work_order")).toEqual(hit("标题"));
  expect(await found(admin, "云海同业", "work_order")).toEqual(hit("同行"));
  expect(await found(admin, w.work_order_no, "work_order")).toEqual(hit("工单号"));
  expect(await found(own, "加急送签", "work_order")).toBeUndefined();
});

test("a queue leads to the list that shows what it counts, also what nobody handles yet", () => {
  const [queue] = peerDesks.find((d) => d.noun === "work_order")?.queues ?? [];
  expect(queue?.list?.query).toEqual({ view: "all", queue: "work_order" });
});

test("erasure takes out who applied in vain; whoever waits for his answer stays", async () => {
  const before = new Date("2029-01-01T00:00:00Z");
  const erase = (isDry: boolean) => personalErase(app.db, before, isDry ? null : (work) => asWrite(app.db, null, app.clock.now(), work));
  const applications = new ApplicationDesk(app, await app.as("business_2"), admin);
  const dead = await applications.handedIn({ contact_name: "诸葛无果" });
  await applications.checker.call(
    "peer_application_reject",
    keyed({ rows: [{ id: dead.id, version: dead.version }], reason_code: "other" as const, reason: "资质不符合要求" }),
  );
  const open = await applications.handedIn({ contact_name: "诸葛待审" });
  expect(await erase(true)).toEqual({ records: 1, people: 1, files: 0, kept: [] });
  expect(await erase(false)).toEqual({ records: 1, people: 1, files: 0, kept: [] });
  expect(await erase(false)).toMatchObject({ records: 0 });
  const [left] = await rows<{ dead: string }>(app.db, q`select to_jsonb(a)::text as dead from peer_applications a where a.id = ${dead.id}`);
  expect(left?.dead).toContain("已清理");
  expect(left?.dead).not.toMatch(/诸葛|"contact_mobile_(sealed|hash|tail)": "/);
  expect((await applications.get(open.id)).contact_name).not.toBe("已清理");
});
