/** Values of a form, one of them made another: what updates.test.ts sends. */
import { metaOf, shapeOf, unwrap, z } from "@visadesk/contract/kit/field.ts";
import { q, raw, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../../app.ts";

type Z = z.core.$ZodType;
export type Values = Record<string, unknown>;
interface Def {
  type: string;
  element?: Z;
  innerType?: Z;
  entries?: Record<string, unknown>;
}
const defOf = (t: Z): Def => unwrap(t)._zod.def;
export const isOptional = (t: Z | undefined): boolean => t === undefined || z.safeParse(t, undefined).success;
const isObject = (v: unknown): v is Values => typeof v === "object" && v !== null && !Array.isArray(v);

export const valueAt = (values: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((at, step) => (typeof at === "object" && at !== null ? (at as Values)[step] : undefined), values);

/** A copy with another value at the path. */
export function put(values: Values, path: string, value: unknown): Values {
  const copy = structuredClone(values);
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  const at = steps.reduce<Values>((o, step) => o[step] as Values, copy);
  at[last] = value;
  return copy;
}

/** The record cut to what the input takes. */
function cut(type: Z, value: unknown): unknown {
  const { element } = defOf(type);
  if (element && Array.isArray(value)) return value.map((v) => cut(element, v));
  const shape = shapeOf(type);
  if (!isObject(value) || Object.keys(shape).length === 0) return value;
  return Object.fromEntries(Object.entries(shape).flatMap(([name, inner]) => (name in value ? [[name, cut(inner, value[name])]] : [])));
}
export const fitted = (input: Z, record: Values): Values => cut(input, record) as Values;

/** Rows of a list that are tried one by one. */
const ROWS = 7;
/** Paths of the single values under a field. */
export function leavesOf(type: Z, value: unknown, at: string): string[] {
  const { element } = defOf(type);
  if (element && Array.isArray(value) && Object.keys(shapeOf(element)).length > 0)
    return value.slice(0, ROWS).flatMap((v, i) => leavesOf(element, v, `${at}.${i}`));
  const shape = shapeOf(type);
  if (Object.keys(shape).length === 0) return [at];
  return isObject(value) ? Object.entries(shape).flatMap(([name, inner]) => leavesOf(inner, value[name], `${at}.${name}`)) : [];
}

export const typeAt = (type: Z, path: string): Z =>
  path.split(".").reduce<Z>((t, step) => (/^\d+$/.test(step) ? defOf(t).element : shapeOf(t)[step]) ?? t, type);

const TABLES: Readonly<Record<string, string>> = {
  embassy: "embassies",
  official_fee: "official_fees",
  refund_policy: "refund_policies",
  mail_centre: "mail_centres",
  insurance_product: "insurance_products",
  document: "documents",
  reject_reason: "reject_reasons",
  country: "countries",
  worker: "workers",
  team: "teams",
  supplier: "suppliers",
  carrier: "suppliers where kind = 'express'",
};
const keysOf = async (app: TestApp, of: string | undefined): Promise<(number | string)[]> => {
  const table = of === undefined ? undefined : TABLES[of];
  if (table === undefined) return [];
  return (await rows<{ id: number | string }>(app.db, q`select id from ${raw(table)} order by id limit 60`)).map((r) => r.id);
};

function plainValues(type: Z, value: unknown): unknown[] {
  const { type: kind, entries } = defOf(type);
  const meta = metaOf(type);
  if (kind === "boolean") return [value !== true];
  if (entries) return Object.values(entries);
  if (meta?.kind === "date") return ["2027-03-02", "2027-03-03"];
  if (meta?.kind === "time") return ["2027-03-02T02:00:00.000Z", "2026-12-25T02:00:00.000Z"];
  if (meta?.kind === "rich_text") return ["<p>另写一段</p>"];
  if (typeof value === "number" || kind === "number" || kind === "int") {
    const n = typeof value === "number" ? value : 0;
    return [n + 1, n - 1, n + 100, n - 100, 1, 0, 30];
  }
  if (kind === "string")
    return [
      `${typeof value === "string" ? value : ""}改`,
      "另写",
      "13900000000",
      "a@b.cn",
      "https://example.com/x",
      "#EEEEEE",
      "10:00",
      "US",
      "XA",
      "XAB",
      "8.5",
    ];
  return [];
}

/** A list without its first entry, or with another beside what it has. */
async function listValues(app: TestApp, element: Z, of: string | undefined, value: unknown): Promise<unknown[]> {
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  const keys = await keysOf(app, of ?? metaOf(element)?.of);
  const options = [...keys, ...Object.keys(metaOf(element)?.options ?? {}), ...plainValues(element, undefined)];
  const more = options.filter((v) => !list.includes(v)).map((v) => [...list, v]);
  return [...more, ...options.map((v) => [v]), ...(list.length > 0 ? [list.slice(1)] : [])];
}

/** Other values the contract takes at a path, the likeliest first, at most so many; a required field alone is never left out. */
export async function otherValues(app: TestApp, input: Z, path: string, now: Values, most: number): Promise<unknown[]> {
  const type = typeAt(input, path);
  const value = valueAt(now, path);
  const { element } = defOf(type);
  const of = metaOf(type)?.of;
  const keys = await keysOf(app, of);
  const all = element ? await listValues(app, element, of, value) : [...keys, ...plainValues(type, value)];
  const isNew = (v: unknown): boolean => JSON.stringify(v) !== JSON.stringify(value);
  return [...all, null].filter((v) => isNew(v) && z.safeParse(type, v).success).slice(0, most);
}
