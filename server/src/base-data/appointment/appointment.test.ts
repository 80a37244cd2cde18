import { beforeAll, describe, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { q, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { appointmentEarliest } from "./appointment-earliest.ts";
import { freshnessOf, freshSince, freshUntil } from "./appointment.rules.ts";
import { freshnessCounts } from "./appointment.sql.ts";
import { addDays, instantOf } from "../calendar/calendar.rules.ts";
import { calendarOf } from "../calendar/calendar.ts";

/** Friday 2026-09-18, ten o'clock; the Sunday after it is a working day. */
const NOW = "2026-09-18T02:00:00.000Z";
let app: TestApp;
let clerk: Client;
/** Missions that keep Chinese holidays, one per test. */
let places: { id: number; name: string }[];
beforeAll(async () => {
  app = await testApp({ now: NOW });
  clerk = await app.as("product");
  places = await rows(app.db, q`select id, name from embassies where embassy_type < 4 and status = 1 and follow_cn order by id`);
});

const key = () => ({ idempotency_key: crypto.randomUUID() });
const facts = (place_id: number, more: Partial<InputOf<"appointment_add">> = {}): InputOf<"appointment_add"> => ({
  place_id,
  visa_type: null,
  earliest_date: "2026-10-20",
  no_slots: false,
  slots_note: "",
  half: "any",
  min_lead_days: 0,
  source: "staff",
  supplier_id: null,
  valid_days: 3,
  ...key(),
  ...more,
});
const placeAt = (n: number): number => places[n]?.id ?? 0;
const refusal = async (name: string, body: unknown): Promise<[unknown, string]> => {
  const answer = await clerk.raw(name, body);
  return [(answer.body as { code?: string } | null)?.code, answer.msg];
};
const pointsOf = async (id: number): Promise<(string | null)[]> =>
  (await clerk.call("appointment_point_query", { id })).list.map((p) => p.earliest_date);

describe("base-data 16: dates a place can offer", () => {
  test.each([
    ["a holiday of the mission", { earliest_date: "2026-10-05" }, "2026-10-05为闭馆日（国庆节）"],
    ["a weekend", { earliest_date: "2026-10-24" }, "2026-10-24为闭馆日（非办公日）"],
    ["a make-up day of China, on which missions stay closed", { earliest_date: "2026-10-10" }, "2026-10-10为闭馆日（非办公日）"],
    ["yesterday", { earliest_date: "2026-09-17" }, "最早日期不能早于今天（2026-09-18）"],
    ["date and 无号", { no_slots: true }, "请填写最早日期或标记无号"],
    ["neither date nor 无号", { earliest_date: null }, "请填写最早日期或标记无号"],
    ["a slip of the year", { earliest_date: "2062-10-20" }, "最早日期超过两年，请核对"],
    ["a supplier without a name", { source: "supplier" }, "请选择供应商"],
  ] as const)("%s is refused", async (_what, more, msg) => {
    expect(await refusal("appointment_add", facts(placeAt(0), more))).toEqual(["bad_input", msg]);
  });

  test("a place and kind of visa has one row; an edit obeys the same rules", async () => {
    const { id, version } = await clerk.call("appointment_add", facts(placeAt(0)));
    expect(await refusal("appointment_add", facts(placeAt(0)))).toEqual(["duplicate", "该地点与签证类型已存在"]);
    await clerk.call("appointment_add", facts(placeAt(0), { visa_type: 4 }));
    const edit = (more: object) => refusal("appointment_update", { id, version, ...more });
    expect(await edit({ earliest_date: "2026-10-05" })).toEqual(["bad_input", "2026-10-05为闭馆日（国庆节）"]);
    expect(await edit({ no_slots: true })).toEqual(["bad_input", "请填写最早日期或标记无号"]);
    expect((await clerk.raw("appointment_update", { id, version: version + 1, slots_note: "仅上午" })).status).toBe(409);
    const days = await clerk.call("appointment_calendar_get", { place_id: placeAt(0), from: "2026-10-01", to: "2026-10-10" });
    expect(days.closed.find((d) => d.date === "2026-10-05")).toEqual({ date: "2026-10-05", name: "国庆节" });
    expect(days.closed.map((d) => d.date)).not.toContain("2026-10-09");
  });
});

describe("base-data 17: how long a statement holds", () => {
  test("updated on Friday for three working days: good to the end of Tuesday, the make-up Sunday counted", async () => {
    const { id } = await clerk.call("appointment_add", facts(placeAt(1)));
    expect(await clerk.call("appointment_get", { id })).toMatchObject({ freshness: "fresh", fresh_until: "2026-09-22" });
    const at = async (time: string) => (await appointmentEarliest(app.db, placeAt(1), 4, new Date(time)))?.freshness;
    expect(await at("2026-09-22T15:59:59.999Z")).toBe("fresh");
    expect(await at("2026-09-22T16:00:00.000Z")).toBe("stale");
  });

  test("the list's condition in the database says the same, to the second", async () => {
    await rows(app.db, q`update appointments set status = 0 where place_id <> ${placeAt(1)}`);
    const calendar = await calendarOf(app.db);
    const counts = (time: string) => {
      const today = shanghaiDate(time);
      return freshnessCounts(app.db, { since: freshSince(calendar, today), today, now: new Date(time) });
    };
    expect(await counts("2026-09-22T15:59:59.999Z")).toEqual({ fresh: 1, stale: 0, none: 0 });
    expect(await counts("2026-09-22T16:00:00.000Z")).toEqual({ fresh: 0, stale: 1, none: 0 });
    await rows(app.db, q`update appointments set status = 1`);
  });

  test("whatever the number of days, both ways of asking agree", async () => {
    const calendar = await calendarOf(app.db);
    const today = "2026-10-14";
    const since = freshSince(calendar, today);
    for (let back = 0; back < 60; back++) {
      for (const valid_days of [1, 2, 3, 5, 10, 30]) {
        const checked_at = instantOf(addDays(today, -back), "09:30").toISOString();
        const holds = new Date(checked_at) >= (since[valid_days - 1] ?? Number.NaN);
        expect(freshUntil(calendar, { checked_at, valid_days }) >= today, `${back} ${valid_days}`).toBe(holds);
      }
    }
  });

  test("a date that has passed and an old 无号 say nothing any more", async () => {
    const calendar = await calendarOf(app.db);
    const said = { checked_at: NOW, valid_days: 10 };
    expect(freshnessOf(calendar, { ...said, earliest_date: "2026-09-21", no_slots: false }, "2026-09-22")).toBe("stale");
    expect(freshnessOf(calendar, { ...said, earliest_date: null, no_slots: true }, "2026-09-22")).toBe("none");
    expect(freshnessOf(calendar, { ...said, earliest_date: null, no_slots: true }, "2026-10-30")).toBe("stale");
  });
});

test("a row that only names one kind of visa speaks before the one for all; disabled rows are silent", async () => {
  const all = await clerk.call("appointment_add", facts(placeAt(2)));
  const own = await clerk.call("appointment_add", facts(placeAt(2), { visa_type: 5, earliest_date: "2026-11-03" }));
  const at = async (type: number) => (await appointmentEarliest(app.db, placeAt(2), type, app.clock.now()))?.id;
  expect([await at(4), await at(5)]).toEqual([all.id, own.id]);
  await clerk.call("appointment_disable", { id: own.id, version: 1, used_count: await usedCount(own.id) });
  expect(await at(5)).toBe(all.id);
});
const usedCount = async (id: number): Promise<number> => (await clerk.call("appointment_get", { id })).used_count;

test("only a new value leaves a point; the same one again is a look at it; points are never changed", async () => {
  const { id } = await clerk.call("appointment_add", facts(placeAt(3)));
  app.clock.advance(60_000);
  const same = await clerk.call("appointment_update", { id, version: 1, earliest_date: "2026-10-20", no_slots: false });
  expect(same.impact).toBeNull();
  expect((await clerk.call("appointment_get", { id })).checked_at).toBe(app.clock.now().toISOString());
  expect(await pointsOf(id)).toEqual(["2026-10-20"]);
  app.clock.advance(60_000);
  await clerk.call("appointment_update", { id, version: 2, remark: "电话核实" });
  expect((await clerk.call("appointment_get", { id })).checked_at).not.toBe(app.clock.now().toISOString());
  await clerk.call("appointment_update", { id, version: 3, earliest_date: null, no_slots: true });
  expect(await pointsOf(id)).toEqual([null, "2026-10-20"]);
  await expect(
    rows(app.db, q`update appointment_points set no_slots = true, earliest_date = null where appointment_id = ${id}`),
  ).rejects.toThrow("append-only");
  await expect(rows(app.db, q`delete from appointment_points where appointment_id = ${id}`)).rejects.toThrow("append-only");
});

describe("base-data 18: a batch of 300 rows", () => {
  const VISA = ["", "旅游签", "商务签", "探亲访友签", "医疗签", "留学签", "工作签", "展会签"];
  const grid = () =>
    Array.from({ length: 300 }, (_, i) => ({
      row: i + 1,
      place: places[10 + (i % 40)]?.name ?? "",
      visa_type: VISA[Math.floor(i / 40)] ?? "",
      slot: i === 7 ? "2026-10-05" : i === 100 ? "下周三" : i % 2 === 0 ? "10月20日" : "无号",
      slots_note: "",
    }));

  test("two bad cells: 298 are saved, the two come back with reasons; the key again changes nothing", async () => {
    const body = { rows: grid(), ...key() };
    const saved = await clerk.call("appointment_batch_update", body);
    expect(saved).toMatchObject({ added: 298, changed: 0, refreshed: 0, failed: 2 });
    expect(saved.results.filter((r) => !r.ok)).toMatchObject([
      { row: 8, cell: "slot", msg: "2026-10-05为闭馆日（国庆节）" },
      { row: 101, cell: "slot", msg: "日期看不懂，请写成 2026-10-28、10月28日 或 无号" },
    ]);
    const count = async () =>
      (
        await rows<{ n: number; p: number }>(
          app.db,
          q`select (select count(*)::int from appointments) as n, (select count(*)::int from appointment_points) as p`,
        )
      )[0];
    const before = await count();
    const again = await clerk.raw("appointment_batch_update", body);
    expect([again.headers["idempotency-replayed"], again.body]).toEqual(["true", saved]);
    expect(await count()).toEqual(before);

    const later = grid().map((r, i) => (i === 2 ? { ...r, slot: "2026-10-21" } : r));
    expect(await clerk.call("appointment_batch_update", { rows: later, ...key() })).toMatchObject({
      added: 0,
      changed: 1,
      refreshed: 297,
      failed: 2,
    });
    expect((await count())?.p).toBe((before?.p ?? 0) + 1);
  });

  test("each cell says what is wrong with it", async () => {
    const name = places[5]?.name ?? "";
    const { results } = await clerk.call("appointment_batch_update", {
      rows: [
        { row: 1, place: name, slot: "2026/10/20", slots_note: "约20个" },
        { row: 2, place: name, visa_type: "全部", slot: "无号" },
        { row: 3, place: "火星使馆", slot: "无号" },
        { row: 4, place: name, visa_type: "月球签", slot: "无号" },
        { row: 5, place: places[6]?.name ?? "", slot: "" },
        { row: 6, place: places[6]?.name ?? "", visa_type: "旅游", slot: "无号", slots_note: "长".repeat(41) },
        { row: 7, id: 999_999, slot: "无号" },
      ],
      ...key(),
    });
    expect(results.map((r) => [r.row, r.made, r.cell])).toEqual([
      [1, "added", null],
      [2, null, "place"],
      [3, null, "place"],
      [4, null, "visa_type"],
      [5, null, "slot"],
      [6, null, "slots_note"],
      [7, null, "place"],
    ]);
    expect(results[1]?.msg).toBe("与第1行是同一地点与签证类型");
  });

  test("a row that somebody else changed since is not overwritten", async () => {
    const { id } = await clerk.call("appointment_add", facts(placeAt(7)));
    const [result] = (await clerk.call("appointment_batch_update", { rows: [{ row: 1, id, version: 9, slot: "无号" }], ...key() })).results;
    expect(result).toMatchObject({ ok: false, msg: "已被他人修改，请刷新后再填" });
  });
});
