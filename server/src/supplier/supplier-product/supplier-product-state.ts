/** Matches enabled and disabled, and the order in which a product's matches are asked. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { TEXTS } from "@visadesk/contract/kit/errors.ts";
import type { supplierProductApi } from "@visadesk/contract/supplier/supplier-product.ts";
import type { Ctx } from "#kit/call/context.ts";
import { saveRow } from "#kit/noun/save.ts";
import { conflict, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { recordChanges } from "../supplier-change/supplier-change.ts";
import type { ProductDoor } from "../doors.ts";
import { NO_SUPPLIER, supplierScope } from "../supplier/supplier-scope.sql.ts";
import { usableMatches } from "../supplier-assignment/match.ts";
import { assertPriority, eachOf, heldAs, heldMatch, servesSku, titleOf } from "./supplier-product-write.ts";
import { supplierProductNoun } from "./supplier-product.noun.ts";
import {
  enabledMatches,
  lockMatches,
  matchableSku,
  putOrder,
  servingSupplier,
  storedMatch,
  storedMatches,
  type StoredMatch,
} from "./supplier-product.sql.ts";
import { tellingSupply } from "./supply.ts";

type Api = typeof supplierProductApi;
type In<K extends keyof Api> = Parsed<Api[K]>;

async function setStatus(ctx: Ctx, m: StoredMatch, status: 0 | 1, reason: string): Promise<void> {
  await saveRow(ctx, supplierProductNoun, { id: m.id, version: m.version, set: { status, updated_at: ctx.now }, told: true });
  await recordChanges(ctx, m, { source: "console", reason }, [{ field: "status", old: m.status, new: status }]);
  const word = (s: 0 | 1): string => (s === 1 ? "启用" : "停用");
  ctx.note({
    noun: "supplier_product",
    noun_id: m.id,
    noun_no: titleOf(m),
    reason: reason || null,
    changes: [{ field: "status", label: "状态", before: word(m.status), after: word(status) }],
  });
}

export async function matchEnable(input: In<"supplier_product_enable">, ctx: Ctx, doors: ProductDoor): Promise<{ ok: true }> {
  const scope = supplierScope(ctx);
  const { supplier_id } = found(await storedMatch(ctx.db, input.id, scope), NO_SUPPLIER);
  const supplier = found(await servingSupplier(ctx.db, supplier_id, scope), NO_SUPPLIER);
  const m = await heldAs(ctx, input);
  refuseUnless(m.status === 0, "state_changed", "该匹配已启用");
  refuseUnless(m.supplier_status !== "ended" && m.supplier_status !== "rejected", "guard_failed", "该供应商不在合作，不能启用");
  await assertPriority(ctx, m.sku_id, m.priority, m.id);
  const sku = found(await matchableSku(ctx.db, m.sku_id), "商品不存在");
  refuseUnless(servesSku(supplier.serves, sku), "guard_failed", "领区不在供应商可送范围");
  await tellingSupply(ctx, doors, [m.sku_id], `「${m.supplier_name}」的匹配已启用`, () => setStatus(ctx, m, 1, ""));
  return { ok: true };
}

/** Nobody else could be given the product's applicants. */
async function isLast(ctx: Ctx, m: StoredMatch): Promise<boolean> {
  if (m.sku_status !== "on_sale") return false;
  const usable = await usableMatches(ctx.db, m.sku_id, ctx.now);
  return usable.length > 0 && usable.every((u) => u.supplier_product_id === m.id);
}
async function disable(ctx: Ctx, m: StoredMatch, reason: string, confirmed: boolean): Promise<void> {
  refuseUnless(m.status === 1, "state_changed", "该匹配已停用");
  if (!confirmed && (await isLast(ctx, m))) refuse("confirm_needed", "这是该商品最后一个可用供应商，停用后将无法分派");
  await setStatus(ctx, m, 0, reason);
}
export async function matchDisable(input: In<"supplier_product_disable">, ctx: Ctx, doors: ProductDoor): Promise<{ ok: true }> {
  const m = await heldAs(ctx, input);
  const why = `「${m.supplier_name}」的匹配已停用`;
  await tellingSupply(ctx, doors, [m.sku_id], why, () => disable(ctx, m, input.reason, input.confirm_last ?? false));
  return { ok: true };
}

export async function matchDisableBatch(
  input: In<"supplier_product_disable_batch">,
  ctx: Ctx,
  doors: ProductDoor,
): Promise<Output<Api["supplier_product_disable_batch"]>> {
  const seen = await storedMatches(ctx.db, input.ids, supplierScope(ctx));
  const order = new Map(seen.map((m, i) => [m.id, i]));
  const wanted = [...new Set(input.ids)].sort((a, b) => (order.get(a) ?? -1) - (order.get(b) ?? -1)).map((id) => ({ id }));
  const skus = [...new Set(seen.map((m) => m.sku_id))];
  return tellingSupply(ctx, doors, skus, "匹配已批量停用", () =>
    eachOf(ctx, wanted, async ({ id }) => disable(ctx, await heldMatch(ctx, id), input.reason, input.confirm_last ?? false)),
  );
}

/** The whole order of a product's enabled matches, as it was seen. */
export async function matchSort({ sku_id, ids, seen }: In<"supplier_product_sort">, ctx: Ctx): Promise<{ ok: true }> {
  await lockMatches(ctx.db, sku_id);
  const all = await enabledMatches(ctx.db, sku_id);
  const mine = new Set((await storedMatches(ctx.db, ids, supplierScope(ctx))).map((m) => m.id));
  refuseUnless(
    new Set(ids).size === ids.length && ids.length === all.length && all.every((m) => ids.includes(m.id)),
    "count_changed",
    "该商品启用中的匹配已变化，请刷新后再排",
  );
  const stale = all.some((m) => seen.find((s) => s.id === m.id)?.version !== m.version);
  if (stale)
    throw conflict(
      TEXTS.moved,
      all.map(({ id, version, priority }) => ({ id, version, priority })),
    );
  const places = new Map(ids.map((id, i) => [id, i + 1]));
  const moved = all.filter((m) => places.get(m.id) !== m.priority);
  refuseUnless(
    moved.every((m) => mine.has(m.id)),
    "out_of_scope",
    "其中有他人负责的供应商，不能调整顺序",
  );
  await putOrder(ctx.db, ids, ctx.now);
  for (const m of moved) {
    const place = places.get(m.id) ?? m.priority;
    await recordChanges(ctx, m, { source: "console" }, [{ field: "priority", old: m.priority, new: place }]);
    ctx.note({
      noun: "supplier_product",
      noun_id: m.id,
      noun_no: titleOf(m),
      changes: [{ field: "priority", label: "优先级", before: m.priority, after: place }],
    });
  }
  return { ok: true };
}
