import { skuFlow } from "@visadesk/contract/product/sku/sku.flow.ts";
import type { Db } from "#kit/db/db.ts";
import { found } from "#kit/http/refuse.ts";
import { skuBlocks } from "../sku/sku.sql.ts";

/** Why an SKU cannot be ordered now; empty when it can. A disabled SPU or paper blocks without a move of the SKU. */
export async function sellable(db: Db, skuId: number, at: Date): Promise<string[]> {
  const { sku_status, blocks } = found(await skuBlocks(db, skuId, at), "商品不存在");
  return sku_status === "on_sale" ? blocks : [`商品${skuFlow.states[sku_status].label}`, ...blocks];
}
