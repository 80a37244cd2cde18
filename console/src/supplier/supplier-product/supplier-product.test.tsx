import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { supplierProductApi } from "@visadesk/contract/supplier/supplier-product.ts";
import { LAST_MATCH } from "@visadesk/contract/supplier/supplier.words.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerOf } from "../../testing/answers.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import { MatchDisable } from "./match-disable.tsx";
import { gap, match, price } from "./match-fixtures.ts";
import { MatchOrder } from "./match-order.tsx";
import SupplierProductList from "./supplier-product-list.tsx";
import SupplierProductModifyRecordList from "./supplier-product-modify-record-list.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
beforeEach(() => window.history.replaceState(null, "", "/supplier/product/list"));

const page = (list: readonly object[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });
const listed = answerOf(supplierProductApi.supplier_product_query, page([match, gap]));
const counts = { all: 2, unmatched: 1, single: 1, no_price: 0, in_review: 0, disabled: 0 };
const press = (name: RegExp | string): void => void fireEvent.click(screen.getByRole("button", { name }));

it("the list counts its tabs under the filter, shows a product that nobody does, and margins to those who may see them", async () => {
  const { of } = stubServer({ supplier_product_query: listed, supplier_product_stat_get: counts });
  draw(<SupplierProductList />, [may.supplier_product, may.cost_view]);
  const row = (await screen.findByText("日本单次旅游签证")).closest("tr") as HTMLElement;
  for (const words of ["东海签证", "¥1,030.00", "含", "¥715.00", "¥120.00", "5–7 工作日", "今 4 · 明 0", "94.8%", "已匹配"])
    expect(row.textContent).toContain(words);
  const open = screen.getByText("泰国电子签").closest("tr") as HTMLElement;
  expect(within(open).getByRole("button", { name: "匹配" })).toBeTruthy();
  expect(open.textContent).toContain("未匹配");
  await waitFor(() => expect(screen.getByRole("tab", { name: /仅一家供应商/ }).textContent).toContain("1"));
  fireEvent.click(screen.getByRole("tab", { name: /未匹配/ }));
  await waitFor(() => expect(of("supplier_product_query").at(-1)).toMatchObject({ tab: "unmatched" }));
  expect(of("supplier_product_stat_get").every((body) => !("tab" in body))).toBe(true);
  cleanup();
  draw(<SupplierProductList />, [may.supplier_product]);
  await screen.findByText("泰国电子签");
  expect(screen.queryByText("毛利")).toBeNull();
});

it("the matrix lays products beside suppliers: priority, cost and what is left today", async () => {
  window.history.replaceState(null, "", "/supplier/product/list?show=matrix");
  stubServer({ supplier_product_query: listed, supplier_product_stat_get: counts });
  draw(<SupplierProductList />, [may.supplier_product]);
  const grid = await screen.findByRole("table", { name: "商品与供应商" });
  expect(within(grid).getByRole("columnheader", { name: "东海签证" })).toBeTruthy();
  fireEvent.click(within(grid).getByRole("button", { name: "1 · ¥1,030.00 · 余 16" }));
  const acts = (await screen.findAllByRole("menuitem")).map((i) => i.textContent);
  expect(acts).toEqual(["编辑", "调价", "上移", "下移", "修改记录", "日志", "停用"]);
});

it("a match whose cost waits for its review offers the request, and its withdrawal to who proposed it", async () => {
  const asked = { ...match, adjust_no: "TJ261120000001", adjust_id: 7 };
  const offered = async (one: object, codes: readonly number[]) => {
    cleanup();
    const { of } = stubServer({
      supplier_product_query: answerOf(supplierProductApi.supplier_product_query, page([one])),
      supplier_product_stat_get: counts,
      supplier_price_withdraw: { ok: true },
    });
    draw(
      <>
        <SupplierProductList />
        <FeedbackHost />
      </>,
      codes,
    );
    fireEvent.click(await screen.findByRole("button", { name: /的更多操作$/ }));
    return { of, acts: (await screen.findAllByRole("menuitem")).map((i) => i.textContent) };
  };
  const others = await offered({ ...asked, own_price_id: null }, [may.supplier_product, may.price_adjustment]);
  expect(others.acts.slice(0, 3)).toEqual(["查看调价单", "上移", "下移"]);
  expect(others.acts).not.toContain("撤回调价");
  fireEvent.click(screen.getByRole("menuitem", { name: "查看调价单" }));
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe("/product/price-adjustment-list?adjust=7"));
  window.history.replaceState(null, "", "/supplier/product/list");
  const own = await offered({ ...asked, own_price_id: 22 }, [may.supplier_product]);
  expect(own.acts).toEqual(expect.arrayContaining(["查看调价单", "撤回调价"]));
  fireEvent.click(screen.getByRole("menuitem", { name: "撤回调价" }));
  fireEvent.click(await screen.findByRole("button", { name: "撤回" }));
  await waitFor(() => expect(own.of("supplier_price_withdraw")).toMatchObject([{ id: 22 }]));
});

it("上移 sends the whole order of the product as it was seen", async () => {
  const second = { ...match, id: 12, supplier_id: 4, supplier_name: "北方签证", priority: 2, version: 8 };
  const both = answerOf(supplierProductApi.supplier_product_query, page([match, second]));
  const { of } = stubServer({ supplier_product_query: both, supplier_product_stat_get: counts, supplier_product_sort: { ok: true } });
  draw(<SupplierProductList />, [may.supplier_product]);
  fireEvent.click(await screen.findByRole("button", { name: "日本单次旅游签证 · 北方签证的更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "上移" }));
  await waitFor(() => expect(of("supplier_product_sort")).toHaveLength(1));
  expect(of("supplier_product_query").at(-1)).toBeTruthy();
  const seen = [
    { id: 12, version: 8 },
    { id: 11, version: 3 },
  ];
  expect(of("supplier_product_sort")[0]).toEqual({ sku_id: 7, ids: [12, 11], seen });
});

it("the last usable match of a product is disabled only once that is confirmed", async () => {
  let asked = 0;
  const { of } = stubServer({
    supplier_product_disable: () =>
      asked++ === 0 ? new Refused(200, { ret: 10, msg: LAST_MATCH, body: { code: "confirm_needed" } }) : { ok: true },
  });
  const closed = vi.fn();
  draw(<MatchDisable matches={[match]} onClose={closed} />, [may.supplier_product]);
  fireEvent.change(await screen.findByLabelText("原因"), { target: { value: "暂停合作" } });
  press("停用");
  expect(await screen.findByText(LAST_MATCH)).toBeTruthy();
  fireEvent.click(screen.getByRole("switch", { name: "确认停用最后一个" }));
  press("停用");
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(of("supplier_product_disable")).toEqual([
    { id: 11, version: 3, reason: "暂停合作" },
    { id: 11, version: 3, reason: "暂停合作", confirm_last: true },
  ]);
});

it("重排优先级 sends only products whose order changes", async () => {
  const cheap = { ...match, id: 12, supplier_id: 4, supplier_name: "北方签证", priority: 2, adult: 99_000 };
  const both = answerOf(supplierProductApi.supplier_product_query, page([match, cheap]));
  const { of } = stubServer({ supplier_product_query: both, supplier_product_sort: { ok: true } });
  const closed = vi.fn();
  draw(<MatchOrder ids={[11]} onClose={closed} />, [may.supplier_product]);
  fireEvent.click(await screen.findByRole("button", { name: "重排 1 个商品" }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(of("supplier_product_sort").map((b) => b["ids"])).toEqual([[12, 11]]);
});

it("the records of a match: who changed what by how much; none says so", async () => {
  window.history.replaceState(null, "", "/supplier/product/modify-record/list/11");
  const change = {
    id: 1,
    at: "2026-11-19T02:00:00.000Z",
    field: "adult",
    old_text: "¥1,000.00",
    new_text: "¥1,030.00",
    delta: 3_000,
    delta_rate: 0.03,
    source: "review",
    reason: "使馆费上调",
    effective_at: "2026-11-19T02:00:00.000Z",
    open_count: 4,
    adjust_no: "TJ261118000003",
    adjust_id: 9,
    by_name: "周启明",
  };
  const old = { ...price, id: 20, adult: 100_000, is_in_force: false, effective_at: "2026-06-01T00:00:00.000Z" };
  const { of } = stubServer({
    supplier_product_get: answerOf(supplierProductApi.supplier_product_get, match),
    supplier_price_query: { list: [price, old], sku: { has_child: false, tiers: [] } },
    supplier_change_query: page([change]),
  });
  draw(<SupplierProductModifyRecordList />, [may.supplier_product, may.price_adjustment]);
  const row = (await screen.findByText("使馆费上调")).closest("tr") as HTMLElement;
  for (const words of ["成人价", "¥1,000.00", "¥1,030.00", "+¥30.00 · +3.0%", "审核生效", "周启明"])
    expect(row.textContent).toContain(words);
  expect(within(row).getByRole("link", { name: "TJ261118000003" }).getAttribute("href")).toContain("adjust=9");
  expect(await screen.findByRole("img", { name: "成人结算价的变化" })).toBeTruthy();
  expect(of("supplier_change_query")[0]).toMatchObject({ supplier_product_id: 11 });
  cleanup();
  const begins = "2098-12-31T16:00:00.000Z";
  stubServer({
    supplier_product_get: answerOf(supplierProductApi.supplier_product_get, { ...match, next_adult: 7_000, next_at: begins }),
    supplier_price_query: {
      list: [{ ...price, id: 22, adult: 7_000, is_in_force: false, effective_at: begins }, price],
      sku: { has_child: false, tiers: [] },
    },
    supplier_change_query: page([]),
  });
  draw(<SupplierProductModifyRecordList />, [may.supplier_product]);
  expect(await screen.findByText("暂无修改记录")).toBeTruthy();
  // What is passed and begins later stands in head and chart, as not yet in force.
  const next = (await screen.findByText("待生效成人价")).closest("div");
  expect(next?.textContent).toMatch(/¥70\.00.*2099-01-01 00:00 起，未生效/);
  expect((await screen.findByRole("img", { name: "成人结算价的变化" })).textContent).toContain("99-01-01 未生效");
});
