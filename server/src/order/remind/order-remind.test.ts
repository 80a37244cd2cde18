/** 订单提醒: raised, answered, sent to customers by day only and once a day, put off, passed on, left aside; closed by itself. */
import { beforeAll, describe, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { forgetSessions } from "../../account/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { keyed } from "../../testing/make/peer-terms.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import type { Client } from "../../testing/client.ts";

let app: TestApp;
let admin: Client;
let service: Client;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  service = await app.as("service");
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});
/** Nobody was away meanwhile. */
const at = async (time: string, day = "2026-11-20"): Promise<void> => {
  app.clock.set(new Date(`${day}T${time}:00+08:00`));
  const now = app.clock.now();
  await rows(app.db, q`update sessions set last_seen_at = ${now}, created_at = ${now}, ends_at = ${new Date("2027-01-01T00:00:00Z")}`);
  forgetSessions();
};
const raised = async (kind: "pay" | "urge" = "pay", order?: number) => {
  const id = order ?? (await desk.order()).id;
  return admin.call("order_remind_add", keyed({ order_id: id, kind, content: "请在今天内完成支付" }));
};
const now = async (id: number) => {
  const { list } = await admin.call("order_remind_query", { page_size: 100 });
  const found = list.find((r) => r.id === id);
  if (!found) throw new Error(`no reminder ${id}`);
  return found;
};
const said = async (client: Client, name: string, body: object): Promise<[string | undefined, string]> => {
  const a = await client.raw(name, body);
  return [(a.body as { code?: string } | null)?.code, a.msg];
};

test("a repeat raises the one that waits; an answer ends it, and what goes on stays with whoever wrote", async () => {
  await at("10:00");
  const first = await raised();
  const again = await raised("pay", first.order_id);
  expect([again.id, again.times, again.remind_status]).toEqual([first.id, 2, "open"]);
  const seen = { id: again.id, version: again.version };
  const goes = await admin.call("order_remind_handle", { ...seen, reply: "已联系，客户下午支付", goes_on: true });
  expect([goes.remind_status, (await now(first.id)).handler_id]).toEqual(["doing", admin.id]);
  await admin.call("order_remind_handle", { id: goes.id, version: goes.version, reply: "客户已完成支付" });
  const over = await now(first.id);
  expect([over.remind_status, over.close_kind, over.reply]).toEqual(["done", "replied", "客户已完成支付"]);
  expect((await said(admin, "order_remind_ignore", { id: over.id, version: over.version, reason: "重复的提醒" }))[0]).toBe("state_changed");
});

describe("what goes to a customer", () => {
  test("never between 21:00 and 08:00, to the minute", async () => {
    await at("10:00");
    const { id, version } = await raised();
    for (const quiet of ["21:00", "23:59", "07:59"]) {
      await at(quiet);
      expect(await said(admin, "order_remind_send", keyed({ id, version, channel: "phone" }))).toEqual([
        "quiet_hours",
        "免打扰时段（21:00–08:00）不向客户发送提醒，请在08:00后再发",
      ]);
    }
    await at("20:59");
    expect((await admin.call("order_remind_send", keyed({ id, version, channel: "phone" }))).remind_status).toBe("doing");
    const sent = await now(id);
    expect([sent.channel, sent.send_result, sent.sent_times]).toEqual(["phone", "called", 1]);
    await at("10:00");
  });

  test("once per kind of an order in 24 hours, whichever row of it", async () => {
    await at("10:00");
    const o = await desk.order({ people: 2 });
    const about = (applicant_id: number) =>
      admin.call("order_remind_add", keyed({ order_id: o.id, applicant_id, kind: "form" as const, content: "申请表还没有填写" }));
    const [a, b] = [await about(o.people[0] ?? 0), await about(o.people[1] ?? 0)];
    const { results, done } = await admin.call("order_remind_send_batch", keyed({ ids: [b.id, a.id] }));
    expect([done, results.map((r) => r.ok)]).toEqual([1, [true, false]]);
    expect(results[1]?.msg).toMatch(/^24小时内已提醒客户催填表，请在 .+ 后再发$/);
    const message = await row(
      app.db,
      q`select channel, status, content like '%申请表%' as told from outbound_messages where template = 'order_remind' and ref_id = ${o.id}`,
    );
    expect(message).toEqual({ channel: "sms", status: "no_provider", told: true });
    await at("10:01", "2026-11-21");
    expect((await admin.call("order_remind_send_batch", keyed({ ids: [b.id] }))).done).toBe(1);
    await at("10:00");
  });

  test("an urge goes to whoever has to act, by night too, and says until when", async () => {
    await at("22:00");
    const o = await desk.order();
    await desk.pay(o.id);
    await rows(app.db, q`update orders set expert_id = ${desk.staff.get("expert")} where id = ${o.id}`);
    const made = await admin.call(
      "order_remind_add",
      keyed({ order_id: o.id, kind: "urge" as const, source: "customer" as const, content: "客户询问办理进度" }),
    );
    expect([made.source, made.acting_name, made.waiting_party, typeof made.acting_due_at]).toEqual([
      "customer",
      expect.any(String),
      "customer",
      "string",
    ]);
    await admin.call("order_remind_send", keyed({ id: made.id, version: made.version }));
    const told = await row(
      app.db,
      q`select channel, receiver_worker_id from outbound_messages where template = 'order_remind' and ref_id = ${o.id}`,
    );
    expect(told).toEqual({ channel: "in_app", receiver_worker_id: desk.staff.get("expert") });
    await at("10:00");
  });
});

test("put off it leaves the queue until its morning; raised again it is back at once", async () => {
  await at("10:00");
  const made = await raised();
  await rows(app.db, q`update order_reminds set handler_id = ${admin.id} where id = ${made.id}`);
  const waits = async (by: Client): Promise<boolean> =>
    (await by.call("order_remind_query", { queue: "remind", page_size: 100 })).list.some((r) => r.id === made.id);
  expect(await waits(admin)).toBe(true);
  const put = { id: made.id, version: made.version, reason: "客户出差，后天再联系" };
  expect((await said(admin, "order_remind_snooze", { ...put, until: "2026-11-20" }))[1]).toBe("延后至须晚于今天");
  expect((await said(admin, "order_remind_snooze", { ...put, until: "2026-12-31" }))[1]).toBe("最多延后30天");
  await admin.call("order_remind_snooze", { ...put, until: "2026-11-22" });
  expect(await waits(admin)).toBe(false);
  await at("09:00", "2026-11-22");
  expect(await waits(admin)).toBe(true);
  await at("10:00");
  expect(await waits(admin)).toBe(false);
  await raised("pay", made.order_id);
  expect(await waits(admin)).toBe(true);
});

test("passed on to who may work on it, alone and several at once", async () => {
  await at("10:00");
  const made = await raised();
  const give = { id: made.id, version: made.version, reason: "转给值班客服" };
  const product = desk.staff.get("product") ?? 0;
  expect((await said(admin, "order_remind_transfer", { ...give, handler_id: product }))[1]).toBe("接收人须在职，且有订单提醒权限");
  await admin.call("order_remind_transfer", { ...give, handler_id: service.id });
  expect((await now(made.id)).handler_id).toBe(service.id);
  const other = await raised();
  const batch = await admin.call(
    "order_remind_transfer_batch",
    keyed({ ids: [made.id, other.id], handler_id: service.id, reason: "转给值班客服" }),
  );
  expect(batch.results.map((r) => [r.ok, r.msg])).toEqual([
    [false, "该提醒已由接收人处理"],
    [true, ""],
  ]);
});

test("order 18: tabs, list and export count the same under a filter", async () => {
  await at("10:00");
  const gone = await raised();
  await admin.call("order_remind_ignore", { id: gone.id, version: gone.version, reason: "客户已取消行程" });
  for (const filter of [
    {},
    { kind: ["pay" as const] },
    { level: ["high" as const] },
    { source: ["customer" as const] },
    { scope: "mine" as const },
  ]) {
    const counts = await admin.call("order_remind_stat_get", filter);
    const whole = (await admin.call("order_remind_query", { ...filter, page_size: 1 })).total;
    expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(whole);
    for (const [state, n] of Object.entries(counts)) {
      const one = { ...filter, remind_status: [state as "open"] };
      expect([state, (await admin.call("order_remind_query", { ...one, page_size: 1 })).total]).toEqual([state, n]);
    }
    const task = await admin.call("export_add", keyed({ endpoint: "order_remind_query", filter, format: "csv" }));
    await app.runJobs();
    expect((await admin.call("export_get", { id: task.id })).row_count).toBe(whole);
  }
});

test("order 19: what cannot be is refused with its field", async () => {
  const made = await raised();
  const seen = { id: made.id, version: made.version };
  const fields = async (name: string, body: object): Promise<string[]> =>
    ((await admin.raw(name, body)).body as { issues?: { path: string }[] } | null)?.issues?.map((i) => i.path) ?? [];
  expect(await fields("order_remind_handle", { ...seen, reply: "好的" })).toEqual(["reply"]);
  expect(await fields("order_remind_ignore", { ...seen, reason: "不用了" })).toEqual(["reason"]);
  expect(await fields("order_remind_add", keyed({ order_id: made.order_id, kind: "pay", content: "催".repeat(201) }))).toEqual(["content"]);
  const other = await desk.order();
  expect(
    await fields("order_remind_add", keyed({ order_id: made.order_id, applicant_id: other.people[0], kind: "pay", content: "请支付" })),
  ).toEqual(["applicant_id"]);
});

test("an order that is over is reminded of nothing", async () => {
  const o = await desk.order();
  await rows(app.db, q`update orders set order_status = 'cancelled' where id = ${o.id}`);
  expect((await said(admin, "order_remind_add", keyed({ order_id: o.id, kind: "pay", content: "请完成支付" })))[1]).toBe(
    "订单已取消，不用再提醒",
  );
});

test("who was given one of an order out of his sight sees it while it waits, and no longer", async () => {
  await at("10:00");
  const { id, version } = await raised();
  await rows(app.db, q`update order_reminds set handler_id = ${desk.staff.get("jpkr_1")} where id = ${id}`);
  const given = await app.as("jpkr_1");
  const sees = async (): Promise<boolean> => (await given.call("order_remind_query", { page_size: 100 })).list.some((r) => r.id === id);
  expect(await sees()).toBe(true);
  await admin.call("order_remind_ignore", { id, version, reason: "客户已取消行程" });
  expect(await sees()).toBe(false);
});

test("reminders end with their cause: a payment ends those that ask for it, a cancelled order all; sending one is refused then", async () => {
  await at("10:00");
  const o = await desk.order();
  const [pay, urge] = [await raised("pay", o.id), await raised("urge", o.id)];
  await desk.pay(o.id);
  const states = async () => [(await now(pay.id)).remind_status, (await now(pay.id)).close_kind, (await now(urge.id)).remind_status];
  expect(await states()).toEqual(["done", "condition", "open"]);
  const other = await desk.order();
  const late = await raised("urge", other.id);
  const { version } = (await desk.facts(other.id)).order;
  await admin.call("order_cancel", { id: other.id, version, cancel_reason: "customer", reason: "客户不再需要办理" });
  expect((await now(late.id)).remind_status).toBe("done");
  // One that stood open before its order ended.
  await rows(app.db, q`update orders set order_status = 'completed' where id = ${o.id}`);
  expect((await said(admin, "order_remind_send", keyed({ id: urge.id, version: urge.version })))[1]).toBe("订单已完成，不用再提醒");
});
