/** JSON limits: refused before anything else looks at the body. */
import { JSON_LIMITS } from "@visadesk/contract/kit/constants.ts";
import { HttpError } from "./refuse.ts";

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);
const bad = (message: string): HttpError => new HttpError(400, message, { issues: [{ path: "", message }] });

/** Parses a JSON object within the limits: depth, items per array, no prototype keys. Empty text is `{}`. */
export function parseBody(text: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  assertDepth(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw bad("请求内容不是有效的JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw bad("请求内容须为对象");
  assertKeys(value);
  return value as Record<string, unknown>;
}

/** One pass over the text: cheaper than parsing what will be refused. */
function assertDepth(text: string): void {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inText) {
      if (c === 92) i++;
      else if (c === 34) inText = false;
    } else if (c === 34) inText = true;
    else if (c === 91 || c === 123) {
      if (++depth > JSON_LIMITS.depth) throw bad("请求内容嵌套过深");
    } else if (c === 93 || c === 125) depth--;
  }
}

function assertKeys(value: object): void {
  const stack: object[] = [value];
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (Array.isArray(at) && at.length > JSON_LIMITS.items) throw bad("列表项目过多");
    for (const key of Object.keys(at)) {
      if (FORBIDDEN.has(key)) throw bad("请求内容含有不允许的字段");
      const child = (at as Record<string, unknown>)[key];
      if (typeof child === "object" && child !== null) stack.push(child);
    }
  }
}
