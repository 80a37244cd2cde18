import { int, money, text, z } from "@visadesk/contract/kit/field.ts";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { TwoLines } from "../page/blocks.tsx";
import { Rows } from "./rows.tsx";

afterEach(cleanup);
const tier = z.object({ id: int("编号"), name: text("名称"), fee: money("加急费"), kind: text("类型") });
const rows = [
  { id: 1, name: "三日", fee: 30_000, kind: "快" },
  { id: 2, name: "两日", fee: 50_000, kind: "快" },
  { id: 3, name: "普通", fee: 0, kind: "常" },
];
const table = (): HTMLElement => screen.getByRole("table", { name: "加急档" });
const texts = (role: "columnheader" | "cell" | "rowheader"): (string | null)[] =>
  within(table())
    .getAllByRole(role)
    .map((c) => c.textContent);

it("a column that is a name takes title, value and side from the shape; one left out is not there", () => {
  render(<Rows label="加急档" of={z.array(tier)} rows={rows} columns={["name", false, { name: "kind", title: "种类" }, "fee"]} />);
  expect(texts("columnheader")).toEqual(["名称", "种类", "加急费"]);
  expect(texts("cell").slice(0, 3)).toEqual(["三日", "快", "¥300.00"]);
  expect(within(table()).getAllByRole("columnheader")[2]?.className).toBe("is-end");
});

it("rows that answer the same share a cell, or stand under one heading", () => {
  const kind = { title: "类型", head: true, cell: (r: (typeof rows)[number]) => r.kind };
  const { rerender } = render(
    <Rows
      label="加急档"
      rows={rows}
      columns={[
        { ...kind, span: (r) => r.kind },
        { title: "名称", cell: (r) => r.name },
      ]}
    />,
  );
  expect(
    within(table())
      .getAllByRole("rowheader")
      .map((c) => [c.textContent, c.getAttribute("rowspan")]),
  ).toEqual([
    ["快", "2"],
    ["常", null],
  ]);
  rerender(<Rows label="加急档" rows={rows} group={(r) => r.kind} columns={[{ title: "名称", cell: (r) => r.name }]} />);
  expect(texts("rowheader")).toEqual(["快", "常"]);
  expect(texts("cell")).toEqual(["三日", "两日", "普通"]);
});

it("without rows it says so in place of a table; without titles it has no heads", () => {
  const { rerender } = render(
    <Rows label="加急档" rows={rows.slice(3)} none="不支持加急" columns={[{ title: "名称", cell: (r) => r.name }]} />,
  );
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByText("不支持加急")).toBeTruthy();
  rerender(<Rows label="加急档" rows={rows} columns={[{ cell: (r) => <TwoLines under={r.kind}>{r.name}</TwoLines> }]} />);
  expect(within(table()).queryAllByRole("columnheader")).toEqual([]);
  expect(texts("cell")[0]).toBe("三日快");
});
