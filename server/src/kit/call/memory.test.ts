import process from "node:process";
import { expect, it } from "vitest";
import * as z from "zod";
import { allApi } from "@visadesk/contract/index.ts";
import { metaOf, shapeOf } from "@visadesk/contract/kit/field.ts";
import { openApi } from "../http/openapi.ts";
import { forgetSteps, giveBack } from "./memory.ts";

it("what is no longer used goes back to the system", () => {
  const garbage = Array.from({ length: 400_000 }, (_, i) => ({ text: `row ${i}`, list: [i, i + 1, i + 2] }));
  const full = process.memoryUsage().heapTotal;
  expect(garbage.splice(0)).toHaveLength(400_000);
  giveBack();
  expect(process.memoryUsage().heapTotal).toBeLessThan(full - 30_000_000);
});

it("the steps a type was made by go, and nothing that is said of it changes", () => {
  const told = () => ({
    document: openApi(Object.values(allApi), "1"),
    fields: Object.values(allApi).map((e) => [e.input, e.output].map((t) => Object.values(shapeOf(t)).map((f) => metaOf(f)))),
  });
  const before = structuredClone(told());
  const age = z.int().meta({ label: "年龄" }).min(1);
  const plain = z.object({ age, n: z.int().min(2).max(5).optional() });
  forgetSteps([allApi, plain]);
  expect(told()).toEqual(before);
  expect(metaOf(age)).toEqual({ label: "年龄" });
  expect(plain.shape.n.unwrap()._zod.parent).toBeUndefined();
  expect(plain.safeParse({ age: 0, n: 6 }).error?.issues).toHaveLength(2);
  expect(shapeOf(allApi.order_query.input)["page"]?._zod.parent).toBeUndefined();
});
