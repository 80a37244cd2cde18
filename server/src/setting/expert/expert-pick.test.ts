import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Db } from "#kit/db/db.ts";
import { interval } from "#kit/http/rate.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { openCounts } from "../../order/list/order-count.ts";
import { asWrite } from "../../testing/ctx.ts";
import { onEmbedded, truncate } from "../../testing/database.ts";
import { orderDesk, type OrderDesk } from "../../testing/make/order.ts";
import { pickExpert } from "./expert-pick.ts";
import { purgePicks } from "./expert-pick.sql.ts";
import { choose, leaderFor, type Candidate } from "./expert.rules.ts";

/** Friday 2026-11-20, 10:00 in Shanghai: working time. */
const FRIDAY = "2026-11-20T02:00:00.000Z";
const SATURDAY = "2026-11-21T02:00:00.000Z";
let desk: OrderDesk;
let order: { id: number; order_no: string };
beforeAll(async () => {
  desk = await orderDesk(FRIDAY);
  order = await desk.order();
});
/** Three experts of Japan take orders; the leader of their team does not. */
beforeEach(async () => {
  desk.clock.set(FRIDAY);
  await truncate(desk.db, ["expert_picks", "duties"]);
  await rows(
    desk.db,
    q`update experts set accept_new = false, max_open = 40, weight = 1, handle_urgent = true, last_pick_at = null, country_ids = '{}'`,
  );
  await rows(desk.db, q`update experts set accept_new = true where worker_id = any(${[A(), B(), C()]}::int8[])`);
  await rows(desk.db, q`update teams set leader_id = ${desk.staff.get("expert")} where name = '日韩'`);
});
const A = (): number => desk.staff.get("jpkr_1") ?? 0;
const B = (): number => desk.staff.get("jpkr_2") ?? 0;
const C = (): number => desk.staff.get("jpkr_3") ?? 0;

const set = (
  worker: number,
  more: { weight?: number; last_pick_at?: string; max_open?: number; handle_urgent?: boolean; country_ids?: string[] },
) => desk.db.updateTable("experts").set(more).where("worker_id", "=", worker).execute();
const pick = (
  open: Readonly<Record<number, number>> = {},
  more: { country_id?: string; is_urgent?: boolean } = {},
): Promise<number | null> =>
  asWrite(desk.db, null, desk.clock.now(), (ctx) =>
    pickExpert(ctx, {
      order_id: order.id,
      order_no: order.order_no,
      country_id: "JP",
      is_urgent: false,
      openCounts: () => Promise.resolve(new Map(Object.entries(open).map(([id, n]) => [Number(id), n]))),
      ...more,
    }),
  );
const lastPick = async () => {
  const found = await row<{
    step: string;
    picked_id: number | null;
    candidates: { worker_id: number; excluded: string | null; load: number }[];
    duty_at: string;
  }>(desk.db, q`select step, picked_id, candidates, duty_at from expert_picks order by id desc limit 1`);
  if (!found) throw new Error("no pick");
  return { ...found, excluded: Object.fromEntries(found.candidates.map((c) => [c.worker_id, c.excluded])) };
};
const stamped = () => ({ created_at: desk.clock.now(), updated_at: desk.clock.now() });
const leave = (worker: number, date: string) =>
  desk.db
    .insertInto("duties")
    .values({ worker_id: worker, kind: "leave", from_date: date, to_date: date, ...stamped() })
    .execute();

describe("setting 9: pick_expert", () => {
  test("the lowest load, then who waits longest", async () => {
    await set(A(), { weight: 2, last_pick_at: "2026-11-01T02:00:00Z" });
    await set(B(), { weight: 1, last_pick_at: "2026-11-19T02:00:00Z" });
    await set(C(), { weight: 2, last_pick_at: "2026-11-18T02:00:00Z" });
    expect(await pick({ [A()]: 6, [B()]: 2, [C()]: 4 })).toBe(C());
    const made = await lastPick();
    expect([made.step, made.picked_id]).toEqual(["load", C()]);
    expect(Object.fromEntries(made.candidates.map((c) => [c.worker_id, c.load]))).toMatchObject({ [A()]: 3, [B()]: 2, [C()]: 2 });
    expect(await pick({ [A()]: 6, [B()]: 2, [C()]: 5 })).toBe(B());
  });

  test("on leave is passed over with its reason; everybody full goes to the leader; no leader, nobody and a message", async () => {
    await leave(B(), "2026-11-20");
    expect(await pick({ [A()]: 6, [B()]: 2, [C()]: 5 })).toBe(C());
    expect((await lastPick()).excluded).toMatchObject({ [B()]: "休假", [desk.staff.get("expert") ?? 0]: "停止接单" });
    const full = { [A()]: 40, [B()]: 40, [C()]: 41 };
    expect(await pick(full)).toBe(desk.staff.get("expert"));
    const made = await lastPick();
    expect([made.step, made.excluded[A()], made.excluded[C()]]).toEqual(["leader", "已满 40/40", "已满 41/40"]);
    await rows(desk.db, q`update teams set leader_id = null where name = '日韩'`);
    await rows(desk.db, q`delete from outbound_messages`);
    expect(await pick(full)).toBeNull();
    expect((await lastPick()).step).toBe("nobody");
    const told = await desk.db.selectFrom("outbound_messages").select(["receiver", "content", "ref_id"]).orderBy("receiver").execute();
    expect(told.map((m) => m.receiver)).toEqual(["admin", "manager"]);
    expect(told[0]).toMatchObject({ content: `订单 ${order.order_no} 已支付，没有可派的签证专家，请改派`, ref_id: order.id });
  });

  test("an urgent order asks for who takes urgent ones, and for the others when there is none", async () => {
    await set(A(), { handle_urgent: false });
    await set(B(), { handle_urgent: false });
    expect(await pick({ [C()]: 9 }, { is_urgent: true })).toBe(C());
    expect((await lastPick()).excluded).toMatchObject({ [A()]: "未接加急" });
    expect(await pick({ [A()]: 3, [B()]: 2, [C()]: 40 }, { is_urgent: true })).toBe(B());
    expect((await lastPick()).step).toBe("relaxed");
  });

  test("own countries before those of the team, both empty all", async () => {
    await set(A(), { country_ids: ["FR"] });
    expect(await pick({ [B()]: 5, [C()]: 3 })).toBe(C());
    expect(await pick({ [A()]: 30 }, { country_id: "FR" })).toBe(A());
    await rows(desk.db, q`update workers set team_id = null where id = ${B()}`);
    expect(await pick({ [A()]: 40, [B()]: 7 }, { country_id: "AR" })).toBe(B());
    await rows(desk.db, q`update workers set team_id = (select id from teams where name = '日韩') where id = ${B()}`);
  });

  test("outside working hours who is at work now goes first, else who will be at the next working minute", async () => {
    desk.clock.set(SATURDAY);
    await leave(A(), "2026-11-23");
    expect(await pick({ [B()]: 5, [C()]: 6 })).toBe(B());
    const made = await lastPick();
    expect(made.excluded).toMatchObject({ [A()]: "休假", [B()]: null });
    expect(made.duty_at).toBe("2026-11-23T01:00:00.000Z");
    await desk.db
      .insertInto("duties")
      .values({ worker_id: C(), kind: "on", from_date: "2026-11-21", to_date: "2026-11-21", ...stamped() })
      .execute();
    expect(await pick({ [B()]: 5, [C()]: 6 })).toBe(C());
    expect((await lastPick()).excluded).toMatchObject({ [B()]: "非工作时间", [C()]: null });
  });

  test("who lost the code of processing or was disabled gets nothing", async () => {
    await rows(desk.db, q`update workers set role_id = (select id from roles where name = '仅首页') where id = ${A()}`);
    expect(await pick({ [B()]: 5, [C()]: 6 })).toBe(B());
    expect((await lastPick()).excluded[A()]).toBe("无订单处理权限");
    await rows(desk.db, q`update workers set role_id = (select id from roles where name = '签证专家'), status = 0 where id = ${A()}`);
    expect(await pick({ [B()]: 5, [C()]: 6 })).toBe(B());
    expect((await lastPick()).excluded[A()]).toBeUndefined();
    await rows(desk.db, q`update workers set status = 1 where id = ${A()}`);
  });

  test("two payments at once never use the same stale count: six orders, two for each of three experts", async () => {
    const orders = [];
    for (let i = 0; i < 6; i++) orders.push(await desk.order());
    await Promise.all(orders.map((o) => desk.pay(o.id)));
    const counts = await openCounts(desk.db, [A(), B(), C()]);
    expect([counts.get(A()), counts.get(B()), counts.get(C())]).toEqual([2, 2, 2]);
    expect(await rows(desk.db, q`select 1 as x from expert_picks where step = 'load'`)).toHaveLength(6);
    await rows(desk.db, q`update orders set expert_id = null`);
  });

  test("a pick waits until the transaction of the one before has ended", async () => {
    const seen: string[] = [];
    const facts = { order_id: order.id, order_no: order.order_no, country_id: "JP", is_urgent: false, openCounts };
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const one = asWrite(desk.db, null, desk.clock.now(), async (ctx) => {
      await pickExpert(ctx, facts);
      begin();
      await untilWaiting(ctx.db);
      seen.push("first ends");
    });
    await begun;
    const two = asWrite(desk.db, null, desk.clock.now(), async (ctx) => {
      await pickExpert(ctx, facts);
      seen.push("second picked");
    });
    await Promise.all([one, two]);
    expect(seen).toEqual(["first ends", "second picked"]);
  });
});

/** Until another transaction waits for the lock; the embedded database has one connection, which waits by itself. */
async function untilWaiting(db: Db): Promise<void> {
  for (let i = 0; !onEmbedded() && i < 1000; i++) {
    const found = await row<{ n: number }>(
      db,
      q`select count(*)::int as n, pg_sleep(0.01)::text from pg_locks where locktype = 'advisory' and not granted`,
    );
    if ((found?.n ?? 0) > 0) return;
  }
  if (!onEmbedded()) throw new Error("nobody waits for the lock");
}

test("picks are written once and leave after 180 days", async () => {
  await pick();
  await expect(rows(desk.db, q`update expert_picks set step = 'nobody'`)).rejects.toThrow("append-only");
  await expect(rows(desk.db, q`delete from expert_picks`)).rejects.toThrow("append-only");
  desk.clock.advance(180 * 86_400_000 - 1000);
  expect(await asWrite(desk.db, null, desk.clock.now(), (ctx) => purgePicks(ctx.db, ctx.now))).toBe(0);
  desk.clock.advance(2000);
  expect(await asWrite(desk.db, null, desk.clock.now(), (ctx) => purgePicks(ctx.db, ctx.now))).toBe(1);
});

describe("rules", () => {
  const of = (worker_id: number, more: Partial<Candidate> = {}): Candidate => ({
    id: worker_id,
    worker_id,
    open: 0,
    max_open: 40,
    weight: 1,
    handle_urgent: true,
    off: null,
    last_pick_at: null,
    ...more,
  });
  const now = { at: new Date(FRIDAY), away: new Map<number, string | null>() };

  test("never picked goes before picked, then the older row", () => {
    expect(choose([of(2), of(1, { last_pick_at: "2026-11-01T00:00:00Z" })], false, [now]).choice?.picked.worker_id).toBe(2);
    expect(choose([of(2), of(1)], false, [now]).choice?.picked.worker_id).toBe(1);
    expect(choose([], false, [now]).choice).toBeNull();
  });

  test("a team without a leader has that of the team above", () => {
    const teams = [
      { id: 1, parent_id: null, country_ids: [], leader_id: 7 },
      { id: 2, parent_id: 1, country_ids: ["JP"], leader_id: null },
    ];
    expect(leaderFor(teams, "JP")).toBe(7);
    expect(leaderFor(teams, "KR")).toBeNull();
  });

  test("the interval of a rate stays within 0 and 1", () => {
    const shown = ({ low, high }: { low: number; high: number }): number[] => [low, high].map((x) => Math.round(x * 1000) / 10);
    expect(shown(interval(26, 30))).toEqual([70.3, 94.7]);
    expect(interval(20, 20).high).toBe(1);
    expect(interval(0, 20).low).toBe(0);
  });
});
