/** 结算价: what a match costs, proposed and reviewed. */
import { supplierPriceApi } from "@visadesk/contract/supplier/supplier-price.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { found } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { NO_SUPPLIER, supplierScope } from "../supplier/supplier-scope.sql.ts";
import { storedMatch } from "../supplier-product/supplier-product.sql.ts";
import { priceBatch } from "./price-batch.ts";
import type { PriceDoors } from "./price-doors.ts";
import { priceImport } from "./price-import.ts";
import { pricePropose, priceWithdraw } from "./price-propose.ts";
import { pricedSku } from "./priced-sku.sql.ts";
import { pricesOf } from "./supplier-price.sql.ts";

export const supplierPriceServer = (doors: PriceDoors) =>
  serve(supplierPriceApi, {
    supplier_price_query: async ({ supplier_product_id }, ctx) => {
      const { sku_id } = found(await storedMatch(ctx.db, supplier_product_id, supplierScope(ctx)), NO_SUPPLIER);
      const list = await pricesOf(ctx.db, supplier_product_id, ctx.now);
      return { list, sku: await pricedSku(ctx.db, sku_id, ctx.now, ctx.has(may.cost_view)) };
    },
    supplier_price_propose: pricePropose(doors),
    supplier_price_withdraw: priceWithdraw(doors),
    supplier_price_batch: priceBatch(doors),
    supplier_price_import: priceImport(doors),
  });
