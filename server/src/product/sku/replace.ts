/** Puts another record in the place of one in chosen products; each product stands or falls by itself. */
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.ts";
import { attempt } from "#kit/db/attempt.sql.ts";
import type { Ctx } from "#kit/call/context.ts";
import { saveRow } from "#kit/noun/save.ts";
import { found, Refusal, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { isPaper, type ReplaceAsk, type ReplaceResult, type ReplaceTrial } from "../../base-data/index.ts";
import { lockedSku, orphanedIdentities, swapColumn, swapPaper, twinOf, useLines, usesNow, type LockedSku } from "./replace.sql.ts";
import { skuNoun } from "./sku.noun.ts";

const NO_SKU = "商品不存在";

/** Products in the order asked, with why one was left as it is. */
export async function replaceInSkus(ctx: Ctx, ask: ReplaceAsk): Promise<ReplaceResult[]> {
  const results: ReplaceResult[] = [];
  // By id, so that two replacements at once take their locks in the same order.
  for (const id of [...new Set(ask.sku_ids)].sort((a, b) => a - b)) {
    const refusal = await attempt(ctx.db, () => replaceOne(ctx, ask, id));
    results.push({ id, ok: refusal === null, msg: refusal?.message ?? "" });
  }
  return results;
}

async function replaceOne(ctx: Ctx, ask: ReplaceAsk, id: number): Promise<void> {
  const sku = found(await lockedSku(ctx.db, id), NO_SKU);
  await swap(ctx, ask, sku);
  await saveRow(ctx, skuNoun, { id, version: sku.version, set: { updated_at: ctx.now }, told: true });
  ctx.note({
    noun: "sku",
    noun_id: id,
    noun_no: sku.sku_no,
    changes: [{ field: `${ask.noun}_id`, label: ask.label, before: ask.from, after: ask.to }],
  });
}

/** Puts the other record in its place, or refuses. */
async function swap(ctx: Ctx, ask: ReplaceAsk, { id, sku_status }: LockedSku): Promise<void> {
  refuseUnless(sku_status !== "archived", "state_changed", "商品已归档");
  refuseUnless(await usesNow(ctx.db, ask.noun, ask.from, id), "state_changed", "商品已不再使用此记录");
  if (isPaper(ask.noun)) {
    await swapPaper(ctx.db, id, Number(ask.from), ask.to === null ? null : Number(ask.to));
    const [identity] = await orphanedIdentities(ctx.db, id);
    if (identity) refuse("guard_failed", `${IDENTITIES[identity]}将没有必交资料`);
    return;
  }
  refuseUnless(ask.to !== null, "not_allowed", "请选择替换成的记录");
  const twin = ask.noun === "embassy" ? await twinOf(ctx.db, id, Number(ask.from), Number(ask.to)) : null;
  if (twin !== null) refuse("duplicate", `与商品${twin}相同（同SPU、同送签馆、同服务档）`);
  await swapColumn(ctx.db, ask.noun, id, Number(ask.from), Number(ask.to));
}

/** Every product as it would look; each is changed, read and taken back, so the refusals are those of the real act. */
export async function replaceTrial(ctx: Ctx, ask: ReplaceAsk): Promise<ReplaceTrial[]> {
  const trials: ReplaceTrial[] = [];
  // In the order of the real act's locks.
  for (const id of [...ask.sku_ids].sort((a, b) => a - b)) {
    const sku = await lockedSku(ctx.db, id);
    if (sku) trials.push(await tryOne(ctx, ask, sku));
    else trials.push({ id, ok: false, msg: NO_SKU, sku_no: String(id), name: "", before: [], after: [] });
  }
  return trials;
}

async function tryOne(ctx: Ctx, ask: ReplaceAsk, sku: LockedSku): Promise<ReplaceTrial> {
  const ids = ask.to === null ? [ask.from] : [ask.from, ask.to];
  const before = await useLines(ctx.db, ask.noun, sku.id, ids);
  let after = before;
  // A refusal is what takes the change back.
  const takenBack = new Refusal("not_allowed");
  const refusal = await attempt(ctx.db, async () => {
    await swap(ctx, ask, sku);
    after = await useLines(ctx.db, ask.noun, sku.id, ids);
    throw takenBack;
  });
  const ok = refusal === takenBack;
  return { id: sku.id, ok, msg: ok ? "" : (refusal?.message ?? ""), sku_no: sku.sku_no, name: sku.name, before, after };
}
