/** Reviewed changes of what a refusal protection costs: how they reach the product. */
import { adjustText } from "@visadesk/contract/product/price-adjustment.rules.ts";
import { ADJUST_KINDS } from "@visadesk/contract/product/price-adjustment.ts";
import type { Ctx } from "#kit/context.ts";
import type { AdjustChange, AdjustTargetServer } from "./adjust-target.ts";
import type { AdjustCell } from "./price-adjustment.rules.ts";
import { amountOf, listingFault, withCells, type Amounts } from "./refuse-no-worry-product.rules.ts";
import { amountRow, protectionNames } from "./refuse-no-worry-product.sql.ts";

const KIND = "refuse_no_worry_product";
const NO_PRODUCT = "拒签无忧产品不存在";

const changesOf = (cells: readonly AdjustCell[], isUndone: boolean) =>
  cells.map((c) => ({
    field: c.price_kind,
    label: ADJUST_KINDS[c.price_kind],
    before: adjustText(c.price_kind, isUndone ? c.new : c.old),
    after: adjustText(c.price_kind, isUndone ? c.old : c.new),
  }));
const faultOf = (amounts: Amounts, cells: readonly AdjustCell[]): string | null => {
  const after = withCells(amounts, cells);
  if (after.price_rate > 10_000) return "费率不能超过100%";
  return listingFault({ ...after, proofs: ["letter"] });
};

async function noteOf(ctx: Ctx, change: AdjustChange, isUndone: boolean): Promise<void> {
  const [product] = await protectionNames(ctx.db, [change.target_id]);
  await ctx.db
    .updateTable("refuse_no_worry_products")
    .set((e) => ({ version: e("version", "+", 1), updated_at: ctx.now }))
    .where("id", "=", change.target_id)
    .execute();
  ctx.note({ noun: KIND, noun_id: change.target_id, noun_no: product?.name ?? null, changes: changesOf(change.cells, isUndone) });
}

export const noWorryAdjust: AdjustTargetServer = {
  current: async (db, id, cells, at) => {
    const product = await amountRow(db, id, at);
    return cells.map((c) => (product && c.band === "adult" ? amountOf(product, c) : null));
  },
  names: async (db, ids) => new Map((await protectionNames(db, ids)).map((p) => [p.id, { no: String(p.id), name: p.name }])),
  fault: async (db, id, cells, at) => {
    const product = await amountRow(db, id, at);
    return product ? faultOf(product, cells) : NO_PRODUCT;
  },
  apply: async (ctx, change) => {
    await ctx.db
      .insertInto("refuse_no_worry_prices")
      .values(
        change.cells.map((c) => ({
          product_id: change.target_id,
          price_kind: c.price_kind === "rate" ? "rate" : "premium",
          amount: c.new,
          effective_from: change.at,
          adjustment_id: change.adjustment_id,
          created_at: ctx.now,
        })),
      )
      .execute();
    await noteOf(ctx, change, false);
  },
  undo: async (ctx, change) => {
    await ctx.db.deleteFrom("refuse_no_worry_prices").where("adjustment_id", "=", change.adjustment_id).execute();
    await noteOf(ctx, change, true);
  },
};
