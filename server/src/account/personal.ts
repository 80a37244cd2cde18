/** 个人设置, 草稿, 在场, 报障: each worker's own things. */
import { personalApi } from "@visadesk/contract/account/personal.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { maskNumbers } from "@visadesk/contract/kit/mask-numbers.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { HttpError } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { seal, unseal } from "./login/keys.ts";
import { jsonWithin, kept } from "./kept-json.ts";
import { presencePing, type OpenedNouns } from "./presence.ts";
import { viewHandlers } from "./saved-view/saved-view.ts";
import { holdersOf } from "./scope.ts";
import { tell } from "./tell.ts";

type Api = typeof personalApi;
const DRAFT_BYTES = 256 * 1024;
const DRAFT_MS = 7 * 86_400_000;
const REPORTS_PER_HOUR = 10;

const done = { ok: true } as const;

async function preferenceUpdate({ key: named, value }: Parsed<Api["preference_update"]>, ctx: Ctx) {
  const key = maskNumbers(named);
  const text = kept(value, "设置内容过大");
  await ctx.db
    .insertInto("preferences")
    .values({ worker_id: ctx.me.worker_id, key, value: text, updated_at: ctx.now })
    .onConflict((c) => c.columns(["worker_id", "key"]).doUpdateSet({ value: text, updated_at: ctx.now }))
    .execute();
  return done;
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
    ...viewHandlers,
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
