import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { draw } from "../../testing/server.tsx";
import { status } from "@visadesk/contract/kit/field.ts";
import { FieldInput } from "./field-input.tsx";
import { initials, matches } from "../pinyin.ts";
import { fileFault } from "./file-input.tsx";
import { MoneyInput } from "./money-input.tsx";

afterEach(cleanup);

function Money(props: { start?: number }) {
  const [cents, setCents] = useState<number | null>(props.start ?? null);
  return (
    <>
      <MoneyInput aria-label="金额" value={cents} onChange={setCents} />
      <output>{String(cents)}</output>
    </>
  );
}

it("启用 stands before 停用", () => {
  draw(<FieldInput type={status()} name="status" label="状态" endpoint="x_add" value={1} />);
  expect(screen.getAllByRole("radio").map((r) => r.closest("label")?.textContent)).toEqual(["启用", "停用"]);
});

it.each([
  ["¥1,234.56", "1234.56", "123456"],
  ["¥1,234.567", "1234.567", "123456.7"],
  ["12.340", "12.340", "1234"],
  ["1.2.3", "1.2.3", "NaN"],
  [".5", "0.5", "50"],
  ["007", "7", "700"],
  ["abc", "abc", "NaN"],
  ["-100", "-100", "-10000"],
  ["1,23", "1,23", "NaN"],
  ["1.", "1.", "100"],
  ["1.0", "1.0", "100"],
  ["1.05", "1.05", "105"],
])("money: %s is typed as %s and kept as %s cents", (raw, shown, cents) => {
  draw(<Money />);
  const box = screen.getByLabelText<HTMLInputElement>("金额");
  fireEvent.change(box, { target: { value: raw } });
  expect(box.value).toBe(shown);
  expect(screen.getByRole("status").textContent).toBe(cents);
});

it("money: leaving the field writes two decimals", () => {
  draw(<Money start={150} />);
  const box = screen.getByLabelText<HTMLInputElement>("金额");
  expect(box.value).toBe("1.50");
  fireEvent.change(box, { target: { value: "2.5" } });
  fireEvent.blur(box);
  expect(box.value).toBe("2.50");
});

it("files: type and size are judged before sending", () => {
  const file = (type: string, size: number) => new File([new Uint8Array(size)], "a", { type });
  expect(fileFault(file("image/jpeg", 10))).toBeNull();
  expect(fileFault(file("image/gif", 10))).toContain("不支持的文件类型");
  expect(fileFault(file("application/pdf", 0))).toContain("文件是空的");
  expect(fileFault(file("image/png", 5 * 1024 * 1024 + 1))).toContain("文件过大");
});

it("pickers find by characters and by pinyin initials", () => {
  expect(initials("法国")).toBe("FG");
  expect([
    matches("法国 France", "fg"),
    matches("法国 France", "国"),
    matches("日本", "rb"),
    matches("日本", "fg"),
    matches("张三 A12", "zs"),
  ]).toEqual([true, true, true, false, true]);
});
