/** Input values made from the contract: one valid body per endpoint, and malformed ones per field kind. */
import { metaOf, unwrap, z } from "@visadesk/contract/kit/field.ts";
import { isPublicPurpose, type FilePurpose } from "@visadesk/contract/kit/file-purposes.ts";

type Z = z.core.$ZodType;
interface Def {
  type: string;
  shape?: Record<string, Z>;
  element?: Z;
  items?: Z[];
  valueType?: Z;
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
  "74f8d5f9d8b6b5d096ee459f0a13a46a",
  "2026-01-01T00:00:00.000Z",
  "XAA",
  "AB-TEST-01",
  "#FFFFFF",
  "24312000000000000001",
];

/** Files that samples name; `storeSampleFiles` makes them one's own. */
export const SAMPLE_FILES = { public: "public/00/sample0001.png", private: "private/00/sample0001.png" } as const;
const sampleKey = (purpose: FilePurpose | undefined): string =>
  purpose === undefined || isPublicPurpose(purpose) ? SAMPLE_FILES.public : SAMPLE_FILES.private;

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
    case "string": {
      const meta = metaOf(type);
      if (meta?.kind === "file") return sampleKey(meta.purpose);
      return def.format === "guid" || def.format === "uuid" ? crypto.randomUUID() : TEXTS.find((t) => z.safeParse(type, t).success);
    }
    default:
      return undefined;
  }
}

/** The same with everything given: what may be absent is there, a record has one entry. */
export function filledOf(type: Z): unknown {
  const t = unwrap(type);
  const def = defOf(t);
  if (def.type === "object") return Object.fromEntries(Object.entries(def.shape ?? {}).map(([k, inner]) => [k, filledOf(inner)]));
  if (def.type === "array") return def.element ? [filledOf(def.element)] : [];
  if (def.type === "record") return def.valueType ? { U1: filledOf(def.valueType) } : {};
  return sampleOf(t);
}

interface Place {
  /** As a refusal names it. */
  path: string;
  type: Z;
  /** A value of the whole with this one in its place. */
  body: (value: unknown) => unknown;
}
/** Every single value of a type, at any depth. */
function places(type: Z): Place[] {
  const def = defOf(type);
  const inside = (name: string, t: Z, put: (value: unknown) => unknown): Place[] =>
    places(t).map((p) => ({ ...p, path: p.path === "" ? name : `${name}.${p.path}`, body: (value) => put(p.body(value)) }));
  switch (def.type) {
    case "object":
      return Object.entries(def.shape ?? {}).flatMap(([k, t]) => inside(k, t, (v) => ({ ...(sampleOf(type) as object), [k]: v })));
    case "array":
      return def.element ? inside("0", def.element, (v) => [v]) : [];
    case "tuple":
      return (def.items ?? []).flatMap((t, i, all) => inside(String(i), t, (v) => all.map((x, n) => (n === i ? v : sampleOf(x)))));
    case "record":
      return def.valueType ? inside("any", def.valueType, (v) => ({ any: v })) : [];
    case "union":
      return (def.options ?? []).flatMap(places);
    default:
      return [{ path: "", type, body: (value) => value }];
  }
}

/** Every place of a type where a number may stand. */
export const numberPlaces = (type: Z): Place[] => places(type).filter((p) => defOf(p.type).type === "number");

export interface FilePlace {
  /** A list of files is one field. */
  path: string;
  purpose: FilePurpose | undefined;
  body: (key: string) => unknown;
}
/** Every place of a type where a file may stand. */
export const filePlaces = (type: Z): FilePlace[] =>
  places(type).flatMap((p) => {
    const meta = metaOf(p.type);
    if (meta?.kind === "file") return [{ path: p.path.replace(/\.?0$/, ""), purpose: meta.purpose, body: p.body }];
    return meta?.purpose === undefined ? [] : [{ path: p.path, purpose: meta.purpose, body: p.body }];
  });

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

/** Bodies with one field replaced by each hostile value (told by a name of its own), for every field at the top level. */
export function* hostileBodies(type: Z): Generator<{ field: string; value: string; body: Record<string, unknown> }> {
  const shape = defOf(type).shape ?? {};
  const base = sampleOf(type) as Record<string, unknown>;
  for (const field of Object.keys(shape))
    for (const [i, value] of HOSTILE.entries()) yield { field, value: `${i}`, body: { ...base, [field]: value } };
}
