import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { range } from "@visadesk/contract/kit/field.ts";
import { expect, it, vi } from "vitest";
import type { FilterInputProps } from "./filter-types.ts";

/** As on a page that was just opened: the calendar is not here yet. */
async function open(value?: string) {
  vi.resetModules();
  const { RangeFilter } = await import("./filter-range.tsx");
  const onChange = vi.fn<FilterInputProps["onChange"]>();
  render(<RangeFilter name="created_at" type={range("下单时间")} label="下单时间" value={value} onChange={onChange} />);
  return onChange;
}
const box = (): HTMLInputElement => screen.getAllByLabelText("下单时间")[0] as HTMLInputElement;
const isCalendar = (): boolean => box().closest(".ant-picker") !== null;

it("until somebody comes near a plain box shows the days", async () => {
  await open("2026-11-01~2026-11-05");
  expect(isCalendar()).toBe(false);
  expect([box().value, screen.getByLabelText<HTMLInputElement>("下单时间至").value]).toEqual(["2026-11-01", "2026-11-05"]);
});

it("a press opens the calendar with the focus in it; a preset applies and closes it", async () => {
  const onChange = await open();
  fireEvent.pointerDown(box());
  fireEvent.click(await screen.findByText("近7天"));
  expect(isCalendar()).toBe(true);
  expect(onChange).toHaveBeenCalledWith("d-6~d");
  const shown = (): string => document.querySelector(".ant-picker-dropdown")?.className ?? "gone -hidden";
  await waitFor(() => expect(shown()).toMatch(/-leave|-hidden/));
});

it("the focus that came by key goes over into the calendar", async () => {
  await open();
  box().focus();
  await waitFor(() => expect(isCalendar()).toBe(true));
  expect(document.activeElement).toBe(box());
});

it("a focus that went on meanwhile is left where it is", async () => {
  await open();
  const elsewhere = document.createElement("button");
  document.body.append(elsewhere);
  box().focus();
  elsewhere.focus();
  await waitFor(() => expect(isCalendar()).toBe(true));
  expect(document.activeElement).toBe(elsewhere);
  elsewhere.remove();
});
