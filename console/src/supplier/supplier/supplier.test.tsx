import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { session } from "#kit/app/session.ts";
import { answerOf } from "../../testing/answers.ts";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import SupplierAdd from "./supplier-add.tsx";
import SupplierEdit from "./supplier-edit.tsx";
import { detail, listOf, payee, row, waiting } from "./supplier-fixtures.ts";
import { reminderOf, SupplierExposure } from "./supplier-exposure.tsx";
import SupplierList from "./supplier-list.tsx";
import SupplierView from "./supplier-view.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  window.history.replaceState(null, "", "/");
});

const counts = { all: 1, active: 1, pending: 0, expiring: 1, unsettled: 1_234_500 };
const common = {
  country_get: [],
  draft_get: { draft: null },
  draft_save: { saved_at: "2026-11-20T02:00:00.000Z" },
  worker_pick: { list: [] },
  supplier_stat_get: counts,
  supplier_figure_get: { figures: [], lost_for: [] },
};
const ALL = [may.supplier, may.supplier_review, may.supplier_product, may.supplier_logistics, may.supplier_settle];

it("the list says what each has of ours; its figures are filters, a rate over few results is grey", async () => {
  stubServer({
    ...common,
    supplier_query: listOf([row, { ...row, id: 8, supplier_no: "GY0008", short_name: "京华签证", results_90: 40 }]),
  });
  draw(<SupplierList />, [may.supplier]);
  const line = within(await screen.findByRole("row", { name: /GY0007/ }));
  expect(line.getByText("月结/30天")).toBeTruthy();
  expect(line.getByText("92.5%").className).toContain("vd-dim");
  expect(line.getByText("2026-12-10").className).toContain("vd-warn");
  expect(line.getByRole("link", { name: "3" }).getAttribute("href")).toBe("/supplier/view/7?tab=open");
  expect(within(screen.getByRole("row", { name: /GY0008/ })).getByText("92.5%").className).not.toContain("vd-dim");
  const expiring = await screen.findByRole("link", { name: "30天内到期 1" });
  expect(expiring.getAttribute("href")).toBe("/supplier/list?paper=expiring");
  expect(screen.getByRole("link", { name: "未结合计 ¥12,345.00" }).getAttribute("href")).toBe("/supplier/list?has_unsettled=1");
  expect(screen.queryByRole("link", { name: /待审核/ })).toBeNull();
});

it("a new supplier says what is missing at its fields, and what its kind asks for", async () => {
  const server = stubServer(common);
  draw(<SupplierAdd />, [may.supplier]);
  fireEvent.mouseDown(await screen.findByRole("combobox", { name: /^类型/ }));
  fireEvent.click(await screen.findByTitle("送签社"));
  expect(await screen.findByText(/审核通过前必备：营业执照、送签资质、合同/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/统一社会信用代码/), { target: { value: "91350100M000100Y44" } });
  fireEvent.click(screen.getByRole("button", { name: "提交审核" }));
  expect(await screen.findByText("请输入供应商名称")).toBeTruthy();
  expect(screen.getByText("信用代码校验位不正确")).toBeTruthy();
  expect(screen.getByText("请选择可送国家")).toBeTruthy();
  expect(server.of("supplier_add")).toHaveLength(0);
});

it("supplier 22: a draft holds neither account nor mobile", async () => {
  const server = stubServer(common);
  draw(<SupplierAdd />, [may.supplier]);
  session.set({ login: { token: "t", id: 3, account: "product" } });
  fireEvent.click(await screen.findByRole("button", { name: "添加收款账户" }));
  fireEvent.change(screen.getByLabelText("户名"), { target: { value: "沪上签证服务" } });
  fireEvent.change(screen.getByLabelText("账号"), { target: { value: "6222021234567890123" } });
  fireEvent.click(screen.getByRole("button", { name: "添加联系人" }));
  fireEvent.change(screen.getByLabelText("手机"), { target: { value: "13800001111" } });
  fireEvent(window, new Event("pagehide"));
  await waitFor(() => expect(server.of("draft_save")).toHaveLength(1));
  session.set({ login: null });
  const kept = JSON.stringify(server.of("draft_save"));
  expect(kept).toContain("沪上签证服务");
  expect(kept).not.toContain("6222021234567890123");
  expect(kept).not.toContain("13800001111");
});

it("one that began keeps name and kind; only what was changed is sent", async () => {
  const server = stubServer({ ...common, supplier_get: detail, supplier_update: { ok: true }, embassy_pick: { list: [] } });
  window.history.replaceState(null, "", "/supplier/edit/7");
  draw(<SupplierEdit />, [may.supplier]);
  const name = await screen.findByLabelText(/^供应商名称/);
  expect(name.hasAttribute("disabled")).toBe(true);
  for (const must of ["简称", "采购负责人", "原件持有上限(本)"])
    expect(screen.getByText(must).classList.contains("ant-form-item-required")).toBe(true);
  expect(screen.getAllByText("从下一结算周期起生效")).toHaveLength(2);
  fireEvent.change(screen.getByLabelText("税率"), { target: { value: "3" } });
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.of("supplier_update")).toHaveLength(1));
  expect(server.of("supplier_update")[0]).toEqual({ id: 7, version: 4, tax_rate_bp: 300 });
});

it("the page warns where it is mended, says why it cannot end, and shows the tabs of its reader", async () => {
  stubServer({ ...common, supplier_get: detail });
  window.history.replaceState(null, "", "/supplier/view/7");
  draw(<SupplierView />, ALL);
  const bar = within(await screen.findByLabelText("提醒"));
  expect(bar.getByRole("link", { name: "送签资质 2026-12-10 到期" }).getAttribute("href")).toBe("/supplier/view/7?tab=documents");
  expect(screen.getByRole("button", { name: "终止合作" }).hasAttribute("disabled")).toBe(true);
  const tabs = () => screen.getAllByRole("tab").map((t) => t.textContent);
  expect(tabs()).toEqual(["概览", "产品匹配", "在办申请人", "物流", "原件", "结算", "联系人", "证照", "收款账户", "日志"]);
  fireEvent.click(screen.getByRole("tab", { name: "结算" }));
  expect(await screen.findByText("结算随财务模块开放")).toBeTruthy();
  cleanup();
  window.history.replaceState(null, "", "/supplier/view/7");
  draw(<SupplierView />, [may.supplier]);
  await screen.findByLabelText("提醒");
  expect(tabs()).toEqual(["概览", "在办申请人", "原件", "联系人", "证照", "收款账户", "日志"]);
});

it("figures of a period carry their interval; a rate over few is grey", async () => {
  const figure = { key: "issue_rate", label: "出签率", kind: "rate", value: 0.9, n: 10, low: 0.6, high: 0.98, route: null, query: {} };
  const server = stubServer({
    ...common,
    supplier_get: detail,
    supplier_figure_get: { figures: [figure], lost_for: [{ reason: "名额已满", n: 4 }] },
  });
  window.history.replaceState(null, "", "/supplier/view/7");
  draw(<SupplierView />, [may.supplier]);
  const line = within(await screen.findByRole("row", { name: /出签率/ }));
  expect(line.getByText("60.0% – 98.0%")).toBeTruthy();
  expect(line.getByText("90.0%").className).toContain("vd-dim");
  expect(screen.getByText("名额已满")).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "一年" }));
  await waitFor(() => expect(server.of("supplier_figure_get").at(-1)).toEqual({ id: 7, days: 365 }));
});

it("supplier 10: whoever entered an account may take it back and not pass it; another in its place may", async () => {
  stubServer({ ...common, supplier_get: detail, supplier_payee_query: { list: [payee, { ...payee, id: 4, is_mine: false }] } });
  window.history.replaceState(null, "", "/supplier/view/7?tab=payees");
  draw(<SupplierView />, ALL);
  const [, mine, theirs] = within(await screen.findByRole("table", { name: "收款账户" })).getAllByRole("row");
  expect(within(mine as HTMLElement).getByText("户名不一致")).toBeTruthy();
  expect(within(mine as HTMLElement).getByRole("button", { name: "撤回" })).toBeTruthy();
  expect(within(mine as HTMLElement).queryByRole("button", { name: "复核通过" })).toBeNull();
  expect(within(theirs as HTMLElement).getByRole("button", { name: "复核通过" })).toBeTruthy();
});

it("supplier 13: a pause sends everybody somewhere; who was refused is named and the supplier stays active", async () => {
  const stuck = {
    ...waiting,
    applicant_id: 32,
    applicant_no: "A261120000032",
    best: null,
    cost_delta: null,
    lead_delta: null,
    margin_delta: null,
  };
  const server = stubServer({
    ...common,
    supplier_get: detail,
    supplier_pause_preview: { rows: [waiting, stuck], cost_delta: 5000 },
    supplier_pause: answerOf(supplierApi.supplier_pause, {
      results: [
        { id: 31, ok: false, msg: "9月29日名额已满（5/5）" },
        { id: 32, ok: true, msg: "" },
      ],
      supplier_status: "active",
    }),
  });
  window.history.replaceState(null, "", "/supplier/view/7");
  draw(<SupplierView />, [may.supplier]);
  fireEvent.click(await screen.findByRole("button", { name: "暂停合作" }));
  expect(await screen.findByText("还有 1 位申请人未安排去向")).toBeTruthy();
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getAllByText("+¥50.00")).toHaveLength(2);
  const where = within(dialog.getByRole("radiogroup", { name: "A261120000032的去向" }));
  expect(where.getByRole("radio", { name: "改派" }).hasAttribute("disabled")).toBe(true);
  fireEvent.click(dialog.getByRole("button", { name: "其余保留" }));
  expect(dialog.queryByText(/未安排去向/)).toBeNull();
  fireEvent.change(dialog.getByLabelText(/暂停原因/), { target: { value: "送签资质到期" } });
  fireEvent.click(dialog.getByRole("button", { name: "暂停合作" }));
  await waitFor(() => expect(server.of("supplier_pause")).toHaveLength(1));
  expect(server.of("supplier_pause")[0]).toMatchObject({
    id: 7,
    version: 4,
    reason: "送签资质到期",
    decisions: [
      { applicant_id: 31, supplier_product_id: 22 },
      { applicant_id: 32, supplier_product_id: null },
    ],
  });
});

it("a code that another supplier has is refused at its field, with the way to that supplier where it is in sight", async () => {
  const message = "该信用代码已属于「京华签证」";
  const refusal = (more: object) =>
    new Refused(200, { ret: 11, msg: message, body: { code: "duplicate", issues: [{ path: "credit_code", message }], ...more } });
  const open = async (more: object): Promise<void> => {
    stubServer({ ...common, supplier_get: detail, supplier_update: refusal(more), embassy_pick: { list: [] } });
    window.history.replaceState(null, "", "/supplier/edit/7");
    draw(<SupplierEdit />, [may.supplier]);
    fireEvent.change(await screen.findByLabelText(/统一社会信用代码/), { target: { value: "91310000MA0DEM007A" } });
    fireEvent.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(0));
  };
  await open({ supplier_id: 8, short_name: "京华签证" });
  expect((await screen.findByRole("link", { name: "打开「京华签证」" })).getAttribute("href")).toBe("/supplier/view/8");
  cleanup();
  await open({});
  expect(screen.queryByRole("link", { name: /^打开「/ })).toBeNull();
});

it("a pause ends tomorrow at the earliest: earlier days cannot be picked", async () => {
  stubServer({ ...common, supplier_get: detail, supplier_pause_preview: { rows: [], cost_delta: 0 } });
  window.history.replaceState(null, "", "/supplier/view/7");
  draw(<SupplierView />, [may.supplier]);
  fireEvent.click(await screen.findByRole("button", { name: "暂停合作" }));
  const until = await screen.findByLabelText(/^暂停至/);
  fireEvent.mouseDown(until);
  fireEvent.click(until);
  const isOff = async (day: string): Promise<boolean> => (await screen.findByTitle(day)).className.includes("disabled");
  expect([await isOff("2026-11-20"), await isOff("2026-11-21")]).toEqual([true, false]);
});

const original = {
  id: 5,
  name: "护照原件",
  count: 1,
  applicant_id: 31,
  applicant_no: "V261109019318-03",
  name_cn: "孔**",
  order_id: 9,
  sku_name: "日本单次旅游签证",
  applicant_status: "in_embassy",
  held_since: "2026-10-10T02:00:00.000Z",
  days: 41,
  back_on: "2026-11-25",
};
const exposed = {
  id: 7,
  short_name: "沪上签证",
  originals_held: 12,
  passports_held: 9,
  originals_limit: 10,
  days: 41,
  up_to_7: 10,
  up_to_14: 0,
  up_to_30: 1,
  over_30: 1,
  back_on: null,
  collector_name: "王收料",
};
it("the limit of passports stands beside the passports, in the head of a supplier and in the table of exposure", async () => {
  stubServer({
    ...common,
    supplier_get: { ...detail, originals_held: 15, passports_held: 12 },
    supplier_exposure_query: { list: [exposed, { ...exposed, id: 8, short_name: "满额送签", passports_held: 11 }] },
  });
  window.history.replaceState(null, "", "/supplier/view/7");
  draw(<SupplierView />, [may.supplier]);
  const figure = (await screen.findByText("在其处护照")).parentElement;
  expect(figure?.textContent).toContain("12/300");
  expect(screen.getByText("在其处原件").parentElement?.textContent).toBe("在其处原件15");
  cleanup();
  draw(<SupplierExposure onClose={() => undefined} />, [may.supplier]);
  const roomy = within(await screen.findByRole("row", { name: /沪上签证/ }));
  expect(roomy.getByText("9/10").className).not.toContain("vd-error");
  expect(within(screen.getByRole("row", { name: /满额送签/ })).getByText("11/10").className).toContain("vd-error");
});
it("originals at a supplier lead to their people and say how long they lie there; the table of exposure drafts a reminder", async () => {
  stubServer({ ...common, supplier_get: detail, supplier_original_query: { ...listOf([]), list: [original], total: 1 } });
  window.history.replaceState(null, "", "/supplier/view/7?tab=originals");
  draw(<SupplierView />, [may.supplier, may.order_process]);
  const line = within(await screen.findByRole("row", { name: /V261109019318-03/ }));
  expect(line.getByRole("link", { name: "孔**" }).getAttribute("href")).toBe("/order/applicant-detail/9/31");
  expect(line.getByText("41").className).toContain("vd-error");
  expect(reminderOf(exposed)).toBe("王收料好，我司现有 12 件原件在贵司，最早一份已 41 天，超过30天的 1 件。请核对后告知归还时间，谢谢。");
});
