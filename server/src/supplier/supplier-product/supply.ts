/** Products that a change leaves without anybody, or gives somebody again: whoever sells them is told. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { ProductDoor } from "../doors.ts";
import { supplierCost } from "./match-cost.sql.ts";

/** Of these products, the ones on sale that somebody can do now; as the ranking of each says it. */
export const usableSkus = async (db: Db, skuIds: readonly number[], at: Date): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      db,
      q`select k.id from skus k where k.id = any(${[...skuIds]}::int8[]) and k.sku_status = 'on_sale' and exists (${supplierCost(at)}) order by k.id`,
    )
  ).map((k) => k.id);

export async function tellingSupply<T>(
  ctx: Ctx,
  doors: ProductDoor,
  skuIds: readonly number[],
  why: string,
  work: () => Promise<T>,
): Promise<T> {
  const before = await usableSkus(ctx.db, skuIds, ctx.now);
  const done = await work();
  const after = await usableSkus(ctx.db, skuIds, ctx.now);
  const lost = before.filter((id) => !after.includes(id));
  const back = after.filter((id) => !before.includes(id));
  if (lost.length > 0) await doors.supplyLost(ctx, lost, why);
  if (back.length > 0) await doors.supplyBack(ctx, back, why);
  return done;
}
