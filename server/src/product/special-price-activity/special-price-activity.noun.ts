import { specialPriceActivityFlow } from "@visadesk/contract/product/price/special-price-activity.flow.ts";
import { specialPriceActivity } from "@visadesk/contract/product/price/special-price-activity.ts";
import { noun } from "#kit/noun/noun.ts";

export const specialPriceActivityNoun = noun("special_price_activity", {
  table: "special_price_activities",
  shape: specialPriceActivity,
  flow: specialPriceActivityFlow,
  state: "activity_status",
  title: "name",
  parts: ["special_price_items", "special_price_uses"],
  internal: ["published_by", "start_told", "end_told"],
});
