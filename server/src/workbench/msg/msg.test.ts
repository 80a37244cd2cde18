import { beforeAll, describe, expect, test } from "vitest";
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { TEST_NOW, testApp, type TestApp } from "../../testing/app.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import type { Client } from "../../testing/client.ts";
import { MsgDesk, msgBody } from "../../testing/make/msg.ts";
import { mayReadMsgFile } from "./msg-files.sql.ts";

let app: TestApp;
let manager: Client;
let expert: Client;
let colleague: Client;
let desk: MsgDesk;
const NO_MSG = "消息不存在或无权查看";
const key = () => ({ idempotency_key: crypto.randomUUID() });
const at = (day: string, clock: string): Date => new Date(`${day}T${clock}:00+08:00`);
const FINISHED = { result_code: "done" as const, result: "清单已经核对完" };

beforeAll(async () => {
  app = await testApp();
  [manager, expert, colleague] = [await app.as("manager"), await app.as("expert"), await app.as("jpkr_1")];
  desk = new MsgDesk(app, manager);
});
const refused = async (who: Client, path: "msg_add", body: Omit<InputOf<"msg_add">, "idempotency_key">): Promise<string> =>
  (await who.raw(path, { ...body, ...key() })).msg;
const counters = (who: Client): Promise<OutputOf<"order_stat_query">> => {
  app.clock.advance(11_000);
  return who.call("order_stat_query", {});
};

describe("sending", () => {
  test("workbench 7: two working hours from 17:00 before the holidays end at 10:00 behind them", async () => {
    app.clock.set(at("2026-09-30", "17:00"));
    const id = await desk.add([expert.id], { due_in: "hours_2" });
    expect((await manager.call("msg_get", { id })).due_at).toBe(at("2026-10-08", "10:00").toISOString());
    app.clock.set(TEST_NOW);
  });
  test("a task asks for a limit in the future; a notice for none", async () => {
    expect(await refused(manager, "msg_add", { ...msgBody([expert.id]), due_in: undefined })).toBe("请选择截止时间");
    expect(await refused(manager, "msg_add", { ...msgBody([expert.id]), due_in: undefined, due_at: TEST_NOW })).toBe("截止时间须晚于现在");
    const id = await desk.add([expert.id], { kind: "notice", due_in: undefined, title: "下周一放假" });
    const mine = await desk.mine(id, expert);
    expect(mine.moves).toEqual([{ move: "confirm", ok: true, missing: null }]);
    await expert.call("reminder_msg_confirm", { id: mine.id, version: mine.version });
    expect((await manager.call("msg_get", { id })).msg_status).toBe("done");
  });
  test("whoever gets one holds the workbench; everybody asks for a right of its own", async () => {
    const viewer = await app.as("viewer");
    expect(await refused(manager, "msg_add", msgBody([]))).toBe("请选择接收人");
    expect(await refused(manager, "msg_add", msgBody([viewer.id]))).toBe("接收人没有工作台权限：郑安");
    const refusal = await expert.raw("msg_add", { ...msgBody([]), is_all: true, ...key() });
    expect([refusal.status, refusal.msg]).toEqual([403, expect.stringContaining("发送全员消息须有")]);
    const admin = await app.as("admin");
    const { sent } = await admin.call("msg_add", { ...msgBody([], { kind: "notice" }), is_all: true, ...key() });
    const holders = await row<{ n: number }>(
      app.db,
      q`select count(*)::int as n from workers w join roles r on r.id = w.role_id where w.status = 1 and (r.is_builtin or 100100 = any(r.module_group))`,
    );
    expect(sent).toBe(holders?.n);
  });
  test("workbench 12: a team of 30 with two disabled makes 28 rows and names the two; the same key again makes none", async () => {
    const team = await row<{ id: number }>(
      app.db,
      q`insert into teams (name, created_at, updated_at) values ('三十人组', ${app.clock.now()}, ${app.clock.now()}) returning id`,
    );
    await rows(
      app.db,
      q`insert into workers (account, nickname, passwd, role_id, passwd_at, team_id, status, created_at, updated_at)
        select 'crowd' || n, '组员' || n, w.passwd, w.role_id, w.passwd_at, ${team?.id ?? 0}, case when n <= 2 then 0 else 1 end, ${app.clock.now()}, ${app.clock.now()}
        from workers w, generate_series(1, 30) n where w.account = 'expert'`,
    );
    const body = { ...msgBody([]), staff_ids: undefined, team_ids: [team?.id ?? 0], ...key() };
    const first = await manager.call("msg_add", body);
    expect(first).toMatchObject({ sent: 28, left_out: ["组员1", "组员2"] });
    expect(await manager.call("msg_add", body)).toEqual(first);
    const made = await row<{ n: number; msgs: number }>(
      app.db,
      q`select count(*)::int as n, count(distinct msg_id)::int as msgs from reminder_msgs r join workers w on w.id = r.staff_id where w.team_id = ${team?.id ?? 0}`,
    );
    expect(made).toEqual({ n: 28, msgs: 1 });
  });
  test("it is about what its sender sees, and opens for whoever may", async () => {
    expect(await refused(expert, "msg_add", { ...msgBody([colleague.id]), ref_noun: "peer", ref_no: "P0001" })).toBe(
      "没有这个同行，或您无权查看",
    );
  });
});

describe("handling", () => {
  test("workbench 8: what is returned is due again after as much working time as it had", async () => {
    app.clock.set(at("2026-10-08", "10:00"));
    const id = await desk.add([expert.id], { due_in: undefined, due_at: at("2026-10-08", "12:00").toISOString(), need_review: true });
    await desk.submit(id, expert);
    app.clock.set(at("2026-10-09", "09:00"));
    const [r] = await desk.rows(id);
    await manager.call("reminder_msg_return", {
      id: r?.id ?? 0,
      version: r?.version ?? 0,
      return_code: "incomplete",
      return_text: "还差一份材料",
    });
    expect((await desk.rows(id))[0]).toMatchObject({
      reminder_status: "returned",
      due_at: at("2026-10-09", "11:00").toISOString(),
      rounds: 1,
      return_code: "incomplete",
    });
    const mine = await desk.mine(id, expert);
    expect(mine.log.map((l) => [l.label, l.text])).toEqual([
      ["发送", ""],
      ["提交结果", "已完成：清单已经核对完"],
      ["退回", "内容不全：还差一份材料"],
    ]);
    app.clock.set(TEST_NOW);
  });
  test("workbench 9: too short, without its proof, of another, withdrawn: refused; a double click hands in once", async () => {
    const id = await desk.add([expert.id, colleague.id], { need_proof: true });
    const seen = await desk.seen(id, expert);
    const submit = (who: Client, body: object) => who.raw("reminder_msg_submit", { ...seen, ...FINISHED, ...key(), ...body });
    expect((await submit(expert, { result: "四个字啊" })).msg).toBe("请填写处理结果（至少5个字）");
    expect((await submit(expert, {})).msg).toBe("请上传凭证");
    expect((await submit(colleague, { proof: [await desk.file(colleague)] })).msg).toBe(NO_MSG);
    expect((await submit(manager, { proof: [await desk.file(manager)] })).msg).toBe("只有处理人可以操作");
    const body = { proof: [await desk.file(expert)], ...key() };
    const answers = await Promise.all([submit(expert, body), submit(expert, body)]);
    expect(answers.map((a) => a.ret)).toEqual([0, 0]);
    const mine = await desk.mine(id, expert);
    expect(mine).toMatchObject({ reminder_status: "done", result: FINISHED.result });
    expect(mine.log.filter((l) => l.label === "提交结果")).toHaveLength(1);
    const m = await manager.call("msg_get", { id });
    await manager.call("msg_withdraw", { id, version: m.version, reason: "不再需要了" });
    const theirs = await desk.seen(id, colleague);
    const late = { ...theirs, ...FINISHED, proof: [await desk.file(colleague)], ...key() };
    expect((await colleague.raw("reminder_msg_submit", late)).msg).toBe("状态已变化，请刷新后再试");
    expect((await manager.call("msg_get", { id })).msg_status).toBe("done");
  });
  test("what is typed of a message stays with it and never in the operation log", async () => {
    const id = await desk.add([expert.id, colleague.id], { need_review: true });
    await desk.submit(id, expert, { result: "写在结果里的一句话" });
    const [handed] = (await desk.rows(id)).filter((r) => r.staff_id === expert.id);
    const back = {
      id: handed?.id ?? 0,
      version: handed?.version ?? 0,
      return_code: "incomplete" as const,
      return_text: "写在退回里的一句话",
    };
    await manager.call("reminder_msg_return", back);
    const { version } = await manager.call("msg_get", { id });
    await manager.call("msg_withdraw", { id, version, reason: "写在撤销里的一句话" });
    expect((await desk.mine(id, expert)).log.map((l) => l.text).filter((t) => t.includes("里的一句话"))).toHaveLength(3);
    expect(await rows(app.db, q`select 1 from operation_logs l where l::text like '%里的一句话%'`)).toEqual([]);
  });
  test("workbench 10: nobody reviews his own result; an unopened proof keeps its row alone", async () => {
    const reviewed = { need_review: true, need_proof: true };
    expect(await refused(manager, "msg_add", { ...msgBody([manager.id, expert.id]), ...reviewed })).toBe("审核人不能是处理人");
    const id = await desk.add([expert.id, colleague.id], reviewed);
    const seen = await desk.seen(id, expert);
    const transfer = { ...seen, staff_id: manager.id, reason: "请您处理一下" };
    expect((await expert.raw("reminder_msg_transfer", transfer)).msg).toBe("审核人不能是处理人");
    const proofs = { [expert.id]: await desk.file(expert), [colleague.id]: await desk.file(colleague) };
    for (const who of [expert, colleague]) await desk.submit(id, who, { proof: [proofs[who.id] ?? ""] });
    const waiting = await desk.rows(id);
    const [one, other] = [waiting.find((r) => r.staff_id === expert.id), waiting.find((r) => r.staff_id === colleague.id)];
    await manager.call("file_link_get", { noun: "reminder_msg", noun_id: one?.id ?? 0, key: proofs[expert.id] ?? "" });
    const { results, done } = await manager.call("reminder_msg_pass_batch", { ids: waiting.map((r) => r.id) });
    expect([done, results.find((r) => r.id === other?.id)]).toEqual([1, { id: other?.id, ok: false, msg: "请先查看凭证" }]);
    expect((await desk.rows(id)).map((r) => [r.staff_id, r.reminder_status])).toEqual([
      [expert.id, "done"],
      [colleague.id, "submitted"],
    ]);
    // Whoever becomes its handler in another way may not pass it either.
    await rows(app.db, q`update reminder_msgs set staff_id = ${manager.id} where id = ${other?.id ?? 0}`);
    const own = { id: other?.id ?? 0, version: other?.version ?? 0 };
    expect((await manager.raw("reminder_msg_pass", own)).msg).toBe("不能审核本人的结果");
  });
  test("every file handed in last is opened before it passes; one opened twice or of a former round does not count", async () => {
    const id = await desk.add([expert.id], { need_review: true, need_proof: true });
    const [old, one, two] = [await desk.file(expert), await desk.file(expert), await desk.file(expert)];
    await desk.submit(id, expert, { proof: [old] });
    const first = (await desk.rows(id))[0];
    const seen = { id: first?.id ?? 0, version: first?.version ?? 0 };
    await manager.call("reminder_msg_return", { ...seen, return_code: "incomplete", return_text: "还差一份材料" });
    app.clock.advance(1_000);
    await desk.submit(id, expert, { proof: [one, two] });
    const opened = async (proof: string): Promise<boolean | undefined> => {
      await manager.call("file_link_get", { noun: "reminder_msg", noun_id: seen.id, key: proof });
      return (await desk.rows(id))[0]?.is_proof_opened;
    };
    expect([await opened(old), await opened(one), await opened(one), await opened(two)]).toEqual([false, false, false, true]);
  });
  test("a paper that shows who somebody is stays one when it is sent with a message", async () => {
    const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
    const orders = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
    const o = await orders.order();
    const [page, plain] = [await desk.file(manager), await desk.file(manager)];
    await rows(app.db, q`update applicants set result_files = ${[page]}::text[] where id = ${o.people[0]}`);
    const id = await desk.add([expert.id], { files: [page, plain] });
    const asked = { db: app.db, me: { worker_id: expert.id, covers: [] } } as unknown as Ctx;
    expect(await mayReadMsgFile(asked, id, page)).toMatchObject({ is_identity: true, subject_ids: [o.people[0]] });
    expect(await mayReadMsgFile(asked, id, plain)).toMatchObject({ is_identity: false, subject_ids: [] });
  });
  test("passed on: the sender hears of it, the new one has it, the former one sees it no more", async () => {
    const id = await desk.add([expert.id]);
    const seen = await desk.seen(id, expert);
    const viewer = await app.as("viewer");
    const to = (staff_id: number) => expert.raw("reminder_msg_transfer", { ...seen, staff_id, reason: "我今天休假" });
    expect((await to(viewer.id)).msg).toBe("接收人没有工作台权限");
    const both = await desk.add([expert.id, colleague.id]);
    const own = { ...(await desk.seen(both, expert)), staff_id: colleague.id, reason: "我今天休假" };
    expect((await expert.raw("reminder_msg_transfer", own)).msg).toBe("该同事已在处理这条消息");
    expect((await to(colleague.id)).ret).toBe(0);
    expect((await expert.raw("reminder_msg_get", { id: seen.id, msg_id: id })).msg).toBe(NO_MSG);
    expect((await colleague.call("reminder_msg_get", { id: seen.id, msg_id: id })).log.at(-1)).toMatchObject({
      label: "转交",
      text: "林晓雯 → 高桐：我今天休假",
    });
    const { list } = await manager.call("message_get", {});
    expect(list.map((m) => m.content)).toContain("消息「补齐日本材料清单」已由林晓雯转交给高桐");
  });
  test("workbench 13: with a reminder of another message, a stranger's or a random id nothing is told", async () => {
    const [one, other] = [await desk.add([expert.id]), await desk.add([expert.id])];
    const mine = await desk.mine(one, expert);
    const ask = (who: Client, id: number, msg_id: number) => who.raw("reminder_msg_get", { id, msg_id });
    const answers = [
      await ask(expert, mine.id, other),
      await ask(colleague, mine.id, one),
      await ask(colleague, 999_999, one),
      await ask(expert, 999_999, 999_999),
    ];
    for (const a of answers) expect([a.msg, a.body]).toEqual([NO_MSG, answers[0]?.body]);
    expect((await colleague.raw("msg_get", { id: one })).msg).toBe(NO_MSG);
    expect((await colleague.call("reminder_msg_query", { msg_id: one })).total).toBe(0);
    // A receiver reads his own, not what the others handed in.
    expect((await expert.call("reminder_msg_query", { msg_id: one })).total).toBe(0);
  });
  test("reminded once a day; late ones are told once", async () => {
    const id = await desk.add([expert.id, colleague.id], { due_in: "hours_2" });
    const nudge = async () => manager.raw("msg_nudge", { id, version: (await manager.call("msg_get", { id })).version });
    expect((await nudge()).body).toEqual({ nudged: 2 });
    expect((await nudge()).msg).toBe("24小时内已催办");
    await rows(app.db, q`update msgs set nudged_at = nudged_at - interval '25 hours' where id = ${id}`);
    expect((await nudge()).ret).toBe(0);
    await rows(app.db, q`update reminder_msgs set due_at = ${app.clock.now()}::timestamptz - interval '1 minute' where msg_id = ${id}`);
    await app.runJobs();
    app.clock.advance(600_000);
    await app.runJobs();
    const told = await rows(
      app.db,
      q`select 1 from outbound_messages where receiver_worker_id = ${manager.id} and ref_noun = 'msg' and ref_id = ${id} and content like '%未按时处理%'`,
    );
    expect(told).toHaveLength(2);
    app.clock.set(TEST_NOW);
  });
});

test("workbench 22: badges and queues follow: to do, to look at, done", async () => {
  const [ukus, other] = [await app.as("ukus_1"), await app.as("ukus_2")];
  const before = [await counters(ukus), await counters(manager)];
  const id = await desk.add([ukus.id, other.id], { need_review: true, title: "核对英国材料" });
  const mine = await desk.mine(id, ukus);
  const now = await counters(ukus);
  const more = (c: Record<string, number>, base: Record<string, number> | undefined, k: string): number => (c[k] ?? 0) - (base?.[k] ?? 0);
  expect(["task_count", "todo_message_count", "message_unread_count"].map((k) => more(now, before[0], k))).toEqual([1, 1, 1]);
  const { list } = await ukus.call("task_query", { queue: ["message"] });
  expect(list.find((t) => t.source_id === mine.id)).toMatchObject({
    title: "消息待办 · 核对英国材料",
    opens: { route: "msg-remind-detail", params: { msgId: String(id), reminderMsgId: String(mine.id) } },
  });
  await ukus.call("reminder_msg_read", { id: mine.id });
  expect(more(await counters(ukus), before[0], "message_unread_count")).toBe(0);
  await ukus.call("reminder_msg_start", await desk.seen(id, ukus));
  await desk.submit(id, ukus);
  expect(more(await counters(ukus), before[0], "task_count")).toBe(0);
  expect(more(await counters(manager), before[1], "todo_message_review_count")).toBe(1);
  expect(await manager.call("msg_get", { id })).toMatchObject({
    msg_status: "open",
    total: 2,
    read_count: 1,
    submitted_count: 1,
    done_count: 0,
  });
  await desk.submit(id, other);
  expect((await manager.call("msg_get", { id })).msg_status).toBe("reviewing");
  await manager.call("reminder_msg_pass_batch", { ids: (await desk.rows(id)).map((r) => r.id) });
  expect(await manager.call("msg_get", { id })).toMatchObject({ msg_status: "done", done_count: 2 });
  expect(more(await counters(manager), before[1], "todo_message_review_count")).toBe(0);
  const press = await desk.add([ukus.id], { level: "critical", title: "立即回电" });
  expect((await ukus.call("message_get", {})).urgent[0]).toMatchObject({ msg_id: press, title: "立即回电", level: "critical" });
});
