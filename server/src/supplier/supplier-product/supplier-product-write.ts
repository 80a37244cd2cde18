/** Matches made, changed and taken away; every changed field leaves its record. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { DEFAULT_WEEKDAYS } from "@visadesk/contract/supplier/supplier.words.ts";
import type { supplierProductApi } from "@visadesk/contract/supplier/supplier-product.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import type { Ctx } from "#kit/call/context.ts";
import { lockRow, removeRow, saveRow } from "#kit/noun/save.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { changesOf, FACT_FIELDS } from "../supplier-change/supplier-change.rules.ts";
import { recordChanges } from "../supplier-change/supplier-change.ts";
import { NO_SUPPLIER, supplierScope } from "../supplier/supplier-scope.sql.ts";
import { urgentText } from "../supplier-change/supplier-change.rules.ts";
import type { ProductDoor } from "../doors.ts";
import { matchRow, type MatchRow } from "./supplier-product-list.sql.ts";
import { tellingSupply } from "./supply.ts";
import { supplierProductNoun } from "./supplier-product.noun.ts";
import {
  codeHolder,
  hasBusiness,
  holderOf,
  isMatched,
  lastPriority,
  lockMatches,
  matchableSku,
  servingSupplier,
  storedMatch,
  type MatchableSku,
  type Served,
  type ServingSupplier,
  type StoredMatch,
} from "./supplier-product.sql.ts";

type Api = typeof supplierProductApi;
type Match = Output<Api["supplier_product_get"]>;
type Batch = Output<Api["supplier_product_add"]>;
const MAX_PRIORITY = 99;

export const shown = ({ urgent, ...m }: MatchRow): Match => ({ ...m, urgent_text: urgentText(urgent ?? {}, m.currency ?? "CNY") });
export const readerOf = (ctx: Pick<Ctx, "me" | "now" | "has">) => ({
  me: ctx.me,
  scope: supplierScope(ctx),
  now: ctx.now,
  seesMargin: ctx.has(may.cost_view),
});
export const matchView = async (ctx: Ctx, id: number): Promise<Match> =>
  shown(found(await matchRow(ctx.db, id, readerOf(ctx)), NO_SUPPLIER));

/** A match as its caller may see it; its product's order of matches is his until the end. */
export async function heldMatch(ctx: Ctx, id: number): Promise<StoredMatch> {
  const scope = supplierScope(ctx);
  const seen = found(await storedMatch(ctx.db, id, scope), NO_SUPPLIER);
  await lockMatches(ctx.db, seen.sku_id);
  return found(await storedMatch(ctx.db, id, scope), NO_SUPPLIER);
}
/** The same, as he saw it. */
export async function heldAs(ctx: Ctx, input: { id: number; version: number }): Promise<StoredMatch> {
  await heldMatch(ctx, input.id);
  const current = await matchView(ctx, input.id);
  await lockRow(ctx, supplierProductNoun, { id: input.id, version: input.version, current, missing: NO_SUPPLIER });
  return found(await storedMatch(ctx.db, input.id, supplierScope(ctx)), NO_SUPPLIER);
}
export const titleOf = (m: Pick<StoredMatch, "sku_no" | "supplier_name">): string => `${m.sku_no}·${m.supplier_name}`;

/** Rows by themselves; a single one is refused plainly. */
export async function eachOf<T extends { id: number }>(ctx: Ctx, list: readonly T[], work: (one: T) => Promise<void>): Promise<Batch> {
  const results: Batch["results"] = [];
  for (const one of list) {
    const refusal = await attempt(ctx.db, () => work(one));
    if (refusal && list.length === 1) throw refusal;
    results.push({ id: one.id, ok: refusal === null, msg: refusal?.message ?? "" });
  }
  return { results, done: results.filter((r) => r.ok).length };
}

export async function assertPriority(ctx: Ctx, skuId: number, priority: number, except: number | null): Promise<void> {
  const holder = await holderOf(ctx.db, skuId, priority, except);
  if (holder)
    refuse("duplicate", `优先级 ${priority} 已被「${holder.name}」占用`, {
      issues: [{ path: "priority", message: `已被「${holder.name}」占用` }],
    });
}
async function assertCode(ctx: Ctx, supplierId: number, code: string, except: number | null): Promise<void> {
  const holder = code === "" ? undefined : await codeHolder(ctx.db, supplierId, code, except);
  if (holder)
    refuse("duplicate", `供应商编码 ${code} 已用于「${holder.name}」`, {
      issues: [{ path: "supplier_code", message: `已用于「${holder.name}」` }],
    });
}
type Facts = Pick<StoredMatch, "lead_min" | "lead_max" | "valid_from" | "valid_to">;
function assertFacts({ lead_min, lead_max, valid_from, valid_to }: Facts): void {
  if (lead_min > lead_max) throw badInput({ path: "lead_max", message: "最长时效不能小于最短时效" });
  if (valid_from !== null && valid_to !== null && valid_from > valid_to)
    throw badInput({ path: "valid_to", message: "结束日期不能早于开始日期" });
}
const weekdaysOf = (days: readonly number[]): number[] => [...new Set(days)].sort((a, b) => a - b);

/** Does the supplier hand in where the product is handed in? No missions named is the whole country. */
export const servesSku = (serves: readonly Served[], sku: MatchableSku): boolean =>
  serves.some(
    (s) =>
      s.country_id === sku.country_id && (s.embassy_ids.length === 0 || sku.embassy_id === null || s.embassy_ids.includes(sku.embassy_id)),
  );

type Add = Parsed<Api["supplier_product_add"]>;
export async function matchAdd(input: Add, ctx: Ctx): Promise<Batch> {
  const supplier = found(await servingSupplier(ctx.db, input.supplier_id, supplierScope(ctx)), NO_SUPPLIER);
  refuseUnless(
    supplier.supplier_status !== "ended" && supplier.supplier_status !== "rejected",
    "guard_failed",
    "该供应商不在合作，不能匹配",
  );
  const ids = [...new Set(input.sku_ids)].sort((a, b) => a - b);
  if (ids.length > 1 && input.supplier_code)
    throw badInput({ path: "supplier_code", message: "供应商编码各不相同，匹配多个商品时请留空，之后逐个填写" });
  return eachOf(
    ctx,
    ids.map((id) => ({ id })),
    ({ id }) => addOne(ctx, input, supplier, id),
  );
}

async function addOne(ctx: Ctx, input: Add, supplier: ServingSupplier, skuId: number): Promise<void> {
  const sku = found(await matchableSku(ctx.db, skuId), "商品不存在");
  refuseUnless(sku.sku_status !== "archived", "state_changed", "商品已归档");
  refuseUnless(servesSku(supplier.serves, sku), "guard_failed", "领区不在供应商可送范围");
  await lockMatches(ctx.db, sku.id);
  refuseUnless(!(await isMatched(ctx.db, sku.id, supplier.id)), "duplicate", "该商品已匹配此供应商");
  await assertCode(ctx, supplier.id, input.supplier_code ?? "", null);
  const priority = input.priority ?? (await lastPriority(ctx.db, sku.id)) + 1;
  refuseUnless(priority <= MAX_PRIORITY, "limit_exceeded", `该商品的优先级已排到${MAX_PRIORITY}，请先调整顺序`);
  await assertPriority(ctx, sku.id, priority, null);
  const facts = {
    supplier_code: input.supplier_code ?? "",
    supplier_title: input.supplier_title ?? "",
    daily_quota: input.daily_quota ?? null,
    submit_weekdays: weekdaysOf(input.submit_weekdays ?? DEFAULT_WEEKDAYS),
    // What is promised to the customer, until somebody says what the supplier needs.
    lead_min: input.lead_min ?? Math.min(sku.work_days_min, input.lead_max ?? sku.work_days_min),
    lead_max: input.lead_max ?? Math.max(sku.work_days_max, input.lead_min ?? 0),
    valid_from: input.valid_from ?? null,
    valid_to: input.valid_to ?? null,
  };
  assertFacts(facts);
  const { id } = await ctx.db
    .insertInto("supplier_products")
    .values({
      ...facts,
      sku_id: sku.id,
      supplier_id: supplier.id,
      priority,
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const match = { id, sku_id: sku.id, supplier_id: supplier.id };
  await recordChanges(ctx, match, { source: "console" }, [{ field: "created", old: null, new: `优先级 ${priority}` }]);
  const noun_no = titleOf({ sku_no: sku.sku_no, supplier_name: supplier.short_name });
  ctx.note({
    noun: "supplier_product",
    noun_id: id,
    noun_no,
    changes: [{ field: "priority", label: "优先级", before: null, after: priority }],
  });
}

type Update = Parsed<Api["supplier_product_update"]>;
export async function matchUpdate(input: Update, ctx: Ctx, doors: ProductDoor): Promise<Match> {
  const before = await heldAs(ctx, input);
  if (input.valid_from === undefined && input.valid_to === undefined) return updated(input, ctx, before);
  return tellingSupply(ctx, doors, [before.sku_id], `「${before.supplier_name}」的合作有效期已修改`, () => updated(input, ctx, before));
}
async function updated({ id, version, reason, ...asked }: Update, ctx: Ctx, before: StoredMatch): Promise<Match> {
  const set = { ...asked, ...(asked.submit_weekdays && { submit_weekdays: weekdaysOf(asked.submit_weekdays) }) };
  assertFacts({ ...before, ...Object.fromEntries(Object.entries(set).filter(([, v]) => v !== undefined)) });
  if (set.supplier_code !== undefined) await assertCode(ctx, before.supplier_id, set.supplier_code, id);
  if (set.priority !== undefined && before.status === 1) await assertPriority(ctx, before.sku_id, set.priority, id);
  await saveRow(ctx, supplierProductNoun, { id, version, set: { ...set, updated_at: ctx.now } });
  ctx.note({ noun: "supplier_product", noun_id: id, noun_no: titleOf(before), ...(reason && { reason }) });
  await recordChanges(ctx, before, { source: "console", reason }, changesOf(FACT_FIELDS, { ...before }, set));
  return matchView(ctx, id);
}

export async function matchRemove(input: Parsed<Api["supplier_product_remove"]>, ctx: Ctx): Promise<{ ok: true }> {
  const before = await heldAs(ctx, input);
  refuseUnless(!(await hasBusiness(ctx.db, input.id)), "in_use", "已有业务，只能停用");
  await removeRow(ctx, supplierProductNoun, { ...input, missing: NO_SUPPLIER });
  await recordChanges(ctx, before, { source: "console" }, [{ field: "status", old: before.status, new: null }]);
  ctx.note({
    noun: "supplier_product",
    noun_id: input.id,
    noun_no: titleOf(before),
    changes: [{ field: "status", label: "删除匹配", before: titleOf(before), after: null }],
  });
  return { ok: true };
}
