import process from "node:process";
import { expect, it } from "vitest";
import { giveBack } from "./memory.ts";

it("what is no longer used goes back to the system", () => {
  const garbage = Array.from({ length: 400_000 }, (_, i) => ({ text: `row ${i}`, list: [i, i + 1, i + 2] }));
  const full = process.memoryUsage().heapTotal;
  expect(garbage.splice(0)).toHaveLength(400_000);
  giveBack();
  expect(process.memoryUsage().heapTotal).toBeLessThan(full - 30_000_000);
});
