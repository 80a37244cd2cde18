/** Over the list filters of the contract: an amount is typed in yuan and sent in cents; what its rule refuses is said at the box. */
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { metaOf, shapeOf } from "@visadesk/contract/kit/field.ts";
import { expect, it, vi } from "vitest";
import { open } from "../../testing/parcels.tsx";
import { filterKind, type Zod } from "../form/field-kinds.ts";
import { filterShape } from "../list/list-model.ts";
import type { ListEndpoint } from "../list/list-types.ts";
import { FilterInput } from "./filter-input.tsx";
import type { FilterInputProps } from "./filter-types.ts";
import { numberWord, numberWords } from "./filter-words.ts";

const isMoney = (type: Zod): boolean => metaOf(type)?.kind === "money";
const filters = allEndpoints
  .filter((e) => e.kind === "list")
  .flatMap((e) => Object.entries(filterShape(e as unknown as ListEndpoint)).map(([name, type]) => [`${e.name}.${name}`, type] as const))
  .filter(([, type]) => isMoney(type) || Object.values(shapeOf(type)).some(isMoney));

it("finds the filters by amount", () => expect(filters.length).toBeGreaterThan(8));

it.each(filters)("%s is typed in yuan, sent in cents and said with its sign", (_name, type) => {
  const onChange = vi.fn<FilterInputProps["onChange"]>();
  render(<FilterInput name="amount" type={type} label="金额" value={undefined} onChange={onChange} />);
  const box = screen.getByRole("textbox", { name: "金额" });
  expect(box.closest(".vd-text-box")?.textContent).toContain("¥");
  fireEvent.change(box, { target: { value: "2,000" } });
  fireEvent.blur(box);
  const isPair = filterKind(type) === "number_range";
  expect(onChange.mock.calls).toEqual([[isPair ? "200000~" : 200_000]]);
  expect(isPair ? numberWords(type, "200000~") : numberWord(type, 200_000)).toBe(isPair ? "≥ ¥2,000.00" : "¥2,000.00");
  cleanup();
});

const input = (name: string): HTMLInputElement => screen.getByRole("textbox", { name });
const type = (name: string, value: string): void => {
  fireEvent.change(input(name), { target: { value } });
  fireEvent.keyDown(input(name), { key: "Enter" });
};

it("清空 empties the boxes too: search word, amount and number", async () => {
  const stub = open({ filters: ["cost_below", "weight_from"] });
  await screen.findByText("SF001");
  type("运单号", "SF");
  type("费用低于", "2000");
  type("重量不低于", "30");
  await waitFor(() => expect(stub.of("parcel_query").at(-1)).toMatchObject({ keyword: "SF", cost_below: 200_000, weight_from: 30 }));
  const chips = screen.getByLabelText("生效的筛选");
  expect(chips.textContent).toContain("费用低于¥2,000.00");
  fireEvent.click(within(chips).getByRole("button", { name: "清空" }));
  await waitFor(() => expect(stub.of("parcel_query").at(-1)).not.toHaveProperty("keyword"));
  expect(["运单号", "费用低于", "重量不低于"].map((name) => input(name).value)).toEqual(["", "", ""]);
});

it("what the filter's own rule refuses is said at the box, and the list stays", async () => {
  const stub = open({ filters: ["cost_below", "weight_from"] });
  await screen.findByText("SF001");
  const asked = stub.of("parcel_query").length;
  for (const [name, value, said] of [
    ["费用低于", "-5", "费用低于不能为负数"],
    ["费用低于", "1.005", "费用低于最多两位小数"],
    ["重量不低于", "0", "重量不低于不能小于1"],
    ["重量不低于", "三", "重量不低于须为数字"],
  ] as const) {
    type(name, value);
    expect(screen.getByRole("alert").textContent).toBe(said);
    expect(input(name).value).toBe(value);
    type(name, "");
  }
  expect(screen.queryByRole("alert")).toBeNull();
  expect(stub.of("parcel_query")).toHaveLength(asked);
});
