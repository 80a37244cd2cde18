import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import Palette from "./palette.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const ask = (text: string, codes: number[] = []): void => {
  draw(<Palette close={vi.fn()} />, codes);
  fireEvent.change(screen.getByLabelText("搜索"), { target: { value: text } });
};

test("a refused search says why, not that nothing was found", async () => {
  stubServer({ search_query: new Refused(429, { msg: "本小时查找完整号码过多，请稍后再试" }) });
  ask("13812345678");
  expect(await screen.findByText("本小时查找完整号码过多，请稍后再试")).toBeTruthy();
  expect(screen.queryByText(/没有找到/)).toBeNull();
});

test("nothing found names what was looked through, by the rights of the caller", async () => {
  stubServer({ search_query: { groups: [] } });
  ask("zzzz", [may.sku]);
  expect(await screen.findByText("没有找到“zzzz”，已搜索：动作、页面、商品、国家/地区")).toBeTruthy();
});

test("pages are found by their pinyin initials, countries lead to their lists", async () => {
  const hit = { key: "country:JP:product-list", title: "日本 · 商品", no: "JP", tag: null, tone: null, matched: "拼音" };
  const found = { ...hit, route: "product-list", params: {}, query: { country_id: "JP" } };
  const go = vi.spyOn(window, "open").mockReturnValue(null);
  stubServer({
    search_query: { groups: [{ key: "country", label: "国家/地区", total: 1, total_capped: false, list: [found], more: null }] },
  });
  ask("ddcl", [may.order_process, may.sku]);
  expect(await screen.findByText("订单处理")).toBeTruthy();
  fireEvent.click(await screen.findByText("日本 · 商品"), { ctrlKey: true });
  expect(go).toHaveBeenCalledWith("/product/list?country_id=JP", "_blank", "noopener");
});
