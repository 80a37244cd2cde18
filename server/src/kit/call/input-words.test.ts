/** A refused field is named in Chinese, whichever endpoint it belongs to. */
import { expect, test } from "vitest";
import { allApi, allEndpoints } from "@visadesk/contract/index.ts";
import { shapeOf, unwrap, type z } from "@visadesk/contract/kit/field.ts";
import type { HttpError } from "../http/refuse.ts";
import { issuesOf, parseInput } from "./input.ts";

type Z = z.core.$ZodType;
/** Every place of an input: fields, their fields, rows of lists. */
function* placesOf(type: Z, path: PropertyKey[] = []): Generator<PropertyKey[]> {
  const inner = unwrap(type);
  const { element } = inner._zod.def as { element?: Z };
  if (element) yield* placesOf(element, [...path, 0]);
  for (const [name, t] of Object.entries(shapeOf(inner))) {
    yield [...path, name];
    yield* placesOf(t, [...path, name]);
  }
}
/** What a value of another type is told. */
const toldAt = (type: Z, path: PropertyKey[]): string =>
  issuesOf(type, [
    { code: "invalid_type", expected: "string", path, message: "Invalid input", input: {} } as unknown as z.core.$ZodIssue,
  ])[0]?.message ?? "";

test("every field of every endpoint has a Chinese label", () => {
  const nameless = allEndpoints.flatMap((e) =>
    [...placesOf(e.input)]
      .filter((path) => /[a-z]{2}/.test(toldAt(e.input, path).replace(/SPU|SKU|API|PDF|URL|mm|key/g, "")))
      .map((path) => `${e.name} ${path.join(".")}`),
  );
  expect([...new Set(nameless)]).toEqual([]);
});

test("a file that is asked for is chosen, not uploaded", () => {
  const msg = (name: "file_link_get", input: object): string => {
    try {
      parseInput(allApi[name], input);
      return "";
    } catch (e) {
      return (e as HttpError).msg ?? "";
    }
  };
  expect(msg("file_link_get", { noun: "order", noun_id: 1 })).toBe("请选择文件");
});
