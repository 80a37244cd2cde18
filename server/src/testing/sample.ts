/** Input values made from the contract: one valid body per endpoint, and malformed ones per field kind. */
import { unwrap, z } from "@visadesk/contract/kit/field.ts";

type Z = z.core.$ZodType;
interface Def {
  type: string;
  shape?: Record<string, Z>;
  element?: Z;
  options?: Z[];
  entries?: Record<string, unknown>;
  values?: unknown[];
  format?: string;
}
const defOf = (t: Z): Def => unwrap(t)._zod.def;
const isOptional = (t: Z): boolean => t._zod.def.type === "optional" || t._zod.def.type === "default";
const isNullable = (t: Z): boolean =>
  t._zod.def.type === "nullable" || (t._zod.def.type === "optional" && isNullable((t._zod.def as unknown as { innerType: Z }).innerType));

const TEXTS = [
  "测试内容",
  "TESTVALUE",
  "13800138000",
  "a@b.cn",
  "11010519491231002X",
  "E12345678",
  "JP",
  "2026-01-01",
  "abc123",
  "public/00/sample0001.png",
  "74f8d5f9d8b6b5d096ee459f0a13a46a",
  "2026-01-01T00:00:00.000Z",
];

/** A value the type accepts, or undefined when none of the samples fits. */
export function sampleOf(type: Z): unknown {
  if (isOptional(type)) return undefined;
  if (isNullable(type)) return null;
  const def = defOf(type);
  switch (def.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(def.shape ?? {})
          .map(([k, t]) => [k, sampleOf(t)])
          .filter(([, v]) => v !== undefined),
      );
    case "array":
      return def.element ? [sampleOf(def.element)] : [];
    case "enum":
      return Object.values(def.entries ?? {})[0];
    case "literal":
      return def.values?.[0];
    case "union":
      return sampleOf(def.options?.[0] as Z);
    case "number":
      return [1, 0, 100].find((n) => z.safeParse(type, n).success);
    case "boolean":
      return true;
    case "record":
      return {};
    case "string":
      return def.format === "guid" || def.format === "uuid" ? crypto.randomUUID() : TEXTS.find((t) => z.safeParse(type, t).success);
    default:
      return undefined;
  }
}

const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "𠮷".repeat(50),
  "\u202e反转",
  "１２３",
  "'; drop table orders; --",
  "<img src=x onerror=alert(1)>",
  "%",
  "_",
  "\\",
  "x".repeat(5000),
  [],
  [[]],
  [null],
  {},
  { a: { b: 1 } },
  "0000-00-00",
  "9999-99-99",
  "2026-02-30",
  "infinity",
  "NaN",
];

/** Bodies with one field replaced by each hostile value, for every field at the top level. */
export function* hostileBodies(type: Z): Generator<{ field: string; body: Record<string, unknown> }> {
  const shape = defOf(type).shape ?? {};
  const base = sampleOf(type) as Record<string, unknown>;
  for (const field of Object.keys(shape)) for (const value of HOSTILE) yield { field, body: { ...base, [field]: value } };
}
