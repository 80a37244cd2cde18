import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { InvoiceImport } from "../../finance/invoice/invoice-import.tsx";

afterEach(() => vi.unstubAllGlobals());

const SHEET =
  "单号\t发票号码\t开票日\nFP261124000001\t26310000000000000001\t2026-11-24\nFP261124000009\t26310000000000000002\t2026-11-24\n";

it("a sheet is tried first: each row that does not fit is named by its line and number; then what fits is written, and the rest told", async () => {
  const rows = [
    { row: 2, fp_no: "FP261124000001", fault: null },
    { row: 3, fp_no: "FP261124000009", fault: "发票不在开票中" },
  ];
  const stub = stubServer({ invoice_sheet_import: (body: Record<string, unknown>) => ({ done: body["dry_run"] === true ? 0 : 1, rows }) });
  const close = vi.fn();
  draw(<InvoiceImport onClose={close} />, [may.invoice]);
  fireEvent.change(await screen.findByLabelText("开票结果"), { target: { value: SHEET } });
  expect(await screen.findByText("读出 2 行")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "预检" }));
  expect(await screen.findByText(/可登记 1 张，不能登记 1 行/)).toBeTruthy();
  const left = within(await screen.findByRole("table", { name: "不能登记的行" }));
  expect(left.getByText("FP261124000009")).toBeTruthy();
  expect(left.getByText("发票不在开票中")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "登记" }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(stub.of("invoice_sheet_import").map((b) => b["dry_run"])).toEqual([true, false]);
  expect(stub.of("invoice_sheet_import")[1]?.["rows"]).toHaveLength(2);
});

it("a sheet of which nothing fits stays with what was pasted; another sheet clears the verdict", async () => {
  const rows = [
    { row: 2, fp_no: "FP261124000001", fault: "没有这张申请" },
    { row: 3, fp_no: "FP261124000009", fault: "发票不在开票中" },
  ];
  const stub = stubServer({ invoice_sheet_import: { done: 0, rows } });
  const close = vi.fn();
  draw(<InvoiceImport onClose={close} />, [may.invoice]);
  fireEvent.change(await screen.findByLabelText("开票结果"), { target: { value: SHEET } });
  fireEvent.click(screen.getByRole("button", { name: "登记" }));
  expect(await screen.findByText("没有这张申请")).toBeTruthy();
  expect(stub.of("invoice_sheet_import").map((b) => b["dry_run"])).toEqual([true]);
  expect(close).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText("开票结果"), { target: { value: SHEET.replaceAll("FP26", "FP25") } });
  await waitFor(() => expect(screen.queryByText("没有这张申请")).toBeNull());
});
