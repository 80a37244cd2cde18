import { expect, test } from "vitest";
import { allCodes } from "@visadesk/contract/permissions.ts";
import { menuOf } from "#kit/screens.ts";
import "./screens.ts";

test("every group of the side menu stands there once", () => {
  const titles = menuOf(new Set(allCodes)).map((g) => g.title);
  expect(titles).toEqual([...new Set(titles)]);
  expect(titles).toContain("基础资料");
});
