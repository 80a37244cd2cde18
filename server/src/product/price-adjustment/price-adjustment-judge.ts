/** Judging a change of prices, alike when it is asked for and when it is decided. */
import { adjustText, cellWord } from "@visadesk/contract/product/price/price-adjustment.rules.ts";
import { ADJUST_KINDS } from "@visadesk/contract/product/price/price-adjustment.ts";
import type { Ctx } from "#kit/call/context.ts";
import { found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { costsByIds } from "../../supplier/index.ts";
import { targetOf } from "./price-adjustment-targets.ts";
import { costIdsOf, isBelow, marginsOf, type AdjustCell, type Margin } from "./price-adjustment.rules.ts";
import { pricedSkus, type AdjustTarget, type PricedRow } from "./price-adjustment.sql.ts";

export interface Asked {
  target_kind: AdjustTarget;
  target_id: number;
  cells: readonly AdjustCell[];
}
export interface Judged {
  /** Null for targets that are no product. */
  sku: PricedRow | null;
  margins: Margin[];
  /** Null: the kind of target has no floor of its own here. */
  below_floor: boolean | null;
}

/** Refuses what is not what the asker saw or does not fit together; answers what remains of each sale. */
export async function judge(ctx: Pick<Ctx, "db">, asked: Asked, at: Date): Promise<Judged> {
  const { target_kind, target_id, cells } = asked;
  const target = targetOf(target_kind);
  const sku = target_kind === "sku" ? found((await pricedSkus(ctx.db, [target_id], at))[0], "商品不存在") : null;
  refuseUnless(sku?.sku_status !== "archived", "state_changed", "商品已归档");
  const amounts = await target.current(ctx.db, target_id, cells, at);
  for (const [i, cell] of cells.entries()) {
    const now = amounts[i] ?? null;
    if (now === cell.old) continue;
    const word = await target.word?.(ctx.db, target_id, cell);
    refuseUnless(now !== null, "guard_failed", word ? `${word} 没有${ADJUST_KINDS[cell.price_kind]}` : `没有${cellWord(cell)}，不能调整`);
    refuse("state_changed", `${word ? `${word} ` : ""}当前价已变为 ${adjustText(cell.price_kind, now)}，请重新提交`);
  }
  const fault = await target.fault(ctx.db, target_id, cells, at);
  if (fault) refuse("guard_failed", fault);
  if (!sku) return { sku, margins: [], below_floor: null };
  const margins = await marginsAt(ctx, sku, cells);
  return { sku, margins, below_floor: isBelow(margins, cells, sku.margin_floor) };
}

/** Margins before and after; a cost cell of the supplier who serves the product changes them too. */
export async function marginsAt(ctx: Pick<Ctx, "db">, sku: PricedRow, cells: readonly AdjustCell[]): Promise<Margin[]> {
  const refs = costIdsOf(cells);
  const costs = refs.length > 0 ? await costsByIds(ctx.db, refs) : [];
  const next = costs.find((c) => c.supplier_product_id === sku.supplier?.supplier_product_id);
  return marginsOf(sku, cells, sku.supplier, next ?? sku.supplier);
}
