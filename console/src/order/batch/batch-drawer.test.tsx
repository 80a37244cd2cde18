import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { expect, it, vi } from "vitest";
import "../../screens.ts";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import type { BatchDetail } from "./batch-detail.ts";
import BatchDrawer from "./batch-drawer.tsx";
import { batch } from "../order/order-fixtures.ts";

const line = (id: number, more: object = {}): BatchDetail["lines"][number] => ({
  id,
  applicant_id: 10 + id,
  order_id: 7,
  order_no: "V261120000001",
  applicant_no: `V261120000001-0${id}`,
  name_cn: id === 1 ? "张*" : "李*",
  passport_no: "E****1234",
  line_status: "packed",
  submit_date: null,
  application_no: null,
  passport_scanned_at: null,
  papers: id === 1 ? "白底照片×2" : "",
  ...more,
});
function server(more: Parameters<typeof stubServer>[0] = {}) {
  const scanned = new Set<number>([1]);
  const detail = () => ({
    ...batch,
    scanned_count: scanned.size,
    lines: [1, 2].map((n) => line(n, { passport_scanned_at: scanned.has(n) ? "2026-11-20T01:00:00Z" : null })),
  });
  return stubServer({
    submission_batch_query: () => ({ list: [{ ...batch, scanned_count: scanned.size }], total: 1 }),
    submission_batch_get: detail,
    submission_batch_scan: (b) =>
      b["code"] === "E12345678"
        ? (scanned.add(2), { applicant_no: "V261120000001-02", scanned: 2, listed: 2 })
        : new Refused(200, { ret: 5, msg: `不在本批次：${String(b["code"])}` }),
    ...more,
  });
}
const open = (): void => void draw(<BatchDrawer batchId={9} onPick={() => {}} onClose={() => {}} />, [may.order_process]);
const scan = (code: string): void => {
  const box = screen.getByLabelText("扫描护照");
  fireEvent.change(box, { target: { value: code } });
  fireEvent.keyDown(box, { key: "Enter", keyCode: 13 });
  fireEvent.keyUp(box, { key: "Enter", keyCode: 13 });
};

it("the scan field counts up, names a foreign passport, and 交接 waits for the last one", async () => {
  const stub = server();
  open();
  await screen.findByText("缺 1 本");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "交接" }).disabled).toBe(true);
  scan("E99999999");
  await screen.findByText("不在本批次：E99999999");
  scan("E12345678");
  await screen.findByText("V261120000001-02 已扫描");
  await screen.findByText("已扫齐");
  expect(stub.of("submission_batch_scan").at(-1)).toEqual({ id: 9, code: "E12345678" });
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "交接" }).disabled).toBe(false));
});

it("打印交接单 lists who is in the batch, with today's date in Shanghai and room for two signatures", async () => {
  vi.setSystemTime("2026-11-19T17:00:00Z");
  const print = vi.fn();
  vi.stubGlobal("print", print);
  server({ submission_batch_get: { ...batch, lines: [line(1), line(2), line(3, { line_status: "removed", name_cn: "王*" })] } });
  open();
  fireEvent.click(await screen.findByRole("button", { name: "打印交接单" }));
  await waitFor(() => expect(print).toHaveBeenCalled());
  const paper = document.querySelector(".vd-print-only")?.textContent ?? "";
  for (const words of [
    "送签交接单 SQ261120000009",
    "打印日期：2026-11-20",
    "张*",
    "李*",
    "白底照片×2",
    "E****1234",
    "共 2 人",
    "交件人",
    "收件人",
  ])
    expect(paper).toContain(words);
  expect(paper).not.toContain("王*");
  fireEvent(window, new Event("afterprint"));
  await waitFor(() => expect(document.querySelector(".vd-print-only")).toBeNull());
});

it("登记送签 sends the numbers that were typed and shows the refused person with the reason in the line", async () => {
  const stub = server({
    submission_batch_submit: {
      list: [
        { id: 11, ok: true, msg: "" },
        { id: 12, ok: false, msg: "V261120000001-02：有未支付的补差价 BC1，不能送签" },
      ],
    },
  });
  open();
  fireEvent.click(await screen.findByRole("button", { name: "登记送签" }));
  const field = await screen.findByLabelText("张*受理号");
  fireEvent.change(field, { target: { value: " A-778 " } });
  const dialog = field.closest(".ant-modal") as HTMLElement;
  fireEvent.click(within(dialog).getByRole("button", { name: "登记送签" }));
  const why = await screen.findByText("V261120000001-02：有未支付的补差价 BC1，不能送签");
  expect(why.closest("tr")?.textContent).toContain("李*");
  expect(stub.of("submission_batch_submit")[0]).toMatchObject({
    id: 9,
    version: 4,
    application_nos: [{ applicant_id: 11, application_no: "A-778" }],
    idempotency_key: expect.any(String),
  });
});

it("a line is taken out with the batch's version", async () => {
  const stub = server({ submission_batch_line_remove: { ok: true } });
  open();
  const row = (await screen.findByText("李*")).closest("tr") as HTMLElement;
  fireEvent.click(within(row).getByRole("button", { name: "移出" }));
  await waitFor(() => expect(stub.of("submission_batch_line_remove")).toEqual([{ id: 9, version: 4, applicant_id: 12 }]));
});
