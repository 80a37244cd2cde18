import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import AppointmentList from "./appointment-list.tsx";
import AppointmentAdd from "./appointment-add.tsx";
import { dayName } from "./appointment-month.tsx";

vi.setConfig({ testTimeout: 90_000 });

const dayAfter = (n: number): string => shanghaiDate(new Date(Date.now() + n * 86_400_000));
const row = {
  id: 7,
  country_id: "GB",
  country_name: "英国",
  flag_emoji: "🇬🇧",
  place_id: 3,
  place_name: "演示中心·上海",
  district_name: "上海领区",
  visa_type: 4,
  earliest_date: dayAfter(20),
  no_slots: false,
  slots_note: "约20个",
  half: "any",
  min_lead_days: 2,
  source: "staff",
  supplier_id: null,
  supplier_name: null,
  valid_days: 3,
  checked_at: "2026-11-16T01:00:00Z",
  fresh_until: "2026-11-19",
  freshness: "stale",
  updated_by: 4,
  updated_by_name: "周启明",
  curve: [
    { on: dayAfter(-40), days: 20 },
    { on: dayAfter(-4), days: 24 },
  ],
  used_count: 3,
  waiting_count: 2,
  status: 1,
  sort: 0,
  remark: "",
  version: 5,
  updated_at: "2026-11-16T01:00:00Z",
};
const person = (applicant_id: number, more: object = {}) => ({
  applicant_id,
  applicant_no: `V26111800000${applicant_id}-01`,
  order_id: applicant_id,
  order_no: `V26111800000${applicant_id}`,
  name_cn: "张*",
  sku_name: "英国访问签证",
  applicant_status: "awaiting_appointment",
  status_at: "2026-11-18T02:00:00Z",
  travel_date: "2030-01-01",
  expert_name: "林老师",
  reminded_times: 0,
  reminded_at: null,
  ...more,
});
const moved = { id: 7, place_name: row.place_name, visa_type: 4, before: dayAfter(20), after: dayAfter(41), waiting: 2 };
const answers = {
  appointment_query: { list: [row], total: 1, total_capped: false, page: 1, page_size: 20, cursor: null },
  appointment_stat_get: { fresh: 4, stale: 1, none: 2, waiting: 9 },
  appointment_waiting_query: {
    list: [person(1), person(2, { travel_date: dayAfter(30), reminded_times: 1, reminded_at: "2026-11-19T02:00:00Z" })],
    total: 2,
    before: dayAfter(20),
    after: dayAfter(41),
  },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});
beforeEach(() => window.history.replaceState(null, "", "/base-data/appointment/list"));
const open = (stub: ReturnType<typeof stubServer>, codes: number[] = [may.appointment]) => {
  draw(
    <>
      <FeedbackHost />
      <AppointmentList />
    </>,
    codes,
  );
  return stub;
};

it("a date is typed where it stands; a later one opens who waits, and those ticked are told", async () => {
  const stub = open(
    stubServer({
      ...answers,
      appointment_update: { id: 7, version: 6, impact: moved },
      appointment_notify: { reminded: 1, results: [{ id: 2, ok: true, msg: "第2次提醒" }] },
    }),
  );
  fireEvent.click(await screen.findByTitle("修改最早可约"));
  const box = screen.getByLabelText("演示中心·上海的最早可约");
  fireEvent.change(box, { target: { value: "下周三" } });
  fireEvent.keyDown(box, { key: "Enter" });
  expect((await screen.findByRole("alert")).textContent).toContain("日期看不懂");
  expect(stub.of("appointment_update")).toEqual([]);
  fireEvent.change(box, { target: { value: dayAfter(41) } });
  fireEvent.keyDown(box, { key: "Enter" });
  await waitFor(() =>
    expect(stub.of("appointment_update")[0]).toEqual({
      id: 7,
      version: 5,
      earliest_date: dayAfter(41),
      no_slots: false,
      slots_note: "约20个",
    }),
  );
  fireEvent.click(await screen.findByText("选中出行受影响的 1 人"));
  fireEvent.click(screen.getByText("通知 1 人"));
  await waitFor(() => expect(stub.of("appointment_notify")[0]).toMatchObject({ id: 7, applicant_ids: [2], expected_count: 2 }));
});

it("核对 states the same value; a refusal stands at the row", async () => {
  const stub = open(
    stubServer({
      ...answers,
      appointment_update: new Refused(200, { ret: 17, msg: "2026-12-25为闭馆日（圣诞节）", body: { code: "bad_input" } }),
    }),
  );
  fireEvent.click(await screen.findByText("核对"));
  expect((await screen.findByRole("alert")).textContent).toBe("2026-12-25为闭馆日（圣诞节）");
  expect(stub.of("appointment_update")[0]).toMatchObject({ earliest_date: row.earliest_date, no_slots: false });
  fireEvent.keyDown(screen.getByLabelText("演示中心·上海的最早可约"), { key: "Escape" });
  expect(screen.queryByRole("alert")).toBeNull();
});

it("counts stand on the tabs, and who waits leads to the orders for those who process them", async () => {
  const stub = stubServer(answers);
  open(stub, [may.appointment, may.order_process]);
  expect((await screen.findByText("2", { selector: "a" })).getAttribute("href")).toContain("visit_place_id=3");
  // 全部 hides nothing, disabled dates neither.
  expect(stub.of("appointment_query")[0]).not.toHaveProperty("status");
  const tabs = screen.getByLabelText("阶段");
  await waitFor(() => expect(tabs.textContent).toContain("已过期1无号2有效4"));
  expect(screen.getByLabelText(/90天内录入时距可约 20–24天/)).toBeTruthy();
});

it("the grid takes a pasted table; a bad cell stays with its reason, the others are done", async () => {
  const stub = open(
    stubServer({
      ...answers,
      appointment_batch_update: {
        results: [
          { row: 1, id: 7, ok: true, made: "changed", cell: null, msg: "已保存" },
          { row: 2, id: null, ok: false, made: null, cell: "place", msg: "没有叫“火星”的启用地点" },
        ],
        added: 0,
        changed: 1,
        refreshed: 0,
        failed: 1,
        impacts: [],
      },
    }),
  );
  fireEvent.click(await screen.findByText("批量录入"));
  const area = await screen.findByLabelText("粘贴表格");
  fireEvent.paste(area, { clipboardData: { getData: () => "演示中心·上海\t旅游签\t12月21日\n火星\t\t无号\n" } });
  fireEvent.click(await screen.findByText("保存 2 行"));
  await waitFor(() =>
    expect(stub.of("appointment_batch_update")[0]).toMatchObject({
      rows: [
        { row: 1, id: 7, version: 5, slot: "12月21日" },
        { row: 2, place: "火星", visa_type: "", slot: "无号" },
      ],
    }),
  );
  expect(await screen.findByText("没有叫“火星”的启用地点")).toBeTruthy();
  expect(screen.getByText("已保存")).toBeTruthy();
  expect(await screen.findByText("保存 1 行")).toBeTruthy();
});

it("an empty list says where to begin", async () => {
  open(stubServer({ ...answers, appointment_query: { ...answers.appointment_query, list: [], total: 0 } }));
  expect(await screen.findByText("还没有录入，先从「批量录入」粘贴")).toBeTruthy();
});

it("the form shows the closed days of the chosen place, and 无号 takes the date off", async () => {
  window.history.replaceState(null, "", "/base-data/appointment/add?place=3");
  const month = dayAfter(0).slice(0, 7);
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  const day = `${month}-${String(last).padStart(2, "0")}`;
  const stub = stubServer({
    appointment_calendar_get: { closed: [{ date: `${month}-01`, name: "国庆节" }], is_estimated: false },
    embassy_pick: { list: [] },
    supplier_pick: { list: [] },
    appointment_add: { id: 9, version: 1, impact: null },
    draft_get: { draft: null },
  });
  draw(
    <>
      <FeedbackHost />
      <AppointmentAdd />
    </>,
    [may.appointment],
  );
  expect(await screen.findByTitle("国庆节")).toBeTruthy();
  fireEvent.click(screen.getByLabelText(dayName(day)));
  await waitFor(() => expect(screen.getByLabelText(dayName(day)).getAttribute("aria-pressed")).toBe("true"));
  fireEvent.click(screen.getByText("现在约不到"));
  await waitFor(() => expect(screen.getByLabelText(dayName(day)).getAttribute("aria-pressed")).toBe("false"));
  expect(screen.getByLabelText<HTMLInputElement>("现在约不到").checked).toBe(true);
  fireEvent.click(screen.getByText("保存"));
  await waitFor(() =>
    expect(stub.of("appointment_add")[0]).toMatchObject({ place_id: 3, earliest_date: null, no_slots: true, visa_type: null }),
  );
});
