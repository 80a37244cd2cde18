/** 过期订单: found by the hourly scan, extended twice at most, closed by people, ended with their condition; the rules behind them. */
import { beforeAll, expect, test } from "vitest";
import type { Ctx } from "#kit/call/context.ts";
import type { JobCtx } from "#kit/jobs.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { asWrite } from "../../testing/ctx.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { expireJobs } from "./order-expire.jobs.ts";
import { payExpire } from "../order/order.jobs.ts";

let app: TestApp;
let desk: OrderDesk;
const DAY = 86_400_000;
beforeAll(async () => {
  app = await testApp();
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});
const CODES = ["order_view", "order_process", "order_expired"] as const;
const service = () => desk.worker("expert", { codes: CODES });
const leader = () => desk.worker("admin", { codes: [...CODES, "order_limit"] });
const jobCtx = (): JobCtx =>
  ({
    db: desk.db,
    now: app.clock.now(),
    signal: new AbortController().signal,
    change: <T>(work: (ctx: Ctx) => Promise<T>) => asWrite(desk.db, null, app.clock.now(), work),
  }) as unknown as JobCtx;
const scan = async (): Promise<unknown> => expireJobs[0]?.run(jobCtx(), {}, {} as never);
interface Stored {
  id: number;
  kind: string;
  expire_status: string;
  due_at: string;
  version: number;
}
const of = (order: number) =>
  rows<Stored>(desk.db, q`select id, kind, expire_status, due_at, version from order_expires where order_id = ${order} order by id`);
const only = async (order: number, kind: string): Promise<Stored> => {
  const found = (await of(order)).filter((x) => x.kind === kind);
  expect(found).toHaveLength(1);
  return found[0] as Stored;
};
/** Goes on by days, and back again. */
async function later<T>(days: number, work: () => Promise<T>): Promise<T> {
  const then = app.clock.now();
  app.clock.set(new Date(then.getTime() + days * DAY));
  try {
    return await work();
  } finally {
    app.clock.set(then);
  }
}
const day = (days: number): string => new Date(app.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);

test("order 10: an order that timed out stands as 支付过期 until it is taken up again, or can be no more", async () => {
  const o = await desk.order({});
  const lost = await desk.order({});
  await later(2, async () => {
    await payExpire(jobCtx());
    expect(await only(o.id, "pay")).toMatchObject({ expire_status: "expired" });
    const { version } = (await desk.facts(o.id)).order;
    await desk.call("order_restore", { id: o.id, version }, service());
    expect(await only(o.id, "pay")).toMatchObject({ expire_status: "resolved" });
    const late = await only(lost.id, "pay");
    const asked = { id: late.id, version: late.version, due_on: day(3), reason: "客户说三天内付" };
    expect((await desk.refused("order_expire_extend", asked, leader())).msg).toBe("支付过期不能延期，请恢复订单，新的支付期限随之开始");
    const { results } = await desk.call("order_expire_remind", { ids: [late.id] }, service());
    expect(results).toEqual([{ id: late.id, name: lost.order_no, ok: false, msg: "订单已取消，请先恢复" }]);
  });
  await later(10, scan);
  expect(await only(lost.id, "pay")).toMatchObject({ expire_status: "closed" });
});

test("papers that do not come: near a week before, over after thirty days, extended once by anybody and once by a leader, then no more", async () => {
  const o = await desk.order({ blank: true });
  await desk.pay(o.id);
  await later(20, scan);
  expect((await of(o.id)).filter((x) => x.kind === "material")).toEqual([]);
  await later(25, scan);
  expect(await only(o.id, "material")).toMatchObject({ expire_status: "warning" });
  await later(31, async () => {
    await scan();
    const x = await only(o.id, "material");
    expect(x.expire_status).toBe("expired");
    const ask = async (days: number) => {
      const { id, version } = await only(o.id, "material");
      return { id, version, due_on: day(days), reason: "客户出差，下周提交" };
    };
    expect((await desk.refused("order_expire_extend", await ask(-1), service())).issues[0]?.message).toBe("新期限不能早于今天");
    const first = await desk.call("order_expire_extend", await ask(10), service());
    expect([first.expire_status, first.extended_times]).toEqual(["warning", 1]);
    expect((await desk.person(o.people[0] ?? 0)).status_due_at).toBe(first.due_at);
    expect((await desk.refused("order_expire_extend", await ask(20), service())).code).toBe(403);
    expect((await desk.call("order_expire_extend", await ask(20), leader())).extended_times).toBe(2);
    const third = await desk.refused("order_expire_extend", await ask(30), leader());
    expect([third.code, third.msg]).toEqual(["limit_exceeded", "已延期2次，不能再延"]);
    await scan();
    expect(await only(o.id, "material")).toMatchObject({ expire_status: "warning" });
  });
  await later(60, scan);
  expect(await only(o.id, "material")).toMatchObject({ expire_status: "expired" });
});

test("a person who rests in between gets no new extensions, and what he was reminded of ends with its cause", async () => {
  const o = await desk.order({ blank: true });
  await desk.pay(o.id);
  await later(31, async () => {
    await scan();
    const x = await only(o.id, "material");
    const ask = (stood: Stored, days: number) => ({
      id: stood.id,
      version: stood.version,
      due_on: day(days),
      reason: "客户出差，下周提交",
    });
    expect((await desk.refused("order_expire_extend", ask(x, 91), service())).issues[0]?.message).toBe("最长延期90天");
    await desk.call("order_expire_extend", ask(x, 10), service());
    expect((await desk.call("order_expire_remind", { ids: [x.id] }, service())).done).toBe(1);
    const rest = (at: Date | null, due: Date) =>
      rows(desk.db, q`update applicants set held_at = ${at}::timestamptz, status_due_at = ${due} where order_id = ${o.id}`);
    const now = app.clock.now();
    await rest(now, now);
    await scan();
    expect(await only(o.id, "material")).toMatchObject({ expire_status: "resolved" });
    const reminded = await rows(
      desk.db,
      q`select remind_status, close_kind from order_reminds where order_id = ${o.id} and kind = 'material'`,
    );
    expect(reminded).toEqual([{ remind_status: "done", close_kind: "condition" }]);
    await rest(null, now);
    await scan();
    const again = (await of(o.id)).filter((r) => r.kind === "material").at(-1) as Stored;
    expect([again.id === x.id, again.expire_status]).toEqual([false, "expired"]);
    expect((await desk.refused("order_expire_extend", ask(again, 20), service())).code).toBe(403);
  });
});

test("a journey that comes near is told once, chased once a day; closed by hand it stays closed", async () => {
  const o = await desk.order({ travel_date: day(40) });
  await desk.pay(o.id);
  await scan();
  expect(await of(o.id)).toEqual([]);
  await later(35, async () => {
    await scan();
    await scan();
    const x = await only(o.id, "travel");
    expect(x.expire_status).toBe("warning");
    const noted = await desk.call("order_expire_contact", { id: x.id, content: "客户说可能改期" }, service());
    expect([noted.contact_times, noted.last_contact_at]).toEqual([1, app.clock.now().toISOString()]);
    const reminders = (): Promise<object[]> =>
      rows(desk.db, q`select kind, channel, sent_times from order_reminds where order_id = ${o.id} and kind = 'travel'`);
    const night = app.clock.now();
    app.clock.set(new Date(`${day(0)}T22:00:00+08:00`));
    const quiet = await desk.call("order_expire_remind", { ids: [x.id] }, service());
    expect(quiet).toMatchObject({ done: 0, results: [{ ok: false, msg: "免打扰时段（21:00–08:00）不向客户发送提醒，请在08:00后再发" }] });
    expect(await reminders()).toEqual([]);
    app.clock.set(night);
    const said = await desk.call("order_expire_remind", { ids: [x.id] }, service());
    expect(said).toMatchObject({ done: 1 });
    expect(await reminders()).toEqual([{ kind: "travel", channel: "sms", sent_times: 1 }]);
    const twice = await desk.call("order_expire_remind", { ids: [x.id] }, service());
    expect(twice.results).toEqual([
      {
        id: x.id,
        name: o.order_no,
        ok: false,
        msg: expect.stringMatching(/^24小时内已提醒客户出行临近，请在 .+ 后再发$/),
      },
    ]);
    const short = await desk.refused("order_expire_close", { id: x.id, version: noted.version, reason: "不去" }, service());
    expect(short.issues[0]?.path).toBe("reason");
    await desk.call("order_expire_close", { id: x.id, version: noted.version, reason: "客户取消出行，等退款" }, service());
    await scan();
    expect(await only(o.id, "travel")).toMatchObject({ expire_status: "closed" });
  });
});

test("order 16: who sees other orders alone sees none of these, and cannot act upon one", async () => {
  const { id, version } = (await row<{ id: number; version: number }>(
    desk.db,
    q`select id, version from order_expires where expire_status in ('warning', 'expired') limit 1`,
  )) ?? { id: 0, version: 0 };
  const stranger = desk.worker("finance", { codes: [...CODES, "order_limit"], scope_ids: [-1] });
  expect((await desk.call("order_expire_query", {}, stranger)).list).toEqual([]);
  expect((await desk.refused("order_expire_close", { id, version, reason: "不该看见的一项" }, stranger)).code).toBe("not_found");
});

test("order 18: the counts of the tabs are those of the list, under any filter", async () => {
  for (const filter of [
    {},
    { is_extended: true },
    { is_contacted: true },
    { due_at: { from: day(-30), to: day(400) } },
    { keyword: "V" },
  ]) {
    const { counts } = await desk.call("order_expire_counts", filter, leader());
    for (const { kind, status, n } of counts) {
      const page = await desk.call("order_expire_query", { ...filter, kind: [kind], expire_status: [status] }, leader());
      expect([kind, status, page.total]).toEqual([kind, status, n]);
    }
    const all = await desk.call("order_expire_query", filter, leader());
    expect(counts.reduce((n, c) => n + c.n, 0)).toBe(all.total);
  }
});

test("a rule of a country counts before the general one, which cannot be taken away", async () => {
  const country = (await row<{ id: string }>(desk.db, q`select country_id as id from orders limit 1`))?.id ?? "";
  const rule = { key: "none" as const, country_code: country, value: 5, unit: "day" as const, warn_before: 1 };
  expect((await desk.refused("order_limit_add", { ...rule, country_code: null }, leader())).issues[0]?.path).toBe("country_code");
  const made = await desk.call("order_limit_add", rule, leader());
  expect((await desk.refused("order_limit_add", rule, leader())).code).toBe("duplicate");
  const o = await desk.order({ blank: true });
  await desk.pay(o.id);
  const due = (await desk.person(o.people[0] ?? 0)).status_due_at ?? "";
  expect(Math.round((Date.parse(due) - app.clock.now().getTime()) / DAY)).toBeLessThanOrEqual(6);
  const { list } = await desk.call("order_limit_query", { key: ["none"] }, leader());
  const usual = list.find((l) => l.is_default);
  expect((await desk.refused("order_limit_remove", { id: usual?.id ?? 0, version: usual?.version ?? 0 }, leader())).msg).toBe(
    "默认时限不能删除，请修改它",
  );
  const changed = await desk.call("order_limit_update", { id: made.id, version: made.version, value: 9 }, leader());
  expect([changed.value, changed.unit, changed.warn_before]).toEqual([9, "day", 1]);
  await desk.call("order_limit_remove", { id: made.id, version: changed.version }, leader());
  const receive = (await desk.call("order_limit_query", { key: ["receive"] }, leader())).list[0];
  const wrong = await desk.refused("order_limit_update", { id: receive?.id ?? 0, version: receive?.version ?? 0, unit: "hour" }, leader());
  expect(wrong.issues[0]?.message).toBe("该时限的单位不能修改");
});

test("a passport too short for the journey is near until its own last day has passed", async () => {
  const o = await desk.order({});
  await desk.pay(o.id);
  await rows(desk.db, q`update orders set travel_date = ${day(40)}, return_date = ${day(50)} where id = ${o.id}`);
  await rows(
    desk.db,
    q`update applicants a set passport_expiry_date = ${day(20)}::date + make_interval(months => coalesce((k.body ->> 'passport_months')::int, 0))
      from orders o join sku_snapshots k on k.id = o.snapshot_id where o.id = a.order_id and o.id = ${o.id}`,
  );
  await scan();
  expect(await only(o.id, "document")).toMatchObject({ expire_status: "warning" });
  await later(22, scan);
  expect(await only(o.id, "document")).toMatchObject({ expire_status: "expired" });
});
