/** 个人设置, 我的视图, 草稿, 在场, 报障: each worker's own things. */
import { personalApi } from "@visadesk/contract/account/personal.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/context.ts";
import { expectVersion } from "#kit/move.ts";
import { found, HttpError, refuse, refuseUnless } from "#kit/refuse.ts";
import { serve } from "#kit/serve.ts";
import { seal, unseal } from "./keys.ts";
import { visibleViews, type ViewRow } from "./personal.sql.ts";
import { presencePing, type OpenedNouns } from "./presence.ts";
import { holdersOf } from "./scope.ts";
import { tell } from "./tell.ts";
import { countView, type ViewTotal } from "./view-count.ts";

type Api = typeof personalApi;
const PREFERENCE_BYTES = 32 * 1024;
const DRAFT_BYTES = 256 * 1024;
const DRAFT_MS = 7 * 86_400_000;
const PINNED_MAX = 5;
const REPORTS_PER_HOUR = 10;
const SECRET = /passwd|password|token|secret/i;

const done = { ok: true } as const;

/** JSON text within a limit; a password in a draft is dropped wherever it stands. */
function jsonWithin(value: unknown, bytes: number, msg: string): string {
  const text = JSON.stringify(value, (key, v: unknown) => (SECRET.test(key) ? undefined : v));
  refuseUnless(Buffer.byteLength(text) <= bytes, "limit_exceeded", msg);
  return text;
}

async function preferenceUpdate({ key, value }: Parsed<Api["preference_update"]>, ctx: Ctx) {
  const text = jsonWithin(value, PREFERENCE_BYTES, "设置内容过大");
  await ctx.db
    .insertInto("preferences")
    .values({ worker_id: ctx.me.worker_id, key, value: text, updated_at: ctx.now })
    .onConflict((c) => c.columns(["worker_id", "key"]).doUpdateSet({ value: text, updated_at: ctx.now }))
    .execute();
  return done;
}

const viewOf = async (ctx: Ctx, id: number): Promise<ViewRow> => found((await visibleViews(ctx.db, ctx.me, { ids: [id] }))[0]);

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

async function viewAdd(input: Parsed<Api["saved_view_add"]>, ctx: Ctx): Promise<ViewRow> {
  await assertNameFree(ctx, input.route, input.name, 0);
  if (input.pinned) await assertRoom(ctx, 0);
  if (input.is_default) await clearDefault(ctx, input.route);
  const { id } = await ctx.db
    .insertInto("saved_views")
    .values({
      owner_id: ctx.me.worker_id,
      route: input.route,
      endpoint: input.endpoint,
      name: input.name,
      query: jsonWithin(input.query, PREFERENCE_BYTES, "视图内容过大"),
      columns: input.columns ? jsonWithin(input.columns, PREFERENCE_BYTES, "视图内容过大") : null,
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
  ctx.note({ noun: "saved_view", noun_id: id, noun_no: input.name });
  return viewOf(ctx, id);
}

/** Only the owner edits; to anybody else the view does not exist. */
async function ownView(ctx: Ctx, id: number) {
  return found(
    await ctx.db
      .selectFrom("saved_views")
      .select(["id", "route", "version", "name"])
      .where("id", "=", id)
      .where("owner_id", "=", ctx.me.worker_id)
      .forUpdate()
      .executeTakeFirst(),
  );
}

async function viewUpdate({ id, version, query, columns, ...rest }: Parsed<Api["saved_view_update"]>, ctx: Ctx): Promise<ViewRow> {
  const mine = await ownView(ctx, id);
  expectVersion(mine, version);
  if (rest.name !== undefined) await assertNameFree(ctx, mine.route, rest.name, id);
  if (rest.pinned) await assertRoom(ctx, id);
  if (rest.is_default) await clearDefault(ctx, mine.route);
  const set = Object.fromEntries(Object.entries(rest).filter(([, v]) => v !== undefined));
  await ctx.db
    .updateTable("saved_views")
    .set({
      ...set,
      version: version + 1,
      updated_at: ctx.now,
      ...(query && { query: jsonWithin(query, PREFERENCE_BYTES, "视图内容过大") }),
      ...(columns !== undefined && { columns: columns && jsonWithin(columns, PREFERENCE_BYTES, "视图内容过大") }),
    })
    .where("id", "=", id)
    .execute();
  ctx.note({ noun: "saved_view", noun_id: id, noun_no: mine.name });
  return viewOf(ctx, id);
}

async function viewCount({ ids }: { ids: number[] }, ctx: Ctx) {
  const list: ({ id: number } & ViewTotal)[] = [];
  for (const view of await visibleViews(ctx.db, ctx.me, { ids })) {
    const total = await countView(ctx, view);
    if (total) list.push({ id: view.id, ...total });
  }
  return { list };
}

async function draftSave({ key, content, base_version }: Parsed<Api["draft_save"]>, ctx: Ctx) {
  const sealed = seal(jsonWithin(content, DRAFT_BYTES, "草稿内容过大"));
  const row = { content: sealed, base_version: base_version ?? null, saved_at: ctx.now };
  await ctx.db
    .insertInto("drafts")
    .values({ worker_id: ctx.me.worker_id, key, ...row })
    .onConflict((c) => c.columns(["worker_id", "key"]).doUpdateSet(row))
    .execute();
  return { saved_at: ctx.now.toISOString() };
}

const asContent = (sealed: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(unseal(sealed));
  return typeof value === "object" && value !== null ? { ...value } : {};
};

/** A fault report goes to the holders of 员工与团队, who look after the console. */
async function reportAdd(input: Parsed<Api["client_report_add"]>, ctx: Ctx) {
  const hour = new Date(ctx.now.getTime() - 3_600_000).toISOString();
  const sent = await ctx.db
    .selectFrom("operation_logs")
    .select("id")
    .where("actor_id", "=", ctx.me.worker_id)
    .where("endpoint", "=", "client_report_add")
    .where("at", ">", hour)
    .limit(REPORTS_PER_HOUR)
    .execute();
  if (sent.length >= REPORTS_PER_HOUR) throw new HttpError(429, "报障过于频繁，请稍后再试", null, { "retry-after": "3600" });
  const calls = input.calls.map((c) => `${c.path} ${c.status} ${c.ms}ms ${c.request_id}`).join("\n");
  const text = `报障：${input.sentence || "未填写说明"}\n页面 ${input.route}，版本 ${input.version}，时钟偏差 ${input.clock_skew_ms}ms，${input.browser}\n${calls}`;
  for (const holder of await holdersOf(ctx.db, may.worker))
    await tell(ctx, holder.id, "client_report", `${ctx.me.nickname || ctx.me.account} ${text}`);
  ctx.note({ noun: "client_report", reason: input.sentence.slice(0, 200) });
  return done;
}

/** `opened`: the records of all areas that presence is told of. */
export const personalServer = (opened: OpenedNouns) =>
  serve(personalApi, {
    preference_query: async (_input, ctx) => ({
      list: await ctx.db
        .selectFrom("preferences")
        .select(["key", "value"])
        .where("worker_id", "=", ctx.me.worker_id)
        .orderBy("key")
        .execute(),
    }),
    preference_update: preferenceUpdate,
    saved_view_query: async ({ route }, ctx) => ({ list: await visibleViews(ctx.db, ctx.me, { route }) }),
    saved_view_add: viewAdd,
    saved_view_update: viewUpdate,
    saved_view_remove: async ({ id }, ctx) => {
      const mine = await ownView(ctx, id);
      await ctx.db.deleteFrom("saved_views").where("id", "=", id).execute();
      ctx.note({ noun: "saved_view", noun_id: id, noun_no: mine.name });
      return done;
    },
    saved_view_count: viewCount,
    draft_get: async ({ key }, ctx) => {
      const fresh = new Date(ctx.now.getTime() - DRAFT_MS).toISOString();
      const d = await ctx.db
        .selectFrom("drafts")
        .select(["content", "base_version", "saved_at"])
        .where("worker_id", "=", ctx.me.worker_id)
        .where("key", "=", key)
        .where("saved_at", ">", fresh)
        .executeTakeFirst();
      return { draft: d ? { content: asContent(d.content), base_version: d.base_version, saved_at: d.saved_at } : null };
    },
    draft_save: draftSave,
    draft_remove: async ({ key }, ctx) => {
      await ctx.db.deleteFrom("drafts").where("worker_id", "=", ctx.me.worker_id).where("key", "=", key).execute();
      return done;
    },
    presence_ping: presencePing(opened),
    client_report_add: reportAdd,
  });
