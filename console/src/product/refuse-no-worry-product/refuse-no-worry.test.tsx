import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { session } from "#kit/app/session.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import RefuseNoWorryLinkList from "./refuse-no-worry-link-list.tsx";
import RefuseNoWorryProductAdd from "./refuse-no-worry-product-add.tsx";
import RefuseNoWorryProductDetail from "./refuse-no-worry-product-detail.tsx";
import RefuseNoWorryProductEdit from "./refuse-no-worry-product-edit.tsx";
import RefuseNoWorryProductList from "./refuse-no-worry-product-list.tsx";

const product = {
  id: 2,
  name: "拒签无忧·全额",
  scope: "full",
  supplier_id: null,
  supplier_name: null,
  rate: 100,
  cap: 300_000,
  pricing: "percent",
  price: 0,
  price_rate: 600,
  price_min: 6_800,
  exclusions: { identities: ["preschool"], age_below: 0, age_above: 70, refusal_within_years: 5 },
  buy_until: "order",
  proof_days: 7,
  appeal_times: 1,
  proofs: ["letter", "page"],
  clause: "因使领馆拒签退还费用。",
  product_status: "on_sale",
  first_listed_at: "2024-01-01T00:00:00Z",
  link_count: 23,
  sold: 120,
  premium: 900_000,
  claims_submitted: 5,
  claims_passed: 4,
  paid: 180_000,
  paid_rate: 20,
  version: 3,
  updated_at: "2026-11-20T06:05:00Z",
};
const draft = {
  ...product,
  id: 4,
  name: "新草稿",
  product_status: "draft",
  first_listed_at: null,
  sold: 0,
  paid_rate: null,
  link_count: 0,
};
const result = { key: "JP", label: "日本", sold: 19, premium: 100, claims_submitted: 1, claims_passed: 1, paid: 50, paid_rate: null };
const detail = {
  ...product,
  by_country: [result],
  by_identity: [],
  adjustments: [
    {
      id: 5,
      adjust_no: "TJ261120000002",
      batch_no: null,
      adjustment_status: "pending",
      reason_kind: "market",
      reason: "同行普遍上调",
      source: "staff",
      effective_at: null,
      maker_id: 3,
      maker_name: "周启明",
      version: 1,
      created_at: "2026-11-20T02:00:00Z",
      cells: [
        { price_kind: "premium", ref_id: "", band: "adult", old: 6_800, new: 7_800 },
        { price_kind: "rate", ref_id: "", band: "adult", old: 600, new: 700 },
      ],
    },
  ],
};
const trial = { order_price: 118_800, price: 7_128, covered: 118_800, payout: 100_000, is_capped: true, excluded: null };
const page = (list: object[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });
const link = {
  id: 11,
  sku_no: "JP-TOUR-S-01",
  country_id: "JP",
  country_name: "日本",
  flag_emoji: "",
  sku_id: 1,
  sku_name: "上海送签 日本单次旅游签证",
  sku_status: "on_sale",
  retail_adult: 118_800,
  refuse_rate: 6.7,
  results_30: 223,
  price: 7_128,
  price_override: null,
  sold: 30,
  paid: 5_000,
};
const comforts = {
  presence_update: { list: [] },
  presence_query: { list: [] },
  draft_get: { draft: null },
  country_get: [],
  sku_pick: { list: [] },
  refuse_no_worry_product_log_query: { list: [], has_more: false },
  refuse_no_worry_product_trial: trial,
  refuse_no_worry_product_get: detail,
};
const at = (path: string): void => window.history.replaceState(null, "", path);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const CODES = [may.refuse_no_worry_product];

it("the list says price, cover and payouts with their number; below twenty sold it says none", async () => {
  at("/product/refuse-no-worry-product/list");
  const stub = stubServer({ ...comforts, refuse_no_worry_product_query: page([product, draft]) });
  draw(<RefuseNoWorryProductList />, CODES);
  const row = (await screen.findByText("拒签无忧·全额")).closest("tr");
  for (const words of ["最高 ¥3,000.00", "订单价的 6%", "每人最低 ¥68.00", "4 / 5", "20.0% n=120", "在售", "停售"])
    expect(row?.textContent).toContain(words);
  const blank = screen.getByText("新草稿").closest("tr");
  expect(blank?.textContent).not.toContain("n=");
  expect(within(blank as HTMLElement).getAllByText("—").length).toBe(2);
  expect(stub.of("refuse_no_worry_product_query")[0]).toMatchObject({ page: 1 });
});

it("acts of a row: a draft can be deleted, a listed product asks for other prices", async () => {
  at("/product/refuse-no-worry-product/list");
  stubServer({ ...comforts, refuse_no_worry_product_query: page([product, draft]) });
  draw(<RefuseNoWorryProductList />, CODES);
  const more = async (name: string): Promise<string[]> => {
    const row = (await screen.findByText(name)).closest("tr") as HTMLElement;
    fireEvent.click(within(row).getByRole("button", { name: "更多操作" }));
    const items = screen.getAllByRole("menuitem").map((i) => i.textContent);
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    return items;
  };
  expect(await more("拒签无忧·全额")).toEqual(["编辑", "关联商品", "申请调价"]);
  cleanup();
  draw(<RefuseNoWorryProductList />, CODES);
  expect(await more("新草稿")).toEqual(["编辑", "关联商品", "删除"]);
});

it("the detail tells terms, waiting prices, results and the trial; cost only with its code", async () => {
  at("/product/refuse-no-worry-product/detail/2");
  const stub = stubServer({ ...comforts, refuse_no_worry_product_get: { ...detail, reserve_cost: 3_000 } });
  draw(<RefuseNoWorryProductDetail />, CODES);
  expect((await screen.findByText("学龄前儿童、超过70岁、5年内有拒签史")).tagName).toBe("DD");
  const waiting = screen.getByRole("table", { name: "待审核与待生效的调价" });
  for (const words of ["TJ261120000002", "最低售价 ¥68.00 → ¥78.00", "费率 6% → 7%", "通过后立即", "周启明"])
    expect(waiting.textContent).toContain(words);
  const answer = await screen.findByRole("region", { name: "试算结果" });
  for (const words of ["¥1,188.00", "¥71.28", "拒签后赔付（已到上限）", "¥1,000.00"]) expect(answer.textContent).toContain(words);
  const byCountry = screen.getByRole("table", { name: "按国家/地区" });
  expect(byCountry.querySelector("tbody tr")?.textContent).toBe("日本19¥1.001 / 1¥0.50—");
  expect(screen.queryByText("计提成本")).toBeNull();
  fireEvent.change(screen.getByLabelText(/^服务费/), { target: { value: "100" } });
  await waitFor(() => expect(stub.of("refuse_no_worry_product_trial").at(-1)).toMatchObject({ id: 2, service: 10_000, embassy: 71_500 }));
  cleanup();
  draw(<RefuseNoWorryProductDetail />, [...CODES, may.cost_view, may.operation_log]);
  expect((await screen.findByText("计提成本")).nextSibling?.textContent).toBe("¥30.00");
  expect(screen.getByRole("button", { name: "日志" })).toBeTruthy();
});

it("one's own waiting request is taken back on the detail, nobody else's", async () => {
  at("/product/refuse-no-worry-product/detail/2");
  const stub = stubServer({
    ...comforts,
    refuse_no_worry_product_get: detail,
    refuse_no_worry_product_adjust_withdraw: { ok: true },
  });
  const screenOf = () =>
    draw(
      <>
        <RefuseNoWorryProductDetail />
        <FeedbackHost />
      </>,
      CODES,
    );
  screenOf();
  await screen.findByRole("table", { name: "待审核与待生效的调价" });
  expect(screen.queryByRole("button", { name: "撤销" })).toBeNull();
  cleanup();
  session.set({ login: { token: "t", id: 3, account: "product" } });
  screenOf();
  fireEvent.click(await screen.findByRole("button", { name: "撤销" }));
  const asked = await screen.findByText("撤销调价单 TJ261120000002？");
  fireEvent.click(within(asked.closest("[role=alertdialog], [role=dialog]") as HTMLElement).getByRole("button", { name: "撤销" }));
  await waitFor(() => expect(stub.of("refuse_no_worry_product_adjust_withdraw")).toEqual([{ id: 5, version: 1 }]));
  session.set({ login: null });
});

it("a new product is priced fixed or by share; the share goes out in ten-thousandths, the cost only with its code", async () => {
  at("/product/refuse-no-worry-product/add");
  const stub = stubServer({ ...comforts, refuse_no_worry_product_add: draft });
  draw(<RefuseNoWorryProductAdd />, CODES);
  fireEvent.change(await screen.findByLabelText("名称"), { target: { value: "拒签无忧·新" } });
  expect(screen.queryByLabelText("计提成本")).toBeNull();
  fireEvent.click(screen.getByLabelText("按订单价"));
  fireEvent.change(await screen.findByLabelText("费率"), { target: { value: "6.5" } });
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(stub.of("refuse_no_worry_product_add").length).toBe(1));
  const [body] = stub.of("refuse_no_worry_product_add");
  expect(body).toMatchObject({ name: "拒签无忧·新", pricing: "percent", price_rate: 650, price_min: 0, rate: 100, proofs: ["letter"] });
  expect(body).not.toHaveProperty("reserve_cost");
});

it("a listed product is edited without its amounts, and says for whom changes count", async () => {
  at("/product/refuse-no-worry-product/edit/2");
  const stub = stubServer({ ...comforts, refuse_no_worry_product_update: product });
  draw(<RefuseNoWorryProductEdit />, CODES);
  expect((await screen.findByText(/已售出 120 份/)).textContent).toContain("已售出的按下单时的条款理赔");
  expect(screen.queryByLabelText("费率")).toBeNull();
  expect(screen.getByText(/请在详情中申请调价/).textContent).toContain("售价 订单价的 6%");
  const rate = screen.getByLabelText("赔付比例");
  fireEvent.change(rate, { target: { value: "0" } });
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  expect((await screen.findByText("赔付比例应为1-100")).className).toContain("error");
  fireEvent.change(rate, { target: { value: "90" } });
  await waitFor(() => {
    fireEvent.click(screen.getByRole("button", { name: "保存" }));
    expect(stub.of("refuse_no_worry_product_update").length).toBe(1);
  });
  const [body] = stub.of("refuse_no_worry_product_update");
  expect(body).toEqual({ id: 2, version: 3, rate: 90 });
});

it("products are added by what they are: the number counted is the number sent", async () => {
  at("/product/refuse-no-worry-product/relevance-product-list/2");
  const stub = stubServer({
    ...comforts,
    refuse_no_worry_link_query: page([link]),
    refuse_no_worry_link_check: { count: 3, linked: 1, examples: ["日本三年多次旅游签证"] },
    refuse_no_worry_link_add: { added: 3 },
  });
  draw(<RefuseNoWorryLinkList />, CODES);
  const row = (await screen.findByText("JP-TOUR-S-01")).closest("tr");
  for (const words of ["¥1,188.00", "6.7% n=223", "¥71.28", "按产品", "30", "¥50.00"]) expect(row?.textContent).toContain(words);
  expect(stub.of("refuse_no_worry_link_query")[0]).toMatchObject({ product_id: 2 });
  fireEvent.click(screen.getByRole("button", { name: "添加商品" }));
  fireEvent.change(await screen.findByLabelText("关键词"), { target: { value: "日本" } });
  expect((await screen.findByText(/将关联/)).textContent).toBe("将关联 3 个商品，另有 1 个已关联");
  fireEvent.click(screen.getByRole("button", { name: "添加" }));
  await waitFor(() => expect(stub.of("refuse_no_worry_link_add").length).toBe(1));
  expect(stub.of("refuse_no_worry_link_add")[0]).toMatchObject({
    product_id: 2,
    filter: { keyword: "日本" },
    expected_count: 3,
    price_override: null,
  });
});

it("the own price of a listed protection is asked for, and not set while products are added", async () => {
  at("/product/refuse-no-worry-product/relevance-product-list/2");
  stubServer({ ...comforts, refuse_no_worry_link_query: page([link]), refuse_no_worry_product_get: detail });
  draw(<RefuseNoWorryLinkList />, CODES);
  await screen.findByText("拒签无忧·全额");
  fireEvent.click(screen.getByRole("button", { name: /的更多操作$/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "单独定价" }));
  await screen.findByText("申请单独定价");
  screen.getByText(/审核通过前售价不变/);
  screen.getByRole("button", { name: "提交审核" });
  fireEvent.click(screen.getByRole("button", { name: "添加商品" }));
  await screen.findByLabelText("关键词");
  expect(screen.queryByText("这些商品单独的每人售价；不填按产品定价")).toBeNull();
});
