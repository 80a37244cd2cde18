import { productRecommend } from "@visadesk/contract/product/product-recommend.ts";
import { noun } from "#kit/noun/noun.ts";

export const productRecommendNoun = noun("product_recommend", {
  table: "product_recommends",
  shape: productRecommend,
  title: "name",
  parts: ["product_recommend_items", "product_recommend_counts"],
});
