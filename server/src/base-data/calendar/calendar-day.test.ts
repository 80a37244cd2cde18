/** 工作日历: editing and importing days, and what follows from it for open orders. */
import { beforeAll, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { seedRows } from "#kit/db/seeds.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { readDays } from "./calendar-day.rules.ts";

let app: TestApp;
let admin: Client;
let desk: OrderDesk;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as("admin");
  const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
  desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
});

const year = async (calendar: string, of: number) => {
  const { list, years } = await admin.call("calendar_query", { year: of, calendars: [calendar] });
  const [found] = list;
  if (!found) throw new Error(calendar);
  return { ...found, years, day: (date: string) => found.days.find((d) => d.date === date) };
};
type Days = InputOf<"calendar_save">["days"];
const save = async (calendar: string, of: number, days: Days) =>
  admin.call("calendar_save", { calendar, year: of, stamp: (await year(calendar, of)).stamp, days });
const imported = (body: Omit<InputOf<"calendar_import">, "idempotency_key">) => ({ ...body, idempotency_key: crypto.randomUUID() });
/** How often the order area was told. */
const told = async (): Promise<number> =>
  (await row<{ n: number }>(app.db, q`select count(*)::int as n from jobs where job = 'order_calendar_changed'`))?.n ?? 0;
/** The days of 2026 under another year's dates. */
const asYear = (to: number) =>
  seedRows<[string, "off" | "work", string]>("gen/calendar-cn.json")
    .filter(([date]) => date.startsWith("2026-"))
    .map(([date, day_kind, name]) => ({ date: date.replace("2026", String(to)), day_kind, name }));
const missionOf = async (sku: string): Promise<string> =>
  String((await row<{ id: number }>(app.db, q`select coalesce(submit_place_id, embassy_id) as id from skus where sku_no = ${sku}`))?.id);

test("a year shows every day of China and of a mission; one without days is 未公布", async () => {
  const cn = await year("CN", 2026);
  expect(cn).toMatchObject({ is_published: true, name: "中国法定工作日" });
  expect(cn.days).toHaveLength(365);
  expect(cn.day("2026-10-05")).toEqual({ date: "2026-10-05", is_open: false, name: "国庆节", day_kind: "off" });
  expect(cn.day("2026-10-10")).toMatchObject({ is_open: true, day_kind: "work" });
  expect(cn.day("2026-10-17")).toEqual({ date: "2026-10-17", is_open: false, name: null, day_kind: null });
  const mission = await year(await missionOf("JP-TOUR-S-01"), 2026);
  expect(mission.day("2026-10-05")).toMatchObject({ is_open: false, name: "国庆节", day_kind: null });
  expect(mission.day("2026-10-10")).toMatchObject({ is_open: false, name: null });
  expect(await year("CN", 2027)).toMatchObject({ is_published: false, own_days: 0 });
  expect((await admin.raw("calendar_query", { year: 2026, calendars: ["999999999"] })).body).toMatchObject({ code: "not_found" });
});

test("a dry run shows added and removed days and changes nothing; a faulty row is told by its number", async () => {
  const rowsOf2026 = asYear(2026).filter((d) => d.date !== "2026-01-01");
  const before = await told();
  const dry = await admin.call(
    "calendar_import",
    imported({ calendar: "CN", year: 2026, rows: [...rowsOf2026, { date: "2026-12-31", day_kind: "off", name: "年末" }], dry_run: true }),
  );
  expect(dry.errors).toEqual([]);
  expect(dry.changes).toEqual([
    { date: "2026-01-01", before: "off", after: null, name: "元旦" },
    { date: "2026-12-31", before: null, after: "off", name: "年末" },
  ]);
  expect(dry.unchanged).toBe(rowsOf2026.length);
  expect((await year("CN", 2026)).day("2026-01-01")?.day_kind).toBe("off");
  const bad = [{ date: "2026-02-30" }, { date: "2026-03-02", day_kind: "maybe" }, { date: "2027-01-01", day_kind: "off" }];
  const refused = await admin.raw("calendar_import", imported({ calendar: "CN", year: 2026, rows: bad, dry_run: false }));
  expect(refused).toMatchObject({ msg: "有3行错误，请修正后重新导入", body: { code: "import_invalid" } });
  expect(await told()).toBe(before);
  const twice = [
    { date: "2026-05-01", day_kind: "off" },
    { date: "2026-05-01", day_kind: "work" },
  ];
  expect(readDays([...bad, ...twice], 2026).errors).toEqual([
    { row: 1, msg: "日期应为 2027-01-01 这样的格式" },
    { row: 2, msg: "类型应为 off（休）或 work（班）" },
    { row: 3, msg: "2027-01-01 不在 2026 年内" },
    { row: 5, msg: "2026-05-01 重复" },
  ]);
});

test("somebody else's change in between is not overwritten; a day of another year is refused", async () => {
  const { stamp } = await year("CN", 2025);
  await save("CN", 2025, [{ date: "2025-03-03", day_kind: "off", name: "停电" }]);
  const late = { calendar: "CN", year: 2025, stamp, days: [{ date: "2025-03-04", day_kind: "off", name: "" }] };
  expect(await admin.raw("calendar_save", late)).toMatchObject({ msg: "日历已被他人修改，请刷新后再改", body: { code: "state_changed" } });
  const { stamp: now } = await year("CN", 2025);
  expect((await admin.raw("calendar_save", { ...late, stamp: now, year: 2024 })).body).toMatchObject({ code: "bad_input" });
  expect((await year("CN", 2025)).day("2025-03-04")?.is_open).toBe(true);
  const taken = await save("CN", 2025, [{ date: "2025-03-03", day_kind: null, name: "" }]);
  expect(taken.changes).toEqual([{ date: "2025-03-03", before: "off", after: null, name: "停电" }]);
});

test("base-data 3: a due date in a year without calendar carries estimated; importing the year ends that and tells the order area once", async () => {
  const o = await desk.order();
  const [id = 0] = o.people;
  await desk.pay(o.id);
  await rows(app.db, q`update applicants set status_due_at = '2027-01-05T10:00:00Z' where id = ${id}`);
  await rows(app.db, q`update orders set due_at = '2027-01-05T10:00:00Z', promised_date = '2026-12-30' where id = ${o.id}`);
  const estimated = async () => {
    const { due_estimated, promise_estimated } = await admin.call("order_get", { id: o.id });
    const person = await admin.call("applicant_get", { order_id: o.id, id });
    return { due_estimated, promise_estimated, person: person.due_estimated };
  };
  expect(await estimated()).toEqual({ due_estimated: true, promise_estimated: false, person: true });
  const listed = await admin.call("order_query", { keyword: o.order_no });
  expect(listed.list[0]).toMatchObject({ due_estimated: true });
  const before = await told();
  const body = imported({ calendar: "CN", year: 2027, rows: asYear(2027), dry_run: false });
  const done = await admin.call("calendar_import", body);
  expect(done.changes).toHaveLength(asYear(2027).length);
  expect(await admin.call("calendar_import", body)).toEqual(done);
  expect(await told()).toBe(before + 1);
  expect(await estimated()).toEqual({ due_estimated: false, promise_estimated: false, person: false });
  expect(await year("CN", 2027)).toMatchObject({ is_published: true, years: expect.arrayContaining([2026, 2027]) as number[] });
});

test("a new holiday moves the due times that followed from the old days, and no others", async () => {
  await app.runJobs();
  const o = await desk.order();
  const [id = 0] = o.people;
  await desk.pay(o.id);
  await desk.reviewed(id);
  const own = await desk.order();
  const [kept = 0] = own.people;
  await desk.pay(own.id);
  await desk.reviewed(kept);
  const chosen = "2026-11-24T01:23:45.000Z";
  await rows(app.db, q`update applicants set status_due_at = ${chosen} where id = ${kept}`);
  const due = (await desk.person(id)).status_due_at ?? "";
  const day = new Date(Date.parse(due) + 8 * 3_600_000).toISOString().slice(0, 10);
  expect(day > "2026-11-20").toBe(true);
  await save("CN", 2026, [{ date: day, day_kind: "off", name: "临时放假" }]);
  expect((await desk.person(id)).status_due_at).toBe(due);
  await app.runJobs();
  const moved = (await desk.person(id)).status_due_at ?? "";
  expect(moved > due).toBe(true);
  expect((await desk.person(kept)).status_due_at).toBe(chosen);
  await save("CN", 2026, [{ date: day, day_kind: null, name: "" }]);
  await app.runJobs();
  expect((await desk.person(id)).status_due_at).toBe(due);
});

test("an own closed day of a mission moves the result due of who is with it", async () => {
  const o = await desk.order();
  const [id = 0] = o.people;
  await desk.pay(o.id);
  await desk.reviewed(id);
  await desk.move("applicant_submit", id, { submit_date: desk.today() });
  const mission = (await desk.facts(o.id)).snapshot.embassy?.id ?? 0;
  const due = (await desk.person(id)).status_due_at ?? "";
  expect(due).not.toBe("");
  await save(String(mission), 2026, [{ date: "2026-11-25", day_kind: "off", name: "馆庆" }]);
  await app.runJobs();
  const moved = (await desk.person(id)).status_due_at ?? "";
  expect(moved > due).toBe(true);
  const today = await admin.call("embassy_get", { id: mission });
  expect(today.is_open_today).toBe(true);
  await save(String(mission), 2026, [
    { date: "2026-11-25", day_kind: null, name: "" },
    { date: "2026-11-20", day_kind: "off", name: "临时闭馆" },
  ]);
  expect(await admin.call("embassy_get", { id: mission })).toMatchObject({ is_open_today: false, closed_because: "临时闭馆" });
  await app.runJobs();
  expect((await desk.person(id)).status_due_at).toBe(due);
});

test("base-data 1: no visit on an own closed day of the place, nor outside of its hours", async () => {
  const o = await desk.order({ sku_no: "US-B1B2-01", travel_date: "2027-06-01", wish: "manual", wish_dates: ["2026-12-15"] });
  const [id = 0] = o.people;
  await desk.pay(o.id);
  await desk.handIn(id);
  await desk.passItems(id);
  await desk.move("applicant_review_pass", id);
  const place = (await desk.facts(o.id)).snapshot;
  const calendar = String((place.submit_place ?? place.embassy)?.id);
  await save(calendar, 2026, [{ date: "2026-12-09", day_kind: "off", name: "馆内培训" }]);
  const book = (visit_at: string) => desk.refusedMove("visit_propose", id, { visit_at });
  expect(await book("2026-12-09T02:00:00.000Z")).toMatchObject({ code: "bad_input", msg: "该日使领馆不办公" });
  expect((await book("2026-12-10T14:00:00.000Z")).msg).toBe("该日使领馆不办公");
  await desk.move("visit_propose", id, { visit_at: "2026-12-10T02:00:00.000Z" });
});

test("from November on the holders are told daily that next year is 未公布, until it is imported", async () => {
  const messages = async () =>
    (await row<{ n: number }>(app.db, q`select count(*)::int as n from outbound_messages where template = 'calendar_missing'`))?.n ?? 0;
  await rows(app.db, q`delete from calendar_days where calendar = 'CN' and date >= '2027-01-01'`);
  const before = await messages();
  app.clock.set("2026-11-21T01:00:01.000Z");
  await app.runJobs();
  const first = (await messages()) - before;
  expect(first).toBeGreaterThan(0);
  await rows(
    app.db,
    q`insert into calendar_days (calendar, date, day_kind, name, updated_at) values ('CN', '2027-01-01', 'off', '元旦', ${app.clock.now()})`,
  );
  app.clock.set("2026-11-22T01:00:01.000Z");
  await app.runJobs();
  expect((await messages()) - before).toBe(first);
});
