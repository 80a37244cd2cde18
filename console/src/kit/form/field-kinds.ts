/** What the console reads out of a contract shape: the meta of a field, its filter kind, the type at a path. */
import { metaOf, shapeOf, unwrap, type FieldMeta } from "@visadesk/contract/kit/field.ts";
import * as z from "zod";
import type { FilterKind } from "../filter/url-query.ts";

// The page's CSP has no unsafe-eval.
z.config({ jitless: true });

export type Zod = z.core.$ZodType;
interface Def {
  type: string;
  element?: Zod;
  options?: readonly Zod[];
  values?: readonly unknown[];
}
const defOf = (type: Zod): Def => unwrap(type)._zod.def;

/** Element type of an array, else undefined. */
export const elementOf = (type: Zod): Zod | undefined => (defOf(type).type === "array" ? defOf(type).element : undefined);

/** Meta of a field; an array without its own takes that of its elements. */
export function inputMeta(type: Zod): FieldMeta | undefined {
  const own = metaOf(type);
  if (own) return own;
  const element = elementOf(type);
  const inner = element && metaOf(element);
  if (!inner) return undefined;
  return { ...inner, kind: inner.kind === "id" ? "ids" : inner.kind === "choice" ? "choices" : inner.kind };
}

/** Values are numbers on the wire: ints, and unions of numeric literals such as 0/1. */
export function isNumeric(type: Zod): boolean {
  const def = defOf(type);
  if (def.type === "number" || def.type === "int") return true;
  if (def.type === "literal") return typeof def.values?.[0] === "number";
  return def.type === "union" && (def.options ?? []).every(isNumeric);
}

/** A value must be given: neither absent nor an empty text nor an empty list passes. */
export function isRequired(type: Zod): boolean {
  const blanks = elementOf(type) ? [undefined, null, "", []] : [undefined, null, "", false];
  return !blanks.some((blank) => accepts(type, blank));
}
const accepts = (type: Zod, value: unknown): boolean => z.safeParse(type, value).success;

/** What a field of an update takes where it is given: left out it stays as it was, which is not the same as blank. */
export const givenType = (type: Zod): Zod => (type instanceof z.core.$ZodOptional ? type._zod.def.innerType : type);

/** How the URL and the filter bar treat a field. */
export function filterKind(type: Zod): FilterKind {
  const element = elementOf(type);
  if (element) return isNumeric(element) ? "many_numbers" : "many";
  const shape = shapeOf(type);
  if (shape["from"]) return isNumeric(shape["from"]) ? "number_range" : "range";
  if (defOf(type).type === "boolean") return "bool";
  return isNumeric(type) ? "number" : "text";
}

export type Path = string | readonly (string | number)[];
export const pathOf = (path: Path): readonly (string | number)[] => (typeof path === "string" ? path.split(".") : path);
export const nameOf = (path: Path): string => pathOf(path).join(".");

/** The type at `applicants.0.name_cn`; undefined when the shape has no such field. */
export function typeAt(type: Zod, path: Path): Zod | undefined {
  let at: Zod | undefined = type;
  for (const step of pathOf(path)) {
    if (!at) return undefined;
    const element = elementOf(at);
    at = element && /^\d+$/.test(String(step)) ? element : shapeOf(at)[step];
  }
  return at;
}
