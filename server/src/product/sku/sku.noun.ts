import { skuEdit } from "@visadesk/contract/product/sku/sku-edit.ts";
import { skuFlow } from "@visadesk/contract/product/sku/sku.flow.ts";
import { sku } from "@visadesk/contract/product/sku/sku.ts";
import { noun } from "#kit/noun/noun.ts";

export const skuNoun = noun("sku", {
  table: "skus",
  shape: [sku, skuEdit],
  flow: skuFlow,
  state: "sku_status",
  title: "sku_no",
  parts: ["sku_prices", "sku_documents", "sku_snapshots", "sku_stats"],
  internal: ["off_reason", "search", "search_text", "price_editors"],
});
