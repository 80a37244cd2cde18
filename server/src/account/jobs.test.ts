import { beforeAll, beforeEach, expect, test } from "vitest";
import { runDue } from "#kit/job-runner.ts";
import { makeCtx } from "#kit/call/run.ts";
import { testDesk, type Desk } from "../testing/loops/parts/calls.ts";
import { jobs, md5Of } from "./index.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await testDesk();
});
beforeEach(() => desk.reset());

const run = () =>
  runDue({
    db: desk.db,
    defs: jobs,
    clock: desk.clock,
    ctxOf: (db, now) => makeCtx(desk.parts, db, {}, null, now),
    onFault: (e) => {
      throw e;
    },
  });
const told = async (template: string): Promise<number> =>
  (await desk.db.selectFrom("outbound_messages").select("id").where("template", "=", template).execute()).length;

test("more than 50 failed sign-ins in ten minutes alarm the holders of 员工与团队 once", async () => {
  const fail = (i: number) => desk.ending("open/oss_login", { account: `nobody_${i}`, passwd: md5Of("x") }, { ip: `10.9.${i}.1` });
  for (let i = 0; i < 50; i++) await fail(i);
  await run();
  expect(await told("login_alarm")).toBe(0);
  await fail(50);
  desk.clock.advance(60_000);
  await run();
  expect(await told("login_alarm")).toBe(1);
  desk.clock.advance(60_000);
  await run();
  expect(await told("login_alarm")).toBe(1);
});

test("the sweep ends idle sessions and forgets old ones, drafts and presences", async () => {
  const me = await desk.signIn("admin");
  await me("draft_save", { key: "a:1", content: { a: 1 } });
  await me("presence_ping", { noun: "worker", id: me.id, mode: "view" });
  desk.clock.advance(13 * 3_600_000);
  await run();
  expect(await desk.db.selectFrom("sessions").select("end_reason").execute()).toEqual([{ end_reason: "idle" }]);
  expect(await desk.db.selectFrom("presences").select("noun").execute()).toEqual([]);
  desk.clock.advance(181 * 86_400_000);
  await run();
  expect(await desk.db.selectFrom("sessions").select("id").execute()).toEqual([]);
  expect(await desk.db.selectFrom("drafts").select("key").execute()).toEqual([]);
});

test("on Monday morning the number of weak passwords is reported", async () => {
  await desk.db.updateTable("workers").set({ is_weak: true }).where("account", "in", ["viewer", "expert"]).execute();
  desk.clock.set("2026-11-22T01:30:00.000Z");
  await run();
  expect(await told("weak_report")).toBe(0);
  desk.clock.set("2026-11-23T01:30:00.000Z");
  await run();
  expect(
    (await desk.db.selectFrom("outbound_messages").select("content").where("template", "=", "weak_report").execute())[0]?.content,
  ).toContain("有2名员工");
});
