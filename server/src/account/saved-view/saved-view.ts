/** 我的视图: a worker's own, and those others share with him of lists that he may open. */
import type { personalApi } from "@visadesk/contract/account/personal.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { maskedNumbers, maskNumbers } from "@visadesk/contract/kit/mask-numbers.ts";
import { isListRoute, listRoutes } from "@visadesk/contract/list-routes.ts";
import { allows, missingCode } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, Denied, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { kept } from "../kept-json.ts";
import { storedViews, type ViewRow } from "../personal.sql.ts";
import { countView, listOf, viewFault, type ViewTotal } from "./view-count.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { savedViewNoun } from "./saved-view.noun.ts";

type Api = typeof personalApi;
const PINNED_MAX = 5;
const done = { ok: true } as const;

interface Place {
  route: string;
  endpoint: string;
}
/** The first code that the list of a view asks for and that is missing; null: the list is open, undefined: there is none. */
function missingFor(ctx: Ctx, { route, endpoint }: Place): number | null | undefined {
  const list = listOf(endpoint);
  if (!isListRoute(route) || !list) return undefined;
  for (const rule of [listRoutes[route].may, list.may]) if (!allows(rule, ctx.me.codes)) return missingCode(rule, ctx.me.codes) ?? 0;
  return null;
}

/** Whoever keeps or shares a view holds the codes of its list. */
function assertMayKeep(ctx: Ctx, place: Place): void {
  const missing = missingFor(ctx, place);
  if (missing === undefined) throw badInput({ path: "endpoint", message: "没有这个列表" });
  if (missing !== null) throw new Denied(missing);
}

/** Mine, and those shared with me whose list I may open. */
const visibleViews = async (ctx: Ctx, filter: Parameters<typeof storedViews>[2]): Promise<ViewRow[]> =>
  (await storedViews(ctx.db, ctx.me, filter)).filter((v) => v.owner_id === ctx.me.worker_id || missingFor(ctx, v) === null);

const viewOf = async (ctx: Ctx, id: number): Promise<ViewRow> => found((await visibleViews(ctx, { ids: [id] }))[0]);

async function assertRoom(ctx: Ctx, except: number): Promise<void> {
  const pinned = await ctx.db
    .selectFrom("saved_views")
    .select("id")
    .where("owner_id", "=", ctx.me.worker_id)
    .where("pinned", "=", true)
    .where("id", "!=", except)
    .execute();
  refuseUnless(pinned.length < PINNED_MAX, "limit_exceeded", `最多置顶${PINNED_MAX}个`);
}

async function assertNameFree(ctx: Ctx, route: string, name: string, except: number): Promise<void> {
  const other = await ctx.db
    .selectFrom("saved_views")
    .select("id")
    .where("owner_id", "=", ctx.me.worker_id)
    .where("route", "=", route)
    .where("name", "=", name)
    .where("id", "!=", except)
    .executeTakeFirst();
  if (other) refuse("duplicate", "已有同名视图，请换一个名称");
}

/** One default per list. */
async function clearDefault(ctx: Ctx, route: string): Promise<void> {
  await ctx.db
    .updateTable("saved_views")
    .set({ is_default: false })
    .where("owner_id", "=", ctx.me.worker_id)
    .where("route", "=", route)
    .where("is_default", "=", true)
    .execute();
}

const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === "object" && v !== null && !Array.isArray(v);
function assertQuery(ctx: Ctx, endpoint: string, query: Readonly<Record<string, unknown>>): void {
  const list = listOf(endpoint);
  const message = list && viewFault(list, query, ctx.now);
  if (message) throw badInput({ path: "query", message });
}

/** A filter by a personal number is not kept: masked it would find nothing. */
function queryKept(query: Readonly<Record<string, unknown>>): string {
  const { filter, ...rest } = query;
  const named = isRecord(filter) ? Object.entries(filter).filter(([, v]) => JSON.stringify(maskedNumbers(v)) === JSON.stringify(v)) : [];
  return kept({ ...rest, filter: Object.fromEntries(named) }, "视图内容过大");
}

async function viewAdd({ name: named, ...input }: Parsed<Api["saved_view_add"]>, ctx: Ctx): Promise<ViewRow> {
  const name = maskNumbers(named);
  assertMayKeep(ctx, input);
  assertQuery(ctx, input.endpoint, input.query);
  await assertNameFree(ctx, input.route, name, 0);
  if (input.pinned) await assertRoom(ctx, 0);
  if (input.is_default) await clearDefault(ctx, input.route);
  const { id } = await ctx.db
    .insertInto("saved_views")
    .values({
      owner_id: ctx.me.worker_id,
      route: input.route,
      endpoint: input.endpoint,
      name,
      query: queryKept(input.query),
      columns: input.columns ? kept(input.columns, "视图内容过大") : null,
      share: input.share ?? "none",
      share_ids: input.share_ids ?? [],
      is_default: input.is_default ?? false,
      pinned: input.pinned ?? false,
      watch: input.watch ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  ctx.note({ noun: "saved_view", noun_id: id, noun_no: name });
  return viewOf(ctx, id);
}

/** Only the owner edits; to anybody else the view does not exist. */
async function ownView(ctx: Ctx, id: number) {
  return found(
    await ctx.db
      .selectFrom("saved_views")
      .select(["id", "route", "endpoint", "version", "name"])
      .where("id", "=", id)
      .where("owner_id", "=", ctx.me.worker_id)
      .forUpdate()
      .executeTakeFirst(),
  );
}

async function viewUpdate({ id, version, query, columns, ...input }: Parsed<Api["saved_view_update"]>, ctx: Ctx): Promise<ViewRow> {
  const rest = { ...input, name: input.name === undefined ? undefined : maskNumbers(input.name) };
  const mine = await ownView(ctx, id);
  await lockRow(ctx, savedViewNoun, { id, version, current: mine });
  assertMayKeep(ctx, mine);
  if (query) assertQuery(ctx, mine.endpoint, query);
  if (rest.name !== undefined) await assertNameFree(ctx, mine.route, rest.name, id);
  if (rest.pinned) await assertRoom(ctx, id);
  if (rest.is_default) await clearDefault(ctx, mine.route);
  const set = Object.fromEntries(Object.entries(rest).filter(([, v]) => v !== undefined));
  await saveRow(ctx, savedViewNoun, {
    id,
    version,
    told: true,
    set: {
      ...set,
      updated_at: ctx.now,
      ...(query && { query: queryKept(query) }),
      // What is counted or the number changed: the next look says it anew.
      ...((query || rest.watch !== undefined) && { watch_over: false }),
      ...(columns !== undefined && { columns: columns && kept(columns, "视图内容过大") }),
    },
  });
  ctx.note({ noun: "saved_view", noun_id: id, noun_no: mine.name });
  return viewOf(ctx, id);
}

async function viewCount({ ids }: { ids: number[] }, ctx: Ctx) {
  const list: ({ id: number } & ViewTotal)[] = [];
  for (const view of await visibleViews(ctx, { ids })) {
    const total = await countView(ctx, view);
    if (total) list.push({ id: view.id, ...total });
  }
  return { list };
}

export const viewHandlers = {
  saved_view_query: async ({ route }, ctx) => ({ list: await visibleViews(ctx, { route }) }),
  saved_view_add: viewAdd,
  saved_view_update: viewUpdate,
  saved_view_remove: async ({ id }, ctx) => {
    const mine = await ownView(ctx, id);
    await ctx.db.deleteFrom("saved_views").where("id", "=", id).execute();
    ctx.note({ noun: "saved_view", noun_id: id, noun_no: mine.name });
    return done;
  },
  saved_view_count: viewCount,
} satisfies Partial<Handlers<Api>>;
