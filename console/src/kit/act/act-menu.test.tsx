import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ActMenu, type MenuEntry } from "./act-menu.tsx";

const open = (items: readonly MenuEntry[], more: { chosen?: string; onPick?: (key: string) => void } = {}): HTMLElement => {
  render(
    <ActMenu items={items} {...more}>
      <button type="button">更多</button>
    </ActMenu>,
  );
  const button = screen.getByRole("button", { name: "更多" });
  fireEvent.click(button);
  return button;
};
const key = (name: string): void => void fireEvent.keyDown(document.activeElement as Element, { key: name });
const at = (): string | null | undefined => document.activeElement?.textContent;

it("a press opens it on its first act; arrows go round, Home and End jump", () => {
  const button = open([
    { key: "a", label: "复制" },
    { type: "divider" },
    { key: "b", label: "移动" },
    { key: "c", label: "删除", danger: true },
  ]);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  expect(at()).toBe("复制");
  key("ArrowDown");
  expect(at()).toBe("移动");
  key("End");
  expect(at()).toBe("删除");
  key("ArrowDown");
  expect(at()).toBe("复制");
  key("ArrowUp");
  expect(at()).toBe("删除");
  key("Home");
  expect(at()).toBe("复制");
});

it("what is dangerous stands last, whatever the order it was given in", () => {
  open([
    { key: "close", label: "停用", danger: true },
    { key: "log", label: "日志" },
    { type: "divider" },
    { key: "drop", label: "删除", danger: true },
    { key: "copy", label: "复制" },
  ]);
  expect(screen.getAllByRole("menuitem").map((e) => e.textContent)).toEqual(["日志", "复制", "停用", "删除"]);
});

it("an act closes it, gives the focus back and runs once; a refused one stays readable and does nothing", () => {
  const run = vi.fn();
  const refused = vi.fn();
  const picked = vi.fn();
  const button = open(
    [
      { key: "a", label: "通过", onClick: refused, disabled: true },
      { key: "b", label: "驳回", onClick: run },
    ],
    { onPick: picked },
  );
  fireEvent.click(screen.getByRole("menuitem", { name: "通过" }));
  expect(refused).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("menuitem", { name: "驳回" }));
  expect(run).toHaveBeenCalledTimes(1);
  expect(picked.mock.calls).toEqual([["b"]]);
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(button);
});

it("Escape goes back to the button; a press elsewhere, Tab and the button itself close it", () => {
  const button = open([{ key: "a", label: "复制" }]);
  key("Escape");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(button);
  fireEvent.keyDown(button, { key: "ArrowDown" });
  expect(at()).toBe("复制");
  fireEvent.pointerDown(document.body);
  expect(screen.queryByRole("menu")).toBeNull();
  fireEvent.click(button);
  key("Tab");
  expect(screen.queryByRole("menu")).toBeNull();
  fireEvent.click(button);
  fireEvent.click(button);
  expect(screen.queryByRole("menu")).toBeNull();
});

it("one of several says which is chosen", () => {
  open(
    [
      { key: "light", label: "浅色" },
      { key: "dark", label: "深色" },
    ],
    { chosen: "dark" },
  );
  expect(screen.getByRole("menuitemradio", { name: "深色" }).getAttribute("aria-checked")).toBe("true");
  expect(screen.getByRole("menuitemradio", { name: "浅色" }).getAttribute("aria-checked")).toBe("false");
});

it("content that arrives and scrolls the page leaves it open; it goes when its button leaves the window", () => {
  const button = open([{ key: "a", label: "复制" }]);
  const seat = vi.spyOn(button, "getBoundingClientRect");
  seat.mockReturnValue(new DOMRect(300, 200, 40, 24));
  fireEvent.scroll(document);
  expect(screen.getByRole("menu").closest<HTMLElement>(".vd-popup")?.style.top).toBe("228px");
  seat.mockReturnValue(new DOMRect(300, -80, 40, 24));
  fireEvent.scroll(document);
  expect(screen.queryByRole("menu")).toBeNull();
  expect(button.getAttribute("aria-expanded")).toBe("false");
});

it("what grows after it opened is placed anew, inside the window", () => {
  let grown = (): void => undefined;
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(heard: () => void) {
        grown = heard;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  const button = open([{ key: "a", label: "复制" }]);
  const panel = screen.getByRole("menu").closest<HTMLElement>(".vd-popup");
  vi.spyOn(button, "getBoundingClientRect").mockReturnValue(new DOMRect(window.innerWidth - 40, 100, 30, 24));
  if (panel) vi.spyOn(panel, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 380, 300));
  grown();
  expect(panel?.style.left).toBe(`${window.innerWidth - 390}px`);
  vi.unstubAllGlobals();
});
