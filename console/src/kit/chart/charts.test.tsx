import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { LineChart } from "./charts.tsx";

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
