/** The stored nouns of product. */
import { spuNoun } from "./spu/spu.noun.ts";
import { skuNoun } from "./sku/sku.noun.ts";
import { skuPaperPushNoun } from "./sku-paper-push/sku-paper-push.noun.ts";
import { specialPriceActivityNoun } from "./special-price-activity/special-price-activity.noun.ts";
import { priceAdjustmentNoun } from "./price-adjustment/price-adjustment.noun.ts";
import { productRecommendNoun } from "./product-recommend/product-recommend.noun.ts";
import { insuranceProductNoun } from "./insurance-product/insurance-product.noun.ts";
import { refuseNoWorryProductNoun } from "./refuse-no-worry-product/refuse-no-worry-product.noun.ts";
import { refuseNoWorryLinkNoun } from "./refuse-no-worry-product/refuse-no-worry-link.noun.ts";

export const productNouns = [
  spuNoun,
  skuNoun,
  skuPaperPushNoun,
  specialPriceActivityNoun,
  priceAdjustmentNoun,
  productRecommendNoun,
  insuranceProductNoun,
  refuseNoWorryProductNoun,
  refuseNoWorryLinkNoun,
];
