/** Parses a call's input by its contract; faults become 400 with the first wrong field named in Chinese. */
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import { metaOf, shapeOf, unwrap, z } from "@visadesk/contract/kit/field.ts";
import { statusText } from "@visadesk/contract/kit/errors.ts";
import { HttpError } from "../http/refuse.ts";
import { cleanOf, type Clean } from "../rich-text.ts";

type Z = z.core.$ZodType;

/** Several values of one field are called what each is. */
function ownLabel(type: Z): string | undefined {
  const { element } = unwrap(type)._zod.def as { element?: Z };
  return metaOf(type)?.label ?? (element && metaOf(element)?.label);
}

function labelAt(type: Z, path: readonly PropertyKey[]): string {
  let at: Z | undefined = type;
  let label = "";
  for (const key of path) {
    if (!at) break;
    const inner = unwrap(at);
    const def = inner._zod.def as { type: string; element?: Z; valueType?: Z };
    at = def.type === "array" ? def.element : def.type === "record" ? def.valueType : shapeOf(inner)[String(key)];
    label = (at && ownLabel(at)) ?? label;
  }
  return label;
}

const HAN = /\p{Script=Han}/u;

/** zod's issues as sentences that carry the field's label. */
export function issuesOf(type: Z, issues: readonly z.core.$ZodIssue[]): Issue[] {
  return issues.map((i) => {
    const path = i.path.map(String).join(".");
    if (i.code === "unrecognized_keys") return { path, message: `不支持的字段：${i.keys.join("、").slice(0, 100)}` };
    const label = labelAt(type, i.path);
    const own = i.message && HAN.test(i.message) && !/无效|期望|错误的/.test(i.message);
    return { path, message: own ? i.message : `${label || path || "请求内容"}不正确` };
  });
}

const cleans = new WeakMap<Z, Clean>();
const cleanFor = (type: Z): Clean => {
  const known = cleans.get(type);
  if (known) return known;
  const made = cleanOf(type);
  cleans.set(type, made);
  return made;
};

/** What came in, judged by its type; rich text is cleaned before it is judged. The only way in for what people write. */
export const judged = <T extends Z>(type: T, value: unknown): z.ZodSafeParseResult<z.output<T>> =>
  z.safeParse(type, cleanFor(type)(value)) as z.ZodSafeParseResult<z.output<T>>;

/** The parsed input; throws 400 whose msg is the first fault and whose body lists all. */
export function parseInput(endpoint: Endpoint, body: unknown): unknown {
  const parsed = judged(endpoint.input, body);
  if (parsed.success) return parsed.data;
  const issues = issuesOf(endpoint.input, parsed.error.issues);
  throw new HttpError(400, issues[0]?.message ?? statusText(400), { issues });
}
