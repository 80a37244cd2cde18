/** Limits of work orders: reckoned in working minutes, stopped while the peer is asked, told of once. */
import { beforeAll, describe, expect, test } from "vitest";
import type { LevelCode } from "@visadesk/contract/peer/level/level.words.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { peerDoor } from "../../order/desk/peer-door.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { asWrite } from "../../testing/ctx.ts";
import { workOrderDeskOf, type WorkOrderDesk } from "../../testing/make/work-order.ts";
import { workOrderOpen } from "./work-order.open.ts";

let app: TestApp;
let d: WorkOrderDesk;
beforeAll(async () => {
  app = await testApp();
  d = await workOrderDeskOf(app);
});

const HOUR = 3_600_000;
/** Some days later, everybody still signed in. */
async function later(at: Date): Promise<void> {
  app.clock.set(at);
  await rows(app.db, q`update sessions set last_seen_at = ${at}, ends_at = ${new Date(at.getTime() + 12 * HOUR)} where ended_at is null`);
}
const shanghai = (text: string): Date => new Date(`${text.replace(" ", "T")}:00+08:00`);
const told = async (id: number): Promise<string[]> =>
  (
    await rows<{ content: string }>(
      app.db,
      q`select content from outbound_messages where ref_noun = 'work_order' and ref_id = ${id} and channel = 'in_app' order by id`,
    )
  ).map((m) => m.content.split("：")[0] ?? "");

describe("peer 19: both limits end in working hours", () => {
  const opened = async (at: string, level_id: LevelCode = "V1") => {
    const { code } = await d.config({ reply_minutes: 30, resolve_minutes: 120 });
    const peer = await d.peer({ level_id });
    const ask = {
      code,
      peer_id: peer.id,
      order_id: null,
      applicant_id: null,
      account_id: null,
      source: "system" as const,
      title: "时限",
      answers: {},
    };
    const id = await asWrite(app.db, null, shanghai(at), (ctx) => workOrderOpen(ctx, peerDoor, ask));
    return row(app.db, q`select due_reply_at, due_at from work_orders where id = ${id}`);
  };
  const due = (reply: string, resolve: string) => ({
    due_reply_at: shanghai(reply).toISOString(),
    due_at: shanghai(resolve).toISOString(),
  });
  test("peer 19: opened before a holiday at 17:45, it is due after it", async () => {
    expect(await opened("2026-09-30 17:45")).toEqual(due("2026-10-08 09:15", "2026-10-08 10:45"));
  });
  test("peer 19: a level with half the limits has it an hour sooner", async () => {
    expect(await opened("2026-09-30 17:45", "V5")).toEqual(due("2026-09-30 18:00", "2026-10-08 09:45"));
  });
  test("peer 19: a make-up Saturday is a working day", async () => {
    expect(await opened("2026-02-14 17:30")).toEqual(due("2026-02-14 18:00", "2026-02-24 10:30"));
  });
});

describe("peer 20: the clock stands still while the peer is asked", () => {
  test("peer 20: 120 of 480 minutes used and two days of waiting leave 360", async () => {
    await later(shanghai("2026-11-24 09:00"));
    const { id: config } = await d.config();
    const w = await d.add(config, (await d.peer()).id);
    await d.service.call("work_order_take", { id: w.id, version: w.version });
    app.clock.advance(2 * HOUR);
    const asked = await d.service.call("work_order_ask", {
      ...(await d.of(w.id)),
      text: "请补充护照首页",
      idempotency_key: crypto.randomUUID(),
    });
    expect([asked.work_order_status, asked.resolve_left, asked.is_late]).toEqual(["waiting_peer", 360, false]);
    expect(asked.first_reply_at).toBe(app.clock.now().toISOString());
    await later(new Date(app.clock.now().getTime() + 48 * HOUR));
    expect((await d.now(w.id)).resolve_left).toBe(360);
    const { id, version } = await d.of(w.id);
    const answered = await d.service.call("work_order_answer", { id, version, text: "已补充", idempotency_key: crypto.randomUUID() });
    expect([answered.work_order_status, answered.resolve_left]).toEqual(["processing", 360]);
    expect(answered.due_at).toBe(shanghai("2026-11-26 18:00").toISOString());
    expect(await d.now(w.id)).toMatchObject({ waiting_minutes: 960, waiting_since: null });
  });

  test("peer 20: what is late stays late by as much, whatever is asked meanwhile", async () => {
    await later(shanghai("2026-11-26 09:00"));
    const { id: config } = await d.config({ resolve_minutes: 120, reply_minutes: 30 });
    const { id } = await d.add(config, (await d.peer()).id);
    await d.service.call("work_order_take", await d.of(id));
    app.clock.advance(150 * 60_000);
    const text = { text: "请补充行程单", idempotency_key: crypto.randomUUID() };
    expect((await d.service.call("work_order_ask", { ...(await d.of(id)), ...text })).resolve_left).toBe(-30);
    // Answered on a Saturday: its due time is still one of Friday's.
    await later(shanghai("2026-11-28 19:00"));
    const answered = await d.service.call("work_order_answer", { ...(await d.of(id)), ...text, idempotency_key: crypto.randomUUID() });
    expect([answered.resolve_left, answered.is_late, answered.due_at]).toEqual([-30, true, shanghai("2026-11-27 17:30").toISOString()]);
  });

  test("peer 20: each step is told once, though the clock runs again; a step is told again once it was opened again", async () => {
    await later(shanghai("2026-12-01 09:00"));
    const { id: config } = await d.config({ resolve_minutes: 120, reply_minutes: 30 });
    const { id } = await d.add(config, (await d.peer()).id);
    app.clock.advance(59 * 60_000);
    await app.runJobs();
    expect(await told(id)).toEqual([]);
    app.clock.advance(61 * 60_000);
    await app.runJobs();
    await app.runJobs();
    app.clock.advance(60_000);
    await app.runJobs();
    const steps = await rows(app.db, q`select round, step from work_order_escalations where work_order_id = ${id} order by step`);
    expect(steps).toEqual([
      { round: 0, step: 0 },
      { round: 0, step: 1 },
    ]);
    // The team's leader is the handler himself.
    const both = ["工单已用去 50% 的解决时限", "工单已用去 100% 的解决时限"];
    expect(await told(id)).toEqual(both);
    await d.service.call("work_order_reply", { ...(await d.of(id)), text: "材料已核对", idempotency_key: crypto.randomUUID() });
    await d.service.call("work_order_resolve", { ...(await d.of(id)), resolution: "explained", resolution_note: "已说明材料要求" });
    await d.service.call("work_order_reopen", { ...(await d.of(id)), reason: "仍有疑问" });
    // Half an hour of it is the midday break.
    app.clock.advance(150 * 60_000);
    await app.runJobs();
    expect(await told(id)).toEqual([...both, "工单已用去 50% 的解决时限"]);
  });

  test("peer 20: asked and not answered for five working days it is resolved, three more and it is closed", async () => {
    await later(shanghai("2026-12-08 10:00"));
    const { id: config } = await d.config();
    const w = await d.add(config, (await d.peer()).id);
    await d.service.call("work_order_take", { id: w.id, version: w.version });
    await d.service.call("work_order_ask", { ...(await d.of(w.id)), text: "请补充行程单", idempotency_key: crypto.randomUUID() });
    await later(shanghai("2026-12-15 17:59"));
    await app.runJobs();
    expect((await d.now(w.id)).work_order_status).toBe("waiting_peer");
    await later(shanghai("2026-12-15 18:00"));
    await app.runJobs();
    expect(await d.now(w.id)).toMatchObject({
      work_order_status: "resolved",
      resolution: "no_answer",
      resolution_note: "同行 5 个工作日未补充",
    });
    await later(shanghai("2026-12-18 18:00"));
    await app.runJobs();
    expect(await d.now(w.id)).toMatchObject({ work_order_status: "closed", resolution: "no_answer" });
  });
});
