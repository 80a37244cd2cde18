import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import { draw, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import { match, price } from "../supplier-product/match-fixtures.ts";
import { MatchPrice } from "./match-price.tsx";
import { MatchPriceBatch } from "./match-price-batch.tsx";
import { MatchSheet } from "./match-sheet.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const sku = {
  has_child: false,
  tiers: [{ tier_code: "U1", name: "3个工作日" }],
  sale: { levels: [{ name: "门市价", adult: 118_800, child: null }], embassy_fee: 71_500, centre_fee: 0 },
};
const type = (label: RegExp | string, value: string): void => void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: RegExp | string): void => void fireEvent.click(screen.getByRole("button", { name }));

it("调价 shows old beside new and the margin, says what is wrong, and sends the whole cost", async () => {
  const { of } = stubServer({
    supplier_price_query: { list: [price], sku },
    supplier_price_propose: { id: 30, adjust_no: "TJ261120000001" },
  });
  const closed = vi.fn();
  draw(<MatchPrice match={match} onClose={closed} />, [may.supplier_product]);
  const adult = await screen.findByLabelText("成人结算价");
  expect(screen.queryByLabelText("儿童结算价")).toBeNull();
  expect(await screen.findByText("新旧价格相同")).toBeTruthy();
  fireEvent.change(adult, { target: { value: "1200" } });
  const change = await screen.findByRole("table", { name: "改动" });
  await waitFor(() => expect(change.textContent).toContain("+16.5%"));
  expect(within(change).getByText("+16.5%").className).toContain("vd-error");
  expect(screen.getByText("涨跌超过10%，说明至少10个字")).toBeTruthy();
  expect(screen.getByRole("table", { name: "每人毛利" }).textContent).toContain("-¥12.00");
  fireEvent.change(adult, { target: { value: "" } });
  press("提交审核");
  expect(await screen.findByText("请输入成人结算价")).toBeTruthy();
  fireEvent.change(adult, { target: { value: "1200" } });
  type("说明", "使馆签证费自十月起上调，随之调整");
  press("提交审核");
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(of("supplier_price_propose")[0]).toMatchObject({
    supplier_product_id: 11,
    adult: 120_000,
    child: null,
    urgent: { U1: 20_000 },
    embassy_included: true,
    embassy_fee: 71_500,
    currency: "CNY",
    effective_at: null,
  });
});

it("儿童价 is asked for where the product has a child band", async () => {
  const { of } = stubServer({
    supplier_price_query: { list: [price], sku: { ...sku, has_child: true } },
    supplier_price_propose: { id: 30, adjust_no: "TJ261120000001" },
  });
  const closed = vi.fn();
  draw(<MatchPrice match={match} onClose={closed} />, [may.supplier_product]);
  const child = await screen.findByLabelText("儿童结算价");
  fireEvent.change(screen.getByLabelText("成人结算价"), { target: { value: "1000" } });
  type("说明", "供应商来函下调结算价");
  press("提交审核");
  expect(await screen.findByText("请输入儿童结算价")).toBeTruthy();
  expect(of("supplier_price_propose")).toHaveLength(0);
  fireEvent.change(child, { target: { value: "900" } });
  press("提交审核");
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(of("supplier_price_propose")[0]).toMatchObject({ adult: 100_000, child: 90_000 });
});

it("a cost that waits for its review is told and may be taken back by who proposed it", async () => {
  const waiting = {
    ...price,
    id: 22,
    review: "pending",
    is_in_force: false,
    adult: 108_000,
    adjust_no: "TJ261120000001",
    effective_at: null,
  };
  const { of } = stubServer({ supplier_price_query: { list: [waiting, price], sku }, supplier_price_withdraw: { ok: true } });
  const asked = { ...match, adjust_no: "TJ261120000001", adjust_id: 7 };
  draw(<MatchPrice match={{ ...asked, own_price_id: 22 }} onClose={() => undefined} />, [may.supplier_product]);
  expect(await screen.findByText("该价格已有待审核的调价单 TJ261120000001")).toBeTruthy();
  expect(screen.getByRole("button", { name: "撤回" })).toBeTruthy();
  cleanup();
  draw(<MatchPrice match={asked} onClose={() => undefined} />, [may.supplier_product]);
  expect(await screen.findByText("该价格已有待审核的调价单 TJ261120000001")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "撤回" })).toBeNull();
  expect(of("supplier_price_withdraw")).toHaveLength(0);
});

it("批量调价 is seen match by match before it is asked for", async () => {
  const row = { id: 11, name: "日本单次·东海签证", currency: "CNY", old_adult: 103_000, new_adult: 98_000, fault: null, adjust_no: null };
  const bad = {
    ...row,
    id: 12,
    name: "泰国·北方签证",
    currency: null,
    old_adult: null,
    new_adult: null,
    fault: "还没有结算价，请单独报价",
  };
  const usd = { ...row, id: 13, name: "越南·南洋签证", currency: "USD", old_adult: 3_500, new_adult: 3_430 };
  const { of } = stubServer({
    supplier_price_batch: (b: Record<string, unknown>) => ({
      rows: [row, bad, usd],
      seen: `m${String(b["amount"])}`,
      done: b["dry_run"] ? 0 : 2,
    }),
  });
  const done = vi.fn();
  draw(<MatchPriceBatch ids={[11, 12, 13]} onDone={done} onClose={() => undefined} />, [may.supplier_product]);
  fireEvent.click(await screen.findByText("下调"));
  type("每人加减", "50");
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "预览" }).disabled).toBe(false));
  press("预览");
  const seen = await screen.findByRole("table", { name: "批量调价预览" });
  expect(seen.textContent).toContain("还没有结算价，请单独报价");
  for (const amount of ["¥1,030.00", "¥980.00", "USD 35.00", "USD 34.30"]) expect(seen.textContent).toContain(amount);
  expect(screen.getByText("2 个可提交，1 个不可提交")).toBeTruthy();
  type("说明", "续签合作协议后统一下调");
  // Another amount was not seen by anybody yet.
  type("每人加减", "60");
  expect(await screen.findByText(/内容已修改，请重新预览/)).toBeTruthy();
  press("提交审核");
  expect(await screen.findByText("请先预览")).toBeTruthy();
  press("预览");
  await waitFor(() => expect(screen.queryByText(/内容已修改/)).toBeNull());
  press("提交审核");
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(of("supplier_price_batch").map((b) => [b["dry_run"], b["amount"], b["by"], b["seen"]])).toEqual([
    [true, -5_000, "amount", undefined],
    [true, -6_000, "amount", undefined],
    [false, -6_000, "amount", "m-6000"],
  ]);
});

it("supplier 23: a quotation is tried first and committed with the mark of its trial; another sheet asks for another", async () => {
  const good = {
    row: 1,
    supplier_code: "DH-JP-1",
    name: "日本单次",
    currency: "JPY",
    old_adult: 103_000,
    new_adult: 104_000,
    outcome: "change",
    fault: null,
    adjust_no: null,
  };
  const bad = {
    ...good,
    row: 2,
    supplier_code: "DH-X",
    name: null,
    currency: null,
    old_adult: null,
    new_adult: null,
    outcome: "fault",
    fault: "没有编码为 DH-X 的匹配",
  };
  const replay = { orders: 12, cost_delta: 12_000, margin_before: 0.102, margin_after: 0.093, below_floor: ["JP-TOUR-S-01"] };
  const { of } = stubServer({
    supplier_price_import: (b: Record<string, unknown>) => ({
      rows: [good, bad],
      replay,
      steep: 1,
      seen: "m1",
      done: b["dry_run"] ? 0 : 1,
    }),
  });
  draw(<MatchSheet supplierId={3} onClose={() => undefined} />, [may.supplier_product]);
  const sheet = await screen.findByLabelText("报价单");
  fireEvent.change(sheet, { target: { value: "供应商编码\t成人价\nDH-JP-1\t1040\nDH-X\t9" } });
  expect(await screen.findByText("读出 2 行")).toBeTruthy();
  type("说明", "供应商十二月新报价单");
  press("提交审核");
  expect(await screen.findByText("请先预检")).toBeTruthy();
  press("预检");
  const tried = await screen.findByRole("table", { name: "预检结果" });
  expect(tried.textContent).toContain("没有编码为 DH-X 的匹配");
  for (const amount of ["JPY 103,000", "JPY 104,000"]) expect(tried.textContent).toContain(amount);
  expect(screen.getByText(/1 行调价，0 行价格相同，1 行错误/)).toBeTruthy();
  expect(screen.getByText("1 行涨跌超过10%，说明至少10个字")).toBeTruthy();
  const told = screen.getByText(/近30天 12 人按新价重算/).textContent;
  for (const words of ["+¥120.00", "10.2%", "9.3%", "1 个商品低于毛利底线：JP-TOUR-S-01"]) expect(told).toContain(words);
  fireEvent.change(sheet, { target: { value: "供应商编码\t成人价\nDH-JP-1\t1050" } });
  expect(await screen.findByText(/内容已修改，请重新预检/)).toBeTruthy();
  press("提交审核");
  expect(of("supplier_price_import")).toHaveLength(1);
  press("预检");
  await waitFor(() => expect(of("supplier_price_import")).toHaveLength(2));
  await waitFor(() => expect(screen.queryByText(/内容已修改/)).toBeNull());
  press("提交审核");
  await waitFor(() => expect(of("supplier_price_import")).toHaveLength(3));
  expect(of("supplier_price_import")[2]).toMatchObject({
    supplier_id: 3,
    dry_run: false,
    seen: "m1",
    rows: [{ supplier_code: "DH-JP-1", adult: "1050" }],
  });
});
