import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { spuApi } from "@visadesk/contract/product/spu.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { answerOf } from "../../testing/answers.ts";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import { skuRow } from "../sku/sku-detail-fixtures.ts";
import SpuAdd from "./spu-add.tsx";
import type { Province } from "./spu-coverage-model.ts";
import SpuDetail from "./spu-detail.tsx";
import SpuEdit from "./spu-edit.tsx";
import SpuList from "./spu-list.tsx";

beforeEach(() => window.history.replaceState(null, "", "/product/product-spu-list"));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const spu = {
  id: 1,
  visa_product_unit_code: "JP-TOUR-S",
  name: "日本单次旅游签证",
  country_id: "JP",
  country_name: "日本",
  flag_emoji: "",
  is_region: false,
  visa_type: 4,
  visa_form: "sticker",
  entry_count: "single",
  stay_min: 15,
  stay_max: 15,
  stay_unit: "day",
  validity: 3,
  validity_unit: "month",
  tags: ["可加急"],
  images: [],
  margin_floor: 1_000,
  sort: 0,
  status: 1,
  sku_count: 3,
  on_sale_count: 2,
  retail_min: 118_800,
  retail_max: 119_800,
  orders_30: 14,
  issue_rate: 0.95,
  issue_n: 20,
  version: 4,
  updated_at: "2026-11-20T06:05:00Z",
};
const detail = {
  ...spu,
  sample_image: null,
  steps: [{ title: "送签", text: "递交使领馆" }],
  detail: "以使领馆签发为准",
  audience: "因私护照",
  keywords: "",
  frozen: { code: "已有3个商品，编码不能再改", identity: "商品 JP-TOUR-S-01 上架过，不能再改" },
};
const sku = {
  ...skuRow,
  id: 11,
  embassy_id: 5,
  ends: ["customer"],
  orders_30: 14,
  total_cost: null,
  margin: null,
  completeness: 100,
  sale_blocks: [],
};
const pageOf = (...list: object[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });
const mission = (id: number, city: string) => ({
  id,
  name: `日本驻${city}总领事馆`,
  short_name: "",
  country_id: "JP",
  embassy_type: 2,
  city,
  district_name: `${city}领区`,
  is_verified: true,
});

it("a row says what it is, what is on sale of it and how it sells", async () => {
  stubServer({ spu_query: pageOf(spu), country_get: [] });
  draw(<SpuList />, [may.spu]);
  const row = (await screen.findByText("日本单次旅游签证")).closest("tr");
  for (const words of [
    "JP-TOUR-S",
    "日本",
    "旅游签",
    "贴纸签",
    "单次 · 停留 15 天 · 有效期 3 个月",
    "2/3",
    "¥1,188.00",
    "¥10.00",
    "14 · 95.0% n=20",
    "启用",
  ])
    expect(row?.textContent).toContain(words);
});

it("disabling says how many products it blocks, and asks again when the number changed meanwhile", async () => {
  const stub = stubServer({
    spu_query: pageOf(spu),
    country_get: [],
    spu_disable: (body: Record<string, unknown>) =>
      body["blocked_count"] === 3
        ? { ok: true }
        : new Refused(200, { ret: 3, msg: "影响的商品数已变化，请重新确认", body: { code: "count_changed", blocked_count: 3 } }),
  });
  draw(
    <>
      <SpuList />
      <FeedbackHost />
    </>,
    [may.spu],
  );
  fireEvent.click(await screen.findByRole("button", { name: "日本单次旅游签证的更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "停用" }));
  for (const n of [2, 3]) {
    await screen.findByText(new RegExp(`在售的 ${n} 个商品将不能下单`));
    fireEvent.click(screen.getByRole("button", { name: "停用" }));
  }
  await waitFor(() => expect(stub.of("spu_disable")).toHaveLength(2));
  expect(stub.of("spu_disable").map((b) => b["blocked_count"])).toEqual([2, 3]);
});

it("several at once: what was refused is told row by row", async () => {
  const other = { ...spu, id: 2, name: "韩国单次旅游签证", visa_product_unit_code: "KR-TOUR-S" };
  const stub = stubServer({
    spu_query: pageOf(spu, other),
    country_get: [],
    spu_disable: (body: Record<string, unknown>) =>
      body["id"] === 1
        ? { ok: true }
        : new Refused(200, { ret: 3, msg: "影响的商品数已变化，请重新确认", body: { code: "count_changed" } }),
  });
  draw(
    <>
      <SpuList />
      <FeedbackHost />
    </>,
    [may.spu],
  );
  await screen.findByText("韩国单次旅游签证");
  for (const box of screen.getAllByRole("checkbox").slice(1)) fireEvent.click(box);
  fireEvent.click(within(await screen.findByRole("region", { name: "批量操作" })).getByText("停用"));
  await screen.findByText(/在售的 4 个商品将不能下单/);
  fireEvent.click(within(screen.getByText("停用 2 个SPU？").closest("dialog") ?? document.body).getByText("停用"));
  await screen.findByText("韩国单次旅游签证：影响的商品数已变化，请重新确认");
  expect(screen.getByText(/1 个SPU已完成，1 个未完成/)).toBeTruthy();
  expect(stub.of("spu_disable").map((b) => b["blocked_count"])).toEqual([2, 2]);
});

it("frozen fields cannot be typed into and say why; the rest is saved", async () => {
  window.history.replaceState(null, "", "/product/product-spu-edit/JP-TOUR-S");
  const stub = stubServer({
    spu_get: detail,
    spu_update: { ...detail, name: "日本单次", version: 5 },
    country_get: [],
    presence_ping: { others: [] },
  });
  draw(<SpuEdit />, [may.spu]);
  const code = await screen.findByLabelText<HTMLInputElement>(/SPU编码/, undefined, { timeout: 30_000 });
  expect(code.disabled).toBe(true);
  expect(screen.getByText("已有3个商品，编码不能再改")).toBeTruthy();
  for (const what of ["国家、类型和形式", "签证信息"])
    expect(screen.getByText(`${what}已锁定：商品 JP-TOUR-S-01 上架过，不能再改`)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("最长停留", { exact: false }).disabled).toBe(true);
  expect(screen.getByText("单次 · 停留 15 天 · 有效期 3 个月")).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/SPU名称/), { target: { value: "日本单次" } });
  fireEvent.click(screen.getByText("保存"));
  await waitFor(() => expect(stub.of("spu_update")).toHaveLength(1), { timeout: 20_000 });
  expect(stub.of("spu_update")[0]).toEqual({ id: 1, version: 4, name: "日本单次" });
});

it("a new one says what is missing, field by field", async () => {
  window.history.replaceState(null, "", "/product/product-spu-add");
  const stub = stubServer({ country_get: [] });
  draw(<SpuAdd />, [may.spu]);
  await screen.findByLabelText(/SPU名称/, undefined, { timeout: 30_000 });
  fireEvent.click(screen.getByText("保存"));
  for (const words of ["请输入SPU名称", "请选择国家", "请选择签证类型", "请选择签证形式", "请输入SPU编码"])
    expect(await screen.findByText(words, undefined, { timeout: 20_000 })).toBeTruthy();
  expect(stub.of("spu_add")).toEqual([]);
});

it("the generator shows what it will make and what it skips, and takes changed names", async () => {
  window.history.replaceState(null, "", "/product/product-spu-detail/JP-TOUR-S");
  const stub = stubServer({
    spu_get: detail,
    sku_query: pageOf(sku),
    embassy_pick: { list: [mission(5, "上海"), mission(6, "广州"), { ...mission(7, "北京"), embassy_type: 4 }] },
    sku_generate: { made: [{ id: 12, sku_no: "JP-TOUR-S-02", name: "广州送签" }], skipped: [{ name: "上海", sku_no: "JP-TOUR-S-01" }] },
  });
  draw(<SpuDetail />, [may.spu, may.sku, may.operation_log]);
  fireEvent.click(await screen.findByRole("button", { name: "生成SKU" }));
  expect(screen.getByRole("button", { name: "日志", hidden: true })).toBeTruthy();
  const boxes = within(await screen.findByRole("dialog", undefined, { timeout: 20_000 }));
  // A visa centre is no mission.
  expect(boxes.queryByText(/日本驻北京总领事馆/)).toBeNull();
  fireEvent.click(await boxes.findByLabelText("全选使领馆"));
  const table = await boxes.findByRole("table", { name: "将要生成的商品" });
  expect(table.textContent).toContain("已存在（跳过） JP-TOUR-S-01");
  const name = within(table).getByLabelText<HTMLInputElement>("日本驻广州总领事馆 标准 的商品名称");
  expect(name.value).toBe("广州送签 日本单次旅游签证");
  fireEvent.change(name, { target: { value: "广州送签 日本单次" } });
  fireEvent.click(boxes.getByLabelText("加急出签"));
  fireEvent.click(boxes.getByRole("button", { name: "生成 1 个草稿" }));
  await waitFor(() => expect(stub.of("sku_generate")).toHaveLength(1));
  expect(stub.of("sku_generate")[0]).toMatchObject({
    visa_product_unit_code: "JP-TOUR-S",
    rows: [
      { embassy_id: 5, service_level: "标准" },
      { embassy_id: 6, service_level: "标准", name: "广州送签 日本单次" },
    ],
    tier_kinds: ["issue"],
    from_sku_id: 11,
  });
});

const province = (code: string, name: string, more: Partial<Province> = {}): Province => ({
  province_code: code,
  province_name: name,
  state: "single",
  missing_cities: [],
  double_cities: [],
  cells: [{ sku_id: 11, area_text: "", by_household: true, by_residence: true, is_double: false }],
  ...more,
});

it("a province on the map says what to sell by household and by where one lives", async () => {
  window.history.replaceState(null, "", "/product/product-spu-detail/JP-TOUR-S?tab=coverage");
  const stub = stubServer({
    spu_get: detail,
    spu_coverage_get: answerOf(spuApi.spu_coverage_get, {
      skus: [{ ...sku, is_unlimited: false, residence_counts: true }],
      provinces: [
        province("310000", "上海市"),
        province("440000", "广东省", { state: "hole", cells: [] }),
        province("210000", "辽宁省", {
          state: "part",
          missing_cities: ["大连市"],
          cells: [{ sku_id: 11, area_text: "除大连市外", by_household: true, by_residence: false, is_double: false }],
        }),
      ],
      hole: 1,
      part: 1,
      double: 0,
    }),
  });
  draw(<SpuDetail />, [may.spu, may.sku]);
  const faults = await screen.findByRole("region", { name: "需要处理的省份" }, { timeout: 20_000 });
  expect(faults.textContent).toContain("无人受理 1 省广东");
  fireEvent.click(screen.getByRole("button", { name: /^上海\s*1 个商品$/ }));
  const offers = await screen.findByRole("region", { name: "上海市可卖商品" });
  for (const title of ["户籍在上海", "户籍在外地，居住在上海"])
    expect(within(offers).getByRole("list", { name: title }).textContent).toContain("上海送签 日本单次旅游签证");
  expect(offers.textContent).toContain("按居住地办理须提供居住证");
  fireEvent.click(screen.getByRole("button", { name: /^辽宁\s*缺 1 市$/ }));
  const liaoning = await screen.findByRole("region", { name: "辽宁省可卖商品" });
  expect(liaoning.textContent).toContain("无人受理：大连市");
  expect(liaoning.textContent).toContain("除大连市外");
  expect(within(liaoning).queryByRole("list", { name: "户籍在外地，居住在辽宁" })).toBeNull();
  fireEvent.click(screen.getByRole("switch", { name: "计入草稿与已下架" }));
  await waitFor(() => expect(stub.of("spu_coverage_get").at(-1)).toMatchObject({ with_drafts: true }));
});
