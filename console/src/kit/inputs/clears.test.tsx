import { screen } from "@testing-library/react";
import { choice } from "@visadesk/contract/kit/field.ts";
import { expect, it } from "vitest";
import { draw } from "../../testing/server.tsx";
import { FilterInput } from "../filter/filter-input.tsx";

it("the cross of a select is called 清除", () => {
  draw(
    <FilterInput name="state" type={choice("状态", { open: "在途", late: "超期" })} label="状态" value="open" onChange={() => undefined} />,
  );
  expect(screen.getByRole("button", { name: "清除" })).toBeTruthy();
  expect(screen.queryByLabelText("Clear")).toBeNull();
});
