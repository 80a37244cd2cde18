import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { session } from "#kit/app/session.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import { MyAdjustments } from "./price-adjustment-mine.tsx";
import { PriceExplain } from "../price/price-explain.tsx";
import PriceAdjustmentList from "./price-adjustment-list.tsx";

beforeEach(() => window.history.replaceState(null, "", "/product/price-adjustment-list"));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  session.set({ login: null });
});

const cells = [
  { price_kind: "retail", ref_id: "", band: "adult", old: 118_800, new: 120_800 },
  { price_kind: "level", ref_id: "V1", band: "adult", old: 115_800, new: 117_800 },
  { price_kind: "level", ref_id: "V2", band: "adult", old: 112_800, new: 114_800 },
];
const free = { ok: true, missing: null };
const request = {
  id: 7,
  adjust_no: "TJ261120000007",
  batch_no: "TJ261120000006",
  adjustment_status: "pending",
  reason_kind: "market",
  reason: "旺季资料量大，同行普遍上调20元",
  source: "staff",
  effective_at: null,
  maker_name: "周启明",
  created_at: "2026-11-20T06:05:00Z",
  cells,
  target_kind: "sku",
  target_id: 1,
  target_no: "JP-TOUR-S-01",
  target_name: "上海送签 日本单次旅游签证",
  country_name: "日本",
  change_text: "",
  effect_mode: "now",
  applied_at: null,
  below_floor: false,
  has_hidden: false,
  margin_old: 10_800,
  margin_new: 12_800,
  maker_id: 4,
  reviewer_name: null,
  reject_kind: null,
  review_text: null,
  decided_at: null,
  due_at: "2026-11-23T06:05:00Z",
  revert_no: null,
  version: 1,
  moves: ["approve", "reject", "withdraw", "revoke"].map((move) => ({ move, ...free })),
};
const own = {
  ...request,
  id: 8,
  adjust_no: "TJ261120000008",
  maker_id: 3,
  below_floor: true,
  moves: [
    { move: "approve", ok: false, missing: "不能审核自己提交的单据" },
    { move: "reject", ok: false, missing: "不能审核自己提交的单据" },
    { move: "withdraw", ...free },
  ],
};
const tier = { ...cells[0], n: 12, income: 24_000 };
const detail = {
  ...request,
  cost_supplier: null,
  margin_floor: 1_000,
  margins: cells.map(({ old: _o, new: _n, ...key }) => ({ ...key, old: 10_800, new: 12_800 })),
  replay: { from: "2026-10-21T06:05:00Z", people: 15, touched: 12, income: 24_000, margin: 24_000, fallen: 0, tiers: [tier] },
  suppliers: [{ supplier_name: "沪上签证", priority: 1, adult: 102_000, child: null, embassy_included: true, centre_included: true }],
  others: [],
  history: [{ id: 1, label: "申请调价", at: "2026-11-20T06:05:00Z", actor_name: "周启明", reason: "旺季", changes: [] }],
};
const page = (list: unknown[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });
const answers = {
  price_adjustment_query: page([request, own]),
  price_adjustment_stat_get: { pending: 2, mine: 1 },
  price_adjustment_get: detail,
  price_adjustment_approve: { done: 1, results: [{ id: 7, ok: true, msg: "", adjust_no: request.adjust_no }] },
};
const REVIEWER = [may.price_adjustment, may.cost_view];
const list = (codes: readonly number[] = REVIEWER) =>
  draw(
    <>
      <PriceAdjustmentList />
      <FeedbackHost />
    </>,
    codes,
  );

it("shows cells with their change, the margin for who may see it, the floor, and counts on the tabs", async () => {
  stubServer(answers);
  list();
  const row = (await screen.findByText("TJ261120000007")).closest("tr") as HTMLElement;
  expect(row.textContent).toContain("门市价 ¥1,188.00 → ¥1,208.00+¥20.00");
  expect(row.textContent).toContain("另 1 项");
  expect(row.textContent).toContain("¥108.00 → ¥128.00");
  expect(within(row).getByRole("button", { name: "审核" })).toBeTruthy();
  const mine = screen.getByText("TJ261120000008").closest("tr") as HTMLElement;
  expect(within(mine).getByText("低于底线")).toBeTruthy();
  expect(within(mine).getByRole("button", { name: "查看" })).toBeTruthy();
  await waitFor(() => expect(screen.getByRole("tab", { name: /待审核/ }).textContent).toContain("2"));
  cleanup();
  stubServer(answers);
  list([may.price_adjustment]);
  await screen.findByText("TJ261120000007");
  expect(screen.queryByText("毛利 前 → 后")).toBeNull();
});

it("the drawer shows what a decision rests on, and passes the request", async () => {
  const server = stubServer(answers);
  list([...REVIEWER, may.operation_log]);
  fireEvent.click(await screen.findByRole("button", { name: "审核" }));
  const drawer = await screen.findByRole("dialog");
  await within(drawer).findByText("近30天回放");
  expect(within(drawer).getByRole("table", { name: "每人毛利" }).textContent).toContain("¥128.00");
  expect(within(drawer).getByRole("table", { name: "回放明细" }).textContent).toContain("12+¥20.00+¥240.00");
  expect(drawer.textContent).toContain("已付款申请人15 人");
  expect(window.location.search).toContain("adjust=7");
  expect(within(drawer).getByRole("button", { name: "日志" })).toBeTruthy();
  fireEvent.click(within(drawer).getByRole("button", { name: "通过" }));
  const asked = await screen.findByText("通过调价单 TJ261120000007？");
  fireEvent.click(within(asked.closest("[role=alertdialog], [role=dialog]") as HTMLElement).getByRole("button", { name: "通过" }));
  await waitFor(() => expect(server.of("price_adjustment_approve")).toMatchObject([{ ids: [7] }]));
  await waitFor(() => expect(window.location.search).not.toContain("adjust"));
});

it("whose cost it is, from what to what and what that leaves stand as facts of their own", async () => {
  const cost = { price_kind: "cost", ref_id: "31", band: "adult", old: 103_000, new: 105_000 };
  const embassy = { ...cost, ref_id: "31:embassy", old: 71_500, new: 72_000 };
  const margins = detail.margins.map((m, i) => ({ ...m, old: 10_800 + i, new: 8_800 + i }));
  const asked = { ...detail, cells: [embassy, cost], margins, source: "supplier", cost_supplier: { id: 3, name: "东海签证" } };
  stubServer({ ...answers, price_adjustment_get: asked });
  window.history.replaceState(null, "", "/product/price-adjustment-list?adjust=7");
  list([...REVIEWER, may.supplier]);
  const drawer = await screen.findByRole("dialog");
  expect((await within(drawer).findByRole("link", { name: "东海签证" })).getAttribute("href")).toContain("/supplier/view/3");
  expect(drawer.textContent).toContain("成人成本 ¥1,030.00 → ¥1,050.00+¥20.00");
  expect(drawer.textContent).toContain("毛利影响 ¥108.00 → ¥88.00");
});

it("a request of one's own says why it cannot be passed", async () => {
  stubServer({ ...answers, price_adjustment_get: { ...detail, ...own } });
  window.history.replaceState(null, "", "/product/price-adjustment-list?adjust=8");
  list();
  const drawer = await screen.findByRole("dialog");
  expect(await within(drawer).findByText("不能审核自己提交的单据")).toBeTruthy();
  for (const name of ["通过", "驳回"]) expect(within(drawer).getByRole("button", { name }).hasAttribute("disabled")).toBe(true);
});

it("several at once: what was refused is named by its number", async () => {
  const server = stubServer({
    ...answers,
    price_adjustment_approve: {
      done: 1,
      results: [
        { id: 7, ok: true, msg: "", adjust_no: request.adjust_no },
        { id: 8, ok: false, msg: "不能审核自己提交的单据", adjust_no: own.adjust_no },
      ],
    },
  });
  list();
  await screen.findByText("TJ261120000007");
  for (const box of screen.getAllByRole("checkbox").slice(1)) fireEvent.click(box);
  fireEvent.click(within(screen.getByRole("region", { name: "批量操作" })).getByRole("button", { name: "通过" }));
  const asked = await screen.findByText("通过 2 个调价单？");
  fireEvent.click(within(asked.closest("[role=alertdialog], [role=dialog]") as HTMLElement).getByRole("button", { name: "通过" }));
  expect(await screen.findByText(/1 个调价单已完成，1 个未完成/)).toBeTruthy();
  const refused = screen.getByText("不能审核自己提交的单据", { exact: false, selector: "li" });
  expect(refused.textContent).toBe("TJ261120000008：不能审核自己提交的单据");
  expect(server.of("price_adjustment_approve")).toMatchObject([{ ids: [7, 8] }]);
});

it("one's own requests can be taken back while they wait", async () => {
  session.set({ login: { token: "t", id: 3, account: "product" } });
  const server = stubServer({
    price_adjustment_mine_query: page([own]),
    price_adjustment_withdraw: { ...own, adjustment_status: "withdrawn" },
  });
  draw(
    <>
      <MyAdjustments skuId={1} onClose={() => undefined} />
      <FeedbackHost />
    </>,
    [may.sku],
  );
  fireEvent.click(await screen.findByRole("button", { name: "撤销" }));
  const asked = await screen.findByText("撤销调价单 TJ261120000008？");
  fireEvent.click(within(asked.closest("[role=alertdialog], [role=dialog]") as HTMLElement).getByRole("button", { name: "撤销" }));
  await waitFor(() => expect(server.of("price_adjustment_withdraw")).toEqual([{ id: 8, version: 1 }]));
  expect(server.of("price_adjustment_mine_query")[0]).toMatchObject({ sku_id: [1] });
});

it("an explanation marks the winner, says why others lost, and reads it out", async () => {
  const server = stubServer({
    sku_price_quote: {
      at: "2026-11-20T06:05:00Z",
      blocks: ["未在同行端上架"],
      child_age: 0,
      people: [
        {
          band: "adult",
          n: 1,
          price: 110_800,
          service: 39_300,
          embassy: 71_500,
          centre: 0,
          source: "group",
          source_label: "分组价",
          ladder: [
            { source: "group", label: "分组价", name: "华东同业", price: 110_800, lost: null },
            { source: "level", label: "等级价", name: "V2 银牌", price: 112_800, lost: "分组价优先" },
          ],
        },
      ],
      urgent: null,
      total: 110_800,
      script: ["成人每人 ¥1,108.00（分组价）：签证费 ¥715.00，服务费 ¥393.00。"],
      tiers: [],
    },
  });
  draw(<PriceExplain skuId={1} />, [may.sku]);
  const ladder = await screen.findByRole("list", { name: "成人价格" });
  expect(
    within(ladder)
      .getAllByRole("listitem")
      .map((l) => l.textContent),
  ).toEqual(["分组价 华东同业¥1,108.00采用", "等级价 V2 银牌¥1,128.00分组价优先"]);
  expect(screen.getByText("未在同行端上架，现在不能下单")).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "同行端" }));
  await waitFor(() => expect(server.of("sku_price_quote").at(-1)).toMatchObject({ end: "peer", adults: 1 }));
  expect(await screen.findByLabelText("同行等级")).toBeTruthy();
});
