/** A column says what its field is called by naming the field: a title that repeats the contract's label is one more place to change. */
import { globSync, readFileSync } from "node:fs";
import { allApi } from "@visadesk/contract/index.ts";
import { metaOf, shapeOf, unwrap } from "@visadesk/contract/kit/field.ts";
import { expect, test } from "vitest";

type Zod = Parameters<typeof shapeOf>[0];

/** Labels of each field name, over everything that is answered. */
function labelsOf(): ReadonlyMap<string, ReadonlySet<string>> {
  const labels = new Map<string, Set<string>>();
  const seen = new Set<Zod>();
  const walk = (wrapped: Zod): void => {
    const type = unwrap(wrapped);
    if (seen.has(type)) return;
    seen.add(type);
    const element = elementOf(type);
    if (element) walk(element);
    for (const [name, field] of Object.entries(shapeOf(type))) {
      const label = metaOf(field)?.label;
      if (label !== undefined) labels.set(name, (labels.get(name) ?? new Set()).add(label));
      walk(field);
    }
  };
  for (const endpoint of Object.values(allApi)) walk(endpoint.output);
  return labels;
}

/** Of a list. */
const elementOf = (type: Zod): Zod | undefined => (type._zod.def as unknown as { element?: Zod }).element;

const cwd = new URL("../console/src/", import.meta.url);
const COLUMN = /\{\s*(?:key|name): "(\w+)"(?: as const)?,\s*title: "([^"]+)"/g;

test("no column restates the label of the field it is named after", () => {
  const labels = labelsOf();
  expect(labels.size).toBeGreaterThan(500);
  const restated = globSync("**/*.{ts,tsx}", { cwd })
    .filter((f) => !f.includes(".test."))
    .flatMap((f) =>
      [...readFileSync(new URL(f, cwd), "utf8").matchAll(COLUMN)]
        .filter(([, name = "", title = ""]) => labels.get(name)?.has(title))
        .map(([, name, title]) => `${f}: ${name} ${title}`),
    );
  expect(restated).toEqual([]);
});

test("the cross that empties a select is named in Chinese, by the kit's one cross", () => {
  const fields = globSync("**/*.tsx", { cwd }).flatMap((f) =>
    [
      ...readFileSync(new URL(f, cwd), "utf8").matchAll(
        /<(?:Select|Cascader)\b(?:(?!<[A-Z]|\/>)[\s\S])*?\ballowClear(?:=\{(\w+)\})?(?=\s|\/)/g,
      ),
    ].map((m) => [f, m[1]] as const),
  );
  expect(fields.length).toBeGreaterThan(20);
  expect(fields.filter(([, by]) => by !== "CLEARS" && by !== "false")).toEqual([]);
});
