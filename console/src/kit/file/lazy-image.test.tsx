import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from "vitest";
import { LazyImage } from "./lazy-image.tsx";

let top = 0;
let measured: MockInstance<Element["getBoundingClientRect"]>;
beforeEach(() => {
  vi.useFakeTimers();
  measured = vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(() => ({ top, bottom: top + 10 }) as DOMRect);
});
afterEach(() => void vi.useRealTimers());
const at = (heights: number) => {
  top = window.innerHeight * heights;
};
const wait = (ms = 200) => act(() => void vi.advanceTimersByTime(ms));
const src = () => screen.getByAltText("护照").getAttribute("src");

test("account 23 an image at 1.31 viewport heights is not asked for, at 1.29 it is, after the next check", () => {
  at(1.31);
  render(<LazyImage src="/a.jpg" alt="护照" />);
  wait();
  expect(src()).toBeNull();
  at(1.29);
  fireEvent.scroll(window);
  wait();
  expect(src()).toBe("/a.jpg");
});

test("a burst of scrolling is one check in 200 ms", () => {
  at(5);
  render(<LazyImage src="/b.jpg" alt="护照" />);
  wait();
  const seen = measured.mock.calls.length;
  for (let i = 0; i < 50; i++) fireEvent.scroll(window);
  wait();
  expect(measured.mock.calls.length).toBe(seen + 1);
});

test("account 23 a failing image is asked for three times in all", () => {
  at(0);
  render(<LazyImage src="/c.jpg" alt="护照" />);
  wait();
  const elements = new Set<Element>();
  for (let i = 0; i < 3; i++) {
    elements.add(screen.getByAltText("护照"));
    fireEvent.error(screen.getByAltText("护照"));
  }
  expect(elements.size).toBe(3);
  expect(screen.getByText("图片加载失败")).toBeTruthy();
});

test("a loaded address shows at once the next time", () => {
  at(0);
  const first = render(<LazyImage src="/d.jpg" alt="护照" />);
  wait();
  fireEvent.load(screen.getByAltText("护照"));
  first.unmount();
  at(9);
  render(<LazyImage src="/d.jpg" alt="护照" />);
  expect(src()).toBe("/d.jpg");
});
