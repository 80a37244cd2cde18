import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearFeedback } from "#kit/app/feedback.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { may } from "@visadesk/contract/permissions.ts";
import "#shared/pickers.ts";
import "../../screens.ts";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import { OrderImportDrawer } from "./order-import-drawer.tsx";

beforeEach(() => act(() => clearFeedback()));
afterEach(() => vi.unstubAllGlobals());

const HEAD = "组号\t联系人\t联系手机\t商品编码\t姓名\t身份\n";
const SHEET = `${HEAD}1\t张伟\t13800138000\tJP-1\t张伟\t在职人员\n1\t\t\t\t李娜\t海员\n2\t王芳\t13800138001\tJP-1\t王芳\t在职人员\n`;
const trial = (more: object = {}) => ({
  group_count: 2,
  person_count: 3,
  fault_rows: 0,
  amount_payable: 250_000,
  faults: [],
  doubts: [],
  seen: "s1",
  ...more,
});
const FAULTS = [{ row: 3, column: "身份", message: "请填写：在职人员" }];
const made = (more: object = {}) => ({
  id: 5,
  import_status: "running",
  group_count: 2,
  done_count: 0,
  results: [],
  created_at: "2026-11-20T02:00:00Z",
  ...more,
});
const DONE = made({
  import_status: "done",
  done_count: 2,
  results: [
    { lines: [2, 3], order_id: 70, order_no: "V261120000070", faults: [] },
    { lines: [4], order_id: null, order_no: null, faults: [{ row: 4, column: "组号", message: "价格已变化，请重新确认" }] },
  ],
});
const CODES = [may.order_entry, may.order_view, may.order_process];
async function open(answers: Parameters<typeof stubServer>[0]) {
  const stub = stubServer({
    order_import_get: (b: Record<string, unknown>) => ({ found: b["id"] === undefined ? null : DONE }),
    ...answers,
  });
  const close = vi.fn();
  draw(
    <>
      <OrderImportDrawer onClose={close} />
      <FeedbackHost />
    </>,
    CODES,
  );
  fireEvent.change(await screen.findByPlaceholderText(/组号/), { target: { value: SHEET } });
  expect(await screen.findByText("读出 3 行")).toBeTruthy();
  return { stub, close };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const button = (name: RegExp) => screen.getByRole("button", { name });

it("errors stand first with their column, and nothing can be imported before they are mended", async () => {
  const { stub, close } = await open({ order_import_check: trial({ fault_rows: 1, faults: FAULTS }) });
  press("预检");
  const table = await screen.findByRole("table", { name: "导入行" });
  expect(within(table).getAllByRole("row")[1]?.textContent).toContain("身份：请填写：在职人员");
  expect(screen.getByRole("region", { name: "预检结果" }).textContent).toContain("2 组 · 3 人 · 1 行错误");
  fireEvent.click(screen.getByRole("checkbox", { name: "只看错误" }));
  expect(within(table).getAllByRole("row")).toHaveLength(2);
  expect(screen.getByRole("button", { name: "下载错误表" })).toBeTruthy();
  expect((button(/^导入$/) as HTMLButtonElement).disabled).toBe(true);
  // Another sheet asks for another trial; leaving asks first.
  fireEvent.change(screen.getByPlaceholderText(/组号/), { target: { value: SHEET.replace("海员", "在校学生") } });
  expect(screen.queryByRole("table", { name: "导入行" })).toBeNull();
  press("取消");
  expect(await screen.findByText("放弃修改？")).toBeTruthy();
  expect([close.mock.calls.length, stub.of("order_import").length]).toEqual([0, 0]);
});

it("a good sheet is imported under one key, and the orders made of it are linked; what was left says why", async () => {
  const { stub } = await open({ order_import_check: trial(), order_import: made() });
  press("预检");
  fireEvent.click(await screen.findByRole("button", { name: "导入 2 单" }));
  const link = await screen.findByRole("link", { name: "V261120000070" });
  expect(link.getAttribute("href")).toContain("70");
  expect(screen.getByText(/已建立 1 张订单，1 组未导入/)).toBeTruthy();
  expect(within(screen.getByRole("table", { name: "未导入的组" })).getByText("价格已变化，请重新确认")).toBeTruthy();
  expect(screen.getByRole("link", { name: "查看导入的订单" }).getAttribute("href")).toContain("source=import");
  const [sent, ...others] = stub.of("order_import");
  expect([others, sent?.["seen"], sent?.["confirm_duplicate"]]).toEqual([[], "s1", undefined]);
  expect(sent?.["rows"]).toHaveLength(3);
});

it("what may be a second order is asked about, and sent only once confirmed", async () => {
  const doubts = [{ row: 4, column: "联系手机", message: "24小时内已有相同联系人、商品和出行日期的订单 V1" }];
  const { stub } = await open({ order_import_check: trial({ doubts }), order_import: made() });
  press("预检");
  fireEvent.click(await screen.findByRole("button", { name: "导入 2 单" }));
  expect(await screen.findByText("1 处可能重复，仍要导入？")).toBeTruthy();
  expect(stub.of("order_import")).toEqual([]);
  press("仍要导入");
  await waitFor(() => expect(stub.of("order_import").map((b) => b["confirm_duplicate"])).toEqual([true]));
});

it("what has changed since is tried anew and told, and the sheet stays", async () => {
  let tries = 0;
  const { stub } = await open({
    order_import_check: () => (tries++ === 0 ? trial() : trial({ fault_rows: 1, faults: FAULTS, seen: "s2" })),
    order_import: new Refused(200, { ret: 19, msg: "有 1 行错误，请修正后重新导入", body: { code: "import_invalid" } }),
  });
  press("预检");
  fireEvent.click(await screen.findByRole("button", { name: "导入 2 单" }));
  expect(await screen.findByText("身份：请填写：在职人员")).toBeTruthy();
  expect(screen.getByText("读出 3 行")).toBeTruthy();
  expect(stub.of("order_import_check")).toHaveLength(2);
});

it("an import that was left running is found again, and its outcome stays", { timeout: 15_000 }, async () => {
  let asked = 0;
  stubServer({
    // By the time it is looked at again it is over, and no other runs.
    order_import_get: (b: Record<string, unknown>) =>
      b["id"] === undefined
        ? { found: asked++ === 0 ? made({ done_count: 1 }) : null }
        : { found: asked++ < 2 ? made({ done_count: 1 }) : DONE },
  });
  draw(<OrderImportDrawer onClose={vi.fn()} />, CODES);
  expect(await screen.findByText(/正在导入 1 \/ 2 张订单/)).toBeTruthy();
  expect(screen.queryByPlaceholderText(/组号/)).toBeNull();
  expect(await screen.findByText(/已建立 1 张订单/, {}, { timeout: 5000 })).toBeTruthy();
  await act(() => new Promise((later) => setTimeout(later, 300)));
  expect(screen.getByRole("link", { name: "V261120000070" })).toBeTruthy();
});
