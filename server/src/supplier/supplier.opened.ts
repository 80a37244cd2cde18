import { supplierProductApi } from "@visadesk/contract/supplier/supplier-product.ts";
import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import type { Opened } from "#kit/call/opened.ts";
import { supplierScope } from "./supplier/supplier-scope.sql.ts";

export const supplierOpened = {
  supplier_product: {
    may: supplierProductApi.supplier_product_get.may,
    from: "supplier_products m join suppliers s on s.id = m.supplier_id",
    id: "m.id",
    where: (ctx) => supplierScope(ctx),
  },
  supplier: { may: supplierApi.supplier_get.may, from: "suppliers s", id: "s.id", where: (ctx) => supplierScope(ctx) },
} satisfies Record<string, Opened>;
