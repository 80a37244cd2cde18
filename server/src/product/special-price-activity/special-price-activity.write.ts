/** 限时特价: drafts are edited freely, published ones are judged anew with every change, running ones keep their prices. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import { labelOf } from "@visadesk/contract/kit/field.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import { specialPriceActivityFlow } from "@visadesk/contract/product/price/special-price-activity.flow.ts";
import {
  SPECIAL_ENDS,
  specialPriceActivity,
  type specialPriceActivityApi,
} from "@visadesk/contract/product/price/special-price-activity.ts";
import { cellChanges, type Cell } from "#kit/call/changes.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { moveRow } from "#kit/noun/move.ts";
import { definedOf, only } from "#kit/files/objects.ts";
import { badInput, conflict, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import {
  activityFault,
  audienceWords,
  isAllowedWhileRunning,
  itemWords,
  timesFault,
  type ActivityFacts,
  type Fault,
  type ItemFacts,
} from "./special-price-activity.rules.ts";
import {
  activityRow,
  isActivityNamed,
  itemsOf,
  lockActivity,
  removeActivity,
  type ActivityHead,
  type ItemRow,
} from "./special-price-activity.sql.ts";
import { judgedItems, refuseBelowFloor, refuseOverlap } from "./special-price-item.ts";
import { saveItems } from "./special-price-item.sql.ts";
import { specialPriceActivityNoun } from "./special-price-activity.noun.ts";
import { saveRow } from "#kit/noun/save.ts";
import { groupNames, servingGroups } from "../../peer/index.ts";
import type { Audience } from "./special-price.rules.ts";

type Api = typeof specialPriceActivityApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
export type ActivityShown = Output<Api["special_price_activity_query"]>["list"][number];
export const NO_ACTIVITY = "限时特价活动不存在";
const ITEM_FACTS = ["sku_id", "adult", "child", "per_order", "per_buyer", "total_limit"] as const;
const FACTS = ["name", "end", "level_ids", "group_ids", "warm_at", "start_at", "end_at", "stack_coupon", "note"] as const;

/** With whom it is for in words. */
export async function shown<R extends Audience>(db: Db, list: readonly R[]): Promise<(R & Pick<ActivityShown, "audience">)[]> {
  const groups = await groupNames(
    db,
    list.flatMap((a) => a.group_ids),
  );
  return list.map((a) => ({ ...a, audience: audienceWords(a, groups) }));
}

const minute = (at: string | null): string => (at === null ? "" : time(at).slice(0, 16));
const cellsOf = (a: ActivityFacts, groups: ReadonlyMap<number, string>): Cell[] => {
  const cell = (field: keyof ActivityFacts, value: unknown): Cell => ({ field, label: labelOf(specialPriceActivity, field), value });
  return [
    cell("name", a.name),
    cell("end", SPECIAL_ENDS[a.end]),
    { field: "audience", label: "对象", value: audienceWords(a, groups) },
    cell("warm_at", minute(a.warm_at)),
    cell("start_at", minute(a.start_at)),
    cell("end_at", minute(a.end_at)),
    cell("stack_coupon", a.stack_coupon ? "是" : "否"),
    cell("note", a.note),
  ];
};

interface Whole {
  facts: ActivityFacts;
  items: readonly ItemFacts[];
}
/** Items by number of their product, each as one line; what is gone has no line after. */
async function itemChanges(ctx: Ctx, before: readonly ItemFacts[], after: readonly ItemFacts[]): Promise<FieldChange[]> {
  const ids = [...new Set([...before, ...after].map((i) => i.sku_id))];
  const skus = await ctx.db.selectFrom("skus").select(["id", "sku_no"]).where("id", "in", ids).orderBy("sku_no").execute();
  const line = (list: readonly ItemFacts[], id: number): string | null => {
    const item = list.find((i) => i.sku_id === id);
    return item ? itemWords(item) : null;
  };
  return skus
    .map((s) => ({ field: `items.${s.id}`, label: s.sku_no, before: line(before, s.id), after: line(after, s.id) }))
    .filter((c) => c.before !== c.after);
}
async function noteSave(ctx: Ctx, id: number, before: Whole | null, after: Whole): Promise<void> {
  const groups = await groupNames(ctx.db, [...(before?.facts.group_ids ?? []), ...after.facts.group_ids]);
  ctx.note({
    noun: "special_price_activity",
    noun_id: id,
    noun_no: after.facts.name,
    changes: [
      ...cellChanges(before && cellsOf(before.facts, groups), cellsOf(after.facts, groups)),
      ...(await itemChanges(ctx, before?.items ?? [], after.items)),
    ],
  });
}

/** Groups that are named anew serve peers and are in use. */
async function groupFault(db: Db, ids: readonly number[]): Promise<Fault | null> {
  const usable = await servingGroups(db, ids);
  return ids.every((id) => usable.has(id)) ? null : { field: "group_ids", message: "分组不存在或已停用，请重新选择" };
}

async function refuseFaults(ctx: Ctx, facts: ActivityFacts, except: number | null, kept: readonly number[] = []): Promise<void> {
  const fresh = facts.group_ids.filter((id) => !kept.includes(id));
  const fault = activityFault(facts) ?? (await groupFault(ctx.db, fresh));
  if (fault) throw badInput({ path: fault.field, message: fault.message });
  if (await isActivityNamed(ctx.db, facts.name, except, ctx.now))
    refuse("duplicate", "已有同名活动，请换一个名称", { issues: [{ path: "name", message: "已有同名活动，请换一个名称" }] });
}

async function insertActivity(ctx: Ctx, { facts, items }: Whole): Promise<number> {
  await refuseFaults(ctx, facts, null);
  const { id } = await ctx.db
    .insertInto("special_price_activities")
    .values({ ...facts, created_by: ctx.me.worker_id, created_at: ctx.now, updated_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await saveItems(ctx.db, id, items, ctx.me.worker_id);
  await noteSave(ctx, id, null, { facts, items });
  return id;
}

export async function activityAdd({ items, ...facts }: In<"special_price_activity_add">, ctx: Ctx): Promise<number> {
  return insertActivity(ctx, { facts, items: await judgedItems(ctx, facts, items) });
}

/** A draft without dates: the same products at the same prices, once more. */
export async function activityCopy({ id, name }: In<"special_price_activity_copy">, ctx: Ctx): Promise<number> {
  const source = only(found(await activityRow(ctx.db, id, ctx.now), NO_ACTIVITY), FACTS);
  const items = (await itemsOf(ctx.db, id)).map((i) => only(i, ITEM_FACTS));
  return insertActivity(ctx, { facts: { ...source, name, warm_at: null, start_at: null, end_at: null }, items });
}

const OVER = { ended: "活动已结束，不能修改，可复制为新活动", stopped: "活动已终止，不能修改，可复制为新活动" } as const;

/** The activity under its lock, as the caller saw it; a stale one comes back as it is now, in the form's shape. */
async function lockedAs(ctx: Ctx, { id, version }: { id: number; version: number }): Promise<ActivityHead & { items: ItemRow[] }> {
  const head = found(await lockActivity(ctx.db, id, ctx.now), NO_ACTIVITY);
  const items = await itemsOf(ctx.db, id);
  if (head.version !== version) throw conflict(TEXTS.conflict, { ...head, items: items.map((i) => only(i, ITEM_FACTS)) });
  return { ...head, items };
}

export async function activityUpdate({ id, version, items: sent, ...set }: In<"special_price_activity_update">, ctx: Ctx): Promise<void> {
  const head = await lockedAs(ctx, { id, version });
  if (head.state === "ended" || head.state === "stopped") refuse("locked", OVER[head.state]);
  const before: Whole = { facts: only(head, FACTS), items: head.items.map((i) => only(i, ITEM_FACTS)) };
  const facts = { ...before.facts, ...definedOf(set) };
  const items = sent ?? before.items;
  const isRunning = head.state === "running";
  if (isRunning && !isAllowedWhileRunning(before, { facts, items })) refuse("locked", "活动进行中不可改价，请终止后新建");
  const kept = isRunning ? items : await judgedItems(ctx, facts, items);
  await refuseFaults(ctx, facts, id, before.facts.group_ids);
  await saveRow(ctx, specialPriceActivityNoun, { id, version, set: { ...facts, updated_at: ctx.now }, told: true });
  await saveItems(ctx.db, id, kept, ctx.me.worker_id);
  if (head.activity_status === "published") await judgePublished(ctx, { ...head, ...facts }, await itemsOf(ctx.db, id), isRunning);
  await noteSave(ctx, id, before, { facts, items: kept });
}

/** What holds for every activity that is or becomes public; one that runs has its prices behind it. */
async function judgePublished(ctx: Ctx, head: ActivityHead, items: readonly ItemRow[], isRunning = false): Promise<void> {
  const fault = timesFault(head, ctx.now);
  if (fault) throw badInput({ path: fault.field, message: fault.message });
  await refuseOverlap(ctx, head.id, head, items);
  if (isRunning) return;
  await judgedItems(ctx, head, items);
  await refuseBelowFloor(ctx, head, items);
}

const noteMove = (ctx: Ctx, head: ActivityHead, after: string, reason: string | null = null): void =>
  ctx.note({
    noun: "special_price_activity",
    noun_id: head.id,
    noun_no: head.name,
    reason,
    changes: [
      {
        field: "activity_status",
        label: "状态",
        before: specialPriceActivityFlow.states[head.activity_status].label,
        after,
      },
    ],
  });

/** The state before the version: whoever comes second hears what the first one did. */
async function lockedIn(ctx: Ctx, input: { id: number; version: number }, status: ActivityHead["activity_status"]) {
  const { activity_status } = found(await lockActivity(ctx.db, input.id, ctx.now), NO_ACTIVITY);
  refuseUnless(activity_status === status, "state_changed");
  return lockedAs(ctx, input);
}

export async function activityPublish(input: In<"special_price_activity_publish">, ctx: Ctx): Promise<void> {
  const { items, ...head } = await lockedIn(ctx, input, "draft");
  refuseUnless(items.length > 0, "incomplete", "请至少选择一个商品");
  await refuseFaults(ctx, head, head.id);
  await judgePublished(ctx, head, items);
  await moveRow(ctx, specialPriceActivityNoun, "publish", {
    id: head.id,
    version: head.version,
    to: "published",
    set: { published_by: ctx.me.worker_id, published_at: ctx.now, updated_at: ctx.now },
  });
  noteMove(ctx, head, "已发布");
}

/** The usual price counts at once; orders that are made keep the special. */
export async function activityStop(input: In<"special_price_activity_stop">, ctx: Ctx): Promise<void> {
  const head = await lockedIn(ctx, input, "published");
  refuseUnless(head.state !== "ended", "state_changed", "活动已结束，无需终止");
  await moveRow(ctx, specialPriceActivityNoun, "stop", {
    id: head.id,
    version: head.version,
    to: "stopped",
    set: { stopped_at: ctx.now, stop_reason: input.reason, updated_at: ctx.now },
  });
  noteMove(ctx, head, "已终止", input.reason);
}

export async function activityRemove(input: In<"special_price_activity_remove">, ctx: Ctx): Promise<{ ok: true }> {
  const head = await lockedAs(ctx, input);
  refuseUnless(head.activity_status === "draft", "state_changed", "只能删除草稿，已发布的活动请终止");
  await removeActivity(ctx.db, head.id);
  noteMove(ctx, head, "已删除");
  return { ok: true };
}
