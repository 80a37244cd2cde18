import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { countryApi } from "@visadesk/contract/base-data/country.ts";
import { baseDataApi } from "@visadesk/contract/base-data/base-data.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { answerOf } from "../../testing/answers.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import "../../screens.ts";
import CountryEdit from "./country-edit.tsx";
import CountryList from "./country-list.tsx";
import CountryPhone from "./country-phone.tsx";
import CountryView from "./country-view.tsx";
import "../../screens.ts";
import { panelsFor } from "#kit/app/panel-registry.ts";
import { localTime } from "../calendar/local-time.ts";
import { OfficialFees } from "../embassy/official-fees.tsx";

beforeEach(() => window.history.replaceState(null, "", "/base-data/country/list"));
afterEach(cleanup);

const japan = {
  id: "JP",
  flag_emoji: "",
  code3: "JPN",
  code_num: "392",
  name_zh: "日本",
  name_en: "Japan",
  pinyin: "riben",
  initial: "R",
  continent: "亚洲",
  is_region: false,
  is_schengen: false,
  capital: "Tokyo",
  currencies: ["JPY"],
  phone_codes: ["81"],
  languages: ["ja"],
  time_zone: "Asia/Tokyo",
  plug: "A、B型 100V",
  emergency_phone: "报警 110，急救 119",
  cn_mission_phone: "",
  visa_policy: "required",
  visa_free_days: null,
  policy_note: "",
  passport_months: 6,
  blank_pages: 2,
  cover: null,
  is_hot: true,
  sort: 0,
  remark: "",
  verify_months: 6,
  status: 1,
  source: "",
  verified_at: null,
  verified_by_name: null,
  is_verify_due: true,
  embassy_count: 7,
  spu_count: 3,
  used_count: 4,
  fee_count: 3,
  version: 1,
  updated_at: "2026-11-20T06:05:00Z",
};
const fee = {
  id: 10,
  country_ids: ["JP"],
  name: "日本短期滞在·单次",
  fee_kind: "embassy",
  currency: "CNY",
  adult: 71500,
  child: null,
  effective_from: "2026-06-30T16:00:00Z",
  effective_to: null,
  source_url: "https://example.com",
  verify_months: 6,
  fee_state: "current",
  verified_at: null,
  verified_by_name: null,
  is_verify_due: true,
  sku_count: 1,
  former_count: 0,
  adjust_open: 0,
  version: 1,
};
const pageOf = (...list: object[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });

it("a row says policy, passport rule and what waits; its counts open their rows", async () => {
  stubServer({ country_query: pageOf(japan) });
  draw(<CountryList />, [may.country]);
  const row = (await screen.findByText("日本")).closest("tr");
  for (const words of ["需签证", "6个月 · 2页", "热门", "JP · Japan", "待核验", "启用"]) expect(row?.textContent).toContain(words);
  expect(
    within(row ?? document.body)
      .getByText("4")
      .closest("a")
      ?.getAttribute("href"),
  ).toBe("/base-data/related-product/country/JP");
});

const impact = { total: 2, short: 1, orders: 2 };
const person = {
  id: 7,
  applicant_no: "V261120000001-01",
  order_id: 3,
  order_no: "V261120000001",
  name_cn: "张*",
  applicant_status: "pre_review",
  passport_expiry_date: "2027-03-01",
  return_date: "2026-12-20",
  is_short: true,
};
const editing = (more: Parameters<typeof stubServer>[0] = {}) => {
  window.history.replaceState(null, "", "/base-data/country/edit/JP");
  return stubServer({
    country_detail_get: japan,
    official_fee_query: pageOf(fee),
    country_impact_get: impact,
    country_impact_query: pageOf(person),
    country_update: { ...japan, version: 2 },
    ...more,
  });
};

it("a changed passport rule shows whom it reaches before it is saved; going back keeps what was typed", async () => {
  const stub = editing();
  draw(<CountryEdit />, [may.country, may.order_view]);
  const months = await screen.findByLabelText(/护照有效期/);
  fireEvent.change(months, { target: { value: "12" } });
  fireEvent.blur(months);
  fireEvent.click(screen.getByText("保存"));
  // By text: roles of a form this size are slow to compute.
  await screen.findByText("V261120000001");
  const dialog = screen.getByText("日本：规则改动影响未送签的订单").closest<HTMLElement>("[role=dialog]") ?? document.body;
  expect(dialog.textContent).toContain("护照有效期 6个月 → 12个月");
  expect(dialog.textContent).toContain("2 个订单的 2 名申请人尚未送签，其中 1 人的护照按新规则不足");
  expect(within(dialog).getByText("V261120000001").closest("a")?.getAttribute("href")).toBe("/order/admin-order/detail/3");
  expect(stub.of("country_impact_query")[0]).toMatchObject({ country_id: "JP", passport_months: 12 });
  fireEvent.click(within(dialog).getByText("返回修改"));
  await waitFor(() => expect(screen.queryByText("返回修改")).toBeNull());
  expect(stub.of("country_update")).toEqual([]);
  const typed = screen.getByLabelText<HTMLInputElement>(/护照有效期/);
  expect(typed.value).toBe("12");
  // A save that changes no rule asks nothing.
  fireEvent.change(typed, { target: { value: "6" } });
  fireEvent.blur(typed);
  fireEvent.change(screen.getByLabelText("插座"), { target: { value: "A型" } });
  fireEvent.click(screen.getByText("保存"));
  await waitFor(() => expect(stub.of("country_update")).toHaveLength(1));
  expect(stub.of("country_update")[0]).toMatchObject({ id: "JP", version: 1, plug: "A型" });
  expect(stub.of("country_impact_get")).toHaveLength(1);
});

const change = {
  sku_id: 1,
  sku_no: "JP-TOUR-S-01",
  name: "上海送签 日本单次旅游签证",
  sku_status: "on_sale",
  rate: null,
  fee_old: 71500,
  fee_new: 78000,
  retail_old: 118800,
  retail_new: 125300,
  margin_old: null,
  margin_new: null,
  fee_in_cost: true,
  cells: [{ price_kind: "embassy_fee", ref_id: "", band: "adult", old: 71500, new: 78000 }],
  adjust_no: null,
  fault: null,
};

/** The rows of the form by themselves. */
function Fees() {
  const [dialog, open] = useDialog();
  return (
    <>
      <OfficialFees country={{ id: "JP", name_zh: "日本" }} open={open} />
      {dialog}
    </>
  );
}

it("a fee that follows another shows the products it moves, and one press opens their requests", async () => {
  const next = { ...fee, id: 11, adult: 78000, effective_from: "2026-11-30T16:00:00Z", fee_state: "pending", former_count: 2 };
  const taken = { ...change, sku_id: 2, sku_no: "JP-TOUR-S-02", adjust_no: "TJ261120000002" };
  const stub = editing({
    official_fee_query: pageOf(fee, next),
    official_fee_affected_query: { fee: next, former: fee, needs_rate: false, total: 2, list: [change, taken] },
    official_fee_adjust: { batch_no: "TJ261120000009", opened: 1, results: [{ id: 1, ok: true, msg: "TJ261120000010" }] },
  });
  draw(<Fees />, [may.country, may.sku]);
  fireEvent.click(await screen.findByRole("button", { name: "2 个待调价" }));
  const table = await screen.findByRole("table", { name: "受影响的商品" });
  expect(table.textContent).toContain("¥1,253.00");
  expect(table.textContent).toContain("待审核 TJ261120000002");
  expect(screen.queryByText("毛利")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "提交 1 个调价单" }));
  await waitFor(() => expect(stub.of("official_fee_adjust")).toHaveLength(1));
  expect(stub.of("official_fee_adjust")[0]).toMatchObject({ id: 11, keep: "service", sku_ids: [1], expected_count: 2 });
});

it("the sheet says rule, fees in both currencies, and what is on sale", async () => {
  window.history.replaceState(null, "", "/base-data/country/view/JP");
  const euro = {
    ...fee,
    id: 12,
    name: "签证费",
    currency: "EUR",
    adult: 9000,
    child: 4500,
    rate: "8.000000",
    cny_adult: 72000,
    cny_child: 36000,
  };
  const product = {
    id: 1,
    sku_no: "JP-TOUR-S-01",
    name: "日本单次",
    district_name: "上海领区",
    retail_adult: 118800,
    work_days_min: 7,
    work_days_max: 10,
    sale_blocks: [],
  };
  const step = { step: "papers", earliest: "2026-09-16", latest: "2026-09-17", slack: 1, is_done: false, is_estimated: false };
  stubServer({
    country_sheet_get: answerOf(countryApi.country_sheet_get, { country: japan, missions: [], fees: [euro], products: [product] }),
    sku_plan_get: {
      travel_date: "2026-10-20",
      steps: [step],
      first_travel_date: "2026-10-20",
      is_estimated: false,
      place_name: null,
      bookable_on: null,
      no_slots: false,
      work_days_max: 10,
    },
  });
  draw(<CountryView />, [may.country]);
  const fees = await screen.findByRole("table", { name: "官方收费" });
  for (const words of ["EUR 90.00", "¥720.00", "汇率 8", "EUR 45.00"]) expect(fees.textContent).toContain(words);
  expect(screen.getByText("须提前办理签证。护照在回国后至少还要有效 6 个月，并留有至少 2 页空白页。")).toBeTruthy();
  expect(screen.getByRole("table", { name: "在售商品" }).textContent).toContain("7–10");
  fireEvent.click(screen.getByRole("button", { name: "倒推 日本单次" }));
  expect((await screen.findByRole("list", { name: "倒推日历" })).textContent).toContain("资料齐最晚 09-17");
  expect(screen.getByText("倒推日历：日本单次")).toBeTruthy();
});

it("who only serves orders reads the sheet of a country over his page", async () => {
  const stub = stubServer({
    country_get: answerOf(baseDataApi.country_get, [{ ...japan, code2: "JP" }]),
    country_sheet_get: { country: japan, missions: [], fees: [], products: [] },
  });
  expect(panelsFor(new Set([may.order_view])).map((p) => p.name)).toContain("country-phone");
  draw(<CountryPhone />, [may.order_view]);
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "国家/地区" }));
  fireEvent.click(await screen.findByTitle("日本"));
  expect(await screen.findByText("使领馆与签证中心")).toBeTruthy();
  expect(stub.of("country_sheet_get")).toEqual([{ id: "JP" }]);
});

it("local time and its distance from Beijing", () => {
  const now = new Date("2026-11-20T16:30:00Z");
  expect(localTime("Asia/Tokyo", now)).toEqual({ time: "11-21 周六 01:30", offset: "比北京快1小时" });
  expect(localTime("Asia/Kolkata", now)).toEqual({ time: "11-20 周五 22:00", offset: "比北京慢2小时30分" });
  expect(localTime("Asia/Hong_Kong", now)?.offset).toBe("与北京相同");
  expect(localTime("Nowhere/City", now)).toBeNull();
});
