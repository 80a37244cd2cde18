import { expect, test } from "vitest";
import { fileFault, photoFaults } from "./photo.rules.ts";

const us = { w_px: 600, h_px: 600, px_max: 1200, min_kb: 0, max_kb: 240, formats: ["jpg"] };
const photo = (width: number, height: number, kb: number, format = "jpg") => photoFaults(us, { width, height, bytes: kb * 1024, format });

test("base-data 19: the US photo rule", () => {
  expect(photo(600, 650, 200)).toEqual(["应为正方形"]);
  expect(photo(600, 600, 300)).toEqual(["超过240KB"]);
  expect(photo(500, 500, 100)[0]).toContain("像素不足");
  expect(photo(600, 600, 200)).toEqual([]);
  expect(photo(600, 600, 200, "png")[0]).toContain("格式");
  expect(photo(1300, 1300, 200)[0]).toContain("像素过大");
});

test("a file is judged by its content's format and its size", () => {
  const rule = { formats: ["jpg", "png", "pdf"], max_mb: 5 };
  expect(fileFault(rule, { format: "pdf", bytes: 5 * 1024 * 1024 })).toBeNull();
  expect(fileFault(rule, { format: "pdf", bytes: 5 * 1024 * 1024 + 1 })).toBe("文件超过5MB");
  expect(fileFault(rule, { format: "exe", bytes: 10 })).toBe("文件格式应为JPG、PNG、PDF");
});
