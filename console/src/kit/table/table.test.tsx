import { fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { Table, type TableColumn } from "./table.tsx";

interface Row {
  id: number;
  name: string;
}
const rows: readonly Row[] = [1, 2, 3, 4].map((id) => ({ id, name: `第${id}条` }));
const name: TableColumn<Row> = { key: "name", title: "名称", width: 100, fixed: "start", render: (r) => r.name };
const idOf = (r: Row): number => r.id;
const box = (label: string): HTMLInputElement => screen.getByRole<HTMLInputElement>("checkbox", { name: label });

function Checked({ start, onPick }: { start: readonly number[]; onPick: (ids: readonly number[]) => void }) {
  const [picked, setPicked] = useState(start);
  const put = (ids: readonly number[]): void => {
    setPicked(ids);
    onPick(ids);
  };
  return <Table label="条目" columns={[name]} rows={rows} rowKey={idOf} checks={{ idOf, picked, onPick: put }} />;
}

it("the head box takes the whole page and leaves rows of other pages alone", () => {
  const onPick = vi.fn();
  render(<Checked start={[2, 99]} onPick={onPick} />);
  expect(box("选择本页").indeterminate).toBe(true);
  fireEvent.click(box("选择本页"));
  expect(onPick).toHaveBeenLastCalledWith([99, 1, 2, 3, 4]);
  expect(box("选择本页").checked).toBe(true);
  fireEvent.click(box("选择本页"));
  expect(onPick).toHaveBeenLastCalledWith([99]);
});

it("with Shift a box takes all rows since the last one", () => {
  const onPick = vi.fn();
  render(<Checked start={[]} onPick={onPick} />);
  fireEvent.click(box("选择第4行"));
  fireEvent.click(box("选择第2行"), { shiftKey: true });
  expect(onPick).toHaveBeenLastCalledWith([2, 3, 4]);
  fireEvent.click(box("选择第4行"), { shiftKey: true });
  expect(onPick).toHaveBeenLastCalledWith([]);
});

it("heads say how they sort and can be pressed by key; fixed columns stand behind each other at their edges", () => {
  const onSort = vi.fn();
  const columns: readonly TableColumn<Row>[] = [
    name,
    { key: "id", title: "编号", width: 80, fixed: "start", sorted: "asc", onSort, render: idOf },
    { key: "rest", title: "其余", render: () => "…" },
    { key: "a", title: "甲", width: 60, fixed: "end", render: () => "甲" },
    { key: "acts", title: "操作", width: 90, fixed: "end", render: () => "看" },
  ];
  render(<Table label="条目" columns={columns} rows={rows} rowKey={idOf} checks={{ idOf, picked: [], onPick: () => {} }} />);
  const head = screen.getByRole("columnheader", { name: "编号" });
  expect(head.getAttribute("aria-sort")).toBe("ascending");
  fireEvent.click(within(head).getByRole("button", { name: "编号" }));
  expect(onSort).toHaveBeenCalledTimes(1);
  const edges = screen
    .getAllByRole("columnheader")
    .slice(1)
    .map((th) => [th.style.insetInlineStart, th.style.insetInlineEnd]);
  expect(edges).toEqual([
    ["40px", ""],
    ["140px", ""],
    ["", ""],
    ["", "90px"],
    ["", "0"],
  ]);
  expect(screen.getByRole("table", { name: "条目" }).style.minWidth).toBe(`${40 + 100 + 80 + 160 + 60 + 90}px`);
});
