/** Matches of a supplier that ends: none is used any more, each says so in its records. */
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { recordChanges, type ChangedMatch } from "../supplier-change/supplier-change.ts";

export async function endMatches(ctx: Ctx, supplierId: number, reason: string): Promise<number> {
  const ended = await rows<ChangedMatch>(
    ctx.db,
    q`
    update supplier_products set status = 0, version = version + 1, updated_at = ${ctx.now} where supplier_id = ${supplierId} and status = 1
    returning id, sku_id, supplier_id`,
  );
  for (const match of ended) await recordChanges(ctx, match, { source: "console", reason }, [{ field: "status", old: 1, new: 0 }]);
  return ended.length;
}
