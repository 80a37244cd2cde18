import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { OrderDesk } from "../../testing/make/order.ts";

let app: TestApp;
let desk: OrderDesk;
let expert: Client;
let other: Client;
let manager: Client;
/** Three in pre_review (one held since yesterday, one of a second round), two to submit (one in an open refund), one at the embassy, due tomorrow. */
let people: { id: number; order_id: number }[];
const HOUR = 3_600_000;
const later = (hours: number): string => new Date(app.clock.now().getTime() + hours * HOUR).toISOString();
const key = () => ({ idempotency_key: crypto.randomUUID() });

const counter = async (who: Client, name: string): Promise<number> => {
  // Counters are kept for ten seconds.
  app.clock.advance(11_000);
  return (await who.call("order_stat_query", {}))[name] ?? -1;
};
const ofQueue = (who: Client, queue: string): Promise<number> => counter(who, `todo_${queue}_count`);
const total = async (who: Client, input: object = {}): Promise<number> => (await who.call("task_query", input)).total;
const at = (i: number): { id: number; order_id: number } => {
  const found = people[i];
  if (!found) throw new Error(`no person ${i}`);
  return found;
};
const task = (queue: "pre_review" | "supplement_back" | "submission", i: number) => ({ queue, source_id: at(i).id });
const snooze = (i: number, snooze_until = later(2), who = expert) =>
  who.call("task_snooze", { rows: [task("pre_review", i)], snooze_until, snooze_reason: "等客户下午补传" });
const transfer = (i: number, to: Client, who = expert) =>
  who.call("task_transfer", { rows: [task("pre_review", i)], handler_id: to.id, transfer_reason: "今天请您代为预审", ...key() });
const put = (i: number, set: string) =>
  rows(app.db, q`update applicants set ${{ pieces: [set], values: [] }}, status_due_at = ${new Date(later(30))} where id = ${at(i).id}`);

beforeAll(async () => {
  app = await testApp();
  const staff = await app.db.selectFrom("workers").select(["account", "id"]).execute();
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
  desk.me = desk.worker("admin");
  [expert, other, manager] = [await app.as("expert"), await app.as("jpkr_1"), await app.as("manager")];
});
beforeEach(async () => {
  await rows(app.db, q`delete from task_marks`);
  await rows(app.db, q`update applicants set applicant_status = 'cancelled'`);
  people = [];
  for (let i = 0; i < 6; i++) {
    const { id, people: made } = await desk.order();
    const person = made[0] ?? 0;
    await desk.pay(id);
    await rows(
      app.db,
      q`update orders set expert_id = ${expert.id}, created_by = ${manager.id}, promised_date = '2026-11-21' where id = ${id}`,
    );
    await rows(app.db, q`update applicants set expert_id = ${expert.id} where id = ${person}`);
    people.push({ id: person, order_id: id });
  }
  await put(0, "applicant_status = 'pre_review'");
  await put(1, "applicant_status = 'pre_review', held_at = '2026-11-19T02:00:00Z', hold_party = 'customer'");
  await put(2, "applicant_status = 'pre_review', supplement_round = 1");
  await put(3, "applicant_status = 'awaiting_submission'");
  await put(4, "applicant_status = 'refunding'");
  await put(5, "applicant_status = 'in_embassy'");
});

describe("tasks put off and passed on", () => {
  it("workbench 4: what waits is counted; put off it is one less until its time comes, which is by itself", async () => {
    expect(await ofQueue(expert, "pre_review")).toBe(1);
    expect(await ofQueue(expert, "supplement_back")).toBe(1);
    expect(await ofQueue(expert, "submission")).toBe(1);
    expect(await ofQueue(expert, "result")).toBe(0);
    expect(await counter(expert, "task_count")).toBe(3);
    expect((await snooze(0)).results).toEqual([{ queue: "pre_review", id: at(0).id, ok: true, msg: "" }]);
    expect(await counter(expert, "task_count")).toBe(2);
    const { list } = await expert.call("task_query", { tab: "put_off" });
    expect(list.map((t) => [t.source_id, t.snooze_reason])).toEqual([[at(0).id, "等客户下午补传"]]);
    app.clock.advance(2 * HOUR);
    expect(await counter(expert, "task_count")).toBe(3);
    expect(await total(expert, { tab: "put_off" })).toBe(0);
  });

  it("workbench 4: passed to a colleague it is his, with its order while it lasts, and no longer after it left the queue", async () => {
    const { id, order_id } = at(0);
    const before = await counter(other, "task_count");
    expect((await other.raw("order_get", { id: order_id })).ret).not.toBe(0);
    expect((await transfer(0, other)).done).toBe(1);
    expect(await counter(expert, "task_count")).toBe(2);
    expect(await counter(other, "task_count")).toBe(before + 1);
    const [his] = (await other.call("task_query", { queue: ["pre_review"] })).list;
    expect(his).toMatchObject({ source_id: id, is_new: true, transfer_reason: "今天请您代为预审", handler_name: "高桐" });
    expect((await other.call("order_get", { id: order_id })).id).toBe(order_id);
    expect((await other.call("applicant_get", { id, order_id })).id).toBe(id);
    // The list of its queue and those of his cases show it, and nothing else of that colleague.
    const listed = await other.call("applicant_query", { queue: "pre_review", scope: "all" });
    expect(listed.list.map((a) => a.id)).toEqual([id]);
    expect((await other.call("applicant_query", {})).list.map((a) => a.id)).toContain(id);
    expect((await other.raw("order_get", { id: at(3).order_id })).ret).not.toBe(0);
    const messages = (await other.call("message_get", {})).list.map((m) => m.content);
    expect(messages[0]).toMatch(/^林晓雯转交给您待预审 V\d+：今天请您代为预审$/);
    // Handled by him: he may act on it, and then it is over.
    await other.call("applicant_hold", {
      id,
      version: (await desk.person(id)).version,
      hold_party: "customer",
      reason: "等客户补件，先挂起",
    });
    expect(await counter(other, "task_count")).toBe(before);
    expect((await other.raw("order_get", { id: order_id })).ret).not.toBe(0);
  });

  it("workbench 1: counter = tile = tab = list of the queue, whatever was put off or passed on", async () => {
    await transfer(0, other);
    await expert.call("task_snooze", { rows: [task("submission", 3)], snooze_until: later(3), snooze_reason: "使馆窗口下午才开" });
    for (const who of [expert, other]) {
      const tiles = (await who.call("task_stat_get", {})).queues;
      let sum = 0;
      for (const queue of ["pre_review", "supplement_back", "submission"] as const) {
        const n = await ofQueue(who, queue);
        sum += n;
        expect([queue, tiles.find((t) => t.key === queue)?.count ?? 0]).toEqual([queue, n]);
        expect(await total(who, { queue: [queue] })).toBe(n);
        expect((await who.call("applicant_query", { queue, scope: "all" })).total).toBe(n);
      }
      expect(await total(who)).toBe(await counter(who, "task_count"));
      expect(await counter(who, "task_count")).toBe(sum);
    }
  });

  it("workbench 5: what somebody else did is gone from both lists, and an act on the row that is left says so", async () => {
    await transfer(0, other);
    await put(0, "applicant_status = 'awaiting_submission'");
    for (const who of [expert, other]) expect(await total(who, { queue: ["pre_review"] })).toBe(0);
    for (const answer of [
      await other.call("task_seen", { rows: [task("pre_review", 0)] }),
      await snooze(0, later(2), other),
      await transfer(0, expert, other),
    ])
      expect(answer).toEqual({ results: [{ queue: "pre_review", id: at(0).id, ok: false, msg: "该待办已处理" }], done: 0 });
  });

  it("workbench 15: not into the past, not six working days, not beyond its limit", async () => {
    const refused = async (until: string): Promise<unknown> =>
      (await expert.raw("task_snooze", { rows: [task("pre_review", 0)], snooze_until: until, snooze_reason: "等客户下午补传" })).msg;
    expect(await refused(later(-1))).toContain("请选择以后的时间");
    expect(await refused("2026-11-30T02:00:00Z")).toContain("最多延后5个工作日");
    expect((await snooze(0, "2026-11-27T02:00:00Z")).results[0]?.msg).toBe("不能延后到截止之后");
    expect((await snooze(0, later(29))).done).toBe(1);
    expect((await expert.call("task_unsnooze", { rows: [task("pre_review", 0)] })).done).toBe(1);
    expect(await counter(expert, "task_count")).toBe(3);
    expect((await expert.call("task_unsnooze", { rows: [task("pre_review", 0)] })).results[0]?.msg).toBe("该待办未延后");
  });

  it("workbench 15: nobody gets what he has no right to; a filter that means other tasks by now is refused", async () => {
    const finance = await app.as("finance");
    expect((await transfer(0, finance)).results[0]?.msg).toBe("对方没有处理该待办的权限");
    const body = { handler_id: other.id, transfer_reason: "今天请您代为预审" };
    const viewer = await app.as("viewer");
    expect((await expert.raw("task_transfer", { ...body, rows: [task("pre_review", 0)], handler_id: viewer.id, ...key() })).msg).toContain(
      "接收人没有工作台权限",
    );
    const all = { filter: { queue: ["pre_review" as const, "submission" as const] }, ...body };
    const changed = await expert.raw("task_transfer", { ...all, expected_count: 3, ...key() });
    expect([changed.ret, changed.body]).toMatchObject([3, { code: "count_changed", count: 2 }]);
    const one = key();
    expect((await expert.call("task_transfer", { ...all, expected_count: 2, ...one })).done).toBe(2);
    // The same again answers what it answered.
    expect((await expert.call("task_transfer", { ...all, expected_count: 2, ...one })).done).toBe(2);
    expect(await counter(expert, "task_count")).toBe(1);
  });

  it("has one handler: passed on again, or back, by who has it or by a leader of both", async () => {
    const before = await ofQueue(other, "pre_review");
    await transfer(0, other);
    expect((await transfer(0, other, manager)).results[0]?.msg).toBe("该待办已由对方处理");
    const third = await app.as("jpkr_2");
    // Who never had it can pass it nowhere; whose it is by its queue takes it back.
    expect((await transfer(0, third, third)).results[0]?.msg).toBe("该待办已处理");
    expect((await transfer(0, expert)).done).toBe(1);
    expect(await ofQueue(expert, "pre_review")).toBe(1);
    await transfer(0, other);
    expect((await transfer(0, third, manager)).done).toBe(1);
    expect([await ofQueue(other, "pre_review"), await ofQueue(third, "pre_review")]).toEqual([before, 1]);
    const load = (await manager.call("task_load_query", { scope: "all" })).members.find((m) => m.worker_id === third.id);
    expect(load?.cells["pre_review"]?.count).toBe(1);
    expect((await transfer(0, expert, third)).done).toBe(1);
    expect([await ofQueue(third, "pre_review"), await ofQueue(expert, "pre_review")]).toEqual([0, 1]);
    expect((await app.db.selectFrom("task_marks").select("id").where("handler_id", "is not", null).execute()).length).toBe(1);
  });

  it("looked at is no longer new, until it is passed on", async () => {
    const isNew = async (who: Client): Promise<boolean | undefined> =>
      (await who.call("task_query", { queue: ["pre_review"] })).list.find((t) => t.source_id === at(0).id)?.is_new;
    app.clock.advance(1_000);
    await rows(app.db, q`update applicants set status_at = ${app.clock.now()} where id = ${at(0).id}`);
    const tile = async (): Promise<number> =>
      (await expert.call("task_stat_get", {})).queues.find((t) => t.key === "pre_review")?.new_count ?? 0;
    expect([await isNew(expert), await tile()]).toEqual([true, 1]);
    await expert.call("task_seen", { rows: [task("pre_review", 0)] });
    expect([await isNew(expert), await tile()]).toEqual([false, 0]);
    app.clock.advance(1_000);
    await transfer(0, other);
    expect(await isNew(other)).toBe(true);
  });

  it("a message is passed on where it is read", async () => {
    const { id } = await manager.call("msg_add", {
      kind: "task",
      title: "补齐日本材料清单",
      content: "请核对本周日本单次的材料清单",
      staff_ids: [expert.id],
      level: "normal",
      due_in: "day_1",
      ...key(),
    });
    const [reminder] = (await manager.call("reminder_msg_query", { msg_id: id })).list;
    const rowsOf = [{ queue: "message" as const, source_id: reminder?.id ?? 0 }];
    const said = await expert.call("task_transfer", { rows: rowsOf, handler_id: other.id, transfer_reason: "请您代为处理", ...key() });
    expect(said.results[0]?.msg).toBe("消息请打开后转交");
  });

  it("marks go at night with their tasks, those of tasks that wait stay; whoever is disabled has nothing any more", async () => {
    await transfer(0, other);
    await expert.call("task_snooze", { rows: [task("submission", 3)], snooze_until: later(3), snooze_reason: "使馆窗口下午才开" });
    await put(3, "applicant_status = 'in_embassy'");
    app.clock.advance(24 * HOUR);
    await app.runJobs();
    expect((await app.db.selectFrom("task_marks").select("queue").execute()).map((m) => m.queue)).toEqual(["pre_review"]);
    const back = async (): Promise<unknown> => {
      app.clock.advance(HOUR);
      await app.runJobs();
      return (await app.db.selectFrom("task_marks").select(["handler_id", "transfer_reason"]).execute())[0];
    };
    const roleOf = q`(select role_id from workers where id = ${other.id})`;
    await rows(app.db, q`update roles set module_group = array_remove(module_group, ${may.order_process}) where id = ${roleOf}`);
    expect(await back()).toEqual({ handler_id: null, transfer_reason: "" });
    await rows(app.db, q`update roles set module_group = array_append(module_group, ${may.order_process}) where id = ${roleOf}`);
    const again = { handler_id: other.id, transferred_at: app.clock.now(), transfer_reason: "今天请您代为预审" };
    await app.db.updateTable("task_marks").set(again).execute();
    await rows(app.db, q`update workers set status = 0 where id = ${other.id}`);
    expect(await back()).toEqual({ handler_id: null, transfer_reason: "" });
  });
});
