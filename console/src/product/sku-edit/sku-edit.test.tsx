import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import ProductAdd, { proposedName } from "./product-add.tsx";
import ProductEdit from "./product-edit.tsx";
import { blankRow } from "@visadesk/contract/product/sku/sku-price.rules.ts";
import { sku } from "../sku/sku-fixtures.ts";

const papers = { list: [{ id: 9, kind: 1, name: "在读证明", category: 3, sub_type: null, default_owner: "must" }] };
const plan = (first_travel_date: string) => ({
  travel_date: null,
  steps: [],
  first_travel_date,
  is_estimated: false,
  place_name: null,
  bookable_on: null,
  no_slots: false,
  work_days_max: 7,
});
const answers = {
  sku_edit_get: sku,
  document_pick: papers,
  embassy_pick: { list: [] },
  draft_get: { draft: null },
  draft_save: { saved_at: "2026-11-20T00:00:00Z" },
  draft_remove: { ok: true },
  presence_ping: { others: [] },
  sku_update: sku,
  sku_paper_impact_query: { list: [], total: 0, pickable: 0, people: 0, hidden: 0, is_capped: false, version: 3 },
  refund_policy_pick: { list: [] },
  mail_centre_pick: { list: [] },
  insurance_product_pick: { list: [] },
  sku_plan_get: plan("2026-11-25"),
};
const COSTS = [may.sku, may.cost_view];

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
beforeEach(() => window.history.replaceState(null, "", "/product/product-edit/1"));

const open = async (more: object = {}, codes: readonly number[] = COSTS) => {
  const stub = stubServer({ ...answers, ...more });
  draw(
    <>
      <ProductEdit />
      <FeedbackHost />
    </>,
    codes,
  );
  await screen.findByRole("heading", { name: /编辑：上海送签/ });
  return stub;
};
const save = (): unknown => fireEvent.click(screen.getByRole("button", { name: "保存" }));
const amount = (label: string): HTMLInputElement => screen.getByRole<HTMLInputElement>("textbox", { name: label });

it("the meter says by section what is missing, and follows what is typed", async () => {
  await open({ sku_edit_get: { ...sku, ruleless_levels: ["V1", "V5"] } });
  const meter = screen.getByRole("navigation", { name: "目录" });
  expect(meter.textContent).toContain("在校学生至少需要一项必交资料");
  expect(meter.textContent).toContain("请选择退款政策");
  expect(meter.textContent).toContain("请输入等级价V1、V5");
  fireEvent.change(amount("等级价 V1 成人"), { target: { value: "1100" } });
  await waitFor(() => expect(meter.textContent).toContain("请输入等级价V5"));
});

it("margins follow what is typed, and only those who may see costs read them", async () => {
  await open();
  const grid = screen.getByRole("table", { name: "价格" });
  const row = within(grid).getByRole("row", { name: /门市价/ });
  expect(row.textContent).toContain("¥168.00");
  fireEvent.change(amount("门市价 成人"), { target: { value: "1025" } });
  await waitFor(() => expect(row.textContent).toContain("¥5.00"));
  expect(within(row).getByText("¥5.00").closest("td")?.className).toContain("vd-error");
  cleanup();
  await open({ sku_edit_get: { ...sku, cost: null, margin_floor: null } }, [may.sku]);
  expect(screen.queryByRole("columnheader", { name: /毛利/ })).toBeNull();
});

it("a pasted block fills the grid and names the cells that are no amounts", async () => {
  await open();
  const data = { getData: () => "1,180\n贵\n1,100" };
  fireEvent.paste(amount("门市价 成人"), { clipboardData: data });
  await waitFor(() => expect(amount("门市价 成人").value).toBe("1180.00"));
  expect(amount("等级价 V2 成人").value).toBe("1100.00");
  expect(await screen.findByText("第2行第1列不是金额")).toBeTruthy();
});

it("a fee of the mission is frozen in its currency at its rate", async () => {
  const stub = await open();
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "签证费 来源" }));
  fireEvent.click(await screen.findByTitle("申根签证费（EUR 90.00）"));
  const grid = screen.getByRole("table", { name: "价格" });
  await waitFor(() => expect(within(grid).getByRole("row", { name: /签证费 来源|^签证费/ }).textContent).toContain("¥720.00"));
  save();
  await waitFor(() => expect(stub.of("sku_update")).toHaveLength(1));
  expect(stub.of("sku_update")[0]).toMatchObject({
    prices: [{ price_kind: "retail" }, { price_kind: "embassy_fee", currency: "EUR", foreign_adult: 9_000, rate: "8", official_fee_id: 4 }],
  });
});

it("papers: owner, order and copies to another identity go into one body; a disabled one is struck through", async () => {
  const stub = await open();
  expect(screen.getByText("旧版证明").tagName).toBe("S");
  fireEvent.keyDown(screen.getByRole("button", { name: "移动护照首页" }), { key: "ArrowDown", altKey: true });
  fireEvent.click(screen.getByRole("button", { name: "复制到其他身份" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "在校学生" }));
  fireEvent.click(screen.getByRole("button", { name: "复制" }));
  const meter = screen.getByRole("navigation", { name: "目录" });
  await waitFor(() => expect(meter.textContent).not.toContain("在校学生至少需要一项必交资料"));
  save();
  await waitFor(() => expect(stub.of("sku_update")).toHaveLength(1));
  const sent = stub.of("sku_update")[0]?.["papers"] as { identity: string; document_id: number }[];
  expect(sent.map((p) => `${p.identity} ${p.document_id}`)).toEqual(["employed 6", "employed 5", "student 6", "student 5"]);
});

it("an urgent tier keeps its number, which no field shows; a new one gets the next", async () => {
  const tier = { tier_code: "U1", name: "加急出签", tier_kind: "issue" as const, work_days_min: 2, work_days_max: 3 };
  const urgent = { ...blankRow("urgent", "U1"), adult: 30_000 };
  const stored = { ...sku, urgent_tiers: [tier], prices: [...sku.prices, urgent] };
  const stub = await open({ sku_edit_get: stored, sku_update: stored });
  fireEvent.change(screen.getByLabelText("温馨提示"), { target: { value: "提前预约" } });
  save();
  await waitFor(() => expect(stub.of("sku_update")).toHaveLength(1));
  // Nothing but what was typed is sent.
  expect(stub.of("sku_update")[0]).toEqual({ id: sku.id, version: sku.version, tips: "提前预约" });
  fireEvent.click(screen.getByRole("button", { name: "添加加急档" }));
  const days = (label: string): HTMLElement => screen.getAllByLabelText(label).at(-1) as HTMLElement;
  fireEvent.change(days("名称"), { target: { value: "加急约号" } });
  fireEvent.change(days("最短工作日"), { target: { value: "1" } });
  fireEvent.change(days("最长工作日"), { target: { value: "2" } });
  // The button takes no second press within three seconds.
  await waitFor(
    () => {
      save();
      expect(stub.of("sku_update")).toHaveLength(2);
    },
    { timeout: 10_000, interval: 500 },
  );
  expect(stub.of("sku_update")[1]).toMatchObject({ urgent_tiers: [tier, { tier_code: "U2", name: "加急约号", tier_kind: "issue" }] });
});

it("every column of the paper list has a head that can be read", async () => {
  await open();
  const heads = document.querySelectorAll("section[aria-label=资料] th");
  expect([...heads].map((h) => h.textContent)).not.toContain("");
  expect(heads.length).toBeGreaterThan(0);
});

it("an identity takes its papers along", async () => {
  const stub = await open();
  const [first] = document.querySelectorAll("section[aria-label=资料] .ant-select-selection-item-remove");
  fireEvent.click(first as Element);
  save();
  await waitFor(() => expect(stub.of("sku_update")).toHaveLength(1));
  expect(stub.of("sku_update")[0]).toMatchObject({ identities: ["student"], papers: [] });
});

it("a product that was listed shows its prices to be read, and sends none", async () => {
  const stub = await open({ sku_edit_get: { ...sku, sku_status: "off_sale", first_listed_at: "2026-01-01T00:00:00Z" } });
  expect(screen.getByText(/已上架过的商品请走调价审核/)).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: "门市价 成人" })).toBeNull();
  fireEvent.change(screen.getByLabelText("商品名称"), { target: { value: "改名" } });
  save();
  await waitFor(() => expect(stub.of("sku_update")).toHaveLength(1));
  expect(stub.of("sku_update")[0]).toMatchObject({ name: "改名", version: 3 });
  expect(stub.of("sku_update")[0]).not.toHaveProperty("prices");
});

it("product 23: what somebody else changed meanwhile is put beside one's own, lists in words", async () => {
  const current = { ...sku, version: 4, name: "同事的名称", tips: "同事的提示", prices: [{ ...sku.prices[0], adult: 120_000 }] };
  let tries = 0;
  const stub = await open({ sku_update: () => (tries++ === 0 ? new Refused(409, { msg: "内容已被他人修改", body: { current } }) : sku) });
  fireEvent.change(screen.getByLabelText("商品名称"), { target: { value: "我的名称" } });
  fireEvent.change(amount("门市价 成人"), { target: { value: "1190" } });
  save();
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("同事的名称");
  expect(dialog.textContent).toContain("门市价 ¥1,200.00");
  fireEvent.click(within(dialog).getByRole("button", { name: "商品名称用我的" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "价格用现在的" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "按所选保存" }));
  await waitFor(() => expect(stub.of("sku_update")).toHaveLength(2));
  expect(stub.of("sku_update")[1]).toEqual({ id: 1, version: 4, name: "我的名称" });
});

it("a new product asks for its SPU and proposes its name", async () => {
  const spu = {
    visa_product_unit_code: "JP-TOUR-S",
    name: "日本单次旅游签证",
    country_id: "JP",
    country_name: "日本",
    flag_emoji: "",
    pinyin: "riben",
  };
  const stub = stubServer({ ...answers, sku_start_get: { spus: [spu] }, sku_add: { id: 7, sku_no: "JP-TOUR-S-03" } });
  window.history.replaceState(null, "", "/product/product-add");
  draw(<ProductAdd />, [may.sku]);
  fireEvent.click(await screen.findByRole("button", { name: "保存草稿，继续编辑" }));
  expect(await screen.findByText("请选择所属SPU")).toBeTruthy();
  fireEvent.mouseDown(screen.getByLabelText("所属SPU"));
  fireEvent.click(await screen.findByTitle("日本单次旅游签证"));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("商品名称").value).toBe("日本单次旅游签证"));
  fireEvent.change(screen.getByLabelText("服务档"), { target: { value: "家庭" } });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("商品名称").value).toBe("日本单次旅游签证 家庭"));
  fireEvent.click(screen.getByRole("button", { name: "保存草稿，继续编辑" }));
  await waitFor(() => expect(stub.of("sku_add")).toHaveLength(1));
  expect(stub.of("sku_add")[0]).toMatchObject({ visa_product_unit_code: "JP-TOUR-S", service_level: "家庭", cover_mode: "district" });
  expect(proposedName("上海", "日本单次旅游签证", "标准")).toBe("上海送签 日本单次旅游签证");
});

it("product beyond 3: advised working days stand in the form as changes not saved; what is no number is left out", async () => {
  window.history.replaceState(null, "", "/product/product-edit/1?work_days_min=8&work_days_max=12");
  const stub = await open();
  expect(await screen.findByText(/^将修改：最短工作日、最长工作日/)).toBeTruthy();
  expect(stub.of("sku_update")).toEqual([]);
  save();
  await waitFor(() => expect(stub.of("sku_update")).toHaveLength(1));
  expect(stub.of("sku_update")[0]).toMatchObject({ work_days_min: 8, work_days_max: 12, version: 3 });
  cleanup();
  window.history.replaceState(null, "", "/product/product-edit/1?work_days_min=8&work_days_max=viel");
  await open();
  expect(screen.getByText(/^没有改动/)).toBeTruthy();
});

it("fewer days ahead than the working days ask for are warned of with the number", async () => {
  vi.setSystemTime("2026-11-20T04:00:00Z");
  const stub = await open({ sku_plan_get: plan("2026-12-11") });
  expect((await screen.findByText(/少于推算所需的/)).textContent).toBe("少于推算所需的 21 天：现在下单最早 2026-12-11 可出行");
  expect(stub.of("sku_plan_get")[0]).toEqual({ id: 1, travel_date: null, work_days_max: 7 });
  fireEvent.change(screen.getByLabelText("至少提前(天)"), { target: { value: "21" } });
  await waitFor(() => expect(screen.queryByText(/少于推算所需的/)).toBeNull());
  vi.useRealTimers();
});

it("insurance is chosen among what fits the country, and must be named where it is asked for", async () => {
  const product = {
    id: 4,
    code: "ATSCH01",
    supplier_name: "安途",
    region: "schengen",
    premium_from: 9_000,
    product_status: "on_sale",
    plans: [],
  };
  const list = [
    { ...product, name: "安途全球", fault: null },
    { ...product, id: 5, name: "安途申根", fault: "「安途申根」的保障地区不含日本" },
  ];
  const stub = await open({ insurance_product_pick: { list } });
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "推荐保险" }));
  expect((await screen.findByTitle("「安途申根」的保障地区不含日本")).className).toContain("disabled");
  fireEvent.click(screen.getByTitle("安途全球"));
  fireEvent.click(screen.getByRole("switch", { name: "必须投保" }));
  save();
  await waitFor(() => expect(stub.of("sku_update")).toHaveLength(1));
  expect(stub.of("sku_update")[0]).toMatchObject({ insurance_product_ids: [4], insurance_required: true });
});
