import { expect, test } from "vitest";
import { isPauseOver, pauseFault } from "./pause.rules.ts";

test("a pause is over on its day, and so it ends tomorrow at the earliest; without a day it has no end", () => {
  const today = "2026-09-29";
  expect(["2026-09-28", "2026-09-29", "2026-09-30", null, undefined].map((day) => isPauseOver(day, today))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(["2026-09-29", "2026-09-30", null].map((day) => pauseFault(day, today))).toEqual(["暂停至须晚于今天", null, null]);
});
