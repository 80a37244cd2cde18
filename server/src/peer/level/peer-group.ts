/** Groups: what peers see and who serves them, and audiences by list or by rule. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { peerGroupApi } from "@visadesk/contract/peer/level/peer-group.ts";
import { ruleSentence } from "@visadesk/contract/peer/level/group.rules.ts";
import { GROUP_MODES, VISIBLE_MODES } from "@visadesk/contract/peer/level/level.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { q, rows } from "#kit/db/sql.ts";
import { definedOf } from "#kit/files/objects.ts";
import { badInput, found, refuse } from "#kit/http/refuse.ts";
import { addRow, lockRow, removeRow, saveRow } from "#kit/noun/save.ts";
import { areaName } from "../../base-data/index.ts";
import type { Doors, GroupUse } from "../doors.ts";
import { groupNames } from "../peer/names.sql.ts";
import { fitting, judged, pasted, pastedIds, ruleIssue, type GroupFacts } from "./group-facts.ts";
import { ACTIVE, membersOf, ruleMatching } from "./group-rule.sql.ts";
import { peerGroupNoun } from "./peer-group.noun.ts";
import {
  countMembers,
  dropMembers,
  groupList,
  groupPicks,
  groupPrices,
  groupUses,
  memberRows,
  setMembers,
  storedGroup,
  type GroupRow,
  type StoredGroup,
} from "./peer-group.sql.ts";

type Api = typeof peerGroupApi;
type Detail = Output<Api["peer_group_get"]>;
type GroupDoors = Pick<Doors, "groupUses">;
const NO_GROUP = "分组不存在";
const FIRST = 20;
const MOST = 5_000;

const usesOf = async (ctx: Pick<Ctx, "db">, doors: GroupDoors, ids: readonly number[]): Promise<GroupUse[]> =>
  (await Promise.all([groupUses(ctx.db, ids), ...doors.groupUses.map((ask) => ask(ctx.db, ids))])).flat();

/** The rule in words; of a list or a service group how it was put together. */
async function textOf(ctx: Pick<Ctx, "db">, g: Pick<StoredGroup, "kind" | "visible_mode" | "mode" | "rule">): Promise<string> {
  if (g.kind === "service") return VISIBLE_MODES[g.visible_mode ?? "all"];
  if (!g.rule) return GROUP_MODES.fixed;
  const names = await groupNames(ctx.db, g.rule.service_group_ids ?? []);
  return ruleSentence(g.rule, { province: (code) => areaName(code) || code, group: (id) => names.get(id) ?? String(id) });
}

async function shownGroups(ctx: Pick<Ctx, "db" | "me" | "now">, doors: GroupDoors, list: readonly StoredGroup[]): Promise<GroupRow[]> {
  const ids = list.map((g) => g.id);
  const teamIds = list.flatMap((g) => g.cs_team_id ?? []);
  const [uses, prices, teams] = await Promise.all([
    usesOf(ctx, doors, ids),
    groupPrices(ctx.db, ids, ctx.now),
    rows<{ id: number; name: string }>(ctx.db, q`select id, name from teams where id = any(${teamIds}::int8[])`),
  ]);
  return Promise.all(
    list.map(async (g) => ({
      ...g,
      cs_team_name: teams.find((t) => t.id === g.cs_team_id)?.name ?? null,
      rule_text: await textOf(ctx, g),
      member_count: await countMembers(ctx, membersOf(g, ctx.now)),
      price_count: prices.get(g.id) ?? 0,
      use_count: uses.filter((u) => u.group_id === g.id).reduce((sum, u) => sum + u.count, 0),
    })),
  );
}
async function detail(id: number, ctx: Ctx, doors: GroupDoors): Promise<Detail> {
  const stored = found(await storedGroup(ctx.db, id), NO_GROUP);
  const [shown] = await shownGroups(ctx, doors, [stored]);
  const uses = await usesOf(ctx, doors, [id]);
  return {
    ...found(shown, NO_GROUP),
    members: stored.mode === "fixed" ? await memberRows(ctx, membersOf(stored, ctx.now), MOST) : [],
    uses: uses.map(({ noun, label, count }) => ({ noun, label, count })),
  };
}

/** As the columns take it: the rule is text on its way in. */
const columnsOf = ({ rule, ...g }: GroupFacts) => ({ ...g, sku_ids: [...g.sku_ids], rule: rule === null ? null : JSON.stringify(rule) });

async function add(input: Parsed<Api["peer_group_add"]>, ctx: Ctx, doors: GroupDoors): Promise<Detail> {
  const { idempotency_key: _, member_codes, ...given } = input;
  const g = await judged(ctx, fitting(given));
  const ids = g.mode === "fixed" ? await pastedIds(ctx, member_codes ?? []) : [];
  const made = await addRow(ctx, peerGroupNoun, columnsOf(g));
  await setMembers(ctx, made.id, ids);
  return detail(made.id, ctx, doors);
}
async function update(
  { id, version, member_codes, ...input }: Parsed<Api["peer_group_update"]>,
  ctx: Ctx,
  doors: GroupDoors,
): Promise<Detail> {
  const before = found(await storedGroup(ctx.db, id), NO_GROUP);
  await lockRow(ctx, peerGroupNoun, { id, version, missing: NO_GROUP });
  const { kind, name, visible_mode, sku_ids, cs_team_id, chat_group, chat_qr, mode, rule, note, status } = before;
  const was = { kind, name, visible_mode, sku_ids, cs_team_id, chat_group, chat_qr, mode, rule, note, status };
  const set = definedOf(input);
  // Whoever turns a rule into a list, or shows all products again, takes the other away.
  const cleared = { ...(set.mode === "fixed" && { rule: null }), ...(set.visible_mode === "all" && { sku_ids: [] }) };
  const g = await judged(ctx, { ...was, ...cleared, ...set }, id);
  await saveRow(ctx, peerGroupNoun, { id, version, set: { ...columnsOf(g), updated_at: ctx.now } });
  if (g.mode !== "fixed") await dropMembers(ctx.db, id);
  else if (member_codes) await setMembers(ctx, id, await pastedIds(ctx, member_codes));
  return detail(id, ctx, doors);
}
async function remove({ id, version }: Parsed<Api["peer_group_remove"]>, ctx: Ctx, doors: GroupDoors): Promise<{ ok: true }> {
  found(await storedGroup(ctx.db, id), NO_GROUP);
  await lockRow(ctx, peerGroupNoun, { id, version, missing: NO_GROUP });
  const uses = (await usesOf(ctx, doors, [id])).filter((u) => u.count > 0);
  const total = uses.reduce((sum, u) => sum + u.count, 0);
  if (total > 0) refuse("in_use", `分组正被 ${total} 处使用：${uses.map((u) => `${u.label} ${u.count}`).join("、")}`);
  await dropMembers(ctx.db, id);
  await removeRow(ctx, peerGroupNoun, { id, version, missing: NO_GROUP });
  return { ok: true };
}

async function preview(
  { kind, rule, member_codes }: Parsed<Api["peer_group_preview"]>,
  ctx: Ctx,
): Promise<Output<Api["peer_group_preview"]>> {
  const fault = rule ? await ruleIssue(ctx, rule) : null;
  if (fault !== null) throw badInput({ path: "rule", message: fault });
  const list = await pasted(ctx, member_codes ?? []);
  const who = rule && kind === "audience" ? ruleMatching(rule, ctx.now) : q`${ACTIVE} and p.id = any(${list.ids}::int8[])`;
  return {
    rule_text: await textOf(ctx, { kind: "audience", visible_mode: null, mode: null, rule: rule ?? null }),
    total: await countMembers(ctx, who),
    list: await memberRows(ctx, who, FIRST),
    rows: list.rows,
  };
}

export const peerGroupServer = (doors: GroupDoors) =>
  serve(peerGroupApi, {
    peer_group_query: async (input, ctx) => {
      const page = await pageOf<StoredGroup>(ctx.db, input, groupList(input));
      return { ...page, list: await shownGroups(ctx, doors, page.list) };
    },
    peer_group_get: ({ id }, ctx) => detail(id, ctx, doors),
    peer_group_pick: async (input, ctx) => ({ list: await groupPicks(ctx.db, input) }),
    peer_group_add: (input, ctx) => add(input, ctx, doors),
    peer_group_update: (input, ctx) => update(input, ctx, doors),
    peer_group_remove: (input, ctx) => remove(input, ctx, doors),
    peer_group_preview: preview,
  });
