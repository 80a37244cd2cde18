import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { session } from "#kit/app/session.ts";
import { answerOf } from "../../testing/answers.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import InsuranceProductAdd from "./insurance-product-add.tsx";
import InsuranceProductDetail from "./insurance-product-detail.tsx";
import InsuranceProductEdit from "./insurance-product-edit.tsx";
import InsuranceProductList from "./insurance-product-list.tsx";
import { InsurancePicker, SkuInsurances } from "./sku-insurances.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

const plan = {
  key: "basic",
  name: "基础",
  medical_currency: "EUR",
  medical_cover: 3_000_000,
  sum_insured: 30_000_000,
  day_from: 1,
  day_to: 10,
  age_from: 0,
  age_to: 80,
};
const rate = (day_from: number, day_to: number, age_from: number, age_to: number, premium: number, cost: number) => ({
  plan_key: "basic",
  day_from,
  day_to,
  age_from,
  age_to,
  premium,
  cost,
});
const product = {
  id: 4,
  name: "安途申根旅行保险",
  code: "ATSCH01",
  supplier_id: 7,
  supplier_name: "安途财险演示",
  region: "schengen",
  country_ids: [],
  plans: [plan],
  plan_count: 1,
  min_lead_hours: 24,
  surrender: "before_start",
  clause_file: "public/aa/clause0001.pdf",
  premium_from: 10_000,
  cost_from: 6_000,
  sku_count: 1,
  policies_30: 0,
  claims: 0,
  product_status: "on_sale",
  first_listed_at: "2026-01-01T00:00:00.000Z",
  off_reason: null,
  version: 3,
  updated_at: "2026-11-20T02:00:00.000Z",
};
const detail = {
  ...product,
  rates: [
    rate(1, 7, 0, 70, 10_000, 6_000),
    rate(8, 10, 0, 70, 13_000, 7_000),
    rate(1, 7, 71, 80, 20_000, 12_000),
    rate(8, 10, 71, 80, 26_000, 15_000),
  ],
  skus: [],
  adjustments: [],
  moves: [{ move: "off_sale", ok: true, missing: null }],
};
const draft = {
  ...detail,
  product_status: "draft",
  first_listed_at: null,
  moves: [{ move: "on_sale", ok: false, missing: "计划「基础」缺少 8–10 天 / 71–80 岁的费率" }],
};
const page = { list: [product], total: 1, total_capped: false, page: 1, page_size: 20, cursor: null };
const common = {
  country_get: [],
  draft_get: { draft: null },
  presence_touch: { others: [] },
  insurance_product_insurer_pick: { list: [] },
};
const { cost_from: _cost, ...blindProduct } = product;

it("product 21: the list shows a cost only to those who may see it", async () => {
  stubServer({ ...common, insurance_product_query: { ...page, list: [blindProduct] } });
  draw(<InsuranceProductList />, [may.insurance_product]);
  const row = within(await screen.findByRole("row", { name: /安途申根旅行保险/ }));
  expect(row.getByText("€30,000")).toBeTruthy();
  expect(row.queryByText("—")).toBeNull();
  expect(screen.queryByRole("columnheader", { name: /成本起/ })).toBeNull();
  cleanup();
  stubServer({ ...common, insurance_product_query: page });
  draw(<InsuranceProductList />, [may.insurance_product, may.cost_view]);
  expect(await screen.findByText("¥60.00")).toBeTruthy();
});

it("product 19: the form marks holes, takes a paste from a spreadsheet and names the cell it cannot read", async () => {
  const server = stubServer({
    ...common,
    insurance_product_get: { ...draft, rates: detail.rates.slice(0, 3) },
    insurance_product_update: product,
    insurance_product_log_query: { list: [], has_more: false },
  });
  window.history.replaceState(null, "", "/product/insurance-product/edit/4");
  draw(<InsuranceProductEdit />, [may.insurance_product, may.cost_view]);
  expect(await screen.findByText("计划「基础」缺少 8–10 天 / 71–80 岁的费率")).toBeTruthy();
  const hole = screen.getByLabelText("8–10 天 71–80 岁");
  expect(hole.className).toContain("is-hole");
  fireEvent.paste(screen.getByLabelText("1–7 天 0–70 岁"), { clipboardData: { getData: () => "110\t免费\n140\t260", files: [] } });
  expect(await screen.findByText("第1行第2列不是金额")).toBeTruthy();
  expect(screen.getByText("费率完整")).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "成本" }));
  fireEvent.change(screen.getByLabelText("8–10 天 71–80 岁"), { target: { value: "150.5" } });
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.of("insurance_product_update")).toHaveLength(1));
  expect(server.of("insurance_product_update")[0]).toMatchObject({
    id: 4,
    version: 3,
    rates: [
      { day_from: 1, age_from: 0, premium: 11_000, cost: 6_000 },
      { day_from: 1, age_from: 71, premium: 20_000, cost: 12_000 },
      { day_from: 8, age_from: 0, premium: 14_000, cost: 7_000 },
      { day_from: 8, age_from: 71, premium: 26_000, cost: 15_050 },
    ],
  });
});

it("a listed product keeps its terms: no plans and rates to edit, and none are sent", async () => {
  const server = stubServer({ ...common, insurance_product_get: detail, insurance_product_update: product });
  window.history.replaceState(null, "", "/product/insurance-product/edit/4");
  draw(<InsuranceProductEdit />, [may.insurance_product, may.cost_view]);
  fireEvent.change(await screen.findByLabelText(/^名称/), { target: { value: "安途申根保险" } });
  expect(screen.queryByRole("table")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.of("insurance_product_update")).toHaveLength(1));
  expect(server.of("insurance_product_update")[0]).toEqual({ id: 4, version: 3, name: "安途申根保险" });
});

it("a plan that is taken out takes its rates along; one that is added starts with the usual bands", async () => {
  const plus = { ...plan, key: "plus", name: "尊享" };
  const rates = [...detail.rates, ...detail.rates.map((r) => ({ ...r, plan_key: "plus" }))];
  const server = stubServer({
    ...common,
    insurance_product_get: { ...draft, plans: [plan, plus], rates },
    insurance_product_update: product,
  });
  window.history.replaceState(null, "", "/product/insurance-product/edit/4");
  draw(<InsuranceProductEdit />, [may.insurance_product, may.cost_view]);
  fireEvent.click(await screen.findByRole("button", { name: "删除计划2" }));
  fireEvent.click(screen.getByRole("button", { name: "添加计划" }));
  fireEvent.change(screen.getAllByLabelText("计划名称")[1] as HTMLElement, { target: { value: "高端" } });
  fireEvent.click(await screen.findByRole("tab", { name: "高端" }));
  expect(await screen.findByText("计划「高端」缺少 1–10 天 / 0–80 岁的费率")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.of("insurance_product_update")).toHaveLength(1));
  expect(server.of("insurance_product_update")[0]).toMatchObject({ plans: [plan, { name: "高端", key: "p1" }], rates: detail.rates });
});

it("a new product says what is missing at its fields and sends nothing", async () => {
  const server = stubServer(common);
  draw(<InsuranceProductAdd />, [may.insurance_product]);
  fireEvent.click(await screen.findByRole("button", { name: "保存草稿" }));
  expect(await screen.findByText("请输入名称")).toBeTruthy();
  expect(screen.getByText("请选择保司")).toBeTruthy();
  expect(screen.getByText("请输入医疗保额")).toBeTruthy();
  const marked = [
    ...document.querySelectorAll(".in-plan .ant-input-status-error, .in-plan .ant-select-status-error, .in-plan [class*=-status-error]"),
  ];
  expect(marked.map((e) => e.getAttribute("aria-label") ?? e.className)).toEqual(["医疗保额"]);
  expect(server.of("insurance_product_add")).toHaveLength(0);
});

it("the detail shows the sheet, what keeps a draft from being listed, and tries a journey", async () => {
  const server = stubServer({
    ...common,
    insurance_product_get: draft,
    insurance_product_quote: answerOf(insuranceProductApi.insurance_product_quote, {
      days: 9,
      age: 36,
      buy_until: "2026-09-29T16:00:00.000Z",
      is_late: false,
      prices: [{ ...plan, plan_key: "basic", plan_name: "基础", premium: 13_000, band: "8–10 天 / 0–70 岁", fault: null }],
    }),
  });
  window.history.replaceState(null, "", "/product/insurance-product/detail/4");
  draw(<InsuranceProductDetail />, [may.insurance_product, may.operation_log]);
  expect(await screen.findByText("还不能上架：计划「基础」缺少 8–10 天 / 71–80 岁的费率")).toBeTruthy();
  expect(screen.getByRole("button", { name: "上架" }).hasAttribute("disabled")).toBe(true);
  expect(screen.getByRole("button", { name: "日志" })).toBeTruthy();
  const sheet = screen.getByRole("table", { name: "基础的费率" });
  expect(within(sheet).getByRole("row", { name: /8–10 天 ¥130.00 ¥260.00/ })).toBeTruthy();
  expect(within(sheet).queryByText(/成本/)).toBeNull();
  fireEvent.click(screen.getByRole("tab", { name: "试算" }));
  const prices = await screen.findByRole("table", { name: "各计划保费" });
  expect(within(prices).getByText("¥130.00")).toBeTruthy();
  expect(within(prices).queryByText("成本")).toBeNull();
  expect(server.of("insurance_product_quote")[0]).toMatchObject({ id: 4, birth_date: "1990-01-01" });
});

it("a request for other premiums holds exactly the cells that differ", async () => {
  const server = stubServer({ ...common, insurance_product_get: detail, insurance_product_adjust: { adjust_no: "TJ261120000009" } });
  window.history.replaceState(null, "", "/product/insurance-product/detail/4");
  draw(<InsuranceProductDetail />, [may.insurance_product]);
  fireEvent.click(await screen.findByRole("button", { name: "申请调价" }));
  const drawer = within(await screen.findByRole("dialog"));
  fireEvent.change(await drawer.findByLabelText("8–10 天 0–70 岁"), { target: { value: "138" } });
  expect(drawer.getByText(/将申请改动 1 个金额/)).toBeTruthy();
  fireEvent.mouseDown(drawer.getByRole("combobox", { name: /原因/ }));
  fireEvent.click(await screen.findByTitle("供应商调价"));
  fireEvent.change(drawer.getByLabelText(/说明/), { target: { value: "保司上调费率" } });
  fireEvent.click(drawer.getByRole("button", { name: "提交审核" }));
  await waitFor(() => expect(server.of("insurance_product_adjust")).toHaveLength(1));
  expect(server.of("insurance_product_adjust")[0]).toMatchObject({
    id: 4,
    reason_kind: "supplier",
    cells: [{ price_kind: "premium", ref_id: "basic:8-10:0-70", old: 13_000, new: 13_800 }],
  });
});

it("one's own waiting request is taken back on the detail", async () => {
  const request = {
    id: 5,
    adjust_no: "TJ261120000002",
    batch_no: null,
    adjustment_status: "pending",
    reason_kind: "market",
    reason: "保司上调费率",
  };
  const made = { source: "staff", effective_at: null, maker_id: 3, maker_name: "周启明", created_at: "2026-11-20T02:00:00Z", version: 1 };
  const cells = [{ price_kind: "premium", ref_id: "basic:8-10:0-70", band: "adult", old: 13_000, new: 13_800 }];
  stubServer({ ...common, insurance_product_get: { ...detail, adjustments: [{ ...request, ...made, cells }] } });
  window.history.replaceState(null, "", "/product/insurance-product/detail/4");
  session.set({ login: { token: "t", id: 3, account: "product" } });
  draw(<InsuranceProductDetail />, [may.insurance_product]);
  const waiting = within(await screen.findByRole("table", { name: "待审核与待生效的调价" }));
  expect(waiting.getByRole("button", { name: "撤销" })).toBeTruthy();
  session.set({ login: null });
  await waitFor(() => expect(waiting.queryByRole("button", { name: "撤销" })).toBeNull());
});

it("goods show what they recommend; the choice names why a product does not fit their country", async () => {
  const pick = { ...product, fault: null };
  const server = stubServer({
    insurance_product_pick: (body: Record<string, unknown>) =>
      answerOf(insuranceProductApi.insurance_product_pick, {
        list: body["ids"] ? [pick] : [pick, { ...pick, id: 5, name: "亚洲畅游", fault: "「亚洲畅游」的保障地区不含法国" }],
      }),
  });
  draw(<SkuInsurances ids={[4]} />);
  expect(await screen.findByText("基础 €30,000")).toBeTruthy();
  expect(server.of("insurance_product_pick")).toEqual([{ ids: [4] }]);
  cleanup();
  draw(<InsurancePicker country="FR" value={[]} />);
  fireEvent.mouseDown(screen.getByRole("combobox"));
  const unfit = await screen.findByTitle("「亚洲畅游」的保障地区不含法国");
  expect(unfit.className).toContain("disabled");
  expect(screen.getByText("安途财险演示 · ¥100.00 起")).toBeTruthy();
});
