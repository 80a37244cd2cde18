import { supplierProduct } from "@visadesk/contract/supplier/supplier-product.ts";
import { noun } from "#kit/noun/noun.ts";

export const supplierProductNoun = noun("supplier_product", {
  table: "supplier_products",
  shape: supplierProduct,
  parts: ["supplier_changes"],
});
