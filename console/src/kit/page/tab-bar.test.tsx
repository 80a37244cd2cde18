import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { TabBar } from "./tab-bar.tsx";

const TABS = ["全部", "待付", "已付"].map((label, i) => ({ key: String(i), label }));

function Bar() {
  const [chosen, setChosen] = useState("0");
  return <TabBar label="阶段" tabs={TABS} chosen={chosen} onChoose={setChosen} />;
}
const chosen = (): string | null => screen.getByRole("tab", { selected: true }).textContent;
const key = (name: string): void => void fireEvent.keyDown(screen.getByRole("tab", { selected: true }), { key: name });

it("one tab is chosen by press or by arrows, which go round; only that one is in the tab order", () => {
  render(<Bar />);
  expect(chosen()).toBe("全部");
  fireEvent.click(screen.getByRole("tab", { name: "待付" }));
  expect(chosen()).toBe("待付");
  key("ArrowRight");
  expect([chosen(), document.activeElement?.textContent]).toEqual(["已付", "已付"]);
  key("ArrowRight");
  expect(chosen()).toBe("全部");
  key("ArrowLeft");
  expect(chosen()).toBe("已付");
  key("Home");
  expect(chosen()).toBe("全部");
  key("End");
  expect(chosen()).toBe("已付");
  expect(screen.getAllByRole<HTMLButtonElement>("tab").map((t) => t.tabIndex)).toEqual([-1, -1, 0]);
});

it("where they do not fit, all of them stand in a menu", () => {
  render(<Bar />);
  expect(screen.queryByRole("button", { name: "全部阶段" })).toBeNull();
  vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockReturnValue(500);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  render(<Bar />);
  fireEvent.click(screen.getByRole("button", { name: "全部阶段" }));
  fireEvent.click(screen.getByRole("menuitemradio", { name: "已付" }));
  expect(screen.getAllByRole("tab", { selected: true }).at(-1)?.textContent).toBe("已付");
});
