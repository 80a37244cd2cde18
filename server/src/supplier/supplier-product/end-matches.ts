/** Matches of a supplier that ends: none is used any more, each says so in its records. */
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { saveRows } from "#kit/noun/save.ts";
import { recordChanges } from "../supplier-change/supplier-change.ts";
import { supplierProductNoun } from "./supplier-product.noun.ts";

export async function endMatches(ctx: Ctx, supplierId: number, reason: string): Promise<void> {
  // In the order in which several are disabled by hand.
  await rows(
    ctx.db,
    q`select id from supplier_products where supplier_id = ${supplierId} and status = 1 order by sku_id, id for no key update`,
  );
  const ended = await saveRows(ctx, supplierProductNoun, {
    where: q`supplier_id = ${supplierId} and status = 1`,
    set: { status: 0, updated_at: ctx.now },
  });
  for (const match of ended) await recordChanges(ctx, match, { source: "console", reason }, [{ field: "status", old: 1, new: 0 }]);
}
