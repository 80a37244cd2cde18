import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { specialPriceActivityApi } from "@visadesk/contract/product/price/special-price-activity.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerOf } from "../../testing/answers.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import SpecialPriceActivityAdd from "./special-price-activity-add.tsx";
import SpecialPriceActivityDetail from "./special-price-activity-detail.tsx";
import SpecialPriceActivityEdit from "./special-price-activity-edit.tsx";
import SpecialPriceActivityList from "./special-price-activity-list.tsx";
import { AddToSpecialDialog } from "./special-add-dialog.tsx";
import { SkuSpecials } from "../price/sku-specials.tsx";
import { cutPrice, periodText, untilText } from "./special-price-words.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
beforeEach(() => window.history.replaceState(null, "", "/product/special-price-activity-list"));

const sku = {
  sku_id: 7,
  sku_no: "JP-TOUR-S-01",
  name: "上海送签 日本单次旅游签证",
  country_name: "日本",
  flag_emoji: "",
  ends: ["customer", "peer"],
  sku_status: "on_sale",
  child_age: 0,
  retail_adult: 118_800,
  retail_child: null,
  levels: [
    { ref_id: "V1", adult: 115_800, child: 115_800 },
    { ref_id: "V2", adult: 112_800, child: 112_800 },
  ],
  fee_adult: 71_500,
  fee_child: 71_500,
  cost_adult: 102_000,
  cost_child: 102_000,
  margin_floor: 1_000,
};
const activity = {
  id: 3,
  name: "同行日签冲量",
  end: "peer",
  level_ids: ["V1", "V2"],
  group_ids: [],
  audience: "V1、V2",
  item_count: 1,
  warm_at: null,
  start_at: "2026-11-20T02:00:00.000Z",
  end_at: "2026-11-30T02:00:00.000Z",
  stack_coupon: false,
  note: "",
  activity_status: "published",
  state: "running",
  sold: 12,
  total: 50,
  saved: 48_000,
  order_count: 9,
  created_by_name: "周启明",
  stop_reason: null,
  stopped_at: null,
  published_by_name: "周启明",
  published_at: "2026-11-19T02:00:00.000Z",
  version: 2,
  updated_at: "2026-11-19T02:00:00.000Z",
};
const detail = {
  ...activity,
  items: [
    { id: 5, sku, adult: 110_800, child: null, per_order: 0, per_buyer: 2, total_limit: 50, sold: 12, order_count: 9, saved: 48_000 },
  ],
};
const page = (list: readonly object[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });

it("says how far away the next change is, and when it runs", () => {
  const now = Date.parse("2026-11-20T00:00:00Z");
  const at = (state: "not_started" | "running" | "ended", start_at: string, end_at: string) => untilText({ state, start_at, end_at }, now);
  expect(at("not_started", "2026-11-22T00:00:00Z", "2026-11-30T00:00:00Z")).toBe("2天后开始");
  expect(at("running", "2026-11-19T00:00:00Z", "2026-11-20T05:00:00Z")).toBe("剩5小时");
  expect(at("ended", "2026-11-10T00:00:00Z", "2026-11-17T00:00:00Z")).toBe("3天前结束");
  expect(periodText({ start_at: "2026-11-20T02:00:00Z", end_at: "2026-12-01T02:00:00Z" })).toBe("2026-11-20 10:00 至 12-01 10:00");
  expect(periodText({ start_at: null, end_at: null })).toBe("未定时间");
  expect([cutPrice(118_800, { kind: "minus", cents: 2_000 }), cutPrice(118_800, { kind: "fold", fold: 9.5 })]).toEqual([116_800, 112_900]);
});

it("the list offers what the state allows: stopping a running one, publishing a draft", async () => {
  const draft = {
    ...activity,
    id: 4,
    name: "草稿活动",
    activity_status: "draft",
    state: "draft",
    start_at: null,
    end_at: null,
    total: null,
  };
  const over = { ...activity, id: 6, name: "过去的活动", state: "ended" };
  stubServer({ special_price_activity_query: page([activity, draft, over]) });
  draw(<SpecialPriceActivityList />, [may.special_price]);
  const rowOf = async (name: string): Promise<HTMLElement> => (await screen.findByText(name)).closest("tr") as HTMLElement;
  const running = await rowOf("同行日签冲量");
  for (const words of ["进行中", "同行端", "V1、V2", "12 / 50", "¥480.00", "2026-11-20 10:00 至 11-30 10:00"])
    expect(running.textContent).toContain(words);
  expect(within(running).getByRole("button", { name: "终止" })).toBeTruthy();
  const open = await rowOf("草稿活动");
  expect(within(open).getByRole("button", { name: "发布" })).toBeTruthy();
  expect(open.textContent).toContain("12 / 不限");
  expect(within(await rowOf("过去的活动")).queryByRole("button", { name: "终止" })).toBeNull();
});

it("a new activity takes products from the address, cuts their prices at once and says what is wrong with a price", async () => {
  window.history.replaceState(null, "", "/product/special-price-activity-add?sku=7");
  const stub = stubServer({
    special_price_activity_sku_query: page([sku]),
    draft_get: { draft: null },
    draft_save: { ok: true },
    special_price_activity_add: detail,
  });
  draw(<SpecialPriceActivityAdd />, [may.special_price]);
  const price = await screen.findByLabelText("JP-TOUR-S-01 特价");
  expect(stub.of("special_price_activity_sku_query")[0]).toMatchObject({ sku_ids: [7] });
  // Cost is nobody's business without the code.
  expect(screen.queryByText("毛利")).toBeNull();
  fireEvent.change(price, { target: { value: "1200" } });
  expect(await screen.findByText("特价应低于门市价")).toBeTruthy();
  fireEvent.change(price, { target: { value: "700" } });
  expect(await screen.findByText("低于官方收费")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("减多少元"), { target: { value: "40" } });
  fireEvent.click(screen.getByRole("button", { name: "应用到全部" }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("JP-TOUR-S-01 特价").value).toBe("1148.00"));
  fireEvent.change(screen.getByLabelText("活动名称"), { target: { value: "寒假特惠" } });
  fireEvent.click(screen.getByRole("button", { name: "保存草稿" }));
  await waitFor(() => expect(stub.of("special_price_activity_add")).toHaveLength(1));
  expect(stub.of("special_price_activity_add")[0]).toMatchObject({
    name: "寒假特惠",
    end: "customer",
    level_ids: [],
    start_at: null,
    items: [{ sku_id: 7, adult: 114_800, child: null, per_order: 0, per_buyer: 0, total_limit: 0 }],
  });
});

it("a peer's special that is not below a level price says whom it does not help; cost shows the margin", async () => {
  window.history.replaceState(null, "", "/product/special-price-activity-edit/3");
  stubServer({
    special_price_activity_get: { ...detail, state: "draft", activity_status: "draft", items: [{ ...detail.items[0], adult: 113_000 }] },
    special_price_activity_sku_query: page([sku]),
    draft_get: { draft: null },
    presence_ping: { others: [] },
    draft_remove: { ok: true },
  });
  draw(<SpecialPriceActivityEdit />, [may.special_price, may.cost_view]);
  expect(await screen.findByText("V2 不低于等级价，不享受")).toBeTruthy();
  expect(screen.getByText("¥110.00")).toBeTruthy();
});

it("while it runs only end, note and total can be touched", async () => {
  window.history.replaceState(null, "", "/product/special-price-activity-edit/3");
  stubServer({
    special_price_activity_get: detail,
    special_price_activity_sku_query: page([sku]),
    draft_get: { draft: null },
    presence_ping: { others: [] },
    draft_remove: { ok: true },
  });
  draw(<SpecialPriceActivityEdit />, [may.special_price]);
  const isOff = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).disabled;
  expect(await isOff("JP-TOUR-S-01 特价")).toBe(true);
  expect(await isOff("JP-TOUR-S-01 每人限购")).toBe(true);
  expect(await isOff("JP-TOUR-S-01 总量")).toBe(false);
  expect([await isOff("活动名称"), await isOff("结束时间"), await isOff("备注")]).toEqual([true, false, false]);
  expect(screen.queryByRole("button", { name: "添加商品" })).toBeNull();
});

it("the detail shows figures, what is left of each product, orders and the log", async () => {
  window.history.replaceState(null, "", "/product/special-price-activity-detail/3");
  const use = {
    id: 1,
    order_id: 11,
    order_no: "V261120000011",
    sku_no: sku.sku_no,
    sku_name: sku.name,
    qty: 2,
    saved: 8_000,
    order_status: "cancelled",
  };
  stubServer({
    special_price_activity_get: detail,
    special_price_activity_order_query: page([{ ...use, created_at: "2026-11-20T03:00:00Z", released_at: "2026-11-20T05:00:00Z" }]),
    special_price_activity_log_query: { list: [], has_more: false },
    presence_ping: { others: [] },
    draft_remove: { ok: true },
  });
  draw(<SpecialPriceActivityDetail />, [may.special_price, may.operation_log]);
  const items = await screen.findByRole("table", { name: "特价商品" });
  for (const words of ["¥1,108.00", "V2 ¥1,128.00", "不限 / 2", "38"]) expect(items.textContent).toContain(words);
  expect(items.textContent).not.toContain("毛利");
  expect(screen.getByRole("button", { name: "日志" })).toBeTruthy();
  fireEvent.click(screen.getByRole("tab", { name: "订单" }));
  const row = (await screen.findByText("V261120000011")).closest("tr") as HTMLElement;
  expect(row.textContent).toContain("名额已退回");
  fireEvent.click(screen.getByRole("tab", { name: "日志" }));
  expect(await screen.findByText("还没有动态")).toBeTruthy();
});

it("a product lists its activities, and joins a draft or a new one", async () => {
  const mine = { ...activity, activity_id: 3, adult: 110_800, child: null, per_order: 0, per_buyer: 2, total_limit: 50 };
  stubServer({
    special_price_item_query: answerOf(specialPriceActivityApi.special_price_item_query, { list: [mine] }),
    special_price_activity_query: page([{ ...activity, state: "draft" }]),
  });
  draw(<SkuSpecials skuId={7} />, [may.sku]);
  const row = (await screen.findByText("同行日签冲量")).closest("tr") as HTMLElement;
  for (const words of ["进行中", "V1、V2", "¥1,108.00", "12 / 50"]) expect(row.textContent).toContain(words);
  cleanup();
  const closed = vi.fn();
  draw(<AddToSpecialDialog skuIds={[7, 8]} onClose={closed} />, [may.special_price]);
  expect(await screen.findByText("把 2 个商品加入限时特价")).toBeTruthy();
  fireEvent.click(await screen.findByRole("radio", { name: /同行日签冲量/ }));
  fireEvent.click(screen.getByRole("button", { name: "下一步" }));
  expect(closed).toHaveBeenCalled();
  expect(window.location.pathname + window.location.search).toBe("/product/special-price-activity-edit/3?sku=7,8");
});
