import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import type { Opened } from "#kit/call/opened.ts";
import { supplierScope } from "./supplier/supplier-scope.sql.ts";

export const supplierOpened = {
  supplier: { may: supplierApi.supplier_get.may, from: "suppliers s", id: "s.id", where: (ctx) => supplierScope(ctx) },
} satisfies Record<string, Opened>;
