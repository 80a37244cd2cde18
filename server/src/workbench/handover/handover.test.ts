import { beforeAll, describe, expect, test } from "vitest";
import { QUEUES, type APPLICANT_QUEUES, type QueueKey } from "@visadesk/contract/workbench/queues.ts";
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { MsgDesk } from "../../testing/make/msg.ts";

let app: TestApp;
/** Who goes away, who covers him, their leader, somebody of another team. */
let away: Client;
let cover: Client;
let leader: Client;
let stranger: Client;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NONE = "交接不存在或无权查看";
const key = () => ({ idempotency_key: crypto.randomUUID() });
const after = (ms: number): string => new Date(app.clock.now().getTime() + ms).toISOString();

beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 140 });
  [away, cover, leader, stranger] = [await app.as("jpkr_1"), await app.as("jpkr_2"), await app.as("expert"), await app.as("ukus_1")];
  // Somebody with enough to do, whatever the demo dealt out.
  await rows(
    app.db,
    q`update orders set expert_id = ${away.id} where id in (select order_id from applicants where tab in ('pre_review', 'submission') order by id limit 6)`,
  );
}, 120_000);

type Body = Omit<InputOf<"handover_add">, "idempotency_key" | "to_staff_id">;
const add = async (who: Client, to: Client, more: Partial<Body> = {}): Promise<number> =>
  (await who.call("handover_add", { to_staff_id: to.id, end_at: after(5 * DAY), ...more, ...key() })).id;
const said = async (who: Client, to: number, more: Partial<Body> = {}): Promise<string> =>
  (await who.raw("handover_add", { to_staff_id: to, end_at: after(5 * DAY), ...more, ...key() })).msg;
type Path = "handover_confirm" | "handover_end" | "handover_cancel" | "handover_read";
const seen = async (id: number, who: Client): Promise<OutputOf<"handover_get">> => who.call("handover_get", { id });
const act = async (path: Path, who: Client, id: number, by: Client = who): Promise<unknown> => {
  const { version } = await seen(id, by);
  return who.call(path, { id, version });
};
const refusal = async (path: Path, who: Client, id: number, by: Client): Promise<string> =>
  (await who.raw(path, { id, version: (await seen(id, by)).version })).msg;
const tick = async (ms: number): Promise<void> => {
  app.clock.advance(ms);
  // Nobody's session ends of the days that pass.
  await rows(
    app.db,
    q`update sessions set last_seen_at = ${app.clock.now()}, ends_at = ${new Date(app.clock.now().getTime() + DAY)} where ended_at is null`,
  );
  await app.runJobs();
};
const counters = (who: Client): Promise<OutputOf<"order_stat_query">> => who.call("order_stat_query", {});
const tasks = async (who: Client): Promise<OutputOf<"task_query">> => who.call("task_query", { scope: "mine", page_size: 100 });
const told = async (who: Client): Promise<string[]> => (await who.call("message_get", {})).list.map((m) => m.content);
const free = (): Promise<unknown> =>
  rows(
    app.db,
    q`update handovers set handover_status = 'ended', confirmed_at = created_at, started_at = created_at, version = version + 1
    where handover_status in ('planned', 'active')`,
  );

describe("workbench 20: while a hand-over is active", () => {
  test("unconfirmed moves nothing; then both see the tasks, scope own opens them, acts carry the actor; after the end the cover sees none", async () => {
    const mine = await tasks(away);
    const own = await tasks(cover);
    expect(mine.total).toBeGreaterThan(0);
    const order_id = mine.list.find((t) => t.noun === "applicant")?.order_id ?? 0;
    const id = await add(away, cover);
    await tick(2 * 60_000);
    expect([(await seen(id, away)).handover_status, (await tasks(cover)).total]).toEqual(["planned", own.total]);
    expect((await cover.refused("order_get", { id: order_id })).code).toBe("not_found");
    expect((await seen(id, cover)).lines).toEqual([]);

    await act("handover_confirm", cover, id);
    expect((await seen(id, cover)).handover_status).toBe("active");
    const both = await tasks(cover);
    expect(both.total).toBe(own.total + mine.total);
    expect((await tasks(away)).total).toBe(mine.total);
    expect(new Set(both.list.map((t) => t.handler_name)).size).toBeGreaterThan(own.total === 0 ? 0 : 1);
    const counted = await counters(cover);
    expect(counted["task_count"]).toBe(both.total);
    const { queues } = await cover.call("task_stat_get", { scope: "mine" });
    for (const { key: queue, count, opens } of queues) {
      expect([queue, counted[`todo_${queue}_count`]]).toEqual([queue, count]);
      if (opens?.route !== "order-list") continue;
      const chip = queue as keyof typeof APPLICANT_QUEUES;
      for (const scope of ["mine", "all"] as const)
        expect([queue, (await cover.call("applicant_query", { queue: chip, scope })).total]).toEqual([queue, count]);
    }
    expect(Object.keys(QUEUES)).toEqual(expect.arrayContaining(queues.map((x) => x.key)));

    expect((await cover.call("order_get", { id: order_id })).id).toBe(order_id);
    await cover.call("order_note_add", { order_id, kind: "internal", content: "代为联系客户补照片，电话13912345678" });
    // Nothing of it can be kept beyond the end.
    const [task] = (await cover.call("task_query", { scope: "mine", handler_id: [away.id] })).list;
    const rowsOf = [{ queue: (task?.queue ?? "") as QueueKey, source_id: task?.source_id ?? 0 }];
    const kept = await cover.call("task_transfer", { rows: rowsOf, handler_id: cover.id, transfer_reason: "转给自己接着办", ...key() });
    expect(kept.results.map((r) => r.msg)).toEqual(["代班期间可直接办理，无需转交给本人"]);
    const log = await row<{ actor_id: number }>(
      app.db,
      q`select actor_id from operation_logs where endpoint = 'order_note_add' order by id desc limit 1`,
    );
    expect(log?.actor_id).toBe(cover.id);

    await act("handover_end", away, id);
    expect((await tasks(cover)).total).toBe(own.total);
    expect((await counters(cover))["task_count"]).toBe(own.total);
    expect((await cover.refused("order_get", { id: order_id })).code).toBe("not_found");
    expect((await seen(id, cover)).lines).toEqual([]);
    const back = await seen(id, away);
    expect(back.changes?.find((c) => c.order_id === order_id)).toMatchObject({ cover_acts: 1, is_new: false });
    expect(await told(away)).toContainEqual(expect.stringMatching(/^休假交接已结束（.+）：期间\d+单有变化，请查看$/));
    await free();
  });

  test("it begins and ends by time; the brief is sorted by risk and ticked by the cover alone", async () => {
    // Nothing is due, but what was promised is over and nobody has his result.
    const broken = await row<{ id: number }>(
      app.db,
      q`update orders set promised_date = ${after(-3 * DAY)}::timestamptz::date, due_at = null where id = (
        select o.id from orders o join applicants a on a.order_id = o.id
        where o.expert_id = ${away.id} and a.tab <> 'closed' and a.result_at is null order by o.id limit 1) returning id`,
    );
    const id = await add(away, cover, { start_at: after(DAY), end_at: after(3 * DAY) });
    await act("handover_confirm", cover, id);
    expect((await seen(id, cover)).handover_status).toBe("planned");
    await tick(DAY - 60_000);
    expect((await seen(id, cover)).handover_status).toBe("planned");
    await tick(2 * 60_000);
    const brief = await seen(id, cover);
    expect(brief.handover_status).toBe("active");
    expect(brief.lines.length).toBeGreaterThan(0);
    expect(brief.lines.find((l) => l.order_id === broken?.id)?.risk).toBe("late");
    const rank = brief.lines.map((l) => ["late", "soon", "urgent", "normal"].indexOf(l.risk));
    expect(rank).toEqual(rank.toSorted((a, b) => a - b));
    expect(brief.lines.every((l) => l.next !== "" && l.state !== "" && /\*/.test(l.customer ?? "*"))).toBe(true);
    expect(brief.lines.flatMap((l) => l.notes)).toContain("代为联系客户补照片，电话139****5678");
    expect(await refusal("handover_read", away, id, away)).toBe("只有接手人可以标记已阅读");
    await act("handover_read", cover, id);
    expect((await seen(id, away)).read_at).not.toBeNull();
    await tick(2 * DAY);
    const over = await seen(id, away);
    expect([over.handover_status, over.changes]).toEqual(["ended", expect.any(Array)]);
    expect((await seen(id, cover)).lines).toEqual([]);
  });

  test("messages to who is away are answered by the cover, under his own name; he reviews nothing he handed in", async () => {
    const desk = new MsgDesk(app, leader);
    const id = await add(away, cover);
    await act("handover_confirm", cover, id);
    const msg = await desk.add([away.id], { need_review: true });
    const [r] = await desk.rows(msg);
    const at = { id: r?.id ?? 0, msg_id: msg };
    const his = await cover.call("reminder_msg_get", at);
    expect(his.moves.map((m) => m.move)).toContain("submit");
    const { version } = his;
    await cover.call("reminder_msg_submit", { id: at.id, version, result_code: "done", result: "已代为核对完毕", ...key() });
    expect((await leader.call("reminder_msg_get", at)).log.at(-1)?.by_name).toBe(
      (await cover.call("oss_account_query", { id: cover.id })).nickname,
    );
    const reviewed = await new MsgDesk(app, leader).add([away.id], { need_review: true, reviewer_id: cover.id });
    const [own] = await desk.rows(reviewed);
    const held = await cover.call("reminder_msg_get", { id: own?.id ?? 0, msg_id: reviewed });
    expect(held.moves).toEqual([]);
    await act("handover_end", cover, id);
    expect((await cover.raw("reminder_msg_get", at)).msg).toBe("消息不存在或无权查看");
  });

  test("whoever may work no more covers nobody: it ends, and what was agreed is dropped", async () => {
    const id = await add(away, cover);
    await act("handover_confirm", cover, id);
    const next = await add(stranger, await app.as("ukus_2"), { start_at: after(HOUR) });
    await act("handover_confirm", await app.as("ukus_2"), next);
    await rows(app.db, q`update workers set status = 0 where account in ('jpkr_2', 'ukus_2')`);
    await tick(2 * HOUR);
    expect(await seen(id, away)).toMatchObject({ handover_status: "ended", reason: "接手人已停用或没有工作台权限" });
    expect(await seen(next, stranger)).toMatchObject({ handover_status: "cancelled", reason: "接手人已停用或没有工作台权限" });
    await rows(app.db, q`update workers set status = 1 where account in ('jpkr_2', 'ukus_2')`);
  });
});

describe("planning", () => {
  test("by who leaves or his leader, for at most 30 days, to somebody who works here", async () => {
    const viewer = await app.as("viewer");
    expect(await said(away, away.id)).toBe("接手人不能是休假人本人");
    expect(await said(away, viewer.id)).toBe("接手人没有工作台权限");
    expect(await said(away, app.disabled.id)).toBe("接手人不存在或已停用");
    expect(await said(away, cover.id, { end_at: after(31 * DAY) })).toBe("交接时间最长30天");
    expect(await said(away, cover.id, { start_at: after(-DAY) })).toBe("开始时间不能早于现在");
    expect(await said(away, cover.id, { start_at: after(2 * DAY), end_at: after(DAY) })).toBe("结束时间须晚于开始时间和现在");
    expect(await said(stranger, cover.id, { from_staff_id: away.id })).toBe("只能为自己或您的组员计划休假交接");
    const id = await add(leader, cover, { from_staff_id: away.id });
    expect((await seen(id, away)).from_staff_id).toBe(away.id);
    expect((await stranger.raw("handover_get", { id })).msg).toBe(NONE);
    expect((await stranger.call("handover_query", {})).list.map((h) => h.id)).not.toContain(id);
    expect((await leader.call("handover_query", { view: "lead" })).list.map((h) => h.id)).toContain(id);
    expect(await refusal("handover_confirm", leader, id, leader)).toBe("只有接手人可以确认");
    await act("handover_cancel", cover, id);
    expect((await seen(id, away)).handover_status).toBe("cancelled");
  });

  test("no two of one person at a time, no circle, no cover who is away himself; also when both are planned at once", async () => {
    const id = await add(away, cover);
    expect(await said(away, leader.id, { start_at: after(DAY) })).toMatch(/^.+在该时间段已有休假交接，由.+接手$/);
    expect(await said(cover, away.id)).toMatch(/在该时间段也在休假，请选择其他同事$/);
    expect(await said(leader, away.id)).toMatch(/在该时间段也在休假，请选择其他同事$/);
    expect(await said(cover, leader.id)).toMatch(/在该时间段正代.+处理，请先结束那次交接$/);
    await add(away, cover, { start_at: after(6 * DAY), end_at: after(7 * DAY) });
    await act("handover_cancel", away, id);
    await free();
    const answers = await Promise.all([said(away, cover.id), said(cover, away.id), said(away, leader.id)]);
    expect(answers.filter((msg) => /休假|代/.test(msg)).length).toBe(2);
    await free();
  });
});
