import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { draw, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import { AdjustDialog } from "./price-adjustment-dialog.tsx";
import { skuDetail, skuPrice } from "../sku/sku-detail-fixtures.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const price = (id: number, price_kind: string, ref_id: string, adult: number) => ({ ...skuPrice, id, price_kind, ref_id, adult });
const waiting = { ...skuDetail.adjustments[0], cells: [{ price_kind: "level", ref_id: "V1", band: "adult", old: 115_800, new: 116_800 }] };
const sku = {
  ...skuDetail,
  prices: [price(1, "retail", "", 118_800), price(2, "level", "V1", 115_800), price(3, "level", "V2", 112_800)],
  adjustments: [waiting],
};
const retail = { price_kind: "retail", ref_id: "", band: "adult", old: 118_800, new: 120_800 };
const outcome = (id: number, more: object) => ({
  id,
  ok: true,
  msg: "",
  sku_no: `SKU-${id}`,
  name: `商品${id}`,
  adjust_no: null,
  cells: [retail],
  below_floor: false,
  margins: [{ ...retail, old: 16_800, new: 18_800 }],
  ...more,
});
const dialog = (skuIds: readonly number[], onClose: () => void) =>
  draw(
    <>
      <AdjustDialog skuIds={skuIds} onClose={onClose} />
      <FeedbackHost />
    </>,
    [may.sku, may.cost_view],
  );

it("one product: only what was typed is asked for, judged while one types, and what waits cannot be typed", async () => {
  const closed = vi.fn();
  const server = stubServer({
    sku_get: sku,
    price_adjustment_check: outcome(1, { below_floor: true }),
    price_adjustment_add: { batch_no: "TJ1", opened: 1, results: [outcome(1, { adjust_no: "TJ261120000007" })] },
  });
  dialog([1], closed);
  const grid = await screen.findByRole("table", { name: "新价格" });
  expect(within(grid).queryByLabelText("等级价 V1 新价")).toBeNull();
  expect(within(grid).getByText("调价待审")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "提交审核" }));
  expect(await screen.findByText("请至少修改一项价格")).toBeTruthy();
  fireEvent.change(within(grid).getByLabelText("门市价 新价"), { target: { value: "1208" } });
  await waitFor(() => expect(server.of("price_adjustment_check").at(-1)).toEqual({ sku_id: 1, cells: [retail], effective_at: null }));
  expect(await screen.findByText("低于底线")).toBeTruthy();
  expect(grid.textContent).toContain("¥188.00");
  fireEvent.change(screen.getByLabelText("说明"), { target: { value: "旺季上调门市价" } });
  fireEvent.mouseDown(screen.getByLabelText("原因"));
  fireEvent.click(await screen.findByText("市场竞争"));
  fireEvent.click(screen.getByRole("button", { name: "提交审核" }));
  await waitFor(() =>
    expect(server.of("price_adjustment_add")).toMatchObject([
      { sku_ids: [1], cells: [retail], reason_kind: "market", reason: "旺季上调门市价", effect_mode: "now", dry_run: false },
    ]),
  );
  await waitFor(() => expect(closed).toHaveBeenCalled());
});

it("several products: the rule is tried before it is asked for, each with its verdict", async () => {
  const server = stubServer({
    price_adjustment_add: {
      batch_no: null,
      opened: 1,
      results: [outcome(1, {}), outcome(2, { ok: false, msg: "同行价不能高于门市价", margins: undefined })],
    },
  });
  dialog([1, 2], () => undefined);
  const preview = await screen.findByRole("button", { name: "预览" });
  expect(preview.hasAttribute("disabled")).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name: "下调百分比" }));
  fireEvent.change(screen.getByLabelText("调整幅度"), { target: { value: "2.5" } });
  fireEvent.blur(screen.getByLabelText("调整幅度"));
  fireEvent.click(screen.getByRole("radio", { name: "取整到元" }));
  await waitFor(() => expect(preview.hasAttribute("disabled")).toBe(false));
  fireEvent.click(preview);
  const table = await screen.findByRole("table", { name: "批量调价预览" });
  expect(server.of("price_adjustment_add")).toMatchObject([
    {
      sku_ids: [1, 2],
      dry_run: true,
      rule: { targets: [{ price_kind: "retail", ref_id: "" }], bands: ["adult", "child"], op: "percent", value: -250, round: "yuan" },
    },
  ]);
  expect(table.textContent).toContain("¥188.00");
  expect(within(table).getByText("同行价不能高于门市价")).toBeTruthy();
  expect(screen.getByText(/1 个可提交，1 个不可提交/)).toBeTruthy();
});
