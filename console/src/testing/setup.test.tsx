import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

it("draws in a document", () => {
  render(<p>你好</p>);
  expect(screen.getByText("你好").tagName).toBe("P");
});

it.fails("fails a test that warns", () => {
  render(
    <>
      {["a", "b"].map((t) => (
        <p>{t}</p>
      ))}
    </>,
  );
});

it("the day is set, and set again after fake timers", () => {
  expect(new Date().toISOString()).toMatch(/^2026-11-20T02:/);
  expect(Date()).toContain("Nov 20 2026");
  expect(new Date()).toBeInstanceOf(Date);
  vi.setSystemTime("2031-01-01T00:00:00Z");
  vi.useRealTimers();
});
it("for every test, and a test may say another now", () => {
  expect(Date.now()).toBeLessThan(Date.parse("2026-11-20T03:00:00Z"));
  expect(new Date(Date.now() - 1).toISOString()).toMatch(/^2026-11-20T02:/);
  const spy = vi.spyOn(Date, "now").mockReturnValue(7);
  expect(Date.now()).toBe(7);
  spy.mockRestore();
  expect(Date.now()).toBeGreaterThan(Date.parse("2026-11-20T01:00:00Z"));
});
