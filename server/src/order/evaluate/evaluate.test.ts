/** 订单评价: made on the phone, answered, appealed against by its expert, judged by another; what counts and what does not. */
import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import type { Client } from "../../testing/client.ts";

let app: TestApp;
let admin: Client;
let expert: Client;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  expert = await app.as("expert");
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});

/** Of an order of this expert that waits for it. */
const made = async (score: number, more: object = {}, by = expert.id) => {
  const o = await desk.order();
  await desk.pay(o.id);
  await rows(
    app.db,
    q`update orders set expert_id = ${by}, order_status = 'pending_evaluate', received_at = ${app.clock.now()} where id = ${o.id}`,
  );
  await rows(
    app.db,
    q`update applicants set applicant_status = 'issued', handed_back_at = ${app.clock.now()}, received_at = ${app.clock.now()} where order_id = ${o.id}`,
  );
  await admin.call("order_evaluate_add", { order_id: o.id, score, content: "比预计晚了两天", ...more });
  const { list } = await admin.call("order_evaluate_query", { keyword: o.order_no });
  const [e] = list;
  if (!e) throw new Error("no evaluation");
  return e;
};
const said = async (client: Client, name: string, body: object): Promise<[string | undefined, string]> => {
  const a = await client.raw(name, body);
  return [(a.body as { code?: string } | null)?.code, a.msg];
};
const seen = ({ id, version }: { id: number; version: number }) => ({ id, version });

test("added it completes the order; a bad one waits in its queue until it is answered, once", async () => {
  const e = await made(2, { tags: ["slow"], is_anonymous: true, score_speed: 1 });
  expect([e.source, e.customer_name, e.tags, e.expert_id, e.evaluate_status]).toEqual(["phone", null, ["slow"], expert.id, "pending"]);
  expect((await desk.facts(e.order_id)).order.order_status).toBe("completed");
  expect((await said(admin, "order_evaluate_add", { order_id: e.order_id, score: 5, content: "" }))[0]).toBe("state_changed");
  const waits = async (): Promise<boolean> =>
    (await admin.call("order_evaluate_query", { queue: "bad_evaluate" })).list.some((x) => x.id === e.id);
  expect([await waits(), Date.parse(e.due_at ?? "") - Date.parse(e.created_at)]).toEqual([true, 24 * 3_600_000]);
  const done = await admin.call("order_evaluate_reply", { ...seen(e), reply: "很抱歉办理超出预期" });
  expect([done.evaluate_status, done.replied_by_name !== null, await waits()]).toEqual(["replied", true, false]);
  expect((await said(admin, "order_evaluate_reply", { ...seen(done), reply: "再回复一次" }))[0]).toBe("state_changed");
});

test("order 15: an appeal is made by the expert it is about and judged by another, whatever the role", async () => {
  const e = await made(1);
  const reason = "延误由使馆停机造成";
  expect(await said(admin, "order_evaluate_appeal", { ...seen(e), reason })).toEqual(["not_allowed", "只有被评价的签证专家可以申诉"]);
  const asked = await expert.call("order_evaluate_appeal", { ...seen(e), reason });
  expect(asked.appeal_status).toBe("pending");
  // An administrator who is the expert himself judges nothing of it either.
  await rows(app.db, q`update order_evaluates set expert_id = ${admin.id}, appealed_by = ${admin.id} where id = ${e.id}`);
  const note = { ...seen(asked), note: "使馆停机属实" };
  for (const name of ["order_evaluate_appeal_pass", "order_evaluate_appeal_reject"])
    expect(await said(admin, name, note)).toEqual(["maker_is_checker", "不能审核本人的评价申诉"]);
  expect((await said(admin, "order_evaluate_hide", { ...seen(asked), reason: "内容与事实不符" }))[0]).toBe("maker_is_checker");
  const queue = (await admin.call("order_evaluate_query", { queue: "evaluate_appeal" })).list;
  expect(queue.some((x) => x.id === e.id)).toBe(false);
  await rows(app.db, q`update order_evaluates set expert_id = ${expert.id}, appealed_by = ${expert.id} where id = ${e.id}`);
  expect((await admin.call("order_evaluate_query", { queue: "evaluate_appeal" })).list.some((x) => x.id === e.id)).toBe(true);
  const passed = await admin.call("order_evaluate_appeal_pass", note);
  expect([passed.appeal_status, passed.is_counted]).toEqual(["accepted", false]);
  expect((await said(expert, "order_evaluate_appeal", { ...seen(passed), reason }))[0]).toBe("state_changed");
});

test("what made itself and what an appeal took back counts in no score", async () => {
  const stat = async () => (await admin.call("order_evaluate_stat_get", { expert_id: [expert.id] })).figures;
  const before = await stat();
  await made(4);
  const auto = await made(5);
  await rows(app.db, q`update order_evaluates set source = 'auto' where id = ${auto.id}`);
  const bad = await made(1);
  const with_bad = await stat();
  expect([
    with_bad.count - before.count,
    with_bad.counted - before.counted,
    with_bad.good - before.good,
    with_bad.bad - before.bad,
  ]).toEqual([3, 2, 1, 1]);
  const asked = await expert.call("order_evaluate_appeal", { ...seen(bad), reason: "客户评错了订单" });
  await admin.call("order_evaluate_appeal_pass", { ...seen(asked), note: "客户已确认评错" });
  const after = await stat();
  expect([after.counted - before.counted, after.bad - before.bad]).toEqual([1, 0]);
  expect(await said(expert, "order_evaluate_appeal", { ...seen(auto), reason: "不应计入我的评分" })).toEqual([
    "guard_failed",
    "默认好评不计入评分，不用申诉",
  ]);
  const { figures } = await admin.call("order_evaluate_stat_get", { expert_id: [expert.id], is_counted: true });
  const { list } = await admin.call("order_evaluate_query", { expert_id: [expert.id], is_counted: true, page_size: 100 });
  expect(figures.mean).toBe(Math.round((list.reduce((sum, x) => sum + x.score, 0) / list.length) * 100));
});

test("hidden and shown with a reason, once each", async () => {
  const e = await made(2);
  const hidden = await admin.call("order_evaluate_hide", { ...seen(e), reason: "含他人个人信息" });
  expect(hidden.is_shown).toBe(false);
  expect(await said(admin, "order_evaluate_hide", { ...seen(hidden), reason: "含他人个人信息" })).toEqual([
    "state_changed",
    "该评价已隐藏",
  ]);
  const shown = await admin.call("order_evaluate_show", { ...seen(hidden), reason: "客户已修改内容" });
  expect((await admin.call("order_evaluate_get", { id: e.id })).show_reason).toBe("客户已修改内容");
  expect(shown.is_shown).toBe(true);
});

test("order 18: tabs, list and export count the same under a filter", async () => {
  const narrow = {
    pending: { evaluate_status: ["pending" as const], source: ["customer" as const, "phone" as const] },
    replied: { evaluate_status: ["replied" as const] },
    bad: { score: [1, 2] },
    appeal: { appeal_status: ["pending" as const] },
    hidden: { is_shown: false },
  };
  for (const filter of [{}, { expert_id: [expert.id] }, { has_files: true }, { is_counted: false }]) {
    const { tabs, figures } = await admin.call("order_evaluate_stat_get", filter);
    const whole = (await admin.call("order_evaluate_query", { ...filter, page_size: 1 })).total;
    expect([tabs["all"], figures.count]).toEqual([whole, whole]);
    for (const [tab, more] of Object.entries(narrow))
      expect([tab, (await admin.call("order_evaluate_query", { ...filter, ...more, page_size: 1 })).total]).toEqual([tab, tabs[tab]]);
    const task = await admin.call("export_add", keyed({ endpoint: "order_evaluate_query", filter, format: "csv" }));
    await app.runJobs();
    expect((await admin.call("export_get", { id: task.id })).row_count).toBe(whole);
  }
});

test("order 19: a score of six, a reply of one character and a short reason are refused with their field", async () => {
  const e = await made(3);
  const fields = async (name: string, body: object): Promise<string[]> =>
    ((await admin.raw(name, body)).body as { issues?: { path: string }[] } | null)?.issues?.map((i) => i.path) ?? [];
  expect(await fields("order_evaluate_add", { order_id: e.order_id, score: 6, content: "" })).toEqual(["score"]);
  expect(await fields("order_evaluate_reply", { ...seen(e), reply: "好" })).toEqual(["reply"]);
  expect(await fields("order_evaluate_hide", { ...seen(e), reason: "不实" })).toEqual(["reason"]);
});

test("its page shows how long the order's people stood where", async () => {
  const e = await made(4);
  const page = await admin.call("order_evaluate_get", { id: e.id });
  expect([page.order.applicant_count, page.order.people.length, page.is_mine]).toEqual([1, 1, false]);
  expect((await expert.call("order_evaluate_get", { id: e.id })).is_mine).toBe(true);
});

test("who does not want to be named is named nowhere; the queue is asked by order number alone", async () => {
  const [hidden, open] = [await made(2, { is_anonymous: true }), await made(2)];
  const names = async (id: number) => (await admin.call("order_evaluate_get", { id })).order.people.map((p) => p.name);
  expect([await names(hidden.id), (await names(open.id)).includes(null)]).toEqual([[null], false]);
  const contact = await row<{ name: string }>(app.db, q`select contact_name as name from orders where id = ${open.order_id}`);
  const found = async (keyword: string): Promise<boolean> =>
    (await admin.call("task_query", { queue: ["bad_evaluate"], scope: "all", keyword, page_size: 100 })).list.some(
      (t) => t.source_id === open.id,
    );
  expect([await found(open.order_no), await found(contact?.name ?? "")]).toEqual([true, false]);
});
