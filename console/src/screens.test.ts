import { expect, test } from "vitest";
import { allCodes } from "@visadesk/contract/permissions.ts";
import { listRoutes } from "@visadesk/contract/list-routes.ts";
import { menuOf, screenOf } from "#kit/screens.ts";
import "./screens.ts";

test("every group of the side menu stands there once", () => {
  const titles = menuOf(new Set(allCodes)).map((g) => g.title);
  expect(titles).toEqual([...new Set(titles)]);
  expect(titles).toContain("基础资料");
});

test.each(Object.entries(listRoutes))("%s is a screen with the path and code by which its views are kept", (name, route) => {
  expect(screenOf(name)).toMatchObject(route);
});
