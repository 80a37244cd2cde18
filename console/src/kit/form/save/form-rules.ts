/** The contract's zod shape as form rules: each field is judged by its own type, its messages live in the schema. */
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { looksMasked } from "@visadesk/contract/kit/patterns.ts";
import * as z from "zod";
import { elementOf, inputMeta, nameOf, type Zod } from "../field-kinds.ts";

export type Values = Record<string, unknown>;
const accepts = (type: Zod, value: unknown): boolean => z.safeParse(type, value).success;
const isBlank = (v: unknown): boolean => v === undefined || v === null || v === "" || (Array.isArray(v) && v.length === 0);

/** What an emptied input means to its type: the empty text or list, null, or nothing at all. */
export function tidy(type: Zod, value: unknown): unknown {
  if (!isBlank(value)) return value;
  if (value === undefined) return accepts(type, undefined) ? undefined : accepts(type, null) ? null : undefined;
  if (value !== null && accepts(type, value)) return value;
  if (accepts(type, null)) return null;
  return accepts(type, undefined) ? undefined : value === null ? undefined : value;
}

/** First message of a field's own type, or null. */
export function faultOfField(type: Zod, value: unknown): string | null {
  const judged = z.safeParse(type, tidy(type, value));
  return judged.success ? null : (judged.error.issues[0]?.message ?? "填写内容有误");
}

/** An antd rule for one field; `isSpared`: it is as it was stored and will not be sent. */
export const fieldRule = (type: Zod, isSpared = (): boolean => false) => ({
  validator: (_: unknown, value: unknown) => {
    const fault = isSpared() ? null : faultOfField(type, value);
    return fault === null ? Promise.resolve() : Promise.reject(new Error(fault));
  },
});

/** An antd rule for a field that this form needs although its type may be blank. */
export const neededRule = (message: string) => ({
  validator: (_: unknown, value: unknown) => (isBlank(value) ? Promise.reject(new Error(message)) : Promise.resolve()),
});

/** An antd rule for the day of something that has happened. */
export const pastRule = {
  validator: (_: unknown, value: unknown) =>
    typeof value === "string" && value > shanghaiDate(new Date()) ? Promise.reject(new Error("日期不能晚于今天")) : Promise.resolve(),
};

const MINUTE_MS = 60_000;
/** An antd rule for the time of something that another thing went before; people name minutes. */
export const sinceRule = ({ at, fault }: { at: string | null; fault: string }) => ({
  validator: (_: unknown, value: unknown) =>
    at !== null && typeof value === "string" && Date.parse(value) < Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS
      ? Promise.reject(new Error(fault))
      : Promise.resolve(),
});

function tidyDeep(type: Zod, value: unknown): unknown {
  const element = elementOf(type);
  if (element && Array.isArray(value)) return value.map((v) => tidyDeep(element, v));
  const shape = shapeOf(type);
  if (typeof value !== "object" || value === null || Object.keys(shape).length === 0) return tidy(type, value);
  const out: Values = {};
  for (const [name, inner] of Object.entries(shape)) {
    const v = tidyDeep(inner, (value as Values)[name]);
    if (v !== undefined) out[name] = v;
  }
  return out;
}

const isMask = (type: Zod, value: unknown): boolean =>
  typeof value === "string" && inputMeta(type)?.personal !== undefined && looksMasked(value);
/** A masked value that nobody touched is never sent back. */
const isUntouchedMask = (type: Zod, value: unknown, before: unknown): boolean => value === before && isMask(type, value);

/** Carried by every save, whatever was changed. */
const CARRIED: ReadonlySet<string> = new Set(["id", "version", "idempotency_key"]);

/**
 * Changes a stored record, or drafts its next version: what is left out of the body stays as it is. Version 0 stands for a record that is
 * still to be made.
 */
export const isUpdate = (endpoint: Endpoint, base: Values): boolean =>
  /_(update|draft)$/.test(endpoint.name) && typeof base["version"] === "number" && base["version"] > 0;

/** May be left out and then keeps what is stored; a type with a default would be set back to it. */
const mayStayOut = (type: Zod): boolean => type._zod.def.type === "optional" && accepts(type, undefined);

/** A value as it would be sent, to be compared. */
function sentForm(type: Zod, value: unknown): unknown {
  const tidied = tidyDeep(type, value);
  const parsed = z.safeParse(type, tidied);
  return parsed.success ? parsed.data : tidied;
}

/** An update leaves this field as it is, so what is stored there is not judged again. */
export const isLeftOut = (endpoint: Endpoint, base: Values, name: string, value: unknown): boolean => {
  const type = shapeOf(endpoint.input)[name];
  return type !== undefined && isUpdate(endpoint, base) && mayStayOut(type) && sameContent(value, base[name]);
};

/** What an emptied field stands for: what its type takes for nothing, else a blank that the type refuses in words. */
function emptied(type: Zod, before: unknown): unknown {
  const taken = [null, "", []].find((blank) => accepts(type, blank));
  return taken === undefined ? (typeof before === "string" ? "" : null) : taken;
}

export interface Judged {
  /** What is sent: of an update the changed fields alone. */
  body: Values;
  issues: readonly { path: string; message: string }[];
}

/** One field as it is sent; undefined: not at all. */
function sentValue(type: Zod, typed: Values, name: string, base: Values, partial: boolean): unknown {
  const before = base[name];
  const value = tidyDeep(type, name in typed ? typed[name] : before);
  if (isUntouchedMask(type, value, before)) return undefined;
  const isCleared = value === undefined && partial && name in typed && !isBlank(before) && !isMask(type, before);
  const given = isCleared ? emptied(type, before) : value;
  const isSame = sameContent(sentForm(type, given), sentForm(type, before));
  return partial && isSame && mayStayOut(type) && !CARRIED.has(name) ? undefined : given;
}

/**
 * The body an endpoint gets from a form that was opened with `base`, cleaned by the schema, or what is wrong with it;
 * `locked` fields are only looked at.
 */
export function judge(endpoint: Endpoint, base: Values, values: Values, key?: string, locked: readonly string[] = []): Judged {
  const body: Values = {};
  const partial = isUpdate(endpoint, base);
  for (const [name, type] of Object.entries(shapeOf(endpoint.input))) {
    if (locked.includes(name)) continue;
    const value = sentValue(type, values, name, base, partial);
    if (value !== undefined) body[name] = value;
  }
  if (endpoint.key && key) body["idempotency_key"] = key;
  const judged = z.safeParse(endpoint.input, body);
  if (judged.success) return { body: judged.data as Values, issues: [] };
  return { body, issues: judged.error.issues.map((i) => ({ path: nameOf(i.path as (string | number)[]), message: i.message })) };
}

/** A reason that the record does not hold belongs to a change, and is none. */
const isWhy = (name: string, base: Values): boolean => name === "reason" && isBlank(base[name]);

/** Nothing of the record would be changed by this body. */
export const changesNothing = (endpoint: Endpoint, base: Values, body: Values): boolean =>
  isUpdate(endpoint, base) &&
  Object.entries(shapeOf(endpoint.input)).every(
    ([name, type]) =>
      !(name in body) || CARRIED.has(name) || isWhy(name, base) || sameContent(sentForm(type, body[name]), sentForm(type, base[name])),
  );

/** Names in a body that stand for what the record held when the form was opened. */
export const openedNames = (base: Values, body: Values): string[] => Object.keys(body).filter((name) => !CARRIED.has(name) && name in base);

/** Equal by content; what was never filled equals what was emptied. */
export const sameContent = (a: unknown, b: unknown): boolean => (isBlank(a) && isBlank(b)) || written(a) === written(b);
/** What was typed and is no number is not the blank that JSON makes of it. */
const written = (value: unknown): string => JSON.stringify(value ?? null, (_, v: unknown) => (Number.isNaN(v) ? "NaN" : v));

/** Names of the fields whose values differ from the start. */
export const changedNames = (initial: Values, values: Values): string[] =>
  Object.keys(values).filter(
    (name) =>
      (values[name] !== undefined && !sameContent(values[name], initial[name])) ||
      (name in initial && name in values && !isBlank(initial[name]) && isBlank(values[name])),
  );
