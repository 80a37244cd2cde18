/** A rule of CSS that no source names any more is dead weight that nobody dares to take away. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../console/src");
const read = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .filter((f) => !/\.test\.tsx?$/.test(f))
    .map((f) => readFileSync(path.join(root, f), "utf8"));

/** Classes that libraries put on what they draw. */
const OF_LIBRARIES = /^(ant-|anticon$|ProseMirror|is-editor-empty$|selectedCell$)/;

const sources = read("**/*.{ts,tsx}").join("\n");
const words = new Set(sources.match(/[A-Za-z][\w-]*/g));
/** Of classes put together in a template: what stands before the value. The value itself is a word of the sources too. */
const beginnings = new Set([...sources.matchAll(/[`\s"]((?:[a-z]+-)+)\$\{/g)].map(([, beginning = ""]) => beginning));
const isMade = (name: string): boolean =>
  [...beginnings].some((b) => {
    const value = name.slice(b.length);
    return name.startsWith(b) && (words.has(value) || /^\d+$/.test(value));
  });

test("every class of the console's CSS is named in its sources", () => {
  const dead = globSync("**/*.css", { cwd: root }).flatMap((file) => {
    const selectors = readFileSync(path.join(root, file), "utf8")
      .replaceAll(/\/\*[\s\S]*?\*\//g, "")
      .replaceAll(/\{[^{}]*\}/g, "{}");
    const names = new Set([...selectors.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = ""]) => name));
    return [...names].filter((n) => !OF_LIBRARIES.test(n) && !words.has(n) && !isMade(n)).map((n) => `${file}: .${n}`);
  });
  expect(dead).toEqual([]);
});

test("papers of a kind are never cut off, and a bar without a paper to judge stays below the upload", () => {
  const css = readFileSync(path.join(root, "order/order/details.css"), "utf8");
  const rules = (name: string): string => (css.match(new RegExp(`^ *${name} \\{[^}]*\\}`, "gm")) ?? []).join("\n");
  expect(rules("\\.ord-items")).toContain("flex-wrap");
  expect(rules("\\.ord-items")).not.toMatch(/max-height|overflow/);
  expect(rules("\\.ord-verdict\\.is-still")).toContain("position: static");
});
