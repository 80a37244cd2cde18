import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import { draw, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import ProductRecommendListDetail from "./product-recommend-list-detail.tsx";
import { added, moved, replaced, type RecommendItem } from "./product-recommend-model.ts";
import ProductRecommendSummary from "./product-recommend-summary.tsx";
import { AddToRecommendDialog } from "./recommend-add-dialog.tsx";

const slot = {
  id: 1,
  position: "home_hot",
  end: "customer",
  name: "首页热门",
  max_items: 8,
  fill: "sales",
  status: 1,
  live_count: 2,
  item_count: 3,
  next_change_at: "2026-11-23T02:00:00Z",
  impressions_7: 1_000,
  clicks_7: 50,
  click_rate: 5,
  orders_7: null,
  version: 4,
  updated_at: "2026-11-20T02:00:00Z",
};
const item = (sku_id: number, name: string, more: object = {}) => ({
  sku_id,
  name,
  label: "",
  start_at: null,
  end_at: null,
  province_codes: [],
  sku_no: `S-${sku_id}`,
  flag_emoji: "",
  country_name: "日本",
  lowest_price: 118_800,
  state: "live",
  reason: null,
  impressions_7: null,
  clicks_7: null,
  ...more,
});
const detail = {
  ...slot,
  items: [
    item(1, "日本单次", { label: "热门", province_codes: ["310000"] }),
    item(2, "韩国单次"),
    item(3, "埃及旅游", { state: "skipped", reason: "商品草稿" }),
  ],
};
const preview = {
  list: [
    { sku_id: 2, label: "", sku_no: "S-2", name: "韩国单次", flag_emoji: "", country_name: "韩国", lowest_price: 69_800, is_filled: false },
    {
      sku_id: 9,
      label: "",
      sku_no: "S-9",
      name: "越南电子签",
      flag_emoji: "",
      country_name: "越南",
      lowest_price: 39_800,
      is_filled: true,
    },
  ],
  skipped: [{ sku_id: 3, sku_no: "S-3", name: "埃及旅游", reason: "商品草稿" }],
};
const page = (list: object[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });
const comforts = {
  presence_update: { list: [] },
  presence_query: { list: [] },
  product_recommend_get: detail,
  product_recommend_item_preview: preview,
};
const CODES = [may.product_recommend];
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("one row per slot; what nobody reported is unknown, not zero", async () => {
  window.history.replaceState(null, "", "/product/product-recommend-summary");
  stubServer({
    product_recommend_query: page([slot, { ...slot, id: 2, name: "国家页推荐", impressions_7: null, clicks_7: null, click_rate: null }]),
  });
  draw(<ProductRecommendSummary />, CODES);
  const row = (await screen.findByRole("link", { name: "首页热门" })).closest("tr");
  for (const words of ["直客端", "2 / 3", "按30天销量", "1000", "5.0%", "启用"]) expect(row?.textContent).toContain(words);
  const silent = screen.getByRole("link", { name: "国家页推荐" }).closest("tr") as HTMLElement;
  expect(within(silent).getAllByText("—").length).toBe(4);
});

it("moved by keys, the list is sent whole with the slot's version; the preview shows it before", async () => {
  window.history.replaceState(null, "", "/product/product-recommend-list-detail/1");
  const stub = stubServer({
    ...comforts,
    product_recommend_item_save: { ...detail, version: 5, items: detail.items.toReversed() },
  });
  draw(<ProductRecommendListDetail />, [...CODES, may.operation_log]);
  const table = await screen.findByRole("table", { name: "推荐商品" });
  expect(table.textContent).toContain("跳过：商品草稿");
  const seen = await screen.findByRole("list", { name: "此刻看到" });
  expect(within(seen).getAllByRole("listitem")[1]?.textContent).toContain("补位");
  expect(screen.getByRole("list", { name: "未展示" }).textContent).toBe("埃及旅游商品草稿");
  expect(screen.getByRole("button", { name: "日志" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "保存" })).toBeNull();
  fireEvent.keyDown(screen.getByRole("button", { name: /^第1位 日本单次/ }), { key: "ArrowDown", altKey: true });
  await waitFor(() =>
    expect(stub.of("product_recommend_item_preview").at(-1)?.["items"]).toMatchObject([{ sku_id: 2 }, { sku_id: 1 }, { sku_id: 3 }]),
  );
  expect(await screen.findByText("日本单次已移到第2位")).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "保存" }));
  await waitFor(() => expect(stub.of("product_recommend_item_save").length).toBe(1));
  const [sent] = stub.of("product_recommend_item_save");
  expect(sent).toMatchObject({
    id: 1,
    version: 4,
    items: [{ sku_id: 2 }, { sku_id: 1, label: "热门", province_codes: ["310000"] }, { sku_id: 3 }],
  });
});

it("several are taken out at once, and given up changes leave the list as it was", async () => {
  window.history.replaceState(null, "", "/product/product-recommend-list-detail/1");
  stubServer(comforts);
  draw(<ProductRecommendListDetail />, CODES);
  fireEvent.click(await screen.findByLabelText("选择日本单次"));
  fireEvent.click(screen.getByLabelText("选择埃及旅游"));
  fireEvent.click(screen.getByRole("button", { name: "移除 2 个" }));
  const rows = (): number => screen.getByRole("table", { name: "推荐商品" }).querySelectorAll("tbody tr").length;
  expect(rows()).toBe(1);
  fireEvent.click(screen.getByRole("button", { name: "放弃改动" }));
  expect(rows()).toBe(3);
});

it("products chosen elsewhere go to the end of a slot, those already there once", async () => {
  const onClose = vi.fn();
  const stub = stubServer({ ...comforts, product_recommend_query: page([slot]), product_recommend_item_save: detail });
  draw(<AddToRecommendDialog skuIds={[2, 7]} onClose={onClose} />, CODES);
  fireEvent.mouseDown(await screen.findByRole("combobox"));
  fireEvent.click(await screen.findByText("首页热门 · 直客端（3 个，上限 8）"));
  fireEvent.click(screen.getByRole("button", { name: "加入" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [sent] = stub.of("product_recommend_item_save");
  expect(((sent?.["items"] ?? []) as { sku_id: number }[]).map((i) => i.sku_id)).toEqual([1, 2, 3, 7]);
});

it("moves over a list keep every item once", () => {
  const items: RecommendItem[] = [1, 2, 3].map((sku_id) => ({
    sku_id,
    name: String(sku_id),
    label: "",
    start_at: null,
    end_at: null,
    province_codes: [],
    stored: null,
  }));
  const ids = (list: readonly RecommendItem[]): number[] => list.map((i) => i.sku_id);
  expect([ids(moved(items, 2, 0)), ids(moved(items, 0, 2)), ids(moved(items, 0, 3))]).toEqual([
    [3, 1, 2],
    [2, 3, 1],
    [1, 2, 3],
  ]);
  expect(
    ids(
      added(items, [
        { sku_id: 3, name: "" },
        { sku_id: 4, name: "" },
      ]),
    ),
  ).toEqual([1, 2, 3, 4]);
  expect(ids(replaced(items, 1, { sku_id: 9, name: "" }))).toEqual([1, 9, 3]);
  expect(ids(replaced(items, 1, { sku_id: 3, name: "" }))).toEqual([1, 2, 3]);
});
