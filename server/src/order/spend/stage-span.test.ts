/** 订单耗时 of a whole way by the moves themselves, and each number against the rows behind it. */
import { expect, it } from "vitest";
import type { Input, Output } from "@visadesk/contract/kit/endpoint.ts";
import { stageSpanApi } from "@visadesk/contract/order/spend/stage-span.ts";
import { SPEND_SPLITS, type SpendNode } from "@visadesk/contract/order/spend/spend.words.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { calendarOf } from "../../base-data/index.ts";
import { parseInput } from "#kit/call/input.ts";
import { readCtx } from "../../testing/ctx.ts";
import { orderDesk } from "../../testing/make/order.ts";
import { spendServed } from "./stage-span.ts";

const desk = await orderDesk("2026-11-20T02:00:00.000Z");
const at = (time: string): void => desk.clock.set(new Date(`2026-${time}:00+08:00`).toISOString());
const version = async (id: number): Promise<number> => (await desk.facts(id)).order.version;
const PERIOD = { from: "2026-11-20", to: "2026-12-31" };
type Api = typeof stageSpanApi;
type Stat = Output<Api["stage_span_stat_get"]>["list"][number];
const stat = (input: Input<Api["stage_span_stat_get"]>, as = desk.me): Promise<Output<Api["stage_span_stat_get"]>> =>
  spendServed.stage_span_stat_get(parseInput(stageSpanApi.stage_span_stat_get, input) as never, readCtx(desk.db, as, desk.clock.now()));
const query = (input: Input<Api["stage_span_query"]>, as = desk.me): Promise<Output<Api["stage_span_query"]>> =>
  spendServed.stage_span_query(parseInput(stageSpanApi.stage_span_query, input) as never, readCtx(desk.db, as, desk.clock.now()));
const stages = async (clock: "work" | "natural", more: object = {}): Promise<Record<SpendNode, Stat>> => {
  const { list } = await stat({ clock, ended_at: PERIOD, ...more });
  return Object.fromEntries(list.map((r) => [r.key, r])) as Record<SpendNode, Stat>;
};
const visa = async () => ({
  visa_no: "V1234567",
  visa_issue_date: "2026-12-16",
  visa_effective_date: "2026-12-16",
  visa_expiry_date: "2029-01-01",
  stay_days: 30,
  entry_count: "single",
  result_files: [await desk.file("application/pdf")],
});

async function wayToVisit(id: number, order: number): Promise<void> {
  at("11-20T14:00");
  await desk.handIn(id);
  at("11-23T10:00");
  await desk.passItems(id);
  await desk.move("applicant_review_pass", id);
  at("11-23T11:00");
  await desk.move("visit_propose", id, { visit_at: "2026-12-10T02:00:00.000Z" });
  at("11-23T15:00");
  await desk.move("visit_decline", id, { reason: "当天不方便" });
  const slot = { appointment_no: "AP1", letter: await desk.file("application/pdf") };
  const ready = async (notice: string, trained: string): Promise<void> => {
    at(notice);
    await desk.move("visit_notice_send", id);
    at(trained);
    await desk.move("applicant_train_done", id, { trained_on: desk.today(), teacher_id: desk.staff.get("expert") ?? 0 });
  };
  at("11-23T16:00");
  await desk.move("visit_book", id, { ...slot, visit_at: "2026-12-09T02:00:00.000Z" });
  await ready("11-23T17:00", "11-24T10:00");
  at("12-09T17:00");
  await desk.move("visit_miss", id, { reason: "客户未到馆" });
  at("12-10T10:00");
  await desk.move("visit_book", id, { ...slot, visit_at: "2026-12-16T02:00:00.000Z", customer_agreed: true, reason: "电话确认" });
  await ready("12-10T11:00", "12-10T12:00");
  at("12-16T17:00");
  await desk.move("visit_attend", id, { submit_date: "2026-12-16", application_no: "US0001" });
  expect(await version(order)).toBeGreaterThan(1);
}

const made = await desk.order({ sku_no: "US-B1B2-01", travel_date: "2027-06-01", wish: "manual", wish_dates: ["2026-12-09"] });
const id = made.people[0] ?? 0;

it("order 25: spend-time shows the parts without the rolled-back segment", async () => {
  at("11-20T11:00");
  await desk.pay(made.id);
  await wayToVisit(id, made.id);
  await desk.move("applicant_admin_check_set", id, { admin_check_due: "2026-12-31" });
  at("12-21T10:00");
  await desk.move("applicant_issue", id, await visa());
  at("12-22T10:00");
  await desk.move("applicant_rollback", id, { to: "in_embassy", reason_code: "wrong_result", reason: "签证号录入有误" });
  const back = await stages("natural");
  expect([back.t7.done, back.t7.open, back.t8.open]).toEqual([0, 1, 0]);
  at("12-23T10:00");
  await desk.move("applicant_issue", id, await visa());
  at("12-23T12:00");

  const calendar = await calendarOf(desk.db);
  const worked = (from: string, to: string): number =>
    calendar.workingMinutes(new Date(`2026-${from}:00+08:00`), new Date(`2026-${to}:00+08:00`));
  const work = await stages("work");
  const visit = worked("11-23T16:00", "12-09T17:00") + worked("12-10T10:00", "12-16T17:00");
  expect(work.t1).toMatchObject({ done: 1, open: 0, mean: 60, customer: 60 });
  expect(work.t2).toMatchObject({ done: 1, mean: 120, customer: 120 });
  expect(work.t3).toMatchObject({ done: 1, mean: 300, median: 300, p90: 300, us: 300 });
  // Booked twice: what was waited for a date counts there, whichever of the two it was.
  expect(work.t4).toMatchObject({ done: 1, open: 0, mean: 420, us: 240, customer: 180 });
  expect(work.t5).toMatchObject({ done: 1, mean: visit });
  // 12-17, 12-18 and 12-21, then 12-23: the day of the result that was taken back is not the mission's.
  expect(work.t7).toMatchObject({ done: 1, open: 0, mean: 4 * 480, embassy: 4 * 480 });
  expect(work.t8).toMatchObject({ done: 0, open: 1, longest: 120, us: 120 });
  expect(work.t9).toMatchObject({ done: 0, open: 0, mean: null });
  const mission = worked("12-16T17:00", "12-21T10:00") + worked("12-22T10:00", "12-23T10:00");
  expect(work.t6.mean).toBe(300 + 420 + visit);
  expect(work.total).toMatchObject({ done: 1, mean: 120 + 300 + 420 + visit + mission });

  const natural = await stages("natural");
  expect(natural.t7).toMatchObject({ mean: (4 * 24 + 17 + 24) * 60, embassy: (4 * 24 + 17 + 24) * 60 });
  expect(natural.t3.mean).toBe(68 * 60);
  const all = (Date.parse("2026-12-23T10:00:00+08:00") - Date.parse("2026-11-20T11:00:00+08:00")) / 60_000;
  expect(natural.total.mean).toBe(all - 24 * 60);
});

it("a hold is not in the working minutes and is his who was waited for by the calendar", async () => {
  at("12-23T12:00");
  const o = await desk.order();
  const person = o.people[0] ?? 0;
  await desk.pay(o.id);
  await desk.handIn(person);
  at("12-23T14:00");
  await desk.move("applicant_hold", person, { hold_party: "customer", reason: "客户出差，等他回来" });
  at("12-23T17:00");
  const only = { sku_id: [(await desk.facts(o.id)).order.sku_id] };
  expect((await stages("work", only)).t3).toMatchObject({ open: 1, mean: 60, us: 60, customer: 0 });
  expect((await stages("natural", only)).t3).toMatchObject({ mean: 300, us: 120, customer: 180 });
  await desk.move("applicant_unhold", person);
  at("12-23T18:00");
  expect((await stages("work", only)).t3).toMatchObject({ open: 1, longest: 120, us: 120, customer: 0 });
});

it("order 18: each number is the number of its rows, in every division", async () => {
  at("12-23T18:00");
  for (const by of keysOf(SPEND_SPLITS)) {
    const { list } = await stat({ by, node: "total", ended_at: PERIOD });
    for (const r of list.filter((x) => x.done + x.open > 0)) {
      const asked = { ended_at: PERIOD, node: ["total" as SpendNode], page_size: 100 };
      const own: Input<Api["stage_span_query"]> =
        by === "stage"
          ? { node: [r.key as SpendNode] }
          : by === "month"
            ? { ended_at: { from: `${r.key}-01`, to: `${r.key}-30` } }
            : by === "country"
              ? { country_id: [r.key] }
              : r.key === ""
                ? { without: by as "embassy" | "supplier" | "expert" }
                : { [`${by}_id`]: [Number(r.key)] };
      const { list: rows, total } = await query({ ...asked, ...own });
      const count = (is: (x: (typeof rows)[number]) => unknown): number => rows.filter(is).length;
      expect([by, r.key, count((x) => !x.is_open), count((x) => x.is_open), total]).toEqual([by, r.key, r.done, r.open, r.done + r.open]);
      expect([count((x) => x.is_late), count((x) => x.is_late !== null)]).toEqual([r.late, r.limited]);
      expect([count((x) => x.is_kept), count((x) => x.is_kept !== null)]).toEqual([r.kept, r.promised]);
      expect(rows.reduce((n, x) => n + x.us, 0)).toBe(r.us);
      expect(rows.every((x) => x.minutes === x.us + x.customer + x.embassy + x.supplier + x.courier)).toBe(true);
    }
  }
  const of = async (more: Input<Api["stage_span_query"]>): Promise<number | null> =>
    (await query({ ended_at: PERIOD, node: ["t3"], ...more })).total;
  const { t3 } = await stages("work");
  expect([await of({ state: "done" }), await of({ state: "open" }), await of({ is_late: true }), await of({ party: "us" })]).toEqual([
    t3.done,
    t3.open,
    t3.late,
    2,
  ]);
  const first = await query({ ended_at: PERIOD, page_size: 3 });
  const next = await query({ ended_at: PERIOD, page_size: 3, cursor: first.cursor ?? "" });
  expect(new Set([...first.list, ...next.list].map((x) => x.id)).size).toBe(6);
});

it("order 16: who sees his own orders counts and reads those alone; a period is 92 days at most", async () => {
  const other = desk.worker("expert", { scope_ids: [987_654] });
  const asked = { ended_at: PERIOD };
  expect((await stat(asked, other)).list.every((r) => r.done + r.open === 0)).toBe(true);
  expect((await query(asked, other)).total).toBe(0);
  expect((await query(asked)).total).toBeGreaterThan(0);
  const far = { ended_at: { from: "2026-01-01", to: "2026-12-31" } };
  await expect(stat(far)).rejects.toThrow("期间最多92天，请缩小期间");
});
