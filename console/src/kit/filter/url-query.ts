/**
 * A list's state as its URL carries it: `?order_status=a,b&created_at=d-6~d&page=2&sort=created_at&order=desc`.
 * Only strings and kinds, no zod; foreign parameters such as `panel` pass through untouched.
 */
import { resolveRange } from "@visadesk/contract/kit/relative-dates.ts";

export type FilterKind = "text" | "number" | "bool" | "many" | "many_numbers" | "range" | "number_range";
export type FilterValue = string | number | boolean | readonly (string | number)[];
export type Filter = Readonly<Record<string, FilterValue | undefined>>;

export interface ListQuery {
  filter: Filter;
  page: number;
  page_size?: number | undefined;
  sort?: string | undefined;
  order?: "asc" | "desc" | undefined;
  tab?: string | undefined;
  view?: number | undefined;
}

const OWN = ["page", "page_size", "sort", "order", "tab", "view"] as const;
const MAX_ITEMS = 50;

const item = (v: string | number): string => encodeURIComponent(String(v));
const plain = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A value as the address carries it. */
export const textOf = (value: FilterValue): string =>
  Array.isArray(value) ? value.map(item).join(",") : typeof value === "boolean" ? (value ? "1" : "0") : String(value);

const numberOf = (text: string): number | undefined => {
  const n = Number(text);
  return text.trim() !== "" && Number.isFinite(n) ? n : undefined;
};

function valueOf(text: string, kind: FilterKind): FilterValue | undefined {
  if (text === "") return undefined;
  switch (kind) {
    case "text":
      return text;
    case "range":
      return resolveRange(text) ? text : undefined;
    case "number_range":
      return /^-?\d*~-?\d*$/.test(text) && text !== "~" ? text : undefined;
    case "number":
      return numberOf(text);
    case "bool":
      return text === "1" ? true : text === "0" ? false : undefined;
    case "many":
      return text.split(",").slice(0, MAX_ITEMS).map(plain);
    case "many_numbers": {
      const numbers = text
        .split(",")
        .slice(0, MAX_ITEMS)
        .flatMap((t) => numberOf(t) ?? []);
      return numbers.length ? numbers : undefined;
    }
  }
}

const isEmpty = (v: FilterValue | undefined): boolean => v === undefined || v === "" || (Array.isArray(v) && v.length === 0);

/** Equal values, arrays by content. */
export const sameValue = (a: FilterValue | undefined, b: FilterValue | undefined): boolean =>
  (isEmpty(a) && isEmpty(b)) || (!isEmpty(a) && !isEmpty(b) && textOf(a as FilterValue) === textOf(b as FilterValue));

/** Filters that hold a value. */
export const activeFilter = (filter: Filter): Record<string, FilterValue> =>
  Object.fromEntries(Object.entries(filter).filter((e): e is [string, FilterValue] => !isEmpty(e[1])));

/** Writes the state into search parameters; values equal to `defaults` are left out, a cleared default stays as `name=`. */
export function encodeQuery(query: ListQuery, kinds: Readonly<Record<string, FilterKind>>, defaults: Filter = {}, base = ""): string {
  const out = new URLSearchParams(base);
  for (const name of [...OWN, ...Object.keys(kinds)]) out.delete(name);
  for (const name of Object.keys(kinds)) {
    const value = query.filter[name];
    if (sameValue(value, defaults[name])) continue;
    out.set(name, isEmpty(value) ? "" : textOf(value as FilterValue));
  }
  if (query.page > 1) out.set("page", String(query.page));
  for (const name of ["page_size", "sort", "order", "tab", "view"] as const) {
    if (query[name] !== undefined) out.set(name, String(query[name]));
  }
  return out.toString();
}

const positive = (text: string | null, max: number): number | undefined => {
  const n = Number(text);
  return text && Number.isInteger(n) && n >= 1 && n <= max ? n : undefined;
};

/** Reads the state back; unknown and malformed parts are ignored, never thrown at. */
export function decodeQuery(search: string, kinds: Readonly<Record<string, FilterKind>>, defaults: Filter = {}): ListQuery {
  const params = new URLSearchParams(search);
  const filter: Record<string, FilterValue> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const text = params.get(name);
    const value = text === null ? defaults[name] : valueOf(text, kind);
    if (!isEmpty(value)) filter[name] = value as FilterValue;
  }
  const order = params.get("order");
  return {
    filter,
    page: positive(params.get("page"), 1_000_000) ?? 1,
    page_size: positive(params.get("page_size"), 100),
    sort: params.get("sort") || undefined,
    order: order === "asc" || order === "desc" ? order : undefined,
    tab: params.get("tab") || undefined,
    view: positive(params.get("view"), Number.MAX_SAFE_INTEGER),
  };
}
