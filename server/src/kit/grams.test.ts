import { expect, test } from "vitest";
import { gramsOf, likeOf, searchText, searchTokens } from "./grams.ts";

test("a row holds every token of any substring of its texts", () => {
  const texts = ["日本单次旅游签证", "JP-TOUR-S-01", null, "E１2 34"];
  const grams = gramsOf(texts);
  for (const text of ["日", "本单", "单次旅游", "jp-tour", "TOUR-S", "e1234", "1 2"]) {
    for (const token of searchTokens(text)) expect(grams).toContain(token);
  }
  expect(searchTokens("本日").every((t) => grams.includes(t))).toBe(false);
  expect(new Set(grams).size).toBe(grams.length);
});

test("a keyword never matches across two texts and its wildcards are text", () => {
  expect(gramsOf(["甲", "乙"])).not.toContain("甲乙");
  expect(searchText(["甲", undefined, "乙"])).not.toContain("甲乙");
  expect(likeOf("5%_")).toBe("%5\\%\\_%");
  expect(searchTokens("  ")).toEqual([]);
  expect(searchTokens("A")).toEqual(["a"]);
});
