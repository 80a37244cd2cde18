import { priceAdjustmentFlow } from "@visadesk/contract/product/price/price-adjustment.flow.ts";
import { priceAdjustment, priceAdjustmentDetail } from "@visadesk/contract/product/price/price-adjustment.ts";
import { noun } from "#kit/noun/noun.ts";

export const priceAdjustmentNoun = noun("price_adjustment", {
  table: "price_adjustments",
  shape: [priceAdjustment, priceAdjustmentDetail],
  flow: priceAdjustmentFlow,
  state: "adjustment_status",
  title: "adjust_no",
  parts: ["price_adjustment_cells"],
  internal: ["reviewer_id", "revert_of"],
});
