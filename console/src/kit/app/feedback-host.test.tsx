import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearFeedback, closeConfirms, confirm, copy, startLoading, toast } from "./feedback.ts";
import { FeedbackHost } from "./feedback-host.tsx";

beforeEach(() => void render(<FeedbackHost />));
afterEach(() => {
  act(clearFeedback);
  vi.useRealTimers();
});

test("E2 equal toasts within 3 s are one, and each goes after 3 s", () => {
  vi.useFakeTimers();
  act(() => {
    toast.error("请求失败");
    toast.error("请求失败");
    toast.warning("请求失败");
  });
  expect(screen.getAllByText("请求失败").length).toBe(2);
  act(() => void vi.advanceTimersByTime(3000));
  expect(screen.queryAllByText("请求失败").length).toBe(0);
  act(() => toast.error("请求失败"));
  expect(screen.getAllByText("请求失败").length).toBe(1);
});

test("a toast under the pointer stays until it leaves", () => {
  vi.useFakeTimers();
  act(() => toast.info("慢慢读"));
  fireEvent.mouseEnter(screen.getByText("慢慢读"));
  act(() => void vi.advanceTimersByTime(10_000));
  expect(screen.getByText("慢慢读")).toBeTruthy();
  fireEvent.mouseLeave(screen.getByText("慢慢读"));
  act(() => void vi.advanceTimersByTime(3000));
  expect(screen.queryByText("慢慢读")).toBeNull();
});

test("C3 the overlay counts parallel work and shows the latest text", () => {
  let first = () => {};
  let second = () => {};
  act(() => {
    first = startLoading(true);
    second = startLoading("正在导入");
  });
  expect(screen.getByText("正在导入")).toBeTruthy();
  act(second);
  expect(screen.getByText("加载中")).toBeTruthy();
  act(first);
  expect(screen.queryByText("加载中")).toBeNull();
});

test("a confirm answers what was pressed", async () => {
  let asked = Promise.resolve(false);
  act(() => {
    asked = confirm({ title: "删除这条记录？", danger: true });
  });
  fireEvent.click(screen.getByText("确定"));
  expect(await asked).toBe(true);
  act(() => {
    asked = confirm({ title: "再删一条？" });
  });
  fireEvent.click(screen.getByText("取消"));
  expect(await asked).toBe(false);
});

test("M8 a change of page closes an open confirm with no", async () => {
  let asked = Promise.resolve(true);
  act(() => {
    asked = confirm({ title: "离开？" });
  });
  act(closeConfirms);
  expect(await asked).toBe(false);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("E2 copying says whether it worked", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockResolvedValueOnce().mockRejectedValueOnce(new Error("denied"));
  await act(async () => expect(await copy("V1")).toBe(true));
  expect(screen.getByText("复制成功")).toBeTruthy();
  document.execCommand = () => false;
  await act(async () => expect(await copy("V1")).toBe(false));
  expect(screen.getByText("复制失败，请手动复制")).toBeTruthy();
});
