/** Counts saved views by the list's own predicate, with the reader's codes and scope. */
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { metaOf, shapeOf, z } from "@visadesk/contract/kit/field.ts";
import { asInstants, resolveRange } from "@visadesk/contract/kit/relative-dates.ts";
import { allows } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { issuesOf, judged } from "#kit/call/input.ts";
import type { Serving } from "#kit/call/serve.ts";

let lists: Serving = {};
/** The served lists, told by the list of areas: an area cannot import what imports it. */
export const useLists = (serving: Serving): void => void (lists = serving);

/** The list of that name, or null: only lists are kept as views. */
export function listOf(name: string): Endpoint | null {
  const endpoint = Object.hasOwn(lists, name) ? lists[name]?.endpoint : undefined;
  return endpoint?.kind === "list" ? endpoint : null;
}

/** A stored filter as the endpoint takes it: relative dates resolved, ranges as objects. */
function bodyOf(endpoint: Endpoint, filter: Readonly<Record<string, unknown>>, now: Date): Record<string, unknown> {
  const shape = shapeOf(endpoint.input);
  const row = endpoint.row ? shapeOf(endpoint.row) : {};
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(filter)) {
    const type = shape[name];
    if (!type) continue;
    const parts = shapeOf(type);
    if (typeof value !== "string" || Object.keys(parts).length === 0) body[name] = value;
    else body[name] = rangeOf(value, parts, row[name] !== undefined && metaOf(row[name])?.kind === "date", now);
  }
  return body;
}

function rangeOf(text: string, parts: Readonly<Record<string, z.core.$ZodType>>, isDate: boolean, now: Date): unknown {
  const days = resolveRange(text, now);
  if (days) return isDate ? days : asInstants(days);
  const [from = "", to = ""] = text.split("~");
  const [low, high] = parts["from"] ? (["from", "to"] as const) : (["min", "max"] as const);
  return { ...(from !== "" && { [low]: Number(from) }), ...(to !== "" && { [high]: Number(to) }) };
}

export interface ViewTotal {
  total: number;
  total_capped: boolean;
}

const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === "object" && v !== null && !Array.isArray(v);

const QUERY = z.strictObject({
  filter: z.record(z.string(), z.unknown()).optional(),
  sort: z.string().optional(),
  order: z.enum(["asc", "desc"]).optional(),
  tab: z.string().max(60).optional(),
  /** What the tab filters by, as the list takes it: most tabs are words of the console alone. */
  stage: z.record(z.string(), z.unknown()).optional(),
  page_size: z.int().min(1).max(100).optional(),
});
/** Why a view of this list cannot be kept: what it would not understand, it would not filter by. */
export function viewFault(endpoint: Endpoint, query: unknown, now: Date): string | null {
  const asked = QUERY.safeParse(query);
  if (!asked.success) return "视图内容不正确，只能含筛选、排序、页签和每页条数";
  const { filter = {}, stage = {}, sort, tab } = asked.data;
  const shape = shapeOf(endpoint.input);
  const unknown = Object.keys({ ...stage, ...filter }).find((name) => !(name in shape));
  if (unknown !== undefined) return `此列表没有筛选项：${unknown}`;
  const body = {
    ...stage,
    ...bodyOf(endpoint, filter, now),
    ...(sort !== undefined && { sort }),
    ...(tab !== undefined && "tab" in shape && { tab }),
  };
  const parsed = judged(endpoint.input, body);
  return parsed.success ? null : (issuesOf(endpoint.input, parsed.error.issues)[0]?.message ?? "视图内容不正确");
}

/** How many rows the view's list holds for me now; null when I may not open it or it no longer fits the list. */
export async function countView(ctx: Ctx, view: { endpoint: string; query: Readonly<Record<string, unknown>> }): Promise<ViewTotal | null> {
  const served = lists[view.endpoint];
  if (!served || !listOf(view.endpoint) || !allows(served.endpoint.may, ctx.me.codes)) return null;
  const stored = view.query["filter"];
  const tab = view.query["tab"];
  const stage = view.query["stage"];
  const filter = { ...(isRecord(stored) ? stored : {}), ...(typeof tab === "string" && { tab }) };
  const body = { ...(isRecord(stage) ? stage : {}), ...bodyOf(served.endpoint, filter, ctx.now) };
  const input = z.safeParse(served.endpoint.input, { ...body, page: 1, page_size: 1 });
  if (!input.success) return null;
  const page = await served.run(input.data, ctx, null);
  if (!isRecord(page) || typeof page["total"] !== "number") return null;
  return { total: page["total"], total_capped: page["total_capped"] === true };
}
