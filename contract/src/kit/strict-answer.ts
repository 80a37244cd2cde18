/**
 * Answers as tests take them: every key declared, every required one there, every value of its type. What a server answers and
 * what a console test stubs are held to the same.
 */
import type { Endpoint } from "./endpoint.ts";
import { metaOf, z } from "./field.ts";

type Z = z.core.$ZodType;
interface Def {
  type: string;
  shape?: Readonly<Record<string, Z>>;
  element?: Z;
  innerType?: Z;
  out?: Z;
  valueType?: Z;
  options?: readonly Z[];
  items?: readonly Z[];
}

/** The same type with objects that take declared keys alone; personal text is answered masked, so its own rule is left out. */
function strictOf(type: Z): Z {
  const def = type._zod.def as unknown as Def;
  const like = (changed: Partial<Def> & { catchall?: Z }): Z => z.core.clone(type, { ...type._zod.def, ...changed } as never);
  if (def.type === "object" && def.shape)
    return like({ shape: Object.fromEntries(Object.entries(def.shape).map(([k, t]) => [k, strictOf(t)])), catchall: z.never() });
  if (def.element) return like({ element: strictOf(def.element) });
  if (def.type === "pipe" && def.out) return metaOf(type)?.personal ? z.string() : like({ out: strictOf(def.out) });
  if (def.innerType) return like({ innerType: strictOf(def.innerType) });
  if (def.valueType) return like({ valueType: strictOf(def.valueType) });
  if (def.options) return like({ options: def.options.map(strictOf) });
  if (def.items) return like({ items: def.items.map(strictOf) });
  return type;
}

const known = new WeakMap<Z, Z>();
function onceStrict(type: Z): Z {
  const made = known.get(type) ?? strictOf(type);
  known.set(type, made);
  return made;
}

const pages = new WeakMap<Endpoint, Map<string, Z>>();
/** A page whose rows hold the asked fields alone. */
function pageOf(e: Endpoint, row: z.ZodObject, fields: readonly string[]): Z {
  const made = pages.get(e) ?? new Map<string, Z>();
  pages.set(e, made);
  const key = fields.join();
  const picked = Object.fromEntries(Object.entries(row.shape).filter(([name]) => fields.includes(name)));
  const page = made.get(key) ?? strictOf(z.object({ ...(e.output as z.ZodObject).shape, list: z.array(z.object(picked)) }));
  made.set(key, page);
  return page;
}

/** What is wrong with a good answer, one line a fault: endpoint, path, why. */
export function faultsOfAnswer(e: Endpoint, input: unknown, answer: unknown): string[] {
  const fields = (input as { fields?: readonly string[] } | undefined)?.fields;
  const type = e.row && Array.isArray(fields) ? pageOf(e, e.row as z.ZodObject, fields) : onceStrict(e.output);
  const parsed = z.safeParse(type, answer);
  return parsed.success ? [] : parsed.error.issues.map((i) => `${e.name} ${i.path.map(String).join(".")}: ${i.message}`);
}
