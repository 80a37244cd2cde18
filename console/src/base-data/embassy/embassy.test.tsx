import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadAddressLibrary } from "#kit/app/address-library.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import { CalendarDrawer } from "../calendar/calendar-drawer.tsx";
import { monthOf, readRows } from "../calendar/calendar-model.ts";
import { DistrictDrawer } from "./district-drawer.tsx";
import EmbassyAdd from "./embassy-add.tsx";
import { tickCity, tickProvince, withRest } from "./embassy-area.ts";
import EmbassyList from "./embassy-list.tsx";
import { weekdaysText } from "@visadesk/contract/base-data/embassy.ts";

const LIBRARY = {
  86: { 210000: "辽宁省", 310000: "上海市" },
  210000: { 210100: "沈阳市", 210200: "大连市", 210300: "鞍山市" },
  310000: { 310100: "市辖区" },
};
const liaoning = {
  code: "210000",
  name: "辽宁省",
  cities: [
    { code: "210100", name: "沈阳市" },
    { code: "210200", name: "大连市" },
    { code: "210300", name: "鞍山市" },
  ],
};
const post = {
  id: 7,
  embassy_type: 2,
  country_id: "JP",
  country_name: "日本",
  flag_emoji: "🇯🇵",
  name: "日本驻上海总领事馆",
  short_name: "上海领馆",
  operator: "embassy",
  parent_ids: [],
  parent_names: [],
  city: "上海",
  address: null,
  address_text: "",
  lat: null,
  lon: null,
  phone: "",
  email: "",
  website: "",
  weekdays: [1, 2, 3, 4, 5],
  open_from: "09:00",
  open_to: "17:00",
  pickup_hours: "",
  follow_cn: true,
  transport: "",
  carry_limits: "",
  notice_note: "",
  district_name: "上海领区",
  domicile_limit: true,
  district_area: [{ province_code: "310000", only_cities: [], except_cities: [] }],
  residence_counts: true,
  follow_relative: true,
  channel: "",
  verify_months: 6,
  sort: 0,
  remark: "",
  province_count: 5,
  is_open_today: false,
  closed_because: "国庆节",
  earliest: { earliest_date: "2026-11-30", no_slots: false, is_stale: true },
  used_count: 3,
  verified_at: null,
  verified_by_name: null,
  is_verify_due: true,
  source: "wikidata 2022-11",
  status: 1,
  version: 2,
  updated_at: "2026-11-20T06:05:00Z",
};
const province = (province_code: string, province_name: string, province_state: string, more: object = {}) => ({
  province_code,
  province_name,
  province_state,
  cells: [null],
  missing_cities: [],
  double_cities: [],
  ...more,
});
const check = {
  posts: [{ id: 7, name: post.name, short_name: "上海领馆", embassy_type: 2, district_name: "上海领区" }],
  unlimited: [],
  provinces: [
    province("210000", "辽宁省", "missing", { missing_cities: ["大连市"] }),
    province("310000", "上海市", "unique", { cells: [{ text: "全部", is_double: false }] }),
  ],
  regions: [],
  missing: 1,
  double: 0,
};
const days = ["2026-10-01", "2026-10-02", "2026-10-10"].map((date, i) => ({
  date,
  is_open: i === 2,
  name: i === 2 ? "调休上班" : "国庆节",
  day_kind: i === 2 ? "work" : "off",
}));
const cn = { calendar: "CN", name: "中国法定工作日", is_published: false, own_days: 3, stamp: "3 x", days };
const page = (list: object[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });
const country = {
  id: "JP",
  code2: "JP",
  code3: "JPN",
  name_zh: "日本",
  name_en: "Japan",
  pinyin: "riben",
  initial: "R",
  continent: "亚洲",
  flag_emoji: "",
  is_region: false,
  status: 1,
  is_hot: true,
};
const answers = {
  embassy_query: page([post]),
  district_check_get: check,
  country_get: [country],
  embassy_pick: { list: [] },
  calendar_query: { list: [cn], years: [2026] },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});
beforeEach(async () => {
  window.history.replaceState(null, "", "/base-data/embassy-and-cousulate/list");
  localStorage.setItem("vd_addr_url", "/storage/area.json");
  localStorage.setItem("vd_addr_lib", JSON.stringify(LIBRARY));
  await loadAddressLibrary("/storage/area.json");
});

it("the list says what today is for a post, what is due and what is missing", async () => {
  stubServer(answers);
  draw(<EmbassyList />, [may.embassy]);
  const row = await screen.findByRole("row", { name: /日本驻上海总领事馆/ });
  for (const words of ["上海领区", "限户籍 · 5省", "09:00–17:00", "周一至周五", "闭 国庆节", "2026-11-30", "待核验", "未录入"])
    expect(row.textContent).toContain(words);
  expect(within(row).getByText("已过期")).toBeTruthy();
  expect(within(row).getByRole("link", { name: "3" }).getAttribute("href")).toBe("/base-data/related-product/embassy-and-cousulate/7");
});

it("领区检查 shows gaps by province and asks for one person", async () => {
  const stub = stubServer({
    ...answers,
    district_accepts_get: { list: [{ ...check.posts[0], ok: true, reason: "居住地在领区内", extra_paper: "居住证" }] },
  });
  draw(<DistrictDrawer onClose={() => undefined} />, [may.embassy]);
  fireEvent.mouseDown(await screen.findByLabelText("国家/地区"));
  fireEvent.click(await screen.findByText("日本"));
  const table = await screen.findByRole("table", { name: "领区检查" });
  expect(within(table).getByRole("row", { name: /辽宁省/ }).textContent).toContain("缺失 大连市");
  fireEvent.click(screen.getByRole("switch"));
  await waitFor(() => expect(within(table).queryByRole("row", { name: /上海市/ })).toBeNull());
  fireEvent.click(screen.getByText("按人试算"));
  const [household] = await screen.findAllByRole("combobox", { name: "户籍" });
  fireEvent.mouseDown(household as HTMLElement);
  fireEvent.click(await screen.findByTitle("辽宁省"));
  fireEvent.click(await screen.findByTitle("大连市"));
  expect(await screen.findByText("居住证")).toBeTruthy();
  expect(stub.of("district_accepts_get")).toEqual([
    { country_id: "JP", household_province: "210000", household_city: "210200", relation: "self" },
  ]);
});

it("工作日历 marks a year without days; picked days are saved with the stamp that was seen", async () => {
  const stub = stubServer({ ...answers, calendar_save: { changes: [{ date: "2026-10-02", before: "off", after: "work", name: "" }] } });
  draw(
    <>
      <CalendarDrawer calendars={["CN"]} onClose={() => undefined} />
      <FeedbackHost />
    </>,
    [may.embassy],
  );
  expect(await screen.findByText("未公布")).toBeTruthy();
  expect(screen.getByText(/涉及该年的日期按周末推算/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "2026-10-02 闭 国庆节（休）" }));
  const bar = screen.getByRole("group", { name: "设置所选日期" });
  expect(bar.textContent).toContain("已选 1 天");
  fireEvent.change(within(bar).getByLabelText("名称"), { target: { value: "加开" } });
  fireEvent.click(within(bar).getByRole("button", { name: "设为班" }));
  await waitFor(() => expect(screen.queryByRole("group", { name: "设置所选日期" })).toBeNull());
  expect(stub.of("calendar_save")).toEqual([
    { calendar: "CN", year: 2026, stamp: "3 x", days: [{ date: "2026-10-02", day_kind: "work", name: "加开" }] },
  ]);
});

it("an import is tried first; only a trial without errors that changes something may be imported", async () => {
  const changes = [
    { date: "2027-01-01", before: null, after: "off", name: "元旦" },
    { date: "2027-05-01", before: "off", after: null, name: "劳动节" },
  ];
  let errors: object[] = [{ row: 1, msg: "2027-01-32 格式不对" }];
  const stub = stubServer({ ...answers, calendar_import: () => ({ changes, unchanged: 4, errors }) });
  draw(
    <>
      <CalendarDrawer calendars={["CN"]} onClose={() => undefined} />
      <FeedbackHost />
    </>,
    [may.embassy],
  );
  fireEvent.click(await screen.findByRole("button", { name: "导入" }));
  const box = await screen.findByLabelText("JSON 内容");
  const dialog = box.closest<HTMLElement>("[role=dialog]") as HTMLElement;
  fireEvent.change(box, { target: { value: "{" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "试导入" }));
  expect(await screen.findByText("不是有效的 JSON，请检查括号、引号和逗号")).toBeTruthy();
  fireEvent.change(box, { target: { value: '[{"date":"2027-01-01","isOffDay":true,"name":"元旦"}]' } });
  fireEvent.click(within(dialog).getByRole("button", { name: "试导入" }));
  expect(await screen.findByText("第 1 行：2027-01-32 格式不对")).toBeTruthy();
  expect(within(dialog).getByRole<HTMLButtonElement>("button", { name: "导入" }).disabled).toBe(true);
  errors = [];
  fireEvent.click(within(dialog).getByRole("button", { name: "试导入" }));
  const trial = await screen.findByLabelText("试导入结果");
  await waitFor(() => expect(trial.textContent).toContain("新增 1 天01-01 按星期→休 元旦去掉 1 天05-01 休→按星期 劳动节"));
  fireEvent.click(within(dialog).getByRole("button", { name: "导入，改变 2 天" }));
  await waitFor(() => expect(stub.of("calendar_import").at(-1)).toMatchObject({ dry_run: false }));
  expect(stub.of("calendar_import").at(-1)).toMatchObject({ rows: [{ date: "2027-01-01", day_kind: "off", name: "元旦" }] });
});

it("the form asks for what its type needs, and keeps what was typed when the server refuses", async () => {
  const message = "领区至少选择一个省份";
  const refusal = new Refused(200, { ret: 17, msg: message, body: { code: "bad_input", issues: [{ path: "district_area", message }] } });
  stubServer({ ...answers, draft_get: { draft: null }, draft_save: { saved_at: "2026-11-20T00:00:00Z" }, embassy_add: refusal });
  window.history.replaceState(null, "", "/base-data/embassy-and-cousulate/add");
  draw(<EmbassyAdd />, [may.embassy]);
  fireEvent.click(await screen.findByRole("button", { name: "保存" }));
  for (const words of ["请选择类型", "请选择国家", "请输入名称"]) expect(await screen.findByText(words)).toBeTruthy();
  const name = screen.getByLabelText("名称");
  fireEvent.change(name, { target: { value: "测试领馆" } });
  const preview = screen.getByLabelText("打印预览");
  await waitFor(() => expect(preview.textContent).toContain("赴馆地点：测试领馆"));
  expect(preview.textContent).toContain("周一至周五 09:00–17:00，中国法定节假日闭馆");
});

it("ticking cities keeps 其余: from the whole a city is left out, from nothing it is listed alone", () => {
  const whole = tickProvince([], "210000", true);
  const except = tickCity(whole, liaoning, "210200", false);
  expect(except).toEqual([{ province_code: "210000", only_cities: [], except_cities: ["210200"] }]);
  expect(tickCity(except, liaoning, "210200", true)).toEqual(whole);
  const only = tickCity([], liaoning, "210200", true);
  expect(only).toEqual([{ province_code: "210000", only_cities: ["210200"], except_cities: [] }]);
  expect(tickCity(only, liaoning, "210200", false)).toEqual([]);
  expect(["210100", "210300"].reduce((a, c) => tickCity(a, liaoning, c, true), only)).toEqual(whole);
  expect(withRest(only, new Set(["310000"]), ["110000", "210000", "310000"]).map((a) => a.province_code)).toEqual(["110000", "210000"]);
});

it("weeks begin on Monday; runs of weekdays are said by their ends; files are read as rows", () => {
  expect(monthOf([{ date: "2026-10-01", is_open: true, name: null, day_kind: null }], 10).map((d) => d?.date)).toEqual([
    undefined,
    undefined,
    undefined,
    "2026-10-01",
  ]);
  expect(
    [
      [1, 2, 3, 4, 5],
      [2, 4],
      [1, 2, 3, 4, 5, 6, 7],
    ].map(weekdaysText),
  ).toEqual(["周一至周五", "周二、周四", "每天"]);
  expect(readRows('{"year":2027,"days":[{"name":"元旦","date":"2027-01-03","isOffDay":false}]}')).toEqual([
    { date: "2027-01-03", day_kind: "work", name: "元旦" },
  ]);
  expect(readRows("{}")).toBe("JSON 应为数组，或含有 days 数组");
});
