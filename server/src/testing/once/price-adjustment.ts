/** Bodies of once.test.ts for changes of prices. */
import { raw, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";

/** Every call asks for another product, so that none finds the cell of the one before waiting. */
export function priceAdjustmentOnce(app: () => TestApp) {
  let taken = 0;
  const asked = async () => {
    const sql = `select p.sku_id, p.adult from sku_prices p join skus k on k.id = p.sku_id
      where p.price_kind = 'retail' and k.sku_status = 'on_sale' order by p.sku_id desc offset ${taken++} limit 1`;
    const found = await row<{ sku_id: number; adult: number }>(app().db, raw(sql));
    const old = found?.adult ?? 0;
    return {
      sku_ids: [found?.sku_id ?? 0],
      cells: [{ price_kind: "retail" as const, ref_id: "", band: "adult" as const, old, new: old + 1_000 }],
      reason_kind: "market" as const,
      reason: "跟随市场调价",
      effect_mode: "now" as const,
      effective_at: null,
      dry_run: false,
    };
  };
  return {
    bodies: {
      price_adjustment_add: asked,
      price_adjustment_approve: async () => {
        const maker = await app().as("product");
        const { results } = await maker.call("price_adjustment_add", { ...(await asked()), idempotency_key: crypto.randomUUID() });
        const made = await row<{ id: number }>(
          app().db,
          raw(`select id from price_adjustments where target_id = ${results[0]?.id ?? 0} order by id desc limit 1`),
        );
        return { ids: [made?.id ?? 0] };
      },
    },
    other: { price_adjustment_add: { reason: "另一个原因" }, price_adjustment_approve: { review_text: "同意" } },
  };
}
