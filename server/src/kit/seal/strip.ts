/**
 * Answers leave through here: only what the contract lists, personal fields masked. Compiled once per endpoint from
 * the output type, so a column nobody declared cannot leak and a personal field cannot be forgotten.
 */
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { metaOf, shapeOf, unwrap, z } from "@visadesk/contract/kit/field.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";

type Z = z.core.$ZodType;
export type Strip = (value: unknown) => unknown;
const same: Strip = (v) => v;

/** A function that keeps declared keys and masks personal text; `reveal` leaves personal text as it is. */
export function stripOf(type: Z, reveal = false): Strip {
  const personal = metaOf(type)?.personal;
  const inner = unwrap(type);
  if (personal && inner._zod.def.type === "string") return reveal ? same : (v) => (typeof v === "string" ? mask(personal, v) : v);
  const def = inner._zod.def as { type: string; shape?: Record<string, Z>; element?: Z; valueType?: Z };
  if (def.type === "object" && def.shape) return stripObject(def.shape, reveal);
  if (def.type === "array" && def.element) {
    const each = stripOf(def.element, reveal);
    return each === same ? same : (v) => (Array.isArray(v) ? v.map(each) : v);
  }
  if (def.type === "record" && def.valueType) {
    const each = stripOf(def.valueType, reveal);
    return each === same
      ? same
      : (v) => (v && typeof v === "object" ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, each(x)])) : v);
  }
  return same;
}

/** An endpoint's answer; of a list only the fields of its rows that were asked for. Made once per choice. */
const answers = new WeakMap<Endpoint, Map<string, Strip>>();
const MAX_CHOICES = 200;
export function answerStrip(e: Endpoint, fields: readonly string[] | undefined): Strip {
  const made = answers.get(e) ?? new Map<string, Strip>();
  answers.set(e, made);
  const choice = fields?.join() ?? "";
  const known = made.get(choice);
  if (known) return known;
  const strip = fields && e.row ? pageStrip(shapeOf(e.output), shapeOf(e.row), fields) : stripOf(e.output);
  if (made.size >= MAX_CHOICES) made.clear();
  made.set(choice, strip);
  return strip;
}

function pageStrip(page: Readonly<Record<string, Z>>, row: Readonly<Record<string, Z>>, fields: readonly string[]): Strip {
  const picked = Object.fromEntries(Object.entries(row).filter(([k]) => fields.includes(k)));
  return stripOf(z.object({ ...page, list: z.array(z.object(picked)) }));
}

/**
 * Every object begins as a copy of one that has all its keys: built key by key it would be slow to make and to write
 * as JSON. Absent values stay undefined, which JSON leaves out.
 */
function stripObject(shape: Record<string, Z>, reveal: boolean): Strip {
  const keys = Object.keys(shape);
  const strips = Object.values(shape).map((t) => stripOf(t, reveal));
  const empty: Readonly<Record<string, unknown>> = Object.fromEntries(keys.map((k) => [k, undefined]));
  return (v) => {
    if (!v || typeof v !== "object") return v;
    const from = v as Readonly<Record<string, unknown>>;
    const to: Record<string, unknown> = { ...empty };
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] ?? "";
      const x = from[key];
      if (x === undefined) continue;
      const strip = strips[i] ?? same;
      to[key] = strip === same ? x : strip(x);
    }
    return to;
  };
}

const presents = new WeakMap<Endpoint, Strip>();
/** The record of a 409 as the caller of this write may see it: the fields that the write takes, personal ones masked. */
export function presentStrip(e: Endpoint): Strip {
  const strip = presents.get(e) ?? stripOf(e.input);
  presents.set(e, strip);
  return strip;
}
