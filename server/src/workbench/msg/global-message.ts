/** Endpoints of banners for staff. */
import { globalMessageApi } from "@visadesk/contract/workbench/message/global-message.ts";
import { GLOBAL_DAYS_MAX } from "@visadesk/contract/workbench/message/global-message.words.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, refuseUnless } from "#kit/http/refuse.ts";
import { addRow, lockRow, saveRow } from "#kit/noun/save.ts";
import { globalMessageNoun } from "../../message/index.ts";
import { confirmBanner, globalMessageList, knownAudience, type GlobalMessage } from "./global-message.sql.ts";

export type Add = Parsed<typeof globalMessageApi.global_message_add>;
const DAY_MS = 86_400_000;

/** Ids of the roles or teams that it means; none for everybody. */
async function audienceOf(ctx: Ctx, { audience, role_ids = [], team_ids = [] }: Add): Promise<number[]> {
  if (audience !== "roles" && role_ids.length > 0) throw badInput({ path: "role_ids", message: "范围为指定角色时才选择角色" });
  if (audience !== "teams" && team_ids.length > 0) throw badInput({ path: "team_ids", message: "范围为指定团队时才选择团队" });
  if (audience === "all") return [];
  const [path, ids, word] = audience === "roles" ? (["role_ids", role_ids, "角色"] as const) : (["team_ids", team_ids, "团队"] as const);
  const chosen = [...new Set(ids)];
  if (chosen.length === 0) throw badInput({ path, message: `请选择${word}` });
  if ((await knownAudience(ctx.db, audience, chosen)) < chosen.length) throw badInput({ path, message: `所选${word}已不存在，请重新选择` });
  return chosen;
}

function spanOf({ start_at, end_at }: Add, now: Date): { start_at: Date; end_at: Date } {
  const [from, to] = [start_at === undefined ? now : new Date(start_at), new Date(end_at)];
  if (to <= now) throw badInput({ path: "end_at", message: "结束时间须晚于现在" });
  if (to <= from) throw badInput({ path: "end_at", message: "结束时间须晚于开始时间" });
  if (to.getTime() - from.getTime() > GLOBAL_DAYS_MAX * DAY_MS)
    throw badInput({ path: "end_at", message: `展示时间最长${GLOBAL_DAYS_MAX}天` });
  return { start_at: from, end_at: to };
}

export async function addGlobalMessage(input: Add, ctx: Ctx): Promise<{ id: number }> {
  const { level, title, content = "", link = null, audience, must_confirm = false } = input;
  const audience_ids = await audienceOf(ctx, input);
  const { id } = await addRow(ctx, globalMessageNoun, {
    level,
    title,
    content,
    link,
    audience,
    audience_ids,
    must_confirm,
    ...spanOf(input, ctx.now),
  });
  return { id };
}

async function end(seen: Parsed<typeof globalMessageApi.global_message_end>, ctx: Ctx): Promise<{ ok: true }> {
  const { is_closed, end_at } = await lockRow(ctx, globalMessageNoun, seen);
  refuseUnless(!is_closed && Date.parse(end_at) > ctx.now.getTime(), "state_changed");
  await saveRow(ctx, globalMessageNoun, { ...seen, set: { is_closed: true } });
  return { ok: true };
}

async function confirm({ id }: { id: number }, ctx: Ctx): Promise<{ ok: true }> {
  refuseUnless(await confirmBanner(ctx, id), "not_found");
  return { ok: true };
}

export const globalMessageServing = serve(globalMessageApi, {
  global_message_query: (input, ctx) => pageOf<GlobalMessage>(ctx.db, input, globalMessageList(input, ctx)),
  global_message_add: addGlobalMessage,
  global_message_end: end,
  global_message_confirm: confirm,
});
