import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { draw } from "../testing/server.tsx";
import { registerPicker } from "./app/picker-registry.ts";
import { Picker } from "./pickers.tsx";

it("what was picked before stands by its name, also where the first page of its source does not hold it", async () => {
  registerPicker("far", {
    remote: true,
    load: () => Promise.resolve([{ value: 1, label: "第一家" }]),
    named: (ids) => Promise.resolve(ids.map((value) => ({ value, label: `第${value}家` }))),
  });
  draw(<Picker of="far" value={288} aria-label="同行" />, []);
  expect(await screen.findByText("第288家")).toBeTruthy();
});
