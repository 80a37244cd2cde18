/** order "Beyond the field" 2: the plan of an order rests on what our own cases of the last 90 days took, where 20 of them are known. */
import { beforeAll, describe, expect, it } from "vitest";
import { issueText } from "@visadesk/contract/base-data/calendar/back-plan.ts";
import { inTransaction } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { orderDesk } from "../../testing/make/order.ts";
import { readCtx } from "../../testing/ctx.ts";
import { seedDemoOrders } from "../index.ts";
import { testApp } from "../../testing/app.ts";
import { calendarOf, places } from "../../base-data/index.ts";
import { orderReads } from "../list/order.read.ts";
import { keepPlanFigures, learnedDays, openBetween, p90Of } from "./plan-figures.sql.ts";

describe("the days", () => {
  it("counts open days behind the first one, and takes what nine of ten took at most", () => {
    const open = (day: string): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
    expect(openBetween("2026-11-20", "2026-11-20", open)).toBe(0);
    expect(openBetween("2026-11-20", "2026-11-23", open)).toBe(1);
    expect(openBetween("2026-11-20", "2026-12-04", open)).toBe(10);
    expect(
      p90Of([
        { days: 5, n: 18 },
        { days: 9, n: 2 },
      ]),
    ).toBe(5);
    expect(
      p90Of([
        { days: 9, n: 3 },
        { days: 5, n: 17 },
      ]),
    ).toBe(9);
    expect(p90Of([])).toBe(0);
  });
});

describe("an order's plan", async () => {
  const desk = await orderDesk();
  const figure = (kind: string, place_id: number, days: number, n: number) =>
    rows(
      desk.db,
      q`insert into plan_figures (kind, place_id, days, n, counted_at) values (${kind}, ${place_id}, ${days}, ${n}, ${desk.clock.now()})
        on conflict (kind, place_id) do update set days = excluded.days, n = excluded.n`,
    );
  const plan = async (id: number) => (await orderReads.order_plan_get({ id }, readCtx(desk.db, desk.me, desk.clock.now()))).plan;

  it("says per step what it rests on; under 20 cases the set days stay; entry and order still name one date", async () => {
    const order = await desk.order({});
    const embassy = (await desk.facts(order.id)).snapshot.embassy?.id ?? 0;
    const before = await plan(order.id);
    expect(before?.steps.every((s) => s.basis === undefined)).toBe(true);
    await figure("mission", embassy, 40, 19);
    expect(await plan(order.id)).toEqual(before);
    await figure("mission", embassy, 40, 84);
    const after = await plan(order.id);
    expect(after?.steps.find((s) => s.step === "result")?.basis).toEqual({ days: 40, n: 84 });
    expect((after?.first_travel_date ?? "") > (before?.first_travel_date ?? "")).toBe(true);
    const quote = await desk.call("order_quote", { ...(await desk.entry()), return_mode: "pickup" });
    expect(quote.promised).toBe(after && issueText(after));
    await figure("mission", embassy + 100_000, 3, 500);
    expect(await plan(order.id)).toEqual(after);
  });
});

describe("beyond the field 2", () => {
  let app: Awaited<ReturnType<typeof testApp>>;
  beforeAll(async () => {
    app = await testApp();
    await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 300 });
  }, 240_000);

  it("kept figures equal the count from scratch, person by person and parcel by parcel", async () => {
    const now = app.clock.now();
    await rows(app.db, q`update applicants set result_at = result_at - interval '1 day' where id % 4 = 0`);
    await inTransaction(app.db, (tx) => keepPlanFigures(tx, now));
    const today = new Date(Date.parse(`${new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)}T00:00:00+08:00`));
    const since = new Date(today.getTime() - 90 * 86_400_000);
    const people = await rows<{ embassy_id: number; submit_date: string; result_on: string }>(
      app.db,
      q`select (s.body #>> '{embassy,id}')::int8 as embassy_id, a.submit_date, (a.result_at at time zone 'Asia/Shanghai')::date as result_on
        from applicants a join orders o on o.id = a.order_id join sku_snapshots s on s.id = o.snapshot_id
        where a.result_at >= ${since} and a.result_at < ${today} and a.submit_date is not null and s.body #>> '{embassy,id}' is not null`,
    );
    const calendar = await calendarOf(app.db);
    const missions = await places(app.db, [...new Set(people.map((p) => p.embassy_id))]);
    const scratch = [...Map.groupBy(people, (p) => p.embassy_id)].map(([place_id, of]) => {
      const open = calendar.missionDays(missions.get(place_id) ?? null);
      const days = of.map((p) => openBetween(p.submit_date, p.result_on, (d) => open.isOpen(d))).toSorted((a, b) => a - b);
      return { kind: "mission", place_id, n: days.length, days: days[Math.ceil(days.length * 0.9) - 1] };
    });
    const parcels = await rows<{ type: number; days: number }>(
      app.db,
      q`select type, (signed_at at time zone 'Asia/Shanghai')::date - (sent_at at time zone 'Asia/Shanghai')::date as days from expresses
        where type in (1, 3) and sent_at <= signed_at and signed_at >= ${since} and signed_at < ${today}`,
    );
    const couriers = [...Map.groupBy(parcels, (p) => p.type)].map(([type, of]) => {
      const days = of.map((p) => p.days).toSorted((a, b) => a - b);
      return {
        kind: type === 1 ? "courier_in" : "courier_back",
        place_id: 0,
        n: days.length,
        days: days[Math.ceil(days.length * 0.9) - 1],
      };
    });
    const kept = await rows<{ kind: string; place_id: number }>(app.db, q`select kind, place_id, n, days from plan_figures`);
    const sorted = (list: readonly { kind: string; place_id: number }[]) =>
      list.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.place_id - b.place_id);
    expect(sorted(kept)).toEqual(sorted([...scratch, ...couriers]));
    expect(couriers).toHaveLength(2);
    const enough = scratch.find((x) => x.n >= 20);
    if (enough) expect((await learnedDays(app.db, enough.place_id)).result).toEqual({ days: enough.days, n: enough.n });
  }, 120_000);
});
