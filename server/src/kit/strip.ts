/**
 * Answers leave through here: only what the contract lists, personal fields masked. Compiled once per endpoint from
 * the output type, so a column nobody declared cannot leak and a personal field cannot be forgotten.
 */
import { metaOf, unwrap, type z } from "@visadesk/contract/kit/field.ts";
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

function stripObject(shape: Record<string, Z>, reveal: boolean): Strip {
  const fields = Object.entries(shape).map(([k, t]) => [k, stripOf(t, reveal)] as const);
  return (v) => {
    if (!v || typeof v !== "object") return v;
    const from = v as Record<string, unknown>;
    const to: Record<string, unknown> = {};
    for (const [k, f] of fields) {
      const x = from[k];
      if (x !== undefined) to[k] = f === same ? x : f(x);
    }
    return to;
  };
}
