/** Configurations of work orders: read, drafted, edited while they are drafts. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { allows } from "@visadesk/contract/permissions.ts";
import { workOrderConfigApi } from "@visadesk/contract/peer/work-order/work-order-config.ts";
import { workOrderConfigFlow } from "@visadesk/contract/peer/work-order/work-order.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { q, row } from "#kit/db/sql.ts";
import { definedOf, keysOf, only } from "#kit/files/objects.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { addRow, lockRow, saveRow, saveRows } from "#kit/noun/save.ts";
import { checkConfig, configIssues, type ConfigFacts } from "./work-order-config.check.ts";
import { NO_CONFIG, publish, retire, retireFault } from "./work-order-config.publish.ts";
import {
  configList,
  figuresOf,
  scopeTexts,
  storedConfig,
  versionsOf,
  type ConfigDetail,
  type ConfigRow,
  type StoredConfig,
  type StoredConfigDetail,
} from "./work-order-config.sql.ts";
import { trial } from "./work-order-trial.ts";
import { workOrderConfigNoun } from "./work-order.noun.ts";

type Api = typeof workOrderConfigApi;
type In<K extends keyof Api> = Parsed<Api[K]>;

async function shownConfigs<C extends StoredConfig>(ctx: Ctx, list: readonly C[]) {
  const [figures, scopeText] = [
    await figuresOf(
      ctx,
      list.map((c) => c.id),
    ),
    await scopeTexts(ctx.db, list),
  ];
  return list.map((c) => ({ ...c, scope_text: scopeText(c), count_30: 0, late_rate: null, ...figures.get(c.id) }));
}

/** What the reader may do next, with what is missing. */
async function movesOf(ctx: Ctx, c: StoredConfigDetail): Promise<ConfigDetail["moves"]> {
  const faults: Readonly<Record<string, string | null>> = {
    publish: c.config_status === "draft" ? ((await configIssues(ctx.db, c))[0]?.message ?? null) : null,
    retire: retireFault(c),
  };
  return keysOf(workOrderConfigFlow.moves).flatMap((move) => {
    const { may, from } = workOrderConfigFlow.moves[move];
    if (may === "system" || !from.some((s) => s === c.config_status) || !allows(may, ctx.me.codes)) return [];
    return [{ move, ok: !faults[move], missing: faults[move] ?? null }];
  });
}

async function detail(ctx: Ctx, id: number): Promise<ConfigDetail> {
  const stored = found(await storedConfig(ctx.db, id), NO_CONFIG);
  const [shown] = await shownConfigs(ctx, [stored]);
  return { ...found(shown, NO_CONFIG), versions: await versionsOf(ctx.db, id), moves: await movesOf(ctx, stored) };
}

const FACTS = [
  "category",
  "name",
  "scope",
  "scope_ids",
  "fields",
  "need_order",
  "reply_minutes",
  "resolve_minutes",
  "handler",
  "team_id",
  "escalate",
  "link",
  "templates",
  "ask_score",
] as const;
type Facts = Pick<In<"work_order_config_add">, (typeof FACTS)[number]>;
const columnsOf = (f: Facts) => ({
  ...f,
  scope_ids: [...f.scope_ids],
  fields: JSON.stringify(f.fields),
  escalate: JSON.stringify(f.escalate),
  templates: JSON.stringify(f.templates),
});

/** A code says one kind of matter in all its versions; whether our own rules open it goes with the code. */
async function codeFacts(ctx: Ctx, code: string, category: string, except: number | null = null): Promise<{ is_system: boolean }> {
  const known = await row<{ category: string; is_system: boolean }>(
    ctx.db,
    q`select category, bool_or(is_system) over () as is_system from work_order_configs
      where code = ${code} and id is distinct from ${except}::int8 order by id limit 1`,
  );
  if (known && known.category !== category) throw badInput({ path: "category", message: `编码${code}已用于另一大类，请更换编码或大类` });
  return { is_system: known?.is_system ?? false };
}

async function add({ code, ...typed }: In<"work_order_config_add">, ctx: Ctx): Promise<ConfigDetail> {
  const facts = only(typed, FACTS);
  const { is_system } = await codeFacts(ctx, code, facts.category);
  await checkConfig(ctx.db, facts);
  const { id } = await addRow(ctx, workOrderConfigNoun, { code, is_system, ...columnsOf(facts) });
  return detail(ctx, id);
}

/** Whoever gives it to another handler than a team, or has it hold for all again, takes the other away. */
const chosen = <C extends { handler?: string | undefined; scope?: string | undefined }>(change: C) => {
  const set = definedOf(change);
  return {
    ...(set.handler !== undefined && set.handler !== "team" && { team_id: null }),
    ...(set.scope === "all" && { scope_ids: [] }),
    ...set,
  };
};

/** The live one rises with it, so that whoever else has it open hears of the draft. */
async function draft({ id, version, ...change }: In<"work_order_config_draft">, ctx: Ctx): Promise<ConfigDetail> {
  await lockRow(ctx, workOrderConfigNoun, { id, version, missing: NO_CONFIG });
  const live = found(await storedConfig(ctx.db, id), NO_CONFIG);
  refuseUnless(live.config_status === "live", "state_changed", "只有已发布的配置可以起草下一版");
  if (live.draft_id !== null) refuse("duplicate", "下一版草稿已存在，请直接编辑草稿", { id: live.draft_id });
  const facts: Facts & ConfigFacts = { ...only(live, FACTS), ...chosen(only(change, FACTS)) };
  await codeFacts(ctx, live.code, facts.category);
  await checkConfig(ctx.db, facts);
  const { code, is_system } = live;
  const next = { code, is_system, based_on: id, config_version: live.config_version + 1 };
  const made = await addRow(ctx, workOrderConfigNoun, { ...next, ...columnsOf(facts) });
  await saveRows(ctx, workOrderConfigNoun, { where: q`id = ${id}`, set: { based_on: live.based_on } });
  return detail(ctx, made.id);
}

async function update({ id, version, ...change }: In<"work_order_config_update">, ctx: Ctx): Promise<ConfigDetail> {
  await lockRow(ctx, workOrderConfigNoun, { id, version, missing: NO_CONFIG });
  const c = found(await storedConfig(ctx.db, id), NO_CONFIG);
  refuseUnless(c.config_status === "draft", "state_changed", "已发布的版本不能修改，请起草下一版");
  const facts: Facts = { ...only(c, FACTS), ...chosen(change) };
  await codeFacts(ctx, c.code, facts.category, id);
  await checkConfig(ctx.db, facts);
  await saveRow(ctx, workOrderConfigNoun, { id, version, set: { ...columnsOf(facts), updated_at: ctx.now } });
  return detail(ctx, id);
}

export const workOrderConfigServer = serve(workOrderConfigApi, {
  work_order_config_query: async (input, ctx) => {
    const page = await pageOf<StoredConfig>(ctx.db, input, configList(input));
    return { ...page, list: (await shownConfigs(ctx, page.list)) satisfies ConfigRow[] };
  },
  work_order_config_get: ({ id }, ctx) => detail(ctx, id),
  work_order_config_add: add,
  work_order_config_draft: draft,
  work_order_config_update: update,
  work_order_config_publish: publish,
  work_order_config_retire: retire,
  work_order_config_trial: trial,
});
