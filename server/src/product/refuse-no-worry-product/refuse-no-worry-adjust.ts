/** Reviewed changes of what a refusal protection costs: how they reach the product. */
import { adjustText } from "@visadesk/contract/product/price/price-adjustment.rules.ts";
import { ADJUST_KINDS } from "@visadesk/contract/product/price/price-adjustment.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { AdjustChange, AdjustTargetServer } from "../price-adjustment/price-adjustment-target.ts";
import type { AdjustCell } from "../price-adjustment/price-adjustment.rules.ts";
import { linksByNo } from "./refuse-no-worry-link.sql.ts";
import { amountOf, listingFault, withCells, type Amounts } from "./refuse-no-worry-product.rules.ts";
import { amountRow, protectionNames } from "./refuse-no-worry-product.sql.ts";
import { skusByNo } from "../price/sku-price.sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { refuseNoWorryProductNoun } from "./refuse-no-worry-product.noun.ts";
import { q } from "#kit/db/sql.ts";

const KIND = "refuse_no_worry_product";
const NO_PRODUCT = "拒签无忧产品不存在";

const changesOf = (cells: readonly AdjustCell[], isUndone: boolean) =>
  cells.map((c) => ({
    field: c.price_kind,
    label: `${ADJUST_KINDS[c.price_kind]} ${c.ref_id}`.trim(),
    before: adjustText(c.price_kind, isUndone ? c.new : c.old),
    after: adjustText(c.price_kind, isUndone ? c.old : c.new),
  }));
const isOverride = (c: Pick<AdjustCell, "price_kind">): boolean => c.price_kind === "override";
const noOf = (cells: readonly Pick<AdjustCell, "price_kind" | "ref_id">[]): string[] => cells.filter(isOverride).map((c) => c.ref_id);

const faultOf = (amounts: Amounts, cells: readonly AdjustCell[]): string | null => {
  if (cells.some((c) => !isOverride(c) && (c.old === null || c.new === null))) return "售价和费率不能取消，请改为新的金额";
  const after = withCells(amounts, cells);
  if (after.price_rate > 10_000) return "费率不能超过100%";
  return listingFault({ ...after, proofs: ["letter"] });
};

async function noteOf(ctx: Ctx, change: AdjustChange, isUndone: boolean): Promise<void> {
  const [product] = await protectionNames(ctx.db, [change.target_id]);
  await saveRows(ctx, refuseNoWorryProductNoun, { where: q`id = ${change.target_id}`, set: { updated_at: ctx.now } });
  ctx.note({ noun: KIND, noun_id: change.target_id, noun_no: product?.name ?? null, changes: changesOf(change.cells, isUndone) });
}

export const noWorryAdjust: AdjustTargetServer = {
  current: async (db, id, cells, at) => {
    const product = await amountRow(db, id, at);
    const own = new Map((await linksByNo(db, id, noOf(cells), at)).map((l) => [l.sku_no, l.price_override]));
    return cells.map((c) => {
      if (!product || c.band !== "adult") return null;
      return isOverride(c) ? (own.get(c.ref_id) ?? null) : amountOf(product, c);
    });
  },
  names: async (db, ids) => new Map((await protectionNames(db, ids)).map((p) => [p.id, { no: String(p.id), name: p.name }])),
  fault: async (db, id, cells, at) => {
    const product = await amountRow(db, id, at);
    if (!product) return NO_PRODUCT;
    const linked = new Set((await linksByNo(db, id, noOf(cells), at)).map((l) => l.sku_no));
    const gone = noOf(cells).find((no) => !linked.has(no));
    return gone === undefined ? faultOf(product, cells) : `商品 ${gone} 已不再关联，请重新提交`;
  },
  apply: async (ctx, change) => {
    const skus = await skusByNo(ctx.db, noOf(change.cells));
    await ctx.db
      .insertInto("refuse_no_worry_prices")
      .values(
        change.cells.map((c) => ({
          product_id: change.target_id,
          price_kind: isOverride(c) ? "override" : c.price_kind === "rate" ? "rate" : "premium",
          sku_id: isOverride(c) ? (skus.get(c.ref_id) ?? null) : null,
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
