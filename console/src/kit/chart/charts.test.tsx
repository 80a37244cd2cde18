import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { LineChart } from "./charts.tsx";

afterEach(cleanup);

test("the caption reads the last day, and the day under the pointer; the scale says how much", () => {
  const points = [4, 9, 2].map((value, i) => ({ label: `11-0${i + 1}`, value }));
  render(<LineChart label="每日下单" series={[{ name: "下单", points }]} />);
  const chart = screen.getByRole("img", { name: "每日下单" });
  vi.spyOn(chart, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 600, 160));
  const caption = (): string => document.querySelector("figcaption")?.textContent ?? "";
  expect(caption()).toBe("11-03下单 2");
  const scale = [...chart.querySelectorAll("text")].map((t) => t.textContent);
  expect(scale).toEqual(expect.arrayContaining(["9", "5"]));
  fireEvent.pointerMove(chart, { clientX: 290 });
  expect(caption()).toBe("11-02下单 9");
  fireEvent.pointerLeave(chart);
  expect(caption()).toBe("11-03下单 2");
});

test("a value that holds is drawn to the day of the next one, then goes up or down", () => {
  const costs = [
    { label: "9月", value: 50 },
    { label: "10月", value: 100 },
    { label: "11月", value: 100 },
  ];
  const drawn = (holds: boolean): string[] => {
    const { container } = render(<LineChart label="成本" series={[{ name: "成本", points: costs }]} holds={holds} />);
    return container.querySelector("polyline")?.getAttribute("points")?.split(" ") ?? [];
  };
  const [first, next, last] = drawn(false).map((at) => at.split(","));
  const at = (x?: string[], y?: string[]): string => `${x?.[0]},${y?.[1]}`;
  expect(drawn(true)).toEqual([at(first, first), at(next, first), at(next, next), at(last, next), at(last, last)]);
});

test("points that say when they were stand apart by their time, and the pointer finds the nearest", () => {
  const points = [0, 10, 40, 100].map((at) => ({ at, label: `第${at}天`, value: at }));
  const { container } = render(<LineChart label="成本" series={[{ name: "成本", points }]} />);
  const xs = [...container.querySelectorAll("circle")].map((c) => Number(c.getAttribute("cx")));
  const [from = 0, , , to = 0] = xs;
  expect(xs.map((x) => Math.round(((x - from) / (to - from)) * 100))).toEqual([0, 10, 40, 100]);
  const chart = screen.getByRole("img", { name: "成本" });
  vi.spyOn(chart, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 600, 160));
  fireEvent.pointerMove(chart, { clientX: 60 });
  expect(document.querySelector("figcaption")?.textContent).toContain("第10天");
  // Two so near each other share the room of one label; the ends keep theirs.
  const labels = [...chart.querySelectorAll("text")].map((t) => t.textContent).filter((t) => t.startsWith("第"));
  expect(labels).toEqual(["第0天", "第40天", "第100天"]);
});
