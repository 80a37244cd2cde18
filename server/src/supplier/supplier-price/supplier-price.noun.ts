import { supplierPrice } from "@visadesk/contract/supplier/supplier-product.ts";
import { noun } from "#kit/noun/noun.ts";

export const supplierPriceNoun = noun("supplier_price", {
  table: "supplier_prices",
  shape: supplierPrice,
  // No product has a band of its own for infants yet; the rest is when it was decided and told, and why it was asked.
  internal: ["infant", "reason_kind", "announced_at", "decided_at"],
});
