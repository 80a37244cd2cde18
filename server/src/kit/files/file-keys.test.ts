import { expect, test } from "vitest";
import { file, fileKey, files, formAnswer, text, z } from "@visadesk/contract/kit/field.ts";
import { filesIn } from "./file-keys.ts";

const key = (n: number): string => `private/aa/file-number-${n}.jpg`;
const found = (type: z.core.$ZodType, value: unknown) => filesIn(type)(value, "").map((t) => [t.path, t.purpose, t.key]);

test("files are found at any depth, each with the field that a form marks", () => {
  const type = z.strictObject({
    name: text("名称"),
    one: z.optional(z.nullable(file("凭证", "proof"))),
    list: files("附件", "note").min(1),
    rows: z.array(z.strictObject({ amount: z.int(), proof: files("凭证", "proof") })).min(1),
    pair: z.tuple([z.string(), file("函件", "letter")]),
    either: z.union([z.strictObject({ kind: z.literal(1), file: file("资料", "material") }), z.null()]),
    answers: z.record(z.string(), formAnswer("答案", "material")),
  });
  const value = {
    name: key(0),
    one: key(1),
    list: [key(2), key(3)],
    rows: [
      { amount: 1, proof: [] },
      { amount: 2, proof: [key(4)] },
    ],
    pair: ["", key(5)],
    either: { kind: 1, file: key(6) },
    answers: { photo: key(7), table: [{ scan: key(8) }], words: "没有文件" },
  };
  expect(found(type, value)).toEqual([
    ["one", "proof", key(1)],
    ["list", "note", key(2)],
    ["list", "note", key(3)],
    ["rows.1.proof", "proof", key(4)],
    ["pair.1", "letter", key(5)],
    ["either.file", "material", key(6)],
    ["answers.photo", "material", key(7)],
    ["answers.table", "material", key(8)],
  ]);
  expect(found(type, { name: "", one: null, list: [], rows: [], pair: ["", null], either: null, answers: {} })).toEqual([]);
});

test("what cannot be judged or looked into is refused before anything is served", () => {
  expect(() => filesIn(z.strictObject({ any: fileKey("文件") }))).toThrow("says what it is for");
  expect(() => filesIn(z.strictObject({ map: z.map(z.string(), file("资料", "material")) }))).toThrow("not looked for");
});
