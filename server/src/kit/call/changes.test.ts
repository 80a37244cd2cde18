import { expect, test } from "vitest";
import { cellChanges } from "./changes.ts";

const cells = (name: string, remark: string, kinds: number[]) => [
  { field: "name", label: "名称", value: name },
  { field: "remark", label: "备注", value: remark },
  { field: "kinds", label: "类别", value: kinds },
];

test("what differs is told, a text taken away as well; blank cells of a new record are not", () => {
  expect(cellChanges(cells("甲", "旧", [1]), cells("乙", "", [1]))).toEqual([
    { field: "name", label: "名称", before: "甲", after: "乙" },
    { field: "remark", label: "备注", before: "旧", after: "" },
  ]);
  expect(cellChanges(null, cells("甲", "", [1])).map((c) => [c.field, c.before, c.after])).toEqual([
    ["name", null, "甲"],
    ["kinds", null, [1]],
  ]);
});

test("two numbers with one mask differ by what is behind it, which is never told", () => {
  const mobile = (behind: string) => [{ field: "mobile", label: "手机", value: "139****5678", behind }];
  expect(cellChanges(mobile("13900005678"), mobile("13911115678"))).toEqual([
    { field: "mobile", label: "手机", before: "139****5678", after: "139****5678" },
  ]);
  expect(cellChanges(mobile("13900005678"), mobile("13900005678"))).toEqual([]);
});
