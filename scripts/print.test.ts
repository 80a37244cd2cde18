import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("account M9 print hides the shell", () => {
  const css = readFileSync(new URL("../console/src/kit/utilities.css", import.meta.url), "utf8");
  const rules = [...css.matchAll(/@media print \{([\s\S]*?)\n\}/g)].map((m) => m[1] ?? "").join("");
  const hidden = [...rules.matchAll(/([^{}]+)\{[^}]*display: none[^}]*\}/g)].flatMap((m) =>
    (m[1] ?? "")
      .replace(/:is\(([^)]*)\)/g, "$1")
      .split(",")
      .map((part) => part.trim()),
  );
  expect(hidden).toEqual(expect.arrayContaining([".vd-side", ".vd-head", ".vd-foot", ".vd-skip"]));
});

test("every print is the shared sheet, so that the loop over prints meets it", () => {
  const cwd = new URL("../console/src/", import.meta.url);
  const files = globSync("**/*.{ts,tsx}", { cwd }).filter((f) => !f.includes(".test."));
  const said = (words: RegExp): string[] => files.filter((f) => words.test(readFileSync(new URL(f, cwd), "utf8")));
  expect(said(/window\.print\(|vd-print-only/)).toEqual(["shared/print-sheet.tsx"]);
});
