import { render, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { SkuPaperSheet, type SkuPaperSheetProps } from "./sku-paper-sheet.tsx";

const paper = {
  id: 1,
  name: "在职证明",
  copies: 1,
  is_original: true,
  requirement: "<ul><li><p>公司抬头纸打印</p></li><li><p>写明<strong>职务</strong>与收入</p></li></ul>",
} as SkuPaperSheetProps["papers"][number];
const sku = { name: "日本单次旅游签证", sku_no: "JP-TOUR-S-01", receive_address: null } as SkuPaperSheetProps["sku"];

it("before 08:00 the list says today's date in Shanghai, and a requirement's words without its markup", async () => {
  vi.setSystemTime("2026-11-19T17:00:00Z");
  const print = vi.fn();
  vi.stubGlobal("print", print);
  render(<SkuPaperSheet sku={sku} identity="employed" papers={[paper]} noteOf={() => ""} onClose={() => {}} />);
  await waitFor(() => expect(print).toHaveBeenCalled());
  const sheet = document.querySelector(".vd-print-only");
  expect(sheet?.textContent).toContain("打印日期：2026-11-20");
  expect(sheet?.textContent).toContain("公司抬头纸打印");
  expect(sheet?.textContent).not.toMatch(/[<>]/);
  expect(sheet?.querySelectorAll("li").length).toBe(2);
});
