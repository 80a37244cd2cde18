import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { Refusal } from "#kit/http/refuse.ts";
import { seedRows } from "#kit/db/seeds.ts";
import { instantOf, workCalendar, type CalendarDay } from "../../base-data/calendar/calendar.rules.ts";
import { testDesk, type Desk } from "../../testing/loops/parts/calls.ts";
import { boardDates, dutyAt, dutyOfDay, without, type DutySpan } from "./duty.rules.ts";
import { onDuty } from "./duty.ts";

const DAYS = seedRows<[string, "off" | "work", string]>("gen/calendar-cn.json");
let desk: Desk;
let admin: Awaited<ReturnType<Desk["signIn"]>>;
let staff: ReadonlyMap<string, number>;
beforeAll(async () => {
  desk = await testDesk();
});
const START = "2026-09-29T01:00:00.000Z";
beforeEach(async () => {
  await desk.reset();
  await desk.db
    .insertInto("calendar_days")
    .values(DAYS.map(([date, day_kind, name]) => ({ calendar: "CN", date, day_kind, name, updated_at: START })))
    .execute();
  desk.clock.set(START);
  admin = await desk.signIn("admin");
  staff = new Map((await desk.db.selectFrom("workers").select(["id", "account"]).execute()).map((w) => [w.account, w.id]));
});

const worker = (account: string): number => staff.get(account) ?? 0;
type Cell = InputOf<"duty_save">["cells"][number];
const cell = (account: string, kind: Cell["kind"], from_date: string, more: Partial<Cell> = {}): Cell => ({
  worker_id: worker(account),
  kind,
  from_date,
  to_date: from_date,
  half: "all",
  ...more,
});
const isOn = async (account: string, date: string, time: string): Promise<boolean> => {
  const id = worker(account);
  return (await onDuty(desk.db, [id], instantOf(date, time))).get(id)?.on ?? false;
};
async function refused(call: Promise<unknown>): Promise<Refusal> {
  const error: unknown = await call.then(
    () => new Error("the call succeeded"),
    (e: unknown) => e,
  );
  if (error instanceof Refusal) return error;
  throw error;
}
const rowsOf = (account: string) =>
  desk.db
    .selectFrom("duties")
    .select(["kind", "from_date", "to_date", "half"])
    .where("worker_id", "=", worker(account))
    .orderBy("from_date")
    .orderBy("half")
    .execute();

describe("setting 10: on duty", () => {
  test("leave of a half day and over a holiday; a colleague at work out of turn; make-up days", async () => {
    await admin("duty_save", {
      cells: [
        cell("jpkr_1", "leave", "2026-09-30", { half: "pm" }),
        cell("jpkr_1", "leave", "2026-10-01", { to_date: "2026-10-08", reason: "年假" }),
        cell("jpkr_2", "on", "2026-10-03"),
      ],
    });
    expect(await isOn("jpkr_1", "2026-09-30", "14:00")).toBe(false);
    expect(await isOn("jpkr_1", "2026-09-30", "10:00")).toBe(true);
    expect(await isOn("jpkr_1", "2026-10-08", "10:00")).toBe(false);
    expect(await isOn("jpkr_1", "2026-10-09", "09:00")).toBe(true);
    expect(await isOn("jpkr_2", "2026-10-03", "10:00")).toBe(true);
    expect(await isOn("jpkr_3", "2026-10-03", "10:00")).toBe(false);
    expect(await isOn("jpkr_3", "2026-10-10", "10:00")).toBe(true);
    expect(await isOn("jpkr_3", "2026-10-11", "10:00")).toBe(false);
    expect(await isOn("jpkr_3", "2026-10-10", "12:30")).toBe(false);
    await desk.db.updateTable("workers").set({ status: 0 }).where("account", "=", "jpkr_3").execute();
    expect((await onDuty(desk.db, [worker("jpkr_3")], instantOf("2026-10-10", "10:00"))).get(worker("jpkr_3"))).toEqual({
      on: false,
      why: "已停用",
    });
  });

  test("an `on` row inside a leave overlaps and names it; the rest is saved and answered per cell", async () => {
    await admin("duty_save", { cells: [cell("jpkr_1", "leave", "2026-10-01", { to_date: "2026-10-08" })] });
    const clash = cell("jpkr_1", "on", "2026-10-03");
    const alone = await refused(admin("duty_save", { cells: [clash] }));
    expect([alone.code, alone.message]).toEqual(["overlap", "高桐已登记 2026-10-01至2026-10-08 休假"]);
    const { results } = await admin("duty_save", { cells: [clash, cell("jpkr_2", "on", "2026-10-03")] });
    expect(results.map((r) => [r.ok, r.code])).toEqual([
      [false, "overlap"],
      [true, null],
    ]);
    expect(await rowsOf("jpkr_2")).toHaveLength(1);
  });

  test("the two halves of a day do not overlap, the same half does; the database holds it too", async () => {
    await admin("duty_save", {
      cells: [cell("jpkr_1", "leave", "2026-09-30", { half: "am" }), cell("jpkr_1", "out", "2026-09-30", { half: "pm" })],
    });
    expect((await refused(admin("duty_save", { cells: [cell("jpkr_1", "training", "2026-09-30", { half: "pm" })] }))).code).toBe("overlap");
    const row = {
      worker_id: worker("jpkr_1"),
      kind: "on",
      from_date: "2026-09-30",
      to_date: "2026-09-30",
      half: "am",
      created_at: START,
      updated_at: START,
    } as const;
    await expect(desk.db.insertInto("duties").values(row).execute()).rejects.toMatchObject({ code: "23P01" });
  });

  test("two people enter the same day at once: one wins", async () => {
    const ended = await Promise.allSettled(
      (["leave", "out", "training"] as const).map((kind) => admin("duty_save", { cells: [cell("jpkr_1", kind, "2026-09-30")] })),
    );
    expect(ended.filter((e) => e.status === "fulfilled")).toHaveLength(1);
    for (const e of ended) if (e.status === "rejected") expect((e.reason as Refusal).code).toBe("overlap");
  });

  test("clearing and replacing take only the days that are meant", async () => {
    await admin("duty_save", { cells: [cell("jpkr_1", "leave", "2026-10-09", { to_date: "2026-10-14" })] });
    await admin("duty_save", { cells: [cell("jpkr_1", null, "2026-10-12", { half: "am" })] });
    await admin("duty_save", { cells: [cell("jpkr_1", "on", "2026-10-14", { replace: true })] });
    expect(await rowsOf("jpkr_1")).toEqual([
      { kind: "leave", from_date: "2026-10-09", to_date: "2026-10-11", half: "all" },
      { kind: "leave", from_date: "2026-10-12", to_date: "2026-10-12", half: "pm" },
      { kind: "leave", from_date: "2026-10-13", to_date: "2026-10-13", half: "all" },
      { kind: "on", from_date: "2026-10-14", to_date: "2026-10-14", half: "all" },
    ]);
  });
});

describe("who may enter whom", () => {
  test("anybody his own leave, nobody his own 加班值班, leaders their teams", async () => {
    const expert = await desk.signIn("jpkr_1");
    await expert("duty_save", { cells: [cell("jpkr_1", "leave", "2026-09-30")] });
    expect((await refused(expert("duty_save", { cells: [cell("jpkr_1", "on", "2026-10-03")] }))).code).toBe("not_allowed");
    expect((await refused(expert("duty_save", { cells: [cell("jpkr_2", "leave", "2026-09-30")] }))).code).toBe("not_found");
    await admin("duty_save", { cells: [cell("jpkr_1", "on", "2026-10-03")] });
    expect((await refused(expert("duty_save", { cells: [cell("jpkr_1", null, "2026-10-03")] }))).code).toBe("not_allowed");
    const own = await expert("duty_query", { from_date: "2026-09-28" });
    expect(own.list.map((m) => m.worker_id)).toEqual([worker("jpkr_1")]);
    expect(own.capacity).toEqual([]);
    await desk.db
      .updateTable("roles")
      .set({ module_group: [101001], data_scope: "team" })
      .where("name", "=", "客服")
      .execute();
    const leader = await desk.signIn("service");
    expect((await leader("duty_query", { from_date: "2026-09-28" })).list.map((m) => m.account)).toEqual([
      "service",
      "service_1",
      "service_2",
      "service_3",
    ]);
    await leader("duty_save", { cells: [cell("service_1", "on", "2026-10-03")] });
    expect((await refused(leader("duty_save", { cells: [cell("jpkr_2", "leave", "2026-09-30")] }))).code).toBe("not_found");
  });

  test("setting 24: bad days are refused with the name of their field", async () => {
    const bad = async (c: Cell): Promise<string> => (await refused(admin("duty_save", { cells: [c] }))).message;
    expect(await bad(cell("jpkr_1", "leave", "2026-09-28"))).toBe("开始日期不能早于今天");
    expect(await bad(cell("jpkr_1", "leave", "2026-10-02", { to_date: "2026-10-01" }))).toBe("结束日期不能早于开始日期");
    expect(await bad(cell("jpkr_1", "leave", "2026-10-01", { to_date: "2026-11-30" }))).toContain("一次最多60天");
    expect(await bad(cell("jpkr_1", "leave", "2026-10-01", { to_date: "2026-10-02", half: "am" }))).toBe("时段为上午或下午时只能选一天");
    expect(await bad(cell("jpkr_1", "leave", "2999-12-31"))).toBe("开始日期最多在一年内");
    expect(await admin.ends("duty_query", { from_date: "2999-12-31" })).toBe("bad_input");
    expect(await admin.ends("duty_save", { cells: [cell("jpkr_1", "leave", "2026-09-30", { reason: "字".repeat(51) })] })).toBe(400);
    expect(await admin.ends("duty_save", { cells: [] })).toBe(400);
    await admin("duty_save", { cells: [cell("jpkr_1", "leave", "2026-10-01", { to_date: "2026-11-29", reason: "字".repeat(50) })] });
  });
});

test("the board: a fortnight with the calendar, and per country team who can take orders", async () => {
  await admin("duty_save", {
    cells: [cell("jpkr_1", "leave", "2026-09-30"), cell("jpkr_2", "on", "2026-10-03"), cell("expert", "out", "2026-09-30", { half: "am" })],
  });
  const board = await admin("duty_query", { from_date: "2026-09-28" });
  expect(board.days).toHaveLength(14);
  expect(board.days[3]).toMatchObject({ date: "2026-10-01", is_working: false, name: "国庆节" });
  expect(board.days[12]).toMatchObject({ date: "2026-10-10", is_working: true });
  expect(board.list).toHaveLength(26);
  const team = board.capacity.find((c) => c.team_name === "日韩");
  expect(board.capacity.map((c) => c.team_name)).toEqual(["日韩", "申根", "英美加澳", "东南亚电子签"]);
  expect(team?.counts).toEqual([4, 4, 3, 0, 0, 1, 0, 0, 0, 0, 4, 4, 4, 0]);
  const { list } = await admin("team_query", {});
  expect(list.find((t) => t.name === "日韩")?.free_today).toBe(4);
  await desk.db.updateTable("experts").set({ accept_new: false }).where("worker_id", "=", worker("jpkr_3")).execute();
  expect((await admin("team_query", {})).list.find((t) => t.name === "日韩")?.free_today).toBe(3);
  expect((await admin("duty_query", { from_date: "2026-09-28", team_id: team?.team_id ?? 0 })).list).toHaveLength(4);
});

test("the list of staff and their picker say who is away today, on working days and on holidays", async () => {
  await admin("duty_save", {
    cells: [cell("jpkr_1", "leave", "2026-09-29"), cell("jpkr_2", "out", "2026-09-29", { half: "pm" }), cell("jpkr_3", "on", "2026-10-01")],
  });
  const team = { team_id: [(await desk.db.selectFrom("teams").select("id").where("name", "=", "日韩").executeTakeFirstOrThrow()).id] };
  const listed = async (filter: object) =>
    (await admin("worker_query", { ...team, ...filter, sort: "account" })).list.map((w) => [w.account, w.off_today]);
  expect(await listed({})).toEqual([
    ["expert", null],
    ["jpkr_1", "休假"],
    ["jpkr_2", null],
    ["jpkr_3", null],
  ]);
  const picked = async (account: string) => (await admin("worker_pick", { keyword: account, codes: [100302] })).list.map((w) => w.on_duty);
  expect([await picked("jpkr_1"), await picked("jpkr_2")]).toEqual([[false], [true]]);
  expect((await listed({ on_duty_today: true })).map(([a]) => a)).toEqual(["expert", "jpkr_2", "jpkr_3"]);
  expect((await listed({ on_duty_today: false })).map(([a]) => a)).toEqual(["jpkr_1"]);
  desk.clock.set("2026-10-01T02:00:00.000Z");
  admin = await desk.signIn("admin");
  await desk.db.updateTable("workers").set({ status: 0 }).where("account", "=", "jpkr_2").execute();
  expect((await listed({ on_duty_today: true })).map(([a]) => a)).toEqual(["jpkr_3"]);
  expect([await picked("jpkr_1"), await picked("jpkr_2"), await picked("jpkr_3")]).toEqual([[false], [], [true]]);
  expect((await admin("worker_pick", { keyword: "jpkr_2" })).list).toMatchObject([{ status: 0, on_duty: false }]);
  expect(await listed({ on_duty_today: false })).toEqual([
    ["expert", "非工作日"],
    ["jpkr_1", "非工作日"],
    ["jpkr_2", null],
  ]);
});

describe("rules", () => {
  const calendar = workCalendar(DAYS.map(([date, day_kind, name]): CalendarDay => ({ calendar: "CN", date, day_kind, name })));
  const leave = (from_date: string, to_date: string, half: DutySpan["half"] = "all"): DutySpan => ({
    kind: "leave",
    from_date,
    to_date,
    half,
  });

  test("what is left when days are taken out", () => {
    const row = leave("2026-10-01", "2026-10-03");
    const taken = (from_date: string, to_date: string, half: DutySpan["half"] = "all") =>
      without(row, { from_date, to_date, half }).map((d) => `${d.from_date} ${d.to_date} ${d.half}`);
    expect(taken("2026-10-02", "2026-10-02")).toEqual(["2026-10-01 2026-10-01 all", "2026-10-03 2026-10-03 all"]);
    expect(taken("2026-10-01", "2026-10-01", "pm")).toEqual(["2026-10-01 2026-10-01 am", "2026-10-02 2026-10-03 all"]);
    expect(taken("2026-10-03", "2026-10-03", "am")).toEqual(["2026-10-01 2026-10-02 all", "2026-10-03 2026-10-03 pm"]);
    expect(taken("2026-09-01", "2026-10-31")).toEqual([]);
    expect(taken("2026-10-04", "2026-10-04")).toEqual(["2026-10-01 2026-10-03 all"]);
  });

  test("a half day of leave leaves the other half; the reason of an absence is named", () => {
    expect(dutyOfDay([leave("2026-09-30", "2026-09-30", "am")], calendar, "2026-09-30")).toEqual({ on: true, why: null });
    expect(dutyOfDay([leave("2026-09-30", "2026-09-30")], calendar, "2026-09-30")).toEqual({ on: false, why: "休假" });
    expect(dutyOfDay([], calendar, "2026-10-01")).toEqual({ on: false, why: "非工作日" });
    expect(dutyAt([], calendar, instantOf("2026-09-30", "20:00"))).toEqual({ on: false, why: "非工作时间" });
    expect(boardDates("2026-09-30", 3)).toEqual(["2026-09-30", "2026-10-01", "2026-10-02"]);
  });
});
