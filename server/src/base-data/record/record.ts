/** The acts every record of base data shares, made once per noun; see the contract's record.ts. */
import { prefixed, type Output, type Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { RecordApi, ReplaceApi } from "@visadesk/contract/base-data/paper/record.ts";
import type { z } from "@visadesk/contract/kit/field.ts";
import type { Ctx } from "#kit/call/context.ts";
import { pageOf } from "#kit/db/page.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { type Doors, type RecordId, type UsedNoun } from "../doors.ts";
import { enabledRecords, lockedRecord, recordOf, type RecordRow } from "./record.sql.ts";
import { recordNoun } from "./record.noun.ts";
import { lockRow, removeRow, saveRow } from "#kit/noun/save.ts";

/** Any record's endpoints; the noun's own types are put back by `recordServer`. */
type AnyId = z.ZodType<RecordId>;
type AnyApi = RecordApi<"x", AnyId> & ReplaceApi<"x", AnyId>;
type In<K extends keyof AnyApi> = Parsed<AnyApi[K]>;
type Out<K extends keyof AnyApi> = Output<AnyApi[K]>;

export interface RecordDef<N extends UsedNoun> {
  noun: N;
  label: string;
  /** Column that names a record in messages and the log. */
  name?: string;
  /** What 关联商品 calls a record that no one column names. */
  title?: (row: RecordRow, ctx: Ctx) => string | Promise<string>;
  /** Further condition a record of this noun meets, e.g. the kind of a paper; anything else is like none. */
  isMine?: (row: RecordRow) => boolean;
  /** Why the record cannot be enabled yet, or null. */
  notReady?: (row: RecordRow, ctx: Ctx) => string | null | Promise<string | null>;
  /** Why `to` cannot take the place of `from` in products, or null. */
  unlike?: (from: RecordRow, to: RecordRow) => string | null;
  /** The table says who changed the record last, `updated_by`. */
  keepsEditor?: true;
  /** The table keeps what a record was verified with, `source`; elsewhere the log does. */
  keepsSource?: true;
  /** What else still knows the record, beside products. */
  isKept?: (ctx: Ctx, id: RecordId) => Promise<boolean>;
}

const DONE = { ok: true } as const;
const STATUS = ["禁用", "启用"] as const;

/** Handlers of `recordApi(noun)`, to be spread into the noun's `serve(…)`. */
export const recordServer = <const N extends UsedNoun>(def: RecordDef<N>, doors: Doors) =>
  prefixed(def.noun, {
    enable: (input: In<"x_enable">, ctx: Ctx) => enable(def, input, ctx),
    disable: (input: In<"x_disable">, ctx: Ctx) => disable(def, doors, input, ctx),
    remove: (input: In<"x_remove">, ctx: Ctx) => remove(def, doors, input, ctx),
    related_get: (input: In<"x_related_get">, ctx: Ctx) => related(def, doors, input, ctx),
    product_query: (input: In<"x_product_query">, ctx: Ctx): Promise<Out<"x_product_query">> =>
      pageOf(ctx.db, input, doors.product.relatedListDef({ ...input, noun: def.noun })),
  });

/** Handler of `replaceApi(noun)`. */
export const replaceServer = <const N extends UsedNoun>(def: RecordDef<N>, doors: Doors) =>
  prefixed(def.noun, {
    replace: (input: In<"x_replace">, ctx: Ctx) => replace(def, doors, input, ctx),
    replace_check: (input: In<"x_replace_check">, ctx: Ctx) => replaceCheck(def, doors, input, ctx),
    replace_pick: (input: In<"x_replace_pick">, ctx: Ctx) => replacePick(def, input, ctx),
  });

interface Stamp {
  id: RecordId;
  version: number;
  source: string;
}
/** Handler of `{noun}_verify`: somebody has compared the record with its source. */
export const verifyServer = <const N extends UsedNoun>(def: RecordDef<N>) =>
  prefixed(def.noun, { verify: (input: Stamp, ctx: Ctx) => verify(def, input, ctx) });

const missing = (def: RecordDef<UsedNoun>): string => `${def.label}不存在`;
const isMine = (def: RecordDef<UsedNoun>, record: RecordRow): boolean => def.isMine?.(record) ?? true;

async function mine(def: RecordDef<UsedNoun>, ctx: Ctx, id: RecordId): Promise<RecordRow> {
  const record = await lockedRecord(ctx.db, recordNoun(def.noun).table, def.name ?? "name", id);
  return found(record && isMine(def, record) ? record : null, missing(def));
}

/** The record under its lock, as the caller saw it. */
async function seenAs(def: RecordDef<UsedNoun>, ctx: Ctx, input: { id: RecordId; version: number }): Promise<RecordRow> {
  const record = await mine(def, ctx, input.id);
  await lockRow(ctx, recordNoun(def.noun), { ...input, current: record });
  return record;
}

async function seen(def: RecordDef<UsedNoun>, ctx: Ctx, id: RecordId): Promise<RecordRow> {
  const record = await recordOf(ctx.db, recordNoun(def.noun).table, def.name ?? "name", id);
  return found(record && isMine(def, record) ? record : null, missing(def));
}

async function related(def: RecordDef<UsedNoun>, doors: Doors, input: In<"x_related_get">, ctx: Ctx): Promise<Out<"x_related_get">> {
  const record = await seen(def, ctx, input.id);
  const title = (await def.title?.(record, ctx)) ?? record.title;
  return { title, status: record.status, ...(await doors.product.relatedCounts(ctx.db, def.noun, record.id)) };
}

async function setStatus(def: RecordDef<UsedNoun>, ctx: Ctx, record: RecordRow, status: 0 | 1): Promise<typeof DONE> {
  refuseUnless(record.status !== status, "state_changed");
  const set = { status, updated_at: ctx.now, ...(def.keepsEditor && { updated_by: ctx.me.worker_id }) };
  await saveRow(ctx, recordNoun(def.noun), { ...record, set, told: true });
  ctx.note({
    noun: def.noun,
    noun_id: record.id,
    noun_no: record.title,
    changes: [{ field: "status", label: "状态", before: STATUS[record.status], after: STATUS[status] }],
  });
  return DONE;
}

async function verify(def: RecordDef<UsedNoun>, input: Stamp, ctx: Ctx): Promise<typeof DONE> {
  const record = await seenAs(def, ctx, input);
  const me = ctx.me.worker_id;
  const stamp = { verified_at: ctx.now, verified_by: me, updated_at: ctx.now };
  const set = { ...stamp, ...(def.keepsEditor && { updated_by: me }), ...(def.keepsSource && { source: input.source }) };
  await saveRow(ctx, recordNoun(def.noun), { ...record, set, told: true });
  ctx.note({
    noun: def.noun,
    noun_id: record.id,
    noun_no: record.title,
    reason: input.source,
    changes: [{ field: "verified_at", label: "核验", before: record["verified_at"], after: ctx.now.toISOString() }],
  });
  return DONE;
}

async function enable(def: RecordDef<UsedNoun>, input: In<"x_enable">, ctx: Ctx): Promise<typeof DONE> {
  const record = await seenAs(def, ctx, input);
  const fault = await def.notReady?.(record, ctx);
  if (fault) refuse("incomplete", fault);
  return setStatus(def, ctx, record, 1);
}

async function disable(def: RecordDef<UsedNoun>, doors: Doors, input: In<"x_disable">, ctx: Ctx): Promise<typeof DONE> {
  const record = await seenAs(def, ctx, input);
  const used = (await doors.product.usedCounts(ctx.db, def.noun, [record.id])).get(record.id) ?? 0;
  refuseUnless(used === input.used_count, "count_changed", "使用的商品数已变化，请重新确认", { used_count: used });
  refuseUnless(used === 0, "in_use", `有${used}个在售商品使用，请先替换`);
  return setStatus(def, ctx, record, 0);
}

async function remove(def: RecordDef<UsedNoun>, doors: Doors, input: In<"x_remove">, ctx: Ctx): Promise<typeof DONE> {
  const record = await seenAs(def, ctx, input);
  const isUsed = (await doors.product.wasEverUsed(ctx.db, def.noun, record.id)) || ((await def.isKept?.(ctx, record.id)) ?? false);
  refuseUnless(!isUsed, "in_use", "已被使用，只能禁用");
  await removeRow(ctx, recordNoun(def.noun), record);
  ctx.note({
    noun: def.noun,
    noun_id: record.id,
    noun_no: record.title,
    changes: [{ field: "id", label: "记录", before: record.title, after: null }],
  });
  return DONE;
}

/** Refuses a substitute that cannot take the record's place. Both are locked, the lower id first. */
async function replaceable(def: RecordDef<UsedNoun>, ctx: Ctx, input: { id: RecordId; to_id: RecordId | null }): Promise<void> {
  if (input.to_id === null) return void (await mine(def, ctx, input.id));
  refuseUnless(input.to_id !== input.id, "guard_failed", "请选择另一个记录");
  const isUp = input.id < input.to_id;
  const first = await mine(def, ctx, isUp ? input.id : input.to_id);
  const second = await mine(def, ctx, isUp ? input.to_id : input.id);
  const [from, to] = isUp ? [first, second] : [second, first];
  refuseUnless(to.status === 1, "guard_failed", `「${to.title}」已禁用，请先启用`);
  const fault = def.unlike?.(from, to);
  if (fault) refuse("guard_failed", fault);
  return undefined;
}

const askOf = (def: RecordDef<UsedNoun>, input: In<"x_replace_check">, sku_ids: readonly number[]) => ({
  noun: def.noun,
  from: input.id,
  to: input.to_id,
  sku_ids,
  label: def.label,
});

async function replace(def: RecordDef<UsedNoun>, doors: Doors, input: In<"x_replace">, ctx: Ctx): Promise<Out<"x_replace">> {
  const ids = [...new Set(input.sku_ids)];
  refuseUnless(ids.length === input.expected_count, "count_changed", "已选商品数已变化，请重新确认", { count: ids.length });
  await replaceable(def, ctx, input);
  const results = await doors.product.replaceInSkus(ctx, askOf(def, input, ids));
  return { results, done: results.filter((r) => r.ok).length };
}

async function replaceCheck(
  def: RecordDef<UsedNoun>,
  doors: Doors,
  input: In<"x_replace_check">,
  ctx: Ctx,
): Promise<Out<"x_replace_check">> {
  await replaceable(def, ctx, input);
  return { results: await doors.product.replaceTrial(ctx, askOf(def, input, [...new Set(input.sku_ids)])) };
}

const CANDIDATES = 50;
async function replacePick(def: RecordDef<UsedNoun>, input: In<"x_replace_pick">, ctx: Ctx): Promise<Out<"x_replace_pick">> {
  const from = await seen(def, ctx, input.id);
  const all = await enabledRecords(ctx.db, recordNoun(def.noun).table, def.name ?? "name", input.keyword ?? "");
  const fit = all.filter((r) => r.id !== from.id && isMine(def, r) && !def.unlike?.(from, r)).slice(0, CANDIDATES);
  return { list: fit.map((r) => ({ id: Number(r.id), title: r.title })) };
}
